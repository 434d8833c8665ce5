#include "cli/output/window_state.h"

#include <span>

#include "skelter/system/file.h"
#include "system/internal/text.h"

namespace skelter::cli {

Json to_json(const WindowShown& shown) {
  return {{"number", shown.windows},
          {"frames", shown.frames},
          {"rests", shown.rests},
          {"width", shown.size.width},
          {"height", shown.size.height},
          {"mouse", {number(shown.mouse_x), number(shown.mouse_y)}},
          {"keys_down", shown.keys_down},
          {"keys_up", shown.keys_up},
          {"buttons_down", shown.buttons_down},
          {"buttons_up", shown.buttons_up},
          {"wheel_steps", number(shown.wheel_steps)}};
}

Result<void> write_state(const std::string& path, const Json& state) {
  const std::string text = printable(to_text(state), LineEnds::kept);  // the path "-" may be a terminal
  return write_file(path, std::as_bytes(std::span(text)), true);
}

}  // namespace skelter::cli
