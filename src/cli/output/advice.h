#pragma once
// Adds command-line options to messages: the library itself names no commands or options.

#include <string>
#include <string_view>

#include "scene/lint/internal/lint.h"

namespace skelter::cli {

// Text to append to a message of that code: "; --map-names matches them". "" if no option helps.
std::string advice_on(std::string_view code, std::string_view message);

// A finding's note and advice, including helpful options.
std::string note_text(const LintFinding& finding);
std::string advice_text(const LintFinding& finding);

}  // namespace skelter::cli
