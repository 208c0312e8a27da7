// SPDX-License-Identifier: MIT
// bench/compare/report/html.cpp - one page: style, JSON and script inside.
#include "compare/report/report.hpp"
#include "page.hpp"

namespace accrue_compare {
namespace {

/// JSON between <script> and </script>: no "</" may be in it.
std::string embeddable(std::string const& json) {
  std::string s;
  for (char const c : json) s += c == '<' ? std::string("\\u003c") : std::string(1, c);
  return s;
}

void replace(std::string& page, std::string const& mark, std::string const& text) {
  page.replace(page.find(mark), mark.size(), text);
}

}  // namespace

std::string as_html(report const& r) {
  std::string page = page_html;
  replace(page, "/* style */", page_css);
  replace(page, "/* script */", page_js);
  replace(page, "/* numbers */", embeddable(as_json(r)));
  return page;
}

}  // namespace accrue_compare
