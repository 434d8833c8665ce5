#include "skelter/crowd/crowd_job.h"

#include <gtest/gtest.h>
#include <oneapi/tbb/global_control.h>

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <limits>
#include <map>
#include <memory>
#include <numbers>
#include <numeric>
#include <string>

#include "core/internal/packed.h"
#include "crowd/crowd_scene.h"
#include "crowd/scalar_group.h"
#include "runtime/internal/format/clip_records.h"
#include "skelter/crowd/task_tbb.h"
#include "skelter/runtime/blend_job.h"
#include "skelter/runtime/local_to_model_job.h"
#include "skelter/runtime/pose_list_job.h"
#include "skelter/runtime/sample_job.h"
#include "support/numbers.h"
#include "support/pose_lists.h"
#include "support/targets.h"

namespace skelter::test {
namespace {

// FNV-1a over the bytes.
std::uint64_t hash_of(const Matrices& matrices) {
  std::uint64_t hash = 14695981039346656037u;
  const auto* bytes = reinterpret_cast<const unsigned char*>(matrices.data());
  for (std::size_t i = 0; i < matrices.size() * sizeof(Affine); ++i)
    hash = (hash ^ bytes[i]) * 1099511628211u;
  return hash;
}

// Largest difference between elements, relative to the largest element of `a` and `b` (at least 1).
double distance(std::span<const Affine> a, std::span<const Affine> b) {
  double largest = 1, apart = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    for (int row = 0; row < 3; ++row)
      for (int column = 0; column < 4; ++column) {
        const double x = a[i].m[row][column], y = b[i].m[row][column];
        if (std::isnan(x) || std::isnan(y)) return std::numeric_limits<double>::infinity();
        largest = std::max({largest, std::abs(x), std::abs(y)});
        apart = std::max(apart, std::abs(x - y));
      }
  return apart / largest;
}

// The model matrices of a pose, or the palette of the rig's skin.
Matrices matrices_of(const CrowdRig& rig, std::span<const SoaTransform> pose) {
  Matrices model(rig.skeleton->joint_count());
  LocalToModelJob hierarchy;
  hierarchy.skeleton = rig.skeleton;
  hierarchy.local_pose = pose;
  hierarchy.out_model_from_joint = model;
  EXPECT_EQ(hierarchy.run(), Status::ok);
  if (rig.skin == nullptr) return model;
  Matrices palette(rig.skin->size());
  EXPECT_EQ((PaletteJob{rig.skin, model, palette}).run(), Status::ok);
  return palette;
}

// Poses one character with the single-character jobs.
Matrices single_character(const CrowdJob& job, const CrowdInstance& instance) {
  const CrowdRig& rig = job.rigs[instance.rig];
  const Skeleton& skeleton = *rig.skeleton;
  std::vector<std::vector<SoaTransform>> poses;
  std::vector<BlendLayer> plain, additive;
  for (const PoseListEntry& layer : job.layers.subspan(instance.first_layer, instance.layer_count)) {
    const ClipView& clip = rig.clips[layer.clip];
    poses.emplace_back(skeleton.block_count());
    SampleJob sample;
    sample.skeleton = &skeleton;
    sample.clip = &clip;
    sample.time_s = layer.time_s;
    sample.loop = Loop::as_made;
    sample.out_local_pose = poses.back();
    EXPECT_EQ(sample.run(), Status::ok);
    BlendLayer entry;
    entry.weight = layer.weight;
    if (layer.mask != kNone16) entry.joint_weights = skeleton.mask(layer.mask);
    entry.local_pose = poses.back();
    (clip.additive() ? additive : plain).push_back(entry);
  }
  std::vector<SoaTransform> pose(skeleton.block_count());
  BlendJob blend;
  blend.skeleton = &skeleton;
  blend.layers = plain;
  blend.additive_layers = additive;
  blend.threshold = job.blend_threshold;
  blend.out_local_pose = pose;
  EXPECT_EQ(blend.run(), Status::ok);
  for (std::uint32_t j = skeleton.lod_joint_counts[instance.lod]; j < skeleton.joint_count(); ++j)
    set(pose[j / kLanes], j % kLanes, get(skeleton.rest_pose[j / kLanes], j % kLanes));
  return matrices_of(rig, pose);
}

std::span<const Affine> output_of(const CrowdJob& job, const Matrices& out, const CrowdInstance& instance) {
  return std::span(out).subspan(instance.first_output, job.rigs[instance.rig].output_size());
}

// Runs items backwards or shuffled, and assigns them to the workers in turn.
struct OddRunner {
  std::uint32_t workers = 1;
  std::uint32_t seed = 0;  // 0: backwards; otherwise the seed for shuffling
  std::vector<std::uint32_t> ran = {};

