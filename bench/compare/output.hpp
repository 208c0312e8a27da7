// SPDX-License-Identifier: MIT
// bench/compare/output.hpp - files that are there as a whole or not at all.
#pragma once

#include <string>
#include <vector>

namespace accrue_compare {

/// Files to be written together: each beside its target under another name, renamed when all are complete.
class outputs {
 public:
  outputs() = default;
  outputs(outputs const&) = delete;
  outputs& operator=(outputs const&) = delete;
  /// Removes what was not committed.
  ~outputs();

  /// A file to come. Throws misuse if it cannot be written: the time to ask is before the work. `option` is
  /// what the user wrote before the path.
  void plan(std::string const& option, std::string const& path);
  /// Writes the file of this option, if there is one, beside its target. Throws misuse.
  void write(std::string const& option, std::string const& text);
  /// Renames all. Throws misuse.
  void commit();

 private:
  struct one {
    std::string option, path;
    std::string beside;  // what is there so far, or ""
  };
  std::vector<one> files_;
};

}  // namespace accrue_compare
