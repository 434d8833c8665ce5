#include "formats/fbx/internal/header.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace skelter::fbx {
namespace {

constexpr std::string_view kMagic("Kaydara FBX Binary  \0\x1A", 22);
constexpr std::string_view kMagicWords = kMagic.substr(0, 18);
constexpr std::string_view kHeaderRecord = "FBXHeaderExtension:";
constexpr std::size_t kTextLook = 16384;  // bytes at the start of a text file that must contain the header
constexpr std::uint32_t kOldest = 3000, kNewest = 7700, kUnsaid = 7400;

std::string_view start_of(ByteSpan bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), std::min(bytes.size(), kTextLook)};
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// Returns 7400 for "; FBX 7.4.0 project file", or 0 if there is no such comment.
std::uint32_t version_in_comment(std::string_view text) {
  const std::size_t at = text.find("FBX ");
  const std::size_t line = text.find('\n');
  const std::size_t begin = text.find(';');
  if (begin == std::string_view::npos || at == std::string_view::npos || at > line || at < begin) return 0;
  std::uint32_t version = 0, factor = 1000;
  for (std::size_t i = at + 4; i < text.size() && factor != 0; ++i) {
    if (is_digit(text[i])) {
      version += factor * static_cast<std::uint32_t>(text[i] - '0');
      factor /= 10;
    } else if (text[i] != '.') {
      break;
    }
  }
  return version;
}

// The value of FBXVersion, or 0.
std::uint32_t version_in_record(std::string_view text) {
  const std::size_t at = text.find("FBXVersion:");
  if (at == std::string_view::npos) return 0;
  std::uint32_t version = 0;
  std::size_t i = at + 11;
  while (i < text.size() && (text[i] == ' ' || text[i] == '\t')) ++i;
  for (; i < text.size() && is_digit(text[i]) && version < 1'000'000; ++i)
    version = 10 * version + static_cast<std::uint32_t>(text[i] - '0');
  return version;
}

bool has_line(std::string_view text, std::string_view beginning) {
  for (std::size_t at = text.find(beginning); at != std::string_view::npos;
       at = text.find(beginning, at + 1)) {
    std::size_t before = at;
    while (before > 0 && (text[before - 1] == ' ' || text[before - 1] == '\t')) --before;
    if (before == 0 || text[before - 1] == '\n' || text[before - 1] == '\r' || text[before - 1] == '\xBF')
      return true;
  }
  return false;
}

Error truncated_header_error(ByteSpan bytes, const std::string& file) {
  return {Status::bad_data,
          "fbx.truncated",
          fmt::format("ends inside its header of {} bytes", kBinaryHeaderBytes),
          {file, 0, bytes.size(), {}}};
}

void check_version(const RecordTree& tree, Diagnostics& diagnostics) {
  if (tree.version >= kOldest && tree.version <= kNewest) return;
  diagnostics.add(
      Severity::warning, "fbx.version", {tree.file, 0, {}, {}},
      fmt::format("version {}; expected {} to {}, and what differs may be read wrongly; if it is, "
                  "export again as FBX 2020 or convert the file with Autodesk's FBX Converter",
                  tree.version, kOldest, kNewest));
}

}  // namespace

bool is_binary_header(ByteSpan bytes) {
  return bytes.size() >= kMagic.size() && std::memcmp(bytes.data(), kMagic.data(), kMagic.size()) == 0;
}

bool begins_as_fbx(ByteSpan bytes) {
  return start_of(bytes).substr(0, kMagicWords.size()) == kMagicWords || is_text_header(bytes);
}

bool is_text_header(ByteSpan bytes) {
  const std::string_view text = start_of(bytes);
  if (text.find('\0') != std::string_view::npos) return false;
  return version_in_comment(text) != 0 || has_line(text, kHeaderRecord);
}

Error not_fbx_error(ByteSpan bytes, const std::string& file) {
  if (bytes.size() >= kMagicWords.size() && kMagic.substr(0, bytes.size()) == start_of(bytes))
    return truncated_header_error(bytes, file);
  if (start_of(bytes).substr(0, kMagicWords.size()) == kMagicWords)
    return {Status::bad_data,
            "fbx.not-fbx",
            "damaged: expected two spaces and the bytes 00 1A after \"Kaydara FBX Binary\"",
            {file, 0, {}, {}}};
  return {Status::bad_data,
          "fbx.not-fbx",
          bytes.empty() ? "an empty file; expected FBX"
                        : "not an FBX file: expected \"Kaydara FBX Binary\" as its first bytes, or "
                          "FBXHeaderExtension in a text",
          {file, 0, {}, {}}};
}

Result<void> read_header(RecordTree& tree, Diagnostics& diagnostics) {
  const ByteSpan bytes = tree.source;
  tree.binary = is_binary_header(bytes);
  if (tree.binary) {
    if (bytes.size() < kBinaryHeaderBytes) return truncated_header_error(bytes, tree.file);
    tree.big_endian = bytes[22] != std::byte{0};
    tree.version = load_le<std::uint32_t>(bytes, 23);
    if (tree.big_endian) tree.version = __builtin_bswap32(tree.version);
    check_version(tree, diagnostics);
    return {};
  }
  if (!is_text_header(bytes)) return not_fbx_error(bytes, tree.file);
  const std::string_view text = start_of(bytes);
  tree.version = version_in_record(text);
  if (tree.version == 0) tree.version = version_in_comment(text);
  if (tree.version == 0) tree.version = kUnsaid;
  check_version(tree, diagnostics);
  return {};
}

}  // namespace skelter::fbx
