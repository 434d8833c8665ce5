#pragma once
// Other readers of glTF as peers of `bench load_gltf`: a file to its document, checked, and every accessor as
// floats, or as 32-bit numbers where it holds whole numbers that may be indices. Pictures are left alone.

#include <cstdint>
#include <string>

namespace skelter::bench {

// How many numbers were decoded; 0 where the file is refused or is compressed.
using DecodeGltf = std::uint64_t (*)(const std::string& path);

// github.com/jkuhlmann/cgltf and github.com/spnda/fastgltf. Null in a build without them.
DecodeGltf cgltf_decode();
DecodeGltf fastgltf_decode();

}  // namespace skelter::bench
