#pragma once
// Finds and decodes the textures of a model.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "skelter/core/diagnostics.h"
#include "skelter/image/decode.h"
#include "skelter/runtime/model_pose.h"

namespace skelter {

// Maximum number of folders above a model that are searched.
inline constexpr std::uint32_t kMaxTextureFoldersAbove = 8;

struct TextureOptions {
  std::string folder;                              // first search folder; "": the folder of the model's file
  std::vector<std::string> search_folders;         // searched after that, including all folders below them
  std::uint64_t max_image_bytes = kMaxImageBytes;  // limit for each image, as in decode_image
  // Limit for the sum of width * height * 4 over all images. An image that exceeds it is not decoded.
  std::uint64_t max_total_bytes = std::uint64_t{1} << 30;
  std::uint32_t folders_above = 0;  // folders above `folder` to search, at most kMaxTextureFoldersAbove
  std::string highest_folder{};  // no folder above this one is searched, and no folder above `folder` if that
                                 // is not inside it; "": unlimited
  bool allow_outside = false;    // step 1 also follows links that lead out of `folder`
};

// Returns for each entry of PackLook::textures its image, or nullopt. Warnings go to `diagnostics`:
// texture.missing, texture.unreadable. Notes: texture.found-elsewhere for steps 2 to 6, texture.several if
// other files would match there, texture.search-cut for a search folder with more than 100,000 files.
//
// Looks for the files of a model's textures as games do: by the last parts of the written path, ignoring
// case, and also with other image extensions (dds, tga, png, jpg, bmp, webp). The order is:
//   1. the written path in `folder`, then its last part there; links are followed within `folder`;
//   2. in `folder` a tail of the path: its last parts, at least two, the longest first;
//   3. in `folder` the last part with a different extension;
//   4. tails below the `search_folders`, the longest first; if there are several, the one with folders most
//   like those above the model; links to folders are not followed;
//   5. tails in the `folders_above`, the nearest first;
//   6. only the last part, anywhere below the `search_folders`.
// Roots, drive letters and parts before `..` are dropped from a path. Files found by steps 2 to 6 must have
// an image extension and lie, with links resolved, in the requested folders. For glTF files, which have exact
// paths, steps 2, 3 and 5 are skipped.
std::vector<std::optional<Image>> load_textures(const ModelShape& shape, Diagnostics& diagnostics,
                                                const TextureOptions& options = {});

}  // namespace skelter
