#include "skelter/runtime/pose_list_job.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>

#include "core/internal/packed.h"
#include "crowd/crowd_parts.h"
#include "runtime/internal/format/clip_records.h"
#include "skelter/runtime/local_to_model_job.h"
#include "skelter/runtime/sample_job.h"
#include "skelter/runtime/scalar_tracks.h"
#include "support/made_runtime.h"
#include "support/numbers.h"
#include "support/pose_lists.h"
#include "support/targets.h"

namespace skelter::test {
namespace {

enum Joint : std::uint16_t { kLeg, kSpine, kArm };
enum Mask : std::uint16_t { kUpperBody, kRates, kOnlyArm };
// Clips with translations of one unit along x, y and z, so that the pose shows the weights; an additive clip
// that moves by one unit along x, and an additive clip that doubles the scale.
enum Clip : std::uint16_t { kAlongX, kAlongY, kAlongZ, kAddX, kAddScale };

// The character of the test vectors in graph.md, section 9.
struct Figure {
  Random random{5};
  Packed<Skeleton> made = random_skeleton(3, random);
  Skeleton skeleton = made.view;
  std::vector<float> masks = {0, 0.5f, 1, 0, 0, 0, 0, 0, 0.25f, 0.25f, 0.5f, 0,
                              0, 0,    0, 0, 0, 0, 1, 0, 0,     0,     0,    0};
  std::vector<std::uint32_t> mask_names = {0, 1, 2, 3};
  std::vector<Packed<ClipView>> packs;
  std::vector<ClipView> clips;
  AlignedBytes scratch;
  std::vector<SoaTransform> pose = identity_pose(3);

  Figure() {
    skeleton.mask_weights = masks;
    skeleton.mask_name_begin = mask_names;
    skeleton.mask_names = {"abc", 3};
    for (const Vec3& at : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}}) add(at, 1, 0);
    add({1, 0, 0}, 1, kClipAdditive);
    add({0, 0, 0}, 2, kClipAdditive);
    scratch = AlignedBytes(pose_list_scratch_bytes(skeleton));
  }
  void add(const Vec3& translation, float scale, std::uint32_t flags) { add(translation, {}, scale, flags); }
  void add(const Vec3& t, const Quat& q, float scale, std::uint32_t flags) {
    ClipSource source = still_clip(3, 1, 30);
    source.header.flags = flags;
    const float numbers[] = {t.x, t.y, t.z, q.x, q.y, q.z, q.w, scale, scale, scale};
    for (const float number : numbers) source.constants.insert(source.constants.end(), kLanes, number);
    for (std::uint32_t part = 0; part < 3; ++part)
      source.parts[part] = {PartFormat::constant, {}, (part == 0 ? 0 : part == 1 ? 3 : 7) * kLanes, 0};
    packs.push_back(packed(source));
    clips.push_back(packs.back().view);
  }
  PoseListJob job(std::span<const PoseListEntry> lines) {
    PoseListJob j;
    j.skeleton = &skeleton;
    j.clips = clips;
    j.lines = lines;
    j.scratch = {scratch.data(), scratch.size()};
    j.out_local_pose = pose;
    return j;
  }
  void expect_weights(std::span<const PoseListEntry> lines, std::uint32_t joint, const Vec3d& weights) {
    for_each_target([&](std::int64_t) {
      ASSERT_EQ(job(lines).run(), Status::ok);
      const Vec3 t = get(pose[0], joint).translation;
      EXPECT_NEAR(t.x, weights.x, 1e-6) << "joint " << joint;
      EXPECT_NEAR(t.y, weights.y, 1e-6) << "joint " << joint;
      EXPECT_NEAR(t.z, weights.z, 1e-6) << "joint " << joint;
    });
  }
};

