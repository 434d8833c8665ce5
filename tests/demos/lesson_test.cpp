// The figures of the course: their numbers compared with those of the tutorials, and their positions.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "demos/overlays.h"
#include "demos/shown.h"

namespace skelter::test {
namespace {

using demos::Overlay;
using demos::OverlayText;
using ::testing::AllOf;
using ::testing::HasSubstr;

Overlay page(Shown& lesson, const std::string& key, double time_s, double width = 800, double height = 600) {
  lesson.keys(key);
  lesson.demo.application->seek(time_s);
  return overlay_demo(lesson).overlay(width, height);
}

// T-11 to T-14, T-22, T-31, S-24, S-33, B-33, C-59, to four decimals, as printed in the documents.
TEST(Lesson, pages_have_the_tutorials_numbers) {
  Shown lesson("lesson");
  EXPECT_THAT(page(lesson, "1", 0).text(),
              AllOf(HasSubstr("u (-3, 2, -8)"), HasSubstr("A: move by (4, -3, 8)"),
                    HasSubstr("uA (1, -1, 0)"), HasSubstr("uAB (1.4142, 0, 0)"),
                    HasSubstr("uBA (0.4645, -3.7071, 0)"), HasSubstr("row 4 of AB: (4.9497, 0.7071, 8)")));
  EXPECT_THAT(page(lesson, "2", 0.1).text(),
              AllOf(HasSubstr("joint 1 at (-0.1349, 0.2427)"), HasSubstr("joint 2 at (-0.3594, 1.0106)"),
                    HasSubstr("joint 3 at (-0.6336, 1.5442)"), HasSubstr("bone 1: turned by 6.19 degrees")));
  EXPECT_THAT(page(lesson, "3", 0.1).text(),
              AllOf(HasSubstr("bone 0 alone (-0.28, -0.9)"), HasSubstr("bone 1 alone (-0.424, 0.3119)"),
                    HasSubstr("vertex 60, with 0.6 and 0.4: (-0.3376, -0.4152)")));
  EXPECT_THAT(page(lesson, "4", 0.1).text(),
              AllOf(HasSubstr("vertex 599 (-1.1022, 2.4277)"), HasSubstr("vertex 0 (-0.31, -1)")));
  EXPECT_THAT(page(lesson, "5", 0).text(),
              AllOf(HasSubstr("wrong (0, 102, 0)"), HasSubstr("right (0, 52, 0)"),
                    HasSubstr("seen from the bone (0, 1, 0)")));
  EXPECT_THAT(page(lesson, "6", 0.25).text(), AllOf(HasSubstr("slerp (0.9239, 0, -0.3827), 22.5 degrees"),
                                                    HasSubstr("16 numbers (0.75, 0, -0.25), 0.7906 long")));
  EXPECT_THAT(page(lesson, "7", 0).text(), AllOf(HasSubstr("sum, amount 1.5: (0.5908, 0.8897), 1.068 long"),
                                                 HasSubstr("(0.5373, 0.8434)")));
  EXPECT_THAT(page(lesson, "8", 0).text(),
              AllOf(HasSubstr("three bones: 7"), HasSubstr("two bones only: 5")));
  EXPECT_THAT(page(lesson, "9", 0.625).text(),
              AllOf(HasSubstr("Walk 0.75"), HasSubstr("Wave 0.25"), HasSubstr("0.625 s: (1.875, 0.5)")));
  EXPECT_THAT(page(lesson, "0", 0.1).text(),
              AllOf(HasSubstr("bone3 (-0.6336, 1.5442)"), HasSubstr("bone3 (-1.0833, 1.4023)")));
}

// An image without a requested time shows the time that the chapter describes. Chapter 3 describes 0.1 s.
TEST(Lesson, images_without_a_time_show_the_time_of_the_chapter) {
  Shown lesson("lesson");
  lesson.keys("3");
  lesson.demo.application->seek(lesson.demo.application->moment_s());
  EXPECT_THAT(overlay_demo(lesson).overlay(800, 600).text(), HasSubstr("(-0.3376, -0.4152)"));
}

// The dots of the joints must have the relative positions in row 4 of the tutorial's world matrices: joint 0
// at (0, -1), joint 3 at (-0.633605, 1.544223).
TEST(Lesson, dots_are_where_the_numbers_say) {
  Shown lesson("lesson");
  for (const double width : {800.0, 1280.0}) {
    const Overlay chain = page(lesson, "2", 0.1, width, 600);
    ASSERT_EQ(chain.dots.size(), 4u);
    const auto &foot = chain.dots[0], &top = chain.dots[3];
    const double scale = (foot.y - top.y) / 2.544223;
    EXPECT_GT(scale, 100);
    EXPECT_NEAR(top.x - foot.x, -0.633605 * scale, 0.01);
    EXPECT_NEAR(chain.dots[1].x - foot.x, -0.134879 * scale, 0.01);
    EXPECT_NEAR(foot.y - chain.dots[1].y, 1.242702 * scale, 0.01);
  }
}

// The strip is drawn at its documented vertices: dark blue at the tip, red at the base, and black next to it.
TEST(Lesson, strip_is_under_its_numbers) {
  Shown lesson("lesson");
  const Overlay tower = page(lesson, "4", 0.1);
  const Image image = lesson.at(0.1);
  const auto& foot = tower.dots[0];
  const double scale = (foot.y - tower.dots[3].y) / 2.544223;
  const auto pixel = [&](double x, double y) {
    const auto column = static_cast<std::size_t>(foot.x + x * scale),
               row = static_cast<std::size_t>(foot.y - (y + 1) * scale);
    return image.rgba.data() + (row * image.width + column) * 4;
  };
  EXPECT_GT(pixel(0.2, -0.95)[0], 100);  // red: bone 0
  EXPECT_LT(pixel(0.2, -0.95)[2], 60);
  EXPECT_GT(pixel(-1.0, 2.22)[2], 100);  // blue: bone 3
  EXPECT_LT(pixel(0.36, -0.95)[0], 60);  // next to the strip, which ends at 0.31
}

// Tests two seconds of every page, at two window sizes.
TEST(Lesson, texts_stay_in_the_picture_and_apart_from_each_other) {
  Shown lesson("lesson");
  for (const auto& [width, height] : {std::pair(800.0, 600.0), std::pair(1280.0, 720.0)})
    for (const char key : std::string("1234567890"))
      for (int frame = 0; frame < 40; ++frame) {
        // Moving labels may overlap, so pages that have them are tested only at the start.
        const bool still = key != '2' && key != '3' && key != '4' && key != '0';
        if (!still && frame > 2) break;
        const Overlay overlay = page(lesson, std::string(1, key), 0.1 + 0.05 * frame, width, height);
        for (std::size_t i = 0; i < overlay.texts.size(); ++i) {
          const Rectangle a = rectangle_of(overlay.texts[i]);
          const std::string where = std::string(1, key) + ": " + overlay.texts[i].text;
          EXPECT_GE(a.left, 0) << where;
          EXPECT_GE(a.top, 0) << where;
          EXPECT_LE(a.right, width) << where;
          EXPECT_LE(a.bottom, height) << where;
          for (std::size_t j = 0; j < i; ++j) {
            const Rectangle b = rectangle_of(overlay.texts[j]);
            const bool apart =
                a.right <= b.left || b.right <= a.left || a.bottom <= b.top + 3 || b.bottom <= a.top + 3;
            EXPECT_TRUE(apart) << where << " over " << overlay.texts[j].text;
          }
        }
      }
}

TEST(Lesson, keys_turn_the_pages) {
  Shown lesson("lesson");
  const auto title = [&] { return overlay_demo(lesson).overlay(800, 600).texts.at(0).text; };
  EXPECT_EQ(title(), "1. Points and matrices");
  lesson.keys("0");
  EXPECT_EQ(title(), "10. From file to game");
  lesson.demo.application->handle(KeyEvent{Key::page_down, Press::down, {}});
  EXPECT_EQ(title(), "1. Points and matrices");
  lesson.demo.application->handle(KeyEvent{Key::page_up, Press::down, {}});
  EXPECT_EQ(title(), "10. From file to game");
}

TEST(Lesson, needs_the_tower) {
  Scene scene;
  scene.file = "none.x";
  const auto made = make_demo("lesson", scene, {});
  ASSERT_FALSE(made);
  EXPECT_EQ(to_string(made.error()), "none.x: no frame \"bone0\"; expected bone0 to bone3");
}

}  // namespace
}  // namespace skelter::test
