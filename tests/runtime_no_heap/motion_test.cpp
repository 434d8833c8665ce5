// Checks that root motion, events, scalar tracks and inverse kinematics allocate no memory.
#include <gtest/gtest.h>

#include <array>
#include <memory>

#include "runtime/clip_parts.h"
#include "runtime/ik_rig.h"
#include "skelter/runtime/aim_ik.h"
#include "skelter/runtime/clip.h"
#include "skelter/runtime/events.h"
#include "skelter/runtime/fabrik.h"
#include "skelter/runtime/foot_lock.h"
#include "skelter/runtime/root_motion.h"
#include "skelter/runtime/scalar_tracks.h"
#include "skelter/runtime/two_bone_ik.h"
#include "support/peak_heap.h"

namespace skelter {
namespace {

using test::peak_heap_bytes;

TEST(MotionMemory, the_counter_counts) {
  std::unique_ptr<std::array<char, 1000>> kept;
  EXPECT_GE(peak_heap_bytes([&] { kept = std::make_unique<std::array<char, 1000>>(); }), 1000u);
}

TEST(MotionMemory, root_motion_events_and_scalars_allocate_nothing) {
  test::ClipParts parts;
  parts.flags = kClipLoops;
  parts.sample_rate_hz = 2;
  for (const float x : {0.0f, 1.0f, 3.0f}) parts.add_frame({x, 0, 0}, {});
  parts.events = {{0, 0}, {0.5f, 0}};
  parts.add_scalar({0, 3, 0, 0, 0, 0}, {0, 1}, {0, 1});
  const ClipView clip = parts.view();
  RigidMotion delta;
  std::array<float, 1> values{};
  std::size_t passes = 0;
  EXPECT_EQ(peak_heap_bytes([&] {
              const RootMotionJob job{&clip, 0.3, 1000.7, Loop::as_made, &delta};
              if (job.run() != Status::ok) ++passes;
              delta = blend_root_motion(std::array<RootMotionLayer, 2>{{{delta, 1}, {delta, 2}}});
              EventCursor cursor(clip, 0.3, 1000.7);
              for (PassedEvent passed; cursor.next(passed);) ++passes;
              if (sample_scalars(clip, 0.5f, values) != Status::ok) ++passes;
              if (sample_morph_weights(clip, 0.5f, 3, values) != Status::ok) ++passes;
            }),
            0u);
  EXPECT_EQ(passes, 2001u);  // 0.5, 1, 1.5, ... 1000.5: two in each cycle and the one at the end
  EXPECT_EQ(values[0], 0.5f);
}

TEST(MotionMemory, inverse_kinematics_allocates_nothing) {
  test::IkRig rig;
  rig.add_chain({{0, 0, 0}, {1, 0.25f, 0}, {1, 0, 0}, {1, 0, 0.5f}});
  const IkPose pose = rig.pose();
  IkResult two_bones;
  IkResult aim;
  IkResult fabrik;
  std::array<Quat, 3> corrections;
  const std::array<std::uint16_t, 4> joints{0, 1, 2, 3};
  bool all_ok = true;
  EXPECT_EQ(peak_heap_bytes([&] {
              TwoBoneIkJob leg;
              leg.pose = pose;
              leg.start = 0;
              leg.mid = 1;
              leg.end = 2;
              leg.target_model = {1, 1, 0};
              leg.out_result = &two_bones;
              AimIkJob look;
              look.pose = pose;
              look.joint = 3;
              look.target_model = {5, 5, 5};
              look.out_result = &aim;
              FabrikJob tail;
              tail.pose = pose;
              tail.joints = joints;
              tail.target_model = {0, 1, 1};
              tail.out_corrections = corrections;
              tail.out_result = &fabrik;
              all_ok = leg.run() == Status::ok && look.run() == Status::ok && tail.run() == Status::ok;
              rotate_joint(rig.local_pose, 0, corrections[0]);
            }),
            0u);
  EXPECT_TRUE(all_ok);
  EXPECT_TRUE(two_bones.reached && aim.reached && fabrik.reached);
}

TEST(MotionMemory, foot_lock_allocates_nothing) {
  test::IkRig rig;
  rig.add_chain({{0, 1, 0}, {0, -0.1f, 0}, {0, -0.4f, 0.01f}, {0, -0.4f, 0}, {0, -0.1f, 0.1f}});
  (void)rig.pose();
  FootLockState state;
  FootLockPelvis pelvis;
  bool all_ok = true;
  EXPECT_EQ(peak_heap_bytes([&] {
              FootLockFoot foot;
              foot.thigh = 1;
              foot.shin = 2;
              foot.foot = 3;
              foot.toe = 4;
              foot.contact = 1;
              foot.ground_normal = {0, 0.96f, 0.28f};
              foot.state = &state;
              FootLockJob lock;
              lock.skeleton = &rig.skeleton;
              lock.local_pose = rig.local_pose;
              lock.model_from_joint = rig.matrices;
              lock.dt_s = 1.0 / 60;
              lock.pelvis = 0;
              lock.feet = {&foot, 1};
              lock.pelvis_state = &pelvis;
              for (int frame = 0; frame < 3; ++frame) {
                lock.world_from_model.translation.z += 0.01;
                all_ok = all_ok && lock.run() == Status::ok;
              }
            }),
            0u);
  EXPECT_TRUE(all_ok);
  EXPECT_NE(state.flags, 0u);
}

}  // namespace
}  // namespace skelter