TEST(PoseListVectors, number_36_an_override_takes_what_it_adds_joint_by_joint) {
  Figure s;
  const PoseListEntry lines[] = {item(kAlongY), item(kAlongX), stage(0, 1, 0.5f, kUpperBody)};
  s.expect_weights(lines, kLeg, {0, 1, 0});
  s.expect_weights(lines, kSpine, {0.25, 0.75, 0});
  s.expect_weights(lines, kArm, {0.5, 0.5, 0});
}

TEST(PoseListVectors, number_37_an_override_inside_a_layer_scales_only_what_is_inside) {
  Figure s;
  // B, with C and D over it: D over C with a = 0.5, and both over B with a = 1; m = 0.5 at the spine.
  const PoseListEntry lines[] = {item(kAlongX), item(kAlongY), item(kAlongZ), stage(1, 2, 0.5f, kUpperBody),
                                 stage(0, 1, 1, kUpperBody)};
  s.expect_weights(lines, kSpine, {0.5, 0.375, 0.125});
}

TEST(PoseListVectors, number_38_a_profile_fades_joints_at_their_own_rates) {
  Figure s;
  const struct {
    float a;
    double arm, leg;
  } cases[] = {{0.3f, 0.6, 0.3}, {0.6f, 1, 0.6}, {1, 1, 1}};
  for (const auto& [a, arm, leg] : cases) {
    const PoseListEntry lines[] = {item(kAlongY), item(kAlongX), stage(0, 1, 4 * a, kRates)};
    s.expect_weights(lines, kArm, {arm, 1 - arm, 0});
    s.expect_weights(lines, kLeg, {leg, 1 - leg, 0});
  }
}

TEST(PoseListVectors, number_39_an_override_scales_the_additive_items_below_it) {
  Figure s;
  const PoseListEntry lines[] = {item(kAlongY), item(kAddX), item(kAlongY), stage(0, 2, 0.75f, kOnlyArm)};
  s.expect_weights(lines, kArm, {0.25, 1, 0});
  s.expect_weights(lines, kLeg, {1, 1, 0});
  // The opposite order: only the additive line is above.
  const PoseListEntry above[] = {item(kAlongY), item(kAddX), stage(1, 1, 0.75f, kOnlyArm)};
  s.expect_weights(above, kArm, {0.75, 1, 0});
  s.expect_weights(above, kLeg, {0, 1, 0});
}

TEST(PoseListVectors, number_42_walk_and_run_half_waving_and_leaning) {
  Figure s;
  const PoseListEntry lines[] = {item(kAlongX, 0.5f), item(kAlongY, 0.5f), item(kAlongZ),
                                 stage(0, 2, 0.5f, kUpperBody), item(kAddScale, 0.4f)};
  s.expect_weights(lines, kLeg, {0.5, 0.5, 0});
  s.expect_weights(lines, kSpine, {0.375, 0.375, 0.25});
  s.expect_weights(lines, kArm, {0.25, 0.25, 0.5});
  for (std::uint32_t joint = 0; joint < 3; ++joint)
    EXPECT_NEAR(get(s.pose[0], joint).scale.y, 1.4, 1e-6);  // the stage does not apply to "lean"
}

TEST(PoseListVectors, number_51_a_rotation_takes_the_side_of_the_running_sum) {
  Figure s;
  const auto first = static_cast<std::uint16_t>(s.clips.size());
  for (const double degrees : {0.0, 170.0, 190.0}) {
    const double half = degrees / 360 * std::numbers::pi;
    s.add({}, {0, 0, static_cast<float>(std::sin(half)), static_cast<float>(std::cos(half))}, 1, 0);
  }
  const auto second = static_cast<std::uint16_t>(first + 1), third = static_cast<std::uint16_t>(first + 2);
  const PoseListEntry lines[] = {item(first, 0.001f), item(second, 0.4995f), item(third, 0.4995f)};
  for_each_target([&](std::int64_t) {
    ASSERT_EQ(s.job(lines).run(), Status::ok);
    const Quat q = get(s.pose[0], kArm).rotation;
    EXPECT_NEAR(std::atan2(double{q.z}, double{q.w}) / std::numbers::pi * 360, 179.885, 1e-3);
  });
}

