#pragma once
// The rules of the house that a machine can check: which module may include which, what third-party code it
// may use, and where threads and the operating system may appear. The table is the one in
// docs/architecture.md.

#include <string>
#include <string_view>
#include <vector>

namespace skelter::test {

struct Module {
  std::string name;                      // "formats/x"
  std::vector<std::string> may_include;  // names of modules
  std::vector<std::string> libraries;    // as in docs/dependencies.md: "fmt"
  std::vector<std::string> internals;    // modules whose src/MODULE/internal/ it may include, too
};

// The rows of the table whose head starts with "| module |"; "everything above" is written out. Empty if
// there is none.
std::vector<Module> parse_table(std::string_view markdown);

// What is wrong in one source file, a line for each: "src/scene/a.cpp:3: ...; ...". `path` is relative to the
// project.
std::vector<std::string> violations(std::string_view path, std::string_view text,
                                    const std::vector<Module>& modules);

}  // namespace skelter::test
