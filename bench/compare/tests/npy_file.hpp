// SPDX-License-Identifier: MIT
// bench/compare/tests/npy_file.hpp - .npy files to be, byte by byte, and a folder for them.
#pragma once

#include <unistd.h>

#include <bit>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace npy_file {

inline std::string little_endian(std::uint64_t w, std::size_t bytes) {
  std::string s;
  for (std::size_t i = 0; i != bytes; ++i) s += static_cast<char>(w >> 8 * i & 255);
  return s;
}
inline std::string of_doubles(std::initializer_list<double> values) {
  std::string s;
  for (double const x : values) s += little_endian(std::bit_cast<std::uint64_t>(x), 8);
  return s;
}

inline std::string dictionary(std::string const& descr, std::string const& shape,
                              std::string const& fortran = "False") {
  return "{'descr': '" + descr + "', 'fortran_order': " + fortran + ", 'shape': " + shape + ", }";
}

/// A file of this version: the header padded with blanks to a multiple of 64 bytes, as NumPy does.
inline std::string file(std::string header, std::string const& data, int version = 1) {
  std::size_t const begin = version == 1 ? 10 : 12;
  header.append((128 - (begin + header.size() + 1) % 64) % 64, ' ');
  header += '\n';
  return "\x93NUMPY" + std::string(1, static_cast<char>(version)) + '\0' +
         little_endian(header.size(), version == 1 ? 2 : 4) + header + data;
}

/// A folder of its own that goes away; in memory, where the system has a place for that.
class folder {
 public:
  folder() {
    std::filesystem::path const memory = "/dev/shm";
    auto const base = access(memory.c_str(), W_OK) == 0 ? memory : std::filesystem::temp_directory_path();
    std::string name = (base / "accrue-compare.XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) std::abort();
    path_ = name;
  }
  folder(folder const&) = delete;
  folder& operator=(folder const&) = delete;
  ~folder() { std::filesystem::remove_all(path_); }

  std::string operator/(std::string const& name) const { return (path_ / name).string(); }
  std::string write(std::string const& name, std::string const& bytes) const {
    std::ofstream(*this / name, std::ios::binary) << bytes;
    return *this / name;
  }
  std::string read(std::string const& name) const {
    std::ifstream in(*this / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  }
  std::size_t files() const {
    auto const all = std::filesystem::directory_iterator(path_);
    return static_cast<std::size_t>(std::distance(begin(all), end(all)));
  }

 private:
  std::filesystem::path path_;
};

}  // namespace npy_file