// The mask of an item and the mask of a stage multiply. A stage without a mask has 1 everywhere, and values
// above 1 count as 1.
TEST(PoseListJob, masks_and_stages_multiply) {
  Figure s;
  const PoseListEntry masked[] = {item(kAlongY), item(kAlongX, 1, kUpperBody), stage(0, 1, 0.5f)};
  s.expect_weights(masked, kLeg, {0, 1, 0});                // 0 and 0.5, normalized
  s.expect_weights(masked, kSpine, {1 / 3.0, 2 / 3.0, 0});  // 0.25 and 0.5, normalized
  s.expect_weights(masked, kArm, {0.5, 0.5, 0});
  const PoseListEntry whole[] = {item(kAlongY), item(kAlongX), stage(0, 1, 7)};
  s.expect_weights(whole, kLeg, {1, 0, 0});
  const PoseListEntry nothing[] = {item(kAlongY), item(kAlongX), stage(0, 1, 0, kUpperBody)};
  s.expect_weights(nothing, kArm, {0, 1, 0});
}

// --- against a twin in double ------------------------------------------------------------------------------

double mask_at(const Skeleton& skeleton, const PoseListEntry& line, std::uint32_t joint) {
  return line.mask == kNone16 ? 1 : skeleton.mask(line.mask)[joint];
}

// Returns the weight of item `i` within the entries before `end`: the header's definition, for one joint in
// double precision, from the outside in.
double weight_within(const MadeRig& rig, std::span<const PoseListEntry> lines, std::uint32_t joint,
                     std::size_t i, std::size_t end) {
  double weight = double{lines[i].weight} * mask_at(rig.skeleton, lines[i], joint);
  for (std::size_t outer = end; outer-- > i + 1;) {
    const PoseListEntry& s = lines[outer];
    if (s.clip != kPoseListStage || i < s.begin) continue;
    const double share = std::min(1.0, double{s.weight} * mask_at(rig.skeleton, s, joint));
    double above = 0;
    for (std::size_t k = s.split; k < outer && s.partial != 0; ++k)
      if (lines[k].clip != kPoseListStage && !rig.views[lines[k].clip].additive())
        above += weight_within(rig, lines, joint, k, outer);
    const double part = s.partial != 0 ? std::min(1.0, above / s.whole_weight()) : 1;
    weight *= i < s.split ? 1 - share * part : share;
  }
  return weight;
}
void share_out(const MadeRig& rig, std::span<const PoseListEntry> lines, std::uint32_t joint,
               std::vector<double>& weights) {
  weights.assign(lines.size(), 0);
  for (std::size_t i = 0; i < lines.size(); ++i)
    if (lines[i].clip != kPoseListStage) weights[i] = weight_within(rig, lines, joint, i, lines.size());
}

Quatd on_side(const Quatd& q, double side) {
  return side < 0 ? Quatd{-q.x, -q.y, -q.z, -q.w} : q;
}
Quatd plus(const Quatd& a, const Quatd& b, double weight) {
  return {a.x + b.x * weight, a.y + b.y * weight, a.z + b.z * weight, a.w + b.w * weight};
}
Transformd to_double(const Transform& t) {
  return {skelter::to_double(t.translation), skelter::to_double(t.rotation), skelter::to_double(t.scale)};
}

