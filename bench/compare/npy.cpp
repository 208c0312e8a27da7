// SPDX-License-Identifier: MIT
// bench/compare/npy.cpp - from the bytes of a file to numbers.
#include "compare/npy.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "compare/npy_element.hpp"

namespace accrue_compare {
namespace {

constexpr std::size_t longest_header = std::size_t{1} << 20, buffer_bytes = std::size_t{1} << 20;

/// A regular file, open for reading.
class file {
 public:
  explicit file(std::string const& path) : fd_(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {
    if (fd_ < 0) throw misuse(fmt::format("cannot be opened: {}", std::strerror(errno)));
    struct stat s;
    bool const regular = fstat(fd_, &s) == 0 && S_ISREG(s.st_mode);
    if (regular)
      size_ = static_cast<std::uint64_t>(s.st_size);
    else
      close(fd_);
    if (!regular) throw misuse("is no regular file");
  }
  file(file const&) = delete;
  file& operator=(file const&) = delete;
  ~file() { close(fd_); }
  std::uint64_t size() const { return size_; }
  std::uint64_t position() const { return position_; }
  void read(void* to, std::size_t n) {
    for (std::size_t done = 0; done != n;) {
      ssize_t const got = ::read(fd_, static_cast<char*>(to) + done, n - done);
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) throw misuse(fmt::format("cannot be read: {}", std::strerror(errno)));
      if (got == 0) throw misuse("became shorter while it was read");
      done += static_cast<std::size_t>(got);
    }
    position_ += n;
  }

 private:
  int fd_;
  std::uint64_t size_ = 0, position_ = 0;
};

/// The header's text, which the version says how to find. Leaves the file at its data.
std::string header_of(file& f) {
  unsigned char head[12];
  if (f.size() < 10) throw misuse(fmt::format("is no .npy file: {} bytes are too few", f.size()));
  f.read(head, 10);
  if (std::memcmp(head, "\x93NUMPY", 6) != 0) throw misuse("is no .npy file: it does not begin with \\x93NUMPY");
  if (head[6] < 1 || head[6] > 3 || head[7] != 0)
    throw misuse(fmt::format("has version {}.{} of the .npy format; 1.0, 2.0 and 3.0 are known", head[6], head[7]));
  std::size_t length = head[8] | std::size_t{head[9]} << 8, begin = 10;
  if (head[6] > 1) {
    if (f.size() < 12) throw misuse("ends inside its header");
    f.read(head + 10, 2);
    length |= std::size_t{head[10]} << 16 | std::size_t{head[11]} << 24;
    begin = 12;
  }
  if (f.size() - begin < length)
    throw misuse(fmt::format("ends inside its header, which should be {} bytes long", length));
  if (length > longest_header)
    throw misuse(fmt::format("has a header of {} bytes, which is no array of numbers", length));
  std::string text(length, '\0');
  f.read(text.data(), length);
  return text;
}

std::string text_of(std::vector<std::uint64_t> const& shape) {
  return shape.size() == 1 ? fmt::format("({},)", shape[0]) : fmt::format("({})", fmt::join(shape, ", "));
}

/// Reads and decodes n elements, a buffer at a time.
void read_elements(file& f, npy_element const& e, array& x) {
  std::size_t const at_once = buffer_bytes / e.bytes;
  std::vector<unsigned char> buffer(std::min(x.size(), at_once) * e.bytes);
  for (std::size_t first = 0; first < x.size(); first += at_once) {
    std::size_t const n = std::min(at_once, x.size() - first);
    f.read(buffer.data(), n * e.bytes);
    decode(e, buffer.data(), n, first, x);
  }
}

input read_open(std::string const& path, bool as_bfloat16) {
  file f(path);
  npy_header const header = parse_npy_header(header_of(f));
  npy_element const element = npy_element_of(header.descr, as_bfloat16);
  if (header.fortran_order)
    throw misuse("is in Fortran order. Save it by numpy.save(file, numpy.ascontiguousarray(x))");
  std::uint64_t const n = elements_of(header.shape), there = f.size() - f.position();
  if (n > there / element.bytes)
    throw misuse(fmt::format("ends inside its data: {} elements of {} bytes announced, {} bytes there", n,
                             element.bytes, there));
  if (n * element.bytes != there)
    throw misuse(fmt::format("holds {} bytes after its {} elements", there - n * element.bytes, n));
  input in{array(element.stored, static_cast<std::size_t>(n)),
           {path, header.descr, text_of(header.shape), ""},
           header.shape};
  if (as_bfloat16) in.from.conversion = "read as bfloat16";
  if (element.kind != npy_kind::floating)
    in.from.conversion = fmt::format("{}, each exactly a double", integer_name(element));
  read_elements(f, element, in.x);
  return in;
}

}  // namespace

std::uint64_t elements_of(std::vector<std::uint64_t> const& shape) {
  if (std::find(shape.begin(), shape.end(), 0u) != shape.end()) return 0;
  std::uint64_t n = 1;
  for (std::uint64_t const extent : shape)
    if (__builtin_mul_overflow(n, extent, &n)) throw misuse("has a shape of more elements than 64 bits can count");
  return n;
}

input read_npy(std::string const& path, bool as_bfloat16) {
  try {
    return read_open(path, as_bfloat16);
  } catch (misuse const& e) {
    throw misuse(path + ": " + e.what());
  }
}

}  // namespace accrue_compare
