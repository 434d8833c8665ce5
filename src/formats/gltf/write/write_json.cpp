#include "formats/gltf/write/write_json.h"

#include <fmt/format.h>

#include <cmath>

namespace skelter::gltf {

void JsonText::new_line() {
  if (!indented_) return;
  out_ += '\n';
  out_.append(2 * levels_.size(), ' ');
}

void JsonText::before_value() {
  if (after_key_) {
    after_key_ = false;
    return;
  }
  if (levels_.empty()) return;
  Level& level = levels_.back();
  if (!level.empty) out_ += ',';
  if (!level.in_line) new_line();
  level.empty = false;
}

void JsonText::open(char bracket, bool in_line) {
  before_value();
  out_ += bracket;
  levels_.push_back({in_line || (!levels_.empty() && levels_.back().in_line), true});
}

void JsonText::close(char bracket) {
  const Level closed = levels_.back();
  levels_.pop_back();
  if (!closed.in_line && !closed.empty) new_line();
  out_ += bracket;
}

void JsonText::key(std::string_view name) {
  before_value();
  out_ += json_quoted(name);
  out_ += indented_ ? ": " : ":";
  after_key_ = true;
}

void JsonText::number(float value) {
  // fmt writes the shortest digits that round-trip. JSON integers cannot express "-0", so it is written as a
  // real.
  raw(value != 0 ? fmt::format("{}", value) : std::signbit(value) ? "-0.0" : "0");
}
void JsonText::raw(std::string_view json) {
  before_value();
  out_ += json;
}

void JsonText::numbers(std::string_view name, const float* values, std::size_t count) {
  key(name);
  begin_array(true);
  for (std::size_t i = 0; i < count; ++i) number(values[i]);
  end_array();
}

}  // namespace skelter::gltf
