// Decodes views compressed with EXT_meshopt_compression and KHR_meshopt_compression.

#include <meshoptimizer.h>

#include <algorithm>
#include <cstring>

#include "formats/gltf/read/builder.h"
#include "formats/gltf/read/meshes/meshopt_octahedral.h"
#include "formats/gltf/read/meshes/meshopt_vertices.h"

namespace skelter::gltf {
namespace {

struct Compression {
  JsonValue at;
  std::size_t count = 0, stride = 0;
  std::string_view mode, filter;
};

Result<Compression> read_compression(Builder& b, JsonValue at) {
  Compression c;
  c.at = at;
  const auto count = b.count(at, "count", 0);
  if (!count) return count.error();
  const auto stride = b.count(at, "byteStride", 0);
  if (!stride) return stride.error();
  const auto mode = b.text(at, "mode");
  if (!mode) return mode.error();
  const auto filter = b.text(at, "filter");
  if (!filter) return filter.error();
  c.mode = *mode;
  c.filter = at["filter"] ? *filter : "NONE";
  const bool attributes = c.mode == "ATTRIBUTES";
  if (!attributes && c.mode != "TRIANGLES" && c.mode != "INDICES")
    return b.error("gltf.meshopt", at,
                   fmt::format("mode \"{}\"; expected ATTRIBUTES, TRIANGLES or INDICES", c.mode));
  const bool stride_fits =
      attributes ? *stride >= 4 && *stride <= 256 && *stride % 4 == 0 : *stride == 2 || *stride == 4;
  if (!stride_fits)
    return b.error("gltf.meshopt", at,
                   fmt::format("byteStride {}; expected {}", *stride,
                               attributes ? "a multiple of 4 up to 256" : "2 or 4"));
  if (c.mode == "TRIANGLES" && *count % 3 != 0)
    return b.error("gltf.meshopt", at, fmt::format("count {}; expected three per triangle", *count));
  c.stride = static_cast<std::size_t>(*stride);
  b.count_decompressed(*count <= UINT32_MAX ? *count * *stride : 0);
  if (auto taken = b.take_memory(at, *count, *stride); !taken) return taken.error();
  c.count = static_cast<std::size_t>(*count);
  return c;
}

// Decodes YCoCg with alpha: KHR_meshopt_compression, "Filter 4: color". T has 8 or 16 bits per channel.
template <class T, class Signed>
void decode_color(std::vector<std::byte>& bytes) {
  const auto max = static_cast<float>(static_cast<T>(-1));
  for (std::size_t i = 0; i + 4 * sizeof(T) <= bytes.size(); i += 4 * sizeof(T)) {
    T c[4];
    std::memcpy(c, &bytes[i], sizeof(c));
    int scale = c[3];
    for (const int shift : {1, 2, 4, 8}) scale |= scale >> shift;
    const int y = c[0], co = static_cast<Signed>(c[1]), cg = static_cast<Signed>(c[2]);
    const int alpha = ((c[3] << 1) & scale) | (c[3] & 1);
    const int rgba[4] = {y + co - cg, y + cg, y - co - cg, alpha};
    const float factor = scale == 0 ? 0 : max / static_cast<float>(scale);
    for (std::size_t k = 0; k < 4; ++k)
      c[k] = static_cast<T>(std::clamp(static_cast<float>(rgba[k]) * factor + 0.5f, 0.0f, max));
    std::memcpy(&bytes[i], c, sizeof(c));
  }
}

Result<void> apply_filter(Builder& b, const Compression& c, std::vector<std::byte>& bytes) {
  if (c.filter == "NONE") return {};
  const bool octahedral = c.filter == "OCTAHEDRAL", quaternion = c.filter == "QUATERNION";
  const bool exponential = c.filter == "EXPONENTIAL", color = c.filter == "COLOR";
  if (!octahedral && !quaternion && !exponential && !color)
    return b.error(
        "gltf.meshopt", c.at["filter"],
        fmt::format("\"{}\"; expected NONE, OCTAHEDRAL, QUATERNION, EXPONENTIAL or COLOR", c.filter));
  const bool fits = c.mode == "ATTRIBUTES" &&
                    (exponential || (quaternion ? c.stride == 8 : c.stride == 4 || c.stride == 8));
  if (!fits)
    return b.error("gltf.meshopt", c.at,
                   fmt::format("filter {} with mode {} and byteStride {}; expected ATTRIBUTES and {}",
                               c.filter, c.mode, c.stride, quaternion ? "8" : "4 or 8"));
  if (octahedral) decode_meshopt_octahedral(bytes, c.stride);
  if (quaternion) meshopt_decodeFilterQuat(bytes.data(), c.count, c.stride);
  if (exponential) meshopt_decodeFilterExp(bytes.data(), c.count, c.stride);
  if (color && c.stride == 4) decode_color<std::uint8_t, std::int8_t>(bytes);
  if (color && c.stride == 8) decode_color<std::uint16_t, std::int16_t>(bytes);
  return {};
}

bool decode(const Compression& c, ByteSpan compressed, std::byte* out) {
  const auto* data = reinterpret_cast<const unsigned char*>(compressed.data());
  if (c.mode == "TRIANGLES")
    return meshopt_decodeIndexBuffer(out, c.count, c.stride, data, compressed.size()) == 0;
  if (c.mode == "INDICES")
    return meshopt_decodeIndexSequence(out, c.count, c.stride, data, compressed.size()) == 0;
  const bool newer = !compressed.empty() && compressed[0] == std::byte{0xA1};
  return newer ? decode_meshopt_vertices(compressed, c.count, c.stride, out)
               : meshopt_decodeVertexBuffer(out, c.count, c.stride, data, compressed.size()) == 0;
}

}  // namespace

Result<std::vector<std::byte>> decode_meshopt(Builder& b, JsonValue at, ByteSpan compressed) {
  const auto compression = read_compression(b, at);
  if (!compression) return compression.error();
  std::vector<std::byte> bytes(compression->count * compression->stride);
  if (compression->count != 0 && !decode(*compression, compressed, bytes.data()))
    return b.error("gltf.meshopt", at,
                   fmt::format("no data of {} elements of {} bytes in mode {}", compression->count,
                               compression->stride, compression->mode));
  if (auto done = apply_filter(b, *compression, bytes); !done) return done.error();
  return bytes;
}

}  // namespace skelter::gltf
