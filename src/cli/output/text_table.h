#pragma once
// TextTable: aligned text columns. Numbers are right-aligned, words left-aligned.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace skelter::cli {

class TextTable {
 public:
  enum class Align { left, right };
  struct Column {
    std::string title;
    Align align = Align::left;
  };
  explicit TextTable(std::vector<Column> columns) : columns_(std::move(columns)) {}

  // One cell per column. Line ends and terminal control characters are escaped.
  void add(std::vector<std::string> cells);
  bool empty() const { return rows_.empty(); }

  // Lines start with two spaces and have two spaces between columns. The header comes first. No trailing
  // spaces.
  std::string text() const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

// Number of terminal columns of a UTF-8 text, one per code point.
std::size_t display_width(const std::string& text);

// A number with at most `decimals` decimals and no trailing zeros: "3.9333", "1", "-0.5".
std::string short_number(double value, int decimals = 4);

// A count with its noun: "1 clip", "2 clips".
std::string counted(std::uint64_t count, std::string_view one);

// "walk", or "#0" for a clip, mesh or node without a name; escaped as in a table.
std::string shown_name(const std::string& name, std::size_t index);

}  // namespace skelter::cli
