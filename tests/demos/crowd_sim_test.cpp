// The crowd of the crowd demo: its poses compared with the reference evaluator, and its levels under a
// budget.

#include "demos/crowd/crowd_sim.h"

#include <gtest/gtest.h>

#include <limits>
#include <set>

#include "skelter/formats/x/read.h"
#include "skelter/scene/edit.h"
#include "skelter/scene/evaluate.h"
#include "support/assets.h"

namespace skelter::test {
namespace {

using demos::CrowdFrameSettings;
using demos::CrowdSim;

class Crowd : public ::testing::Test {
 protected:
  void SetUp() override {
    auto scene = read_x_file(asset_path("mannequin.x"));
    ASSERT_TRUE(scene.ok());
    scene_ = std::move(*scene);
    auto sim = CrowdSim::create(scene_);
    ASSERT_TRUE(sim.ok()) << to_string(sim.error());
    sim_.emplace(std::move(*sim));
    sim_->resize(200);
  }
  CrowdFrameSettings settings(double time_s, double budget_s) const {
    CrowdFrameSettings settings;
    settings.time_s = time_s;
    settings.budget_s = budget_s;
    settings.camera.eye = {0, 4, 20};
    settings.camera.target = {0, 0, 5};
    settings.seconds_per_unit = 30e-9;
    return settings;
  }
  void play(double budget_s, int frames) {
    for (int i = 0; i < frames; ++i) ASSERT_TRUE(sim_->frame(settings(i / 60.0, budget_s)).ok());
  }
  Scene scene_;
  std::optional<CrowdSim> sim_;
};

TEST_F(Crowd, members_at_the_finest_level_are_posed_as_the_reference_poses_them) {
  ASSERT_TRUE(sim_->frame(settings(0.7, std::numeric_limits<double>::infinity())).ok());
  const std::vector<std::string> names{"walk", "run", "idle", "wave"};
  int compared = 0;
  for (std::uint32_t m = 0; m < sim_->members() && compared < 8; ++m) {
    if (sim_->member_levels()[m] != 0) continue;
    const auto member = demos::crowd_member(m, sim_->members(), sim_->half_side(), 4);
    const std::uint32_t clip = *choose_clip(scene_, names[member.clip]);
    const Pose pose = evaluate(scene_, clip, sim_->clip_time_s(m));
    if (member.clip >= 2) {
      EXPECT_NEAR(sim_->clip_time_s(m), 0.7 * member.speed + member.delay_s, 1e-12) << "stands";
    }
    for (const auto& mesh : sim_->meshes()) {
      const MeshInstance& instance = scene_.nodes[mesh.node].meshes[mesh.instance];
      const std::uint32_t node =
          instance.skin == kNone ? mesh.node : scene_.skins[instance.skin].joints[0].node;
      const Mat4d offset =
          instance.skin == kNone ? Mat4d{} : to_double(scene_.skins[instance.skin].joints[0].joint_from_mesh);
      const Mat4d expected = pose.world[node] * offset;
      const Mat4 shown = to_mat4(sim_->palettes()[m * sim_->palette_stride() + mesh.first]);
      for (std::size_t i = 0; i < 16; ++i) EXPECT_NEAR(shown.m[i], expected.m[i], 5e-4) << m << " " << i;
    }
    ++compared;
  }
  EXPECT_EQ(compared, 8);
}

TEST_F(Crowd, smaller_budget_gives_coarser_levels_and_a_smaller_cost) {
  play(std::numeric_limits<double>::infinity(), 30);
  const auto rich = sim_->budget();
  const double rich_cost_s = sim_->cost_s();
  sim_->resize(200);
  play(rich_cost_s / 4, 60);
  const auto poor = sim_->budget();
  EXPECT_LT(sim_->cost_s(), rich_cost_s / 3);
  EXPECT_LT(poor.instances[0], rich.instances[0]);
  EXPECT_GT(poor.instances[3], rich.instances[3]);
  EXPECT_LT(poor.factor, 1);
  EXPECT_EQ(rich.factor, 1);
  EXPECT_GT(sim_->schedule().interpolated, 0u);
}

TEST_F(Crowd, near_members_get_finer_levels_than_far_ones) {
  play(std::numeric_limits<double>::infinity(), 5);
  const Vec3d eye = settings(0, 1).camera.eye;
  const auto distance = [&](std::uint32_t m) {
    const Affine& place = sim_->places()[m];
    return length(Vec3d{place.m[0][3], place.m[1][3], place.m[2][3]} - eye);
  };
  for (std::uint32_t a = 0; a < sim_->members(); ++a)
    for (std::uint32_t b = 0; b < sim_->members(); ++b)
      if (distance(a) < 0.8 * distance(b)) {
        EXPECT_LE(sim_->member_levels()[a], sim_->member_levels()[b]);
      }
}

TEST_F(Crowd, same_frames_give_the_same_matrices) {
  play(1e-4, 20);
  const std::vector<Affine> first(sim_->palettes().begin(), sim_->palettes().end());
  sim_->resize(200);
  play(1e-4, 20);
  ASSERT_EQ(sim_->palettes().size(), first.size());
  for (std::size_t i = 0; i < first.size(); ++i)
    for (std::size_t row = 0; row < 3; ++row)
      for (std::size_t column = 0; column < 4; ++column)
        ASSERT_EQ(sim_->palettes()[i].m[row][column], first[i].m[row][column]);
}

// Each member has its own state machine. Members do different things at different times, and advance as fast
// as they walk.
TEST(CrowdOfMachines, does_many_things_and_keeps_no_common_step) {
  auto scene = read_x_file(asset_path("mannequin.x"));
  ASSERT_TRUE(scene.ok());
  auto sim = CrowdSim::create(*scene, asset_path("mannequin.json"));
  ASSERT_TRUE(sim.ok()) << to_string(sim.error());
  ASSERT_TRUE(sim->has_graph());
  sim->resize(300);
  CrowdFrameSettings settings;
  settings.budget_s = std::numeric_limits<double>::infinity();
  settings.camera.eye = {0, 4, 20};
  settings.camera.target = {0, 0, 5};
  settings.seconds_per_unit = 30e-9;
  std::set<std::uint16_t> shown;
  for (int frame = 0; frame < 240; ++frame) {
    settings.time_s = frame / 30.0;
    const auto done = sim->frame(settings);
    ASSERT_TRUE(done.ok()) << to_string(done.error());
    for (std::uint32_t m = 0; m < sim->members(); ++m)
      for (const PoseListEntry& line : sim->list(m))
        if (line.clip != kPoseListStage && line.weight > 0.5f) shown.insert(line.clip);
  }
  for (const char* clip : {"idle", "walk_ahead", "run_ahead", "jump", "sit", "wave"})
    EXPECT_EQ(shown.count(static_cast<std::uint16_t>(*choose_clip(*scene, clip))), 1u) << clip;
  // The members that stand still.
  const std::uint32_t idle = *choose_clip(*scene, "idle");
  std::set<float> times;
  std::size_t standing = 0;
  for (std::uint32_t m = 0; m < sim->members(); ++m) {
    if (sim->list(m).size() != 1 || sim->list(m)[0].clip != idle) continue;
    ++standing;
    times.insert(sim->list(m)[0].time_s);
  }
  EXPECT_GT(standing, 10u);
  EXPECT_GT(times.size(), standing / 2);
  // The same sequence of frames gives the same crowd.
  const std::vector<PoseListEntry> before(sim->list(7).begin(), sim->list(7).end());
  sim->resize(300);
  for (int frame = 0; frame < 240; ++frame) {
    settings.time_s = frame / 30.0;
    ASSERT_TRUE(sim->frame(settings).ok());
  }
  ASSERT_EQ(sim->list(7).size(), before.size());
  for (std::size_t i = 0; i < before.size(); ++i) {
    EXPECT_EQ(sim->list(7)[i].clip, before[i].clip);
    EXPECT_EQ(sim->list(7)[i].time_s, before[i].time_s);
  }
}

TEST(CrowdOfNothing, scene_without_clips_is_an_error) {
  auto scene = read_x_file(asset_path("mannequin.x"));
  ASSERT_TRUE(scene.ok());
  scene->clips.clear();
  const auto sim = CrowdSim::create(*scene);
  ASSERT_FALSE(sim.ok());
  EXPECT_NE(to_string(sim.error()).find("no animation set"), std::string::npos);
}

}  // namespace
}  // namespace skelter::test
