#include "formats/gltf/container/container.h"

#include <fmt/format.h>

namespace skelter::gltf {
namespace {

constexpr std::uint32_t kMagic = 0x46546C67;  // "glTF"
constexpr std::uint32_t kJsonChunk = 0x4E4F534A, kBinaryChunk = 0x004E4942;
constexpr std::size_t kHeaderBytes = 12, kChunkHeaderBytes = 8;

std::string_view as_text(ByteSpan bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

SourceSpot at_byte(const std::string& file, std::uint64_t byte) {
  return {file, 0, byte, {}};
}
Error bad(const std::string& file, std::uint64_t byte, std::string message) {
  return {Status::bad_data, "gltf.container", std::move(message), at_byte(file, byte)};
}

void skip_byte_order_mark(Container& container, const std::string& file, std::uint64_t byte,
                          Diagnostics& diagnostics) {
  if (container.json.substr(0, 3) != "\xEF\xBB\xBF") return;
  container.json.remove_prefix(3);
  diagnostics.add(Severity::warning, "gltf.byte-order-mark", at_byte(file, byte),
                  "a byte order mark, which glTF forbids; skipped");
}

Result<Container> open_glb(ByteSpan bytes, const std::string& file, Diagnostics& diagnostics) {
  if (bytes.size() < kHeaderBytes)
    return bad(file, bytes.size(), fmt::format("the file ends inside the {}-byte header", kHeaderBytes));
  const auto version = load_le<std::uint32_t>(bytes, 4);
  if (version != 2) return bad(file, 4, fmt::format("GLB version {}; expected 2", version));
  const std::uint64_t length = load_le<std::uint32_t>(bytes, 8);
  if (length > bytes.size())
    return bad(file, 8,
               fmt::format("length {} in a file of {} bytes; the file is truncated", length, bytes.size()));
  if (length < kHeaderBytes) return bad(file, 8, fmt::format("length {}; expected at least 12", length));
  if (length < bytes.size())
    diagnostics.add(Severity::warning, "gltf.trailing-bytes", at_byte(file, length),
                    fmt::format("{} bytes after the end; ignored", bytes.size() - length));

  Container container;
  container.glb = true;
  bool has_json = false;
  for (std::uint64_t at = kHeaderBytes; at < length;) {
    if (length - at < kChunkHeaderBytes)
      return bad(file, at, fmt::format("{} bytes left; expected a chunk", length - at));
    const std::uint64_t size = load_le<std::uint32_t>(bytes, static_cast<std::size_t>(at));
    const auto type = load_le<std::uint32_t>(bytes, static_cast<std::size_t>(at) + 4);
    if (size > length - at - kChunkHeaderBytes)
      return bad(
          file, at,
          fmt::format("a chunk of {} bytes, but only {} are left", size, length - at - kChunkHeaderBytes));
    const ByteSpan data =
        bytes.subspan(static_cast<std::size_t>(at) + kChunkHeaderBytes, static_cast<std::size_t>(size));
    if (size % 4 != 0)
      diagnostics.add(Severity::warning, "gltf.chunk-length", at_byte(file, at),
                      fmt::format("a chunk of {} bytes; expected a multiple of 4", size));
    if (!has_json) {
      if (type != kJsonChunk) return bad(file, at + 4, "the first chunk is not JSON");
      container.json = as_text(data);
      has_json = true;
    } else if (type == kBinaryChunk && !container.has_binary) {
      container.binary = data;
      container.has_binary = true;
      if (at != kHeaderBytes + kChunkHeaderBytes + container.json.size())
        diagnostics.add(Severity::warning, "gltf.chunk-order", at_byte(file, at),
                        "binary data after another chunk; expected it right after the JSON");
    } else if (type == kJsonChunk || type == kBinaryChunk) {
      diagnostics.add(Severity::warning, "gltf.second-chunk", at_byte(file, at),
                      "a second chunk of this type; ignored");
    }
    at += kChunkHeaderBytes + size;
  }
  if (!has_json) return bad(file, kHeaderBytes, "no chunk; expected JSON");
  skip_byte_order_mark(container, file, kHeaderBytes + kChunkHeaderBytes, diagnostics);
  return container;
}

}  // namespace

Result<Container> open_container(ByteSpan bytes, const std::string& file, Diagnostics& diagnostics) {
  if (bytes.size() >= 4 && load_le<std::uint32_t>(bytes, 0) == kMagic)
    return open_glb(bytes, file, diagnostics);
  Container container;
  container.json = as_text(bytes);
  skip_byte_order_mark(container, file, 0, diagnostics);
  const std::size_t begin = container.json.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos || container.json[begin] != '{')
    return bad(file, 0, "neither JSON nor GLB; expected `{` or `glTF`");
  return container;
}

}  // namespace skelter::gltf
