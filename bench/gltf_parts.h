#pragma once
// Skelter's glTF reader in parts, for `bench load_gltf`: the work that other readers also do, and the time of
// each part. Calls the reader's internal functions in the order of read.cpp.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace skelter::bench {

// Does the same work as cgltf and fastgltf (peers/gltf.h): reads the file and its JSON, checks everything
// except meshes, skins and animations, and decodes every accessor with a check for finite numbers. Returns
// how many numbers were decoded, or 0 if the file is rejected or needs Draco.
std::uint64_t decode_with_skelter(const std::string& path);

constexpr std::array kGltfParts = {"file", "json", "document", "meshes", "skins", "animations"};
using GltfPartSeconds = std::array<double, kGltfParts.size()>;

// Times a complete load, part by part. Precondition: the file loads.
GltfPartSeconds time_gltf_parts(const std::string& path);

}  // namespace skelter::bench
