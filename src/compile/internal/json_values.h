#pragma once
// Values that commands, the viewer and a page write into JSON in the same way.

#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string_view>

#include "skelter/core/diagnostics.h"
#include "skelter/core/none.h"

namespace skelter::compile {

using Json = nlohmann::ordered_json;

// Null for kNone, for an empty optional and for "".
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

// The same with the index of each entry.
template <class ToJson>
Json indexed_json(std::size_t count, const ToJson& to_json) {
  Json json = Json::array();
  for (std::uint32_t i = 0; i < count; ++i) json.push_back(to_json(i));
  return json;
}

// Members of an entry in addition to severity, code, message, spot, object and count.
struct DiagnosticFields {
  bool nulls = false;  // null for what is missing, instead of "" and 0
  bool place = false;  // "line" and "column"
  bool text = false;   // to_string()
};
Json diagnostics_json(std::span<const Diagnostic> diagnostics, const DiagnosticFields& fields = {});

// On one line, or indented. Names need not be UTF-8: other bytes become U+FFFD.
std::string dumped(const Json& json, int indent = -1);

}  // namespace skelter::compile
