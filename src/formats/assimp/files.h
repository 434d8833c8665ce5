#pragma once
// Files visible to Assimp: the main file, in memory, and files next to and below it.

#include <assimp/IOStream.hpp>
#include <assimp/IOSystem.hpp>

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "skelter/core/bytes.h"
#include "skelter/core/read_options.h"

namespace skelter::assimp {

// Read-only file system. Paths are resolved below the folder of the main file or
// ReadOptions::neighbour_folder, ignoring case. For absolute paths only the file name is used, unless
// `allow_outside` is set. `missing` contains the names that were not found.
class Files : public Assimp::IOSystem {
 public:
  Files(const std::string& path, ByteSpan bytes, const ReadOptions& options);

  bool Exists(const char* path) const override;
  char getOsSeparator() const override { return '/'; }
  Assimp::IOStream* Open(const char* path, const char* mode) override;
  void Close(Assimp::IOStream* stream) override;

  const std::vector<std::string>& missing() const { return missing_; }

 private:
  bool is_main(const std::string& path) const;
  // Converts a path from Assimp to a path relative to the folder.
  std::string below_folder(const std::string& path) const;
  // Location of that path on disk, or "" if the file does not exist.
  std::string find(const std::string& path) const;
  // Result of ReadOptions::read_neighbour for that path; null on error.
  const std::vector<std::byte>* given(const std::string& path) const;

  std::string path_, folder_;
  ByteSpan bytes_;
  const ReadOptions& options_;
  mutable std::map<std::string, std::optional<std::vector<std::byte>>> given_;  // by path below the folder
  std::vector<std::string> missing_;
};

}  // namespace skelter::assimp
