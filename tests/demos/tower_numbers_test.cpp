// The numbers of the tower demo: their values compared with those of the tutorial, and their positions.

#include "demos/tower/tower_numbers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "demos/overlays.h"
#include "demos/tower/tower_motion.h"
#include "demos/tower/tower_strip.h"

namespace skelter::test {
namespace {

using demos::Overlay;
using demos::OverlayText;
using ::testing::HasSubstr;

Overlay numbers_at(Shown& tower, double time_s, double width = 800, double height = 600) {
  tower.demo.application->seek(time_s);
  return overlay_demo(tower).overlay(width, height);
}

// The sixteen numbers below a title, in the order in which they are shown.
std::array<double, 16> matrix_below(const Overlay& overlay, const std::string& title) {
  std::array<double, 16> numbers{};
  const auto found = std::find_if(overlay.texts.begin(), overlay.texts.end(),
                                  [&](const OverlayText& text) { return text.text.starts_with(title); });
  EXPECT_NE(found, overlay.texts.end()) << title << " in " << overlay.text();
  if (found == overlay.texts.end()) return numbers;
  for (std::size_t i = 0; i < 16; ++i) numbers[i] = std::stod((found + 1 + static_cast<long>(i))->text);
  return numbers;
}

std::array<double, 16> product(const std::array<double, 16>& a, const std::array<double, 16>& b) {
  std::array<double, 16> c{};
  for (std::size_t row = 0; row < 4; ++row)
    for (std::size_t column = 0; column < 4; ++column)
      for (std::size_t i = 0; i < 4; ++i) c[4 * row + column] += a[4 * row + i] * b[4 * i + column];
  return c;
}

// All numbers of the text that begins with `start`.
std::vector<double> numbers_after(const Overlay& overlay, const std::string& start) {
  std::vector<double> numbers;
  for (const OverlayText& text : overlay.texts) {
    if (!text.text.starts_with(start)) continue;
    const char* at = text.text.c_str() + start.size();
    while (*at != '\0') {
      char* end = nullptr;
      const double number = std::strtod(at, &end);
      if (end != at) numbers.push_back(number);
      at = end != at ? end : at + 1;
    }
    return numbers;
  }
  ADD_FAILURE() << start << " in " << overlay.text();
  return numbers;
}

// T-54: at 0.1 s, row 4 of bones 1 to 3 as worked out by hand.
TEST(TowerNumbers, world_matrices_stand_there_from_the_start) {
  Shown tower("tower");
  const Overlay overlay = numbers_at(tower, 0.1);
  const double rows[3][2] = {{-0.134879, 0.242702}, {-0.359383, 1.010555}, {-0.633605, 1.544223}};
  for (int bone = 1; bone <= 3; ++bone) {
    const auto world = matrix_below(overlay, "bone" + std::to_string(bone) + ", world (");
    EXPECT_NEAR(world[12], rows[bone - 1][0], 5.1e-5);
    EXPECT_NEAR(world[13], rows[bone - 1][1], 5.1e-5);
    EXPECT_EQ(world[15], 1);
  }
  EXPECT_THAT(overlay.text(), HasSubstr("bone1, world (0.108114 from bone0)"));
  EXPECT_THAT(overlay.text(), HasSubstr("bone3, world (0.190211 from bone2)"));
}

// At 1 s, the sines of bones 2 and 3 reach zero from below.
TEST(TowerNumbers, nothing_has_no_minus) {
  Shown tower("tower");
  const Overlay overlay = numbers_at(tower, 1);
  EXPECT_THAT(overlay.text(), HasSubstr("bone2, world (0.000000 from bone1)"));
  EXPECT_THAT(overlay.text(), testing::Not(HasSubstr("-0.0000\n")));
}

TEST(TowerNumbers, faithful_tower_starts_without_any_text) {
  Shown tower = faithful("tower");
  EXPECT_EQ(numbers_at(tower, 0.1).text(), "");
}

// T-21: a local translation is (-L sin a, L cos a, 0) with L = 1.25, 0.80, 0.60. The test multiplies the
// matrices that are shown.
TEST(TowerNumbers, n_shows_local_matrices_whose_products_are_the_world_matrices) {
  Shown tower("tower");
  EXPECT_THAT(numbers_at(tower, 0.1).text(), ::testing::Not(HasSubstr("L1 * L0")));
  tower.keys("n");
  const Overlay overlay = numbers_at(tower, 0.1);
  const auto l0 = matrix_below(overlay, "L0 "), l1 = matrix_below(overlay, "L1 "),
             l2 = matrix_below(overlay, "L2 "), l3 = matrix_below(overlay, "L3 ");
  const double lengths[] = {1.25, 0.80, 0.60}, angles[] = {0.108114, 0.176336, 0.190211};
  const std::array<double, 16>* locals[] = {&l1, &l2, &l3};
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR((*locals[i])[12], -lengths[i] * std::sin(angles[i]), 5.1e-5) << i;
    EXPECT_NEAR((*locals[i])[13], lengths[i] * std::cos(angles[i]), 5.1e-5) << i;
  }
  const auto w1 = product(l1, l0), w2 = product(l2, w1), w3 = product(l3, w2);
  const auto shown1 = matrix_below(overlay, "W1 = L1 * L0"),
             shown2 = matrix_below(overlay, "W2 = L2 * W1 = L2 * L1 * L0"),
             shown3 = matrix_below(overlay, "W3 = L3 * W2 = L3 * L2 * L1 * L0");
  for (std::size_t i = 0; i < 16; ++i) {
    EXPECT_NEAR(shown1[i], w1[i], 2e-4) << i;
    EXPECT_NEAR(shown2[i], w2[i], 4e-4) << i;  // the factors have four decimals
    EXPECT_NEAR(shown3[i], w3[i], 6e-4) << i;
  }
  EXPECT_EQ(matrix_below(overlay, "W0 = L0"), l0);
}

void click(Shown& tower, double x, double y, double drag = 0) {
  tower.demo.application->handle(MouseButtonEvent{MouseButton::left, Press::down, x, y, {}});
  if (drag != 0) tower.demo.application->handle(MouseMoveEvent{x + drag, y});
  tower.demo.application->handle(MouseButtonEvent{MouseButton::left, Press::up, x + drag, y, {}});
}

// At 0.1 s, vertex 599 is at (-1.102205, 2.427730), which is pixel (240.34, 93.19).
TEST(TowerNumbers, a_click_on_the_strip_shows_how_that_vertex_is_computed) {
  Shown tower("tower");
  tower.demo.application->seek(0.1);
  click(tower, 240.34, 93.19);
  const Overlay overlay = numbers_at(tower, 0.1);
  EXPECT_THAT(overlay.text(), HasSubstr("vertex 599, in the file (-0.0130, 1.0000)"));
  const auto sum = numbers_after(overlay, "the sum of weight * position is its position: ");
  ASSERT_EQ(sum.size(), 2u);
  EXPECT_NEAR(sum[0], -1.102205, 3e-6);
  EXPECT_NEAR(sum[1], 2.427730, 3e-6);
  const auto last = numbers_after(overlay, "bone3  ");
  ASSERT_EQ(last.size(), 3u);
  EXPECT_EQ(last[0], 1);
  EXPECT_NEAR(last[1], -1.102205, 5.1e-5);
  click(tower, 700, 90);  // next to the strip
  EXPECT_THAT(numbers_at(tower, 0.1).text(), ::testing::Not(HasSubstr("vertex")));
  click(tower, 240.34, 93.19, 60);
  EXPECT_THAT(numbers_at(tower, 0.1).text(), ::testing::Not(HasSubstr("vertex"))) << "that was a drag";
}

// T-31: the weights are 0.6 and 0.4 at y = 0.1, 0.8 and 0.2 at y = 0.3, and 0.6 and 0.4 at y = 0.6. Bone 0
// alone would leave a vertex at its rest position, 1 lower. The test computes the sum.
TEST(TowerNumbers, v_goes_up_the_strip_and_shows_the_four_places_and_their_sum) {
  Shown tower("tower");
  std::vector<std::array<double, 4>> weights;
  for (int tenth = 1; tenth <= 10; ++tenth) {
    tower.keys("v");
    const Overlay overlay = numbers_at(tower, 0.65);
    std::array<double, 4> own{};
    double x = 0, y = 0;
    for (std::size_t bone = 0; bone < 4; ++bone) {
      const auto numbers = numbers_after(overlay, "bone" + std::to_string(bone) + "  ");
      ASSERT_EQ(numbers.size(), 3u);
      own[bone] = numbers[0];
      x += numbers[0] * numbers[1];
      y += numbers[0] * numbers[2];
      if (bone == 0) {
        EXPECT_NEAR(numbers[2], tenth / 10.0 - 1, 5.1e-5);
      }
    }
    weights.push_back(own);
    const auto sum = numbers_after(overlay, "the sum of weight * position is its position: ");
    ASSERT_EQ(sum.size(), 2u);
    EXPECT_NEAR(sum[0], x, 1.1e-4) << tenth;
    EXPECT_NEAR(sum[1], y, 1.1e-4) << tenth;
  }
  EXPECT_EQ(weights[0], (std::array<double, 4>{0.6, 0.4, 0, 0}));
  EXPECT_EQ(weights[2], (std::array<double, 4>{0, 0.8, 0.2, 0}));
  EXPECT_EQ(weights[5], (std::array<double, 4>{0, 0, 0.6, 0.4}));
  EXPECT_EQ(weights[9], (std::array<double, 4>{0, 0, 0, 1}));
}

// The edges of the strip in image points, from the camera's numbers as in the tutorial. An image narrower
// than 4:3 shows the same width.
std::vector<Vec2d> strip_points(const Scene& scene, double time_s, double width, double height) {
  const demos::TowerStrip strip = *demos::find_strip(scene);
  const Pose pose = demos::tower_pose(scene, *demos::tower_bones(scene), time_s, demos::TowerClock::smooth);
  const SkinnedVertices skinned = skin(scene, pose, strip.node, strip.instance);
  const double scale = std::min(height, width * 3 / 4) / 2 / std::tan(22.5 * std::numbers::pi / 180) / 5;
  const auto point = [&](std::uint32_t v) {
    return Vec2d{width / 2 + skinned.positions[v].x * scale,
                 height / 2 - (skinned.positions[v].y - 1) * scale};
  };
  std::vector<Vec2d> points;
  for (std::uint32_t row = 0; row < 100; ++row)
    for (const std::uint32_t left : {6 * row, 6 * row + 5}) {
      const std::uint32_t right = left == 6 * row ? left + 1 : left - 1;
      for (int i = 0; i <= 40; ++i) {
        const Vec2d a = point(left), b = point(right);
        points.push_back({a.x + (b.x - a.x) * i / 40, a.y + (b.y - a.y) * i / 40});
      }
    }
  return points;
}

TEST(TowerNumbers, no_text_meets_the_strip_in_a_whole_cycle) {
  auto scene = read_x_file(asset_path("tower.x"));
  ASSERT_TRUE(scene.ok());
  const double sizes[][2] = {{800, 600}, {1024, 768}, {1280, 720}, {1280, 1024}, {800, 1000}, {1920, 1080}};
  for (const char* keys : {"", "n v", "m"}) {
    Shown tower("tower");
    tower.keys(keys);
    for (const auto& [width, height] : sizes)
      for (int step = 0; step < 60; ++step) {
        const double time_s = step * 0.05;
        const Overlay overlay = numbers_at(tower, time_s, width, height);
        ASSERT_GE(overlay.texts.size(), 5u);
        const std::vector<Vec2d> strip = strip_points(*scene, time_s, width, height);
        for (const OverlayText& text : overlay.texts) {
          const Rectangle box = rectangle_of(text);
          EXPECT_TRUE(box.left >= 0 && box.top >= 0 && box.right <= width && box.bottom <= height)
              << text.text << " at " << width << " x " << height;
          const bool meets =
              std::any_of(strip.begin(), strip.end(), [&](const Vec2d& p) { return box.contains(p.x, p.y); });
          ASSERT_FALSE(meets) << text.text << " at " << time_s << " s in " << width << " x " << height
                              << keys;
        }
      }
  }
}

// Letters stay inside those rectangles, so they do not cover the strip.
TEST(TowerNumbers, drawn_letters_keep_to_their_rectangles) {
  Shown tower("tower"), plain("tower");
  tower.keys("b n");
  plain.keys("b m");
  for (const double time_s : {0.1, 0.65, 1.4, 2.1}) {
    const Image with = tower.at(time_s), without = plain.at(time_s);
    const Overlay overlay = numbers_at(tower, time_s), others = numbers_at(plain, time_s);
    std::size_t changed = 0;
    for (std::uint32_t y = 0; y < 600; ++y)
      for (std::uint32_t x = 0; x < 800; ++x) {
        if (std::equal(with.at(x, y), with.at(x, y) + 3, without.at(x, y))) continue;
        ++changed;
        bool inside = false;
        for (const Overlay* one : {&overlay, &others})
          for (const OverlayText& text : one->texts) {
            Rectangle box = rectangle_of(text);
            box.left -= 1;  // blurred edges may extend beyond the rectangle
            inside = inside || box.contains(x + 0.5, y + 0.5) || box.contains(x - 0.5, y - 0.5);
          }
        ASSERT_TRUE(inside) << x << " " << y;
      }
    EXPECT_GT(changed, 3000u);
  }
}

TEST(TowerNumbers, small_images_have_no_space_for_them) {
  Shown tower("tower");
  tower.keys("n v");
  EXPECT_THAT(numbers_at(tower, 0.1, 799, 600).text(), "F1  keys\n");
  EXPECT_THAT(numbers_at(tower, 0.1, 800, 599).text(), "F1  keys\n");
}

}  // namespace
}  // namespace skelter::test
