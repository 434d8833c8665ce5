#pragma once
// Opens models of any kind, recognised by content: `.x` in four encodings, glTF and GLB, BVH, FBX, packs, and
// what Assimp reads where that is built in. The one place that knows which reader a file wants.

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

// The axis that is up in a file, in the file's own axes.
enum class FileUp : std::uint8_t { unspecified, y, z, minus_z, x };

// Options for a file of any format. Those of ReadOptions and `up`, `absent` and `with_clips` hold for all
// formats; each says to which formats it does not apply. `x` and `gltf` hold what only these formats have.
struct LoadOptions : ReadOptions {
  // The model is turned so that this axis becomes +Y. Unspecified: it stays as it is, with the note
  // "check.z-up" if it seems to lie. Files that say which axis is up (FBX, glTF, Collada) are turned by their
  // reader, and `up` comes on top. An error for packs, which are turned where they are compiled.
  FileUp up = FileUp::unspecified;
  // What a bone's missing keys mean: Scene::absent. Does not apply to packs, which have all that they need.
  Absent absent = Absent::rest;
  XReadOptions x;
  GltfReadOptions gltf{.draco_apart = true};
  // Files whose clips are added, by node name; see merge_clips (scene/edit.h) for what is compared, corrected
  // and refused. They are read with the same options, but not turned. An error for load_character of a pack.
  std::vector<std::string> with_clips;
  bool map_names = false;  // of with_clips: also nodes whose names differ by prefix, suffix or case
  // Of load_character only: the configuration of `skelter compile` (docs/compile.md), with masks, loops,
  // events, root motion and graphs that a source file cannot hold. A path, or empty. An error for packs,
  // which have theirs already.
  std::string config;
};

// A valid scene. By content, since names lie; where the content says nothing, by the name's ending. "-" reads
// standard input. A pack gives the scene of scene_from_pack, and `pack`, where given, gets the pack itself;
// else that stays as it is. Textures are not opened, but for those inside the file. Diagnostics of all files
// are in the scene. Errors: not_found and io; those of the readers; for packs those of load_pack;
// invalid_argument for a pack that should be turned; unsupported, with the list of what is read; those of
// merge_clips.
Result<Scene> load_scene(const std::string& path, const LoadOptions& options = {}, Pack* pack = nullptr);

// The same for bytes that are in memory already. `name` stands for the path: its ending counts, and files
// that the model names are looked for next to it, unless options.read_neighbour returns them.
Result<Scene> load_scene(ByteSpan bytes, const std::string& name, const LoadOptions& options = {},
                         Pack* pack = nullptr);

// A character to be played by its path, or from bytes as above. A pack is taken as it is. Of other files the
// skeleton and the meshes are compiled at once, every clip when it is first played or prepared; such clips
// are hot. With a configuration all clips are compiled at once. Errors: those of load_scene, compile_scene
// and CharacterData::create; of a configuration those of read_compile_settings; invalid_argument for a pack
// with a configuration, with clips of other files, or that should be turned. A character has no unit, so
// metres_per_unit does not apply to packs here.
Result<CharacterData> load_character(const std::string& path, const LoadOptions& options = {});
Result<CharacterData> load_character(ByteSpan bytes, const std::string& name,
                                     const LoadOptions& options = {});

// A pack for those who look inside. Errors: not_found, io; "pack.bad" with the section for what Pack::open
// refuses.
Result<Pack> load_pack(const std::string& path);

// Whether the bytes begin as a pack does. A quick look, no promise that it opens.
bool is_pack(ByteSpan bytes);

// The extensions of all files that can be read, lower case with dot: ".x", ".gltf", ... Those that Assimp
// reads, where it is built in, come last.
std::vector<std::string> model_extensions();

}  // namespace skelter
