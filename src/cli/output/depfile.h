#pragma once
// Depfiles: what a file was made from, as Make and Ninja read it.

#include <string>
#include <vector>

#include "skelter/core/result.h"
#include "skelter/scene/scene.h"

namespace skelter::cli {

// "out.glb: in.x \ skin.dds"; "-" among the inputs is left out.
std::string depfile_text(const std::string& out, const std::vector<std::string>& inputs);

// Does nothing for an empty name. Errors: io.
Result<void> write_depfile(const std::string& depfile, const std::string& out,
                           const std::vector<std::string>& inputs);

// Errors: io for a file that exists, unless it may be replaced, and for a folder that cannot be written to.
Result<void> expect_room(const std::string& out, bool replace);

// Whether the files that come beside OUT can be written ("": none), before the work. Errors: io.
Result<void> expect_room_beside(const std::string& depfile, const std::string& report);

// The files that a .gltf names as buffers; none for other files.
std::vector<std::string> buffer_files(const std::string& file);

}  // namespace skelter::cli
