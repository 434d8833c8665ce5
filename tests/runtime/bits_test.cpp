// Every compiler must give the same bits for an instruction set. These are hashes of the jobs' results for
// fixed random poses. They are equal with g++ 12 and clang 14. They change with the arithmetic of the
// kernels. In that case, print them again with both compilers.

#include <gtest/gtest.h>

#include <cinttypes>
#include <map>
#include <string>

#include "core/internal/packed.h"
#include "runtime/internal/format/clip_records.h"
#include "skelter/runtime/blend_job.h"
#include "skelter/runtime/local_to_model_job.h"
#include "skelter/runtime/sample_job.h"
#include "support/made_runtime.h"
#include "support/targets.h"

namespace skelter::test {
namespace {

// FNV-1a, 64 bits.
class Hash {
 public:
  template <class T>
  void add(const std::vector<T>& values) {
    const auto* bytes = reinterpret_cast<const unsigned char*>(values.data());
    for (std::size_t i = 0; i < values.size() * sizeof(T); ++i)
      value_ = (value_ ^ bytes[i]) * 0x100000001B3ull;
  }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xCBF29CE484222325ull;
};

std::uint64_t hash_of_jobs(std::uint32_t joints) {
  Random random(joints);
  Hash hash;
  const Packed<Skeleton> skeleton = random_skeleton(joints, random);
  const std::uint32_t blocks = skeleton.view.block_count();
  std::vector<SoaTransform> poses[2] = {std::vector<SoaTransform>(blocks), std::vector<SoaTransform>(blocks)};
  for (const PartFormat format : {PartFormat::packed, PartFormat::wide}) {
    const Packed<ClipView> clip = packed(random_clip(joints, 9, {format, format, format}, random));
    for (int i = 0; i < 20; ++i) {
      const float time_s = random.number(0, clip.view.duration_s);
      (void)SampleJob{&skeleton.view, &clip.view, time_s, 0, poses[i % 2]}.run();
      hash.add(poses[i % 2]);
    }
  }
  std::vector<float> mask(kLanes * blocks);
  for (float& weight : mask) weight = random.below(3) == 0 ? 0 : random.number(0, 1);
  std::vector<SoaTransform> difference(blocks), pose(blocks);
  (void)pose_difference(poses[0], poses[1], difference);
  hash.add(difference);
  const BlendLayer layers[] = {{poses[0], 0.3f, {}}, {poses[1], 0.5f, {}}, {poses[1], 0.01f, mask}};
  const BlendLayer additive[] = {{difference, 0.7f, mask}};
  for (std::size_t count = 1; count <= 3; ++count) {
    BlendJob job;
    job.skeleton = &skeleton.view;
    job.layers = std::span(layers).last(count);
    job.additive_layers = additive;
    job.out_local_pose = pose;
    (void)job.run();
    hash.add(pose);
  }
  for (const std::size_t first : {0u, 1u}) {  // two layers alone, without and with a mask
    BlendJob job;
    job.skeleton = &skeleton.view;
    job.layers = std::span(layers).subspan(first, 2);
    job.out_local_pose = pose;
    (void)job.run();
    hash.add(pose);
  }
  std::vector<Affine> model(joints), bind(joints), palette(joints);
  LocalToModelJob to_model;
  to_model.skeleton = &skeleton.view;
  to_model.local_pose = pose;
  to_model.model_from_root = random_affine(random);
  to_model.out_model_from_joint = model;
  (void)to_model.run();
  hash.add(model);
  std::vector<std::uint16_t> joint_indices;
  for (std::uint32_t joint = 0; joint < joints; ++joint) {
    joint_indices.push_back(static_cast<std::uint16_t>(joint));
    bind[joint] = random_affine(random);
  }
  const SkinView skin{joint_indices, bind};
  (void)PaletteJob{&skin, model, palette}.run();
  hash.add(palette);
  return hash.value();
}

TEST(Bits, every_instruction_set_gives_the_same_with_every_compiler) {
  const std::map<std::string, std::uint64_t> committed = {
      {"AVX3", 0xB811659C55D38F9E},  {"AVX2", 0xB811659C55D38F9E},   {"SSE4", 0xB329B25BA93C4A60},
      {"SSSE3", 0xB329B25BA93C4A60}, {"SCALAR", 0xDA6177B034E96970}, {"EMU128", 0xDA6177B034E96970}};
  for_each_target([&](std::int64_t target) {
    const std::string name = hwy::TargetName(target);
    const std::uint64_t hash = hash_of_jobs(67);
    std::printf("bits %s 0x%016" PRIx64 "\n", name.c_str(), hash);
    EXPECT_EQ(hash, hash_of_jobs(67)) << "not even the same twice";
    if (const auto known = committed.find(name); known != committed.end()) {
      EXPECT_EQ(hash, known->second);
    }
  });
}

}  // namespace
}  // namespace skelter::test
