#pragma once
// compile_scene: compiles a scene into one pack for playback. scene_from_pack: the inverse. Pure functions:
// the same input gives the same bytes on every machine and compiler.

#include <functional>
#include <string>
#include <string_view>

#include "skelter/compile/settings.h"
#include "skelter/core/aligned_bytes.h"
#include "skelter/core/diagnostics.h"
#include "skelter/core/limits.h"
#include "skelter/core/result.h"
#include "skelter/runtime/pack_view.h"
#include "skelter/scene/scene.h"

namespace skelter {

struct CompiledPack {
  AlignedBytes bytes;
  Diagnostics diagnostics;  // warnings about graphs, and about clips that do not keep their error bound
};

// Compiles all data that a viewer needs to show the same image, including nodes, materials and images
// embedded in the scene. PackLosses lists what is dropped. Precondition: scene valid; settings.clips empty or
// one per clip of the scene. Errors: settings out of range or with names that the scene lacks; more than
// kMaxJoints joints; numbers that floats cannot hold; limit_exceeded; the first error of a graph
// (compile/graph.h reports all). Clips take nearly all of the time. `clip_done` is called with a clip's name
// after each clip, one call at a time, on any thread.
Result<CompiledPack> compile_scene(const Scene& scene, const CompileSettings& settings = {},
                                   const std::function<void(std::string_view)>& clip_done = {});

// Returns a valid scene with the data that the pack plays: for this scene, the reference evaluator gives the
// same poses as SampleJob, within rounding. Keys are at the clips' own frames; clips that need the straight
// line between two frames have cubic keys with tangents along that line. Nodes keep their order; sheared
// nodes have a synthetic parent (the same name plus ".stretch"). Events are stored in the extras of their
// clip. Vertices keep the order of the source, triangles keep that of the pack. Notes list the data of the
// source that the pack lacks, the additive clips (added to the rest pose) and those with root motion (played
// in place). `file` is the pack's name in messages. Errors: unsupported for packs not made by compile_scene;
// bad_data; limit_exceeded.
Result<Scene> scene_from_pack(const PackView& pack, const std::string& file = {}, const Limits& limits = {});

// Reads the settings for `scene` from a configuration of `skelter compile`: JSON with // comments;
// docs/compile.md explains every key. `file` is the configuration's name in errors. Everything is checked
// against the scene, so that each error contains the JSON pointer of its cause:
//   mannequin.json: /clips/walk/events/0/time_s: 3 is after the clip's end; expected 0 to 1.1
// Errors: bad_data.
Result<CompileSettings> read_compile_settings(std::string_view json, const std::string& file,
                                              const Scene& scene);

}  // namespace skelter
