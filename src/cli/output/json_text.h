#pragma once
// JSON that a person can read too: keys in the order they were added, lists of numbers on one line.

#include <nlohmann/json.hpp>
#include <span>
#include <string>

#include "skelter/core/diagnostics.h"
#include "skelter/core/error.h"
#include "skelter/math/mat.h"
#include "skelter/math/vec.h"

namespace skelter::cli {

using Json = nlohmann::ordered_json;

// An integer without ".0"; null for what JSON cannot say.
Json number(double value);
Json numbers(std::span<const double> values);
Json numbers(std::span<const float> values);
Json numbers(const Vec3d& v);

// Null for "", our mark of a missing name.
Json name_or_null(const std::string& name);

// The list that every subcommand gives under "diagnostics".
Json to_json(const Diagnostics& diagnostics);
// The same of a list that is not capped, with "line" and "column".
Json to_json(std::span<const Diagnostic> diagnostics);

// Indented by two; whatever fits on one line of about a hundred characters stays on one. Ends with a line
// end. Bytes that are not UTF-8, as file names may have, become U+FFFD.
std::string to_text(const Json& json);

// The same on one line, for --jsonl.
std::string to_line(const Json& json);

// What --json and --jsonl print where there is nothing to show of a file but why.
Json unreadable_json(const std::string& file, const Error& error);

}  // namespace skelter::cli
