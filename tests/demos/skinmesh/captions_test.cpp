// Captions of the skin mesh demo for files with and without matrix keys and skins.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "demos/overlays.h"
#include "demos/shown.h"
#include "render/scenes.h"

namespace skelter::test {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

std::vector<std::string> said(const Shown& shown) {
  std::vector<std::string> lines;
  for (const demos::OverlayText& text : overlay_demo(shown).overlay(800, 600).texts)
    lines.push_back(text.text);
  return lines;
}

TEST(SkinmeshCaptions, matrix_keys_are_only_mixed_where_there_are_some) {
  Shown plain("skinmesh");
  plain.keys("y");
  EXPECT_THAT(said(plain), Contains("Y  the clip has no matrix keys: nothing changes"));
  EXPECT_THAT(said(plain), Contains("matrix keys: none"));
  Shown keyed("skinmesh", {}, asset_path("matrix_keys.x"));
  EXPECT_THAT(said(keyed), Contains("matrix keys: decomposed"));
  keyed.keys("y");
  EXPECT_THAT(said(keyed), Contains("Y  nearest matrix key: the pose jumps from key to key"));
}

// The keys of the bundled clip are 0.75 s apart. The time 0.3 s is nearer to the first key, and interpolating
// element by element gives a different image than rotating.
TEST(SkinmeshCaptions, each_way_of_mixing_gives_another_picture_of_the_bundled_clip) {
  Shown demo("skinmesh", {}, asset_path("matrix_keys.x"));
  const auto figure_at = [&](double time_s) {
    const Image image = demo.at(time_s);
    Image figure(image.width, image.height - 160);  // without the text
    std::copy(image.rgba.begin() + std::ptrdiff_t{80} * image.width * 4,
              image.rgba.end() - std::ptrdiff_t{80} * image.width * 4, figure.rgba.begin());
    return figure;
  };
  const Image turned = figure_at(0.3), first = figure_at(0);
  EXPECT_GT(different_pixels(turned, first, 30), 2000u);
  demo.keys("y");
  EXPECT_LT(different_pixels(figure_at(0.3), first, 30), 20u) << "nearest: the first key";
  demo.keys("y");
  EXPECT_GT(different_pixels(figure_at(0.3), turned, 30), 500u) << "element by element";
}

TEST(SkinmeshCaptions, bones_are_not_mentioned_without_a_skin) {
  Shown demo("skinmesh");
  auto made = make_demo("skinmesh", square(), {});
  ASSERT_TRUE(made.ok()) << to_string(made.error());
  demo.demo = std::move(*made);
  EXPECT_THAT(said(demo), Contains("no skin: each mesh moves with its frame, as one rigid part"));
  EXPECT_THAT(said(demo), Not(Contains(HasSubstr("without cracks"))));
  demo.keys("r o");
  EXPECT_THAT(said(demo), Contains("R  no skin, so no bones to choose from: nothing changes"));
  EXPECT_THAT(said(demo), Contains("O  no skin, so no offsets to leave out: nothing changes"));
}

}  // namespace
}  // namespace skelter::test
