#include <cmath>

#include "formats/x/read_support.h"
#include "skelter/scene/evaluate.h"
#include "support/near.h"

namespace skelter::test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::string animation(std::string_view target, std::string_view parts) {
  return "\nAnimation { {" + std::string(target) + "} " + std::string(parts) + " } ";
}
std::string key(std::string_view type_count_keys) {
  return "AnimationKey { " + std::string(type_count_keys) + " } ";
}
std::string set(std::string_view animations) {
  return "AnimationSet S { " + std::string(animations) + " } ";
}
const std::string kMove = key("2; 2; 0;3;1,2,3;, 4800;3;4,5,6;;");
// Keys that are too long to look like frame numbers.
const std::string kTurn = key("0; 2; 0;4;1,0,0,0;, 4800;4;1,0,0,0;;");

const Channel& only_channel(const Scene& scene) {
  EXPECT_EQ(scene.clips.at(0).channels.size(), 1u);
  return scene.clips.at(0).channels.at(0);
}

// --- sets ---

TEST(animation, sets_become_clips_in_file_order) {
  const Scene scene = load("Frame A {} AnimationSet Walk {" + animation("A", kMove) + "} AnimationSet {" +
                           animation("A", kMove) + "} AnimationSet Walk {" + animation("A", kMove) + "}");
  ASSERT_EQ(scene.clips.size(), 3u);
  EXPECT_EQ(scene.clips[0].name, "Walk");
  EXPECT_EQ(scene.clips[1].name, std::nullopt);
  EXPECT_EQ(scene.clips[2].name, "Walk");
  EXPECT_THAT(warnings(scene), IsEmpty());
}

// S-14: two sets move the same frame in different ways.
TEST(animation, two_sets_for_one_frame_do_not_mix) {
  const auto slide = [](std::string_view x) {
    return animation("A", key("2; 2; 0;3;0,0,0;, 4800;3;" + std::string(x) + ",0,0;;"));
  };
  const Scene scene = load("Frame A {} AnimationSet walk {" + slide("2") + "} AnimationSet run {" +
                           slide("10") + animation("A", key("1; 1; 0;3;3,3,3;;")) + "}");
  ASSERT_EQ(scene.clips.size(), 2u);
  EXPECT_EQ(scene.clips[0].name, "walk");
  EXPECT_EQ(scene.clips[1].name, "run");
  EXPECT_EQ(scene.clips[0].channels.size(), 1u);
  EXPECT_EQ(scene.clips[1].channels.size(), 2u);
  const Mat4d walk = evaluate(scene, 0, 0.5).local[0], run = evaluate(scene, 1, 0.5).local[0];
  EXPECT_TRUE(near(translation_part(walk), {1, 0, 0}, 1e-12));
  EXPECT_TRUE(near(translation_part(run), {5, 0, 0}, 1e-12));
  EXPECT_EQ(walk.m[0], 1);
  EXPECT_NEAR(run.m[0], 3, 1e-12);
}

TEST(animation, set_without_animations_is_kept) {
  const Scene scene = load("Frame A {}\nAnimationSet Empty {}");
  EXPECT_EQ(scene.clips.at(0).duration_s, 0);
  EXPECT_THAT(warnings(scene), ElementsAre("t.x:3: AnimationSet Empty: animation set without animations"));
}

TEST(animation, sets_may_hold_animations_by_reference) {
  const Scene scene = load("Frame A {} Animation Move { {A} " + kMove +
                           " } AnimationSet One { {Move} } AnimationSet Two { {Move} }");
  ASSERT_EQ(scene.clips.size(), 2u);
  EXPECT_EQ(scene.clips[0].channels, scene.clips[1].channels);
  EXPECT_THAT(warnings(scene), IsEmpty());
}

TEST(animation, animations_outside_sets_are_one_unnamed_clip) {
  const Scene scene = load("Frame A {} Frame B {}" + set(animation("A", kMove)) + animation("A", kMove) +
                           animation("B", kMove));
  ASSERT_EQ(scene.clips.size(), 2u);
  EXPECT_EQ(scene.clips[1].name, std::nullopt);
  EXPECT_EQ(scene.clips[1].targets.size(), 2u);
  EXPECT_THAT(
      warnings(scene),
      ElementsAre(
          "t.x:4: Animation: animation outside an animation set; put into an unnamed clip (2 times)"));
}

TEST(animation, compressed_set_is_skipped_with_a_warning) {
  const Scene scene = load("Frame A {}\nCompressedAnimationSet { 4; 24; 0; 1; 7; }");
  EXPECT_THAT(scene.clips, IsEmpty());
  EXPECT_THAT(
      warnings(scene),
      ElementsAre("t.x:3: CompressedAnimationSet: compressed animation sets are not supported; ignored"));
}

TEST(animation, file_of_clips_alone_is_loaded_with_their_target_names) {
  const std::string text = set(animation("Hip", kMove));
  const Scene scene = load(text);
  EXPECT_THAT(scene.clips.at(0).targets, ElementsAre(ClipTarget{"Hip", kNone, {}}));
  EXPECT_THAT(
      warnings(scene),
      ElementsAre(
          "t.x:3: Animation of AnimationSet S: reference { Hip } is not the name of an object in the file",
          "t.x: animations without frames; expected the frames in the same file"));
}

