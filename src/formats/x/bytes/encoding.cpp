#include "skelter/formats/x/encoding.h"

#include <fmt/format.h>

namespace skelter {
namespace {

std::string printable(std::string_view bytes) {
  static constexpr char kHex[] = "0123456789abcdef";
  std::string text;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte < 0x7F) {
      text += c;
    } else {
      text += "\\x";
      text += kHex[byte >> 4];
      text += kHex[byte & 15];
    }
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

std::string_view to_text(XEncoding encoding) {
  switch (encoding) {
    case XEncoding::text:
      return "text";
    case XEncoding::binary:
      return "binary";
    case XEncoding::text_compressed:
      return "text-compressed";
    case XEncoding::binary_compressed:
      return "binary-compressed";
  }
  return "unknown encoding";
}

Result<XHeader> parse_x_header(ByteSpan bytes, const std::string& file) {
  if (bytes.size() < kXHeaderBytes)
    return header_error(file, bytes.size(), "x.short-header",
                        fmt::format("file of {} bytes; expected a header of 16 bytes", bytes.size()));
  const std::string_view head(reinterpret_cast<const char*>(bytes.data()), kXHeaderBytes);
  if (head.substr(0, 4) != "xof ")
    return header_error(file, 0, "x.bad-file-type", "bad file type " + found(head.substr(0, 4), "'xof '"));

  XHeader header;
  const std::string_view version = head.substr(4, 4);
  if (version == "0302") {
    header.version = 302;
  } else if (version == "0303") {
    header.version = 303;
  } else {
    return header_error(file, 4, "x.bad-version", "bad version " + found(version, "'0302' or '0303'"));
  }

  const std::string_view format = head.substr(8, 4);
  if (format == "txt ") {
    header.encoding = XEncoding::text;
  } else if (format == "bin ") {
    header.encoding = XEncoding::binary;
  } else if (format == "tzip") {
    header.encoding = XEncoding::text_compressed;
  } else if (format == "bzip") {
    header.encoding = XEncoding::binary_compressed;
  } else {
    return header_error(file, 8, "x.bad-file-type",
                        "bad file type " + found(format, "'txt ', 'bin ', 'tzip' or 'bzip'"));
  }

  const std::string_view float_size = head.substr(12, 4);
  if (float_size == "0032") {
    header.float_bits = 32;
  } else if (float_size == "0064") {
    header.float_bits = 64;
  } else {
    return header_error(file, 12, "x.bad-float-size",
                        "bad float size " + found(float_size, "'0032' or '0064'"));
  }
  return header;
}

}  // namespace skelter
