#pragma once
// Reads FBX files, binary and text, versions 3000 to 7700, into a Scene. What is read, repaired and refused:
// docs/fbx.md.

#include <cstddef>
#include <string>

#include "skelter/core/bytes.h"
#include "skelter/core/read_options.h"
#include "skelter/core/result.h"
#include "skelter/scene/scene.h"

namespace skelter {

// `file` names the source in messages. The scene is valid (scene/validate.h). Lengths are in the file's unit,
// Scene::metres_per_unit says which; axes other than +Y up are turned by one synthetic root node.
// Limits::max_depth does not apply: files are at most 64 deep. Errors: bad_data; limit_exceeded;
// invalid_argument for a unit that is not above 0. Safe on any bytes; no global state; thread-safe. Cost:
// linear in the file and in what it makes.
Result<Scene> read_fbx(ByteSpan bytes, const std::string& file = {}, const ReadOptions& options = {});

// Reads the file first. Errors also: not_found, io.
Result<Scene> read_fbx_file(const std::string& path, const ReadOptions& options = {});

// Whether the bytes begin as an FBX file does, binary or text. A quick look, no promise that it opens.
bool is_fbx(ByteSpan bytes);

// The records of a file as text, one a line, children indented; long lists are cut after `longest_list`
// values. Errors: those of read_fbx that concern the container.
Result<std::string> print_fbx_tree(ByteSpan bytes, const std::string& file = {},
                                   const ReadOptions& options = {}, std::size_t longest_list = 8);

}  // namespace skelter
