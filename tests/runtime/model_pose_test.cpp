#include "skelter/runtime/model_pose.h"

#include <gtest/gtest.h>

namespace skelter {
namespace {

using Skins = std::vector<std::uint32_t>;

TEST(ModelPose, skins_with_palettes_leaves_out_skins_that_share_one) {
  ModelSkin skins[4];
  skins[0].size = 3;
  skins[1].first = 0, skins[1].size = 3;  // shares the palette of skin 0
  skins[2].first = 3, skins[2].size = 2;
  skins[3].first = 5, skins[3].size = 1;
  ModelShape shape;
  EXPECT_EQ(skins_with_palettes(shape), Skins());
  shape.skins = skins;
  EXPECT_EQ(skins_with_palettes(shape), (Skins{0, 2, 3}));
}

}  // namespace
}  // namespace skelter
