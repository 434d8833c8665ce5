#include "web/answer.h"

#include <algorithm>
#include <cmath>

#include "compile/internal/json_values.h"

namespace skelter::web {
namespace {

std::string buffer;
std::optional<Error> last_error;

}  // namespace

const char* answer_text(std::string text) {
  buffer = std::move(text);
  return buffer.c_str();
}
const char* answer(const Json& json) {
  return answer_text(compile::dumped(json));
}
const char* answer(const Error& error) {
  return answer(Json{{"error", to_json(error)}});
}
const char* answer(const Result<void>& result) {
  return result ? answer(Json::object()) : answer(result.error());
}

void note_error(std::optional<Error> error) {
  last_error = std::move(error);
}
const std::optional<Error>& noted_error() {
  return last_error;
}

Json to_json(const Error& error) {
  std::string status(to_text(error.status));
  std::replace(status.begin(), status.end(), ' ', '_');
  return {{"status", status},
          {"code", error.code},
          {"message", error.message},
          {"file", error.where.file},
          {"line", error.where.line == 0 ? Json(nullptr) : Json(error.where.line)},
          {"column", error.where.column == 0 ? Json(nullptr) : Json(error.where.column)},
          {"byte", error.where.byte ? Json(*error.where.byte) : Json(nullptr)},
          {"object", error.where.object},
          {"text", to_string(error)}};
}

Json to_json(const Diagnostics& diagnostics) {
  return compile::diagnostics_json(diagnostics.entries(), {.text = true});
}

Error wrong_call(std::string_view code, std::string message) {
  return {Status::invalid_argument, code, std::move(message), {}};
}

Error no_such(const char* what, std::uint32_t number) {
  return wrong_call("web.no-such", std::string("no ") + what + " " + std::to_string(number));
}

Result<Json> parse_object(const char* text) {
  if (text == nullptr || *text == '\0') return Json::object();
  Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded() || !json.is_object())
    return Error{Status::bad_data, "web.json", "the call's argument is not a JSON object", {}};
  return json;
}

std::optional<std::string> text_of(const Json& json, const char* name) {
  const auto found = json.find(name);
  if (found == json.end() || !found->is_string()) return std::nullopt;
  return found->get<std::string>();
}

std::optional<double> number_of(const Json& json, const char* name) {
  const auto found = json.find(name);
  if (found == json.end() || !found->is_number()) return std::nullopt;
  const auto number = found->get<double>();
  return std::isfinite(number) ? std::optional(number) : std::nullopt;
}

bool flag_of(const Json& json, const char* name, bool otherwise) {
  const auto found = json.find(name);
  return found == json.end() || !found->is_boolean() ? otherwise : found->get<bool>();
}

std::vector<std::string> texts_of(const Json& json, const char* name) {
  std::vector<std::string> texts;
  const auto found = json.find(name);
  if (found == json.end() || !found->is_array()) return texts;
  for (const Json& entry : *found)
    if (entry.is_string()) texts.push_back(entry.get<std::string>());
  return texts;
}

}  // namespace skelter::web
