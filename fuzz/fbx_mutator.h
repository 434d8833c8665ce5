#pragma once
// Changes FBX files record by record, so that most of what the fuzzer tries gets past the containers.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace skelter::fuzz {

struct FbxValue {
  char code = 'L';                     // code of binary files; small letters are arrays
  std::string text{};                  // S R
  std::vector<long double> numbers{};  // one, or those of an array; holds doubles and 64-bit integers
};

struct FbxNode {
  std::string name{};
  std::vector<FbxValue> values{};
  std::vector<FbxNode> children{};
};

struct FbxFile {
  bool binary = true, big_endian = false;
  std::uint32_t version = 7400;
  std::vector<FbxNode> nodes{};
};

// False where the reader of records refuses the bytes.
bool parse_fbx(std::string_view bytes, FbxFile& file);
std::string write_fbx(const FbxFile& file);

// Makes one to four changes. Subtrees are deleted, repeated, swapped or moved; values, lists, names and
// references are replaced; or the file gets another version, byte order or container. If `other` is a file, a
// subtree of it is copied first. Returns "" if the bytes do not parse. The result depends only on the
// arguments.
std::string mutate_fbx(std::string_view bytes, std::string_view other, std::uint32_t seed);

}  // namespace skelter::fuzz
