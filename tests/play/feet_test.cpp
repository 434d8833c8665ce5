// Standing feet must not slide. Tests the mannequin's graph at every speed, and while the speed changes.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "play/mannequin_hero.h"
#include "skelter/runtime/clip.h"

namespace skelter::test::feet {
namespace {

constexpr double kStep_s = 1.0 / 120;
constexpr double kPlantedHeight = 0.02;         // height of the toe's sole in metres
constexpr double kPlantedWeight = 0.05;         // clips with less weight do not count
constexpr Vec3d kSoleBelowToe{0, -0.026, 0};    // in the space of the toe joint; on the ground at rest
constexpr double kSlowest = 0.5, kFastest = 4;  // m/s
constexpr double kSteadySlide = 0.008, kSpeedUpSlide = 0.015;  // metres per step

// The time during which the left foot is on the ground, as a fraction of the cycle, in clips with the marker
// left_foot. The right foot follows half a cycle later. Source: docs/mannequin.md.
struct Contact {
  double from, to;
};
const std::map<std::string, Contact, std::less<>> kContacts = {{"stroll", {-0.3375, 0.2825}},
                                                               {"walk_ahead", {-0.3176, 0.2658}},
                                                               {"jog", {-0.2208, 0.1844}},
                                                               {"run_ahead", {-0.1800, 0.1500}},
                                                               {"sprint", {-0.1650, 0.1350}}};

bool in_contact(const MannequinHero& hero, const PoseListEntry& line, bool left) {
  const auto contact = kContacts.find(hero.clip_name(line.clip));
  if (contact == kContacts.end()) return true;  // the clip has no markers
  const double cycles =
      double{line.time_s} / mannequin_assets().clips[line.clip].duration_s + (left ? 0 : 0.5);
  const double after = cycles - contact->second.from;
  return after - std::floor(after) < contact->second.to - contact->second.from;
}

struct Foot {
  std::uint32_t joint;
  bool left;
  std::vector<Vec3d> stood = {};  // positions in the current step
  double slide = 0;               // the maximum over all steps
  int planted = 0;                // samples
};

class Feet {
 public:
  explicit Feet(const MannequinHero& hero) : hero_(hero) {
    for (const bool left : {true, false})
      feet_.push_back({mannequin_assets().data.find_joint(left ? "left_toes" : "right_toes"), left});
  }
  void look() {
    ++moments_;
    for (Foot& foot : feet_) {
      const Vec3d toe = hero_.world(foot.joint, kSoleBelowToe);
      bool planted = toe.y < kPlantedHeight;
      for (const PoseListEntry& line : hero_.list)
        if (double{line.weight} > kPlantedWeight) planted = planted && in_contact(hero_, line, foot.left);
      if (!planted) foot.stood.clear();
      if (!planted) continue;
      ++foot.planted;
      for (const Vec3d& before : foot.stood)
        foot.slide = std::max(foot.slide, std::hypot(toe.x - before.x, toe.z - before.z));
      foot.stood.push_back(toe);
    }
  }
  double slide() const { return std::max(feet_[0].slide, feet_[1].slide); }
  // Fraction of the time during which a foot is planted, for the foot with less contact.
  double planted() const { return double(std::min(feet_[0].planted, feet_[1].planted)) / moments_; }

