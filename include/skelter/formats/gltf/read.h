#pragma once
// Reads glTF 2.0 (.gltf, .glb, .vrm) into a Scene. Supported features, repairs and errors: docs/gltf.md.

#include <string>

#include "skelter/core/bytes.h"
#include "skelter/core/read_options.h"
#include "skelter/core/result.h"
#include "skelter/scene/scene.h"

namespace skelter {

// Options for glTF files only; ReadOptions contains the options for all formats. Limits::max_depth limits the
// nesting of the JSON. A unit is 1 m unless ReadOptions::metres_per_unit is set.
struct GltfReadOptions {
  // Also checks the whole document against the specification, and opens the buffers, views, accessors and
  // images that no part of the scene uses. Findings are warnings with a location; a problem that would be an
  // error in a used part has the code of that error. Costs memory and time.
  bool check_all = false;
  // Decodes Draco in a copy of the process, and kills it if it takes much longer than usual for meshes of
  // that size: 400 bytes can keep Draco busy for 15 seconds. Use it for untrusted files; it costs a fork for
  // each primitive.
  bool draco_apart = false;
};

// Whether the bytes begin like GLB or a JSON object. A quick check; reading may still fail.
bool is_gltf(ByteSpan bytes);

// `file` is the source's name in messages. The scene is valid (scene/validate.h): nodes, meshes, skins,
// materials, textures, images and animations keep their order. Errors and diagnostics contain the JSON
// pointer. Errors: bad_data; not_found and io for buffers in other files; unsupported for unknown required
// extensions; limit_exceeded; invalid_argument for a unit that is not above 0. Image files are not opened.
// Safe on any bytes; no global state; thread-safe. Cost: linear in the files and in the resulting scene.
Result<Scene> read_gltf(ByteSpan bytes, const std::string& file = {}, const ReadOptions& shared = {},
                        const GltfReadOptions& options = {});

// Reads a file on disk. Additional errors: not_found, io.
Result<Scene> read_gltf_file(const std::string& path, const ReadOptions& shared = {},
                             const GltfReadOptions& options = {});

}  // namespace skelter
