#pragma once
// Compiles a scene like compile_scene and reports on every part, for `skelter compile`.

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

// The farthest vertex from a joint that has at least half of the vertex's weight, at rest. The error of this
// vertex may exceed the bound, approximately by the ratio of its distance to ClipReport::shell_distance.
struct VertexReach {
  double distance = 0;            // in file units
  std::uint16_t joint = kNone16;  // kNone16: there are no vertices
};

struct PackBuild {
  AlignedBytes bytes;
  SkeletonBuild skeleton;                // includes the origin that all data is relative to
  std::vector<ClipReport> clips;         // one per clip of the scene
  std::vector<MeshReport> meshes;        // one per mesh section, which is one primitive of one instance
  std::vector<SectionSize> sections;     // in pack order
  double extent = 1;                     // model size H, see scene_size
  std::vector<std::string> joint_names;  // names of the skeleton's joints
  VertexReach reach;
  std::vector<Diagnostic> graph_warnings;
  std::vector<std::string> graph_files;  // files of all graphs: those in the settings, and those that they
                                         // reference
};

// Like compile_scene. `thread_cpu_s` must return the CPU seconds of the calling thread, for
// ClipReport::cpu_seconds.
Result<PackBuild> build_pack(const Scene& scene, const CompileSettings& settings = {},
                             const std::function<void(std::string_view)>& clip_done = {},
                             double (*thread_cpu_s)() = nullptr);

// Returns a warning for each clip that exceeds its error bound.
Diagnostics missed_bounds(const Scene& scene, const PackBuild& pack);

}  // namespace skelter
