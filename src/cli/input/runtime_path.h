#pragma once
// What `eval --path runtime` shows: the compiled hot clip, played and skinned by the vector kernels.

#include <cstdint>
#include <optional>

#include "skelter/compile/clip.h"
#include "skelter/compile/skeleton.h"
#include "skelter/core/result.h"
#include "skelter/runtime/pack_view.h"
#include "skelter/scene/evaluate.h"
#include "skelter/scene/scene.h"

namespace skelter::cli {

enum class Skinning { linear, dual_quaternion };

class RuntimePath {
 public:
  // The moment of a clip, or the rest pose. Errors: those of build_skeleton and build_clip.
  static Result<RuntimePath> make(const Scene& scene, std::optional<std::uint32_t> clip, double time_s,
                                  const EvaluateOptions& options);

  // The same of a pack. Precondition: `scene` was made of it.
  static Result<RuntimePath> make(const Scene& scene, const PackView& pack, std::optional<std::uint32_t> clip,
                                  double time_s, const EvaluateOptions& options);

  // Of all nodes of the scene, in its order. Nodes without a joint keep their rest under their parents.
  const Pose& pose() const { return pose_; }

  // As skelter::skin: one entry per vertex of the primitive. Errors: those of build_skinned_mesh.
  Result<SkinnedVertices> skin(const Scene& scene, std::uint32_t node, std::uint32_t instance,
                               std::uint32_t primitive, Skinning skinning) const;

 private:
  // The clip's morph weights of a node, else those at rest.
  std::vector<float> morph_weights(const Scene& scene, std::uint32_t node) const;

  // From the joints of skeleton_ and the clip, if there is one.
  Result<void> pose_scene(const Scene& scene);

  SkeletonBuild skeleton_;
  std::vector<Affine> model_from_joint_;
  std::optional<Packed<ClipView>> clip_;
  float clip_time_s_ = 0;
  Pose pose_;
};

}  // namespace skelter::cli
