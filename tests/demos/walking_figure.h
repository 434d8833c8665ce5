#pragma once
// A test fixture with the mannequin, moved by its graph.

#include <gtest/gtest.h>

#include <optional>

#include "demos/character/walker.h"
#include "skelter/formats/x/read.h"
#include "support/assets.h"

namespace skelter::test {

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
  Scene scene_;
  std::optional<demos::Walker> figure_;
};

}  // namespace skelter::test