TEST(animation, file_of_clips_alone_is_strictly_an_error) {
  EXPECT_EQ(load_error("AnimationSet S { Animation { " + kMove + "} }", strict_reading()),
            "t.x: animations without frames; expected the frames in the same file");
}

// --- targets ---

TEST(animation, row_54_animations_before_frames) {
  const Scene scene = load(set(animation("B", kMove)) + "Frame A { Frame B {} }");
  EXPECT_EQ(scene.clips.at(0).targets.at(0).node, 1u);
  EXPECT_THAT(warnings(scene), IsEmpty());
}

TEST(animation, row_55_target_that_does_not_exist_keeps_its_name) {
  const Scene scene = load("Frame A {} " + set(animation("Ghost", kMove)));
  EXPECT_THAT(scene.clips.at(0).targets, ElementsAre(ClipTarget{"Ghost", kNone, {}}));
  EXPECT_EQ(only_channel(scene).times_s.size(), 2u);
  EXPECT_THAT(warnings(scene), ElementsAre("t.x:3: Animation of AnimationSet S: reference { Ghost } is not "
                                           "the name of an object in the file"));
}

TEST(animation, target_that_is_no_frame_keeps_its_name) {
  const Scene scene = load("Frame A { Mesh Body { " + kTriangle + " } } " + set(animation("Body", kMove)));
  EXPECT_THAT(scene.clips.at(0).targets, ElementsAre(ClipTarget{"Body", kNone, {}}));
  EXPECT_THAT(
      warnings(scene),
      ElementsAre("t.x:3: reference { Body } of AnimationSet S: expected a frame; the clip keeps the name"));
}

TEST(animation, target_may_be_a_frame_inside_the_animation) {
  const Scene scene = load("Frame Root {} AnimationSet S { Animation {\nFrame Arm {} " + kMove + " } }");
  EXPECT_THAT(scene.clips.at(0).targets, ElementsAre(ClipTarget{"Arm", 1, {}}));
  EXPECT_THAT(warnings(scene),
              ElementsAre("t.x:3: Frame Arm: is inside Animation; moved to the root of the hierarchy"));
}

TEST(animation, without_target_it_is_dropped) {
  const Scene scene = load("Frame A {} AnimationSet S {\nAnimation { " + kMove + "} }");
  EXPECT_THAT(scene.clips.at(0).targets, IsEmpty());
  EXPECT_THAT(scene.clips.at(0).channels, IsEmpty());
  EXPECT_THAT(warnings(scene),
              ElementsAre("t.x:3: Animation of AnimationSet S: animation without a frame; dropped"));
}

TEST(animation, of_two_targets_the_first_counts) {
  const Scene scene = load("Frame A {} Frame B {} " + set(animation("A", "{B} " + kMove)));
  EXPECT_THAT(scene.clips.at(0).targets, ElementsAre(ClipTarget{"A", 0, {}}));
  EXPECT_THAT(
      warnings(scene),
      ElementsAre(
          "t.x:3: reference { B } of AnimationSet S: a second frame in this animation; the first is used"));
}

TEST(animation, of_two_frames_of_one_name_the_first_in_depth_first_order_moves) {
  const Scene scene =
      load("Frame Late { Frame Arm {} } Frame Root { {Late} Frame Arm {} }" + set(animation("Arm", kMove)));
  EXPECT_EQ(scene.clips.at(0).targets.at(0).node, 1u);
}

TEST(animation, animations_of_one_frame_are_one_target) {
  const Scene scene = load("Frame A {} Frame B {}" +
                           set(animation("A", kMove) + animation("B", kMove) + animation("A", kTurn)));
  const Clip& clip = scene.clips.at(0);
  EXPECT_THAT(clip.targets, ElementsAre(ClipTarget{"A", 0, {}}, ClipTarget{"B", 1, {}}));
  ASSERT_EQ(clip.channels.size(), 3u);
  EXPECT_EQ(clip.channels[0].path, ChannelPath::translation);
  EXPECT_EQ(clip.channels[1].path, ChannelPath::rotation);
  EXPECT_EQ(clip.channels[2].target, 1u);
  EXPECT_THAT(warnings(scene), IsEmpty());
}

TEST(animation, channel_given_twice_the_later_one_counts) {
  const Scene scene =
      load("Frame A {}" + set(animation("A", kMove) + animation("A", key("2; 1; 4800;3;7,8,9;;"))));
  EXPECT_THAT(only_channel(scene).values, ElementsAre(7, 8, -9));
  EXPECT_THAT(warnings(scene),
              ElementsAre("t.x:4: Animation A: a second list of keys of this kind; the later one is used"));
}

TEST(animation, options_are_kept_as_hints) {
  const Scene scene =
      load("Frame A {} Frame B {}" + set(animation("A", kMove + "AnimationOptions { 1; 0; }") +
                                         animation("B", "AnimationOptions { 0; 1; } " + kMove)));
  EXPECT_EQ(scene.clips.at(0).targets.at(0).open, true);
  EXPECT_EQ(scene.clips.at(0).targets.at(0).linear, false);
  EXPECT_EQ(scene.clips.at(0).targets.at(1).open, false);
  EXPECT_EQ(scene.clips.at(0).targets.at(1).linear, true);
  EXPECT_EQ(load("Frame A {}" + set(animation("A", kMove))).clips.at(0).targets.at(0).open, std::nullopt);
}

// --- keys ---

