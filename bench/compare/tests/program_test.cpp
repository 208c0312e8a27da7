// SPDX-License-Identifier: MIT
// bench/compare/tests/program_test.cpp - accrue-compare as its users meet it: numbers, messages, files.
#include <sys/wait.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "npy_file.hpp"
#include "support/catch.hpp"

namespace {

using namespace npy_file;
using Catch::Matchers::Contains;
using nlohmann::json;

struct outcome {
  int status;  // -1: it crashed
  std::string out, err;
};

/// Runs the program in `where`; quickly, unless `arguments` say otherwise.
outcome run(folder const& where, std::string const& arguments, std::string const& before = "") {
  folder const streams;
  std::string const command = "cd '" + (where / ".") + "' && " + before + " '" COMPARE_PROGRAM "' --time 0 " +
                              arguments + " >'" + (streams / "out") + "' 2>'" + (streams / "err") + "'";
  int const status = std::system(command.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, streams.read("out"), streams.read("err")};
}

/// Refused: with status 2, these words on stderr, nothing on stdout, and no new file.
void refuses(folder const& where, std::string const& arguments, std::string const& words) {
  INFO(arguments);
  std::size_t const files = where.files();
  outcome const o = run(where, arguments);
  CHECK(o.status == 2);
  CHECK(o.out == "");
  CHECK_THAT(o.err, Catch::Matchers::StartsWith("accrue-compare: "));
  CHECK_THAT(o.err, Contains(words));
  CHECK(where.files() == files);
}

json row_named(json const& all, std::string const& name) {
  for (json const& row : all["rows"])
    if (row["name"] == name) return row;
  return {};
}
json measured(folder const& where, std::string const& arguments) {
  outcome const o = run(where, arguments + " --json of.json");
  INFO(o.err);
  REQUIRE(o.status == 0);
  return json::parse(where.read("of.json"));
}
std::string npy_of(std::initializer_list<double> values) {
  return file(dictionary("<f8", "(" + std::to_string(values.size()) + ",)"), of_doubles(values));
}

}  // namespace

// The results are golden: they change with a major version only. The exact norm is that of the data's README.
TEST_CASE("the weight's norm is 13.06 by default, and 2 by a plain loop in half") {
  folder const here;
  json const all = measured(here, "--no-curves --reduction norm2 " COMPARE_WEIGHT);
  CHECK(all["exact"]["decimal"] == "13.0620743941624371631029224716");
  CHECK(all["condition"] == 1);
  CHECK(all["data"]["n"] == 262144);
  CHECK(all["data"]["shape"] == "(512, 512)");
  CHECK(row_named(all, "pairwise<>")["result_text"] == "13.0620747");
  CHECK(row_named(all, "pairwise<>")["default"] == true);
  CHECK(row_named(all, "pairwise<double>")["result"] == 13.062074394162437);
  CHECK(row_named(all, "narrow<sequential<half>>")["result"] == 2);
  CHECK(row_named(all, "narrow<sequential<bfloat16>>")["result"] == 0.70703125);
  CHECK(row_named(all, "narrow<pairwise<half>>")["result"] == 13.0625);
  for (json const& row : all["rows"]) {
    CHECK(row["ns_per_element"] > 0);
    CHECK(row["share_of_read"] > 0);
  }
}

TEST_CASE("text, CSV, JSON and page show the same numbers") {
  folder const here;
  outcome const o = run(here, "--reduction norm2 --json of.json --csv of.csv --html of.html " COMPARE_WEIGHT);
  REQUIRE(o.status == 0);
  CHECK(o.err == "");
  CHECK(here.files() == 3);
  std::string const page = here.read("of.html"), text = here.read("of.json");
  std::size_t const from = page.find("id=\"numbers\">") + 13;
  json const all = json::parse(text);
  CHECK(json::parse(page.substr(from, page.find("</script>", from) - from)) == all);
  CHECK(page.find("http://") == page.find("http://www.w3.org/2000/svg"));  // the name of SVG, and no other address
  CHECK(page.find("https://") == std::string::npos);
  for (json const& row : all["rows"]) {
    CHECK_THAT(o.out, Contains(row["result_text"].get<std::string>()));
    CHECK_THAT(here.read("of.csv"), Contains("," + row["name"].get<std::string>() + ","));
  }
  CHECK(all["by_n"]["points"].size() > 10);
  CHECK(all["by_condition"]["reduction"] == "sum");
  CHECK(all["by_condition"]["points"].size() == 11);
}

