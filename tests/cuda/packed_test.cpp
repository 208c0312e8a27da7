// SPDX-License-Identifier: MIT
// tests/cuda/packed_test.cpp - keys of elements by words are those of elements one by one.
#include <accrue/cuda/extrema.hpp>

#include "support/catch.hpp"

namespace {

namespace device = accrue::device;

/// The i-th element, of all there are.
template <class T>
T element_of(unsigned i) {
  using W = accrue::tree::key_of<T>;
  return accrue::tree::element_from<T>(static_cast<W>(i));
}
template <class T>
constexpr unsigned all_elements = 1u << (8 * sizeof(T));

/// Every element in every place of a word, beside `beside` in the other places.
template <class T, class Order>
bool has_the_keys_of(unsigned beside) {
  constexpr unsigned bits = 8 * sizeof(T);
  for (unsigned i = 0; i != all_elements<T>; ++i) {
    auto const expected = accrue::larger(device::key_of_element<T, Order>(element_of<T>(i)),
                                         device::key_of_element<T, Order>(element_of<T>(beside)));
    std::uint32_t const other = device::word_of_one(element_of<T>(beside)), one = (1u << bits) - 1;
    for (unsigned at = 0; at != 32; at += bits) {
      device::top_of<T, Order> top;
      top.add((other & ~(one << at)) | i << at);
      if (top.key() != expected) return false;
    }
    device::top_of<T, Order> top;
    top.add_one(element_of<T>(i));
    if (top.key() != device::key_of_element<T, Order>(element_of<T>(i))) return false;
  }
  return true;
}
template <class T, class Order>
void compare_keys() {
  // Zeros, ones, least and greatest, infinities, NaNs of both signs, and some between.
  for (unsigned beside :
       {0u,      1u,      0x7fu,   0x80u,   0x81u,   0xffu,   0x7fffu, 0x8000u, 0x8001u, 0xffffu, 0x7c00u,
        0xfc00u, 0x7c01u, 0xfdffu, 0x7f80u, 0xff80u, 0x7fc0u, 0xff81u, 0x3c00u, 0xbf80u, 0x1234u, 0xa5a5u}) {
    CAPTURE(beside);
    CHECK(has_the_keys_of<T, Order>(beside % all_elements<T>));
  }
}

}  // namespace

TEMPLATE_TEST_CASE("keys of elements in words are those of elements one by one", "", accrue::half, accrue::bfloat16,
                   std::int8_t, std::uint8_t, std::int16_t, std::uint16_t) {
  compare_keys<TestType, accrue::tree::upwards>();
  compare_keys<TestType, accrue::tree::downwards>();
  compare_keys<TestType, accrue::tree::outwards>();
}

TEMPLATE_TEST_CASE("of no elements the key is the lowest", "", accrue::half, std::int8_t, std::uint16_t) {
  constexpr auto lowest = accrue::tree::lowest_key<accrue::tree::key_of<TestType>>;
  CHECK(device::top_of<TestType, accrue::tree::upwards>().key() == lowest);
  CHECK(device::top_of<TestType, accrue::tree::downwards>().key() == lowest);
  CHECK(device::top_of<TestType, accrue::tree::outwards>().key() == lowest);
}
