// Clips from other files on real models. Every pair of the corpus that shares a rig must play, and motion of
// different skeletons must be refused.

#include "load/internal/merge_other_clips.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "skelter/load.h"
#include "skelter/math/soa.h"
#include "skelter/play/character.h"
#include "skelter/scene/evaluate.h"
#include "support/assets.h"
#include "support/corpus.h"

namespace skelter::test {
namespace {

using ::testing::HasSubstr;
using Family = std::vector<std::string>;

// Files that share a rig, by author.
const std::vector<Family>& families() {
  static const std::vector<Family> list = {
      {"gltf/KayKit_Knight.glb", "gltf/kaykit_anim_lib/Med_General.glb",
       "gltf/kaykit_anim_lib/Med_MovementBasic.glb", "gltf/kaykit_anim_lib/manny_med_mod.gltf"},
      {"gltf/Fox.glb", "gltf/derived/Fox_quantized.glb", "findings/fox_ident.glb", "findings/fox_shift.glb"},
      {"gltf/CesiumMan/CesiumMan.gltf", "gltf/derived/CesiumMan_quantized_normpos.glb"},
      {"gltf/greenman.glb", "gltf/derived/greenman_draco.glb", "gltf/derived/greenman_meshopt.glb"},
      {"motion/made/walk_clap.gltf", "motion/made/walk_on_spot.gltf", "motion/made/bad_floor12.gltf",
       "motion/made/bad_hands40.gltf", "motion/made/bad_knee.gltf", "motion/made/bad_slide30.gltf"},
      {"motion/cmu/cmu_10_02.bvh", "motion/cmu/cmu_37_01.bvh", "motion/cmu/cmu_85_07.bvh",
       "motion/cmu/cmu_88_04.bvh"},
      {"motion/cmu/cmu_12_01_walk.bvh", "motion/rigs/real_cmu_cgspeed.bvh"},
      {"motion/animated-drawings/jumping_jacks.bvh", "motion/rigs/real_cmu1.bvh"},
      {"motion/animated-drawings/dab.bvh", "motion/rigs/real_fair1.bvh"},
      {"motion/makehuman/walk1.bvh", "motion/makehuman/zombieWalk1.bvh",
       "motion/rigs/real_makehuman_old.bvh"},
      {"motion/rigs/vrm_threevrm.gltf", "gltf/vrm/test.vrma"},
      {"x/derived/bar_text.x", "x/derived/bar_bin32.x", "x/derived/bar_bin64.x", "x/derived/bar_bzip.x",
       "x/derived/bar_tzip.x", "x/derived/bar_tzip_blocks.x", "x/derived/comments_crlf.x",
       "x/derived/anim_before_frames.x", "x/derived/stray_brace_at_end.x", "x/derived/unknown_objects.x"},
      {"fbx/ufbx/maya_game_sausage_7500_binary_combined.fbx",
       "fbx/ufbx/maya_game_sausage_7500_ascii_deform.fbx",
       "fbx/ufbx/synthetic_sausage_wiggle_no_bind_7500_ascii.fbx"},
      {"fbx/hand/hand_arm_7400_ascii.fbx", "fbx/hand/hand_arm_7400_binary.fbx",
       "fbx/hand/hand_arm_7700_binary.fbx"},
  };
  return list;
}

struct OtherSkeleton {
  const char* model;  // path in the corpus; "": assets/mannequin.x
  const char* clips;
  bool map_names;
};

// Four motion capture files with Mixamo's joints; one on a character with identical joint names but axes that
// follow the bones; three on our own mannequin, where most targets match no joint; and an FBX file.
const std::vector<OtherSkeleton> kOtherSkeletons = {
    {"motion/rigs/mixamo_colon.gltf", "motion/cmu/cmu_12_01_walk.bvh", true},
    {"motion/rigs/mixamo_colon.gltf", "motion/animated-drawings/dab.bvh", true},
    {"motion/rigs/mixamo_colon.gltf", "motion/animated-drawings/wave_hello.bvh", true},
    {"motion/rigs/mixamo_colon.gltf", "motion/animated-drawings/jesse_dance.bvh", true},
    {"motion/rigs/rpm_full.gltf", "motion/cmu/cmu_12_01_walk.bvh", false},
    {"", "motion/cmu/cmu_12_01_walk.bvh", true},
    {"", "motion/animated-drawings/jesse_dance.bvh", true},
    {"", "motion/animated-drawings/dab.bvh", true},
    {"motion/rigs/rpm_full.gltf", "wild/ozz/walk.fbx", false},
};

Scene open(const std::string& file) {
  auto scene = load_scene(file);
  EXPECT_TRUE(scene.ok()) << file;
  return scene ? std::move(*scene) : Scene();
}
std::string corpus_path(const std::string& file) {
  return file.empty() ? asset_path("mannequin.x") : corpus_folder() + "/" + file;
}

TEST(MergeOtherClips, files_of_one_rig_play_on_each_other) {
  SKELTER_REQUIRE_CORPUS();
  for (const Family& family : families()) {
    std::vector<Scene> scenes;
    for (const std::string& file : family) scenes.push_back(open(corpus_path(file)));
    for (const Scene& model : scenes)
      for (const Scene& other : scenes) {
        Scene scene = model;
        scene.diagnostics = {};
        const auto merged = merge_other_clips(scene, other, false);
        ASSERT_TRUE(merged.ok()) << to_string(merged.error());
        EXPECT_EQ(scene.clips.size(), model.clips.size() + other.clips.size()) << model.file << other.file;
        for (const char* code : {"merge.other-skeleton", "merge.lengths"})
          EXPECT_EQ(scene.diagnostics.find(code), nullptr) << model.file << " " << other.file;
      }
  }
}

TEST(MergeOtherClips, another_body_of_the_same_skeleton_plays_with_a_note) {
  SKELTER_REQUIRE_CORPUS();
  Scene scene = open(corpus_path("motion/animated-drawings/dab.bvh"));
  const Scene other = open(corpus_path("motion/animated-drawings/wave_hello.bvh"));
  ASSERT_TRUE(merge_other_clips(scene, other, false).ok());
  ASSERT_NE(scene.diagnostics.find("merge.lengths"), nullptr);
  EXPECT_THAT(scene.diagnostics.find("merge.lengths")->message,
              HasSubstr("bones are 0.919 to 1.36 times as long"));
}

// One program wrote the same motion twice: as glTF in metres, and as BVH in centimetres without a rest height
// of the hips. Both must play alike on the model.
TEST(MergeOtherClips, motion_capture_of_the_same_skeleton_plays_at_the_size_of_the_model) {
  SKELTER_REQUIRE_CORPUS();
  Scene scene = open(corpus_path("motion/made/walk_clap.gltf"));
  ASSERT_EQ(scene.clips.size(), 1u);
  ASSERT_TRUE(merge_other_clips(scene, open(corpus_path("motion/made/walk_clap.bvh")), false).ok());
  ASSERT_EQ(scene.clips.size(), 2u);
  ASSERT_NE(scene.diagnostics.find("merge.lengths"), nullptr);
  EXPECT_THAT(scene.diagnostics.find("merge.lengths")->message,
              HasSubstr("the translation of \"hips\" is scaled by 0.01"));
  for (const double time_s : {0.0, 0.5, 1.5, 2.5, 3.0}) {
    const Pose expected = evaluate(scene, 0, time_s), seen = evaluate(scene, 1, time_s);
    for (std::size_t node = 0; node < scene.nodes.size(); ++node)
      EXPECT_LT(length(translation_part(seen.world[node]) - translation_part(expected.world[node])), 1e-4)
          << scene.nodes[node].name << " at " << time_s;
  }
}

TEST(MergeOtherClips, motion_of_other_skeletons_is_refused) {
  SKELTER_REQUIRE_CORPUS();
  for (const OtherSkeleton& pair : kOtherSkeletons) {
    Scene scene = open(corpus_path(pair.model));
    const std::size_t clips = scene.clips.size();
    const auto merged = merge_other_clips(scene, open(corpus_path(pair.clips)), pair.map_names);
    ASSERT_FALSE(merged.ok()) << pair.model << " " << pair.clips;
    EXPECT_EQ(merged.error().code, "merge.other-skeleton");
    EXPECT_EQ(merged.error().status, Status::unsupported);
    EXPECT_EQ(scene.clips.size(), clips);
  }
}

// In the space of the arm, the right forearm of the character is at (-28, 0, -0.2), and that of the dancer at
// (26.1001, 0.0001, 0). A script that reads both files counts 27 of 39 joints.
TEST(MergeOtherClips, a_refusal_contains_the_numbers) {
  SKELTER_REQUIRE_CORPUS();
  Scene scene = open(corpus_path("motion/rigs/mixamo_colon.gltf"));
  scene.file = "character.gltf";
  Scene other = open(corpus_path("motion/animated-drawings/jesse_dance.bvh"));
  other.file = "dance.bvh";
  const auto merged = merge_other_clips(scene, other, true);
  ASSERT_FALSE(merged.ok());
  EXPECT_EQ(
      to_string(merged.error()),
      "dance.bvh: clip jesse_dance: made for a different skeleton: at 27 of 39 joints the bone directions "
      "differ, at \"mixamorig:RightArm\" by 180 degrees (length 28 in character.gltf, 26.1 here)");
}

TEST(MergeOtherClips, a_character_is_loaded_with_clips_of_other_files) {
  SKELTER_REQUIRE_CORPUS();
  LoadOptions options;
  options.with_clips = {corpus_path("gltf/kaykit_anim_lib/Med_MovementBasic.glb")};
  auto knight = load_character(corpus_path("gltf/KayKit_Knight.glb"), options);
  ASSERT_TRUE(knight.ok()) << to_string(knight.error());
  EXPECT_EQ(knight->clip_count(), 76u + 11u);
  const std::uint32_t walk = knight->find_clip("Rig_Medium|Walking_A");
  ASSERT_NE(walk, kNone);
  Character character(*knight);
  ASSERT_EQ(character.clips()->play(walk, {}), Status::ok);
  ASSERT_EQ(character.update(0.5f), Status::ok);
  character.finish();
  // The head is 1.242 above the floor at rest. It would be below 0.5 if the character lay on its face.
  const std::uint32_t head = knight->find_joint("head");
  EXPECT_GT(to_mat4(character.model_from_joint()[head]).m[13], 1.1f);

  options.with_clips = {corpus_path("motion/cmu/cmu_12_01_walk.bvh")};
  const auto refused = load_character(corpus_path("motion/rigs/rpm_full.gltf"), options);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, "merge.other-skeleton");
  options.with_clips = {"none.glb"};
  EXPECT_EQ(to_string(load_character(corpus_path("gltf/Fox.glb"), options).error()),
            "none.glb: no such file");
}

TEST(MergeOtherClips, names_are_matched_on_request) {
  SKELTER_REQUIRE_CORPUS();
  LoadOptions options;
  options.with_clips = {corpus_path("motion/animated-drawings/dab.bvh")};
  const auto exact = load_scene(corpus_path("motion/rigs/mixamo_colon.gltf"), options);
  ASSERT_FALSE(exact.ok());
  EXPECT_EQ(exact.error().code, "merge.target-not-found") << "no name is equal";
  options.map_names = true;
  const auto mapped = load_scene(corpus_path("motion/rigs/mixamo_colon.gltf"), options);
  ASSERT_FALSE(mapped.ok());
  EXPECT_EQ(mapped.error().code, "merge.other-skeleton");
}

}  // namespace
}  // namespace skelter::test
