#pragma once
// Depfiles list the inputs of a file, in the format of Make and Ninja.

#include <string>
#include <vector>

#include "skelter/core/result.h"
#include "skelter/scene/scene.h"

namespace skelter::cli {

// Returns text such as "out.glb: in.x \ skin.dds". "-" is omitted from the inputs.
std::string depfile_text(const std::string& out, const std::vector<std::string>& inputs);

// Does nothing if `depfile` is empty. Errors: io.
Result<void> write_depfile(const std::string& depfile, const std::string& out,
                           const std::vector<std::string>& inputs);

// Errors: io if the file exists and may not be replaced, or if its folder is not writable.
Result<void> expect_writable_target(const std::string& out, bool replace);

// Checks, before any work is done, that the files written in addition to OUT are writable ("": none). Errors:
// io.
Result<void> expect_writable_side_files(const std::string& depfile, const std::string& report);

// Returns the buffer files of a .gltf file, or an empty list for other files.
std::vector<std::string> buffer_files(const std::string& file);

}  // namespace skelter::cli
