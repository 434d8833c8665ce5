// Feet on the ground: flat ground under a character that the game moves too fast, a slope, and a step. The
// limits come from the specification of the procedural layer: 1 mm, and 0.5 mm per frame.

#include "skelter/runtime/foot_lock.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "compile/build_clip/internal/clip.h"
#include "compile/build_skeleton/internal/skeleton.h"
#include "skelter/formats/x/read.h"
#include "skelter/runtime/local_to_model_job.h"
#include "skelter/runtime/sample_job.h"

namespace skelter::test::foot_lock {
namespace {

constexpr double kSlide = 0.001, kJump = 0.0005;
constexpr double kDegree = 3.141592653589793 / 180;
constexpr Vec3 kSole{0, -0.026f, 0}, kKneeAxis{1, 0, 0};

// The mannequin's skeleton and one clip, without its forward motion.
struct Going {
  SkeletonBuild skeleton;
  ClipBuild clip;
  double speed = 0;
  // Contact of the left foot, as a fraction of the cycle: docs/mannequin.md.
  double contact_from = 0, contact_to = 0;
};

const Going& going(const std::string& name, double speed, double from, double to) {
  static std::vector<std::pair<std::string, std::unique_ptr<Going>>> all;
  for (const auto& [known, made] : all)
    if (known == name) return *made;
  const Scene scene = *read_x_file(SKELTER_SOURCE_DIR "/assets/mannequin.x");
  auto made = std::make_unique<Going>();
  made->skeleton = *build_skeleton(scene);
  ClipSettings settings;
  settings.loop = true;
  settings.root_motion = RootMotionSettings{"pelvis", false, false, true, false};
  std::uint32_t index = 0;
  while (scene.clips[index].name != name) ++index;
  made->clip = *build_clip(scene, index, made->skeleton, settings);
  made->speed = speed;
  made->contact_from = from;
  made->contact_to = to;
  all.emplace_back(name, std::move(made));
  return *all.back().second;
}
const Going& walking() {
  return going("walk_ahead", 1.2, -0.3176, 0.2658);
}
const Going& running() {
  return going("run_ahead", 3, -0.18, 0.15);
}

// Height of the ground at a position, and its normal.
struct Ground {
  double slope = 0;                 // rise per metre along z
  double step_z = 1e9, step_y = 0;  // beyond step_z, the ground is higher
  double height(double z) const { return slope * z + (z > step_z ? step_y : 0); }
};

struct Shown {
  Vec3d toe, animated;  // world positions
  double knee_rad = 0, animated_knee_rad = 0;
  bool contact = false;
  bool locked = false;
};

struct Walker {
  const Going& going;
  Ground ground = {};
  double hurry = 1;       // how much faster than the clip the game moves the character
  bool by_speed = false;  // detects contact by speed
  bool in_air = false;
  double time_s = 0, z = 0, dt_s = 1.0 / 60;
  FootLockState states[2] = {};
  FootLockPelvis pelvis = {};
  std::vector<SoaTransform> pose = std::vector<SoaTransform>(skeleton().rest_pose.size());
  std::vector<Affine> model = std::vector<Affine>(skeleton().joint_count());

