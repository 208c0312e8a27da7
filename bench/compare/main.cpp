// SPDX-License-Identifier: MIT
// bench/compare/main.cpp - accrue-compare: every method on the same numbers, errors beside speed.
#include <fmt/format.h>

#include <accrue/exec/threads.hpp>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <new>
#include <optional>

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
  if (!o.with.empty() && std::filesystem::equivalent(o.with, path, ignored))
    throw misuse(fmt::format("{} {}: that is the file to be read", option, path));
  files.plan(option, path);
}

/// The reduction's own number; throws misuse where it has none of that name.
double number_of(options const& o, reduction const& of) {
  std::string const name = of.number;
  if (o.ddof && name != "ddof") throw misuse(fmt::format("--ddof: {} has no ddof", of.name));
  if (o.p && name != "p") throw misuse(fmt::format("--p: {} has no p, write --reduction norm_p", of.name));
  return name == "p" ? o.p.value_or(3) : o.ddof.value_or(0);
}

/// 0: the calling one.
std::size_t threads_of(options const& o) {
  if (!o.threads) return 0;
  constexpr std::uint64_t most = 1024;
  if (*o.threads > most) throw misuse(fmt::format("--threads {}: {} are the most", *o.threads, most));
  return accrue::threads(static_cast<std::size_t>(*o.threads)).width();
}

std::optional<input> second_of(options const& o, reduction const& of) {
  if (of.sources == 1) return {};
  if (!o.with.empty()) return read_npy(o.with, o.as_bfloat16);
  if (!o.file.empty()) return {};
  recipe other = o.synthetic;
  ++other.seed;
  return make(other);
}

comparison found(options const& o, reduction const& of) {
  if (of.sources == 1 && !o.with.empty()) throw misuse(fmt::format("--with: {} has one source", of.name));
  effort const e{o.seconds, o.curves, number_of(o, of), threads_of(o), o.omit_nan, o.axis};
  progress bar(1 + steps_of(of, o.synthetic.stored, e));
  bar.next("the numbers");
  input const in = o.file.empty() ? make(o.synthetic) : read_npy(o.file, o.as_bfloat16);
  std::optional<input> const with = second_of(o, of);
  return compare_all(in, with ? &*with : nullptr, of, e, [&](std::string const& what) { bar.next(what); });
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
