#include "cli/output/json_text.h"

#include <cmath>
#include <cstdint>

#include "compile/internal/json_values.h"

namespace skelter::cli {
namespace {

constexpr std::size_t kLineLength = 100;

std::string on_one_line(const Json& json) {
  if (!json.is_structured()) return compile::dumped(json);
  std::string text;
  for (const auto& item : json.items()) {
    if (!text.empty()) text += ", ";
    if (json.is_object()) text += on_one_line(Json(item.key())) + ": ";
    text += on_one_line(item.value());
  }
  return json.is_object() ? "{" + text + "}" : "[" + text + "]";
}

bool is_flat_list(const Json& json) {
  if (!json.is_array()) return false;
  for (const Json& item : json)
    if (item.is_structured()) return false;
  return true;
}

void append(std::string& text, const Json& json, std::size_t indent) {
  // Strings, numbers and flat lists are never broken into lines. Other values are tried on one line first.
  if (!json.is_structured() || is_flat_list(json)) {
    text += on_one_line(json);
    return;
  }
  if (json.size() <= 8) {
    const std::string line = on_one_line(json);
    if (line.size() + indent <= kLineLength) {
      text += line;
      return;
    }
  }
  const std::string inner(indent + 2, ' ');
  text += json.is_object() ? "{\n" : "[\n";
  bool first = true;
  for (const auto& item : json.items()) {
    if (!first) text += ",\n";
    first = false;
    text += inner;
    if (json.is_object()) text += on_one_line(Json(item.key())) + ": ";
    append(text, item.value(), indent + 2);
  }
  text += '\n' + std::string(indent, ' ') + (json.is_object() ? '}' : ']');
}

}  // namespace

Json number(double value) {
  if (!std::isfinite(value)) return nullptr;
  constexpr double kExact = 9007199254740992.0;  // 2^53: integers up to this value are exact
  if (value == std::trunc(value) && std::abs(value) < kExact) return static_cast<std::int64_t>(value);
  return value;
}

Json numbers(std::span<const double> values) {
  Json list = Json::array();
  for (const double value : values) list.push_back(number(value));
  return list;
}

Json numbers(std::span<const float> values) {
  Json list = Json::array();
  for (const float value : values) list.push_back(number(value));
  return list;
}

Json numbers(const Vec3d& v) {
  return Json::array({number(v.x), number(v.y), number(v.z)});
}

Json name_or_null(const std::string& name) {
  return compile::text_or_null(name);
}

Json to_json(const Diagnostics& diagnostics) {
  return compile::diagnostics_json(diagnostics.entries(), {.nulls = true});
}

Json to_json(std::span<const Diagnostic> diagnostics) {
  return compile::diagnostics_json(diagnostics, {.nulls = true, .place = true});
}

std::string to_text(const Json& json) {
  std::string text;
  append(text, json, 0);
  text += '\n';
  return text;
}

std::string to_line(const Json& json) {
  return compile::dumped(json) + "\n";
}

Json unreadable_json(const std::string& file, const Error& error) {
  Diagnostics diagnostics;
  diagnostics.add(Severity::error, error.code, error.where, error.message);
  return {{"file", file}, {"ok", false}, {"diagnostics", to_json(diagnostics)}};
}

}  // namespace skelter::cli