TEST_CASE("NaN, infinities and nothing are results, not errors") {
  folder const here;
  here.write("nan.npy", npy_of({1, std::nan(""), 2}));
  here.write("inf.npy", npy_of({1, HUGE_VAL, 2}));
  here.write("none.npy", npy_of({}));
  for (char const* name : {"sum", "abs_sum", "sum_of_squares", "norm1", "norm2", "norm_inf", "mean"}) {
    std::string const reduction = std::string(" --reduction ") + name;
    json const nan = measured(here, "nan.npy" + reduction), inf = measured(here, "inf.npy" + reduction);
    CHECK(nan["exact"]["value"] == "NaN");
    CHECK(row_named(nan, "pairwise<>")["result"] == "NaN");
    CHECK(row_named(nan, "pairwise<>")["error_ulp"] == 0);
    CHECK(row_named(inf, "compensated<>")["result"] == "inf");
    CHECK(row_named(inf, "compensated<>")["error_relative"] == 0);
    json const none = measured(here, "none.npy" + reduction);
    CHECK(none["data"]["n"] == 0);
    CHECK(row_named(none, "sequential<>")["error_ulp"] == 0);
  }
}

TEST_CASE("integers are compared as doubles, and the heading says so") {
  folder const here;
  here.write("i.npy", file(dictionary("<i4", "(3,)"), little_endian(1, 4) + little_endian(2, 4) + little_endian(4, 4)));
  outcome const o = run(here, "i.npy --no-curves");
  CHECK(o.status == 0);
  CHECK_THAT(o.out, Contains("elements: int32, each exactly a double"));
  CHECK(row_named(measured(here, "i.npy"), "pairwise<>")["result"] == 7);
}

TEST_CASE("synthetic data are the same on every run") {
  folder const here;
  for (char const* data : {"uniform", "normal", "lognormal", "cauchy", "cancelling --condition 1e6"})
    for (char const* type : {"half", "bfloat16", "float", "double"}) {
      std::string const arguments = std::string("--no-curves --n 4Ki --data ") + data + " --type " + type;
      json const all = measured(here, arguments);
      CHECK(all["data"]["n"] == 4096);
      CHECK(all["exact"] == measured(here, arguments)["exact"]);
      CHECK(all["exact"] != measured(here, arguments + " --seed 1")["exact"]);
    }
}

TEST_CASE("a wrong file is refused") {
  folder const here;
  std::string const whole = npy_of({1, 2});
  here.write("cut.npy", whole.substr(0, whole.size() - 3));
  here.write("fortran.npy", file(dictionary("<f8", "(2,)", "True"), of_doubles({1, 2})));
  here.write("complex.npy", file(dictionary("<c8", "(2,)"), of_doubles({1, 2})));
  here.write("words.npy", "these are words");
  for (char const* outputs : {"", " --json of.json --csv of.csv --html of.html"}) {
    refuses(here, std::string("cut.npy") + outputs, "cut.npy: ends inside its data");
    refuses(here, std::string("fortran.npy") + outputs, "Fortran order");
    refuses(here, std::string("complex.npy") + outputs, "dtype '<c8'");
    refuses(here, std::string("words.npy") + outputs, "is no .npy file");
    refuses(here, std::string("absent.npy") + outputs, "cannot be opened");
    refuses(here, std::string(".") + outputs, "is no regular file");
  }
}

