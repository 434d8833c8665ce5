#pragma once
// Reads glTF 2.0 (.gltf, .glb, .vrm) into a Scene. What is read, kept, repaired and refused: docs/gltf.md.

#include <string>

#include "skelter/core/bytes.h"
#include "skelter/core/read_options.h"
#include "skelter/core/result.h"
#include "skelter/scene/scene.h"

namespace skelter {

// Options of glTF files alone. ReadOptions has those that all formats share. Limits::max_depth limits the
// nesting of the JSON. A unit is 1 m unless ReadOptions::metres_per_unit is set.
struct GltfReadOptions {
  // Also holds the whole document against the specification, and opens the buffers, views, accessors and
  // pictures that no part of the scene uses. What it finds are warnings with the place; of what would be an
  // error in a part that is used, with the same code. Costs memory and time.
  bool check_all = false;
  // Decodes Draco in a copy of the process, which is ended when it takes much longer than meshes of that size
  // do: 400 bytes can keep Draco busy for 15 seconds. For files of strangers; costs a fork for each
  // primitive.
  bool draco_apart = false;
};

// Whether the bytes begin as GLB or as a JSON object does. A quick look, no promise that they load.
bool is_gltf(ByteSpan bytes);

// `file` names the source in messages. The scene is valid (scene/validate.h): nodes, meshes, skins,
// materials, textures, images and animations keep their order. Errors and diagnostics name the JSON pointer.
// Errors: bad_data; not_found and io for buffers in other files; unsupported for required extensions that are
// not known; limit_exceeded; invalid_argument for a unit that is not above 0. Pictures in files are not
// opened. Safe on any bytes; no global state; thread-safe. Cost: linear in the files and in what they make.
Result<Scene> read_gltf(ByteSpan bytes, const std::string& file = {}, const ReadOptions& shared = {},
                        const GltfReadOptions& options = {});

// Reads the file first. Errors also: not_found, io.
Result<Scene> read_gltf_file(const std::string& path, const ReadOptions& shared = {},
                             const GltfReadOptions& options = {});

}  // namespace skelter
