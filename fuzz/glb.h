#pragma once
// Builds GLB files around compressed bytes, for the targets that decompress and for the seed generator.

#include <fmt/format.h>

#include <cstring>
#include <string>
#include <vector>

#include "skelter/core/bytes.h"

namespace skelter::fuzz {

inline std::vector<std::byte> glb(std::string json, ByteSpan data) {
  json.resize((json.size() + 3) / 4 * 4, ' ');
  const std::size_t padded = (data.size() + 3) / 4 * 4;
  const std::uint32_t header[] = {0x46546C67, 2, static_cast<std::uint32_t>(28 + json.size() + padded),
                                  static_cast<std::uint32_t>(json.size()), 0x4E4F534A};
  const std::uint32_t chunk[] = {static_cast<std::uint32_t>(padded), 0x004E4942};
  std::vector<std::byte> bytes(header[2]);
  std::memcpy(bytes.data(), header, sizeof(header));
  std::memcpy(&bytes[20], json.data(), json.size());
  std::memcpy(&bytes[20 + json.size()], chunk, sizeof(chunk));
  if (!data.empty()) std::memcpy(&bytes[28 + json.size()], data.data(), data.size());
  return bytes;
}

// The input begins with two bytes each for the accessors' vertex and index counts, and bits for the
// attributes in addition to POSITION (0): 1 for NORMAL (1), 2 for TEXCOORD_0 (2), 4 for JOINTS_0 (3) and
// WEIGHTS_0 (4). The Draco data follows.
inline constexpr std::size_t kDracoHeader = 5;

inline std::vector<std::byte> glb_around_draco(ByteSpan input) {
  const auto at = [&](std::size_t i) { return std::to_integer<unsigned>(input[i]); };
  const unsigned vertices = at(0) | at(1) << 8, indices = at(2) | at(3) << 8, more = at(4);
  std::string attributes, ids, accessors;
  int count = 1;
  const auto add = [&](const char* name, int id, int component, const char* type) {
    attributes += fmt::format(",\"{}\":{}", name, ++count);
    ids += fmt::format(",\"{}\":{}", name, id);
    accessors += fmt::format(R"(,{{"componentType":{},"count":{},"type":"{}"}})", component, vertices, type);
  };
  if ((more & 1) != 0) add("NORMAL", 1, 5126, "VEC3");
  if ((more & 2) != 0) add("TEXCOORD_0", 2, 5126, "VEC2");
  if ((more & 4) != 0) {
    add("JOINTS_0", 3, 5121, "VEC4");
    add("WEIGHTS_0", 4, 5126, "VEC4");
  }
  const ByteSpan draco = input.subspan(kDracoHeader);
  return glb(fmt::format(R"({{"asset":{{"version":"2.0"}},"scene":0,"scenes":[{{"nodes":[0]}}],
"extensionsUsed":["KHR_draco_mesh_compression"],"extensionsRequired":["KHR_draco_mesh_compression"],
"nodes":[{{"mesh":0,"skin":0}}],"skins":[{{"joints":[0]}}],
"meshes":[{{"primitives":[{{"attributes":{{"POSITION":0{}}},"indices":1,"extensions":
{{"KHR_draco_mesh_compression":{{"bufferView":0,"attributes":{{"POSITION":0{}}}}}}}}}]}}],
"accessors":[{{"componentType":5126,"count":{},"type":"VEC3","min":[-1,-1,-1],"max":[1,1,1]}},
{{"componentType":5125,"count":{},"type":"SCALAR"}}{}],
"bufferViews":[{{"buffer":0,"byteLength":{}}}],"buffers":[{{"byteLength":{}}}]}})",
                         attributes, ids, vertices, indices, accessors, draco.size(), draco.size()),
             draco);
}

// The input begins with one byte each for the mode, the filter and the stride divided by 4, and two bytes for
// the count. The compressed data follows.
inline constexpr std::size_t kMeshoptHeader = 5;

struct MeshoptClaim {
  std::string_view mode, filter;
  std::size_t stride = 0, count = 0;
};

inline MeshoptClaim meshopt_claim(ByteSpan input) {
  constexpr std::string_view kModes[] = {"ATTRIBUTES", "TRIANGLES", "INDICES"};
  constexpr std::string_view kFilters[] = {"NONE", "OCTAHEDRAL", "QUATERNION", "EXPONENTIAL", "COLOR"};
  const auto at = [&](std::size_t i) { return std::to_integer<std::size_t>(input[i]); };
  const std::string_view mode = kModes[at(0) % 3];
  return {mode, kFilters[at(1) % 5], mode == "ATTRIBUTES" ? 4 * (at(2) % 64 + 1) : 2 + 2 * (at(2) & 1),
          at(3) | at(4) << 8};
}

// No accessor uses the buffer view, but GltfReadOptions::check_all makes the reader open it.
inline std::vector<std::byte> glb_around_meshopt(ByteSpan input) {
  const MeshoptClaim claim = meshopt_claim(input);
  const ByteSpan data = input.subspan(kMeshoptHeader);
  return glb(fmt::format(R"({{"asset":{{"version":"2.0"}},"extensionsUsed":["EXT_meshopt_compression"],
"extensionsRequired":["EXT_meshopt_compression"],"bufferViews":[{{"buffer":1,"byteLength":{},"byteStride":{},
"extensions":{{"EXT_meshopt_compression":{{"buffer":0,"byteLength":{},"byteStride":{},"count":{},"mode":"{}",
"filter":"{}"}}}}}}],"buffers":[{{"byteLength":{}}},{{"byteLength":{}}}]}})",
                         claim.count * claim.stride, claim.stride, data.size(), claim.stride, claim.count,
                         claim.mode, claim.filter, data.size(), claim.count * claim.stride),
             data);
}

}  // namespace skelter::fuzz
