#include "formats/x/bytes/code_page.h"

#include "system/internal/text.h"

namespace skelter::x {

std::string to_utf8(std::string_view bytes, XTreeOptions::Text code_page) {
  if (is_utf8(bytes)) return std::string(bytes);
  return code_page == XTreeOptions::Text::shift_jis ? utf8_from_shift_jis(bytes)
                                                    : utf8_from_windows_1252(bytes);
}

}  // namespace skelter::x
