#pragma once
// Model files as programs open them: turned upright, and with the clips of other files.

#include <cstdint>
#include <string>
#include <vector>

#include "skelter/load.h"

namespace skelter {

// The axis that is up in a file, in the file's own axes.
enum class FileUp : std::uint8_t { unsaid, y, z, minus_z, x };

struct ModelReading : LoadOptions {
  FileUp up = FileUp::unsaid;  // it is turned to +Y; unsaid: stays as it is, with a note where it lies
};

// Reads a file, "-" for standard input, turns it as `up` says, and adds the clips of `with_clips`.
// Diagnostics of all files are in the scene. `pack`: as load_scene. Errors: those of load_scene;
// invalid_argument for a pack that should be turned.
Result<Scene> read_model(const std::string& file, const ModelReading& reading, Pack* pack = nullptr);

}  // namespace skelter
