#pragma once
// ReadOptions: the options that the readers of all formats share. Each reader adds its own: XReadOptions,
// GltfReadOptions.

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

// Every reader honours all of these, except options that mean nothing for its format; their comments list
// those formats.
struct ReadOptions {
  Limits limits;
  // Size of the file's unit, overriding the file or its format. Above 0.
  std::optional<double> metres_per_unit;
  // Rate of the file's ticks (of its frames in BVH), overriding the file. Above 0; for BVH 1e-9 to 1e9. It
  // does not apply to glTF, FBX and packs, which store seconds.
  std::optional<double> ticks_per_second;
  // Encoding of names that are not UTF-8. It does not apply to glTF, where such names are errors, to packs,
  // or to files that Assimp reads, which keep the names that Assimp returns.
  CodePage code_page = CodePage::windows_1252;

  // Neighbours: other files that the file references and that are read with it. Only glTF and the Assimp
  // formats have them. No reader opens images; TextureOptions sets their location.
  std::string neighbour_folder;  // folder of the neighbours; "": next to the file
  // Returns the bytes of a neighbour by its path below the folder, instead of reading the folder. For files
  // that Assimp reads it runs in a copy of the process: its side effects are lost.
  std::function<Result<std::vector<std::byte>>(const std::string& path)> read_neighbour{};
  bool allow_outside = false;  // also read absolute paths and paths with `..`
};

}  // namespace skelter
