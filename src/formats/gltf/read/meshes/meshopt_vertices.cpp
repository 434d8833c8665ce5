#include "formats/gltf/read/meshes/meshopt_vertices.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

namespace skelter::gltf {
namespace {

constexpr std::size_t kGroup = 16;          // bytes with a common width
constexpr std::size_t kLargestBlock = 256;  // vertices
constexpr std::size_t kBlockBytes = 8192;
constexpr std::size_t kLargestVertex = 256;  // bytes

using Byte = std::uint8_t;

class Source {
 public:
  explicit Source(ByteSpan bytes) : at_(reinterpret_cast<const Byte*>(bytes.data())), left_(bytes.size()) {}
  // Returns the next `size` bytes, or null if fewer are left.
  const Byte* take(std::size_t size) {
    if (size > left_) return nullptr;
    const Byte* bytes = at_;
    at_ += size;
    left_ -= size;
    return bytes;
  }
  std::size_t left() const { return left_; }

 private:
  const Byte* at_;
  std::size_t left_;
};

// Decodes 16 values of `bits` bits each. If all bits of a value are ones, the value follows in a byte of its
// own.
bool decode_group(Source& source, unsigned bits, Byte* out) {
  if (bits == 0) {
    std::memset(out, 0, kGroup);
    return true;
  }
  const Byte* packed = source.take(kGroup * bits / 8);
  if (packed == nullptr) return false;
  if (bits == 8) {
    std::memcpy(out, packed, kGroup);
    return true;
  }
  const unsigned per_byte = 8 / bits, ones = (1u << bits) - 1;
  for (unsigned i = 0; i < kGroup; ++i) {
    // Single bits start at the low end of a byte, wider values at the high end.
    const unsigned place = i % per_byte;
    const unsigned shift = bits == 1 ? place : 8 - bits * (place + 1);
    const unsigned value = (packed[i / per_byte] >> shift) & ones;
    out[i] = static_cast<Byte>(value);
    if (value != ones) continue;
    const Byte* own = source.take(1);
    if (own == nullptr) return false;
    out[i] = *own;
  }
  return true;
}

// Decodes `size` bytes, a multiple of 16. Two bits per group select its width.
bool decode_bytes(Source& source, std::size_t size, const unsigned* widths, Byte* out) {
  const std::size_t groups = size / kGroup;
  const Byte* header = source.take((groups + 3) / 4);
  if (header == nullptr) return false;
  for (std::size_t g = 0; g < groups; ++g)
    if (!decode_group(source, widths[(header[g / 4] >> (g % 4 * 2)) & 3], out + g * kGroup)) return false;
  return true;
}

template <class T>
T unzigzag(T v) {
  return static_cast<T>((v & 1) != 0 ? ~(v >> 1) : v >> 1);
}

std::uint32_t rotated(std::uint32_t v, unsigned by) {
  return by == 0 ? v : (v << by) | (v >> (32 - by));
}

// Decodes differences between vertices, as integers of type T, from four byte planes. `channel` is 0 for
// bytes and 1 for shorts. 2 means 32-bit differences by exclusive or, rotated by the number in its upper four
// bits.
template <class T>
void undo_differences(const Byte* planes, std::size_t stride, std::size_t count, unsigned channel, Byte* last,
                      Byte* out, std::size_t vertex_size) {
  for (std::size_t k = 0; k < 4; k += sizeof(T)) {
    T previous;
    std::memcpy(&previous, last + k, sizeof(T));
    for (std::size_t i = 0; i < count; ++i) {
      T v = 0;
      for (std::size_t j = 0; j < sizeof(T); ++j)
        v = static_cast<T>(v | static_cast<T>(T{planes[(k + j) * stride + i]} << (8 * j)));
      if constexpr (sizeof(T) == 4)
        previous ^= rotated(v, (32 - (channel >> 4)) & 31);
      else
        previous = static_cast<T>(previous + unzigzag(v));
      std::memcpy(out + i * vertex_size + k, &previous, sizeof(T));
    }
  }
}

struct Stream {
  Source source;
  std::size_t vertex_size = 0;
  unsigned version = 0;
  const Byte* channels = nullptr;  // version 1: one byte per four bytes of a vertex
  std::array<Byte, kLargestVertex> last{};
};

bool decode_block(Stream& s, std::size_t count, Byte* out) {
  constexpr unsigned kWidths0[] = {0, 2, 4, 8}, kWidths1[] = {0, 1, 2, 4, 8};
  const std::size_t padded = (count + kGroup - 1) / kGroup * kGroup;
  std::array<Byte, 4 * kLargestBlock> planes;
  const Byte* controls = s.version == 0 ? nullptr : s.source.take(s.vertex_size / 4);
  if (s.version != 0 && controls == nullptr) return false;
  for (std::size_t k = 0; k < s.vertex_size; k += 4) {
    for (std::size_t j = 0; j < 4; ++j) {
      Byte* plane = planes.data() + j * kLargestBlock;
      const unsigned control = s.version == 0 ? 0u : (controls[k / 4] >> (2 * j)) & 3u;
      if (control == 3) {
        const Byte* literal = s.source.take(count);
        if (literal == nullptr) return false;
        std::memcpy(plane, literal, count);
      } else if (control == 2) {
        std::memset(plane, 0, count);
      } else if (!decode_bytes(s.source, padded, s.version == 0 ? kWidths0 : kWidths1 + control, plane)) {
        return false;
      }
    }
    const unsigned channel = s.version == 0 ? 0u : s.channels[k / 4];
    const auto undo = (channel & 3) == 0   ? undo_differences<std::uint8_t>
                      : (channel & 3) == 1 ? undo_differences<std::uint16_t>
                      : (channel & 3) == 2 ? undo_differences<std::uint32_t>
                                           : nullptr;
    if (undo == nullptr) return false;
    undo(planes.data(), kLargestBlock, count, channel, s.last.data() + k, out + k, s.vertex_size);
  }
  std::memcpy(s.last.data(), out + (count - 1) * s.vertex_size, s.vertex_size);
  return true;
}

}  // namespace

bool decode_meshopt_vertices(ByteSpan data, std::size_t count, std::size_t vertex_size, std::byte* out) {
  if (data.empty()) return false;
  const unsigned header = std::to_integer<unsigned>(data[0]);
  const unsigned version = header & 15;
  if ((header & 0xF0) != 0xA0 || version > 1) return false;
  const std::size_t channel_bytes = version == 0 ? 0 : vertex_size / 4;
  const std::size_t tail = vertex_size + channel_bytes;
  const std::size_t padded_tail = std::max<std::size_t>(tail, version == 0 ? 32 : 24);
  if (data.size() < 1 + padded_tail) return false;

  Stream stream{Source(data.subspan(1, data.size() - 1 - padded_tail)), vertex_size, version, nullptr, {}};
  const auto* end = reinterpret_cast<const Byte*>(data.data()) + data.size();
  std::memcpy(stream.last.data(), end - tail, vertex_size);
  stream.channels = end - channel_bytes;
  const std::size_t block = std::min(kBlockBytes / vertex_size / kGroup * kGroup, kLargestBlock);
  auto* to = reinterpret_cast<Byte*>(out);
  for (std::size_t done = 0; done < count; done += block)
    if (!decode_block(stream, std::min(block, count - done), to + done * vertex_size)) return false;
  return stream.source.left() == 0;
}

}  // namespace skelter::gltf
