#pragma once
// Depfiles: the inputs of a file, in the format of Make and Ninja.

#include <string>
#include <vector>

#include "skelter/core/result.h"
#include "skelter/scene/scene.h"

namespace skelter::cli {

// Text such as "out.glb: in.x \ skin.dds"; omits "-" among the inputs.
std::string depfile_text(const std::string& out, const std::vector<std::string>& inputs);

// Does nothing for an empty name. Errors: io.
Result<void> write_depfile(const std::string& depfile, const std::string& out,
                           const std::vector<std::string>& inputs);

// Errors: io if the file exists and may not be replaced, or if the folder is not writable.
Result<void> expect_writable_target(const std::string& out, bool replace);

// Checks before the work that the files written with OUT are writable ("": none). Errors: io.
Result<void> expect_writable_side_files(const std::string& depfile, const std::string& report);

// The buffer files of a .gltf; none for other files.
std::vector<std::string> buffer_files(const std::string& file);

}  // namespace skelter::cli
