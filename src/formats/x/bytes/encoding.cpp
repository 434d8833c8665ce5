#include "skelter/formats/x/encoding.h"

#include <cstddef>

namespace skelter {

std::string_view to_text(XEncoding encoding) {
  constexpr std::string_view kWords[] = {"text", "binary", "text-compressed", "binary-compressed"};
  return kWords[static_cast<std::size_t>(encoding)];
}

}  // namespace skelter
