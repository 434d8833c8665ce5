#pragma once
// Opens models of any kind, recognised by content: `.x` in four encodings, glTF and GLB, BVH, FBX, packs, and
// what Assimp reads where that is built in. The one place that knows which reader a file wants.

#include <string>
#include <vector>

#include "skelter/core/bytes.h"
#include "skelter/core/result.h"
#include "skelter/formats/gltf/read.h"
#include "skelter/formats/x/read.h"
#include "skelter/play/character_data.h"
#include "skelter/runtime/pack_view.h"
#include "skelter/scene/scene.h"

namespace skelter {

struct LoadOptions {
  // `limits`, `metres_per_unit`, `absent` hold for all formats, the rate also for BVH and Assimp's, the code
  // page also for BVH.
  XReadOptions x;
  GltfReadOptions gltf;  // `read_neighbour` and `allow_outside` of it count
  // Of load_character: the configuration of `skelter compile` (docs/compile.md), with masks, loops, events,
  // root motion and graphs that a source file cannot hold. A path, or empty. Packs have theirs already.
  std::string config;
  // Files whose clips are added, by node name; see merge_clips (scene/edit.h) for what is compared, corrected
  // and refused. Not for load_character of a pack.
  std::vector<std::string> with_clips;
  bool map_names = false;  // of with_clips: also nodes whose names differ by prefix, suffix or case
};

// A valid scene. By content, since names lie; where the content says nothing, by the name's ending. "-" reads
// standard input. A pack gives the scene of scene_from_pack, and `pack`, where given, gets the pack itself;
// else that stays as it is. Textures are not opened, but for those inside the file. Errors: not_found and io;
// those of the readers; for packs those of load_pack; unsupported, with the list of what is read; those of
// merge_clips.
Result<Scene> load_scene(const std::string& path, const LoadOptions& options = {}, Pack* pack = nullptr);

// The same for bytes that are in memory already. `name` stands for the path: its ending counts, and files
// that the model names are looked for next to it, except those that options.gltf.read_neighbour gives.
Result<Scene> load_scene(ByteSpan bytes, const std::string& name, const LoadOptions& options = {},
                         Pack* pack = nullptr);

// A character to be played by its path, or from bytes as above. A pack is taken as it is. Of other files the
// skeleton and the meshes are compiled at once, every clip when it is first played or prepared; such clips
// are hot. With a configuration all clips are compiled at once. Errors: those of load_scene, compile_scene
// and CharacterData::create; of a configuration those of read_compile_settings; invalid_argument for a pack
// with a configuration or with clips of other files.
Result<CharacterData> load_character(const std::string& path, const LoadOptions& options = {});
Result<CharacterData> load_character(ByteSpan bytes, const std::string& name,
                                     const LoadOptions& options = {});

// A pack for those who look inside. Errors: not_found, io; "pack.bad" with the section for what Pack::open
// refuses.
Result<Pack> load_pack(const std::string& path);

// Whether the bytes begin as a pack does. A quick look, no promise that it opens.
bool is_pack(ByteSpan bytes);

// The endings of the names of all files that can be read, lower case with dot: ".x", ".gltf", ...
std::vector<std::string> model_endings();

}  // namespace skelter