TEST(animation, translations_are_mirrored_and_scales_kept) {
  const Scene scene = load("Frame A {}" + set(animation("A", kMove + key("1; 1; 0;3;1,2,3;;"))));
  const Clip& clip = scene.clips.at(0);
  EXPECT_THAT(clip.channels.at(0).values, ElementsAre(1, 2, -3, 4, 5, -6));
  EXPECT_EQ(clip.channels.at(1).path, ChannelPath::scale);
  EXPECT_THAT(clip.channels.at(1).values, ElementsAre(1, 2, 3));
}

// A key equal to the frame's own rest pose must give the rest pose. D3DX's matrix for 30 degrees about x
// contains the row (0, 0.866025, 0.5) (d3dx-behaviour.md, section 1). The file stores the conjugate of its
// quaternion, w first.
TEST(animation, rotation_keys_are_conjugated_and_mirrored) {
  const double h = std::sqrt(2 - std::sqrt(3.0)) / 2,
               c = std::sqrt(2 + std::sqrt(3.0)) / 2;  // sine and cosine of 15 degrees
  const std::string turned =
      "Frame A { FrameTransformMatrix { 1,0,0,0, 0,0.8660254,0.5,0, 0,-0.5,0.8660254,0, 0,0,0,1;; } } ";
  const Scene scene = load(turned + set(animation("A", key("0; 1; 4800;4;" + std::to_string(c) + "," +
                                                           std::to_string(-h) + ",0,0;;"))));
  const Pose rest = rest_pose(scene), moved = evaluate(scene, 0, 0);
  EXPECT_TRUE(near(moved.local[0], rest.local[0], 1e-6));
  // Right-hand rule in our space: the mirrored rotation is by -30 degrees about x.
  EXPECT_TRUE(near(Quatd{only_channel(scene).values[0], only_channel(scene).values[1],
                         only_channel(scene).values[2], only_channel(scene).values[3]},
                   Quatd{-h, 0, 0, c}, 1e-6));
}

TEST(animation, rotation_about_each_axis_matches_the_matrix_of_the_same_turn) {
  // D3DX row vectors for 90 degrees. About y, row 1 is (0 0 -1) and row 3 is (1 0 0). About z, row 1 is (0 1
  // 0) and row 2 is (-1 0 0).
  const struct {
    const char* matrix;
    const char* quaternion;
  } turns[] = {{"0,0,-1,0, 0,1,0,0, 1,0,0,0, 0,0,0,1", "0.70710678,0,-0.70710678,0"},
               {"0,1,0,0, -1,0,0,0, 0,0,1,0, 0,0,0,1", "0.70710678,0,0,-0.70710678"}};
  for (const auto& turn : turns) {
    const Scene scene = load("Frame A { FrameTransformMatrix { " + std::string(turn.matrix) + ";; } } " +
                             set(animation("A", key("0; 1; 4800;4;" + std::string(turn.quaternion) + ";;"))));
    EXPECT_TRUE(near(evaluate(scene, 0, 0).local[0], rest_pose(scene).local[0], 1e-6)) << turn.matrix;
  }
}

TEST(animation, rotation_keys_can_be_read_as_stored) {
  XReadOptions options;
  options.rotations_as_stored = true;
  const Scene scene =
      load("Frame A {}" + set(animation("A", key("0; 1; 4800;4;0.5,0.5,0.5,0.5;;"))), options);
  EXPECT_THAT(only_channel(scene).values, ElementsAre(-0.5f, -0.5f, 0.5f, 0.5f));
  EXPECT_THAT(
      only_channel(load("Frame A {}" + set(animation("A", key("0; 1; 4800;4;0.5,0.5,0.5,0.5;;"))))).values,
      ElementsAre(0.5f, 0.5f, -0.5f, 0.5f));
}

TEST(animation, row_69_rotation_keys_of_other_lengths_are_normalised_with_a_note) {
  const Scene scene = load(
      "Frame A {}" +
      set(animation("A", "\n" + key("0; 3; 0;4;0.707,0,0,0;, 2400;4;0,0,0,1.414;, 4800;4;1.005,0,0,0;;"))));
  EXPECT_THAT(only_channel(scene).values, ElementsAre(0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 0, 1));
  EXPECT_THAT(notes(scene),
              ElementsAre("t.x:4: Animation A: length of rotation keys is not 1; normalised (2 times)"));
  EXPECT_THAT(warnings(scene), IsEmpty());
}

TEST(animation, rotation_keys_of_length_1_to_six_digits_keep_their_bits) {
  const Scene scene = load("Frame A {}" + set(animation("A", key("0; 1; 4800;4;0.8,0.6000003,0,0;;"))));
  EXPECT_THAT(only_channel(scene).values, ElementsAre(0.6000003f, 0, 0, 0.8f));
}

TEST(animation, rotation_key_of_length_0_is_no_rotation) {
  const Scene scene = load("Frame A {}" + set(animation("A", key("0; 1; 4800;4;0,0,0,0;;"))));
  EXPECT_THAT(only_channel(scene).values, ElementsAre(0, 0, 0, 1));
  EXPECT_THAT(warnings(scene),
              ElementsAre("t.x:3: Animation A: rotation key of length 0; treated as no rotation"));
}

