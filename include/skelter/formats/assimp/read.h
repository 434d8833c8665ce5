#pragma once
// Reads Collada, MD5 and the other formats that Assimp knows into a Scene. What is read, repaired and
// refused, and which of Assimp's faults remain: docs/assimp.md. Built with SKELTER_WITH_ASSIMP only.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "skelter/core/bytes.h"
#include "skelter/core/limits.h"
#include "skelter/core/result.h"
#include "skelter/scene/scene.h"

namespace skelter {

// Where a file does not say how many ticks a second has.
inline constexpr double kAssimpDefaultTicks = 25;

struct AssimpReadOptions {
  std::optional<double> ticks_per_second;  // instead of the file's own, or of kAssimpDefaultTicks
  std::optional<double> metres_per_unit;   // else that of the format
  Limits limits;                           // max_memory_bytes 0: 512 MB + 100 x file size
  double max_seconds = 120;                // on the clock
};

// The endings of file names that are read, lower case with dot, sorted: ".3ds", ".b3d", ".dae". Not those
// that Skelter has readers of its own for, although Assimp knows them too.
std::vector<std::string> assimp_endings();

// `bytes` are those of the file at `path`, whose ending chooses the format and whose folder has its other
// files. The scene is valid (scene/validate.h), in canonical space: see docs/assimp.md for the axes of each
// format. Assimp runs in a copy of the process and may crash or hang there; its own memory faults never reach
// this process. Files that the file names are found below its folder, ignoring case; others are not opened.
// Errors: bad_data where Assimp refuses the file, crashes, or gives back nonsense; limit_exceeded;
// invalid_argument for rates and units that are not above 0; io when there can be no copy.
Result<Scene> read_assimp(ByteSpan bytes, const std::string& path, const AssimpReadOptions& options = {});

// Reads the file first. Errors also: not_found, io.
Result<Scene> read_assimp_file(const std::string& path, const AssimpReadOptions& options = {});

}  // namespace skelter
