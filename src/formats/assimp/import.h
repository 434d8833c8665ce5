#pragma once
// Runs one import by Assimp in the calling process. read_assimp_file calls it in a child process.

#include <string>

#include "skelter/core/bytes.h"
#include "skelter/core/result.h"
#include "skelter/formats/assimp/read.h"
#include "skelter/scene/scene.h"

namespace skelter::assimp {

// `bytes` is the content of the file at `path`. The path also determines the importer and where other files
// are found. The returned scene passes validate(), provided that Assimp did not corrupt memory.
Result<Scene> import(ByteSpan bytes, const std::string& path, const ReadOptions& options);

}  // namespace skelter::assimp
