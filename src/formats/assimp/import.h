#pragma once
// One reading by Assimp, in the process that calls. read_assimp_file calls it in a copy of its own.

#include <string>

#include "skelter/core/bytes.h"
#include "skelter/core/result.h"
#include "skelter/formats/assimp/read.h"
#include "skelter/scene/scene.h"

namespace skelter::assimp {

// `bytes` are those of the file at `path`, which also says where other files are and which importer is asked.
// The scene is what Assimp gives back with all of validate()'s promises kept, if Assimp kept to its memory.
Result<Scene> import(ByteSpan bytes, const std::string& path, const ReadOptions& options);

}  // namespace skelter::assimp
