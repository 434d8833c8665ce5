// The programs of the four tutorials, run as a user runs them: without a display, and in a window on a
// virtual display with real keys. Expected numbers come from the tutorials, were worked out by hand, or come
// from an independent program (blend_example.expected.json in the corpus).

#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "examples/drawing.h"
#include "skelter/scene/size.h"
#include "support/corpus.h"

namespace skelter::test {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

// Pixels per unit at distance 1 in an image of 600 rows. 2.414214 is 1 / tan(45 degrees / 2).
constexpr double kPixels = 2.414214 * 300;

// --- the tower -------------------------------------------------------------------------------------------

struct TowerNumbers {
  double joint_x = 0, joint_y = 0, tip_x = 0, tip_y = 0;
};

class TowerProgram : public Drawing {
 protected:
  TowerNumbers numbers() const {
    TowerNumbers n;
    double time_s = 0;
    EXPECT_EQ(std::sscanf(ran_.out.c_str(), "%lf s: bone 3 at %lf %lf, vertex 599 at %lf %lf", &time_s,
                          &n.joint_x, &n.joint_y, &n.tip_x, &n.tip_y),
              5)
        << ran_.out;
    return n;
  }
  // Compares the joint of the fourth bone with the formula of the chain for these angles.
  static void expect_joint(const TowerNumbers& n, const std::array<double, 3>& angles) {
    const double lengths[] = {1.25, 0.80, 0.60};
    double x = 0, y = -1, angle = 0;
    for (int i = 0; i < 3; ++i) {
      angle += angles[i];
      x -= lengths[i] * std::sin(angle);
      y += lengths[i] * std::cos(angle);
    }
    EXPECT_NEAR(n.joint_x, x, 3e-6);
    EXPECT_NEAR(n.joint_y, y, 3e-6);
  }
};

TEST_F(TowerProgram, has_the_angles_and_vertices_of_the_millisecond_clock) {
  const Image image = draw("tutorial_tower", "--time 0.1");
  TowerNumbers n = numbers();
  expect_joint(n, {0.107045, 0.176331, 0.190209});
  EXPECT_NEAR(n.tip_x, -1.098528, 2e-6);
  EXPECT_NEAR(n.tip_y, 2.428912, 2e-6);
  // The eye is at (0, 1, 5), so the tip is 5 away.
  const Box tower = box_of(image, [](const Pixel& p) { return p.b > 127; });
  EXPECT_NEAR(tower.top, 300 - (2.428912 - 1) / 5 * kPixels, 2.5);  // the other corner is slightly higher
  EXPECT_GT(pixel(image, 400 - 1.098528 / 5 * kPixels + 1, tower.top + 2).b, 127);
  (void)draw("tutorial_tower", "--time 0.65");
  n = numbers();
  expect_joint(n, {0.508175, -0.242684, 0.190215});
  EXPECT_NEAR(n.tip_x, -1.533964, 2e-6);
  EXPECT_NEAR(n.tip_y, 2.295013, 2e-6);
}

// Heights to which the bones move four vertices, and their half widths in the bind pose.
TEST_F(TowerProgram, at_rest_is_solid_blue_on_black_with_its_heights_and_widths) {
  const Image image = draw("tutorial_tower", "");
  const Box tower = box_of(image, [](const Pixel& p) { return p != kBlack; });
  EXPECT_NEAR(tower.left, 355.10, 1);
  EXPECT_NEAR(tower.right, 444.90, 1.5);
  EXPECT_NEAR(tower.bottom, 589.71, 1);
  EXPECT_NEAR(tower.top, 60.99, 1);
  struct {
    double height, half_width;
  } const rows[] = {{0.5, 0.235}, {1.55, 0.163}, {2.4, 0.085}};
  for (const auto& row : rows) {
    const double y = 300 - (row.height - 1) / 5 * kPixels - 1.5, x = row.half_width / 5 * kPixels;
    for (const double side : {-1.0, 1.0}) {
      EXPECT_EQ(pixel(image, 400 + side * (x - 2.5), y), kBlue) << row.height;
      EXPECT_EQ(pixel(image, 400 + side * (x + 2.5), y), kBlack) << row.height;
    }
  }
  EXPECT_EQ(run("tutorial_tower", "hero.x").out, "usage: tower\n");
  EXPECT_EQ(run("tutorial_tower", "hero.x").code, 2);
}

// --- numbers of the blending file -------------------------------------------------------------------------

const nlohmann::json& expected() {
  static const nlohmann::json file = [] {
    std::string text;
    if (std::FILE* in = std::fopen(corpus_file("x-made/blend_example.expected.json").c_str(), "rb")) {
      char buffer[4096];
      for (std::size_t n; (n = std::fread(buffer, 1, sizeof(buffer), in)) > 0;) text.append(buffer, n);
      std::fclose(in);
    }
    return nlohmann::json::parse(text);
  }();
  return file;
}
std::string blending_file() {
  return "'" + corpus_file("x-made/blend_example.x") + "'";
}

// Parses "... at X Y Z\n" at the end of an output, and converts the position back to the file's own axes.
Vec3d last_place(const std::string& text) {
  const std::size_t at = text.rfind(" at ");
  Vec3d place;
  EXPECT_NE(at, std::string::npos) << text;
  if (at == std::string::npos) return place;
  EXPECT_EQ(std::sscanf(text.c_str() + at, " at %lf %lf %lf", &place.x, &place.y, &place.z), 3) << text;
  return {place.x, place.y, -place.z};
}
void expect_place(const std::string& text, const nlohmann::json& vertex) {
  const Vec3d place = last_place(text);
  EXPECT_NEAR(place.x, vertex[0].get<double>(), 1e-4);
  EXPECT_NEAR(place.y, vertex[1].get<double>(), 1e-4);
  EXPECT_NEAR(place.z, vertex[2].get<double>(), 1e-4);
}

// --- the skin mesh ---------------------------------------------------------------------------------------

using SkinMeshProgram = Drawing;

// Vertex 4 becomes the last corner of the last triangle (3, 4, 5), because reading mirrors an axis and swaps
// corners.
TEST_F(SkinMeshProgram, blends_vertices_by_offset_and_bone_and_takes_the_nearest_matrix_key) {
  SKELTER_REQUIRE_CORPUS();
  int checked = 0;
  for (const auto& one : expected()["single"]) {
    const bool swing = one["clip"] == "swing" && one["absent_channels"] == "rest";
    const bool wave = one["clip"] == "wave" && one["matrix_keys"] == "nearest";
    if ((!swing && !wave) || one["wrap"] != "loop" || one["tick"] != 250) continue;
    (void)draw("tutorial_skin_mesh", blending_file() + " " + one["clip"].get<std::string>() + " --time 0.25");
    EXPECT_THAT(ran_.out, StartsWith("3 frames, 1 mesh nodes, 2 bones; 0.25 s: "));
    expect_place(ran_.out, one["skinned"][4]);
    ++checked;
  }
  EXPECT_EQ(checked, 2);
}

TEST_F(SkinMeshProgram, plays_the_bundled_figure_on_grey_and_space_pauses_it) {
  const Image image = draw("tutorial_skin_mesh", "--time 0.4");
  const Camera camera = auto_camera(pose_bounds(figure(), pose_of("walk", 0)));
  const Image wanted = silhouette(
      camera, [](double time_s) { return pose_of("walk", time_s); }, 0.4);
  const Pixel grey = pixel(image, 5, 5);
  EXPECT_NEAR(grey.r, 127.5, 1);
  EXPECT_EQ(grey.r, grey.b);
  EXPECT_GT(overlap(wanted, image, grey), 0.97);
  EXPECT_TRUE(is_shirt(at(image, camera, place(pose_of("walk", 0.4), "spine3"))));
  (void)draw("tutorial_skin_mesh", "--time 0.4 --taps space");
  EXPECT_THAT(ran_.out, HasSubstr("; 0.00 s: "));
}

TEST_F(SkinMeshProgram, reports_what_it_does_not_find) {
  EXPECT_EQ(run("tutorial_skin_mesh", "nowhere/hero.x").out, "nowhere/hero.x: no such file\n");
  folder_.write("bend.x", kBendFile);
  const Ran ran = run("tutorial_skin_mesh", "bend.x swim");
  EXPECT_EQ(ran.code, 1);
  EXPECT_EQ(ran.out, "no clip is named \"swim\"; the clips are \"bend\", \"#1\"\n");
}

// --- blending --------------------------------------------------------------------------------------------

using BlendProgram = Drawing;

TEST_F(BlendProgram, adds_amount_times_difference_on_all_sixteen_numbers) {
  SKELTER_REQUIRE_CORPUS();
  int checked = 0;
  for (const auto& one : expected()["seed_additive"]) {
    // Times within both clips, where wrapping does not matter. Missing key lists come from the frame.
    if (one["absent_channels"] != "rest" || one["tick"] == 0 || one["tick"] > 500) continue;
    std::string arguments = blending_file();
    for (const auto& set : one["amounts"])
      arguments += fmt::format(" {} {}", set["clip"].get<std::string>(), set["amount"].get<double>());
    (void)draw("tutorial_blend", arguments + fmt::format(" --time {}", one["tick"].get<int>() / 1000.0), 640,
               480);
    SCOPED_TRACE(arguments);
    expect_place(ran_.out, one["skinned"][5]);
    ++checked;
  }
  EXPECT_GE(checked, 3);
}

TEST_F(BlendProgram, keys_act_when_they_are_released) {
  const auto states = [&](const std::string& keys) {
    (void)draw("tutorial_blend", "--time 0.1 " + keys, 640, 480);
    return ran_.out.substr(0, ran_.out.find(','));
  };
  const char* const all_on = "0.10 s: left_arm on right_arm on left_leg on right_leg on body on";
  EXPECT_EQ(states(""), all_on);
  EXPECT_EQ(states("--keys '1 2 3 4 5'"), all_on) << "held down";
  EXPECT_EQ(states("--taps '1 4'"), "0.10 s: left_arm off right_arm on left_leg on right_leg off body on");
  EXPECT_EQ(states("--taps '2 3 5'"), "0.10 s: left_arm on right_arm off left_leg off right_leg on body off");
  EXPECT_EQ(states("--taps '1 2 3 4 5 space'"), all_on);
  EXPECT_EQ(states("--taps '3 3'"), all_on);
}

TEST_F(BlendProgram, is_dark_blue_with_a_yellow_list_of_keys_whose_black_is_transparent) {
  const Image image = draw("tutorial_blend", "--time 0.4", 640, 480);
  const Pixel dark_blue{0, 0, 64};
  EXPECT_EQ(pixel(image, 630, 10), dark_blue);
  EXPECT_EQ(pixel(image, 10, 470), dark_blue);
  EXPECT_EQ(pixel(image, 3, 3), dark_blue) << "the list has a black border";
  const Box list = box_of(image, [](const Pixel& p) { return p == kYellow; });
  EXPECT_GT(list.count, 3000);
  EXPECT_LT(list.right, 160);
  EXPECT_LT(list.bottom, 150);
  EXPECT_EQ(list.top, 8);
  const Image keys = *decode_image_file(SKELTER_TUTORIALS "/blend/keys.png");
  int wrong = 0;
  for (std::uint32_t y = 0; y < keys.height; ++y)
    for (std::uint32_t x = 0; x < keys.width; ++x)
      wrong += pixel(image, x, y) == (pixel(keys, x, y) == kBlack ? dark_blue : kYellow) ? 0 : 1;
  EXPECT_EQ(wrong, 0) << "the figure stands beside the list";
}

// The eye is at (600, 200, -600) in the tutorial's axes and looks at the origin. The character is 513 units
// tall and centred there. An arm that is off hangs: its hand is below the shoulder by the length of the arm.
TEST_F(BlendProgram, an_arm_that_is_off_hangs_below_its_shoulder) {
  Camera camera;
  camera.eye = {600, 200, 600};
  camera.target = {};
  camera.far_distance = 10000;
  const Pose rest = rest_pose(figure());
  const auto shown = [&](const Vec3d& p) { return (p - Vec3d{0, 0.9, 0}) * 285.0; };
  const Vec3d shoulder = place(rest, "left_upper_arm"), hand = place(rest, "left_hand");
  const Vec3d forearm = place(rest, "left_forearm");
  const double upper = length(forearm - shoulder), lower = length(hand - forearm);
  const Vec3d middle_of_forearm = shown(shoulder - Vec3d{0, upper + 0.6 * lower, 0});
  const Spot hangs = on_screen(camera, middle_of_forearm, 640, 480);
  const Image off = draw("tutorial_blend", "--time 0.4 --taps '1 2 5'", 640, 480);
  EXPECT_TRUE(is_skin(pixel(off, hangs.x, hangs.y)));
  const Spot modelled = on_screen(camera, shown(middle(rest, "left_forearm", "left_hand")), 640, 480);
  EXPECT_EQ(pixel(off, modelled.x, modelled.y), (Pixel{0, 0, 64})) << "where the arm was modelled";
  const Image on = draw("tutorial_blend", "--time 0.4 --taps '5'", 640, 480);
  EXPECT_FALSE(is_skin(pixel(on, hangs.x, hangs.y)));
  // From the head to the shoes: the origin is 871.78 away, and 513 units are 341 rows.
  const Box body = box_of(off, [](const Pixel& p) { return p != Pixel{0, 0, 64} && p != kYellow; });
  EXPECT_NEAR(body.bottom - body.top, 513 / 871.78 * 2.414214 * 240, 25);
}

TEST_F(BlendProgram, reports_what_it_does_not_find) {
  EXPECT_EQ(run("tutorial_blend", "nowhere/hero.x").out, "nowhere/hero.x: no such file\n");
  folder_.write("bend.x", kBendFile);
  const Ran ran = run("tutorial_blend", "bend.x");
  EXPECT_EQ(ran.code, 1);
  EXPECT_EQ(ran.out, "no clip is named \"left_arm\"; the clips are \"bend\", \"#1\"\n");
  EXPECT_EQ(run("tutorial_blend", "bend.x bend").out, "usage: blend [FILE [SET AMOUNT]...]\n");
}

// --- the character ---------------------------------------------------------------------------------------

using CharacterProgram = Drawing;

// The character at half speed, scaled to a height of `height` units on a ground at `feet`.
std::function<Pose(double time_s)> half_speed(const std::string& clip, double height, double feet) {
  const double scale = height / scene_size(figure());
  const Mat4d world = translation_matrix(Vec3d{0, feet, 0}) * scale_matrix(Vec3d{scale, scale, scale});
  return [=](double time_s) {
    Pose pose = pose_of(clip, time_s / 2);
    for (Mat4d& node : pose.world) node = world * node;
    return pose;
  };
}
Camera tutorial_camera(const Vec3d& eye, const Vec3d& target) {
  Camera camera;
  camera.eye = eye;
  camera.target = target;
  camera.near_distance = 1;
  camera.far_distance = 10000;
  return camera;
}

TEST_F(CharacterProgram, walks_at_half_speed_on_green_before_the_first_camera) {
  const Image image = draw("tutorial_character", "--time 1");
  EXPECT_THAT(ran_.out, StartsWith("walk at 0.50 s, "));
  EXPECT_EQ(pixel(image, 5, 5), kGreen);
  EXPECT_EQ(pixel(image, 790, 590), kGreen);
  const Camera camera = tutorial_camera({0, 0, 10}, {0, 0, 0});
  EXPECT_GT(overlap(silhouette(camera, half_speed("walk", 6, -3), 1), image, kGreen), 0.97);
  // The top of the head is near (0, 3, 0), which is 10 away.
  const Box box = box_of(image, [](const Pixel& p) { return p != kGreen; });
  EXPECT_NEAR(box.top, 300 - 3.0 / 10 * kPixels, 12);
}

TEST_F(CharacterProgram, second_camera_looks_up_from_further_away) {
  const Image image = draw("tutorial_character", "--time 1 --taps c");
  const Camera camera = tutorial_camera({0, 0, 20}, {0, 10, 0});
  EXPECT_GT(overlap(silhouette(camera, half_speed("walk", 16, 2), 1), image, kGreen), 0.97);
  // Numbers of that camera: row 4 is (0, -8.944272, 17.888544), column 3 is (0, 0.447214, 0.894427), so
  // column 2 is (0, 0.894427, -0.447214). The top of the head is near (0, 18, 0).
  const double up = 18 * 0.894427 - 8.944272, depth = 18 * 0.447214 + 17.888544;
  const Box box = box_of(image, [](const Pixel& p) { return p != kGreen; });
  EXPECT_NEAR(box.top, 300 - up / depth * kPixels, 12);
}

// A square of one unit on a bone that moves to the right by half a unit per second. At half speed, it has
// moved by a quarter after one second. Enlarged six times, it covers x from -1.5 to 4.5 at a distance of 10.
// The light at (0, 50, 100) shines on it from the front.
std::string square(const char* normal) {
  return std::string(
             "xof 0303txt 0032\nAnimTicksPerSecond { 10; }\nFrame Bone { Mesh { 4;"
             " -0.5;-0.5;0;, 0.5;-0.5;0;, 0.5;0.5;0;, -0.5;0.5;0;; 1; 4;3,2,1,0;;"
             " MeshNormals { 1; ") +
         normal +
         "; 1; 4;0,0,0,0;; }"
         " MeshMaterialList { 1; 1; 0; Material { 1;0;0;1;; 0; 0;0;0;; 0;0;0;; } } } }\n"
         "AnimationSet Slide { Animation { {Bone} AnimationKey { 2; 3; 0;3;0,0,0;;, 10;3;0.5,0,0;;,"
         " 20;3;1,0,0;;; } } }\n";
}

TEST_F(CharacterProgram, static_mesh_follows_its_bone_in_the_light) {
  folder_.write("square.x", square("0;0;-1;"));
  const Image image = draw("tutorial_character", "square.x slide --time 1");
  EXPECT_EQ(ran_.out, "Slide at 0.50 s, 1 draw calls\n");
  const Box box = box_of(image, [](const Pixel& p) { return p != kGreen; });
  EXPECT_NEAR(box.left, 400 - 1.5 / 10 * kPixels, 1);
  EXPECT_NEAR(box.right, 400 + 4.5 / 10 * kPixels, 1);
  // The model's lowest point is put at -3 without counting the square's lower half, so the square covers y
  // from -6 to 0. At a corner, such as (-1.5, 0, 0), N.L is 100 / |(1.5, 50, 100)|.
  const Pixel corner = pixel(image, box.left + 2, box.top + 2);
  EXPECT_NEAR(corner.r / 255.0, 100 / std::hypot(1.5, 50, 100), 0.01);
  EXPECT_EQ(corner.g, 0);
  // The square faces away from the light, so N.L is negative.
  folder_.write("behind.x", square("0;0;1;"));
  const Image dark = draw("tutorial_character", "behind.x slide --time 1");
  EXPECT_EQ(pixel(dark, box.left + 2, box.top + 2), (Pixel{51, 0, 0})) << "a fifth";
}

// At half speed, walk is at 0.5 s after one second, and run is at 0.75 s after another half second.
TEST_F(CharacterProgram, digits_change_the_set_and_keep_the_position) {
  const Image image = draw("tutorial_character", "--time 1.5 --taps 2@1");
  EXPECT_THAT(ran_.out, StartsWith("run at 0.75 s, "));
  const Camera camera = tutorial_camera({0, 0, 10}, {0, 0, 0});
  EXPECT_GT(overlap(silhouette(camera, half_speed("run", 6, -3), 1.5), image, kGreen), 0.97);
  EXPECT_EQ(draw("tutorial_character", "--time 1.5 --taps '2@1 d@1.2'"), image) << "after a lost context";
}

TEST_F(CharacterProgram, a_second_key_restarts_the_set) {
  const Image image = draw("tutorial_character", "--time 1.5 --taps '2@1 r@1'");
  EXPECT_THAT(ran_.out, StartsWith("run at 0.25 s, "));
  const Camera camera = tutorial_camera({0, 0, 10}, {0, 0, 0});
  EXPECT_GT(overlap(silhouette(camera, half_speed("run", 6, -3), 0.5), image, kGreen), 0.97);
}

TEST_F(CharacterProgram, reports_what_it_does_not_find) {
  EXPECT_EQ(run("tutorial_character", "nowhere/hero.x").out, "nowhere/hero.x: no such file\n");
  folder_.write("bend.x", kBendFile);
  const Ran ran = run("tutorial_character", "bend.x swim");
  EXPECT_EQ(ran.code, 1);
  EXPECT_THAT(ran.out, HasSubstr("no set is named \"swim\"; expected one of \"bend\""));
}

// --- windows ---------------------------------------------------------------------------------------------

constexpr const char* kScript = R"SH(
end=$((SECONDS + 120))
fail() { echo "$*" >&2; cat said xvfb.log >&2; exit 9; }
until_ok() {
  until "$@"; do
    [ -z "$P" ] || kill -0 $P 2>/dev/null || fail "the program has ended"
    [ $SECONDS -lt $end ] || fail "$*: not within 120 s"
    sleep 0.05
  done
}
P=
rm -f display
Xvfb -displayfd 1 -noreset -screen 0 1600x1000x24 -nolisten tcp >display 2>xvfb.log & X=$!
trap 'kill $P $X 2>/dev/null; wait' EXIT
until_ok test -s display
export DISPLAY=:$(cat display)
"$PROGRAM" >said 2>&1 & P=$!
found() { W=$(xdotool search --onlyvisible --name "^$TITLE\$" 2>/dev/null) && [ "$(wc -w <<<"$W")" = 1 ]; }
until_ok found
xdotool getwindowgeometry --shell "$W"
)SH";