// S-12: codes 0, 1, 2 and 4 in one set. A quarter turn about y, stored as D3DX does with w first, turns in
// the opposite direction (our y axis agrees with the file's, and z is mirrored).
TEST(animation, one_file_has_keys_of_all_four_kinds) {
  const Scene scene =
      load("AnimTicksPerSecond { 100; } Frame Parts {} Frame Whole {} AnimationSet S { " +
           animation("Parts", key("0; 1; 100;4;0.70710678,0,0.70710678,0;;") + key("1; 1; 200;3;2,3,4;;") +
                                  key("2; 1; 300;3;5,6,7;;")) +
           animation("Whole", key("4; 1; 400;16;1,0,0,0, 0,1,0,0, 0,0,1,0, 8,9,10,1;;")) + "}");
  const Clip& clip = scene.clips.at(0);
  ASSERT_EQ(clip.channels.size(), 4u);
  const ChannelPath paths[] = {ChannelPath::rotation, ChannelPath::scale, ChannelPath::translation,
                               ChannelPath::matrix};
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(clip.channels[i].path, paths[i]) << i;
    EXPECT_THAT(clip.channels[i].times_s, ElementsAre(static_cast<double>(i) + 1)) << "an integer of ticks";
  }
  EXPECT_EQ(clip.duration_s, 4);
  const Pose pose = evaluate(scene, 0, 0);
  const auto node = [&](const char* name) { return pose.local[find_node(scene, name)]; };
  EXPECT_TRUE(near(translation_part(node("Parts")), {5, 6, -7}, 1e-6));
  EXPECT_TRUE(near(translation_part(node("Whole")), {8, 9, -10}, 1e-6));
  // Axis x is twice as long and points along z. Axis y is three times as long, and axis z four times.
  EXPECT_NEAR(std::abs(node("Parts").m[2]), 2, 1e-6);
  EXPECT_NEAR(node("Parts").m[5], 3, 1e-6);
  EXPECT_NEAR(std::abs(node("Parts").m[8]), 4, 1e-6);
  EXPECT_THAT(warnings(scene), IsEmpty());
}

TEST(animation, row_52_key_types_3_and_4_are_matrices) {
  const std::string matrix = "; 1; 4800;16; 1,2,3,0, 4,5,6,0, 7,8,9,0, 10,11,12,1;;";
  const Scene three = load("Frame A {}" + set(animation("A", key("3" + matrix))));
  const Scene four = load("Frame A {}" + set(animation("A", key("4" + matrix))));
  EXPECT_TRUE(same_content(three, four));
  EXPECT_EQ(only_channel(four).path, ChannelPath::matrix);
  EXPECT_THAT(only_channel(four).values, ElementsAre(1, 2, -3, 0, 4, 5, -6, 0, -7, -8, 9, 0, 10, 11, -12, 1));
}

TEST(animation, matrix_next_to_other_keys_is_a_warning) {
  const Scene scene = load("Frame A {}" + set(animation("A", kMove + key("4; 1; 0;16;" + kIdentity))));
  EXPECT_EQ(scene.clips.at(0).channels.size(), 2u);
  EXPECT_THAT(warnings(scene),
              ElementsAre("t.x:3: Animation A: both matrix keys and other keys; the matrix keys are used"));
}

TEST(animation, row_53_wrong_widths_and_types_are_errors) {
  EXPECT_EQ(load_error("Frame A {}" + set(animation("A", key("0; 1; 0;3;1,0,0;;")))),
            "t.x:3: Animation A: key 0 has 3 numbers; expected 4");
  EXPECT_EQ(load_error("Frame A {}" + set(animation("A", key("2; 2; 0;3;1,0,0;, 1;1;5;;")))),
            "t.x:3: Animation A: key 1 has 1 number; expected 3");
  EXPECT_EQ(load_error("Frame A {}" + set(animation("A", key("4; 1; 0;3;1,0,0;;")))),
            "t.x:3: Animation A: key 0 has 3 numbers; expected 16");
  EXPECT_EQ(load_error("Frame A {}" + set(animation("A", key("7; 1; 0;3;1,0,0;;")))),
            "t.x:3: Animation A: key type 7; expected 0 to 4");
}

TEST(animation, key_value_that_is_not_finite_is_an_error) {
  EXPECT_EQ(load_error("Frame A {}" + set(animation("A", key("2; 1; 0;3;1e39,0,0;;")))),
            "t.x:3: Animation A: key with a number that is not finite");
}

TEST(animation, list_of_no_keys_is_no_channel) {
  const Scene scene = load("Frame A {}" + set(animation("A", key("2; 0; ;") + kTurn)));
  EXPECT_EQ(only_channel(scene).path, ChannelPath::rotation);
  EXPECT_THAT(warnings(scene), IsEmpty());
}

TEST(animation, unsorted_keys_are_sorted) {
  const Scene scene =
      load("Frame A {}" + set(animation("A", key("2; 3; 4800;3;3,0,0;, 0;3;1,0,0;, 2400;3;2,0,0;;"))));
  EXPECT_THAT(only_channel(scene).times_s, ElementsAre(0, 0.5, 1));
  EXPECT_THAT(only_channel(scene).values, ElementsAre(1, 0, 0, 2, 0, 0, 3, 0, 0));
  EXPECT_THAT(warnings(scene), ElementsAre("t.x:3: Animation A: key times are not in order; sorted"));
}

