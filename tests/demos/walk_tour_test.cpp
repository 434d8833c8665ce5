// The tour with which the character demo begins. In the poses that are drawn, the character must stay on its
// circle, and feet on the ground must not slide.

#include "demos/character/walk_tour.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "demos/character/character_state.h"
#include "demos/keys.h"
#include "demos/scene_demo.h"
#include "demos/shown.h"
#include "demos/walking_figure.h"
#include "load/internal/actor.h"
#include "skelter/scene/edit.h"
#include "support/assets.h"

namespace skelter::test::walk_tour {
namespace {

using demos::kTour_s;
using demos::kTourRadius_m;
using demos::WalkCommand;

constexpr Vec3d kSoleBelowToe{0, -0.026, 0};  // in the space of the toe joint; on the ground at rest
// A foot is down if, in the drawn pose, the sole below its toes is at most this high. It is flat if its ankle
// is also as high above its toes as at rest. A foot that rolls turns its ankle about its toes.
constexpr double kDown = 0.01, kFlat = 0.003;
constexpr double kMaxSlide = 0.005;

// Examines the feet in drawn poses, without any knowledge of clips, contacts or locks.
class Feet {
 public:
  explicit Feet(const Scene& scene) {
    const std::unique_ptr<Actor> at_rest = std::move(*Actor::create(scene));
    for (std::size_t side = 0; side < 2; ++side) {
      const std::string name = side == 0 ? "left_" : "right_";
      feet_[side].toe = name + "toes";
      feet_[side].ankle = name + "foot";
      feet_[side].rest_rise = rise(at_rest->shape(), at_rest->pose(), feet_[side]);
    }
  }
  void look(demos::SceneDemo& demo) {
    const auto pose = demo.shown_pose();
    ASSERT_TRUE(pose.ok());
    const ModelShape shape = (*demo.shown_actor())->shape();
    for (Foot& foot : feet_) {
      const Mat4d toe = world_of(shape, *pose, foot.toe);
      const Vec3d sole = transform_point(toe, kSoleBelowToe);
      const Vec3d ankle = translation_part(world_of(shape, *pose, foot.ankle));
      const bool down = sole.y < kDown;
      const bool flat = down && std::abs(rise(shape, *pose, foot) - foot.rest_rise) < kFlat;
      if (!down) foot.soles.clear(), foot.toes.clear(), foot.ankles.clear();
      if (down) stands(sole, foot.soles, sole_slide), ++foot.down;
      if (flat) stands(translation_part(toe), foot.toes, toe_slide);
      if (flat) stands(ankle, foot.ankles, ankle_slide), ++foot.flat;
    }
    ++moments_;
  }
  // Fractions of the time, for the foot with the lower value.
  double down() const { return double(std::min(feet_[0].down, feet_[1].down)) / moments_; }
  double flat() const { return double(std::min(feet_[0].flat, feet_[1].flat)) / moments_; }
  double sole_slide = 0, toe_slide = 0, ankle_slide = 0;  // the maximum over all steps