std::vector<Mat4d> twin(const MadeRig& rig, std::span<const PoseListEntry> lines, float threshold) {
  const Skeleton& skeleton = rig.skeleton;
  std::vector<std::vector<SoaTransform>> poses;
  for (const PoseListEntry& line : lines) {
    poses.emplace_back(skeleton.block_count());
    if (line.clip == kPoseListStage) continue;
    SampleJob sample{&skeleton, &rig.views[line.clip], line.time_s, 0, poses.back(), line.loop};
    EXPECT_EQ(sample.run(), Status::ok);
  }
  std::vector<Mat4d> model;
  std::vector<double> weights;
  for (std::uint32_t joint = 0; joint < skeleton.joint_count(); ++joint) {
    share_out(rig, lines, joint, weights);
    const auto sampled = [&](std::size_t line) { return to_double(get(poses[line][joint / 8], joint % 8)); };
    Vec3d translation, scale;
    Quatd rotation{0, 0, 0, 0};
    double sum = 0;
    const auto add = [&](const Transformd& t, double weight) {
      translation = translation + t.translation * weight;
      scale = scale + t.scale * weight;
      rotation = plus(rotation, on_side(t.rotation, dot(rotation, t.rotation)), weight);
      sum += weight;
    };
    const auto is = [&](std::size_t line, bool additive) {
      return lines[line].clip != kPoseListStage && rig.views[lines[line].clip].additive() == additive;
    };
    for (std::size_t i = 0; i < lines.size(); ++i)
      if (is(i, false)) add(sampled(i), weights[i]);
    if (sum < threshold) add(to_double(get(skeleton.rest_pose[joint / 8], joint % 8)), threshold - sum);
    Transformd t{translation * (1 / sum), normalized(rotation), scale * (1 / sum)};
    for (std::size_t i = 0; i < lines.size(); ++i) {
      if (!is(i, true)) continue;
      const Transformd d = sampled(i);
      const double w = weights[i];
      const Quatd turn = on_side(d.rotation, d.rotation.w);
      t.translation = t.translation + d.translation * w;
      t.rotation = normalized(t.rotation * plus({0, 0, 0, 1 - w}, turn, w));
      t.scale = {t.scale.x * (1 + w * (d.scale.x - 1)), t.scale.y * (1 + w * (d.scale.y - 1)),
                 t.scale.z * (1 + w * (d.scale.z - 1))};
    }
    const std::uint16_t parent = skeleton.parents[joint];
    model.push_back(parent == kNone16 ? to_mat4(t) : model[parent] * to_mat4(t));
  }
  return model;
}

// Rounding error through about ten joints, relative to the largest number. 1e-6 was measured.
constexpr double kAgainstTwin = 3e-6;

TEST(PoseListJob, agrees_with_a_twin_in_double_on_every_target) {
  const MadeRig rig(67, false, 31);
  Random random(32);
  AlignedBytes scratch(pose_list_scratch_bytes(rig.skeleton));
  std::vector<SoaTransform> pose(rig.skeleton.block_count());
  std::vector<Affine> model(rig.skeleton.joint_count());
  int stages = 0, nested = 0;
  double worst = 0;
  for (int round = 0; round < 150; ++round) {
    std::vector<PoseListEntry> lines;
    add_group(rig.views, lines, 2, random);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      if (lines[i].clip != kPoseListStage) continue;
      ++stages;
      for (std::size_t j = lines[i].split; j < i; ++j) nested += lines[j].clip == kPoseListStage ? 1 : 0;
    }
    PoseListJob job;
    job.skeleton = &rig.skeleton;
    job.clips = rig.views;
    job.lines = lines;
    job.scratch = {scratch.data(), scratch.size()};
    job.out_local_pose = pose;
    ASSERT_TRUE(job.validate().ok()) << job.validate().what;
    const std::vector<Mat4d> want = twin(rig, lines, job.blend_threshold);
    double largest = 1;
    for (const Mat4d& m : want)
      for (const double number : m.m) largest = std::max(largest, std::abs(number));
    for_each_target([&](std::int64_t) {
      for (SoaTransform& block : pose) std::fill_n(&block.rows[0][0], 10 * kLanes, kNan);
      ASSERT_EQ(job.run(), Status::ok);
      LocalToModelJob to_model;
      to_model.skeleton = &rig.skeleton;
      to_model.local_pose = pose;
      to_model.out_model_from_joint = model;
      ASSERT_EQ(to_model.run(), Status::ok);
      for (std::uint32_t joint = 0; joint < model.size(); ++joint)
        for (std::size_t row = 0; row < 3; ++row)
          for (std::size_t column = 0; column < 4; ++column) {
            const double off = std::abs(double{model[joint].m[row][column]} - want[joint](row, column));
            ASSERT_LE(off, kAgainstTwin * largest) << "round " << round << ", joint " << joint;
            worst = std::max(worst, off / largest);
          }
    });
  }
  std::printf("worst %.2g, %d stages, %d nested\n", worst, stages, nested);
  EXPECT_GE(stages, 100);
  EXPECT_GE(nested, 20);
}