// d3dx-behaviour.md, 2.3.4: of two keys at the same time, the later one counts from that time on, and the
// earlier one ends the interval before. The keys 100: 1, 200: 2, 200: 5, 1000: 9 are therefore a jump, not a
// slope, as tested at 150 and 600.
TEST(animation, two_keys_at_one_time_are_a_jump) {
  const Scene scene = load("AnimTicksPerSecond { 100; } Frame A {}" +
                           set(animation("A", key("2; 4; 100;3;1,0,0;, 200;3;2,0,0;, 200;3;5,0,0;, "
                                                  "1000;3;9,0,0;;"))));
  const auto x_at = [&](double time_s) { return translation_part(evaluate(scene, 0, time_s).local[0]).x; };
  EXPECT_NEAR(x_at(1.5), 1.5, 1e-12);
  EXPECT_NEAR(x_at(1.999), 1.999, 1e-12);
  EXPECT_EQ(x_at(2), 5);
  EXPECT_NEAR(x_at(6), 7, 1e-12);
  EXPECT_EQ(only_channel(scene).times_s.size(), 4u);
  EXPECT_EQ(scene.clips[0].duration_s, 10);
  EXPECT_THAT(notes(scene), IsEmpty());
  EXPECT_THAT(warnings(scene), IsEmpty());
}

TEST(animation, keys_of_every_kind_may_jump) {
  const std::string turned = "0.5,0.5,0.5,0.5", still = "1,0,0,0";
  const auto matrix = [](const std::string& x) { return "1,0,0,0,0,1,0,0,0,0,1,0," + x + ",0,0,1"; };
  const std::string rotation =
      "0; 4; 0;4;" + still + ";, 4800;4;" + still + ";, 4800;4;" + turned + ";, 9600;4;" + turned + ";;";
  const std::string scale = "1; 4; 0;3;1,1,1;, 4800;3;1,1,1;, 4800;3;2,2,2;, 9600;3;2,2,2;;";
  const std::string matrices = "4; 4; 0;16;" + matrix("0") + ";, 4800;16;" + matrix("1") + ";, 4800;16;" +
                               matrix("7") + ";, 9600;16;" + matrix("9") + ";;";
  const auto local = [](const std::string& keys, double time_s) {
    return evaluate(load("Frame A {}" + set(animation("A", key(keys)))), 0, time_s).local[0];
  };
  EXPECT_TRUE(near(local(rotation, 0.999), Mat4d{}, 1e-12));
  EXPECT_NEAR(local(rotation, 1)(0, 0), 0, 1e-12);  // a third of a turn about the diagonal
  EXPECT_NEAR(local(scale, 0.999)(1, 1), 1, 1e-12);
  EXPECT_NEAR(local(scale, 1)(1, 1), 2, 1e-12);
  EXPECT_NEAR(local(matrices, 0.5)(0, 3), 0.5, 1e-12);
  EXPECT_NEAR(local(matrices, 0.999)(0, 3), 0.999, 1e-12);
  EXPECT_NEAR(local(matrices, 1)(0, 3), 7, 1e-12);
  EXPECT_NEAR(local(matrices, 1.5)(0, 3), 8, 1e-12);
}

TEST(animation, of_many_keys_at_one_time_the_first_and_the_last_are_seen) {
  const Scene scene =
      load("Frame A {}" + set(animation("A", key("2; 5; 0;3;1,0,0;, 4800;3;3,0,0;, "
                                                 "4800;3;8,0,0;, 4800;3;4,0,0;, 9600;3;4,0,0;;"))));
  EXPECT_THAT(only_channel(scene).values, ElementsAre(1, 0, 0, 3, 0, 0, 4, 0, 0, 4, 0, 0));
  EXPECT_THAT(notes(scene),
              ElementsAre("t.x:3: Animation A: more than two keys at one time; the first and the "
                          "last are used"));
}

TEST(animation, of_keys_at_time_0_the_last_is_seen) {
  const Scene scene =
      load("Frame A {}" + set(animation("A", key("2; 3; 0;3;1,0,0;, 0;3;2,0,0;, 4800;3;3,0,0;;"))));
  EXPECT_THAT(only_channel(scene).times_s, ElementsAre(0, 1));
  EXPECT_THAT(only_channel(scene).values, ElementsAre(2, 0, 0, 3, 0, 0));
  EXPECT_THAT(notes(scene), ElementsAre("t.x:3: Animation A: several keys at time 0; the last is used"));
  EXPECT_THAT(warnings(scene), IsEmpty());
}

// Frame numbers are spread to 30 per second. The two sides of a jump must stay apart and in order.
TEST(animation, jumps_survive_the_spreading_of_frame_numbers) {
  XReadOptions options;
  options.frame_numbers = true;
  const Scene scene =
      load("Frame A {}" + set(animation("A", key("2; 5; 0;3;0,0,0;, 10;3;1,0,0;, 20;3;2,0,0;, "
                                                 "20;3;5,0,0;, 30;3;9,0,0;;"))),
           options);
  EXPECT_EQ(scene.clips[0].duration_s, 1);
  const auto x_at = [&](double time_s) { return translation_part(evaluate(scene, 0, time_s).local[0]).x; };
  EXPECT_NEAR(x_at(0.5), 1.5, 1e-9);
  EXPECT_NEAR(x_at(20.0 / 30), 5, 1e-9);
}

