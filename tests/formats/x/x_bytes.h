#pragma once
// Small files for tests: text after a header, binary tokens one at a time, and MSZIP packing.

#include <zlib.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "skelter/core/bytes.h"
#include "skelter/formats/x/object_tree.h"

namespace skelter::test {

inline std::vector<std::byte> to_bytes(std::string_view text) {
  const auto* const first = reinterpret_cast<const std::byte*>(text.data());
  return {first, first + text.size()};
}

inline std::vector<std::byte> text_file(std::string_view body) {
  return to_bytes("xof 0303txt 0032" + std::string(body));
}

// Binary tokens after a header: BinaryFile().name("Frame").open().close().bytes().
class BinaryFile {
 public:
  explicit BinaryFile(std::string_view header = "xof 0303bin 0032") : bytes_(to_bytes(header)) {}

  BinaryFile& token(std::uint16_t value) { return raw(value); }
  BinaryFile& name(std::string_view text) { return token(1).counted(text); }
  // Adds the separator that D3DX requires, or a different one. 0: no separator.
  BinaryFile& string(std::string_view text, std::uint16_t separator = 20) {
    token(2).counted(text);
    return separator == 0 ? *this : token(separator);
  }
  BinaryFile& integer(std::uint32_t value) { return token(3).raw(value); }
  BinaryFile& guid(const XGuid& guid) {
    token(5).raw(guid.a).raw(guid.b).raw(guid.c);
    for (const std::uint8_t byte : guid.d) raw(byte);
    return *this;
  }
  BinaryFile& integers(const std::vector<std::uint32_t>& values) {
    token(6).raw(static_cast<std::uint32_t>(values.size()));
    for (const std::uint32_t value : values) raw(value);
    return *this;
  }
  BinaryFile& floats(const std::vector<float>& values) {
    token(7).raw(static_cast<std::uint32_t>(values.size()));
    for (const float value : values) raw(value);
    return *this;
  }
  BinaryFile& doubles(const std::vector<double>& values) {
    token(7).raw(static_cast<std::uint32_t>(values.size()));
    for (const double value : values) raw(value);
    return *this;
  }
  BinaryFile& open() { return token(10); }
  BinaryFile& close() { return token(11); }
  BinaryFile& open_bracket() { return token(14); }
  BinaryFile& close_bracket() { return token(15); }
  BinaryFile& dot() { return token(18); }
  BinaryFile& comma() { return token(19); }
  BinaryFile& semicolon() { return token(20); }
  BinaryFile& begin_template(std::string_view name_text) { return token(31).name(name_text).open(); }

  template <class T>
  BinaryFile& raw(T value) {
    const auto* const first = reinterpret_cast<const std::byte*>(&value);
    bytes_.insert(bytes_.end(), first, first + sizeof value);
    return *this;
  }

  const std::vector<std::byte>& bytes() const { return bytes_; }

 private:
  BinaryFile& counted(std::string_view text) {
    raw(static_cast<std::uint32_t>(text.size()));
    for (const char c : text) raw(c);
    return *this;
  }

  std::vector<std::byte> bytes_;
};

template <class T>
void append_raw(std::vector<std::byte>& bytes, T value) {
  const auto* const first = reinterpret_cast<const std::byte*>(&value);
  bytes.insert(bytes.end(), first, first + sizeof value);
}

// A raw deflate stream of `plain`, which may copy from `window`.
inline std::vector<std::byte> deflate_raw(ByteSpan plain, ByteSpan window) {
  z_stream stream{};
  deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY);
  if (!window.empty())
    deflateSetDictionary(&stream, reinterpret_cast<const Bytef*>(window.data()),
                         static_cast<uInt>(window.size()));
  std::vector<std::byte> packed(deflateBound(&stream, static_cast<uLong>(plain.size())));
  stream.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(plain.data()));
  stream.avail_in = static_cast<uInt>(plain.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  deflate(&stream, Z_FINISH);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

// The compressed form of a plain text or binary file, with `block` plain bytes per block. Each block may copy
// from the previous one.
inline std::vector<std::byte> packed_file(ByteSpan plain, std::size_t block = 32768) {
  std::vector<std::byte> file(plain.begin(), plain.begin() + 16);
  const bool binary = file[8] == std::byte{'b'};
  std::memcpy(file.data() + 8, binary ? "bzip" : "tzip", 4);
  append_raw(file, static_cast<std::uint32_t>(plain.size()));
  for (std::size_t at = 16; at < plain.size(); at += block) {
    const std::size_t size = std::min(block, plain.size() - at);
    const std::size_t window = std::min<std::size_t>(32768, at - 16);
    const std::vector<std::byte> packed =
        deflate_raw(plain.subspan(at, size), plain.subspan(at - window, window));
    append_raw(file, static_cast<std::uint16_t>(size));
    append_raw(file, static_cast<std::uint16_t>(packed.size() + 2));
    file.push_back(std::byte{'C'});
    file.push_back(std::byte{'K'});
    file.insert(file.end(), packed.begin(), packed.end());
  }
  return file;
}

}  // namespace skelter::test
