#pragma once
// ReadOptions: the options that the readers of all formats share. A reader's own options stand next to it:
// XReadOptions, GltfReadOptions.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "skelter/core/limits.h"
#include "skelter/core/result.h"

namespace skelter {

enum class CodePage : std::uint8_t { windows_1252, shift_jis };

// Every reader follows all of them, except where its format has nothing that an option could change. The
// comments name these formats.
struct ReadOptions {
  Limits limits;
  // The size of the file's unit, instead of what the file or its format says. Above 0.
  std::optional<double> metres_per_unit;
  // The rate of the file's ticks, in BVH of its frames, instead of what the file says. Above 0; for BVH 1e-9
  // to 1e9. glTF, FBX and packs store seconds, so it does not apply to them.
  std::optional<double> ticks_per_second;
  // The encoding of names that are not UTF-8. It does not apply to glTF, where such names are
  // errors, to packs, nor to files that Assimp reads, whose names are as Assimp returns them.
  CodePage code_page = CodePage::windows_1252;

  // Neighbours: other files that the file names and that are read with it. Only glTF and the formats of
  // Assimp have them. No reader opens images: TextureOptions says where these are.
  std::string neighbour_folder;  // where they are; "": next to the file
  // Returns the bytes of a neighbour by its path below the folder, instead of reading the folder. For files
  // that Assimp reads, it runs in a copy of the process: what it changes is lost.
  std::function<Result<std::vector<std::byte>>(const std::string& path)> read_neighbour{};
  bool allow_outside = false;  // also read absolute paths and paths with `..`
};

}  // namespace skelter
