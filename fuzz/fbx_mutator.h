#pragma once
// Changes FBX files record by record, so that most fuzzer inputs pass the container checks.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace skelter::fuzz {

struct FbxValue {
  char code = 'L';     // type code of binary files; lower-case letters are arrays
  std::string text{};  // for codes S and R
  // A single number, or the elements of an array; holds doubles and 64-bit integers exactly.
  std::vector<long double> numbers{};
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

// Returns false if the bytes cannot be read as records.
bool parse_fbx(std::string_view bytes, FbxFile& file);
std::string write_fbx(const FbxFile& file);

// Makes one to four changes. They delete, repeat, swap or move subtrees, replace values, lists, names or
// references, or change the version, byte order or container of the file. If `other` is a file, a subtree of
// it is copied first. Returns "" if the bytes cannot be parsed. The result depends only on the arguments.
std::string mutate_fbx(std::string_view bytes, std::string_view other, std::uint32_t seed);

}  // namespace skelter::fuzz
