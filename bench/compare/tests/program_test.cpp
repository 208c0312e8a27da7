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

namespace {
/// 2 x 3 x 4 doubles that are no small integers.
std::string cube() {
  std::string data;
  for (int i = 0; i != 24; ++i) data += of_doubles({std::sqrt(i + 1.0) * (i % 5 == 0 ? -3 : 1)});
  return file(dictionary("<f8", "(2, 3, 4)"), data);
}
std::string slice_of_cube(std::size_t axis, std::size_t slice) {
  constexpr std::size_t extent[] = {2, 3, 4}, step[] = {12, 4, 1};
  std::size_t const first = slice / step[axis] * step[axis] * extent[axis] + slice % step[axis];
  std::string data;
  for (std::size_t j = 0; j != extent[axis]; ++j) {
    std::size_t const i = first + j * step[axis];
    data += of_doubles({std::sqrt(static_cast<double>(i) + 1.0) * (i % 5 == 0 ? -3 : 1)});
  }
  return file(dictionary("<f8", "(" + std::to_string(extent[axis]) + ",)"), data);
}
}  // namespace

TEST_CASE("along an axis, a row's worst slice has what the slice has by itself, and no slice is worse") {
  folder const here;
  here.write("cube.npy", cube());
  constexpr std::size_t slices[] = {12, 8, 6};
  for (char const* name : {"sum", "norm2", "mean", "variance", "kurtosis", "logsumexp", "norm_p", "product", "argmax"})
    for (std::size_t axis = 0; axis != 3; ++axis) {
      std::string const reduction = std::string(" --no-curves --reduction ") + name;
      json const all = measured(here, "cube.npy" + reduction + " --axis " + std::to_string(axis));
      CHECK(all["axis"] == axis);
      CHECK(all["slices"] == slices[axis]);
      for (std::size_t i = 0; i != slices[axis]; ++i) {
        here.write("slice.npy", slice_of_cube(axis, i));
        json const one = measured(here, "slice.npy" + reduction);
        for (json const& row : all["rows"]) {
          INFO(name << ", axis " << axis << ", slice " << i << ", " << row["name"]);
          json const alone = row_named(one, row["name"]);
          if (i == row["worst_slice"])
            for (char const* same : {"result", "error_ulp", "error_relative", "bound_relative"})
              CHECK(row[same] == alone[same]);
          else
            CHECK(alone["error_relative"] <= row["error_relative"]);
        }
      }
    }
  CHECK(measured(here, "cube.npy --axis -1")["axis"] == 2);
  CHECK_THAT(run(here, "cube.npy --axis -1").out, Contains("axis 2: 6 slices") && Contains("  slice"));
}

TEST_CASE("threads change times, not results, and NaN can be left out") {
  folder const here;
  std::string const data = "--data normal --n 300000 --no-curves --reduction ";
  for (char const* name : {"sum", "variance", "dot", "argmin"}) {
    json const alone = measured(here, data + name);
    for (char const* threads : {" --threads 1", " --threads 3", " --threads 0"}) {
      json const all = measured(here, data + name + threads);
      CHECK(all["threads"] > 0);
      CHECK(all["rows"].size() < alone["rows"].size() + 1);
      for (json const& row : all["rows"]) CHECK(row["result"] == row_named(alone, row["name"])["result"]);
    }
  }
  here.write("nan.npy", npy_of({1, std::nan(""), 2, 6}));
  here.write("other.npy", npy_of({1, 1, std::nan(""), 2}));
  json const mean = measured(here, "nan.npy --omit-nan --reduction mean");
  CHECK(mean["omitted"] == 1);
  CHECK(row_named(mean, "pairwise<>")["result"] == 3);
  CHECK(row_named(mean, "exact")["error_ulp"] == 0);
  CHECK(row_named(measured(here, "nan.npy --omit-nan --threads 2 --reduction max"), "pairwise<>")["result"] == 6);
  CHECK(row_named(measured(here, "nan.npy --with other.npy --omit-nan --reduction dot"), "exact")["result"] == 13);
  CHECK_THAT(run(here, "nan.npy --omit-nan").out, Contains("1 NaN left out"));
}

