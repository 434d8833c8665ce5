#pragma once
// The architecture rules that can be checked by machine: which modules a module may include, which
// third-party code it may use, and where threads and the operating system may appear. The rules come from the
// table in docs/architecture.md.

#include <string>
#include <string_view>
#include <vector>

namespace skelter::test {

struct Module {
  std::string name;                      // "formats/x"
  std::vector<std::string> may_include;  // names of modules
  std::vector<std::string> libraries;    // named as in docs/dependencies.md: "fmt"
  std::vector<std::string> internals;    // modules with src/MODULE/internal/ headers that it may also include
};

// Returns the rows of the table with a header that starts with "| module |", or none if there is no such
// table. "everything above" is replaced by the names.
std::vector<Module> parse_table(std::string_view markdown);

// Returns the violations in one source file, one per line, such as "src/scene/a.cpp:3: ...; ...". `path` is
// relative to the project.
std::vector<std::string> violations(std::string_view path, std::string_view text,
                                    const std::vector<Module>& modules);

}  // namespace skelter::test
