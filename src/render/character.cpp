// Characters are drawn as the scene that their pack holds, with matrices that somebody else computed.

#include <utility>

#include "skelter/compile/compile.h"
#include "skelter/render/renderer.h"

namespace skelter {

struct UploadedCharacter::State {
  Scene scene;
  std::vector<std::uint16_t> joint_of_node;
  std::uint32_t joint_count = 0;
  Vec3d origin;
  Diagnostics diagnostics;
  UploadedScene uploaded;

  Pose pose(const CharacterFrame& frame) const {
    Pose pose = pose_of_joints(scene, joint_of_node, frame.model_from_joint, origin);
    // Model space begins at the origin, and world_from_model says where that is.
    const Mat4d world_from_scene = frame.world_from_model * translation_matrix(-origin);
    for (Mat4d& world : pose.world) world = world_from_scene * world;
    std::size_t first = 0;
    for (std::uint32_t node = 0; node < scene.nodes.size() && first < frame.morph_weights.size(); ++node) {
      const std::size_t count = rest_morph_weights(scene, node).size();
      if (count == 0 || frame.morph_weights.size() - first < count) continue;
      pose.morph_weights.resize(scene.nodes.size());
      const auto begin = frame.morph_weights.begin() + static_cast<std::ptrdiff_t>(first);
      pose.morph_weights[node].assign(begin, begin + static_cast<std::ptrdiff_t>(count));
      first += count;
    }
    return pose;
  }
};

UploadedCharacter::UploadedCharacter(std::unique_ptr<State> state) : state_(std::move(state)) {}
UploadedCharacter::UploadedCharacter(UploadedCharacter&&) noexcept = default;
UploadedCharacter::~UploadedCharacter() = default;

const Diagnostics& UploadedCharacter::diagnostics() const {
  return state_->diagnostics;
}

Bounds UploadedCharacter::bounds(const CharacterFrame& frame) const {
  return frame.model_from_joint.size() == state_->joint_count
             ? pose_bounds(state_->scene, state_->pose(frame))
             : Bounds();
}

Result<UploadedCharacter> Renderer::upload(const CharacterData& data, const TextureOptions& textures) {
  auto scene = scene_from_pack(data.pack());
  if (!scene) return scene.error();
  Diagnostics diagnostics;
  auto uploaded = upload(*scene, load_textures(*scene, diagnostics, textures));
  if (!uploaded) return uploaded.error();
  auto joints = joints_of_nodes(*scene, data.skeleton());
  return UploadedCharacter(std::make_unique<UploadedCharacter::State>(
      UploadedCharacter::State{std::move(*scene), std::move(joints), data.skeleton().joint_count(),
                               data.origin(), std::move(diagnostics), std::move(*uploaded)}));
}

Result<void> Renderer::draw(UploadedCharacter& uploaded, const CharacterFrame& frame, const Camera& camera,
                            std::uint32_t width, std::uint32_t height, const DrawOptions& options) {
  UploadedCharacter::State& state = *uploaded.state_;
  if (frame.model_from_joint.size() != state.joint_count)
    return Error{Status::invalid_argument,
                 "render.character",
                 std::to_string(frame.model_from_joint.size()) + " matrices; expected " +
                     std::to_string(state.joint_count) + ", one per joint",
                 {}};
  return draw(state.uploaded, state.scene, state.pose(frame), camera, width, height, options);
}

}  // namespace skelter
