// SPDX-License-Identifier: MIT
// tests/stress/exact_stress.cpp - `exact` against GMP and MPFR, for as long as one likes.
//
//   exact_stress [--checks N] [--seed S] [--only NAME] [--round K] [--patterns one|all|none] [--often N]
//
// NAME is a storage type or a reduction. Prints what was checked and how often, and what differs with the
// numbers and how to see it again; exit status 1 if anything does.
#include <cstdlib>
#include <cstring>

#include "stress/patterns.hpp"

namespace {

struct options {
  std::uint64_t checks = 20'000, seed = 1, often = 0;
  std::optional<std::uint64_t> round;
  std::string patterns = "one";
  stress::limits limits;
};

[[noreturn]] void refuse(std::string const& what) {
  std::fprintf(stderr, "exact_stress: %s\n", what.c_str());
  std::exit(2);
}
std::uint64_t number_in(std::string const& text) {
  char* end = nullptr;
  std::uint64_t const n = std::strtoull(text.c_str(), &end, 0);
  if (text.empty() || *end != 0) refuse(text + " is no number");
  return n;
}
void check_name(std::string const& name) {
  for (auto const* f : oracle::formats)
    if (name == f->name) return;
  for (std::size_t r = 0; r != stress::reductions; ++r)
    if (name == stress::name_of(static_cast<stress::reduction>(r))) return;
  refuse("there is no " + name + "; f16, bf16, f32, f64 or a reduction");
}
options read(int argc, char** argv) {
  options o;
  for (int i = 1; i < argc; i += 2) {
    std::string const name = argv[i];
    if (i + 1 == argc) refuse(name + " needs a value");
    std::string const value = argv[i + 1];
    if (name == "--checks")
      o.checks = number_in(value);
    else if (name == "--seed")
      o.seed = number_in(value);
    else if (name == "--round")
      o.round = number_in(value);
    else if (name == "--often")
      o.often = number_in(value);
    else if (name == "--only")
      check_name(o.limits.only = value);
    else if (name == "--patterns" && (value == "one" || value == "all" || value == "none"))
      o.patterns = value;
    else
      refuse("unknown option " + name + " " + value);
  }
  return o;
}

void run(options const& o, stress::tally& t) {
  stress::pattern_checks patterns(o.seed, o.limits, t);
  for (std::size_t storage = 0; storage != stress::types; ++storage) {
    if (o.patterns != "none" && storage < 2) patterns.every_pattern(storage, o.patterns == "all");
    if (o.often != 0) patterns.often(storage, o.often);
  }
  std::uint64_t const from = t.checks();
  for (std::uint64_t k = 0; t.checks() - from < o.checks && !t.is_enough(); ++k)
    stress::round(o.seed, k, o.limits, t).run();
}

}  // namespace

int main(int argc, char** argv) {
  options const o = read(argc, argv);
  // Linking fast-math objects sets these for the whole process; each check says for itself what it wants.
  environments::set_control_word(environments::control_word() & ~environments::flush);
  std::string const only = o.limits.only.empty() ? "" : " --only " + o.limits.only;
  stress::tally t("--seed " + std::to_string(o.seed) + only, 20);
  if (o.round)
    stress::round(o.seed, *o.round, o.limits, t).run();
  else
    run(o, t);
  t.print();
  return t.failures() == 0 && t.checks() != 0 ? 0 : 1;
}
