#pragma once
// compile_scene: a scene as one pack, ready to be played. A pure function of its arguments: the same input
// gives the same bytes on every machine and compiler.

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "skelter/compile/clip.h"
#include "skelter/compile/skeleton.h"
#include "skelter/compile/skinned_mesh.h"
#include "skelter/core/aligned_bytes.h"
#include "skelter/core/bytes.h"
#include "skelter/core/result.h"
#include "skelter/runtime/pack_view.h"
#include "skelter/scene/scene.h"

namespace skelter {

// A texture's file as it is, to be carried in the pack.
struct ImageFile {
  std::string name;  // of the texture, as the scene has it
  std::vector<std::byte> bytes;
};

struct CompileSettings {
  SkeletonSettings skeleton;
  std::vector<ClipSettings> clips;                // one per clip of the scene; empty: defaults for all
  std::uint32_t max_influences = kMaxInfluences;  // per vertex, from 1; the largest are kept
  bool store_clips = true;                        // false: all hot, larger, with nothing to decode
  std::vector<ImageFile> image_files;             // in the order in which they stand in the pack
};

struct SectionSize {
  SectionKind kind = SectionKind::info;
  std::string name;
  std::uint64_t bytes = 0;
};

struct MeshReport {
  std::string name;
  SkinnedMeshReport primitive;
};

struct CompiledPack {
  AlignedBytes bytes;
  std::vector<ClipReport> clips;         // per clip of the scene
  std::vector<MeshReport> meshes;        // per mesh section: every primitive of every instance
  std::vector<SectionSize> sections;     // in the order of the pack
  double extent = 1;                     // H: see scene_size
  std::vector<std::string> joint_names;  // of the skeleton
};

// Precondition: scene valid; settings.clips empty or as many as the scene's. Errors: those of build_skeleton,
// build_clip, build_skinned_mesh and of their settings. Clips take nearly all of the time; `clip_done` is
// called after each.
Result<CompiledPack> compile_scene(const Scene& scene, const CompileSettings& settings = {},
                                   const std::function<void()>& clip_done = {});

// Settings for `scene` from the configuration of `skelter compile`, which says what a scene file cannot: JSON
// with // comments; every key is explained in docs/compile.md. `file` is what the configuration is called in
// errors. Everything is checked against the scene here, so that each error has the JSON pointer of its cause:
//   mannequin.json: /clips/walk/events/0/time_s: 3 is after the clip's end; expected 0 to 1.1
// Errors: bad_data.
Result<CompileSettings> read_compile_settings(std::string_view json, const std::string& file,
                                              const Scene& scene);

}  // namespace skelter