// --- numbers -----------------------------------------------------------------------------------------------

// A clip at rest with one scalar track "smile" and one morph weight of node 4.
ClipSource smiling(float smile, float morph, std::uint32_t flags = 0) {
  ClipSource source = still_clip(3, 1, 30);
  source.header.flags = flags;
  source.string_begin = {0, 4, 9};
  source.strings = "clipsmile";
  source.scalars = {{1, kNone, 0, 0, 0, 1}, {0, 4, 2, 0, 1, 1}};
  source.scalar_times_s = {0, 0};
  source.scalar_values = {smile, morph};
  return source;
}

struct Face : Figure {
  std::vector<std::uint32_t> tracks;
  std::vector<std::uint16_t> joints = {kArm, kLeg, kSpine};  // "smile" twice, and the morph weight
  std::vector<float> out = {9, 9, 9};

  Face() {
    packs.clear();
    clips.clear();
    for (const ClipSource& source :
         {smiling(1, 0.5f), smiling(0, 1), still_clip(3, 1, 30), smiling(2, 0.25f, kClipAdditive)}) {
      packs.push_back(packed(source));
      clips.push_back(packs.back().view);
    }
    for (const ClipView& clip : clips)
      tracks.insert(tracks.end(),
                    {find_scalar(clip, "smile"), find_scalar(clip, "smile"), find_morph(clip, 4, 2)});
  }
  PoseListJob job(std::span<const PoseListEntry> lines) {
    PoseListJob j = Figure::job(lines);
    j.scalar_joints = joints;
    j.scalar_tracks = tracks;
    j.out_scalars = out;
    return j;
  }
  void expect(std::span<const PoseListEntry> lines, float arm, float leg, float morph) {
    out = {9, 9, 9};
    ASSERT_EQ(job(lines).run(), Status::ok);
    EXPECT_FLOAT_EQ(out[0], arm);
    EXPECT_FLOAT_EQ(out[1], leg);
    EXPECT_FLOAT_EQ(out[2], morph);
  }
};

TEST(PoseListScalars, are_mixed_over_the_items_that_have_them) {
  Face s;
  const PoseListEntry two[] = {item(0, 1), item(1, 3)};
  s.expect(two, 0.25f, 0.25f, 0.875f);
  const PoseListEntry without[] = {item(0, 1), item(2, 7)};  // the second item has no face tracks
  s.expect(without, 1, 1, 0.5f);
  const PoseListEntry added[] = {item(0, 1), item(3, 0.5f)};
  s.expect(added, 2, 2, 0.625f);
  const PoseListEntry none[] = {item(2), item(0, 0)};
  s.expect(none, 9, 9, 9);
}

TEST(PoseListScalars, follow_the_weights_of_their_joint) {
  Face s;
  // An override of the upper body, with weight 1 at the arm, a half at the spine and 0 at the leg.
  const PoseListEntry lines[] = {item(0), item(1), stage(0, 1, 1, kUpperBody)};
  s.expect(lines, 0, 1, 0.75f);
  const PoseListEntry masked[] = {item(0), item(1, 1, kUpperBody)};
  s.expect(masked, 0.5f, 1, 2 / 3.0f);
}

