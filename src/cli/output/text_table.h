#pragma once
// TextTable: aligned columns for people. Numbers are right-aligned, words left.

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

  // One cell per column. What would end a line or steer a terminal is escaped.
  void add(std::vector<std::string> cells);
  bool empty() const { return rows_.empty(); }

  // Two spaces before each line and between columns; titles first; no spaces at line ends.
  std::string text() const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

// How many columns of a terminal a UTF-8 text takes, one per code point.
std::size_t display_width(const std::string& text);

// "3.9333", "1", "-0.5": at most `decimals` of them, without zeros at the end.
std::string short_number(double value, int decimals = 4);

// "1 clip", "2 clips".
std::string counted(std::uint64_t count, std::string_view one);

// "walk", or "#0" for a clip, mesh or node without name; escaped as in a table.
std::string shown_name(const std::string& name, std::size_t index);

}  // namespace skelter::cli