 private:
  const MannequinHero& hero_;
  std::vector<Foot> feet_;
  int moments_ = 0;
};

void walk(MannequinHero& hero, double seconds, Feet* feet = nullptr) {
  for (double time_s = 0; time_s < seconds; time_s += kStep_s) {
    hero.update(kStep_s);
    if (feet != nullptr) feet->look();
  }
}

// The state `seconds` after a constant speed was reached.
MannequinHero walking_at(double speed, double seconds) {
  MannequinHero hero;
  hero.set("speed", static_cast<float>(speed));
  walk(hero, speed / 2 + seconds);
  return hero;
}

TEST(MannequinFeet, stand_still_at_every_speed) {
  double worst = 0, worst_at = 0;
  for (double speed = kSlowest; speed < kFastest + 1e-9; speed += 0.02) {
    MannequinHero hero = walking_at(speed, 0.1);
    Feet feet(hero);
    walk(hero, std::max(1.5, 2.5 / speed), &feet);
    EXPECT_GE(feet.planted(), 0.2) << speed << " m/s";
    if (feet.slide() > worst) worst = feet.slide(), worst_at = speed;
  }
  EXPECT_LE(worst, kSteadySlide) << worst_at << " m/s";
  RecordProperty("worst_mm", std::to_string(worst * 1000));
}

TEST(MannequinFeet, stand_nearly_still_while_the_speed_changes_by_2_m_s_each_second) {
  double worst = 0;
  std::string worst_of;
  const auto change = [&](double from, double to, double seconds) {
    MannequinHero hero = walking_at(from, seconds);
    Feet feet(hero);
    hero.set("speed", static_cast<float>(to));
    walk(hero, std::abs(to - from) / 2, &feet);
    EXPECT_NEAR(hero.value("speed"), to, 0.02);
    if (feet.slide() <= worst) return;
    worst = feet.slide();
    worst_of =
        std::to_string(from) + " to " + std::to_string(to) + " after " + std::to_string(seconds) + " s";
  };
  for (double seconds = 0; seconds < 1.2; seconds += 0.1) {
    for (double speed = kSlowest; speed <= kFastest - 0.5; speed += 0.1) {
      change(speed, kFastest, seconds);
      change(speed + 0.5, kSlowest, seconds);
    }
  }
  EXPECT_LE(worst, kSpeedUpSlide) << worst_of;
  RecordProperty("worst_mm", std::to_string(worst * 1000));
}

// Checks the table above and the clips. In the listed time, the toe comes down soon and then must not move
// over the ground. At other times it moves.
TEST(MannequinFeet, are_on_the_ground_when_the_table_says_so) {
  for (const auto& [name, contact] : kContacts) {
    const CharacterData& data = mannequin_assets().data;
    const std::uint32_t clip = data.find_clip(name), toe = data.find_joint("left_toes");
    const ClipView& view = data.clips()[clip];
    const double period_s = mannequin_assets().clips[clip].duration_s;
    std::vector<SoaTransform> pose(data.skeleton().rest_pose.size());
    std::vector<Affine> matrices(data.skeleton().joint_count());
    AlignedBytes scratch(pose_list_scratch_bytes(data.skeleton()));
    const auto at = [&](double cycles) {
      PoseListEntry line;
      line.clip = static_cast<std::uint16_t>(clip);
      line.time_s = static_cast<float>((cycles - std::floor(cycles)) * period_s);
      PoseListJob job;
      job.skeleton = &data.skeleton();
      job.clips = data.clips();
      job.lines = {&line, 1};
      job.scratch = {scratch.data(), scratch.size()};
      job.out_local_pose = pose;
      EXPECT_EQ(job.run(), Status::ok);
      LocalToModelJob model;
      model.skeleton = &data.skeleton();
      model.local_pose = pose;
      model.out_model_from_joint = matrices;
      EXPECT_EQ(model.run(), Status::ok);
      RigidMotion moved_so_far;
      RootMotionJob root;
      root.clip = &view;
      root.to_time_s = cycles * period_s;
      root.out_delta = &moved_so_far;
      EXPECT_EQ(root.run(), Status::ok);
      return transform_point(to_double(to_mat4(matrices[toe])), kSoleBelowToe) + moved_so_far.translation;
    };
    const double length = contact.to - contact.from;
    const Vec3d middle = at(0);
    for (double part = 0.2; part <= 0.99; part += 0.01) {
      const Vec3d toe_at = at(contact.from + part * length);
      EXPECT_LE(toe_at.y, 0.005) << name << " " << part;
      EXPECT_LE(std::hypot(toe_at.x - middle.x, toe_at.z - middle.z), 0.002) << name << " " << part;
    }
    for (double cycles = contact.to + 0.05; cycles < contact.from + 0.97; cycles += 0.01)
      EXPECT_GE(skelter::length(at(cycles) - middle), 0.015) << name << " " << cycles;
  }
}

}  // namespace
}  // namespace skelter::test::feet
