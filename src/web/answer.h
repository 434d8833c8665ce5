#pragma once
// Results for the page: JSON text in a buffer that the next result overwrites.

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "skelter/core/diagnostics.h"
#include "skelter/core/error.h"
#include "skelter/core/result.h"

namespace skelter::web {

using Json = nlohmann::ordered_json;

const char* answer(const Json& json);
const char* answer_text(std::string text);
const char* answer(const Error& error);
// Returns {} on success, otherwise the error.
const char* answer(const Result<void>& result);

// Sets the result of sk_last_error. An empty `error` means success.
void note_error(std::optional<Error> error);
const std::optional<Error>& noted_error();

Json to_json(const Error& error);
Json to_json(const Diagnostics& diagnostics);

Error wrong_call(std::string_view code, std::string message);
// Returns an error such as "no mesh 7".
Error no_such(const char* what, std::uint32_t number);

// Parses a JSON object; "" counts as {}. Errors: bad_data.
Result<Json> parse_object(const char* text);
// Return the member if it has this type, otherwise nothing or a default. Never throw.
std::optional<std::string> text_of(const Json& json, const char* name);
std::optional<double> number_of(const Json& json, const char* name);
bool flag_of(const Json& json, const char* name, bool otherwise = false);
std::vector<std::string> texts_of(const Json& json, const char* name);

}  // namespace skelter::web
