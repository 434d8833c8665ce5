#pragma once
// Events of a page as the viewer takes them.

#include "skelter/viewer/input.h"
#include "web/answer.h"

namespace skelter::web {

// As sk_viewer_event describes them; a text gives an event for each character. Errors: invalid_argument.
Result<std::vector<InputEvent>> events_of(const Json& json);

}  // namespace skelter::web
