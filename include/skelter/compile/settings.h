#pragma once
// The settings of compile_scene (compile.h): clips, skeleton, pack. docs/compile.md explains each.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "skelter/core/none.h"
#include "skelter/core/result.h"
#include "skelter/core/tasks.h"
#include "skelter/math/vec.h"
#include "skelter/runtime/skinned_mesh.h"
#include "skelter/scene/evaluate.h"

namespace skelter {

// --- clips -----------------------------------------------------------------------------------------------

struct EventSettings {
  std::string name;
  double time_s = 0;
};

// For the joint and everything below it, model matrix = root_motion(t) * model matrix in place. The rotation
// is the joint's turn about +Y since the first frame.
struct RootMotionSettings {
  std::string joint;  // its motion moves the character; the joint stays in place
  bool translation_x = true, translation_y = false, translation_z = true;
  bool rotation_y = false;  // turning about the up axis
};

// Effort of the search for a small form. The error bound is the same for all values.
enum class Effort : std::uint8_t {
  quick,   // for files that play at once: clips are made in the playing form only, at the rate of the keys if
           // that keeps the bound; the model's bounds enclose the boxes of the joints, not the vertices
  normal,  // a few percent larger than `best`, in 1/30 of its time or less
  best,
};

struct ClipSettings {
  // Largest distance, in file units, between a point of the shell and its position in the source. 0: H /
  // 18,000, with H the largest extent of the skinned meshes at rest (without meshes: of the joints).
  double error_bound = 0;
  // Distance of the shell's vertices from their joint, along each axis, in model space at rest; 0: H / 60.
  double shell_distance = 0;
  // true: a clip that floats cannot represent within the bound, for example far from the origin or late in a
  // long clip, is an error. false: the most accurate form is built, with a warning in
  // CompiledPack::diagnostics.
  bool strict_bound = false;
  Effort effort = Effort::normal;
  double sample_rate_hz = 0;  // 0: the source's own key grid, or a multiple if the bound needs it
  std::optional<bool> loop;   // nullopt: true if the last frame equals the first within the bound
  EvaluateOptions source;     // how source keys are read: matrix keys, absent parts
  std::vector<EventSettings> events;
  std::optional<RootMotionSettings> root_motion;
  // Makes an additive clip: differences from the pose of clip `additive_from` of the scene at additive_from_s
  // or, with kNone, from the rest pose. Precondition: the clip exists.
  bool additive = false;
  std::uint32_t additive_from = kNone;
  double additive_from_s = 0;
  std::uint64_t max_memory_bytes = 0;  // limit for frames; 0: 256 MiB + 40 times the keys' size
};

// --- skeleton --------------------------------------------------------------------------------------------

// A named mask: weights of joints. Later entries override earlier ones.
struct MaskSettings {
  std::string name;
  struct Entry {
    std::string joint;
    float weight = 1;
    bool subtree = true;  // the joint and everything below it
  };
  float base_weight = 0;  // weight of joints without an entry
  std::vector<Entry> entries;
};

// --- pack ------------------------------------------------------------------------------------------------

struct CompileSettings {
  std::vector<MaskSettings> masks;
  // Levels of detail, finest first: the names of the joints that a level drops, with everything below them
  // (posed at rest under their parents). Each level also drops what the levels before it dropped.
  std::vector<std::vector<std::string>> lods;
  EvaluateOptions source;  // how clips are read for the skeleton, which determines the nodes that shear
  std::vector<ClipSettings> clips;                // one per clip of the scene; empty: defaults for all
  std::uint32_t max_influences = kMaxInfluences;  // per vertex, at least 1; the largest are kept
  bool store_clips = true;                        // false: all clips in the playing form, which is larger and
                                                  // needs no decoding
  bool add_clips = true;                          // false: no clips; the skeleton is the same
  bool add_meshes = true;                         // false: only the skeleton and clips
  bool add_vertices = true;  // false: only skins and morph weights of meshes, without vertices and look
  // true: a model so far from the origin that floats cannot keep the error bounds there gets a separate
  // origin in double precision. false: no origin is stored.
  bool origin_apart = true;
  // Limit for the frames of a clip, and for all meshes of the pack; exceeding it is an error. 0: 256 MiB plus
  // 40 times the size of the scene's own keys or meshes.
  std::uint64_t max_memory_bytes = 0;
  // Files of animation graphs, read by `read_text`, with the files that they reference. They need the clips.
  std::vector<std::string> graphs;
  std::function<Result<std::string>(const std::string& file)> read_text;
  TaskRunner tasks = serial_tasks();  // clips are built in parallel; the bytes do not depend on the number
                                      // of workers
};

}  // namespace skelter
