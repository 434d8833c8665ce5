// Files written by hand, with matrices worked out by hand or by a few lines of Python that multiply the three
// elementary rotations.

#include "skelter/formats/bvh/read.h"

#include <gmock/gmock.h>

#include "formats/bvh/bvh_files.h"
#include "support/near.h"

namespace skelter::test {
namespace {

using ::testing::HasSubstr;

constexpr double kFloat = 1e-6;  // quaternions are stored as floats

// A matrix from its three axes and its position.
Mat4d turn_of(const Vec3d& x, const Vec3d& y, const Vec3d& z, const Vec3d& at = {}) {
  Mat4d matrix;
  matrix.m = {x.x, x.y, x.z, 0, y.x, y.y, y.z, 0, z.x, z.y, z.z, 0, at.x, at.y, at.z, 1};
  return matrix;
}

constexpr const char* kFigure = R"(HIERARCHY
ROOT Hips
{
	OFFSET 1 2 3
	CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
	JOINT Left Leg
	{
		OFFSET 0.5 -1 0
		CHANNELS 3 Yrotation Xrotation Zrotation
		End Site
		{
			OFFSET 0 -2.5 0
		}
	}
	JOINT Spine
	{
		OFFSET 0 1.25 0
		End Site
		{
			OFFSET 0 1 0
		}
	}
}
MOTION
Frames: 3
Frame Time: 0.25
0 0 0 0 0 0 0 0 0
4 5 6 90 90 90 90 90 90
8 9 7 0 0 0 0 0 0
)";

TEST(ReadBvh, joints_become_nodes_at_their_offsets) {
  const Scene scene = bvh_scene(kFigure);
  ASSERT_EQ(scene.nodes.size(), 5u);
  const char* names[] = {"Hips", "Left Leg", "EndSite_Left Leg", "Spine", "EndSite_Spine"};
  const std::uint32_t parents[] = {kNone, 0, 1, 0, 3};
  const Vec3d places[] = {{1, 2, 3}, {0.5, -1, 0}, {0, -2.5, 0}, {0, 1.25, 0}, {0, 1, 0}};
  for (std::size_t n = 0; n < 5; ++n) {
    EXPECT_EQ(scene.nodes[n].name, names[n]);
    EXPECT_EQ(scene.nodes[n].parent, parents[n]);
    EXPECT_FALSE(scene.nodes[n].synthetic);
    EXPECT_TRUE(near(to_double(scene.nodes[n].rest), translation_matrix(places[n]), 0)) << names[n];
  }
  EXPECT_EQ(scene.format, "bvh");
  EXPECT_EQ(scene.file, "walk.bvh");
  EXPECT_EQ(scene.metres_per_unit, std::nullopt);
  EXPECT_TRUE(scene.diagnostics.empty()) << bvh_diagnostics(scene);
}

TEST(ReadBvh, frames_become_keys_of_a_clip_named_after_the_file) {
  const Scene scene = bvh_scene(kFigure);
  ASSERT_EQ(scene.clips.size(), 1u);
  const Clip& clip = scene.clips[0];
  EXPECT_EQ(clip.name, "walk");
  EXPECT_EQ(clip.ticks_per_second, 4);
  EXPECT_EQ(clip.duration_s, 0.5);
  ASSERT_EQ(clip.targets.size(), 2u);  // Spine has no channels
  ASSERT_EQ(clip.channels.size(), 3u);
  for (const Channel& channel : clip.channels)
    EXPECT_EQ(channel.times_s, (std::vector<double>{0, 0.25, 0.5}));
}

// Rz(90) Rx(90) Ry(90) takes x to -x, y to z and z to y. Ry(90) Rx(90) Rz(90) takes x to x, y to z and z to
// -y.
TEST(ReadBvh, the_first_channel_turns_last) {
  const Scene scene = bvh_scene(kFigure);
  EXPECT_TRUE(near(local_at(scene, 0, 0.25), turn_of({-1, 0, 0}, {0, 0, 1}, {0, 1, 0}, {4, 5, 6}), kFloat));
  EXPECT_TRUE(
      near(local_at(scene, 1, 0.25), turn_of({1, 0, 0}, {0, 0, 1}, {0, -1, 0}, {0.5, -1, 0}), kFloat));
  EvaluateOptions once;
  const Pose pose = evaluate(scene, 0, 0.25, once);
  // The end of the leg: (0, -2.5, 0) is turned to (0, 0, -2.5). The leg is at (0.5, -1, 0) of the hips,
  // which gives (0.5, -1, -2.5). The hips take that to (-0.5, -2.5, -1), and are at (4, 5, 6).
  EXPECT_TRUE(near(translation_part(pose.world[2]), {3.5, 2.5, 5}, 4 * kFloat));
}

TEST(ReadBvh, any_order_and_any_number_of_rotations) {
  struct Case {
    const char* channels;
    const char* frame;
    Mat4d expected;
  };
  const Case cases[] = {
      {"3 Zrotation Xrotation Yrotation", "20 -35 110",
       turn_of({-0.137049892, -0.623458518, -0.769751131}, {-0.280166500, 0.769751131, -0.573576436},
               {0.950117919, 0.137049892, -0.280166500})},
      {"3 Xrotation Yrotation Zrotation", "20 -35 110",
       turn_of({-0.280166500, 0.950117919, 0.137049892}, {-0.769751131, -0.137049892, -0.623458518},
               {-0.573576436, -0.280166500, 0.769751131})},
      {"2 Yrotation Xrotation", "40 25",
       turn_of({0.766044443, 0, -0.642787610}, {0.271653782, 0.906307787, 0.323744371},
               {0.582563416, -0.422618262, 0.694272044})},
      {"3 Zrotation Xrotation Zrotation", "10 20 30",
       turn_of({0.771280576, 0.613092022, 0.171010072}, {-0.633718361, 0.714610177, 0.296198133},
               {0.059391175, -0.336824089, 0.939692621})},
      {"1 yROTATION", "360090", turn_of({0, 0, -1}, {0, 1, 0}, {1, 0, 0})},
      // Position channels between rotations are not affected by the rotations.
      {"4 Zrotation ZPOSITION Xrotation xposition", "90 3 90 5",
       turn_of({0, 1, 0}, {0, 0, 1}, {1, 0, 0}, {5, 0, 3})}};
  for (const Case& c : cases) {
    const Scene scene = bvh_scene(one_joint(c.channels, std::string(c.frame) + "\n"));
    EXPECT_TRUE(near(local_at(scene, 0, 0), c.expected, kFloat)) << c.channels;
  }
}

// As in Blender, MotionBuilder and Assimp, position channels replace the offset, also below the root.
TEST(ReadBvh, positions_stand_for_the_offset) {
  const Scene scene = bvh_scene(
      "HIERARCHY ROOT A { OFFSET 9 9 9 CHANNELS 1 Yposition JOINT B { OFFSET 1 2 3 CHANNELS 3 Zposition "
      "Xposition "
      "Yposition } } MOTION Frames: 1 Frame Time: 1\n5 7 8 6");
  EXPECT_TRUE(near(local_at(scene, 0, 0), translation_matrix(Vec3d{9, 5, 9}), 0));
  EXPECT_TRUE(near(local_at(scene, 1, 0), translation_matrix(Vec3d{8, 6, 7}), 0));
}

TEST(ReadBvh, blanks_and_line_ends_of_all_kinds_are_one) {
  const Scene plain = bvh_scene(kFigure);
  std::string crlf, cr, spread;
  for (const char* c = kFigure; *c != 0; ++c) {
    crlf += *c == '\n' ? std::string("\r\n") : std::string(1, *c);
    cr += *c == '\n' ? '\r' : *c;
    spread += *c == '\n' ? std::string(" \t\n\n") : std::string(1, *c);
  }
  for (const std::string& text : {crlf, cr, spread, "\xEF\xBB\xBF" + std::string(kFigure), "\n\n" + crlf}) {
    const Scene scene = bvh_scene(text);
    EXPECT_TRUE(same_content(scene, plain)) << text;
    EXPECT_TRUE(scene.diagnostics.empty()) << bvh_diagnostics(scene);
  }
}

TEST(ReadBvh, keywords_in_any_case_and_close_together) {
  const Scene scene = bvh_scene(
      "hierarchy\nroot A{offset 0 0 0 channels 1 XROTATION\nJoint B{Offset 0 1 0}end site Toe{OFFSET 0 2 "
      "0}}\n"
      "motion\nFRAMES:2\nframe time:.1\n+1e1\n-2.5E-1\n");
  ASSERT_EQ(scene.nodes.size(), 3u);
  EXPECT_EQ(scene.nodes[1].name, "B");
  EXPECT_EQ(scene.nodes[2].name, "Toe");
  EXPECT_EQ(scene.clips[0].channels[0].times_s, (std::vector<double>{0, 0.1}));
  EXPECT_TRUE(scene.diagnostics.empty()) << bvh_diagnostics(scene);
}

TEST(ReadBvh, several_roots_and_equal_names_stay) {
  const Scene scene = bvh_scene(
      "HIERARCHY\nROOT A\n{\nOFFSET 0 0 0\nCHANNELS 1 Xrotation\n}\nROOT A\n{\nOFFSET 1 0 0\nCHANNELS 1 "
      "Yrotation\n}\nMOTION\nFrames: 1\nFrame Time: 1\n10 90\n");
  ASSERT_EQ(scene.nodes.size(), 2u);
  EXPECT_EQ(scene.nodes[1].parent, kNone);
  EXPECT_TRUE(near(local_at(scene, 1, 0), turn_of({0, 0, -1}, {0, 1, 0}, {1, 0, 0}, {1, 0, 0}), kFloat));
}

// The quaternions of consecutive keys must be on the same side, because 350 and 10 degrees are only 20
// degrees apart.
TEST(ReadBvh, keys_never_go_the_long_way) {
  const Scene scene = bvh_scene(one_joint("1 Zrotation", "350\n10\n", 2));
  const std::vector<float>& q = scene.clips[0].channels[0].values;
  ASSERT_EQ(q.size(), 8u);
  EXPECT_GT(q[0] * q[4] + q[1] * q[5] + q[2] * q[6] + q[3] * q[7], 0.98f);
}

TEST(ReadBvh, names_that_are_not_utf_8_are_of_the_code_page) {
  const std::string text = "HIERARCHY ROOT H\xE4nde { OFFSET 0 0 0 CHANNELS 0 }";
  EXPECT_EQ(bvh_scene(text).nodes[0].name, "H\xC3\xA4nde");
  ReadOptions options;
  options.code_page = CodePage::shift_jis;
  EXPECT_EQ(bvh_scene("HIERARCHY ROOT \x8D\x98 { OFFSET 0 0 0 }", options).nodes[0].name, "\xE8\x85\xB0");
}

TEST(ReadBvh, rate_and_unit_of_the_caller_win) {
  ReadOptions options;
  options.ticks_per_second = 10;
  options.metres_per_unit = 0.01;
  const Scene scene = bvh_scene(kFigure, options);
  EXPECT_EQ(scene.clips[0].duration_s, 0.2);
  EXPECT_EQ(scene.metres_per_unit, 0.01);
  options.ticks_per_second = 0;
  EXPECT_EQ(bvh_error(kFigure, options), "bvh.bad-option: walk.bvh: frames per second; expected 1e-9 to 1e9");
  options = {};
  options.metres_per_unit = -1;
  EXPECT_EQ(bvh_error(kFigure, options), "bvh.bad-option: walk.bvh: metres per unit; expected above 0");
}

// --- warnings ----------------------------------------------------------------------------------------------

TEST(ReadBvh, missing_frames_are_reported) {
  Scene scene = bvh_scene(one_joint("2 Xrotation Yrotation", "1 2\n3 4\n", 5));
  EXPECT_EQ(
      bvh_diagnostics(scene),
      "bvh.frames-missing: walk.bvh:21: MOTION: Frames states 5, but the file has 2; the clip ends there\n");
  EXPECT_EQ(scene.clips[0].duration_s, 0.5);
  scene = bvh_scene(one_joint("2 Xrotation Yrotation", "1 2\n3 4\n5", 5));
  EXPECT_EQ(bvh_diagnostics(scene),
            "bvh.frames-missing: walk.bvh:21: MOTION: Frames states 5, but the file has 2, and 1 of the 2 "
            "numbers of the next; the clip ends there\n");
  EXPECT_EQ(scene.clips[0].duration_s, 0.5);
  scene = bvh_scene(one_joint("2 Xrotation Yrotation", "", 5));
  EXPECT_TRUE(scene.clips.empty());
  EXPECT_THAT(bvh_diagnostics(scene), HasSubstr("Frames states 5, but the file has 0; the clip ends there"));
}

TEST(ReadBvh, data_after_the_frames_is_reported) {
  const Scene scene = bvh_scene(one_joint("2 Xrotation Yrotation", "1 2\n3 4\n5 6\n", 2));
  EXPECT_EQ(bvh_diagnostics(scene),
            "bvh.frames-surplus: walk.bvh:21: MOTION: extra numbers after the 2 frames that Frames states; "
            "ignored\n");
  EXPECT_EQ(scene.clips[0].duration_s, 0.5);
}

TEST(ReadBvh, numbers_that_are_not_finite_make_no_key) {
  const Scene scene =
      bvh_scene(one_joint("4 Yposition Xrotation Yrotation Zrotation",
                          "1 0 0 0\n2 nan 0 0\n-1.#IND 0 -inf 0\n4 0 90 1e39\n5 0 90 0\n", 5));
  EXPECT_EQ(bvh_diagnostics(scene),
            "bvh.not-finite: walk.bvh:20: MOTION: a number that is not finite; the joint gets no key of "
            "this kind in that frame (4 times)\n");
  ASSERT_EQ(scene.clips[0].channels.size(), 2u);
  EXPECT_EQ(scene.clips[0].channels[0].times_s, (std::vector<double>{0, 0.5, 1.5, 2}));
  EXPECT_EQ(scene.clips[0].channels[1].times_s, (std::vector<double>{0, 2}));
}

TEST(ReadBvh, a_joint_without_one_finite_number_is_not_animated) {
  const Scene scene = bvh_scene(
      "HIERARCHY ROOT A { OFFSET 0 0 0 CHANNELS 1 Xrotation JOINT B { OFFSET 0 1 0 "
      "CHANNELS 1 Xrotation } } MOTION Frames: 1 Frame Time: 1\nnan 90");
  ASSERT_EQ(scene.clips[0].targets.size(), 1u);
  EXPECT_EQ(scene.clips[0].targets[0].name, "B");
  EXPECT_TRUE(bvh_scene(one_joint("1 Xrotation", "nan")).clips.empty());
}

TEST(ReadBvh, files_without_motion_are_joints) {
  const char* joints = "HIERARCHY ROOT A { OFFSET 0 0 0 CHANNELS 1 Xrotation }";
  const char* warning = "bvh.no-motion: walk.bvh: no MOTION after the joints; nothing moves\n";
  EXPECT_EQ(bvh_diagnostics(bvh_scene(joints)), warning);
  EXPECT_EQ(bvh_diagnostics(bvh_scene(joints + std::string(" MOTION Frames: 0 Frame Time: 1"))),
            "bvh.no-motion: walk.bvh: MOTION: Frames states 0; nothing moves\n");
  EXPECT_EQ(bvh_diagnostics(bvh_scene(one_joint("0", ""))),
            "bvh.no-motion: walk.bvh: MOTION: no joint has channels; nothing moves\n");
}

TEST(ReadBvh, invalid_frame_time_is_reported) {
  for (const char* time : {"0", "-0.1", "nan"}) {
    const Scene scene = bvh_scene(
        "HIERARCHY ROOT A { OFFSET 0 0 0 CHANNELS 1 Xrotation } MOTION Frames: 2\n"
        "Frame Time: " +
        std::string(time) + "\n1\n2\n");
    EXPECT_EQ(bvh_diagnostics(scene), "bvh.frame-time: walk.bvh:2: MOTION: Frame Time " + std::string(time) +
                                          "; expected more than 0 seconds, 1/30 is used\n");
    EXPECT_NEAR(scene.clips[0].duration_s, 1.0 / 30, 1e-12);
  }
}

TEST(ReadBvh, a_joint_without_offset_is_reported) {
  EXPECT_THAT(bvh_diagnostics(bvh_scene("HIERARCHY\nROOT A\n{\n}")),
              HasSubstr("bvh.no-offset: walk.bvh:2: Joint A: has no OFFSET; treated as 0 0 0\n"));
}

TEST(ReadBvh, frames_may_take_several_lines) {
  const Scene scene = bvh_scene(one_joint("3 Xrotation Yrotation Zrotation", "0 0\n90\n90\n0 0\n", 2));
  EXPECT_TRUE(near(local_at(scene, 0, 0), turn_of({0, 1, 0}, {-1, 0, 0}, {0, 0, 1}), kFloat));
  EXPECT_TRUE(near(local_at(scene, 0, 0.5), turn_of({1, 0, 0}, {0, 0, 1}, {0, -1, 0}), kFloat));
}

// --- errors ------------------------------------------------------------------------------------------------

TEST(ReadBvh, errors_have_a_reason_and_a_location) {
  const std::string head = "HIERARCHY\nROOT A\n{\n";
  const std::string whole = head + "OFFSET 0 0 0\nCHANNELS 2 Xrotation Yrotation\n}\nMOTION\n";
  const std::pair<std::string, const char*> cases[] = {
      {"", "bvh.header: walk.bvh:1: the file is empty; expected HIERARCHY"},
      {"\n BVH", "bvh.header: walk.bvh:2: expected HIERARCHY as the first word"},
      {"HIERARCHY", "bvh.end-of-file: walk.bvh:1: the file ends here; expected ROOT"},
      {"HIERARCHY\nJOINT A", "bvh.unexpected: walk.bvh:2: \"JOINT\"; expected ROOT"},
      {"HIERARCHY\nMOTION", "bvh.unexpected: walk.bvh:2: \"MOTION\"; expected ROOT"},
      {"HIERARCHY\nROOT A", "bvh.end-of-file: walk.bvh:2: Joint A: the file ends here; expected {"},
      {"HIERARCHY\nROOT A\nOFFSET", "bvh.unexpected: walk.bvh:3: Joint A: \"OFFSET\"; expected {"},
      {head, "bvh.end-of-file: walk.bvh:4: Joint A: the file ends here; expected }"},
      {head + "SCALE",
       "bvh.unexpected: walk.bvh:4: Joint A: \"SCALE\"; expected OFFSET, CHANNELS, JOINT, End Site or }"},
      {head + "OFFSET 1 2",
       "bvh.end-of-file: walk.bvh:4: Joint A: the file ends here; expected three numbers after OFFSET"},
      {head + "OFFSET 1 2 }", "bvh.number: walk.bvh:4: Joint A: \"}\"; expected a number"},
      {head + "OFFSET 1,5 2 3",
       "bvh.number: walk.bvh:4: Joint A: \"1,5\"; expected a number with a decimal point"},
      {head + "OFFSET 1 nan 3", "bvh.number: walk.bvh:4: Joint A: \"nan\"; expected a finite number"},
      {head + "OFFSET 1 1e39 3", "bvh.number: walk.bvh:4: Joint A: \"1e39\"; expected a finite number"},
      {head + "OFFSET 1 2 3\nOFFSET", "bvh.twice: walk.bvh:5: Joint A: has two OFFSET lines"},
      {head + "CHANNELS",
       "bvh.end-of-file: walk.bvh:4: Joint A: the file ends here; expected the number of "
       "channels"},
      {head + "CHANNELS 0\nCHANNELS 0", "bvh.twice: walk.bvh:5: Joint A: has two CHANNELS lines"},
      {head + "CHANNELS -1", "bvh.number: walk.bvh:4: Joint A: \"-1\"; expected the number of channels"},
      {head + "CHANNELS 2 Xrotation\n}",
       "bvh.channel: walk.bvh:5: Joint A: \"}\" as channel 2 of 2; expected Xposition, Yposition, Zposition, "
       "Xrotation, Yrotation or Zrotation"},
      {head + "CHANNELS 1",
       "bvh.end-of-file: walk.bvh:4: Joint A: the file ends here; expected the name of a "
       "channel"},
      {head + "CHANNELS 2 Xposition xposition", "bvh.twice: walk.bvh:4: Joint A: has xposition twice"},
      {head + "End Place", "bvh.unexpected: walk.bvh:4: Joint A: \"Place\"; expected Site after End"},
      {head + "}\n}", "bvh.unexpected: walk.bvh:5: \"}\"; expected MOTION or ROOT"},
      {whole, "bvh.end-of-file: walk.bvh:8: MOTION: the file ends here; expected Frames:"},
      {whole + "1 2", "bvh.unexpected: walk.bvh:8: MOTION: \"1\"; expected Frames:"},
      {whole + "Frames: 2.5", "bvh.number: walk.bvh:8: MOTION: \"2.5\"; expected the number of frames"},
      {whole + "Frames:",
       "bvh.end-of-file: walk.bvh:8: MOTION: the file ends here; expected the number of frames"},
      {whole + "Frames: 2\n",
       "bvh.end-of-file: walk.bvh:9: MOTION: the file ends here; expected Frame Time:"},
      {whole + "Frames: 2\n1 2", "bvh.unexpected: walk.bvh:9: MOTION: \"1\"; expected Frame Time:"},
      {whole + "Frames: 2\nFrame 1",
       "bvh.unexpected: walk.bvh:9: MOTION: Frame without Time; expected Frame Time:"},
      {whole + "Frames: 2\nFrame Time:",
       "bvh.end-of-file: walk.bvh:9: MOTION: the file ends here; expected the frame time in seconds"},
      {whole + "Frames: 2\nFrame Time: 0,04",
       "bvh.number: walk.bvh:9: MOTION: \"0,04\"; expected a number with "
       "a decimal point"},
      {whole + "Frames: 2\nFrame Time: 1\n1 2\n1 x\n",
       "bvh.number: walk.bvh:11: MOTION: \"x\"; expected a number"},
      {whole + "Frames: 2\nFrame Time: 1\n1 2\n3\n4 5\n",
       "bvh.frame-width: walk.bvh:11: MOTION: frame 1 has 1 numbers; expected 2, one for each channel"},
      {whole + "Frames: 2\nFrame Time: 1\n1 2\n3 4 5\n",
       "bvh.frame-width: walk.bvh:11: MOTION: extra numbers on the line where frame 1 ends; expected 2 for a "
       "frame, one for each channel"},
      {whole + "Frames: 2\nFrame Time: 1\n1 2 3\n3 4 5\n",
       "bvh.frame-width: walk.bvh:10: MOTION: extra numbers on the line where frame 0 ends; expected 2 for a "
       "frame, one for each channel"}};
  for (const auto& [text, error] : cases) EXPECT_EQ(bvh_error(text), error) << text;
}

TEST(ReadBvh, limits_hold) {
  ReadOptions options;
  options.limits.max_nodes = 4;
  EXPECT_EQ(bvh_error(kFigure, options), "bvh.nodes: walk.bvh: more than the limit of 4 joints");
  options = {};
  options.limits.max_memory_bytes = 3000;
  EXPECT_EQ(bvh_error(kFigure, options),
            "bvh.memory: walk.bvh: needs more memory than the limit of 3000 bytes");
}

// The frame count may be wrong, so memory is reserved only for frames that the file can contain.
TEST(ReadBvh, a_large_number_of_frames_needs_no_memory) {
  std::string text = one_joint("3 Xrotation Yrotation Zrotation", "1 2 3\n", 1);
  text.replace(text.find("Frames: 1"), 9, "Frames: 18446744073709551615");
  const Scene scene = bvh_scene(text);
  EXPECT_LT(scene.clips[0].channels[0].times_s.capacity(), 100u);
  EXPECT_THAT(bvh_diagnostics(scene), HasSubstr("Frames states 18446744073709551615, but the file has 1;"));
}

TEST(ReadBvh, a_hundred_thousand_levels_are_read) {
  std::string text = "HIERARCHY\nROOT J\n{\nOFFSET 0 1 0\n";
  constexpr int kLevels = 100'000;
  for (int i = 1; i < kLevels; ++i) text += "JOINT J\n{\nOFFSET 0 1 0\n";
  for (int i = 0; i < kLevels; ++i) text += "}\n";
  const Scene scene = bvh_scene(text);
  EXPECT_EQ(scene.nodes.size(), 100'000u);
  EXPECT_NEAR(rest_pose(scene).world.back()(1, 3), kLevels, 0);
}

TEST(IsBvh, is_said_by_the_first_word) {
  EXPECT_TRUE(is_bvh(bytes_of_text(kFigure)));
  EXPECT_TRUE(is_bvh(bytes_of_text("\xEF\xBB\xBF\r\n hierarchy")));
  EXPECT_FALSE(is_bvh(bytes_of_text("HIERARCHYS")));
  EXPECT_FALSE(is_bvh(bytes_of_text("")));
}

}  // namespace
}  // namespace skelter::test
