#pragma once
// Other glTF readers as peers of `bench load_gltf`. They read a file to a validated document and decode every
// accessor to floats, or to 32-bit integers if it may hold indices. Images are not read.

#include <cstdint>
#include <string>

namespace skelter::bench {

// Returns the count of decoded numbers; 0 if the file is rejected or compressed.
using DecodeGltf = std::uint64_t (*)(const std::string& path);

// github.com/jkuhlmann/cgltf and github.com/spnda/fastgltf. Null in a build without them.
DecodeGltf cgltf_decode();
DecodeGltf fastgltf_decode();

}  // namespace skelter::bench