TEST_CASE("a wrong command line is refused") {
  folder const here;
  here.write("x.npy", npy_of({1, 2}));
  refuses(here, "", "name an .npy file");
  refuses(here, "x.npy --reduction dot", "needs two sources");
  refuses(here, "x.npy --reduction median", "there is no such reduction");
  refuses(here, "x.npy --data normal", "leave one of them out");
  refuses(here, "x.npy --n 3", "--n is for --data");
  refuses(here, "x.npy --wrong", "--wrong");
  refuses(here, "x.npy y.npy", "y.npy");
  refuses(here, "--data gamma", "write uniform, normal");
  refuses(here, "--data normal --type int", "write half, bfloat16");
  refuses(here, "--data normal --bfloat16", "is for a file");
  refuses(here, "--data normal --condition 10", "is for --data cancelling");
  refuses(here, "--data cancelling --condition 0.5", "no condition number is below 1");
  refuses(here, "--data cancelling --condition nan", "no condition number");
  refuses(here, "--data normal --n 1000000000000000", "this machine's memory");
  for (char const* n : {"-3", "1.5", "1e6", "3Ti", "18446744073709551616", "17179869184Gi", "''"})
    refuses(here, std::string("--data normal --n ") + n, "write a whole number");
  refuses(here, "--data normal --n 17179869183Gi", "this machine's memory");
  refuses(here, "--data normal --seed -1", "--seed");
  refuses(here, "--data normal --time -1", "--time");
}

TEST_CASE("an output that cannot be written is refused before the work, and what was there stays") {
  folder const here;
  here.write("x.npy", npy_of({1, 2}));
  here.write("old.json", "old");
  std::filesystem::create_directory(here / "folder");
  for (char const* option : {"--json", "--csv", "--html"}) {
    std::string const to = std::string("x.npy --no-curves ") + option;
    refuses(here, to + " absent/of", "cannot be written: No such file");
    refuses(here, to + " folder", "it is a directory");
    refuses(here, to + " ''", "name the file to be written");
    refuses(here, to + " /dev/full", "it is no regular file");
    refuses(here, to + " x.npy", "that is the file to be read");
  }
  refuses(here, "x.npy --json of --csv of", "it is the file of --json too");
  refuses(here, "x.npy --json old.json --csv absent/of", "cannot be written");
  CHECK(here.read("old.json") == "old");
  CHECK(here.read("x.npy") == npy_of({1, 2}));
}

TEST_CASE("a disk that is full leaves no file, and the old one as it was") {
  folder const here;
  here.write("x.npy", npy_of({1, 2}));
  here.write("of.html", "old");
  outcome const o = run(here, "x.npy --html of.html", "trap '' XFSZ && ulimit -f 8 &&");
  CHECK(o.status == 2);
  CHECK_THAT(o.err, Contains("--html") && Contains("cannot be written"));
  CHECK(here.read("of.html") == "old");
  CHECK(here.files() == 2);
}

TEST_CASE("output that goes nowhere is an error, too") {
  folder const here;
  here.write("x.npy", npy_of({1, 2}));
  int const status = std::system(("'" COMPARE_PROGRAM "' --time 0 '" + (here / "x.npy") + "' >/dev/full 2>&1").c_str());
  CHECK(WEXITSTATUS(status) == 2);
}

TEST_CASE("an output may replace a file, also through a link, and names need not be UTF-8") {
  folder const here;
  std::string const name = "odd \xff name.npy";
  here.write(name, npy_of({1, 2}));
  here.write("old.json", "old");
  std::filesystem::create_symlink("old.json", here / "link.json");
  outcome const o = run(here, "'" + name + "' --json link.json");
  CHECK(o.status == 0);
  CHECK(std::filesystem::is_symlink(here / "link.json"));
  CHECK(json::parse(here.read("old.json"))["reduction"] == "sum");
}
