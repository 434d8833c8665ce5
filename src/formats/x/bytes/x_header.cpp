#include "formats/x/bytes/x_header.h"

#include <fmt/format.h>

#include <algorithm>

namespace skelter {
namespace {

std::string printable(std::string_view bytes) {
  std::string text;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    text += byte >= 0x20 && byte < 0x7F ? std::string(1, c) : fmt::format("\\x{:02x}", byte);
  }
  return text;
}

Error header_error(const std::string& file, std::uint64_t byte, std::string_view code, std::string message) {
  return {Status::bad_data, code, std::move(message), {file, 0, byte, {}}};
}

std::string found(std::string_view bytes, const char* expected) {
  return fmt::format("'{}'; expected {}", printable(bytes), expected);
}

}  // namespace

Result<XHeader> parse_x_header(ByteSpan bytes, const std::string& file) {
  if (bytes.size() < kXHeaderBytes)
    return header_error(file, bytes.size(), "x.short-header",
                        fmt::format("file of {} bytes; expected a header of 16 bytes", bytes.size()));
  const std::string_view head(reinterpret_cast<const char*>(bytes.data()), kXHeaderBytes);
  if (head.substr(0, 4) != "xof ")
    return header_error(file, 0, "x.bad-file-type", "bad file type " + found(head.substr(0, 4), "'xof '"));

  XHeader header;
  const std::string_view version = head.substr(4, 4), format = head.substr(8, 4),
                         float_size = head.substr(12);
  if (version != "0302" && version != "0303")
    return header_error(file, 4, "x.bad-version", "bad version " + found(version, "'0302' or '0303'"));
  header.version = version == "0302" ? 302 : 303;

  constexpr std::string_view kFormats[] = {"txt ", "bin ", "tzip", "bzip"};  // indexed by XEncoding
  const auto known = std::find(std::begin(kFormats), std::end(kFormats), format);
  if (known == std::end(kFormats))
    return header_error(file, 8, "x.bad-file-type",
                        "bad file type " + found(format, "'txt ', 'bin ', 'tzip' or 'bzip'"));
  header.encoding = static_cast<XEncoding>(known - std::begin(kFormats));

  if (float_size != "0032" && float_size != "0064")
    return header_error(file, 12, "x.bad-float-size",
                        "bad float size " + found(float_size, "'0032' or '0064'"));
  header.float_bits = float_size == "0032" ? 32 : 64;
  return header;
}

}  // namespace skelter
