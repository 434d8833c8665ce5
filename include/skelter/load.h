#pragma once
// Opens models of any format, detected by content: `.x` in four encodings, glTF and GLB, BVH, FBX, packs, and
// the Assimp formats if the build includes Assimp. Only this module selects the reader for a file.

#include <cstdint>
#include <string>
#include <vector>

#include "skelter/core/bytes.h"
#include "skelter/core/read_options.h"
#include "skelter/core/result.h"
#include "skelter/formats/gltf/read.h"
#include "skelter/formats/x/read.h"
#include "skelter/play/character_data.h"
#include "skelter/runtime/pack_view.h"
#include "skelter/scene/scene.h"

namespace skelter {

// The up axis of a file, in the file's own axes.
enum class FileUp : std::uint8_t { unspecified, y, z, minus_z, x };

// Options for a file of any format. The options of ReadOptions, `up`, `absent` and `with_clips` apply to all
// formats except those listed in their comments. `x` and `gltf` apply only to their formats.
struct LoadOptions : ReadOptions {
  // Rotates the model so that this axis becomes +Y. Unspecified: the model is not rotated, and the note
  // "check.z-up" is added if it seems to lie down. Readers already rotate files that declare their up axis
  // (FBX, glTF, Collada); `up` is applied after that. An error for packs, which are rotated when they are
  // compiled.
  FileUp up = FileUp::unspecified;
  // Meaning of a bone's missing keys: Scene::absent. Does not apply to packs, which are complete.
  Absent absent = Absent::rest;
  XReadOptions x;
  GltfReadOptions gltf{.draco_apart = true};
  // Files with clips to add, matched by node name; merge_clips (scene/edit.h) lists its checks and
  // corrections. They are read with the same options, but not rotated. An error for load_character of a pack.
  std::vector<std::string> with_clips;
  bool map_names = false;  // with_clips: also match node names that differ by prefix, suffix or case
  // load_character only: path of the configuration of `skelter compile` (docs/compile.md), with masks, loops,
  // events, root motion and graphs that a source file cannot hold. Empty: none. An error for packs, which
  // contain their configuration.
  std::string config;
};

// Returns a valid scene. The format is detected from the content or, if that is ambiguous, from the file
// extension. "-" reads standard input. A pack gives the scene of scene_from_pack and, if `pack` is not null,
// is moved to `*pack`; other formats leave `*pack` unchanged. Only textures inside the file are opened. The
// scene holds the diagnostics of all files.
// Errors: not_found and io; the errors of the readers and of merge_clips; for packs those of load_pack;
// invalid_argument for a pack that `up` would rotate; unsupported, with the list of supported formats.
Result<Scene> load_scene(const std::string& path, const LoadOptions& options = {}, Pack* pack = nullptr);

// Loads a scene from bytes in memory. `name` takes the place of the path: its extension counts, and files
// that the model references are looked for next to it, unless options.read_neighbour returns them.
Result<Scene> load_scene(ByteSpan bytes, const std::string& name, const LoadOptions& options = {},
                         Pack* pack = nullptr);

// Loads a character, ready to play, from a path or from bytes as above. A pack is used as it is. For other
// files, the skeleton and the meshes are compiled at once; each clip is compiled into the playing form when
// it is first played or prepared. With a configuration all clips are compiled at once. metres_per_unit does
// not apply to packs here, because a character has no unit.
// Errors: those of load_scene, compile_scene and CharacterData::create; with a configuration also those of
// read_compile_settings; invalid_argument for a pack with a configuration or with_clips, or a pack that `up`
// would rotate.
Result<CharacterData> load_character(const std::string& path, const LoadOptions& options = {});
Result<CharacterData> load_character(ByteSpan bytes, const std::string& name,
                                     const LoadOptions& options = {});

// Opens a pack, for programs that inspect one. Errors: not_found, io; "pack.bad" with the section if
// Pack::open fails.
Result<Pack> load_pack(const std::string& path);

// Whether the bytes begin like a pack. A quick check; the pack may still fail to open.
bool is_pack(ByteSpan bytes);

// Extensions of all supported files, lower case with dot: ".x", ".gltf", ... Assimp's, if built in, come
// last.
std::vector<std::string> model_extensions();

}  // namespace skelter
