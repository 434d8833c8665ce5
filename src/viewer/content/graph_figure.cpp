#include "viewer/content/graph_figure.h"

#include <algorithm>
#include <utility>

#include "skelter/math/quat.h"

namespace skelter {
namespace {

// Where root motion has taken a figure whose model space begins at `origin`.
Mat4d world_from_place(const RigidMotion& place, const Vec3d& origin) {
  return translation_matrix(origin + place.translation) * rotation_matrix(place.rotation) *
         translation_matrix(-origin);
}

}  // namespace

void GraphFigure::play(GraphPtr graph) {
  graph_ = std::move(graph);
  CharacterOptions options;
  options.graph = 0;
  options.palettes = false;
  character_ = std::make_unique<Character>(graph_->data, options);
  morphed_.clear();
  std::uint32_t scalars = 0;
  for (std::uint32_t node = 0; node < scene_->nodes.size(); ++node) {
    const std::vector<float> rest = rest_morph_weights(*scene_, node);
    const auto count = static_cast<std::uint32_t>(rest.size());
    for (std::uint32_t target = 0; target < count; ++target)
      character_->add_scalar({{}, node, target, 0, rest[target]});
    if (count != 0) morphed_.push_back({node, scalars, count});
    scalars += count;
  }
}

Pose GraphFigure::pose(const GraphFrame& frame, bool moved) {
  if (frame.graph != graph_) play(frame.graph);
  if (character_->restore_graph(frame.block()) != Status::ok) return rest_pose(*scene_);
  std::copy(frame.pose.begin(), frame.pose.end(), character_->local_pose().begin());
  character_->finish();
  Pose pose = pose_of_joints(*scene_, made_->joint_of_node, character_->model_from_joint(), made_->origin);
  if (moved) {
    const Mat4d place = world_from_place(frame.place, made_->origin);
    for (Mat4d& world : pose.world) world = place * world;
  }
  if (!morphed_.empty()) pose.morph_weights.resize(scene_->nodes.size());
  for (const MorphedNode& morphed : morphed_)
    for (std::uint32_t target = 0; target < morphed.count; ++target)
      pose.morph_weights[morphed.node].push_back(character_->scalar(morphed.first_scalar + target));
  return pose;
}

}  // namespace skelter
