#pragma once
// build_pack: compile_scene with a report of every part, for `skelter compile`.

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "compile/build_clip/internal/clip.h"
#include "compile/build_mesh/internal/skinned_mesh.h"
#include "compile/build_skeleton/internal/skeleton.h"
#include "skelter/compile/compile.h"
#include "skelter/compile/settings.h"
#include "skelter/core/aligned_bytes.h"
#include "skelter/core/diagnostics.h"
#include "skelter/core/none.h"
#include "skelter/core/result.h"
#include "skelter/runtime/pack_view.h"
#include "skelter/scene/scene.h"

namespace skelter {

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

struct PackBuild {
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

// Like compile_scene. `thread_cpu_s` returns the CPU seconds of the calling thread, for
// ClipReport::cpu_seconds.
Result<PackBuild> build_pack(const Scene& scene, const CompileSettings& settings = {},
                             const std::function<void(std::string_view)>& clip_done = {},
                             double (*thread_cpu_s)() = nullptr);

// A warning for each clip that does not keep its error bound.
Diagnostics missed_bounds(const Scene& scene, const PackBuild& pack);

}  // namespace skelter