// Pairs of keys that form steps are not frame numbers, however many there are.
TEST(animation, many_jumps_are_no_frame_numbers) {
  std::string keys = "2; 20; ";
  for (int i = 0; i < 10; ++i)
    for (int side = 0; side < 2; ++side)
      keys += std::to_string(4800 * (i + 1)) + ";3;" + std::to_string(i + side) + ",0,0;" +
              (i == 9 && side == 1 ? ";" : ",");
  EXPECT_THAT(notes(load("Frame A {}" + set(animation("A", key(keys))))), IsEmpty());
}

// --- time ---

TEST(animation, row_34_frame_that_refers_to_a_mesh_and_nine_keys) {
  std::string keys;
  for (int i = 1; i <= 9; ++i)
    keys += std::to_string(10 * i) + ";3;0,0," + std::to_string(i) + (i < 9 ? ";," : ";;");
  const Scene scene = load("Mesh CubeMesh { " + kTriangle + " } Frame CubeFrame { {CubeMesh} }" +
                           set(animation("CubeFrame", key("2; 9; " + keys))));
  EXPECT_THAT(scene.nodes.at(0).meshes, ElementsAre(MeshInstance{0, kNone}));
  EXPECT_EQ(scene.clips.at(0).duration_s, 90.0 / 4800);
  EXPECT_EQ(only_channel(scene).times_s.size(), 9u);
}

TEST(animation, row_35_before_the_first_key_the_pose_is_the_first_keys) {
  const Scene scene = load("Frame A {}" + set(animation("A", key("2; 2; 10;3;1,2,3;, 4800;3;4,5,6;;"))));
  EXPECT_EQ(only_channel(scene).times_s.front(), 10.0 / 4800);
  EXPECT_TRUE(near(translation_part(evaluate(scene, 0, 0).local[0]), Vec3d{1, 2, -3}, 1e-12));
  // B-17: the first key is at tick 100. Before it, unsigned ticks would wrap around.
  const Scene late = load("AnimTicksPerSecond { 1000; } Frame A {}" +
                          set(animation("A", key("2; 2; 100;3;1,2,3;, 1100;3;4,5,6;;"))));
  for (const double time_s : {0.0, 0.099, 0.1})
    EXPECT_TRUE(near(translation_part(evaluate(late, 0, time_s).local[0]), Vec3d{1, 2, -3}, 1e-12)) << time_s;
}

TEST(animation, row_56_stated_tick_rate) {
  const Scene scene = load("AnimTicksPerSecond { 24; } Frame A {}" +
                           set(animation("A", key("2; 2; 0;3;0,0,0;, 24;3;1,0,0;;"))));
  EXPECT_EQ(scene.clips.at(0).duration_s, 1.0);
  EXPECT_EQ(scene.clips.at(0).ticks_per_second, 24.0);
  EXPECT_TRUE(scene.ticks_in_file);
}

// The tutorial's export: frames 0 to 50 at 30 per second, including both ends, so 51 keys that are 160 ticks
// apart (C-31).
TEST(animation, fifty_one_frames_of_thirty_a_second_last_50_30ths) {
  std::string keys = "2; 51; ";
  for (int frame = 0; frame <= 50; ++frame)
    keys += std::to_string(frame * 160) + ";3;" + std::to_string(frame) + ",0,0" + (frame < 50 ? ";," : ";;");
  const Scene scene = load("Frame A {} AnimationSet walk { " + animation("A", key(keys)) + "}");
  EXPECT_EQ(scene.clips.at(0).name, "walk");
  EXPECT_NEAR(scene.clips[0].duration_s, 1.6667, 5e-5);
  EXPECT_EQ(only_channel(scene).times_s.size(), 51u);
  EXPECT_EQ(only_channel(scene).times_s.back(), 8000.0 / 4800);
}

TEST(animation, last_tick_rate_counts_for_all_sets) {
  const Scene scene = load("AnimTicksPerSecond { 24; } Frame A {}" + set(animation("A", kMove)) +
                           "AnimTicksPerSecond { 48; }");
  EXPECT_EQ(scene.clips.at(0).ticks_per_second, 48.0);
  EXPECT_EQ(scene.clips.at(0).duration_s, 100.0);
}

TEST(animation, tick_rate_0_is_4800) {
  const Scene scene = load("AnimTicksPerSecond { 0; } Frame A {}" + set(animation("A", kMove)));
  EXPECT_EQ(scene.clips.at(0).ticks_per_second, 4800.0);
  EXPECT_THAT(warnings(scene), ElementsAre("t.x:2: AnimTicksPerSecond: 0 ticks per second; 4800 assumed"));
}

TEST(animation, callers_tick_rate_counts_more_than_the_files) {
  ReadOptions options;
  options.ticks_per_second = 30;
  const Scene scene = load(
      "AnimTicksPerSecond { 24; } Frame A {}" + set(animation("A", key("2; 2; 0;3;0,0,0;, 15;3;1,0,0;;"))),
      options);
  EXPECT_EQ(scene.clips.at(0).duration_s, 0.5);
  EXPECT_EQ(scene.clips.at(0).ticks_per_second, 30.0);
  EXPECT_TRUE(scene.ticks_in_file);
}

const std::string kFrames = key("2; 2; 0;3;0,0,0;, 220;3;1,0,0;;");
const std::string kFrameNumbers =
    "t.x: keys look like frame numbers: at 30 per second they last 7.33333 s instead of 0.0458333 s";

