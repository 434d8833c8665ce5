#include "skelter/d3dx/scene_controller.h"

#include <algorithm>
#include <string>

#include "compile/build_skeleton/internal/skeleton.h"
#include "math/internal/shear.h"

namespace skelter {
namespace {

// Of several nodes with the same name, all except the first have outputs with name and index; see
// output_names().
std::uint32_t output_for(const Controller& controller, std::string_view name, std::uint32_t node) {
  const std::uint32_t numbered = controller.find_output(std::string(name) + "#" + std::to_string(node));
  return numbered != kNone ? numbered : controller.find_output(name);
}

bool has_helper(const Skeleton& skeleton, std::uint32_t joint) {
  return joint + 1 < skeleton.joint_count() && skeleton.helpers[joint + 1] != 0 &&
         skeleton.parents[joint + 1] == joint;
}

Transform without_shear(const AffineParts& parts) {
  return {to_float(parts.translation), to_float(parts.rotation),
          to_float(Vec3d{parts.stretch(0, 0), parts.stretch(1, 1), parts.stretch(2, 2)})};
}

}  // namespace

ControllerPose::ControllerPose(const CharacterData& data, const Controller& controller)
    : skeleton_(&data.skeleton()), outputs_(controller.output_count()) {
  for (std::uint32_t joint = 0; joint < skeleton_->joint_count(); ++joint) {
    std::string name(skeleton_->name(joint));
    const bool halved = has_helper(*skeleton_, joint);
    if (halved) name = skeleton_->name(joint + 1);
    const std::uint32_t output = output_for(controller, name, skeleton_->nodes[joint]);
    output_of_joint_.push_back(output);
    const SourceSpot spot{{}, 0, {}, "joint " + name};
    if (output == kNone) {
      if (!name.empty())
        diagnostics_.add(Severity::note, "control.still-joint", spot,
                         "no controller output has this name; the joint keeps its rest pose");
    } else if (!halved && skeleton_->helpers[joint] == 0 &&
               shear_of(controller.matrix(output)) > kShearTolerance) {
      diagnostics_.add(Severity::warning, "control.sheared-joint", spot,
                       "its value contains shear, which is left out");
    }
  }
}

Status ControllerPose::write(const Controller& controller, std::span<SoaTransform> out) const {
  if (controller.output_count() != outputs_ || out.size() < skeleton_->block_count())
    return Status::invalid_argument;
  std::copy(skeleton_->rest_pose.begin(), skeleton_->rest_pose.end(), out.begin());
  for (std::uint32_t joint = 0; joint < skeleton_->joint_count(); ++joint) {
    const std::uint32_t output = output_of_joint_[joint];
    if (output == kNone) continue;
    const auto put = [&](std::uint32_t to, const Transform& t) { set(out[to / kLanes], to % kLanes, t); };
    if (!has_helper(*skeleton_, joint)) {
      put(joint, without_shear(controller.pose()[output]));
      continue;
    }
    const ShearedParts parts = split_sheared({}, controller.matrix(output));
    put(joint,
        {to_float(parts.outer.translation), to_float(parts.outer.rotation), to_float(parts.outer.scale)});
    put(++joint, {{}, to_float(helper_rotation(parts)), {1, 1, 1}});
  }
  return Status::ok;
}

}  // namespace skelter
