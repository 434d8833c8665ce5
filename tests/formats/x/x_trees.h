#pragma once
// Helpers to read trees in tests, and to examine them.

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "formats/x/tree/x_template.h"
#include "formats/x/x_bytes.h"
#include "skelter/core/diagnostics.h"
#include "skelter/formats/x/object_tree.h"

namespace skelter::test {

struct TreeOutcome {
  Result<XTree> tree;
  Diagnostics diagnostics;

  // The printed error, or "" if there is a tree.
  std::string error() const { return tree ? std::string() : to_string(tree.error()); }
  // All printed diagnostics with this severity, one per line.
  std::string all(Severity severity) const {
    std::string text;
    for (const Diagnostic& entry : diagnostics.entries())
      if (entry.severity == severity) text += to_string(entry) + "\n";
    return text;
  }
  std::string warnings() const { return all(Severity::warning); }
  std::string notes() const { return all(Severity::note); }
};

inline TreeOutcome read_tree(const std::vector<std::byte>& bytes, const XTreeOptions& options = {}) {
  Diagnostics diagnostics;
  ReadOptions shared;
  shared.code_page = options.code_page;
  shared.limits = options.limits;
  Result<XTree> tree = read_x_tree(bytes, "a.x", shared, diagnostics, options.strict);
  return {std::move(tree), std::move(diagnostics)};
}
inline TreeOutcome read_tree(std::string_view body, const XTreeOptions& options = {}) {
  return read_tree(text_file(body), options);
}

inline XTreeOptions strict() {
  XTreeOptions options;
  options.strict = true;
  return options;
}

// The words of one object.
inline std::vector<std::uint32_t> words_of(const XTree& tree, std::uint32_t object) {
  const XObject& wanted = tree.objects[object];
  const auto first = tree.words.begin() + static_cast<std::ptrdiff_t>(wanted.first_word);
  return {first, first + wanted.word_count};
}
inline std::vector<float> floats_of(const XTree& tree, std::uint32_t object) {
  std::vector<float> floats;
  for (const std::uint32_t word : words_of(tree, object)) {
    float value;
    std::memcpy(&value, &word, 4);
    floats.push_back(value);
  }
  return floats;
}

using Words = std::vector<std::uint32_t>;

}  // namespace skelter::test