TEST(animation, row_57_no_rate_and_frame_numbers) {
  const Scene scene = load("Frame A {}" + set(animation("A", kFrames)));
  EXPECT_NEAR(scene.clips.at(0).duration_s, 0.045833, 5e-7);
  EXPECT_EQ(scene.clips.at(0).ticks_per_second, 4800.0);
  EXPECT_FALSE(scene.ticks_in_file);
  EXPECT_THAT(notes(scene), ElementsAre(kFrameNumbers));
  EXPECT_THAT(warnings(scene), IsEmpty());
}

TEST(animation, frame_numbers_are_not_suspected_where_a_rate_or_a_long_clip_or_one_key_is) {
  ReadOptions rate;
  rate.ticks_per_second = 4800;
  EXPECT_THAT(notes(load("Frame A {}" + set(animation("A", kFrames)), rate)), IsEmpty());
  EXPECT_THAT(notes(load("AnimTicksPerSecond { 4800; } Frame A {}" + set(animation("A", kFrames)))),
              IsEmpty());
  EXPECT_THAT(notes(load("Frame A {}" + set(animation("A", kFrames)) + set(animation("A", kMove)))),
              IsEmpty());
  EXPECT_THAT(notes(load("Frame A {}" + set(animation("A", key("2; 1; 5;3;0,0,0;;"))))), IsEmpty());
  // Two channels with one key each, at different times, so the clip moves.
  EXPECT_THAT(notes(load("Frame A {} Frame B {}" + set(animation("A", key("2; 1; 5;3;0,0,0;;")) +
                                                       animation("B", key("2; 1; 6;3;0,0,0;;"))))),
              ElementsAre("t.x: keys look like frame numbers: at 30 per second they last 0.2 s instead of "
                          "0.00125 s"));
}

TEST(animation, frame_numbers_play_at_30_per_second_where_asked) {
  XReadOptions options;
  options.frame_numbers = true;
  const std::string frames =
      "Frame A {}" + set(animation("A", key("2; 3; 0;3;0,0,0;, 7;3;1,0,0;, 220;3;1,0,0;;")));
  const Scene scene = load(frames, options);
  const Clip& clip = scene.clips.at(0);
  EXPECT_THAT(clip.channels.at(0).times_s, ElementsAre(0, 7 / 30.0, 220 / 30.0));
  EXPECT_EQ(clip.duration_s, 220 / 30.0);
  EXPECT_EQ(clip.ticks_per_second, 30.0);
  EXPECT_TRUE(scene.ticks_in_file);
  EXPECT_THAT(notes(scene), IsEmpty());
  EXPECT_THAT(warnings(scene),
              ElementsAre("t.x: keys look like frame numbers: played at 30 per second, 7.33333 s instead of "
                          "0.0458333 s"));

  XReadOptions strict = options;
  strict.strict = true;
  EXPECT_EQ(load(frames, strict).clips.at(0).ticks_per_second, 4800.0);
  ReadOptions rate;
  rate.ticks_per_second = 60;
  EXPECT_EQ(load(frames, rate, options).clips.at(0).duration_s, 220 / 60.0);
  // A long clip is not suspicious, even with a key at each of 4800 ticks per second.
  std::string keys = "2; 600;";
  for (int tick = 0; tick < 600; ++tick)
    keys += std::to_string(tick) + ";3;" + std::to_string(tick) + ",0,0;" + (tick < 599 ? "," : ";");
  EXPECT_EQ(load("Frame A {}" + set(animation("A", key(keys))), options).clips.at(0).duration_s, 599 / 30.0);
}

// switch6.X of FPS-Creator-Classic has a lever with keys at 0 and 1, which the game moves when the player
// pulls it. Other levers of the game, such as switch_f.x, have a key at each of the frames 0 to 30 and last
// one second.
TEST(animation, two_keys_of_a_switch_play_for_a_second) {
  const std::string lever = "Frame A {}" + set(animation("A", key("2; 2; 0;3;0,0,0;, 1;3;1,0,0;;")));
  EXPECT_THAT(notes(load(lever)), ElementsAre("t.x: two keys look like the two states of a switch: that "
                                              "would last 1 s instead of 0.000208333 s"));
  XReadOptions options;
  options.frame_numbers = true;
  const Scene scene = load(lever, options);
  EXPECT_THAT(scene.clips.at(0).channels.at(0).times_s, ElementsAre(0, 1));
  EXPECT_EQ(scene.clips[0].duration_s, 1);
  EXPECT_EQ(scene.clips[0].ticks_per_second, 1.0);
  EXPECT_TRUE(scene.ticks_in_file);
  EXPECT_THAT(warnings(scene),
              ElementsAre("t.x: two keys look like the two states of a switch: played in 1 s instead of "
                          "0.000208333 s"));
  ReadOptions rate;
  rate.ticks_per_second = 30;
  EXPECT_EQ(load(lever, rate, options).clips.at(0).duration_s, 1 / 30.0);
}

