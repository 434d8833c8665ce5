#pragma once
// Finds the files of textures. load_textures (skelter/render/textures.h) documents the order of the search.
// Folder listings are cached, so create a new finder if files may have changed. Not thread-safe.

#include <functional>
#include <memory>
#include <string>

#include "skelter/core/diagnostics.h"
#include "skelter/core/result.h"
#include "skelter/render/textures.h"

namespace skelter {

class TextureFinder {
 public:
  // `file`: the model's file. `exact_paths`: as in ModelShape.
  TextureFinder(const std::string& file, bool exact_paths, const TextureOptions& options);
  ~TextureFinder();
  TextureFinder(const TextureFinder&) = delete;
  TextureFinder& operator=(const TextureFinder&) = delete;

  // Reads a file as an image. After an error the search continues, except after limit_exceeded.
  using Take = std::function<Result<void>(const std::string& path)>;
  // Returns the first file that `take` accepts. Notes are added to `diagnostics` at `spot`:
  // texture.found-elsewhere for steps 2 to 6, texture.several if other files match equally well,
  // texture.search-cut for a search folder with more than 100,000 files. Errors: texture.missing (not_found);
  // texture.unreadable for a file from step 1 that `take` rejected.
  Result<std::string> find(const std::string& written, const SourceSpot& spot, Diagnostics& diagnostics,
                           const Take& take);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace skelter
