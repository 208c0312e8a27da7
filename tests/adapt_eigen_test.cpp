// SPDX-License-Identifier: MIT
// tests/adapt_eigen_test.cpp - Eigen's objects that lie in memory are tensors: both orders, blocks, maps with strides.
#if !__has_include(<Eigen/Core>) && !__has_include(<eigen3/Eigen/Core>)
#include "support/catch.hpp"
TEST_CASE("Eigen's objects are tensors: SKIPPED, there is no Eigen here") {}
#else
#include <accrue/accrue.hpp>

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wold-style-cast"
#pragma GCC diagnostic ignored "-Wshadow"
#if __has_include(<Eigen/Core>)
#include <Eigen/Core>
#else
#include <eigen3/Eigen/Core>
#endif
#pragma GCC diagnostic pop

#include <accrue/adapt/eigen.hpp>

#include "support/catch.hpp"
#include "support/kernel.hpp"

namespace {

using accrue::axis;
using kernel::word;
template <class T, int Order>
using matrix_of = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Order>;

template <class T, int Order>
matrix_of<T, Order> drawn(Eigen::Index rows, Eigen::Index columns) {
  auto const x = kernel::values_of<T>(
      inputs::data(static_cast<std::size_t>(rows * columns), kernel::layout_of<T>(), inputs::ordinary, 5));
  matrix_of<T, Order> m(rows, columns);
  for (Eigen::Index i = 0; i != rows * columns; ++i) m(i / columns, i % columns) = x[static_cast<std::size_t>(i)];
  return m;
}
/// Both sums of a matrix-like object against those of its columns and rows copied out.
template <class T, class X>
void agrees(X const& m) {
  auto const columns = accrue::sum(m, axis(0)), rows = accrue::sum(m, axis(1));
  REQUIRE(columns.size() == static_cast<std::size_t>(m.cols()));
  REQUIRE(rows.size() == static_cast<std::size_t>(m.rows()));
  std::vector<T> all;
  for (Eigen::Index i = 0; i != m.rows(); ++i) {
    std::vector<T> row;
    for (Eigen::Index j = 0; j != m.cols(); ++j) row.push_back(m(i, j));
    CHECK(word(rows[static_cast<std::size_t>(i)]) == word(accrue::sum(row)));
    all.insert(all.end(), row.begin(), row.end());
  }
  for (Eigen::Index j = 0; j != m.cols(); ++j) {
    std::vector<T> column;
    for (Eigen::Index i = 0; i != m.rows(); ++i) column.push_back(m(i, j));
    CHECK(word(columns[static_cast<std::size_t>(j)]) == word(accrue::sum(column)));
  }
  CHECK(word(accrue::norm2(m)) == word(accrue::norm2(all)));
  CHECK(word(accrue::dot(m, m)) == word(accrue::dot(all, all)));
}

}  // namespace

TEST_CASE("Matrices by columns and by rows, blocks, references and maps") {
  auto const by_columns = drawn<float, Eigen::ColMajor>(131, 70);
  auto const by_rows = drawn<double, Eigen::RowMajor>(70, 131);
  agrees<float>(by_columns);
  agrees<double>(by_rows);
  agrees<float>(by_columns.block(3, 5, 100, 33));
  agrees<double>(by_rows.block(3, 5, 33, 100));
  agrees<float>(Eigen::Ref<Eigen::MatrixXf const>(by_columns));
  agrees<float>(Eigen::Map<matrix_of<float, Eigen::ColMajor> const, 0, Eigen::Stride<Eigen::Dynamic, Eigen::Dynamic> >(
      by_columns.data(), 40, 30, Eigen::Stride<Eigen::Dynamic, Eigen::Dynamic>(131, 2)));
}
TEST_CASE("Vectors have one axis, with or without a stride") {
  auto const m = drawn<float, Eigen::ColMajor>(131, 70);
  Eigen::VectorXf const column = m.col(3), row = m.row(7);
  CHECK(word(accrue::sum(m.col(3))) == word(accrue::sum(std::span(column.data(), 131))));
  CHECK(word(accrue::sum(m.row(7))) == word(accrue::sum(std::span(row.data(), 70))));
  CHECK(accrue::sum(m.row(7), axis(0)).size() == 1);
  CHECK(accrue::extents_after(m.row(7), accrue::axes()) == accrue::per_axis{70});
}
TEST_CASE("Eigen's 16-bit types are half and bfloat16") {
  auto const m = drawn<float, Eigen::ColMajor>(100, 3);
  Eigen::Matrix<Eigen::half, Eigen::Dynamic, Eigen::Dynamic> const h = m.cast<Eigen::half>();
  Eigen::Matrix<Eigen::bfloat16, Eigen::Dynamic, Eigen::Dynamic> const b = m.cast<Eigen::bfloat16>();
  std::vector<accrue::half> halves;
  std::vector<accrue::bfloat16> bfloats;
  for (Eigen::Index i = 0; i != 100; ++i) {
    halves.push_back(std::bit_cast<accrue::half>(h(i, 1)));
    bfloats.push_back(std::bit_cast<accrue::bfloat16>(b(i, 1)));
  }
  CHECK(word(accrue::sum(h, axis(0))[1]) == word(accrue::sum(halves)));
  CHECK(word(accrue::sum(b.col(1))) == word(accrue::sum(bfloats)));
}
#endif