TEST(animation, a_switch_is_what_has_two_times_and_is_over_in_a_fifth_of_a_second) {
  XReadOptions options;
  options.frame_numbers = true;
  const auto length_s = [&](const std::string& keys) {
    return load("Frame A {}" + set(animation("A", key(keys))), options).clips.at(0).duration_s;
  };
  EXPECT_EQ(length_s("2; 2; 2;3;0,0,0;, 5;3;1,0,0;;"), 1);    // 5 / 30 s would be too short
  EXPECT_EQ(length_s("2; 2; 0;3;0,0,0;, 6;3;1,0,0;;"), 0.2);  // long enough
  // With three keys, the motion returns.
  EXPECT_EQ(length_s("2; 3; 0;3;0,0,0;, 1;3;1,0,0;, 2;3;0,0,0;;"), 2 / 30.0);
  EXPECT_EQ(length_s("2; 1; 1;3;0,0,0;;"), 1 / 4800.0);  // a single pose
}

TEST(animation, a_switch_next_to_longer_clips_is_recognized) {
  XReadOptions options;
  options.frame_numbers = true;
  const std::string lever = set(animation("A", key("2; 2; 0;3;0,0,0;, 1;3;1,0,0;;")));
  const Scene scene = load("Frame A {}" + set(animation("A", kFrames)) + lever + lever, options);
  EXPECT_EQ(scene.clips.at(0).duration_s, 220 / 30.0);
  EXPECT_EQ(scene.clips.at(1).duration_s, 1);
  EXPECT_THAT(warnings(scene),
              ElementsAre("t.x: keys look like frame numbers: played at 30 per second, 7.33333 s instead of "
                          "0.0458333 s, and 2 of two keys in 1 s"));
}

// --- notes ---

TEST(animation, absent_keys_are_noted_once_where_rest_and_d3dx_differ) {
  const Scene scene = load("Frame A { " + translation("1,0,0") +
                           " } Frame B { FrameTransformMatrix { 2,0,0,0,0,2,0,0,0,0,2,0,0,0,0,1;; } } "
                           "Frame C { FrameTransformMatrix { 0,1,0,0,-1,0,0,0,0,0,1,0,0,0,0,1;; } }" +
                           set(animation("A", kTurn) + animation("B", kTurn) + animation("C", kMove)));
  EXPECT_THAT(
      notes(scene),
      ElementsAre(
          "t.x: animation of A has no translation keys; the frame's own value is used, where D3DX uses none "
          "(3 times)"));
}

TEST(animation, absent_keys_are_not_noted_where_rest_is_neutral_or_a_matrix_is_keyed) {
  EXPECT_THAT(notes(load("Frame A {}" + set(animation("A", kTurn)))), IsEmpty());
  EXPECT_THAT(notes(load("Frame A { " + translation("1,0,0") + " }" +
                         set(animation("A", key("4; 1; 4800;16;" + kIdentity))))),
              IsEmpty());
  EXPECT_THAT(notes(load("Frame A { " + translation("1,0,0") + " }" +
                         set(animation("A", "AnimationOptions { 0; 0; }")))),
              IsEmpty());
}

TEST(animation, absent_keys_are_noted_for_each_part) {
  const std::string scaled = "Frame A { FrameTransformMatrix { 2,0,0,0,0,2,0,0,0,0,2,0,0,0,0,1;; } } ";
  const std::string turned = "Frame A { FrameTransformMatrix { 0,1,0,0,-1,0,0,0,0,0,1,0,0,0,0,1;; } } ";
  const std::string mirrored = "Frame A { FrameTransformMatrix { -1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1;; } } ";
  const auto said_of = [&](const std::string& frame, const std::string& keys) {
    return notes(load(frame + set(animation("A", keys))));
  };
  const std::string end = " keys; the frame's own value is used, where D3DX uses none";
  EXPECT_THAT(said_of(scaled, kMove), ElementsAre("t.x: animation of A has no scale" + end));
  EXPECT_THAT(said_of(turned, kMove), ElementsAre("t.x: animation of A has no rotation" + end));
  EXPECT_THAT(said_of(mirrored, kMove), ElementsAre("t.x: animation of A has no scale" + end));
}

// A frame turned by 90 degrees about z at rest, and a key with the same rotation, unconjugated.
TEST(animation, rotation_keys_that_fit_rest_only_unconjugated_are_noted) {
  const std::string turned = "Frame A { FrameTransformMatrix { 0,1,0,0,-1,0,0,0,0,0,1,0,0,0,0,1;; } } ";
  const std::string conjugated = key("0; 2; 0;4;0.70710678,0,0,-0.70710678;, 4800;4;1,0,0,0;;");
  const std::string plain = key("0; 2; 0;4;0.70710678,0,0,0.70710678;, 4800;4;1,0,0,0;;");
  XReadOptions as_stored;
  as_stored.rotations_as_stored = true;
  EXPECT_THAT(notes(load(turned + set(animation("A", conjugated)))), IsEmpty());
  EXPECT_THAT(notes(load(turned + set(animation("A", plain)))),
              ElementsAre("t.x: rest poses suggest that rotation keys are stored unconjugated; pass "
                          "rotations_as_stored = true"));
  EXPECT_THAT(notes(load(turned + set(animation("A", plain)), as_stored)), IsEmpty());
  EXPECT_THAT(notes(load(turned + set(animation("A", conjugated)), as_stored)),
              ElementsAre("t.x: rest poses suggest that rotation keys are stored as D3DX reads them; pass "
                          "rotations_as_stored = false"));
  // The same number of keys supports each interpretation, so there is no note.
  EXPECT_THAT(notes(load(turned + set(animation("A", plain)) + set(animation("A", conjugated)))), IsEmpty());
}

}  // namespace
}  // namespace skelter::test
