#pragma once
// Reads Collada, MD5 and the other Assimp formats into a Scene. Supported features, repairs, errors and the
// remaining faults of Assimp: docs/assimp.md. Built only with SKELTER_WITH_ASSIMP.

#include <string>
#include <string_view>
#include <vector>

#include "skelter/core/bytes.h"
#include "skelter/core/read_options.h"
#include "skelter/core/result.h"
#include "skelter/scene/scene.h"

namespace skelter {

// Tick rate of a file that does not specify one, if ReadOptions::ticks_per_second is not set.
inline constexpr double kAssimpDefaultTicks = 25;

inline constexpr double kAssimpMaxSeconds = 120;

// Extensions of all files that Assimp reads, lower case with dot, sorted: ".3ds", ".b3d", ".dae". They
// include formats that load_scene reads with Skelter's own readers.
std::vector<std::string> assimp_extensions();

// Reads the bytes of the file at `path`. The extension selects the format, and the folder contains the files
// that the model references. The scene is valid (scene/validate.h), in canonical space; docs/assimp.md lists
// the axes of each format. Assimp runs in a copy of the process, so that a crash, a hang or a memory fault
// there does not affect this process. Files that the model references are looked up below its folder,
// ignoring case; others are opened only with ReadOptions::allow_outside. `max_seconds` is wall-clock time;
// Limits::max_memory_bytes 0 means 512 MB + 100 x file size here.
// Errors: bad_data if Assimp rejects the file, crashes, or returns invalid data; limit_exceeded;
// invalid_argument for rates and units that are not above 0; io if the process cannot be copied.
Result<Scene> read_assimp(ByteSpan bytes, const std::string& path, const ReadOptions& shared = {},
                          double max_seconds = kAssimpMaxSeconds);

// Reads a file on disk. Additional errors: not_found, io.
Result<Scene> read_assimp_file(const std::string& path, const ReadOptions& shared = {},
                               double max_seconds = kAssimpMaxSeconds);

}  // namespace skelter
