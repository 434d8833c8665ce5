// Checks that no job allocates memory when it runs.

#include <gtest/gtest.h>

#include "core/internal/packed.h"
#include "runtime/internal/format/clip_records.h"
#include "skelter/runtime/blend_job.h"
#include "skelter/runtime/local_to_model_job.h"
#include "skelter/runtime/pose_list_job.h"
#include "skelter/runtime/sample_job.h"
#include "support/made_runtime.h"
#include "support/peak_heap.h"
#include "support/pose_lists.h"
#include "support/targets.h"

namespace skelter::test {
namespace {

TEST(Memory, the_counter_sees_what_is_taken) {
  EXPECT_GE(peak_heap_bytes([] { std::vector<char>(1000).data()[0] = 1; }), 1000u);
}

TEST(Memory, no_job_takes_any) {
  Random random(1);
  const Packed<Skeleton> skeleton = random_skeleton(67, random);
  ClipSource source = random_clip(67, 5, {PartFormat::packed, PartFormat::packed, PartFormat::wide}, random);
  source.keyed = {{3, PartKind::translation, 0, 0, 2}};
  source.key_times_s = {0, 0.1f};
  source.key_values.resize(8);
  source.scalars = {{0, kNone, 0, 0, 0, 1}};
  source.scalar_times_s = source.scalar_values = {0};
  const Packed<ClipView> clip = packed(source);
  const AlignedBytes clip_bytes = source.write();
  std::vector<SoaTransform> a(9), b = random_pose(67, random), difference(9), out(9);
  const std::vector<float> mask(72, 0.5f);
  const BlendLayer layers[] = {{a, 0.5f, {}}, {b, 0.5f, mask}};
  const BlendLayer additive[] = {{difference, 1, {}}};
  std::vector<Affine> model(67), palette(67);
  const std::vector<Affine> bind(67);
  const std::vector<std::uint16_t> joints(67, 5);
  const SkinView skin{joints, bind};
  const PoseListEntry lines[] = {item(0), item(0, 0.5f), item(0), stage(0, 2, 0.5f)};
  AlignedBytes scratch(pose_list_scratch_bytes(skeleton.view, 4));
  const std::uint32_t track = 0;
  float value = 0;

  for_each_target([&](std::int64_t) {
    Status statuses[6];
    Problem problem;
    const std::size_t bytes = peak_heap_bytes([&] {
      ClipView view;
      problem = read_clip(clip_bytes.span(), view);
      statuses[0] = SampleJob{&skeleton.view, &clip.view, 0.05f, 0, a}.run();
      statuses[1] = pose_difference(a, b, difference);
      BlendJob blend;
      blend.skeleton = &skeleton.view;
      blend.layers = layers;
      blend.additive_layers = additive;
      blend.out_local_pose = out;
      statuses[2] = blend.run();
      LocalToModelJob to_model;
      to_model.skeleton = &skeleton.view;
      to_model.local_pose = out;
      to_model.out_model_from_joint = model;
      statuses[3] = to_model.run();
      statuses[4] = PaletteJob{&skin, model, palette}.run();
      PoseListJob list;
      list.skeleton = &skeleton.view;
      list.clips = {&clip.view, 1};
      list.lines = lines;
      list.scratch = {scratch.data(), scratch.size()};
      list.out_local_pose = out;
      list.scalar_joints = {joints.data(), 1};
      list.scalar_tracks = {&track, 1};
      list.out_scalars = {&value, 1};
      statuses[5] = list.run();
    });
    EXPECT_EQ(bytes, 0u);
    EXPECT_TRUE(problem.ok());
    for (const Status status : statuses) EXPECT_EQ(status, Status::ok);
  });
}

}  // namespace
}  // namespace skelter::test
