#pragma once
// Human-readable JSON, with keys in insertion order and lists of numbers on one line.

#include <nlohmann/json.hpp>
#include <span>
#include <string>

#include "skelter/core/diagnostics.h"
#include "skelter/core/error.h"
#include "skelter/math/mat.h"
#include "skelter/math/vec.h"

namespace skelter::cli {

using Json = nlohmann::ordered_json;

// Returns an integer without ".0", or null for values that JSON cannot represent.
Json number(double value);
Json numbers(std::span<const double> values);
Json numbers(std::span<const float> values);
Json numbers(const Vec3d& v);

// Returns null for "", which stands for a missing name.
Json name_or_null(const std::string& name);

// Returns the list that every subcommand prints as "diagnostics".
Json to_json(const Diagnostics& diagnostics);
// Like above, for an uncapped list, with "line" and "column".
Json to_json(std::span<const Diagnostic> diagnostics);

// Indents by two spaces. Values that fit on a line of about a hundred characters stay on one line. Ends with
// a newline. Bytes that are not UTF-8, for example in file names, become U+FFFD.
std::string to_text(const Json& json);

// Returns the same JSON on one line, for --jsonl.
std::string to_line(const Json& json);

// Returns the output of --json and --jsonl for a file that cannot be read.
Json unreadable_json(const std::string& file, const Error& error);

}  // namespace skelter::cli
