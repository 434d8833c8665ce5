#pragma once
// A test fixture with the mannequin, moved by its graph.

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string_view>

#include "demos/character/walker.h"
#include "skelter/formats/x/read.h"
#include "support/assets.h"

namespace skelter::test {

// World matrix of a joint in a drawn pose.
inline Mat4d world_of(const ModelShape& shape, const ModelPose& pose, std::string_view name) {
  const auto found = std::find_if(shape.joints.begin(), shape.joints.end(),
                                  [&](const ModelJoint& joint) { return joint.name == name; });
  if (found == shape.joints.end()) {
    ADD_FAILURE() << "no joint " << name;
    return {};
  }
  const auto joint = static_cast<std::size_t>(found - shape.joints.begin());
  return pose.world_from_model * to_double(to_mat4(pose.model_from_joint[joint]));
}

class WalkingFigure : public ::testing::Test {
 protected:
  void SetUp() override {
    auto scene = read_x_file(asset_path("mannequin.x"));
    ASSERT_TRUE(scene.ok());
    scene_ = std::move(*scene);
    auto figure = demos::Walker::create(scene_, asset_path("mannequin.json"));
    ASSERT_TRUE(figure.ok()) << to_string(figure.error());
    figure_.emplace(std::move(*figure));
  }
  // World position of a joint in the drawn pose.
  Vec3d position_of(std::string_view joint) {
    const RigidMotion& at = figure_->place();
    const Mat4d world = translation_matrix(at.translation) * rotation_matrix(at.rotation);
    demos::Walker& walker = *figure_;
    return translation_part(world * world_of(walker.actor().shape(), walker.actor().pose(), joint));
  }
  Scene scene_;
  std::optional<demos::Walker> figure_;
};

}  // namespace skelter::test
