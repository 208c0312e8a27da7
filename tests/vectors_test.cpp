// SPDX-License-Identifier: MIT
// tests/vectors_test.cpp - the published vectors, golden/order_v1.txt: inputs and results anybody can check.
#include <fstream>
#include <map>
#include <sstream>

#include "kernels/kernels.hpp"
#include "support/catch.hpp"

TEST_CASE("every published vector has its bits") {
  std::ifstream file("golden/order_v1.txt");
  REQUIRE(file.is_open());
  struct input {
    std::string storage;
    kernels::words x;
  };
  std::map<std::string, input> inputs;
  std::size_t checked = 0;
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string kind, reduction, method, name, last;
    words >> kind;
    if (kind == "input") {
      input i;
      std::size_t n = 0;
      words >> name >> i.storage >> n >> std::hex;
      for (std::uint64_t w; words >> w;) i.x.push_back(w);
      REQUIRE(i.x.size() == n);
      inputs[name] = i;
    } else if (kind == "result") {
      words >> reduction >> method >> name >> last;
      input const& i = inputs.at(name);
      kernels::words y = i.x;
      if (last == "reversed") {
        y.assign(i.x.rbegin(), i.x.rend());
        words >> last;
      }
      INFO(line);
      CHECK(bits(kernels::find(reduction + " " + method + "<none> " + i.storage + " none"), i.x, y) ==
            std::stoull(last, nullptr, 16));
      ++checked;
    }
  }
  CHECK(checked == 1664);
}
