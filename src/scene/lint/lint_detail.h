#pragma once
// Code shared by the rules of lint(). Each rule is a function from LintWork to a list of measurements.

#include <optional>
#include <string>
#include <vector>

#include "scene/lint/internal/lint.h"
#include "scene/lint/lint_intent.h"

namespace skelter::lint_detail {

// Default thresholds that the rules themselves also use.
constexpr double kLoopSeam = 0.02;   // H
constexpr double kFootSlide = 0.05;  // H
constexpr double kScaleDrift = 0.002;
constexpr double kSkinStretch = 1.5;  // times the longest edge of the undeformed mesh
constexpr double kBindPose = 0.1;     // H

struct LintWork {
  const Scene& scene;
  double extent;                    // H, the model size
  Vec3d up;                         // unit
  std::vector<DeclaredLoop> loops;  // per clip
};

// A finding that has not yet been compared with the threshold.
struct Measured {
  double value = 0;
  std::uint32_t clip = kNone;
  std::optional<double> time_s{};
  std::string object{};
  std::string note{};
  bool info_only = false;  // harmless here, so the rule's own threshold is ignored
  bool unsure = false;     // may be intended: low confidence, never a failure
  std::optional<Bounds> bounds{};
  std::string_view advice{};  // replaces the rule's advice
};
using MeasuredList = std::vector<Measured>;

// Rules about poses (lint_seam.cpp, lint_feet.cpp, lint_bounds.cpp).
MeasuredList loop_seam(const LintWork& work);
MeasuredList closing_key(const LintWork& work);
MeasuredList foot_slide(const LintWork& work);
MeasuredList animated_bounds(const LintWork& work);
// Rules about skins, and whether they fit their mesh (lint_stretch.cpp, lint_bind.cpp).
MeasuredList skin_stretch(const LintWork& work);
MeasuredList bind_pose(const LintWork& work);
// Rules about stored keys (lint_keys.cpp).
MeasuredList quaternion_flips(const LintWork& work);
MeasuredList scale_drift(const LintWork& work);
MeasuredList frame_ticks(const LintWork& work);
MeasuredList redundant_keys(const LintWork& work);
// Rules about the model (lint_skin.cpp, lint_names.cpp).
MeasuredList missing_skin(const LintWork& work);
MeasuredList weight_sums(const LintWork& work);
MeasuredList dead_joints(const LintWork& work);
MeasuredList bone_count(const LintWork& work);
MeasuredList influence_count(const LintWork& work);
MeasuredList duplicate_names(const LintWork& work);

// Returns the number of poses per clip that a rule may evaluate: `wanted`, or fewer if nodes times clips
// times poses would exceed two million. This bounds the time for large files.
std::size_t affordable_poses(const Scene& scene, std::size_t wanted);

// Calls visit(skin, mesh, primitive) for every skinned primitive.
template <class Visit>
void for_each_skinned(const Scene& scene, const Visit& visit) {
  for (const Node& node : scene.nodes)
    for (const MeshInstance& instance : node.meshes) {
      if (instance.skin == kNone) continue;
      for (const Primitive& primitive : scene.meshes[instance.mesh].primitives)
        if (!primitive.influence_begin.empty()) visit(instance.skin, instance.mesh, primitive);
    }
}

// Returns text such as "Hip, Knee, Toe and 4 more".
std::string first_names(const std::vector<std::string>& names);

}  // namespace skelter::lint_detail
