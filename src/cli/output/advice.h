#pragma once
// The library names no command and no option of one. Commands add which of them help.

#include <string>
#include <string_view>

#include "skelter/scene/lint.h"

namespace skelter::cli {

// What to append to a message of that code: "; --map-names matches them". "" where no option helps.
std::string advice_on(std::string_view code, std::string_view message);

// A finding's note and advice, with the options that help.
std::string note_text(const LintFinding& finding);
std::string advice_text(const LintFinding& finding);

}  // namespace skelter::cli
