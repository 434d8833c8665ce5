#pragma once
// compile_scene: a scene as one pack, ready to be played, and the way back. A pure function: the same input
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
#include "skelter/core/limits.h"
#include "skelter/core/result.h"
#include "skelter/core/tasks.h"
#include "skelter/runtime/pack_view.h"
#include "skelter/scene/scene.h"

namespace skelter {

struct CompileSettings {
  SkeletonSettings skeleton;
  std::vector<ClipSettings> clips;                // one per clip of the scene; empty: defaults for all
  std::uint32_t max_influences = kMaxInfluences;  // per vertex, from 1; the largest are kept
  bool store_clips = true;                        // false: all hot, larger, with nothing to decode
  bool add_clips = true;                          // false: none; the skeleton is the same, for build_clip
  bool add_meshes = true;                         // false: the skeleton and clips alone
  bool add_vertices = true;  // false: of meshes their skins and morph weights, but neither vertices nor look
  // Where a figure is so far away that floats there cannot keep the bounds, its place is kept apart, in
  // double (far_origin); it takes the place of skeleton.origin. false: nothing is.
  bool origin_apart = true;
  // For the frames of a clip, and for all meshes of the pack; each is refused where it needs more. 0: 256 MiB
  // and 40 times what the scene's own keys or meshes take.
  std::uint64_t max_memory_bytes = 0;
  // Files of animation graphs, read by `read_text`, and what they name. They need the clips.
  std::vector<std::string> graphs;
  std::function<Result<std::string>(const std::string& file)> read_text;
  TaskRunner tasks = serial_tasks();   // clips are made side by side; the bytes are the same for any number
  double (*thread_cpu_s)() = nullptr;  // CPU seconds of the calling thread, for ClipReport::cpu_seconds
};

struct SectionSize {
  SectionKind kind = SectionKind::scene;
  std::string name;
  std::uint64_t bytes = 0;
};

struct MeshReport {
  std::string name;
  SkinnedMeshReport primitive;
};

// The vertex that is furthest from a joint that has at least half of its weight, at rest. Its error may be
// larger than the bound, about as many times as it is further out than ClipReport::shell_distance.
struct VertexReach {
  double distance = 0;            // in file units
  std::uint16_t joint = kNone16;  // none: no vertices
};

struct CompiledPack {
  AlignedBytes bytes;
  SkeletonBuild skeleton;                // with the origin that all of it is relative to
  std::vector<ClipReport> clips;         // per clip of the scene
  std::vector<MeshReport> meshes;        // per mesh section: every primitive of every instance
  std::vector<SectionSize> sections;     // in the order of the pack
  double extent = 1;                     // H: see scene_size
  std::vector<std::string> joint_names;  // of the skeleton
  VertexReach reach;
  std::vector<Diagnostic> graph_warnings;
  std::vector<std::string> graph_files;  // of all graphs: those that the settings name, and those in them
};

// All that a viewer needs to show the same: also nodes, materials, and the pictures whose bytes are in the
// scene. What is left out: PackLosses. Precondition: scene valid; settings.clips empty or as many as the
// scene's. Errors: those of build_skeleton, build_clip, build_skinned_mesh and of their settings; the first
// one of a graph (compile/graph.h tells all). Clips take nearly all of the time; `clip_done` is called with
// its name after each, one call at a time, on any thread.
Result<CompiledPack> compile_scene(const Scene& scene, const CompileSettings& settings = {},
                                   const std::function<void(std::string_view)>& clip_done = {});

// A valid scene made of what the pack plays: evaluated by the reference it has the poses that SampleJob
// gives, within rounding. Keys are at the clips' own frames; where the straight line between two of them
// matters they are cubic, with tangents along that line. Nodes keep their order; sheared ones have a
// synthetic parent (kOuterSuffix). Events are in the extras of their clip. Vertices keep the order of the
// source, triangles that of the pack. Notes say what the source had and the pack has not, which clips are
// additive (they are added to the rest pose) and which have root motion (they play on the spot). `file` names
// the pack in messages. Errors: unsupported for packs that compile_scene did not make; bad_data;
// limit_exceeded.
Result<Scene> scene_from_pack(const PackView& pack, const std::string& file = {}, const Limits& limits = {});

// Settings for `scene` from the configuration of `skelter compile`: JSON with // comments; docs/compile.md
// explains every key. `file` names it in errors. Everything is checked against the scene here, so that each
// error has the JSON pointer of its cause:
//   mannequin.json: /clips/walk/events/0/time_s: 3 is after the clip's end; expected 0 to 1.1
// Errors: bad_data.
Result<CompileSettings> read_compile_settings(std::string_view json, const std::string& file,
                                              const Scene& scene);

}  // namespace skelter
