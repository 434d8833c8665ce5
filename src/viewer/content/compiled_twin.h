#pragma once
// CompiledTwin: a scene as the runtime plays it: compiled clips, vector kernels, single precision.

#include <memory>
#include <optional>

#include "skelter/compile/clip.h"
#include "skelter/compile/skeleton.h"
#include "skelter/compile/skinned_mesh.h"
#include "viewer/input/picking.h"

namespace skelter {

class CompiledTwin {
 public:
  // One clip, or the rest pose with kNone. `scene` must outlive the twin. Errors: those of build_skeleton,
  // build_clip, build_skinned_mesh and build_skin.
  static Result<std::unique_ptr<CompiledTwin>> make(const Scene& scene, std::uint32_t clip,
                                                    const EvaluateOptions& source);

  // All nodes and all vertices at a time of the clip. The spans stay valid until the next call.
  Result<void> play(double time_s);
  const Pose& pose() const { return pose_; }
  const std::vector<PosedPrimitive>& posed() const { return posed_; }

  // Of the clip; nothing for the rest pose.
  const std::optional<ClipReport>& report() const { return report_; }

 private:
  struct Part {
    SkinnedMeshBuild mesh;
    Packed<SkinView> skin;
    std::vector<Affine> palette;
    std::vector<float> positions, normals;
    AlignedBytes morphed;  // vertices with their morph targets mixed in; empty for a mesh without any
  };
  explicit CompiledTwin(const Scene& scene) : scene_(&scene) {}
  Result<void> weigh_morphs(double time_s);
  Result<void> skin_part(std::size_t part);

  const Scene* scene_;
  SkeletonBuild skeleton_;
  std::optional<ClipBuild> clip_;
  std::optional<ClipReport> report_;
  std::vector<Part> parts_;
  std::vector<SoaTransform> local_;
  std::vector<Affine> model_;
  Pose pose_;
  std::vector<PosedPrimitive> posed_;
};

}  // namespace skelter
