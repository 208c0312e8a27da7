// SPDX-License-Identifier: MIT
// bench/compare/options.cpp - the command line, by CLI11.
#include "compare/options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <cmath>

namespace accrue_compare {
namespace {

constexpr char const* what_it_does =
    "Reduces numbers under every method and accumulator, and says how wrong and how fast each is.\n"
    "Exit status: 0, or 2 with a message.";

storage storage_named(std::string const& name) {
  for (int i = 0; i != 4; ++i)
    if (name == name_of(static_cast<storage>(i))) return static_cast<storage>(i);
  throw misuse(fmt::format("--type {}: write half, bfloat16, float or double", name));
}

/// A whole number, with Ki, Mi or Gi for powers of 1024. CLI11 would take -3 for 2^64 - 3.
std::uint64_t count(std::string const& option, std::string const& text) {
  constexpr std::string_view units[] = {"", "Ki", "Mi", "Gi"};
  std::uint64_t n = 0;
  auto const [end, failed] = std::from_chars(text.data(), text.data() + text.size(), n);
  std::string_view const unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
  for (int k = 0; k != 4; ++k)
    if (failed == std::errc() && unit == units[k] && n <= UINT64_MAX >> 10 * k) return n << 10 * k;
  throw misuse(fmt::format("{} {}: write a whole number, such as 1000 or 64Ki", option, text));
}

long axis_number(std::string const& text) {
  long axis = 0;
  auto const [end, failed] = std::from_chars(text.data(), text.data() + text.size(), axis);
  if (failed != std::errc() || end != text.data() + text.size())
    throw misuse(fmt::format("--axis {}: write 0 for the first axis, -1 for the last", text));
  return axis;
}

double order_of_norm(double p) {
  if (!(p > 0)) throw misuse(fmt::format("--p {:g}: write a number above 0", p));
  if (p == 1 || p == 2) throw misuse(fmt::format("--p {:g}: write --reduction norm{:g}, which is that norm", p, p));
  if (p >= 0x1p21)
    throw misuse(fmt::format("--p {:g}: write --reduction norm_inf, which is nearer than log(n) / p", p));
  return p;
}

/// What belongs to one kind of data and was written with the other.
void check(CLI::App const& app, options const& o) {
  bool const is_file = !o.file.empty(), is_synthetic = !o.synthetic.distribution.empty();
  if (is_file && is_synthetic) throw misuse("there is a file and --data: leave one of them out");
  if (!is_file && !is_synthetic)
    throw misuse("nothing to compare: name an .npy file, or write --data normal. --help says more");
  for (char const* option : {"--type", "--n", "--condition", "--seed"})
    if (is_file && app.count(option) != 0) throw misuse(fmt::format("{} is for --data, not for a file", option));
  if (is_synthetic && o.as_bfloat16) throw misuse("--bfloat16 is for a file; write --type bfloat16");
  if (app.count("--condition") != 0 && o.synthetic.distribution != "cancelling")
    throw misuse("--condition is for --data cancelling");
  if (app.count("--with") != 0 && o.with.empty()) throw misuse("--with: name the file of the second source");
  if (o.axis && o.omit_nan) throw misuse("--axis and --omit-nan: leave one of them out");
  if (is_synthetic && !o.with.empty())
    throw misuse("--with is for a file; --data makes a second source by another seed");
  for (auto const& [option, path] : {std::pair{"--json", o.json}, {"--csv", o.csv}, {"--html", o.html}})
    if (app.count(option) != 0 && path.empty()) throw misuse(fmt::format("{}: name the file to be written", option));
  if (!std::isfinite(o.seconds) || o.seconds < 0) throw misuse("--time: write seconds, 0 or more");
}

}  // namespace

options parse(int argc, char const* const* argv) {
  options o;
  o.arguments.assign(argv, argv + argc);
  std::string type = "float", n = "1000000", seed = "0", ddof, axis, threads;
  double p = 3;
  bool no_curves = false;
  CLI::App app(what_it_does, "accrue-compare");
  app.add_option("FILE", o.file, "An .npy file: f2, f4, f8 or integers, in C order");
  app.add_flag("--bfloat16", o.as_bfloat16, "The file's elements ('<u2' or 'V2') are bfloat16");
  app.add_option("--data", o.synthetic.distribution,
                 "Instead of a file: uniform, normal, lognormal, cauchy or cancelling");
  app.add_option("--type", type, "... stored as half, bfloat16, float or double")->capture_default_str();
  app.add_option("--n", n, "... so many elements (Ki, Mi, Gi)")->capture_default_str();
  app.add_option("--condition", o.synthetic.condition, "... cancelling: sum|x| / |sum x|")->capture_default_str();
  app.add_option("--seed", seed, "... other numbers of the same kind")->capture_default_str();
  app.add_option("-r,--reduction", o.reduction,
                 "sum, abs_sum, sum_of_squares, norm1, norm2, norm_inf, norm_p, mean, product, logsumexp, variance, "
                 "standard_deviation, skewness, kurtosis, min, max, argmin, argmax, argmax_abs, count_nonzero; of two "
                 "sources dot, covariance, correlation, weighted_mean")
      ->capture_default_str();
  app.add_option("--with", o.with, "The file of the second source, as long and of the same type");
  app.add_option("--ddof", ddof, "Moments are over n - ddof (0)");
  app.add_option("--p", p, "The order of norm_p (3)");
  app.add_option("--axis", axis, "Reduce every slice along this axis, the last is -1: the worst one is shown");
  app.add_option("--threads", threads, "On so many threads, in time that passes; 0: as many as the hardware runs");
  app.add_flag("--omit-nan", o.omit_nan, "Leave out elements that are NaN");
  app.add_option("--json", o.json, "Write all numbers to this file");
  app.add_option("--csv", o.csv, "Write the table to this file");
  app.add_option("--html", o.html, "Write a page with plots to this file");
  app.add_option("--time", o.seconds, "Seconds to time each method for; 0: one call")->capture_default_str();
  app.add_flag("--no-curves", no_curves, "Leave out error against n and condition number");
  try {
    app.parse(argc, argv);
  } catch (CLI::CallForHelp const&) {
    o.help = app.help();
    return o;
  } catch (CLI::Error const& e) {
    throw misuse(e.what());
  }
  o.synthetic.stored = storage_named(type);
  o.synthetic.n = count("--n", n);
  o.synthetic.seed = count("--seed", seed);
  o.curves = !no_curves;
  if (app.count("--ddof") != 0) o.ddof = static_cast<double>(count("--ddof", ddof));
  if (app.count("--p") != 0) o.p = order_of_norm(p);
  if (app.count("--axis") != 0) o.axis = axis_number(axis);
  if (app.count("--threads") != 0) o.threads = count("--threads", threads);
  check(app, o);
  return o;
}

}  // namespace accrue_compare
