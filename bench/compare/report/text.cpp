// SPDX-License-Identifier: MIT
// bench/compare/report/text.cpp - the table, for people and for spreadsheets.
#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "compare/report/report.hpp"

namespace accrue_compare {
namespace {

/// A number of three digits; "exact" for an error of 0.
std::string short_error(double x) { return x == 0 ? "exact" : fmt::format("{:.3g}", x); }
std::string short_number(double x) { return std::isnan(x) ? "-" : fmt::format("{:.3g}", x); }
std::string plain(double x) { return std::isnan(x) ? "NaN" : fmt::format("{}", x); }

/// What was asked besides a reduction.
std::string how(comparison const& c) {
  std::string s;
  if (c.omits_nan) s += fmt::format("{} NaN left out\n", c.omitted);
  if (c.threads != 0) s += fmt::format("{} threads\n", c.threads);
  if (c.axis)
    s += fmt::format("axis {}: {} slices, of each row the worst one; below is the default row's\n", *c.axis, c.slices);
  if (c.left_out != 0) s += fmt::format("{} rows are not built for this\n", c.left_out);
  return s;
}

std::string heading(comparison const& c) {
  std::string s = fmt::format("{}{} of {}{}: {} elements of {}, shape {}, {:.4g} MB\n", c.of->name,
                              *c.of->number == 0 ? "" : fmt::format(" ({} {:g})", c.of->number, c.number), c.from.name,
                              c.with.empty() ? "" : " and " + c.with, c.n, name_of(c.stored), c.from.shape,
                              static_cast<double>(c.bytes) * 1e-6);
  if (!c.from.conversion.empty()) s += fmt::format("elements: {}\n", c.from.conversion);
  s += how(c);
  s += fmt::format("exact value {}, condition number {}\n", c.exact.text(20),
                   std::isnan(c.exact.condition()) ? "-" : fmt::format("{:.6g}", c.exact.condition()));
  return s;
}

/// Quoted, if it has to be.
std::string field(std::string const& s) {
  if (s.find_first_of(",\"\n\r") == std::string::npos) return s;
  std::string quoted = "\"";
  for (char const c : s) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + '"';
}

}  // namespace

std::string result_text(measured const& m) {
  if (std::isnan(m.result)) return "NaN";
  return fmt::format("{:.{}g}", m.result, m.by->result.digits > 24 ? 17 : 9);
}

double ns_per_element(comparison const& c, double seconds) {
  return c.n == 0 ? std::numeric_limits<double>::quiet_NaN() : seconds * 1e9 / static_cast<double>(c.n);
}
double gigabytes_per_second(comparison const& c, double seconds) {
  return c.n == 0 ? std::numeric_limits<double>::quiet_NaN() : static_cast<double>(c.bytes) * 1e-9 / seconds;
}
double share_of_read(comparison const& c, double seconds) {
  return c.n == 0 ? std::numeric_limits<double>::quiet_NaN() : c.read_seconds / seconds;
}

std::string as_text(report const& r) {
  comparison const& c = r.found;
  std::string s = heading(c);
  s += fmt::format("{}, {} registers, {} {}\n\n", r.on.cpu, r.on.registers, r.on.compiler, r.on.flags);
  constexpr char const* line = "{:<30} {:<9} {:>22} {:>9} {:>9} {:>9} {:>8} {:>7} {:>6}{}\n";
  s += fmt::format(fmt::runtime(line), "method", "result in", "result", "ulp", "relative", "bound", "ns/elem", "GB/s",
                   "read", c.axis ? "  slice" : "");
  for (measured const& m : c.rows)
    s += fmt::format(fmt::runtime(line), spelled(*m.by) + (m.by->is_default ? " (default)" : ""), m.by->result.name,
                     result_text(m), short_error(m.off.ulp), short_error(m.off.relative), short_number(m.bound),
                     short_number(ns_per_element(c, m.seconds)), short_number(gigabytes_per_second(c, m.seconds)),
                     short_number(share_of_read(c, m.seconds)), c.axis ? fmt::format("  {}", m.slice) : "");
  s += fmt::format(
      fmt::runtime(line), "(reading only)", "", "", "", "", "", short_number(ns_per_element(c, c.read_seconds)),
      short_number(gigabytes_per_second(c, c.read_seconds)), short_number(share_of_read(c, c.read_seconds)), "");
  return s +
         "\nulp: error in units in the last place of the result's type. relative, bound: error over the exact value, "
         "and what it\ncannot exceed (inf: nothing can be promised). read: share of the speed of a loop that only "
         "reads.\n" +
         (c.threads == 0 ? "" : "Times are those that passed on all threads, that of reading too.\n");
}

std::string as_csv(report const& r) {
  comparison const& c = r.found;
  std::string s =
      "source,type,n,reduction,exact,condition,method,accumulator,narrow,default,result_type,result,error_ulp,"
      "error_relative,bound_relative,ns_per_element,gb_per_s,share_of_read,with,number,threads,omitted,axis,slices,"
      "worst_slice\n";
  for (measured const& m : c.rows)
    s += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", field(c.from.name),
                     name_of(c.stored), c.n, c.of->name, c.axis ? m.exact : c.exact.text(20),
                     plain(c.axis ? m.condition : c.exact.condition()), field(spelled(*m.by)), m.by->accumulator,
                     m.by->narrow, m.by->is_default, m.by->result.name, plain(m.result), plain(m.off.ulp),
                     plain(m.off.relative), plain(m.bound), plain(ns_per_element(c, m.seconds)),
                     plain(gigabytes_per_second(c, m.seconds)), plain(share_of_read(c, m.seconds)), field(c.with),
                     *c.of->number == 0 ? "" : plain(c.number), c.threads == 0 ? "" : fmt::format("{}", c.threads),
                     c.omits_nan ? fmt::format("{}", c.omitted) : "", c.axis ? fmt::format("{}", *c.axis) : "",
                     c.slices, c.axis ? fmt::format("{}", m.slice) : "");
  return s;
}

}  // namespace accrue_compare
