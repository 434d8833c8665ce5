// The examples that draw, run as a user runs them, but without a display. Expected positions in their images
// come from the tutorials' numbers and from the reference evaluator.

#include <filesystem>
#include <fstream>
#include <iterator>

#include "examples/drawing.h"

namespace skelter::test {
namespace {

using ::testing::HasSubstr;

// --- characters ------------------------------------------------------------------------------------------

Camera show_character_camera() {
  return camera_of(pose_bounds(figure(), pose_of("walk", 0)), 0.4);
}

TEST_F(Drawing, show_character_fades_to_the_clip_of_a_key) {
  const Camera camera = show_character_camera();
  // Key 4 selects the fourth clip, the wave. The right forearm is raised, to a place where no arm is during
  // the walk.
  const Pose waving = pose_of("wave", 1.2), walking = pose_of("walk", 1.2);
  const Vec3d raised = middle(waving, "right_forearm", "right_hand");
  ASSERT_GT(raised.y, middle(walking, "right_forearm", "right_hand").y + 0.3);
  const Image waves = draw("show_character", kFigure + " --time 1.2 --keys 4");
  EXPECT_TRUE(is_skin(at(waves, camera, raised)));
  EXPECT_TRUE(is_shirt(at(waves, camera, place(waving, "spine3"))));
  const Image walks = draw("show_character", kFigure + " --time 1.2");
  EXPECT_FALSE(is_skin(at(walks, camera, raised)));
  EXPECT_TRUE(is_shirt(at(walks, camera, place(walking, "spine3"))));
}

TEST_F(Drawing, show_character_walks_and_turns_by_the_arrows) {
  const Camera camera = show_character_camera();
  const double height = pose_bounds(figure(), pose_of("walk", 0)).size().y;
  const Pose walking = pose_of("walk", 1);
  // The up key walks 0.6 heights per second towards +z, which the character faces.
  const Image walked = draw("show_character", kFigure + " --time 1 --keys up");
  const Vec3d way{0, 0, 0.6 * height};
  EXPECT_TRUE(is_shirt(at(walked, camera, place(walking, "spine3") + way)));
  EXPECT_FALSE(is_shirt(at(walked, camera, place(walking, "spine3"))));
  // The left key turns by 2.5 radians per second, so the watch on the left wrist is on the other side.
  const Image turned = draw("show_character", kFigure + " --time 1 --keys left");
  const Vec3d hand = middle(walking, "left_forearm", "left_hand");
  EXPECT_TRUE(is_skin(at(turned, camera, turned_by(2.5, middle(walking, "right_forearm", "right_hand")))) ||
              is_skin(at(turned, camera, turned_by(2.5, hand))));
  EXPECT_FALSE(is_skin(at(turned, camera, place(walking, "head") + Vec3d{0, 0.05, 0.1})))
      << "the back of the head";
}

TEST_F(Drawing, from_pack_shows_what_a_pack_holds) {
  ASSERT_EQ(folder_.run({"compile", asset("mannequin.x"), "figure.skelter", "--hot"}).code, 0);
  const Image image = draw("from_pack", "figure.skelter --time 0.4");
  EXPECT_EQ(ran_.out,
            "joints: 53, meshes: 2, skins: 2, pictures: 1\n"
            "clip walk\nclip run\nclip idle\nclip wave\nclip jump\nclip sit\n"
            "clip left_arm\nclip right_arm\nclip left_leg\nclip right_leg\nclip body\nclip wave_left_arm\n"
            "clip stroll\nclip walk_ahead\nclip jog\nclip run_ahead\nclip sprint\nclip fall\n"
            "clip lean_left\nclip lean_right\n");
  const Camera camera = camera_of(pose_bounds(figure(), pose_of("walk", 0)), 0);
  const Pose walking = pose_of("walk", 0.4);
  EXPECT_TRUE(is_shirt(at(image, camera, place(walking, "spine3"))));
  EXPECT_TRUE(is_skin(at(image, camera, middle(walking, "right_forearm", "right_hand"))));
}

TEST_F(Drawing, from_pack_accepts_packs_only) {
  const Ran ran = run("from_pack", kFigure + " --out picture.png");
  EXPECT_EQ(ran.code, 1);
  EXPECT_EQ(ran.out, asset("mannequin.x") + ": not a pack: it does not start with SKELTER\n");
}

TEST_F(Drawing, shader_skinning_covers_what_the_reference_covers) {
  const Image image = draw("shader_skinning", kFigure + " walk --time 0.4");
  const Camera camera = joint_camera(pose_of("walk", 0), 0);
  const Image wanted = silhouette(
      camera, [](double time_s) { return pose_of("walk", time_s); }, 0.4);
  EXPECT_GT(box_of(wanted, [](const Pixel& p) { return p.r > 127; }).count, 15000);
  EXPECT_GT(overlap(wanted, image, {245, 240, 224}), 0.97);
}

TEST_F(Drawing, crowd_window_has_every_member_at_its_position_in_its_own_pose) {
  const Image image = draw("crowd_window", kFigure + " walk run idle wave --time 0.4");
  const double h = pose_bounds(figure(), rest_pose(figure())).size().y;
  Camera camera;
  camera.eye = {0, 6 * h, 0.65 * h * 20 + 7 * h};
  camera.target = {0, 0, 0.3 * 0.65 * h * 20};
  camera.far_distance = 1000;
  const char* const clips[] = {"walk", "run", "idle", "wave"};
  int chests = 0, chests_seen = 0, arms = 0, arms_seen = 0;
  for (int i = 0; i < 400; ++i) {
    const Vec3d stands{(i % 20 - 9.5) * 1.3 * h, 0, (i / 20 - 9.5) * 1.3 * h};
    const Pose pose = pose_of(clips[i % 4], 0.37 * i + 0.4);
    const Pixel chest = at(image, camera, place(pose, "spine3") + stands);
    if (chest.r < 0) continue;  // outside the image
    ++chests;
    chests_seen += is_shirt(chest) ? 1 : 0;
    const Vec3d arm = middle(pose, "right_forearm", "right_hand");
    if (i < 300 || i % 4 != 3 || arm.y < 1.3) continue;  // the front quarter of the crowd, if it is waving
    ++arms;
    arms_seen += is_skin(at(image, camera, arm + stands)) ? 1 : 0;
  }
  EXPECT_GT(chests, 300);
  EXPECT_GE(chests_seen, chests * 0.93);
  EXPECT_GE(arms, 5);
  EXPECT_GE(arms_seen, arms * 0.8);
}

// --- the steps -------------------------------------------------------------------------------------------

TEST_F(Drawing, step_1_is_green_everywhere) {
  const Image image = draw("step_1_window", "");
  EXPECT_EQ(box_of(image, [](const Pixel& p) { return p == kGreen; }).count, 800 * 600);
}

TEST_F(Drawing, step_2_moves_a_bar_by_time_and_holds_it) {
  const auto is_bar = [](const Pixel& p) { return p == kBlack; };
  const Box bar = box_of(draw("step_2_loop", "--time 1"), is_bar);
  EXPECT_EQ(bar.left, 200);  // a quarter of four seconds
  EXPECT_EQ(bar.right, 209);
  EXPECT_EQ(bar.count, 10 * 600);
  EXPECT_EQ(box_of(draw("step_2_loop", "--time 1 --keys space"), is_bar).left, 0);
}

TEST_F(Drawing, step_3_has_the_same_image_after_a_lost_context) {
  // A triangle in a circle of 180 pixels, after an eighth of a turn.
  const Image image = draw("step_3_lost_context", "--time 0.5");
  EXPECT_EQ(ran_.out, "Step 3: context 1, D loses it\n");
  const Box triangle = box_of(image, [](const Pixel& p) { return p == kYellow; });
  EXPECT_NEAR(triangle.count, 3 * std::sqrt(3.0) / 4 * 180 * 180, 500);
  EXPECT_NEAR(triangle.right, 400 + 180 * std::sqrt(0.5), 3);
  EXPECT_NEAR(triangle.top, 300 - 180 * std::sqrt(0.5), 3);
  EXPECT_EQ(draw("step_3_lost_context", "--time 0.5 --keys d"), image);
  EXPECT_EQ(ran_.out, "Step 3: context 2, D loses it\n");
}

TEST_F(Drawing, step_4_lists_the_file_and_draws_its_bones) {
  const Image image = draw("step_4_load", kFigure);
  EXPECT_THAT(ran_.out,
              HasSubstr("53 joints\nmesh watch: 181 vertices, 220 triangles\n"
                        "mesh mannequin: 5424 vertices, 9932 triangles\nclip 1: walk\nclip 2: run\n"));
  const Pose rest = rest_pose(figure());
  const Camera camera = joint_camera(rest, 0);
  const std::pair<const char*, const char*> bones[] = {
      {"left_shin", "left_foot"}, {"right_upper_arm", "right_elbow"}, {"neck", "head"}, {"spine1", "spine2"}};
  for (const auto& [from, to] : bones) {
    const Spot spot = on_screen(camera, middle(rest, from, to));
    int darkest = 255;
    for (int dy = -1; dy <= 1; ++dy)
      for (int dx = -1; dx <= 1; ++dx) darkest = std::min(darkest, pixel(image, spot.x + dx, spot.y + dy).g);
    EXPECT_LT(darkest, 160) << from;
  }
  const Box lines = box_of(image, [](const Pixel& p) { return p.g < 160; });
  EXPECT_NEAR(lines.left, on_screen(camera, place(rest, "right_little2")).x, 25);
  EXPECT_LT(lines.count, 8000) << "lines, not surfaces";
}

TEST_F(Drawing, step_5_has_the_figure_at_rest_in_its_colours) {
  const Image image = draw("step_5_shader", kFigure);
  const Pose rest = rest_pose(figure());
  const Camera camera = joint_camera(rest, 0);
  EXPECT_GT(overlap(silhouette(
                        camera, [&](double) { return rest; }, 0),
                    image, kGreen),
            0.97);
  // The colour of the shirt is 0.27 0.52 0.68, times a brightness from 0.2 to 1.
  const Pixel chest = at(image, camera, place(rest, "spine3"));
  const double brightness = chest.b / (0.68 * 255);
  EXPECT_GE(brightness, 0.2);
  EXPECT_LE(brightness, 1.01);
  EXPECT_NEAR(chest.r, 0.27 * 255 * brightness, 2);
  EXPECT_NEAR(chest.g, 0.52 * 255 * brightness, 2);
}

TEST_F(Drawing, step_6_plays_at_half_speed_walks_and_survives_a_lost_context) {
  const Image image = draw("step_6_play", kFigure + " --time 1 --keys '4 up'");
  const Camera camera = joint_camera(pose_of("walk", 0), 0.4);
  const auto waving = [](double time_s) {  // 1.2 units per second towards +z
    Pose pose = pose_of("wave", time_s / 2);
    for (Mat4d& world : pose.world) world = translation_matrix(Vec3d{0, 0, 1.2 * time_s}) * world;
    return pose;
  };
  EXPECT_GT(overlap(silhouette(camera, waving, 1), image, kGreen), 0.96);
  EXPECT_EQ(draw("step_6_play", kFigure + " --time 1 --keys '4 up d'"), image);
}

// --- bad input -------------------------------------------------------------------------------------------

TEST_F(Drawing, a_missing_file_is_named) {
  for (const char* program :
       {"show_character", "from_pack", "crowd_window", "step_4_load", "step_5_shader", "step_6_play"}) {
    const Ran ran = run(program, "nowhere/hero.x --out picture.png");
    EXPECT_EQ(ran.code, 1) << program;
    EXPECT_EQ(ran.out, "nowhere/hero.x: no such file\n") << program;
  }
  EXPECT_EQ(run("shader_skinning", "nowhere/hero.x walk").out, "nowhere/hero.x: no such file\n");
  EXPECT_EQ(run("shader_skinning", kFigure + " swim").out, asset("mannequin.x") + ": no clip swim\n");
  EXPECT_FALSE(folder_.has("picture.png"));
}

TEST_F(Drawing, without_a_display_or_out_the_window_says_so) {
  const Ran ran = run("step_1_window", "");
  EXPECT_EQ(ran.code, 1);
  EXPECT_THAT(ran.out, HasSubstr("window: no display is available"));
}

// --- sources ----------------------------------------------------------------------------------------------

// Programs must find the locations of uniforms when they get a context. Frames must not look up names.
TEST(ExampleSources, uniforms_are_found_once_for_each_context) {
  int programs = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(SKELTER_TUTORIALS "/..")) {
    const std::string name = entry.path().filename().string();
    if (entry.path().extension() != ".cpp" && entry.path().extension() != ".h") continue;
    std::ifstream in(entry.path(), std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    if (name == "gl_tools.h") continue;  // contains the function that the others call
    EXPECT_EQ(text.find("glGetUniformLocation"), std::string::npos) << name;
    const std::size_t call = text.find("find_uniforms(");
    programs += call != std::string::npos ? 1 : 0;
    for (std::size_t at = call; at != std::string::npos; at = text.find("find_uniforms(", at + 1)) {
      const auto last = [&](const char* what) { return static_cast<std::ptrdiff_t>(text.rfind(what, at)); };
      EXPECT_GT(std::max(last(" gain_context() "), last(" init() ")),
                std::max({last(" draw("), last(" render("), last(" update(")}))
          << name;
    }
  }
  EXPECT_GE(programs, 9);
}

}  // namespace
}  // namespace skelter::test
