#pragma once
// Reads FBX files, binary and text, versions 3000 to 7700, into a Scene. Supported features, repairs and
// errors: docs/fbx.md.

#include <cstddef>
#include <string>

#include "skelter/core/bytes.h"
#include "skelter/core/read_options.h"
#include "skelter/core/result.h"
#include "skelter/scene/scene.h"

namespace skelter {

// `file` is the source's name in messages. The scene is valid (scene/validate.h). Lengths are in the file's
// unit, stored in Scene::metres_per_unit; one synthetic root node rotates axes other than +Y up.
// Limits::max_depth does not apply: files are at most 64 deep. Errors: bad_data; limit_exceeded;
// invalid_argument for a unit that is not above 0. Safe on any bytes; no global state; thread-safe. Cost:
// linear in the file and in the resulting scene.
Result<Scene> read_fbx(ByteSpan bytes, const std::string& file = {}, const ReadOptions& options = {});

// Reads a file on disk. Additional errors: not_found, io.
Result<Scene> read_fbx_file(const std::string& path, const ReadOptions& options = {});

// Whether the bytes begin like an FBX file, binary or text. A quick check; reading may still fail.
bool is_fbx(ByteSpan bytes);

// Returns the records of a file as text, one per line, with indented children; lists are cut after
// `longest_list` values. Errors: those of read_fbx for the container.
Result<std::string> print_fbx_tree(ByteSpan bytes, const std::string& file = {},
                                   const ReadOptions& options = {}, std::size_t longest_list = 8);

}  // namespace skelter
