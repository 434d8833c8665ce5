#include "compile/internal/json_values.h"

namespace skelter::compile {

Json diagnostics_json(std::span<const Diagnostic> diagnostics, const DiagnosticFields& fields) {
  const auto known = [&](std::uint32_t number) {
    return number == 0 && fields.nulls ? Json(nullptr) : Json(number);
  };
  return list_json(diagnostics, [&](const Diagnostic& entry) {
    Json json = {{"severity", to_text(entry.severity)},
                 {"code", entry.code},
                 {"message", entry.message},
                 {"spot", to_string(entry.spot)}};
    if (fields.place) {
      json["line"] = known(entry.spot.line);
      json["column"] = known(entry.spot.column);
    }
    json["object"] = fields.nulls ? text_or_null(entry.spot.object) : Json(entry.spot.object);
    json["count"] = entry.count;
    if (fields.text) json["text"] = to_string(entry);
    return json;
  });
}

std::string dumped(const Json& json, int indent) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

}  // namespace skelter::compile
