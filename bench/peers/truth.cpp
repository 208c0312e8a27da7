// SPDX-License-Identifier: MIT
// bench/peers/truth.cpp - exact values, worked out once, and files of them.
#include "peers/truth.hpp"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "peers/peer.hpp"

namespace bench {

long double truth::value(quantity what, storage s, std::size_t n, std::size_t window) {
  auto const [found, is_new] = values_.try_emplace({what, s, n, window});
  source_pair const& both = sources(s);
  if (is_new) found->second = exact_value(what, s, at(both.x(), s, window * n), at(both.y(), s, window * n), n, 1);
  return found->second;
}

double truth::error(row const& r, std::size_t n) {
  source_pair const& both = sources(r.stored);
  bool const is_double = r.stored == storage::double_precision;
  double largest = 0;
  for (std::size_t w = 0; w != windows(n); ++w) {
    double const result = r.run(at(both.x(), r.stored, w * n), at(both.y(), r.stored, w * n), n, 1);
    double const error = error_in_ulp(result, is_double, value(r.what, r.stored, n, w));
    if (error > largest || std::isnan(error)) largest = error;  // nothing is larger than a NaN
  }
  return largest;
}

namespace {
constexpr storage all_storages[] = {storage::half, storage::bfloat16, storage::single_precision,
                                    storage::double_precision};
constexpr quantity written[] = {quantity::sum,  quantity::dot,      quantity::norm1,   quantity::norm2,
                                quantity::mean, quantity::norm_inf, quantity::variance};

void write_raw(std::string const& path, void const* p, std::size_t bytes) {
  std::ofstream out(path, std::ios::binary);
  out.write(static_cast<char const*>(p), static_cast<std::streamsize>(bytes));
  if (!out.flush()) throw std::runtime_error("cannot write " + path);
}
/// A long double as two doubles.
nlohmann::json parts(long double v) {
  double const high = static_cast<double>(v);
  return {high, static_cast<double>(v - static_cast<long double>(high))};
}
}  // namespace

void truth::write(std::string const& folder, std::size_t const* sizes, std::size_t count) {
  nlohmann::json values;
  for (storage const s : all_storages) {
    std::string const name = storage_name(s);
    write_raw(folder + "/x_" + name + ".raw", sources(s).x(), elements * bytes_of(s));
    write_raw(folder + "/y_" + name + ".raw", sources(s).y(), elements * bytes_of(s));
    for (quantity const what : written) {
      for (std::size_t const* n = sizes; n != sizes + count; ++n) {
        nlohmann::json& of = values[quantity_names[static_cast<int>(what)]][name][std::to_string(*n)];
        for (std::size_t w = 0; w != windows(*n); ++w) of.push_back(parts(value(what, s, *n, w)));
      }
    }
  }
  std::string const text = values.dump();
  write_raw(folder + "/truth.json", text.data(), text.size());
}

}  // namespace bench
