#pragma once
// Our reader of glTF in parts, for `bench load_gltf`: what other readers do as well, and what each part of
// the whole takes. Calls the reader's own functions in the order of read.cpp.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace skelter::bench {

// What cgltf and fastgltf do (peers/gltf.h): the file, its JSON, the checks of what is not a mesh, a skin or
// an animation, and every accessor decoded and proven finite. How many numbers; 0 where the file is refused
// or needs Draco.
std::uint64_t decode_with_skelter(const std::string& path);

constexpr std::array kGltfParts = {"file", "json", "document", "meshes", "skins", "animations"};
using GltfPartSeconds = std::array<double, kGltfParts.size()>;

// A whole load, part by part. Preconditions: the file loads.
GltfPartSeconds time_gltf_parts(const std::string& path);

}  // namespace skelter::bench
