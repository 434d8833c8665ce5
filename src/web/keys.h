#pragma once
// Converts page events to viewer events.

#include "skelter/viewer/input.h"
#include "web/answer.h"

namespace skelter::web {

// Converts input as described at sk_viewer_event. Text gives one event per character. Errors:
// invalid_argument.
Result<std::vector<InputEvent>> events_of(const Json& json);

}  // namespace skelter::web
