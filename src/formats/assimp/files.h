#pragma once
// The files that Assimp sees: the one that is read, from memory, and those next to and below it.

#include <assimp/IOStream.hpp>
#include <assimp/IOSystem.hpp>

#include <string>
#include <vector>

#include "skelter/core/bytes.h"

namespace skelter::assimp {

// Read-only. Paths that Assimp asks for are taken below the folder of the main file, ignoring case; an
// absolute one by its bare name. What it asked for in vain is in `missing`.
class Files : public Assimp::IOSystem {
 public:
  Files(const std::string& path, ByteSpan bytes);

  bool Exists(const char* path) const override;
  char getOsSeparator() const override { return '/'; }
  Assimp::IOStream* Open(const char* path, const char* mode) override;
  void Close(Assimp::IOStream* stream) override;

  const std::vector<std::string>& missing() const { return missing_; }

 private:
  bool is_main(const std::string& path) const;
  // Where a path of Assimp's is on disk; "" when nowhere.
  std::string find(const std::string& path) const;

  std::string path_, folder_;
  ByteSpan bytes_;
  std::vector<std::string> missing_;
};

}  // namespace skelter::assimp