 private:
  struct Foot {
    std::string toe, ankle;                  // joints
    double rest_rise = 0;                    // height of the ankle above the toes
    std::vector<Vec3d> soles, toes, ankles;  // positions since the foot came down
    int down = 0, flat = 0;                  // numbers of samples
  };
  static double rise(const ModelShape& shape, const ModelPose& pose, const Foot& foot) {
    return translation_part(world_of(shape, pose, foot.ankle)).y -
           translation_part(world_of(shape, pose, foot.toe)).y;
  }
  static void stands(const Vec3d& place, std::vector<Vec3d>& before, double& slide) {
    for (const Vec3d& other : before)
      slide = std::max(slide, std::hypot(place.x - other.x, place.z - other.z));
    before.push_back(place);
  }
  Foot feet_[2];
  int moments_ = 0;
};

void expect_feet_stand(const Feet& feet) {
  EXPECT_GT(feet.down(), 0.3);
  EXPECT_GT(feet.flat(), 0.2);
  EXPECT_LE(feet.sole_slide, kMaxSlide);
  EXPECT_LE(feet.toe_slide, kMaxSlide);
  EXPECT_LE(feet.ankle_slide, kMaxSlide);
  ::testing::Test::RecordProperty("sole_um", static_cast<int>(1e6 * feet.sole_slide));
  ::testing::Test::RecordProperty("toe_um", static_cast<int>(1e6 * feet.toe_slide));
  ::testing::Test::RecordProperty("ankle_um", static_cast<int>(1e6 * feet.ankle_slide));
}

class WalkTour : public WalkingFigure {
 protected:
  void go(double seconds, double step_s, const std::function<void()>& look) {
    for (const double end_s = time_s_ + seconds; time_s_ < end_s - 1e-9; time_s_ += step_s) {
      ASSERT_TRUE(figure_->advance(step_s, demos::tour_wish(time_s_, *figure_, {})).ok());
      look();
    }
  }
  double time_s_ = 0;
};

TEST_F(WalkTour, walks_and_runs_its_circle_and_returns_to_the_start) {
  ASSERT_TRUE(demos::start_tour(*figure_).ok());
  const Vec3d begin = figure_->place().translation;
  const auto foot = [&](const char* joint) {
    const RigidMotion& place = figure_->place();
    return rotate(conjugate(place.rotation), position_of(joint) - place.translation);
  };
  const Vec3d left = foot("left_toes"), right = foot("right_toes");
  double nearest = 1e9, farthest = 0, fastest = 0, slowest = 1e9;
  Vec3d before = begin;
  double way = 0;
  go(kTour_s, demos::kTourStep_s, [&] {
    const Vec3d at = figure_->place().translation;
    const double away = std::hypot(at.x - kTourRadius_m, at.z);
    nearest = std::min(nearest, away);
    farthest = std::max(farthest, away);
    fastest = std::max(fastest, figure_->speed_m_s());
    slowest = std::min(slowest, figure_->speed_m_s());
    way += length(at - before);
    before = at;
  });
  EXPECT_NEAR(nearest, kTourRadius_m, 0.05);
  EXPECT_NEAR(farthest, kTourRadius_m, 0.05);
  EXPECT_NEAR(fastest, 2.4, 0.01) << "it runs";
  EXPECT_NEAR(slowest, 1, 0.01) << "it never stops";
  EXPECT_NEAR(way, 2 * 3.14159265358979 * kTourRadius_m, 0.1);
  EXPECT_LT(length(figure_->place().translation - begin), 0.1);
  // The end is at the same point of a step as the start, so that a video can loop. The limit is less than the
  // distance that a foot in the air moves in one frame of the video.
  EXPECT_LT(length(foot("left_toes") - left), 0.2);
  EXPECT_LT(length(foot("right_toes") - right), 0.2);
  go(20 * kTour_s, 1.0 / 30, [&] {
    const Vec3d at = figure_->place().translation;
    EXPECT_NEAR(std::hypot(at.x - kTourRadius_m, at.z), kTourRadius_m, 0.05);
  });
}

TEST_F(WalkTour, waves_once_in_each_round) {
  EXPECT_EQ(demos::tour_wish(0, *figure_, {}).waves, 0u);
  EXPECT_EQ(demos::tour_wish(kTour_s - 0.1, *figure_, {}).waves, 1u);
  EXPECT_EQ(demos::tour_wish(kTour_s, *figure_, {}).waves, 1u);
  WalkCommand before;
  before.waves = 4;
  EXPECT_EQ(demos::tour_wish(2 * kTour_s, *figure_, before).waves, 6u);
}

TEST(CharacterTour, is_what_the_demo_begins_with_and_ends_when_a_person_plays) {
  demos::CharacterState state({4, 7, 9}, 1, 1.8, false);
  state.add_graph();
  state.begin_tour();
  WalkCommand wish;
  wish.speed_m_s = 2.6;
  wish.waves = 3;
  state.set_wish(wish);
  state.handle(down('P'));
  EXPECT_TRUE(state.tours());
  state.handle(down(Key::up));
  EXPECT_FALSE(state.tours());
  EXPECT_TRUE(state.graph_plays());
  EXPECT_NEAR(state.wish().speed_m_s, 3.1, 1e-12) << "faster than it went";
  EXPECT_EQ(state.wish().waves, 3u);
  state.handle(down('G'));
  EXPECT_TRUE(state.tours());
  state.handle(down('1'));
  EXPECT_FALSE(state.tours());
  EXPECT_FALSE(state.graph_plays());
}

class FilmedTour : public ::testing::Test {
 protected:
  FilmedTour() {
    DemoOptions options;
    options.config = asset_path("mannequin.json");
    shown_.emplace("character", options);
    demo_ = dynamic_cast<demos::SceneDemo*>(shown_->demo.application.get());
  }
  void SetUp() override { ASSERT_NE(demo_, nullptr); }
  std::optional<Shown> shown_;
  demos::SceneDemo* demo_ = nullptr;
};

TEST_F(FilmedTour, feet_that_stand_move_at_most_5_mm_in_a_window) {
  for (const double frame_s : {1.0 / 60, 1.0 / 30, 1.0 / 144}) {
    SCOPED_TRACE(frame_s);
    demo_->seek(0);
    Feet feet(demo_->scene());
    for (double time_s = 0; time_s < 2 * kTour_s; time_s += frame_s) {
      demo_->update(frame_s);
      feet.look(*demo_);
    }
    expect_feet_stand(feet);
  }
}

TEST_F(FilmedTour, feet_that_stand_move_at_most_5_mm_in_the_video_of_the_front_page) {
  constexpr double kFilmFrame_s = 1 / 12.5;
  Feet feet(demo_->scene());
  for (double time_s = 0; time_s < kTour_s - kFilmFrame_s / 2; time_s += kFilmFrame_s) {
    demo_->seek(time_s);
    feet.look(*demo_);
  }
  expect_feet_stand(feet);
}

// Position of the character's shirt. The blue line on the ground is bluer.
struct Shirt {
  double x = 0, y = 0;
  std::size_t pixels = 0;
};
Shirt shirt_in(const Image& image) {
  Shirt shirt;
  for (std::uint32_t y = 0; y < image.height; ++y)
    for (std::uint32_t x = 0; x < image.width; ++x) {
      const std::uint8_t* p = image.at(x, y);
      if (p[2] < p[0] + 40 || p[1] < p[0] + 20 || p[2] > p[1] + 50) continue;
      shirt.x += x, shirt.y += y, ++shirt.pixels;
    }
  shirt.x /= static_cast<double>(shirt.pixels), shirt.y /= static_cast<double>(shirt.pixels);
  return shirt;
}

TEST_F(FilmedTour, moves_through_the_image) {
  EXPECT_EQ(demo_->cycle_s(), kTour_s);
  double left = 1e9, right = 0, low = 0, high = 1e9;
  Shirt before;
  for (int i = 0; i < 5; ++i) {
    const Shirt shirt = shirt_in(shown_->at(2 * i));
    ASSERT_GT(shirt.pixels, 500u) << i;
    if (i > 0) {
      EXPECT_GT(std::hypot(shirt.x - before.x, shirt.y - before.y), 100) << "within 2 s before " << 2 * i;
    }
    before = shirt;
    left = std::min(left, shirt.x), right = std::max(right, shirt.x);
    high = std::min(high, shirt.y), low = std::max(low, shirt.y);
  }
  EXPECT_GT(right - left, 300) << "pixels of 800";
  EXPECT_GT(low - high, 30) << "of 600: farther away and nearer";
}

TEST(CharacterTour, is_not_what_a_named_clip_starts_with) {
  DemoOptions options;
  options.config = asset_path("mannequin.json");
  options.clip = "walk";
  EXPECT_NEAR(Shown("character", options).demo.application->cycle_s(), 2.2, 1e-9) << "on the spot";
}

}  // namespace
}  // namespace skelter::test::walk_tour
