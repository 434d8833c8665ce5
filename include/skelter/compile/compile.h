#pragma once
// compile_scene: compiles a scene into one pack for playback. scene_from_pack: the inverse. Pure functions:
// the same input gives the same bytes on every machine and compiler.

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
  std::uint32_t max_influences = kMaxInfluences;  // per vertex, at least 1; the largest are kept
  bool store_clips = true;                        // false: all clips in the playing form, which is larger and
                                                  // needs no decoding
  bool add_clips = true;                          // false: no clips; the skeleton is the same, for build_clip
  bool add_meshes = true;                         // false: only the skeleton and clips
  bool add_vertices = true;  // false: only skins and morph weights of meshes, without vertices and look
  // true: a model so far away that floats there cannot keep the bounds gets a separate origin in double
  // (far_origin), in place of skeleton.origin. false: no origin is stored.
  bool origin_apart = true;
  // Limit for the frames of a clip, and for all meshes of the pack; exceeding it is an error. 0: 256 MiB and
  // 40 times the size of the scene's own keys or meshes.
  std::uint64_t max_memory_bytes = 0;
  // Files of animation graphs, read by `read_text`, with the files that they reference. They need the clips.
  std::vector<std::string> graphs;
  std::function<Result<std::string>(const std::string& file)> read_text;
  TaskRunner tasks = serial_tasks();   // clips are built in parallel; the bytes do not depend on the number
                                       // of workers
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

// The vertex furthest from a joint with at least half of its weight, at rest. Its error may exceed the bound,
// by about the ratio of its distance to ClipReport::shell_distance.
struct VertexReach {
  double distance = 0;            // in file units
  std::uint16_t joint = kNone16;  // none: no vertices
};

struct CompiledPack {
  AlignedBytes bytes;
  SkeletonBuild skeleton;                // includes the origin that everything is relative to
  std::vector<ClipReport> clips;         // one per clip of the scene
  std::vector<MeshReport> meshes;        // one per mesh section: every primitive of every instance
  std::vector<SectionSize> sections;     // in pack order
  double extent = 1;                     // H: see scene_size
  std::vector<std::string> joint_names;  // joints of the skeleton
  VertexReach reach;
  std::vector<Diagnostic> graph_warnings;
  std::vector<std::string> graph_files;  // files of all graphs: those of the settings, and those that they
                                         // reference
};

// Compiles all data that a viewer needs for the same image: also nodes, materials, and images embedded in the
// scene. PackLosses lists what is dropped. Precondition: scene valid; settings.clips empty or one per clip of
// the scene. Errors: those of build_skeleton, build_clip, build_skinned_mesh and of their settings; the first
// error of a graph (compile/graph.h reports all). Clips take nearly all of the time. `clip_done` is called
// with a clip's name after each clip, one call at a time, on any thread.
Result<CompiledPack> compile_scene(const Scene& scene, const CompileSettings& settings = {},
                                   const std::function<void(std::string_view)>& clip_done = {});

// A valid scene of the data that the pack plays: the reference evaluator gives the same poses as SampleJob,
// within rounding. Keys are at the clips' own frames; clips that need the straight line between two frames
// have cubic keys with tangents along that line. Nodes keep their order; sheared ones have a synthetic parent
// (kOuterSuffix). Events are in the extras of their clip. Vertices keep the order of the source, triangles
// that of the pack. Notes list the data of the source that the pack lacks, the additive clips (added to the
// rest pose) and those with root motion (played in place). `file` is the pack's name in messages. Errors:
// unsupported for packs not made by compile_scene; bad_data; limit_exceeded.
Result<Scene> scene_from_pack(const PackView& pack, const std::string& file = {}, const Limits& limits = {});

// Settings for `scene` from the configuration of `skelter compile`: JSON with // comments; docs/compile.md
// explains every key. `file` is its name in errors. Everything is checked against the scene, so that each
// error has the JSON pointer of its cause:
//   mannequin.json: /clips/walk/events/0/time_s: 3 is after the clip's end; expected 0 to 1.1
// Errors: bad_data.
Result<CompileSettings> read_compile_settings(std::string_view json, const std::string& file,
                                              const Scene& scene);

}  // namespace skelter
