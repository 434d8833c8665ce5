#include "skelter/core/error.h"

#include <iterator>

#include "skelter/core/status.h"

namespace skelter {

std::string_view to_text(Status status) {
  constexpr std::string_view kWords[] = {
      "ok",       "invalid argument", "not found",      "input or output failed",
      "bad data", "not supported",    "limit exceeded", "not ready"};
  const auto index = static_cast<std::size_t>(status);
  return index < std::size(kWords) ? kWords[index] : "unknown status";
}

std::string_view why(Status status) {
  constexpr std::string_view kSentences[] = {
      "no error",
      "an argument refers to something that does not exist, or arguments do not match",
      "a file was not found",
      "reading or writing failed: no permission, or no space",
      "the data is malformed or damaged",
      "valid, but not supported",
      "a memory, depth or count limit was exceeded",
      "not ready yet: try again later"};
  const auto index = static_cast<std::size_t>(status);
  return index < std::size(kSentences) ? kSentences[index] : "unknown status";
}

std::string to_string(const SourceSpot& spot) {
  std::string text = spot.file;
  if (spot.line != 0) {
    if (!text.empty()) text += ':';
    text += (text.empty() ? "line " : "") + std::to_string(spot.line);
    if (spot.column != 0) text += ':' + std::to_string(spot.column);
  } else if (spot.byte) {
    if (!text.empty()) text += ": ";
    text += "byte " + std::to_string(*spot.byte);
  }
  return text;
}

std::string to_string(const Error& error) {
  std::string text = to_string(error.where);
  for (const std::string& part : {error.where.object, error.message}) {
    if (part.empty()) continue;
    if (!text.empty()) text += ": ";
    text += part;
  }
  return text;
}

}  // namespace skelter
