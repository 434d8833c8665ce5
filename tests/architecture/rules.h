#pragma once
// The architecture rules that can be checked by machine: which module may include which, which third-party
// code it may use, and where threads and the operating system may appear. The table is the one in
// docs/architecture.md.

#include <string>
#include <string_view>
#include <vector>

namespace skelter::test {

struct Module {
  std::string name;                      // "formats/x"
  std::vector<std::string> may_include;  // names of modules
  std::vector<std::string> libraries;    // as in docs/dependencies.md: "fmt"
  std::vector<std::string> internals;    // modules with src/MODULE/internal/ headers that it may also include
};

// The rows of the table with a head that starts with "| module |"; "everything above" is written out. Empty
// if there is none.
std::vector<Module> parse_table(std::string_view markdown);

// The violations in one source file, one per line: "src/scene/a.cpp:3: ...; ...". `path` is relative to the
// project.
std::vector<std::string> violations(std::string_view path, std::string_view text,
                                    const std::vector<Module>& modules);

}  // namespace skelter::test
