#pragma once
// Reads Collada, MD5 and the other formats that Assimp knows into a Scene. What is read, repaired and
// refused, and which of Assimp's faults remain: docs/assimp.md. Built with SKELTER_WITH_ASSIMP only.

#include <string>
#include <string_view>
#include <vector>

#include "skelter/core/bytes.h"
#include "skelter/core/read_options.h"
#include "skelter/core/result.h"
#include "skelter/scene/scene.h"

namespace skelter {

// The rate of a file that names none, where ReadOptions::ticks_per_second is not set.
inline constexpr double kAssimpDefaultTicks = 25;

// Options of this reader alone. ReadOptions has those that all formats share. Limits::max_memory_bytes 0
// means 512 MB + 100 x file size here.
struct AssimpReadOptions {
  double max_seconds = 120;  // on the clock
};

// The extensions of all files that Assimp reads, lower case with dot, sorted: ".3ds", ".b3d", ".dae". Those
// that load_scene reads by Skelter's own readers are among them.
std::vector<std::string> assimp_extensions();

// `bytes` are those of the file at `path`, whose ending chooses the format and whose folder has its other
// files. The scene is valid (scene/validate.h), in canonical space: see docs/assimp.md for the axes of each
// format. Assimp runs in a copy of the process and may crash or hang there; its own memory faults never reach
// this process. Files that the file names are found below its folder, ignoring case; others are opened only
// with ReadOptions::allow_outside.
// Errors: bad_data where Assimp refuses the file, crashes, or gives back nonsense; limit_exceeded;
// invalid_argument for rates and units that are not above 0; io when there can be no copy.
Result<Scene> read_assimp(ByteSpan bytes, const std::string& path, const ReadOptions& shared = {},
                          const AssimpReadOptions& options = {});

// Reads the file first. Errors also: not_found, io.
Result<Scene> read_assimp_file(const std::string& path, const ReadOptions& shared = {},
                               const AssimpReadOptions& options = {});

}  // namespace skelter
