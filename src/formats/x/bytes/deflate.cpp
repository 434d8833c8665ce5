#include "formats/x/bytes/deflate.h"

#include <zlib.h>

#include <algorithm>
#include <cstdint>

#include "formats/x/bytes/x_header.h"

namespace skelter::x {
namespace {

constexpr std::size_t kBlockBytes = 32768;

void append_little_endian(std::vector<std::byte>& out, std::uint64_t value, int bytes) {
  for (int i = 0; i < bytes; ++i) out.push_back(static_cast<std::byte>((value >> (8 * i)) & 0xFF));
}

// Compresses body[begin, begin + size) to one raw deflate stream. Its matches may refer to the 32768 bytes
// before `begin`.
std::vector<std::byte> deflated(ByteSpan body, std::size_t begin, std::size_t size) {
  constexpr int kRawStream = -15;  // no zlib frame, window of 32768
  z_stream stream{};
  deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, kRawStream, 9, Z_DEFAULT_STRATEGY);
  // zlib's interface is not const-correct; it only reads both buffers.
  auto* bytes = reinterpret_cast<Bytef*>(const_cast<std::byte*>(body.data()));
  const std::size_t history = std::min(begin, kBlockBytes);
  if (history > 0) deflateSetDictionary(&stream, bytes + begin - history, static_cast<uInt>(history));
  std::vector<std::byte> packed(deflateBound(&stream, static_cast<uLong>(size)));
  stream.next_in = bytes + begin;
  stream.avail_in = static_cast<uInt>(size);
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  ::deflate(&stream, Z_FINISH);  // cannot fail: the output is as large as deflateBound
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

}  // namespace

std::vector<std::byte> packed_body(ByteSpan body) {
  std::vector<std::byte> out;
  append_little_endian(out, body.size() + kXHeaderBytes, 4);
  for (std::size_t begin = 0; begin < body.size(); begin += kBlockBytes) {
    const std::size_t size = std::min(kBlockBytes, body.size() - begin);
    const std::vector<std::byte> packed = deflated(body, begin, size);
    append_little_endian(out, size, 2);
    append_little_endian(out, packed.size() + 2, 2);
    out.push_back(std::byte{'C'});
    out.push_back(std::byte{'K'});
    out.insert(out.end(), packed.begin(), packed.end());
  }
  return out;
}

}  // namespace skelter::x
