#include "system/windows/shift_jis.h"

#include <windows.h>

#include "system/windows/utf16.h"

namespace skelter {

std::string first_of_shift_jis(std::string_view& text) {
  constexpr UINT kCodePage = 932;
  const auto byte = static_cast<unsigned char>(text[0]);
  const bool is_pair = ::IsDBCSLeadByteEx(kCodePage, byte) != 0;
  const std::size_t size = is_pair ? 2 : 1;
  // The code page gives a character of its own to single bytes that the standard leaves out.
  const bool is_free = byte == 0x80 || byte == 0xA0 || byte >= 0xFD;
  wchar_t wide[2];
  const int count = size > text.size() || is_free
                        ? 0
                        : ::MultiByteToWideChar(kCodePage, MB_ERR_INVALID_CHARS, text.data(),
                                                static_cast<int>(size), wide, 2);
  text.remove_prefix(count == 0 ? 1 : size);
  return count == 0 ? "\xEF\xBF\xBD" : utf8({wide, static_cast<std::size_t>(count)});
}

}  // namespace skelter
