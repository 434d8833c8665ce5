#include "viewer/content/list_pose.h"

#include <vector>

#include "skelter/core/aligned_bytes.h"
#include "skelter/runtime/local_to_model_job.h"
#include "skelter/runtime/pose_list_job.h"
#include "skelter/runtime/scalar_tracks.h"

namespace skelter {
namespace {

// The morph weights of a list, which start from those at rest.
struct MorphScalars {
  std::vector<std::uint16_t> joints;
  std::vector<std::uint32_t> tracks, nodes;
  std::vector<float> weights;
};

MorphScalars morph_scalars(const Scene& scene, std::span<const ClipView> clips) {
  MorphScalars scalars;
  std::vector<std::uint32_t> targets;
  for (std::uint32_t n = 0; n < scene.nodes.size(); ++n) {
    std::uint32_t target = 0;
    for (const float weight : rest_morph_weights(scene, n)) {
      scalars.nodes.push_back(n);
      scalars.weights.push_back(weight);
      targets.push_back(target++);
    }
  }
  scalars.joints.resize(targets.size());
  for (const ClipView& clip : clips)
    for (std::size_t i = 0; i < targets.size(); ++i)
      scalars.tracks.push_back(find_morph(clip, scalars.nodes[i], targets[i]));
  return scalars;
}

}  // namespace

Pose pose_of_list(const ListPose& list_pose, std::span<const CrowdLayer> lines) {
  const Scene& scene = *list_pose.scene;
  const Skeleton& skeleton = list_pose.skeleton;
  std::vector<SoaTransform> local(skeleton.block_count());
  AlignedBytes scratch(pose_list_scratch_bytes(skeleton, lines.size()));
  MorphScalars scalars = morph_scalars(scene, list_pose.clips);
  PoseListJob mixing;
  mixing.skeleton = &skeleton;
  mixing.clips = list_pose.clips;
  mixing.lines = lines;
  mixing.blend_threshold = list_pose.blend_threshold;
  mixing.scratch = {scratch.data(), scratch.size()};
  mixing.out_local_pose = local;
  mixing.scalar_joints = scalars.joints;
  mixing.scalar_tracks = scalars.tracks;
  mixing.out_scalars = scalars.weights;
  std::vector<Affine> model(skeleton.joint_count());
  LocalToModelJob hierarchy;
  hierarchy.skeleton = &skeleton;
  hierarchy.local_pose = local;
  hierarchy.out_model_from_joint = model;
  if (mixing.run() != Status::ok || hierarchy.run() != Status::ok) return rest_pose(scene);
  Pose pose = pose_of_joints(scene, list_pose.made->joint_of_node, model, list_pose.made->origin);
  if (!scalars.nodes.empty()) pose.morph_weights.resize(scene.nodes.size());
  for (std::size_t i = 0; i < scalars.nodes.size(); ++i)
    pose.morph_weights[scalars.nodes[i]].push_back(scalars.weights[i]);
  return pose;
}

}  // namespace skelter
