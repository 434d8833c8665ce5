#include "scene/internal/image_type.h"

namespace skelter {

std::string_view image_type(ByteSpan bytes) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (text.starts_with("\x89PNG")) return "image/png";
  if (text.starts_with("\xFF\xD8\xFF")) return "image/jpeg";
  if (text.size() >= 12 && text.starts_with("RIFF") && text.substr(8, 4) == "WEBP") return "image/webp";
  if (text.starts_with("\xABKTX 20\xBB")) return "image/ktx2";
  if (text.starts_with("DDS ")) return "image/vnd-ms.dds";
  if (text.starts_with("BM")) return "image/bmp";
  if (text.starts_with("GIF8")) return "image/gif";
  if (text.size() >= 12 && text.substr(4, 8) == "ftypavif") return "image/avif";
  return {};
}

}  // namespace skelter