  const Skeleton& skeleton() const { return going.skeleton.skeleton.view; }
  std::uint16_t joint(const std::string& name) const { return skeleton().find(name); }
  Vec3d at(std::uint32_t j, const Vec3& point = {}) const {
    return transform_point(to_double(to_mat4(model[j])), to_double(point));
  }
  Vec3d place() const { return {0, ground.height(z), z}; }
  double knee(const std::string& side) const {
    const Vec3d hip = at(joint(side + "thigh")), knee = at(joint(side + "shin")),
                foot = at(joint(side + "foot"));
    return std::acos(dot(normalized(knee - hip), normalized(foot - knee)));
  }
  bool contact(bool left) const {
    const double cycles = time_s / going.clip.clip.view.duration_s + (left ? 0 : 0.5) - going.contact_from;
    return cycles - std::floor(cycles) < going.contact_to - going.contact_from;
  }
  FootLockFoot foot(bool left) {
    const std::string side = left ? "left_" : "right_";
    FootLockFoot f;
    f.thigh = joint(side + "thigh");
    f.shin = joint(side + "shin");
    f.foot = joint(side + "foot");
    f.toe = joint(side + "toes");
    f.sole_joint = kSole;
    f.knee_axis_joint = kKneeAxis;
    if (!by_speed) f.contact = contact(left) ? 1.0f : 0.0f;
    const double toe_z = at(f.toe, kSole).z + z;
    f.has_ground = !in_air;
    f.ground_height = ground.height(toe_z);
    f.ground_normal = to_float(normalized(Vec3d{0, 1, -ground.slope}));
    f.state = &states[left ? 0 : 1];
    return f;
  }
  void animate() {
    SampleJob sample;
    sample.skeleton = &skeleton();
    sample.clip = &going.clip.clip.view;
    sample.time_s = time_s;
    sample.loop = Loop::loop;
    sample.out_local_pose = pose;
    ASSERT_EQ(sample.run(), Status::ok);
    LocalToModelJob job;
    job.skeleton = &skeleton();
    job.local_pose = pose;
    job.out_model_from_joint = model;
    ASSERT_EQ(job.run(), Status::ok);
  }
  FootLockJob job(std::span<const FootLockFoot> feet) {
    FootLockJob lock;
    lock.skeleton = &skeleton();
    lock.local_pose = pose;
    lock.model_from_joint = model;
    lock.world_from_model.translation = place();
    lock.dt_s = dt_s;
    lock.pelvis = joint("pelvis");
    lock.feet = feet;
    lock.pelvis_state = &pelvis;
    return lock;
  }
  // Advances by a frame. Returns the left foot and the right foot.
  std::array<Shown, 2> step() {
    time_s += dt_s;
    z += going.speed * hurry * dt_s;
    animate();
    std::array<Shown, 2> shown;
    for (const bool left : {true, false}) {
      Shown& s = shown[left ? 0 : 1];
      const std::string side = left ? "left_" : "right_";
      s.animated = at(joint(side + "toes"), kSole) + place();
      s.animated_knee_rad = knee(side);
      s.contact = contact(left);
    }
    const FootLockFoot feet[] = {foot(true), foot(false)};
    EXPECT_EQ(job(feet).run(), Status::ok);
    for (const bool left : {true, false}) {
      Shown& s = shown[left ? 0 : 1];
      const std::string side = left ? "left_" : "right_";
      s.toe = at(joint(side + "toes"), kSole) + place();
      s.knee_rad = knee(side);
      s.locked = (states[left ? 0 : 1].flags & 4) != 0;
    }
    return shown;
  }
};

struct Measured {
  double slide = 0, animated_slide = 0;  // maximum per contact, while the toe is down in the animation
  double jump = 0;                       // largest step at a lock or release, minus the step of the animation
  double knee_step = 0, animated_knee_step = 0;
  int contacts = 0;
};

Measured measure(Walker walker, double seconds) {
  Measured m;
  std::array<Shown, 2> before = walker.step();
  Vec3d stood[2], animated_stood[2];
  bool stands[2] = {};
  for (double time_s = 0; time_s < seconds; time_s += walker.dt_s) {
    const std::array<Shown, 2> now = walker.step();
    for (std::size_t i = 0; i < 2; ++i) {
      const bool down = now[i].animated.y - walker.place().y < 0.02;
      const bool standing = now[i].locked && before[i].locked && down && (walker.by_speed || now[i].contact);
      if (standing && !stands[i]) {
        stood[i] = now[i].toe;
        animated_stood[i] = now[i].animated;
        ++m.contacts;
      }
      stands[i] = standing;
      if (standing) {
        const Vec3d way = now[i].toe - stood[i], up = normalized(Vec3d{0, 1, -walker.ground.slope});
        m.slide = std::max(m.slide, length(way - up * dot(way, up)));
        m.animated_slide = std::max(m.animated_slide, std::hypot(now[i].animated.x - animated_stood[i].x,
                                                                 now[i].animated.z - animated_stood[i].z));
      }
      const double step = length(now[i].toe - before[i].toe),
                   own = length(now[i].animated - before[i].animated);
      if (now[i].locked != before[i].locked) m.jump = std::max(m.jump, step - own);
      m.knee_step = std::max(m.knee_step, std::abs(now[i].knee_rad - before[i].knee_rad));
      m.animated_knee_step =
          std::max(m.animated_knee_step, std::abs(now[i].animated_knee_rad - before[i].animated_knee_rad));
    }
    before = now;
  }
  return m;
}

void expect_limits(const Measured& m, const std::string& what) {
  EXPECT_GE(m.contacts, 8) << what;
  EXPECT_LE(m.slide, kSlide) << what;
  EXPECT_LE(m.jump, kJump) << what;
  EXPECT_LE(m.knee_step, 1.75 * m.animated_knee_step) << what;
}

TEST(FootLock, holds_feet_where_the_game_moves_the_character_too_fast_or_too_slowly) {
  for (const double hurry : {0.85, 1.0, 1.15}) {
    for (const double rate : {60.0, 144.0}) {
      Walker walker{walking()};
      walker.hurry = hurry;
      walker.dt_s = 1 / rate;
      const Measured m = measure(walker, 6);
      expect_limits(m, std::to_string(hurry) + " at " + std::to_string(rate));
      EXPECT_GE(m.animated_slide, hurry == 1 ? 0 : 0.03);
    }
  }
}

TEST(FootLock, holds_feet_on_a_slope_of_20_degrees_up_and_down) {
  for (const double degrees : {20.0, -20.0}) {
    for (const Going* gait : {&walking(), &running()}) {
      Walker walker{*gait};
      walker.ground.slope = std::tan(degrees * kDegree);
      expect_limits(measure(walker, 6), std::to_string(degrees) + " " + std::to_string(gait->speed));
    }
  }
}

TEST(FootLock, finds_contact_by_the_speed_of_the_toes) {
  for (const Going* gait : {&walking(), &running()}) {
    Walker walker{*gait};
    walker.by_speed = true;
    expect_limits(measure(walker, 6), std::to_string(gait->speed));
  }
}

// While the foot is flat in the animation, the sole must lie on the slope at the toe and at the heel.
TEST(FootLock, turns_the_ankle_to_the_ground) {
  Walker walker{walking()};
  walker.ground.slope = std::tan(20 * kDegree);
  int flat = 0;
  for (int frame = 0; frame < 240; ++frame) {
    const auto shown = walker.step();
    // The mannequin's heel is 35 mm behind the ankle and 88 mm below it.
    const Vec3d heel = walker.at(walker.joint("left_foot"), {0, -0.088f, -0.035f}) + walker.place();
    const double cycles = walker.time_s / 0.9 + 0.001;
    const double phase = cycles - std::round(cycles);
    if (std::abs(phase) > 0.02 || frame < 60) continue;
    ++flat;
    EXPECT_NEAR(shown[0].toe.y, walker.ground.height(shown[0].toe.z), 0.004);
    EXPECT_NEAR(heel.y, walker.ground.height(heel.z), 0.008);
  }
  EXPECT_GE(flat, 4);
}

TEST(FootLock, does_not_turn_the_ankle_beyond_30_degrees) {
  Walker walker{walking()};
  walker.ground.slope = std::tan(50 * kDegree);
  walker.step();
  const Vec2 tilt = walker.states[0].tilt;
  EXPECT_NEAR(std::atan(std::hypot(double{tilt.x}, double{tilt.y})), 30 * kDegree, 1e-6);
}

// A step up of 20 cm: no foot may be faster than the animation by more than 5 m/s. The position of the
// character itself jumps, as in a game that follows the ground.
TEST(FootLock, comes_up_a_step_without_a_jump) {
  Walker walker{walking()};
  walker.ground.step_z = 3;
  walker.ground.step_y = 0.2;
  auto before = walker.step();
  for (int frame = 0; frame < 300; ++frame) {
    const auto now = walker.step();
    for (std::size_t i = 0; i < 2; ++i) {
      const double rise = now[i].toe.y - before[i].toe.y, own = now[i].animated.y - before[i].animated.y;
      EXPECT_LE(std::abs(rise), std::abs(own) + 5.01 * walker.dt_s) << frame;
    }
    before = now;
  }
  for (std::size_t i = 0; i < 2; ++i) EXPECT_GE(before[i].toe.y, 0.19);
}

TEST(FootLock, changes_nothing_where_nothing_is_to_be_changed) {
  Walker walker{walking()};
  for (int frame = 0; frame < 90; ++frame) {
    walker.time_s += walker.dt_s;
    walker.animate();
    const std::vector<SoaTransform> before = walker.pose;
    FootLockFoot feet[] = {walker.foot(true), walker.foot(false)};
    for (FootLockFoot& foot : feet) foot.contact = 0;
    ASSERT_EQ(walker.job(feet).run(), Status::ok);
    EXPECT_EQ(std::memcmp(before.data(), walker.pose.data(), before.size() * sizeof(SoaTransform)), 0);
  }
}

TEST(FootLock, locks_nothing_in_the_air) {
  Walker walker{walking()};
  walker.in_air = true;
  walker.hurry = 2;
  for (int frame = 0; frame < 90; ++frame)
    for (const Shown& shown : walker.step()) {
      EXPECT_FALSE(shown.locked);
      EXPECT_EQ(shown.toe, shown.animated);
    }
}

TEST(FootLock, releases_a_foot_when_the_animation_leads_it_away_and_not_before) {
  Walker walker{walking()};
  walker.time_s = 0;
  walker.animate();
  const double from = walker.at(walker.joint("left_toes"), kSole).z;
  const auto moved_to = [&](double z) {
    walker.z = z;
    walker.animate();
    FootLockFoot feet[] = {walker.foot(true)};
    feet[0].contact = 1;
    EXPECT_EQ(walker.job(feet).run(), Status::ok);
    return walker.at(walker.joint("left_toes"), kSole).z + z - from;
  };
  for (double z = 0; z < 0.195; z += 0.01) EXPECT_NEAR(moved_to(z), 0, 1e-4) << z;
  // After the release, the foot must follow the animation within 0.15 s, which is nine frames, and must not
  // be locked again although it is in contact.
  double last = 0;
  for (int frame = 0; frame < 9; ++frame) {
    const double now = moved_to(0.205);
    EXPECT_GE(now, last - 1e-5);
    EXPECT_LE(now - last, 0.07);
    last = now;
  }
  EXPECT_NEAR(last, 0.205, 1e-4);
  EXPECT_NEAR(moved_to(0.3), 0.3, 1e-4);
}

// A character that turns in place in the middle of a step, by 0.02 rad per frame.
struct Turner {
  Walker walker{walking()};
  double heading_rad = 0, dt_s = 1.0 / 60;
  struct Foot {
    Vec3d sole, ankle, animated_ankle;  // in world space
  };
  Foot step(bool contact, double turned_rad = 0.02) {
    heading_rad += turned_rad;
    walker.animate();
    const Quatd world_from_model = from_axis_angle(Vec3d{0, 1, 0}, heading_rad);
    const std::uint16_t toes = walker.joint("left_toes"), ankle = walker.joint("left_foot");
    Foot shown;
    shown.animated_ankle = rotate(world_from_model, walker.at(ankle));
    FootLockFoot feet[] = {walker.foot(true)};
    feet[0].contact = contact ? 1.0f : 0.0f;
    FootLockJob lock = walker.job(feet);
    lock.world_from_model.rotation = world_from_model;
    lock.dt_s = dt_s;
    EXPECT_EQ(lock.run(), Status::ok);
    shown.sole = rotate(world_from_model, walker.at(toes, kSole));
    shown.ankle = rotate(world_from_model, walker.at(ankle));
    return shown;
  }
};

TEST(FootLock, keeps_the_direction_of_a_foot_above_which_the_character_turns) {
  Turner turner;
  const Turner::Foot first = turner.step(true);
  Turner::Foot now = first;
  for (int frame = 0; frame < 25; ++frame) {
    now = turner.step(true);
    EXPECT_LT(length(now.sole - first.sole), 1e-4) << frame;
    EXPECT_LT(length(now.ankle - first.ankle), 1e-4) << frame;
  }
  EXPECT_GT(length(now.animated_ankle - first.ankle), 0.04) << "half a radian";
  // After the lock ends, the foot moves to the animation's direction without a jump.
  for (int frame = 0; frame < 10; ++frame) {
    const Turner::Foot next = turner.step(false, 0);
    EXPECT_LT(length(next.ankle - now.ankle), 0.04) << frame;
    now = next;
  }
  EXPECT_LT(length(now.ankle - now.animated_ankle), 1e-4);
}

TEST(FootLock, turns_a_foot_on_its_toe_when_the_character_has_turned_too_far_above_it) {
  Turner turner;
  const Turner::Foot first = turner.step(true);
  Turner::Foot now = first;
  for (int frame = 0; frame < 35; ++frame) now = turner.step(true);  // 0.7 rad
  EXPECT_LT(length(now.sole - first.sole), 1e-4);
  const Vec3d before = first.ankle - first.sole, after = now.ankle - now.sole;
  const double turned = std::atan2(after.x, after.z) - std::atan2(before.x, before.z);
  EXPECT_NEAR(turned, 0.7 - 0.6, 0.002);
}

TEST(FootLock, continues_from_a_copy_of_its_state) {
  Walker walker{walking()};
  walker.hurry = 1.1;
  for (int frame = 0; frame < 77; ++frame) walker.step();
  Walker copy = walker;
  for (int frame = 0; frame < 60; ++frame) {
    const auto a = walker.step(), b = copy.step();
    EXPECT_EQ(a[0].toe, b[0].toe);
    EXPECT_EQ(a[1].toe, b[1].toe);
  }
}

TEST(FootLock, refuses_what_is_missing_or_wrong) {
  Walker walker{walking()};
  walker.animate();
  FootLockFoot feet[] = {walker.foot(true), walker.foot(false)};
  const auto status = [&](const std::function<void(FootLockJob&, FootLockFoot&)>& change) {
    FootLockFoot changed[] = {feet[0], feet[1]};
    FootLockJob job = walker.job(changed);
    change(job, changed[1]);
    EXPECT_EQ(job.validate(), job.run());
    return job.validate();
  };
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  FootLockState bad_state;
  bad_state.offset.x = kNan;
  FootLockPelvis bad_pelvis;
  bad_pelvis.sink = -1;
  EXPECT_EQ(status([](FootLockJob&, FootLockFoot&) {}), Status::ok);
  const std::vector<std::function<void(FootLockJob&, FootLockFoot&)>> wrong = {
      [](FootLockJob& j, FootLockFoot&) { j.skeleton = nullptr; },
      [](FootLockJob& j, FootLockFoot&) { j.local_pose = j.local_pose.first(1); },
      [](FootLockJob& j, FootLockFoot&) { j.model_from_joint = j.model_from_joint.first(3); },
      [](FootLockJob& j, FootLockFoot&) { j.dt_s = -0.1; },
      [](FootLockJob& j, FootLockFoot&) { j.dt_s = double{kNan}; },
      [](FootLockJob& j, FootLockFoot&) { j.pelvis = kNone16; },
      [](FootLockJob& j, FootLockFoot& f) { j.pelvis = f.shin; },
      [](FootLockJob& j, FootLockFoot&) { j.pelvis_state = nullptr; },
      [&](FootLockJob& j, FootLockFoot&) { j.pelvis_state = &bad_pelvis; },
      [](FootLockJob& j, FootLockFoot&) { j.feet = {}; },
      [](FootLockJob& j, FootLockFoot&) { j.soft_begin = 0.4f; },
      [](FootLockJob& j, FootLockFoot&) { j.soft_begin = kNan; },
      [](FootLockJob& j, FootLockFoot&) { j.world_from_model.translation.x = double{kNan}; },
      [](FootLockJob& j, FootLockFoot&) {
        j.world_from_model.rotation = {0, 0, 0, 2};
      },
      [](FootLockJob&, FootLockFoot& f) { f.thigh = kNone16; },
      [](FootLockJob&, FootLockFoot& f) { f.shin = f.thigh; },
      [](FootLockJob&, FootLockFoot& f) { std::swap(f.shin, f.foot); },
      [](FootLockJob&, FootLockFoot& f) { f.toe = f.thigh; },
      [](FootLockJob&, FootLockFoot& f) { f.sole_joint.y = kNan; },
      [](FootLockJob&, FootLockFoot& f) { f.knee_axis_joint.y = kNan; },
      [](FootLockJob&, FootLockFoot& f) { f.contact = kNan; },
      [](FootLockJob&, FootLockFoot& f) { f.ground_height = double{kNan}; },
      [](FootLockJob&, FootLockFoot& f) {
        f.ground_normal = {1, 0, 0};
      },
      [](FootLockJob&, FootLockFoot& f) {
        f.ground_normal = {0, kNan, 0};
      },
      [](FootLockJob&, FootLockFoot& f) { f.state = nullptr; },
      [&](FootLockJob&, FootLockFoot& f) { f.state = &bad_state; },
  };
  for (std::size_t i = 0; i < wrong.size(); ++i) EXPECT_EQ(status(wrong[i]), Status::invalid_argument) << i;
}

}  // namespace
}  // namespace skelter::test::foot_lock