TEST(FindMorph, finds_the_track_of_a_target_or_none) {
  const Packed<ClipView> clip = packed(smiling(1, 0));
  EXPECT_EQ(find_morph(clip.view, 4, 2), 1u);
  EXPECT_EQ(find_morph(clip.view, 4, 0), kNone);
  EXPECT_EQ(find_morph(clip.view, 3, 2), kNone);
  EXPECT_EQ(find_morph(clip.view, kNone, 0), kNone);  // the scalar is not a morph weight
}

TEST(PoseListJob, validity) {
  Face s;
  const PoseListEntry lines[] = {item(0), item(1), stage(0, 1, 0.5f)};
  const PoseListJob good = s.job(lines);
  EXPECT_TRUE(good.validate().ok());
  const auto refusal = [&](auto change) {
    PoseListJob job = good;
    change(job);
    const Problem problem = job.validate();
    EXPECT_EQ(job.run(), problem.status);
    EXPECT_EQ(problem.status, Status::invalid_argument);
    return std::string(problem.what);
  };
  const Packed<ClipView> other = packed(still_clip(4, 1, 30));
  const PoseListEntry bad_line[] = {item(7)};
  EXPECT_EQ(refusal([](PoseListJob& j) { j.skeleton = nullptr; }), "the skeleton is missing");
  EXPECT_EQ(refusal([&](PoseListJob& j) {
              j.clips = {&other.view, 1};
            }),
            "a clip was made for a different skeleton");
  ClipView renamed = s.clips[0];
  renamed.skeleton_hash = 1;  // with the same joint count
  EXPECT_EQ(refusal([&](PoseListJob& j) {
              j.clips = {&renamed, 1};
            }),
            "a clip was made for a different skeleton");
  EXPECT_EQ(refusal([](PoseListJob& j) { j.lod = 1; }), "the skeleton has no such level of detail");
  for (const float threshold : {0.0f, -1.0f, 1e-40f, kInfinity, kNan})
    EXPECT_EQ(refusal([&](PoseListJob& j) { j.blend_threshold = threshold; }),
              "blend_threshold is not above 0");
  EXPECT_EQ(refusal([&](PoseListJob& j) {
              j.scratch = j.scratch.first(pose_list_scratch_bytes(s.skeleton, 3) - 1);
            }),
            "scratch is too small");
  EXPECT_EQ(refusal([](PoseListJob& j) { j.scratch = j.scratch.subspan(32); }),
            "scratch is not aligned to 64 bytes");
  EXPECT_EQ(refusal([](PoseListJob& j) { j.out_local_pose = {}; }), "out_local_pose is too short");
  EXPECT_EQ(refusal([](PoseListJob& j) { j.scalar_tracks = j.scalar_tracks.first(11); }),
            "scalar_tracks does not have one track per clip and scalar");
  EXPECT_EQ(refusal([](PoseListJob& j) { j.out_scalars = j.out_scalars.first(2); }),
            "out_scalars is too short");
  const std::vector<std::uint16_t> joints = {0, 1, 3};
  EXPECT_EQ(refusal([&](PoseListJob& j) { j.scalar_joints = joints; }),
            "a scalar refers to a joint that does not exist");
  auto tracks = s.tracks;
  tracks[6] = 0;  // the third clip has none of the tracks
  EXPECT_EQ(refusal([&](PoseListJob& j) { j.scalar_tracks = tracks; }),
            "scalar_tracks refers to a track that its clip does not have");
  EXPECT_EQ(refusal([&](PoseListJob& j) { j.lines = bad_line; }),
            "an entry refers to a clip that does not exist");
  const std::vector<PoseListEntry> many(33, item(0));
  PoseListJob too_many = good;
  AlignedBytes more(pose_list_scratch_bytes(s.skeleton, 33));
  too_many.scratch = {more.data(), more.size()};
  too_many.lines = many;
  EXPECT_EQ(too_many.run(), Status::limit_exceeded);
  PoseListJob without = good;  // no numbers are requested
  without.scalar_joints = {};
  without.scalar_tracks = {};
  without.out_scalars = {};
  EXPECT_EQ(without.run(), Status::ok);
}

}  // namespace
}  // namespace skelter::test