class TutorialWindow : public Drawing {
 protected:
  void SetUp() override {
    for (const char* tool : {"Xvfb", "xdotool"})
      if (folder_.shell(std::string("command -v ") + tool).code != 0) GTEST_SKIP() << "no " << tool;
  }
  Ran play(const std::string& program, const std::string& title, const std::string& actions) {
    folder_.write("play.sh",
                  kScript + actions +
                      "xdotool keydown --window $W Escape\nwait $P; code=$?; P=; cat said\nexit $code\n");
    return folder_.shell("PROGRAM='" SKELTER_EXAMPLES "/" + program + "' TITLE='" + title +
                         "' timeout 300 bash play.sh");
  }
};

TEST_F(TutorialWindow, all_open_where_the_tutorials_put_them_and_end_when_escape_is_pressed) {
  const Ran tower = play("tutorial_tower", "Skeletal Animation Technique", "");
  EXPECT_EQ(tower.code, 0) << tower.err;
  EXPECT_THAT(tower.out, HasSubstr("X=100\nY=100\nWIDTH=800\nHEIGHT=600\n"));
  const Ran mesh = play("tutorial_skin_mesh", "Skin mesh", "");
  EXPECT_EQ(mesh.code, 0) << mesh.err;
  EXPECT_THAT(mesh.out, HasSubstr("WIDTH=800\nHEIGHT=600\n"));
  const Ran character = play("tutorial_character", "Skelter: character", "");
  EXPECT_EQ(character.code, 0) << character.err;
  EXPECT_THAT(character.out, HasSubstr("X=200\nY=200\nWIDTH=800\nHEIGHT=600\n"));
}

TEST_F(TutorialWindow, blend_acts_on_released_keys_and_on_those_of_the_number_pad) {
  const Ran ran = play("tutorial_blend", "Blended Skeletal Animation Demo",
                       "xdotool keydown --window $W 1\n"
                       "xdotool key --window $W 2\nxdotool key --window $W KP_4\n");
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("X=0\nY=0\nWIDTH=640\nHEIGHT=480\n"));
  EXPECT_THAT(ran.out, HasSubstr("left_arm on right_arm off left_leg on right_leg off body on"));
}

}  // namespace
}  // namespace skelter::test
