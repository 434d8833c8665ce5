#pragma once
// JSON conversion helpers shared by the commands, the viewer and the web page.

#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string_view>

#include "skelter/core/diagnostics.h"
#include "skelter/core/none.h"

namespace skelter::compile {

using Json = nlohmann::ordered_json;

// Convert kNone, an empty optional and "" to null.
inline Json index_or_null(std::uint32_t index) {
  return index == kNone ? Json(nullptr) : Json(index);
}
template <class T>
Json value_or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}
inline Json text_or_null(std::string_view text) {
  return text.empty() ? Json(nullptr) : Json(text);
}

template <class List, class ToJson>
Json list_json(const List& list, const ToJson& to_json) {
  Json json = Json::array();
  for (const auto& entry : list) json.push_back(to_json(entry));
  return json;
}

// Like list_json, but calls `to_json` with the index of each entry.
template <class ToJson>
Json indexed_json(std::size_t count, const ToJson& to_json) {
  Json json = Json::array();
  for (std::uint32_t i = 0; i < count; ++i) json.push_back(to_json(i));
  return json;
}

// Selects members of an entry in addition to severity, code, message, spot, object and count.
struct DiagnosticFields {
  bool nulls = false;  // null for missing values, instead of "" and 0
  bool place = false;  // adds "line" and "column"
  bool text = false;   // adds the text from to_string()
};
Json diagnostics_json(std::span<const Diagnostic> diagnostics, const DiagnosticFields& fields = {});

// Returns the JSON text on one line, or indented. Names may contain bytes that are not UTF-8, which become
// U+FFFD.
std::string dumped(const Json& json, int indent = -1);

}  // namespace skelter::compile
