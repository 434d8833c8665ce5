#pragma once
// The files that Assimp sees: the one that is read, from memory, and those next to and below it.

#include <assimp/IOStream.hpp>
#include <assimp/IOSystem.hpp>

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "skelter/core/bytes.h"
#include "skelter/core/read_options.h"

namespace skelter::assimp {

// Read-only. Paths that Assimp asks for are taken below the folder of the main file or
// ReadOptions::neighbour_folder, ignoring case; an absolute one by its bare name, unless `allow_outside` is
// set. Names that were not found are in `missing`.
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
  // A path of Assimp's below the folder.
  std::string below_folder(const std::string& path) const;
  // Where a path of Assimp's is on disk; "" when nowhere.
  std::string find(const std::string& path) const;
  // What ReadOptions::read_neighbour returns for a path of Assimp's; null for an error.
  const std::vector<std::byte>* given(const std::string& path) const;

  std::string path_, folder_;
  ByteSpan bytes_;
  const ReadOptions& options_;
  mutable std::map<std::string, std::optional<std::vector<std::byte>>> given_;  // by path below the folder
  std::vector<std::string> missing_;
};

}  // namespace skelter::assimp
