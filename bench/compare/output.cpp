// SPDX-License-Identifier: MIT
// bench/compare/output.cpp - writes beside the target, then renames.
#include "compare/output.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "compare/array.hpp"

namespace accrue_compare {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(std::string const& option, std::string const& path, std::string const& why) {
  throw misuse(fmt::format("{} {}: cannot be written: {}", option, path, why));
}
std::string last_error() { return std::strerror(errno); }

/// The file itself, where `path` is a link to it. A device or a folder is refused: renaming would replace it.
std::string target_of(std::string const& option, std::string const& path) {
  std::error_code ignored;
  fs::file_status const there = fs::status(path, ignored);
  if (fs::is_directory(there)) fail(option, path, "it is a directory");
  if (fs::exists(there) && !fs::is_regular_file(there)) fail(option, path, "it is no regular file");
  if (!fs::exists(there)) return path;
  // Renaming asks for no permission of the file that it replaces.
  if (access(path.c_str(), W_OK) != 0) fail(option, path, last_error());
  return fs::canonical(path, ignored).string();
}

/// A new file beside `path`, its name in `beside`.
int create(std::string const& option, std::string const& path, std::string& beside) {
  beside = path + ".XXXXXX";
  int const fd = mkstemp(beside.data());
  if (fd >= 0) return fd;
  beside.clear();
  fail(option, path, last_error());
}

/// mkstemp lets nobody else read the file; this is what open() would have done.
void set_permissions(int fd) {
  mode_t const mask = umask(0);
  umask(mask);
  (void)!fchmod(fd, 0666 & ~mask);
}

bool write_all(int fd, std::string const& text) {
  for (std::size_t done = 0; done != text.size();) {
    ssize_t const n = ::write(fd, text.data() + done, text.size() - done);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    done += static_cast<std::size_t>(n);
  }
  return true;
}

}  // namespace

outputs::~outputs() {
  for (one const& f : files_)
    if (!f.beside.empty()) unlink(f.beside.c_str());
}

void outputs::plan(std::string const& option, std::string const& path) {
  one f{option, target_of(option, path), ""};
  std::error_code ignored;
  for (one const& other : files_)
    if (other.path == f.path || fs::equivalent(other.path, f.path, ignored))
      fail(option, path, "it is the file of " + other.option + " too");
  close(create(option, f.path, f.beside));
  unlink(f.beside.c_str());
  f.beside.clear();
  files_.push_back(f);
}

void outputs::write(std::string const& option, std::string const& text) {
  for (one& f : files_) {
    if (f.option != option) continue;
    int const fd = create(option, f.path, f.beside);
    set_permissions(fd);
    bool const written = write_all(fd, text);
    std::string const why = last_error();
    if (close(fd) != 0 || !written) fail(option, f.path, why);
  }
}

void outputs::commit() {
  for (one& f : files_) {
    if (std::rename(f.beside.c_str(), f.path.c_str()) != 0) fail(f.option, f.path, last_error());
    f.beside.clear();
  }
}

}  // namespace accrue_compare