TEST_CASE("every reduction has a table and a page, with its own numbers") {
  folder const here;
  here.write("x.npy", npy_of({1, 2, 4, 9}));
  here.write("y.npy", npy_of({3, 3, 5, 9}));
  json const variance = measured(here, "x.npy --reduction variance --ddof 1 --html of.html --csv of.csv");
  CHECK(row_named(variance, "exact")["result"] == 38.0 / 3);
  CHECK(variance["number"]["value"] == 1);
  CHECK(variance["condition"] == "NaN");
  CHECK(row_named(measured(here, "x.npy --reduction norm_p"), "pairwise<>")["result_text"] == "9.2909072109025406");
  CHECK(row_named(measured(here, "x.npy --with y.npy --reduction covariance"), "pairwise<>")["result"] == 7.5);
  CHECK(row_named(measured(here, "x.npy --with y.npy --reduction dot"), "pairwise<>")["result"] == 110);
  CHECK(row_named(measured(here, "x.npy --reduction argmax"), "pairwise<>")["result_text"] == "3");
  json const synthetic = measured(here, "--data normal --n 1000 --reduction correlation");
  CHECK(synthetic["data"]["with"] == "normal, seed 1");
  CHECK(row_named(synthetic, "pairwise<>")["error_relative"] < 1e-6);
}

TEST_CASE("what does not go together is refused") {
  folder const here;
  here.write("x.npy", npy_of({1, 2}));
  here.write("y.npy", npy_of({1, 2, 3}));
  here.write("f.npy", file(dictionary("<f4", "(2,)"), little_endian(0, 8)));
  here.write("one.npy", file(dictionary("<f8", "()"), of_doubles({1})));
  here.write("none.npy", file(dictionary("<f8", "(3, 0)"), ""));
  refuses(here, "x.npy --reduction dot", "needs two sources");
  refuses(here, "x.npy --reduction dot --with y.npy", "y.npy: it has 3 elements, x.npy has 2");
  refuses(here, "x.npy --reduction dot --with f.npy", "f.npy: it holds float, x.npy holds double");
  refuses(here, "x.npy --reduction dot --with absent.npy", "cannot be opened");
  refuses(here, "x.npy --with y.npy", "sum has one source");
  refuses(here, "--data normal --with y.npy --reduction dot", "by another seed");
  refuses(here, "x.npy --with x.npy --reduction dot --axis 0", "no row of dot is built");
  refuses(here, "x.npy --reduction kurtosis --omit-nan", "no row of kurtosis is built");
  refuses(here, "x.npy --ddof 1", "sum has no ddof");
  refuses(here, "x.npy --ddof -1 --reduction variance", "write a whole number");
  refuses(here, "x.npy --p 3", "sum has no p");
  refuses(here, "x.npy --p 0 --reduction norm_p", "write a number above 0");
  refuses(here, "x.npy --p 2 --reduction norm_p", "write --reduction norm2");
  refuses(here, "x.npy --p 1e9 --reduction norm_p", "write --reduction norm_inf");
  refuses(here, "x.npy --axis 1", "there is no such axis, the shape is (2,)");
  refuses(here, "x.npy --axis -2", "there is no such axis");
  refuses(here, "x.npy --axis first", "write 0 for the first axis");
  refuses(here, "x.npy --axis 0 --omit-nan", "leave one of them out");
  refuses(here, "one.npy --axis 0", "one number has no axes");
  refuses(here, "none.npy --axis 0", "there are no slices");
  refuses(here, "none.npy --reduction max", "an extremum of nothing does not exist");
  refuses(here, "x.npy --threads -1", "write a whole number");
  refuses(here, "x.npy --threads 5000", "1024 are the most");
}
