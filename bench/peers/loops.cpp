// SPDX-License-Identifier: MIT
// bench/peers/loops.cpp - the loop everybody writes (baseline/plain_loops.cpp), as two sets of flags make it.
#include <cstring>

#include "peers/peer.hpp"

namespace bench {
namespace o3 {
extern table const plain_loops;
}
namespace ofast {
extern table const plain_loops;
}

namespace {

/// Those that reduce contiguous elements, in any order.
void add_loops(std::vector<row>& to, table const& loops, char const* flags) {
  for (std::size_t i = 0; i != loops.size; ++i) {
    row loop = loops.rows[i];
    if (loop.what == quantity::strided_sum || std::strcmp(loop.method, "sequential") == 0) continue;
    loop.method = flags;
    to.push_back(loop);
  }
}
std::vector<row> rows() {
  std::vector<row> all;
  add_loops(all, o3::plain_loops, "-O3");
  add_loops(all, ofast::plain_loops, "-Ofast");
  return all;
}

add_peer const added({"loop", "", rows()});

}  // namespace
}  // namespace bench
