#pragma once
// Aligned text columns. Numbers are right-aligned, words left-aligned.

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

  // Adds a row, with one cell per column. Line ends and terminal control characters are escaped.
  void add(std::vector<std::string> cells);
  bool empty() const { return rows_.empty(); }

  // The header comes first. Lines start with two spaces, have two spaces between columns, and have no
  // trailing spaces.
  std::string text() const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

// Number of terminal columns that a UTF-8 text takes, one per code point.
std::size_t display_width(const std::string& text);

// Formats a number with at most `decimals` decimals and no trailing zeros: "3.9333", "1", "-0.5".
std::string short_number(double value, int decimals = 4);

// Formats a count with its noun: "1 clip", "2 clips".
std::string counted(std::uint64_t count, std::string_view one);

// Returns the name, or "#0" for a clip, mesh or node without a name, escaped as in a table.
std::string shown_name(const std::string& name, std::size_t index);

}  // namespace skelter::cli
