#pragma once
// Converts page events to viewer events.

#include "skelter/viewer/input.h"
#include "web/answer.h"

namespace skelter::web {

// Input as in sk_viewer_event; a text gives an event per character. Errors: invalid_argument.
Result<std::vector<InputEvent>> events_of(const Json& json);

}  // namespace skelter::web
