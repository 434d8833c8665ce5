#pragma once
// Independent glTF readers as peers of `bench load_gltf`. They read a file into a validated document and
// decode every accessor to floats, or to 32-bit integers if it may contain indices. They do not read images.

#include <cstdint>
#include <string>

namespace skelter::bench {

// Returns how many numbers were decoded, or 0 if the file is rejected or compressed.
using DecodeGltf = std::uint64_t (*)(const std::string& path);

// github.com/jkuhlmann/cgltf and github.com/spnda/fastgltf. Return null in a build without them.
DecodeGltf cgltf_decode();
DecodeGltf fastgltf_decode();

}  // namespace skelter::bench