  static void run(void* self, std::uint32_t count, TaskFunction function, void* context) {
    auto& me = *static_cast<OddRunner*>(self);
    std::vector<std::uint32_t> order(count);
    std::iota(order.begin(), order.end(), 0);
    std::reverse(order.begin(), order.end());
    Random random(me.seed);
    for (std::uint32_t i = count; me.seed != 0 && i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
    for (std::uint32_t i = 0; i < count; ++i) function(context, order[i], (i * 5 + me.seed) % me.workers);
    me.ran = order;
  }
  TaskRunner runner() { return {workers, run, this}; }
};

TEST(CrowdJob, validity) {
  CrowdScene s(3);
  const CrowdJob good = s.job();
  EXPECT_EQ(good.validate(), Status::ok);
  const auto refused = [](const CrowdJob& job) {
    return job.validate() == Status::invalid_argument && job.run() == Status::invalid_argument;
  };
  {  // An empty job succeeds.
    EXPECT_EQ(CrowdJob{}.validate(), Status::ok);
    EXPECT_EQ(CrowdJob{}.run(), Status::ok);
  }
  {  // A runner without a function or without workers.
    CrowdJob job = good;
    job.tasks.run = nullptr;
    EXPECT_TRUE(refused(job));
    job = good;
    job.tasks.workers = 0;
    EXPECT_TRUE(refused(job));
  }
  {  // Thresholds have to be above 0, with a finite inverse.
    for (const float threshold : {0.0f, -1.0f, 1e-40f, std::numeric_limits<float>::infinity(),
                                  std::numeric_limits<float>::quiet_NaN()}) {
      CrowdJob job = good;
      job.blend_threshold = threshold;
      EXPECT_TRUE(refused(job)) << threshold;
    }
  }
  {  // Scratch memory: one aligned block per worker.
    CrowdJob job = good;
    const std::size_t bytes = crowd_scratch_bytes(job.rigs);
    EXPECT_EQ(bytes % 64, 0u);
    job.scratch = good.scratch.first(bytes);
    EXPECT_EQ(job.validate(), Status::ok);
    job.scratch = good.scratch.first(bytes - 1);
    EXPECT_TRUE(refused(job));
    job.scratch = good.scratch.first(3 * bytes - 1);
    job.tasks.workers = 3;
    EXPECT_TRUE(refused(job));
    job = good;
    job.scratch = good.scratch.subspan(32);
    EXPECT_TRUE(refused(job));
  }
  {  // A rig without a skeleton, and a clip and a skin of a different skeleton.
    auto rigs = s.crowd.views;
    CrowdJob job = good;
    job.rigs = rigs;
    rigs[1].skeleton = nullptr;
    EXPECT_TRUE(refused(job));
    rigs = s.crowd.views;
    rigs[1].clips = rigs[0].clips;
    job.rigs = rigs;
    EXPECT_TRUE(refused(job));
    rigs = s.crowd.views;
    rigs[2].skin = rigs[1].skin;
    job.rigs = rigs;
    EXPECT_TRUE(refused(job));
  }
  {  // The same number of joints, but with different names.
    auto rigs = s.crowd.views;
    CrowdJob job = good;
    job.rigs = rigs;
    Skeleton renamed = *rigs[1].skeleton;
    renamed.hash = 1;
    rigs[1].skeleton = &renamed;
    rigs[1].skin = nullptr;  // checked first
    EXPECT_STREQ(job.validate().what, "a clip was made for a different skeleton");
    EXPECT_TRUE(refused(job));
    std::vector<ClipView> clips(rigs[1].clips.begin(), rigs[1].clips.end());
    for (ClipView& clip : clips) clip.skeleton_hash = 1;
    rigs[1].clips = clips;
    SkinView skin{{}, {}, 2};
    rigs[1].skin = &skin;
    EXPECT_STREQ(job.validate().what, "a skin was made for a different skeleton");
    EXPECT_TRUE(refused(job));
    rigs[1].skin = nullptr;
    EXPECT_STREQ(job.validate().what, "");
  }
  const auto with_instance = [&](auto change) {
    auto instances = s.crowd.instances;
    change(instances[4]);  // an instance of the second rig
    CrowdJob job = good;
    job.instances = instances;
    return refused(job);
  };
  EXPECT_FALSE(with_instance([](CrowdInstance&) {}));
  EXPECT_TRUE(with_instance([](CrowdInstance& i) { i.rig = 3; }));
  EXPECT_TRUE(with_instance([](CrowdInstance& i) { i.lod = 3; }));
  EXPECT_TRUE(
      with_instance([&](CrowdInstance& i) { i.first_layer = 0, i.layer_count = kMaxPoseListEntries + 1; }));
  EXPECT_TRUE(with_instance([&](CrowdInstance& i) {
    i.first_layer = static_cast<std::uint32_t>(s.crowd.layers.size()), i.layer_count = 1;
  }));
  EXPECT_TRUE(with_instance([](CrowdInstance& i) { i.first_layer = 0xFFFFFFFF, i.layer_count = 2; }));
  // 23 matrices are needed.
  EXPECT_TRUE(with_instance([&](CrowdInstance& i) { i.first_output = s.crowd.matrices - 22; }));
  EXPECT_FALSE(with_instance([&](CrowdInstance& i) { i.first_output = s.crowd.matrices - 23; }));
  EXPECT_TRUE(with_instance([](CrowdInstance& i) { i.first_output = 0xFFFFFFFF; }));
  const auto with_layer = [&](auto change) {
    PoseListEntry layer;
    layer.clip = 0;
    change(layer);
    CrowdInstance instance;
    instance.layer_count = 1;
    CrowdJob job = good;
    job.instances = {&instance, 1};
    job.layers = {&layer, 1};
    return refused(job);
  };
  EXPECT_FALSE(with_layer([](PoseListEntry&) {}));
  EXPECT_TRUE(with_layer([](PoseListEntry& l) { l.clip = 7; }));
  EXPECT_TRUE(with_layer([](PoseListEntry& l) { l.mask = 2; }));
  EXPECT_TRUE(with_layer([](PoseListEntry& l) { l.weight = -0.5f; }));
  EXPECT_FALSE(with_layer([](PoseListEntry& l) { l.clip = 2, l.weight = -0.5f; }));  // the clip is additive
  EXPECT_TRUE(
      // The test of check_list has more such cases.
      with_layer([](PoseListEntry& l) { l.clip = kPoseListStage, l.split = 1; }));
  for (const float weight : {kInfinity, -kInfinity, std::numeric_limits<float>::quiet_NaN()})
    for (const std::uint16_t clip : {0, 2})
      EXPECT_TRUE(with_layer([&](PoseListEntry& l) { l.clip = clip, l.weight = weight; })) << weight;
}

// Both use the same kernels to sample and blend, but the hierarchy multiplies in a different order. Largest
// difference seen: 4e-7.
constexpr double kAgainstSingle = 2e-6;

TEST(CrowdJob, every_instance_is_what_the_jobs_for_one_character_give) {
  CrowdScene s;
  CrowdJob job = s.job();
  for (const float threshold : {0.1f, 0.75f}) {
    job.blend_threshold = threshold;
    for_each_target([&](std::int64_t) {
      const Matrices out = s.run(job);
      double worst = 0;
      for (const CrowdInstance& instance : job.instances)
        worst = std::max(worst, distance(output_of(job, out, instance), single_character(job, instance)));
      EXPECT_LE(worst, kAgainstSingle);
    });
  }
}

// Poses one character with the jobs of a program that applies IK between the pose and the matrices.
Matrices single_list(const CrowdJob& job, const CrowdInstance& instance) {
  const CrowdRig& rig = job.rigs[instance.rig];
  const Skeleton& skeleton = *rig.skeleton;
  AlignedBytes scratch(pose_list_scratch_bytes(skeleton, instance.layer_count));
  std::vector<SoaTransform> pose(skeleton.block_count());
  PoseListJob list;
  list.skeleton = &skeleton;
  list.clips = rig.clips;
  list.lines = job.layers.subspan(instance.first_layer, instance.layer_count);
  list.lod = instance.lod;
  list.blend_threshold = job.blend_threshold;
  list.scratch = {scratch.data(), scratch.size()};
  list.out_local_pose = pose;
  EXPECT_EQ(list.run(), Status::ok);
  return matrices_of(rig, pose);
}

TEST(CrowdJob, the_list_of_an_instance_gives_the_same_bits_by_itself) {
  CrowdScene s;
  Random random(17);
  for (CrowdInstance& instance : s.crowd.instances) {
    // Keep a third unchanged: lists with none, one, two or more layers and no stages.
    if (random.below(3) == 0) continue;
    std::vector<PoseListEntry> lines;
    add_group(s.crowd.views[instance.rig].clips, lines, 2, random);
    instance.first_layer = static_cast<std::uint32_t>(s.crowd.layers.size());
    instance.layer_count = static_cast<std::uint16_t>(lines.size());
    s.crowd.layers.insert(s.crowd.layers.end(), lines.begin(), lines.end());
  }
  CrowdJob job = s.job();
  for (const float threshold : {0.1f, 0.75f}) {
    job.blend_threshold = threshold;
    for_each_target([&](std::int64_t) {
      const Matrices out = s.run(job);
      for (const CrowdInstance& instance : job.instances) {
        const auto got = output_of(job, out, instance);
        ASSERT_TRUE(same_bits({got.begin(), got.end()}, single_list(job, instance)));
      }
    });
  }
}

// A mirrored root without rotation contains zeros of both signs.
TEST(CrowdJob, even_zeros_of_a_root_keep_their_signs) {
  CrowdScene s(1);
  const std::unique_ptr<MadeRig>& rig = s.crowd.rigs[2];  // this rig has one joint
  rig->rest = identity_pose(1);
  set(rig->rest[0], 0, {{1, 0, 2}, {}, {-1, 1, -1}});
  rig->skeleton.rest_pose = rig->rest;
  CrowdInstance instance{2, 0, 0};
  CrowdJob job = s.job();
  job.instances = {&instance, 1};
  for_each_target([&](std::int64_t) {
    ASSERT_EQ(job.run(), Status::ok);
    EXPECT_TRUE(same_bits({s.out[0]}, single_list(job, instance)));
  });
}

// Rounding: the vector kernels fuse and order products and sums differently, through about ten joints.
// Largest difference seen: 5e-7.
constexpr double kAgainstScalar = 3e-6;

TEST(CrowdJob, the_plain_twin_agrees_on_every_target) {
  CrowdScene s;
  const CrowdJob job = s.job();
  for (Affine& a : s.out) std::fill_n(&a.m[0][0], 12, std::numeric_limits<float>::quiet_NaN());
  for (std::uint32_t i = 0; i < job.instances.size(); ++i)
    crowd::scalar::run_group(job, i, 1, false, s.scratch.data());
  const Matrices plain = s.out;
  for_each_target([&](std::int64_t) {
    const Matrices out = s.run(job);
    double worst = 0;
    for (const CrowdInstance& instance : job.instances)
      worst = std::max(worst, distance(output_of(job, out, instance), output_of(job, plain, instance)));
    EXPECT_LE(worst, kAgainstScalar);
  });
}

// Every number of layers with every rig, each alone and in a mixed crowd.
TEST(CrowdJob, the_made_crowd_has_every_case) {
  CrowdScene s;
  std::map<std::string, int> seen;
  for (const CrowdInstance& instance : s.crowd.instances) {
    ++seen["layers " + std::to_string(instance.layer_count)];
    ++seen["lod " + std::to_string(instance.lod)];
    float sum = 0;
    for (std::uint32_t l = 0; l < instance.layer_count; ++l) {
      const PoseListEntry& layer = s.crowd.layers[instance.first_layer + l];
      const ClipView& clip = s.crowd.views[instance.rig].clips[layer.clip];
      if (!clip.additive()) sum += layer.weight;
      ++seen[clip.additive() ? "additive" : "plain"];
      if (layer.mask != kNone16) ++seen["masked"];
      if (!clip.keyed.empty()) ++seen["keyed"];
      if (clip.loops() && layer.time_s < 0) ++seen["looped from before 0"];
      if (clip.loops() && layer.time_s > clip.duration_s) ++seen["looped from behind the end"];
      if (!clip.loops() && layer.time_s < 0) ++seen["clamped at 0"];
      if (!clip.loops() && layer.time_s > clip.duration_s) ++seen["clamped at the end"];
    }
    if (instance.layer_count != 0 && sum < 0.1f) ++seen["below the threshold"];
  }
  for (const char* name :
       {"layers 0", "layers 1", "layers 2", "layers 3", "layers 5", "lod 0", "lod 1", "lod 2", "additive",
        "plain", "masked", "keyed", "looped from before 0", "looped from behind the end", "clamped at 0",
        "clamped at the end", "below the threshold"})
    EXPECT_GE(seen[name], 3) << name;
}

TEST(CrowdJob, without_layers_an_instance_stands_at_rest) {
  CrowdScene s(2);
  for (CrowdInstance& instance : s.crowd.instances) instance.layer_count = 0;
  const CrowdJob job = s.job();
  const Skeleton& skeleton = s.crowd.rigs[0]->skeleton;
  for_each_target([&](std::int64_t) {
    const Matrices out = s.run(job);
    // A double-precision version: a plain product down the hierarchy.
    std::vector<Mat4d> model;
    for (std::uint32_t j = 0; j < skeleton.joint_count(); ++j) {
      const Transform t = get(skeleton.rest_pose[j / kLanes], j % kLanes);
      const Mat4d local = to_mat4(Transformd{{t.translation.x, t.translation.y, t.translation.z},
                                             to_double(t.rotation),
                                             {t.scale.x, t.scale.y, t.scale.z}});
      model.push_back(skeleton.parents[j] == kNone16 ? local : model[skeleton.parents[j]] * local);
      const Affine want = to_affine(model.back());
      EXPECT_LE(distance({&out[j], 1}, {&want, 1}), 5e-6) << j;
    }
  });
}

TEST(CrowdJob, joints_beyond_the_level_of_detail_rest_under_their_parents) {
  CrowdScene s(8);
  for (CrowdInstance& instance : s.crowd.instances) instance.lod = 2;
  const CrowdJob job = s.job();
  const Skeleton& skeleton = s.crowd.rigs[0]->skeleton;
  for_each_target([&](std::int64_t) {
    const Matrices out = s.run(job);
    for (std::uint32_t i = 0; i < 8; ++i)
      for (std::uint32_t j = skeleton.lod_joint_counts[2]; j < skeleton.joint_count(); ++j) {
        const Affine* model = &out[job.instances[i].first_output];
        Mat4 want = to_mat4(get(skeleton.rest_pose[j / kLanes], j % kLanes));
        if (skeleton.parents[j] != kNone16) want = to_mat4(model[skeleton.parents[j]]) * want;
        const Affine wanted = to_affine(want);
        ASSERT_LE(distance({&model[j], 1}, {&wanted, 1}), 2e-6) << "instance " << i << ", joint " << j;
      }
  });
}

TEST(CrowdJob, the_same_bits_for_any_number_of_workers_in_any_order) {
  CrowdScene s;
  // Makes sure that there are enough threads, even on machines with fewer processors.
  const tbb::global_control threads(tbb::global_control::max_allowed_parallelism, 8);
  for_each_target([&](std::int64_t) {
    CrowdJob job = s.job();
    const Matrices want = s.run(job);
    for (std::uint32_t workers = 1; workers <= 8; ++workers) {
      TbbTasks tbb(workers);
      job.tasks = tbb.runner();
      ASSERT_EQ(job.tasks.workers, workers);
      EXPECT_TRUE(same_bits(s.run(job), want)) << workers << " workers";
      OddRunner backwards{workers, 0}, shuffled{workers, 7 + workers};
      job.tasks = backwards.runner();
      EXPECT_TRUE(same_bits(s.run(job), want)) << workers << " workers, backwards";
      job.tasks = shuffled.runner();
      EXPECT_TRUE(same_bits(s.run(job), want)) << workers << " workers, shuffled";
      ASSERT_GE(shuffled.ran.size(), 5u);
    }
  });
}

void run_as_worker_1(void*, std::uint32_t count, TaskFunction function, void* context) {
  for (std::uint32_t i = 0; i < count; ++i) function(context, i, 1);
}

TEST(CrowdJob, each_worker_has_scratch_of_its_own) {
  CrowdScene s;
  const std::size_t bytes = crowd_scratch_bytes(s.crowd.views);
  const std::vector<std::byte> untouched(bytes, std::byte{0xA5});
  const auto touched = [&](std::size_t worker) {
    return std::memcmp(s.scratch.data() + worker * bytes, untouched.data(), bytes) != 0;
  };
  CrowdJob job = s.job();
  job.tasks = {3, run_as_worker_1, nullptr};
  for_each_target([&](std::int64_t) {
    for (std::size_t worker = 0; worker < 8; ++worker)
      std::memcpy(s.scratch.data() + worker * bytes, untouched.data(), bytes);
    ASSERT_EQ(job.run(), Status::ok);
    for (std::size_t worker = 0; worker < 8; ++worker) EXPECT_EQ(touched(worker), worker == 1) << worker;
  });
}

TEST(CrowdJob, the_same_bits_in_any_grouping) {
  CrowdScene s;
  for_each_target([&](std::int64_t) {
    const CrowdJob job = s.job();
    const Matrices want = s.run(job);
    {  // One at a time.
      for (const CrowdInstance& instance : job.instances) {
        CrowdJob alone = job;
        alone.instances = {&instance, 1};
        ASSERT_EQ(alone.run(), Status::ok);
      }
      EXPECT_TRUE(same_bits(s.out, want));
    }
    // Shuffled and with mixed rigs, so that there are groups of one to three, with different neighbours in
    // different lanes.
    {
      auto shuffled = s.crowd.instances;
      Random random(9);
      for (std::size_t i = shuffled.size(); i > 1; --i)
        std::swap(shuffled[i - 1], shuffled[random.below(static_cast<std::uint32_t>(i))]);
      CrowdJob mixed = job;
      mixed.instances = shuffled;
      EXPECT_TRUE(same_bits(s.run(mixed), want));
    }
    for (std::uint32_t size = 1; size <= 17; ++size) {  // In calls of 1 to 17, backwards.
      for (Affine& a : s.out) a = Affine{};
      auto backwards = s.crowd.instances;
      std::reverse(backwards.begin(), backwards.end());
      for (std::size_t first = 0; first < backwards.size(); first += size) {
        CrowdJob part = job;
        part.instances = std::span(backwards).subspan(first);
        if (part.instances.size() > size) part.instances = part.instances.first(size);
        ASSERT_EQ(part.run(), Status::ok);
      }
      EXPECT_TRUE(same_bits(s.out, want)) << "calls of " << size;
    }
  });
}

TEST(CrowdJob, a_group_writes_its_own_outputs_only) {
  CrowdScene s(17);
  for_each_target([&](std::int64_t) {
    for (const bool streaming : {false, true})
      for (std::uint32_t size = 1; size <= 17; ++size) {
        Affine mark;
        mark.m[1][2] = 123;
        s.out.assign(s.crowd.matrices, mark);
        CrowdJob job = s.job();
        job.streaming = streaming;
        job.instances = job.instances.first(size);
        ASSERT_EQ(job.run(), Status::ok);
        const std::size_t end = std::size_t{67} * size;
        EXPECT_NE(std::memcmp(&s.out[end - 1], &mark, sizeof(mark)), 0);
        for (std::size_t i = end; i < s.out.size(); ++i)
          ASSERT_EQ(std::memcmp(&s.out[i], &mark, sizeof(mark)), 0) << "size " << size << ", matrix " << i;
      }
  });
}

TEST(CrowdJob, streaming_change_no_bit) {
  CrowdScene s;
  for_each_target([&](std::int64_t) {
    CrowdJob job = s.job();
    job.streaming = false;
    const Matrices want = s.run(job);
    job.streaming = true;
    EXPECT_TRUE(same_bits(s.run(job), want));
    job.streaming = std::nullopt;
    EXPECT_TRUE(same_bits(s.run(job), want));
    // Outputs that start at every offset of a matrix: 0, 16, 32 and 48 bytes past a multiple of 64.
    job.streaming = true;
    for (std::size_t shift = 1; shift < 4; ++shift) {
      Matrices moved(want.size() + shift);
      job.out_matrices = std::span(moved).subspan(shift);
      ASSERT_EQ(job.run(), Status::ok);
      EXPECT_TRUE(same_bits({moved.begin() + static_cast<std::ptrdiff_t>(shift), moved.end()}, want))
          << shift;
    }
  });
}

// Clips of one joint that turn it by 0, 170 and 190 degrees about z, as in the test of BlendJob. The half
// angle of the sum is atan2((1 - w) sin 85, w).
TEST(CrowdJob, a_layer_that_fades_out_does_not_turn_the_others_around) {
  Random random(3);
  const Packed<Skeleton> skeleton = random_skeleton(1, random);
  std::vector<Packed<ClipView>> clips;
  std::vector<ClipView> views;
  for (const double degrees : {0.0, 170.0, 190.0}) {
    ClipSource source = still_clip(1, 1, 30);
    source.parts[1].format = source.parts[2].format = PartFormat::constant;
    source.constants.resize(7 * kLanes, 0);
    source.parts[2].data = 4 * kLanes;  // scales are 1, because random rest poses may be mirrored
    std::fill_n(source.constants.begin() + 4 * kLanes, 3 * kLanes, 1.0f);
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      source.constants[2 * kLanes + lane] = static_cast<float>(std::sin(degrees / 360 * std::numbers::pi));
      source.constants[3 * kLanes + lane] = static_cast<float>(std::cos(degrees / 360 * std::numbers::pi));
    }
    clips.push_back(packed(source));
    views.push_back(clips.back().view);
  }
  const CrowdRig rig{&skeleton.view, views};
  AlignedBytes scratch(crowd_scratch_bytes({&rig, 1}));
  for (const float weight : {0.5f, 0.1f, 0.001f, 1e-4f, 1e-8f, 0.0f}) {
    const float rest = (1 - weight) / 2;
    const PoseListEntry layers[] = {{0, kNone16, weight}, {1, kNone16, rest}, {2, kNone16, rest}};
    const CrowdInstance instance{0, 0, 3};
    Affine out;
    CrowdJob job;
    job.rigs = {&rig, 1};
    job.instances = {&instance, 1};
    job.layers = layers;
    job.out_matrices = {&out, 1};
    job.scratch = {scratch.data(), scratch.size()};
    const double sine = (1 - double{weight}) * std::sin(85 / 180.0 * std::numbers::pi);
    const double want = std::atan2(sine, double{weight}) / std::numbers::pi * 360;
    for_each_target([&](std::int64_t) {
      ASSERT_EQ(job.run(), Status::ok);
      const double angle = std::atan2(double{out.m[1][0]}, double{out.m[0][0]}) / std::numbers::pi * 180;
      EXPECT_NEAR(angle < 0 ? angle + 360 : angle, want, 1e-3) << weight;
    });
  }
}

// Documented behaviour: NaN times count as 0. An infinite time is 0 if the clip loops, and the end otherwise.
TEST(CrowdJob, nan_times_count_as_0) {
  CrowdScene s(1);
  const auto posed = [&](std::uint16_t clip, float time_s) {
    PoseListEntry layer;
    layer.clip = clip;
    layer.time_s = time_s;
    CrowdInstance instance;
    instance.layer_count = 1;
    CrowdJob job = s.job();
    job.instances = {&instance, 1};
    job.layers = {&layer, 1};
    Matrices out = s.run(job);
    out.resize(67);
    return out;
  };
  for_each_target([&](std::int64_t) {
    for (const std::uint16_t clip : {0, 1, 3, 4}) {  // clamped and looping, without and with keyed tracks
      const ClipView& view = s.crowd.views[0].clips[clip];
      const Matrices start = posed(clip, 0), end = posed(clip, view.duration_s);
      EXPECT_TRUE(same_bits(posed(clip, kNan), start)) << clip;
      EXPECT_TRUE(same_bits(posed(clip, kInfinity), view.loops() ? start : end)) << clip;
      EXPECT_TRUE(same_bits(posed(clip, -kInfinity), start)) << clip;
      EXPECT_FALSE(same_bits(posed(clip, 0.4f * view.duration_s), start)) << clip;
    }
  });
}

// Known hashes: one for all instruction sets that fuse products and sums, one for those that do not, and one
// for plain loops. They are equal with g++ 12 and clang 14. They change with the arithmetic of the kernels.
// In that case, run this test with both compilers, and if they print the same, copy it. 0 stands for an
// instruction set that has not been run yet.
std::uint64_t known_hash(std::int64_t target) {
  if (target == HWY_EMU128 || target == HWY_SCALAR) return 0xb185f9d4a6a5b0ad;
  if (target == HWY_SSSE3 || target == HWY_SSE4) return 0x15a0e3c770192e7a;
  if (target == HWY_AVX2 || target == HWY_AVX3 || target == HWY_AVX3_DL) return 0xcae8f2749e9f99af;
  return 0;
}

// Fused products and sums round once instead of twice. Largest difference seen: 5e-7.
constexpr double kBetweenTargets = 3e-6;

TEST(CrowdJob, instruction_sets_agree_within_a_bound_and_compilers_to_the_bit) {
  CrowdScene s;
  const CrowdJob job = s.job();
  Matrices first;
  for_each_target([&](std::int64_t target) {
    const Matrices out = s.run(job);
    const std::uint64_t hash = hash_of(out), known = known_hash(target);
    std::printf("%-8s %016" PRIx64 "\n", hwy::TargetName(target), hash);
    if (known != 0) {
      EXPECT_EQ(hash, known);
    }
    if (first.empty()) first = out;
    for (const CrowdInstance& instance : job.instances)
      EXPECT_LE(distance(output_of(job, out, instance), output_of(job, first, instance)), kBetweenTargets);
  });
}

}  // namespace
}  // namespace skelter::test
