#pragma once
// Adds command-line options to messages, because the library itself does not name commands or options.

#include <string>
#include <string_view>

#include "scene/lint/internal/lint.h"

namespace skelter::cli {

// Returns text to append to a message with this code, such as "; --map-names matches them". "" if no option
// helps.
std::string advice_on(std::string_view code, std::string_view message);

// Return a finding's note or advice, including options that help.
std::string note_text(const LintFinding& finding);
std::string advice_text(const LintFinding& finding);

}  // namespace skelter::cli
