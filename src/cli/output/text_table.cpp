#include "cli/output/text_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "system/internal/text.h"

namespace skelter::cli {
namespace {

std::string padded(const std::string& cell, std::size_t width, TextTable::Align align) {
  const std::string space(width - std::min(width, display_width(cell)), ' ');
  return align == TextTable::Align::right ? space + cell : cell + space;
}

}  // namespace

std::size_t display_width(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

void TextTable::add(std::vector<std::string> cells) {
  for (std::string& cell : cells) cell = printable(cell);
  rows_.push_back(std::move(cells));
}

std::string TextTable::text() const {
  std::vector<std::size_t> widths;
  std::vector<std::string> titles;
  for (const Column& column : columns_) {
    titles.push_back(column.title);
    widths.push_back(display_width(column.title));
  }
  for (const auto& row : rows_)
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], display_width(row[i]));

  std::string out;
  const auto add_line = [&](const std::vector<std::string>& cells) {
    std::string line;
    for (std::size_t i = 0; i < cells.size(); ++i)
      line += "  " + padded(cells[i], widths[i], columns_[i].align);
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + '\n';
  };
  if (std::any_of(titles.begin(), titles.end(), [](const std::string& t) { return !t.empty(); }))
    add_line(titles);
  for (const auto& row : rows_) add_line(row);
  return out;
}

std::string short_number(double value, int decimals) {
  std::string text = fmt::format("{:.{}f}", value, decimals);
  if (text.find('.') != std::string::npos) {
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
  }
  return text == "-0" ? "0" : text;
}

std::string shown_name(const std::string& name, std::size_t index) {
  return name.empty() ? fmt::format("#{}", index) : printable(name);
}

std::string counted(std::uint64_t count, std::string_view one) {
  return fmt::format("{} {}{}", count, one, count == 1 ? "" : "s");
}

}  // namespace skelter::cli
