#include "load/foreign_file.h"

#include <algorithm>
#include <string_view>

#include "system/internal/text.h"

namespace skelter {
namespace {

// First bytes that identify a file that is not a model, with the error to report.
struct ForeignBegin {
  std::string_view bytes;
  std::string_view code;
  std::string_view message;
};
constexpr ForeignBegin kForeignBegins[] = {
    {"version https://git-lfs.github.com/spec/", "load.git-lfs",
     "a Git LFS pointer instead of the model; run \"git lfs pull\" in its repository"},
    {"PK\x03\x04", "load.archive", "a ZIP archive; unpack it and open the model inside"},
    {"\x1F\x8B", "load.archive", "compressed with gzip; unpack it first"},
    {"7z\xBC\xAF\x27\x1C", "load.archive", "a 7-Zip archive; unpack it and open the model inside"},
    {"Rar!\x1A\x07", "load.archive", "a RAR archive; unpack it and open the model inside"},
    {"\xFD"
     "7zXZ",
     "load.archive", "compressed with xz; unpack it first"},
    {"\x28\xB5\x2F\xFD", "load.archive", "compressed with Zstandard; unpack it first"},
    {"<!doctype html", "load.web-page", "a web page instead of the model; download the file itself"},
    {"<html", "load.web-page", "a web page instead of the model; download the file itself"},
};

std::string_view all_of(ByteSpan bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// `lower` must not contain capital letters.
bool begins_ignoring_case(std::string_view text, std::string_view lower) {
  if (text.size() < lower.size()) return false;
  return std::equal(lower.begin(), lower.end(), text.begin(), [](char expected, char c) {
    return expected == (c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c);
  });
}

// Whether the file starts like a binary model, which contains zero bytes.
bool begins_as_binary_model(std::string_view text) {
  constexpr std::string_view kBegins[] = {"Kaydara FBX Binary", "glTF", "SKELTER"};
  const bool is_binary_x = text.size() > 16 && text.substr(0, 4) == "xof " && text.substr(8, 3) == "bin";
  return is_binary_x || std::any_of(std::begin(kBegins), std::end(kBegins), [&](std::string_view begin) {
           return text.substr(0, begin.size()) == begin;
         });
}

// True if there are at least two line feeds and each follows a carriage return.
bool has_only_crlf(std::string_view text) {
  std::size_t feeds = 0;
  for (std::size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1), ++feeds)
    if (at == 0 || text[at - 1] != '\r') return false;
  return feeds >= 2;
}

// True for UTF-8 with at least two characters that are not ASCII, which is very improbable in binary data.
bool is_recoded(std::string_view text) {
  const auto high = std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) == 0xC0; });
  return high >= 2 && is_utf8(text);
}

}  // namespace

std::optional<Error> not_a_model(ByteSpan bytes, const std::string& file) {
  std::string_view text = all_of(bytes).substr(0, 4096);
  for (const ForeignBegin& begin : kForeignBegins) {
    std::string_view from = text;
    if (begin.bytes[0] == '<')
      from.remove_prefix(std::min(from.find_first_not_of("\xEF\xBB\xBF \t\r\n"), from.size()));
    const bool same = begin.bytes[0] == '<' ? begins_ignoring_case(from, begin.bytes)
                                            : from.substr(0, begin.bytes.size()) == begin.bytes;
    if (same) return Error{Status::bad_data, begin.code, std::string(begin.message), {file, 0, {}, {}}};
  }
  return std::nullopt;
}

Error with_cause(Error error, ByteSpan bytes) {
  const std::string_view text = all_of(bytes);
  if (error.status != Status::bad_data || !begins_as_binary_model(text)) return error;
  const char* sign = nullptr;
  if (text.size() >= 64 && text.find('\0') == std::string_view::npos)
    sign = "it has no zero bytes";
  else if (has_only_crlf(text))
    sign = "every line feed follows a carriage return";
  else if (is_recoded(text))
    sign = "all of it is UTF-8";
  if (sign != nullptr)
    error.message += std::string(". The file was probably damaged by a transfer as text, because ") + sign +
                     "; copy or download it again as binary";
  return error;
}

}  // namespace skelter
