#include "formats/gltf/write/write_json.h"

#include <fmt/format.h>

#include <cmath>

#include "system/internal/text.h"

namespace skelter::gltf {
namespace {

// fmt gives the shortest digits that read back the same; JSON has no "-0" that keeps its sign as an integer.
template <class T>
std::string shortest(T value) {
  if (value == 0) return std::signbit(value) ? "-0.0" : "0";
  return fmt::format("{}", value);
}

}  // namespace

std::string quoted_json(std::string_view text) {
  const std::string converted = is_utf8(text) ? std::string() : utf8_from_windows_1252(text);
  std::string out = "\"";
  for (const char c : converted.empty() ? text : std::string_view(converted)) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(static_cast<unsigned char>(c)));
    } else {
      out += c;
    }
  }
  return out + "\"";
}

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
  out_ += quoted_json(name);
  out_ += indented_ ? ": " : ":";
  after_key_ = true;
}

void JsonText::text(std::string_view value) {
  before_value();
  out_ += quoted_json(value);
}
void JsonText::number(float value) {
  before_value();
  out_ += shortest(value);
}
void JsonText::number(double value) {
  before_value();
  out_ += shortest(value);
}
void JsonText::integer(std::uint64_t value) {
  before_value();
  out_ += fmt::format("{}", value);
}
void JsonText::boolean(bool value) {
  before_value();
  out_ += value ? "true" : "false";
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
