#pragma once
// Finds and decodes the textures that a model names.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "skelter/core/diagnostics.h"
#include "skelter/image/decode.h"
#include "skelter/runtime/model_pose.h"

namespace skelter {

// More folders above a model than these are never looked into.
inline constexpr std::uint32_t kMostTextureFoldersAbove = 8;

struct TextureOptions {
  std::string folder;                       // where to look; "": next to the model's file
  std::vector<std::string> search_folders;  // looked through after that, with all folders below them
  ImageDecodeOptions decode;
  // Limit of width * height * 4 of all pictures together. One that passes it is not decoded.
  std::uint64_t max_total_bytes = std::uint64_t{1} << 30;
  std::uint32_t folders_above =
      0;                         // of `folder`: looked into as well; at most kMostTextureFoldersAbove count
  std::string highest_folder{};  // none above this one, and none at all if `folder` is not in it; "": any
  bool allow_outside = false;    // step 1 also follows links that lead out of `folder`
};

// Looks for the files of a model's textures as games find them: by the last parts of the written path, in
// either case, with the other endings of pictures too (dds, tga, png, jpg, bmp, webp). In this order:
//   1. what the written path names in `folder`, then its last part there; links are followed within `folder`;
//   2. in `folder` a tail of the path: its last parts, at least two, the longest first;
//   3. in `folder` the last part with another ending;
//   4. tails below the `search_folders`, the longest first, of several the one whose folders are most like
//      those above the model; links to folders are not followed;
//   5. tails in the `folders_above`, the nearest first;
//   6. the last part alone anywhere below the `search_folders`.
// Roots, drive letters and what stands before `..` are left out of a path. What 2 to 6 find has a name that
// ends as pictures do, and lies, links resolved, in the folders that were asked for. Of glTF files, whose
// paths are exact, 2, 3 and 5 are left out.
// Listings of folders are kept, so that a finder is made anew when files may have changed. One thread only.
class TextureFinder {
 public:
  // For a model's file. `exact_paths`: as ModelShape has it.
  TextureFinder(const std::string& file, bool exact_paths, const TextureOptions& options);
  ~TextureFinder();
  TextureFinder(const TextureFinder&) = delete;
  TextureFinder& operator=(const TextureFinder&) = delete;

  // Reads a file as a picture. After an error the search goes on, but for limit_exceeded.
  using Take = std::function<Result<void>(const std::string& path)>;
  // The first file that `take` accepts. Notes go to `diagnostics` at `spot`: texture.found-elsewhere for 2 to
  // 6, texture.several when other files would fit there, texture.search-cut for a search folder with more
  // than 100,000 files. Errors: texture.missing (not_found); texture.unreadable, for a file of 1 that
  // `take` refused.
  Result<std::string> find(const std::string& written, const SourceSpot& spot, Diagnostics& diagnostics,
                           const Take& take);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Per entry of PackLook::textures its image, or nothing; found as TextureFinder says. Warnings go to
// `diagnostics`: texture.missing, texture.unreadable; and the notes of the finder.
std::vector<std::optional<Image>> load_textures(const ModelShape& shape, Diagnostics& diagnostics,
                                                const TextureOptions& options = {});

}  // namespace skelter
