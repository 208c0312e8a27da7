// SPDX-License-Identifier: MIT
// bench/compare/main.cpp - accrue-compare: every method on the same numbers, errors beside speed.
#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <filesystem>
#include <new>

#include "compare/npy.hpp"
#include "compare/options.hpp"
#include "compare/output.hpp"
#include "compare/progress.hpp"
#include "compare/report/report.hpp"

namespace accrue_compare {
namespace {

void print(std::string const& text) {
  if (std::fputs(text.c_str(), stdout) < 0 || std::fflush(stdout) != 0) throw misuse("cannot write to the output");
}

void plan(outputs& files, options const& o, std::string const& option, std::string const& path) {
  if (path.empty()) return;
  std::error_code ignored;
  if (!o.file.empty() && std::filesystem::equivalent(o.file, path, ignored))
    throw misuse(fmt::format("{} {}: that is the file to be read", option, path));
  files.plan(option, path);
}

comparison found(options const& o, reduction const& of) {
  effort const e{o.seconds, o.curves};
  progress bar(1 + steps_of(of, o.synthetic.stored, e));
  bar.next("the numbers");
  input const in = o.file.empty() ? make(o.synthetic) : read_npy(o.file, o.as_bfloat16);
  return compare_all(in, of, e, [&](std::string const& what) { bar.next(what); });
}

void run(options const& o) {
  reduction const& of = reduction_named(o.reduction);
  outputs files;
  plan(files, o, "--json", o.json);
  plan(files, o, "--csv", o.csv);
  plan(files, o, "--html", o.html);
  report const r{found(o, of), this_machine(), o.arguments};
  files.write("--json", as_json(r));
  files.write("--csv", as_csv(r));
  files.write("--html", as_html(r));
  print(as_text(r));
  files.commit();
  for (auto const& [option, path] : {std::pair{"JSON", o.json}, {"CSV", o.csv}, {"report", o.html}})
    if (!path.empty()) print(fmt::format("{}: {}\n", option, path));
}

}  // namespace
}  // namespace accrue_compare

int main(int argc, char** argv) try {
  accrue_compare::options const o = accrue_compare::parse(argc, argv);
  if (!o.help.empty())
    accrue_compare::print(o.help);
  else
    accrue_compare::run(o);
  return 0;
} catch (std::bad_alloc const&) {
  std::fputs("accrue-compare: there is not enough memory\n", stderr);
  return 2;
} catch (std::exception const& e) {
  std::fprintf(stderr, "accrue-compare: %s\n", e.what());
  return 2;
}
