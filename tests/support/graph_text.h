#pragma once
// Graph texts for tests: marked positions in a text, and the character for which the graphs are written.

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "compile/compile_graph/internal/graph_source.h"
#include "skelter/system/file.h"

namespace skelter::test {

// A text in which the sign § marks positions.
struct MarkedText {
  explicit MarkedText(std::string_view marked) {
    constexpr std::string_view kSign = "\xC2\xA7";
    std::uint32_t line = 1, column = 1;
    for (std::size_t i = 0; i < marked.size(); ++i) {
      if (marked.substr(i, kSign.size()) == kSign) {
        places.push_back(std::to_string(line) + ":" + std::to_string(column));
        i += kSign.size() - 1;
        continue;
      }
      text += marked[i];
      column = marked[i] == '\n' ? 1 : column + 1;
      line += marked[i] == '\n' ? 1 : 0;
    }
  }
  std::string text;
  std::vector<std::string> places;  // "line:column"; for ASCII texts
};

// Formats a message as "3:7: graph.bad-value: /layers/0: message"; a warning has "warning " before its code.
inline std::string line_of(const Diagnostic& d) {
  return std::to_string(d.spot.line) + ":" + std::to_string(d.spot.column) + ": " +
         (d.severity == Severity::warning ? "warning " : "") + std::string(d.code) + ": " + d.spot.object +
         ": " + d.message;
}

inline std::string graph_text(const std::string& name) {
  const auto bytes = read_file(std::string(SKELTER_SOURCE_DIR "/tests/data/graph/") + name);
  EXPECT_TRUE(bytes.ok()) << name;
  return bytes ? std::string(reinterpret_cast<const char*>(bytes->data()), bytes->size()) : "";
}

// Returns the character described by tests/data/graph/clips.json.
inline GraphCharacter described_character() {
  GraphCharacterSource source = read_graph_character(graph_text("clips.json"), "clips.json");
  EXPECT_TRUE(source.ok());
  return std::move(source.character);
}

}  // namespace skelter::test
