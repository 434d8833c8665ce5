#include "demos/lesson/pages.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "demos/tower/tower_strip.h"
#include "skelter/math/trig.h"
#include "skelter/scene/evaluate.h"

namespace skelter::demos {
namespace {

constexpr Vec3 kGreen{0.35f, 0.85f, 0.45f}, kRed{1.0f, 0.42f, 0.36f}, kBlue{0.45f, 0.68f, 1.0f};

Mat4d turn_about_z(double degrees) {
  return rotation_matrix(from_axis_angle(Vec3d{0, 0, 1}, degrees * kRadPerDeg));
}

// The left or right part of a panel, with a width of `share` of the panel's width.
Panel left_part(const Panel& panel, double share) {
  return {panel.x, panel.y, panel.width * share, panel.height};
}
Panel right_part(const Panel& panel, double share) {
  return {panel.x + panel.width * (1 - share), panel.y, panel.width * share, panel.height};
}

// --- the tower -------------------------------------------------------------------------------------------

struct PosedTower {
  Pose pose;
  TowerStrip strip;
  SkinnedVertices skinned;
};

PosedTower posed_tower(const LessonStage& stage, double time_s) {
  PosedTower tower{
      tower_pose(stage.tower, stage.bones, time_s, TowerClock::smooth), *find_strip(stage.tower), {}};
  tower.skinned = skin(stage.tower, tower.pose, tower.strip.node, tower.strip.instance);
  return tower;
}

Vec2d flat(const Vec3d& p) {
  return {p.x, p.y};
}

// Draws the strip in the colours of the weights.
void draw_strip(const LessonStage& stage, const Board& board, const PosedTower& tower,
                double to_the_right = 0) {
  const std::vector<Vec3> colors = weight_colors(*tower.strip.primitive);
  for (const std::uint32_t v : joined_triangles(*tower.strip.primitive)) {
    const Vec3d& p = tower.skinned.positions[v];
    const Vec2d at = board.on_picture({p.x + to_the_right, p.y});
    stage.triangles.push_back(
        colored_vertex({static_cast<float>(at.x), static_cast<float>(at.y), 0}, colors[v] * 0.55f));
  }
}

Vec2d joint_of(const LessonStage& stage, const PosedTower& tower, std::size_t bone) {
  return flat(translation_part(tower.pose.world[stage.bones[bone]]));
}

void draw_bones(const LessonStage& stage, Board& board, const PosedTower& tower) {
  for (std::size_t bone = 1; bone < kTowerBones; ++bone)
    board.line(joint_of(stage, tower, bone - 1), joint_of(stage, tower, bone), kYellow, 2);
}

// --- 1: points and matrices ------------------------------------------------------------------------------

// Oblique projection: z goes right and up, shortened.
Vec2d oblique(const Vec3d& p) {
  return {p.x + 0.3 * p.z, p.y + 0.2 * p.z};
}

void draw_points(LessonStage& stage) {
  const Vec3d u{-3, 2, -8}, moved_by{4, -3, 8};
  const Mat4d a = translation_matrix(moved_by), b = turn_about_z(45);
  const Vec3d v = transform_point(a, u), w = transform_point(b, v), other = transform_point(a * b, u);

  Board board(stage.overlay, stage.panel, {-7.6, -4.6}, {6.6, 4.4});
  const Vec2d origin{0, 0};
  board.arrow(origin, oblique({4, 0, 0}), kGrey, "");
  board.arrow(origin, oblique({0, 4, 0}), kGrey, "");
  board.arrow(origin, oblique({0, 0, 9}), kGrey, "");
  board.text(oblique({4, 0, 0}), kGrey, "x");
  board.text(oblique({0, 4, 0}), kGrey, "y");
  board.text(oblique({0, 0, 9}), kGrey, "z, into the picture", Side::above);

  board.arrow(oblique(u), oblique(v), kYellow);
  board.text({-2.2, 0.25}, kYellow, "A: move by " + shown(moved_by), Side::above);
  board.arc(origin, length(v), -45 * kRadPerDeg, 0, kGreen, 2);
  board.text({1.42, -0.55}, kGreen, "B: turn by 45 degrees");
  board.dashes(oblique(u), oblique(other), kRed);
  board.dot(oblique(u), kWhite, "u " + shown(u), Side::above);
  board.dot(oblique(v), kYellow, "uA " + shown(v), Side::below);
  board.dot(oblique(w), kGreen);
  board.text({2.6, 0}, kGreen, "uAB " + shown(w), Side::above);
  board.dot(oblique(other), kRed, "uBA " + shown(other) + ": the other order", Side::below);
  board.text({-7.4, -4.4}, kWhite, "row 4 of AB: " + shown(translation_part(b * a)));
}

// --- 2: a chain of bones ---------------------------------------------------------------------------------

void draw_chain(LessonStage& stage) {
  const PosedTower tower = posed_tower(stage, stage.time_s);
  const auto angles = tower_angles_rad(stage.time_s, TowerClock::smooth);
  Board board(stage.overlay, stage.panel, {-2.6, -1.15}, {2.6, 2.75});
  draw_bones(stage, board, tower);
  for (std::size_t bone = 0; bone < kTowerBones; ++bone) {
    const Vec2d joint = joint_of(stage, tower, bone);
    board.dot(joint, bone_color(bone), fmt::format("joint {} at {}", bone, shown(joint)));
    if (bone == 0) continue;
    const Vec2d below = joint_of(stage, tower, bone - 1);
    board.text({(joint.x + below.x) / 2, (joint.y + below.y) / 2}, bone_color(bone),
               fmt::format("bone {}: turned by {:.2f} degrees", bone, angles[bone - 1] / kRadPerDeg),
               Side::left);
  }
}

// --- 3: weights ------------------------------------------------------------------------------------------

void draw_weights(LessonStage& stage) {
  constexpr std::uint32_t kVertex = 60;
  const PosedTower tower = posed_tower(stage, stage.time_s);
  const Primitive& strip = *tower.strip.primitive;
  Board board(stage.overlay, stage.panel, {-2.6, -1.15}, {3.0, 2.75});
  draw_strip(stage, board, tower);
  std::string sum;
  const Vec2d at = flat(tower.skinned.positions[kVertex]);
  for (std::uint32_t i = strip.influence_begin[kVertex]; i < strip.influence_begin[kVertex + 1]; ++i) {
    const Influence& influence = strip.influences[i];
    const Vec3d bind = to_double(strip.positions[kVertex]);
    const Vec2d alone = flat(transform_point(tower.pose.world[stage.bones[influence.joint]], bind));
    const std::string weight = shown(static_cast<double>(influence.weight));
    board.arrow(alone, at, bone_color(influence.joint), "weight " + weight, Side::left);
    board.dot(alone, bone_color(influence.joint),
              fmt::format("bone {} alone {}", influence.joint, shown(alone)), Side::left);
    sum += (sum.empty() ? "" : " and ") + weight;
  }
  board.dot(at, kWhite, {});
  board.text({at.x + 0.65, at.y}, kWhite, fmt::format("vertex {}, with {}: {}", kVertex, sum, shown(at)));
}

// --- 4: the tower by hand --------------------------------------------------------------------------------

void draw_tower(LessonStage& stage) {
  const PosedTower tower = posed_tower(stage, stage.time_s);
  Board board(stage.overlay, stage.panel, {-3.5, -1.15}, {3.0, 2.75});
  draw_strip(stage, board, tower);
  draw_bones(stage, board, tower);
  for (std::size_t bone = 0; bone < kTowerBones; ++bone) {
    const Vec2d joint = joint_of(stage, tower, bone);
    board.dot(joint, bone_color(bone), {});
    // The label is to the right of the strip's foot, where the strip is widest.
    board.text({joint.x + 0.36, joint.y}, bone_color(bone), fmt::format("joint {} {}", bone, shown(joint)));
  }
  for (const std::size_t vertex : {0u, 180u, 599u}) {
    const Vec2d at = flat(tower.skinned.positions[vertex]);
    board.dot(at, kWhite, fmt::format("vertex {} {}", vertex, shown(at)), Side::left);
  }
}

// --- 5: why there are offsets ----------------------------------------------------------------------------

void draw_offsets(LessonStage& stage) {
  const Vec3d bind{0, 50, 0}, now{0, 51, 0}, vertex{0, 51, 0};
  const Mat4d world = translation_matrix(now), offset = inverse_affine(translation_matrix(bind));
  const Vec3d wrong = transform_point(world, vertex), seen = transform_point(offset, vertex),
              right = transform_point(world * offset, vertex);

  // On the left, the wrong result: the height is added twice.
  Board whole(stage.overlay, left_part(stage.panel, 0.42), {-45, -6}, {45, 110});
  whole.line({0, 0}, {0, 106}, kGrey);
  whole.dot({0, 0}, kGrey, "(0, 0, 0)");
  whole.arrow({-6, 0}, {-6, vertex.y}, kBlue, "vertex " + shown(vertex), Side::left);
  whole.arrow({-6, vertex.y}, {-6, wrong.y}, kRed, "bone " + shown(now), Side::left);
  whole.dot({0, wrong.y}, kRed, "wrong " + shown(wrong));

  // On the right, the three correct steps; only the part near the bone is shown.
  Board near(stage.overlay, right_part(stage.panel, 0.56), {-1.6, 49.3}, {2.4, 52.6});
  near.line({0, 49.4}, {0, 52.4}, kGrey);
  near.dot({0, bind.y}, kYellow, "bone in the bind pose " + shown(bind));
  near.dot({0, vertex.y}, kBlue, "vertex " + shown(vertex));
  near.text({0, vertex.y - 0.25}, kBlue, "seen from the bone " + shown(seen));
  near.arrow({-0.35, bind.y}, {-0.35, now.y}, kYellow, "+ 1, to " + shown(now), Side::left);
  near.arrow({-0.35, vertex.y}, {-0.35, right.y}, kGreen, "vertex + 1", Side::left);
  near.dot({0, right.y}, kGreen, "right " + shown(right));
}

// --- 6: keys ---------------------------------------------------------------------------------------------

void draw_keys(LessonStage& stage) {
  const double t = stage.time_s - std::floor(stage.time_s);  // one second between keys
  const Vec2d chord{1 - t, t};
  const double angle = 90 * kRadPerDeg * t;
  const Vec2d turned{std::cos(angle), std::sin(angle)};

  // View along y, with x to the right and -z up.
  Board board(stage.overlay, stage.panel, {-0.55, -0.15}, {1.9, 1.15});
  board.arc({0, 0}, 1, 0, 90 * kRadPerDeg, kGrey);
  board.dashes({1, 0}, {0, 1}, kGrey);
  board.dot({1, 0}, kGrey, "first key, 0 s: (1, 0, 0)");
  board.dot({0, 1}, kGrey, "second key, 1 s: (0, 0, -1)", Side::above);
  board.text({0.5, -0.06}, kGrey, "x");
  board.text({-0.07, 0.5}, kGrey, "-z");
  board.arrow({0, 0}, chord, kRed);
  board.arrow({0, 0}, turned, kGreen);
  // Both points move, so their labels have fixed positions.
  board.text({0.72, 1.12}, kGreen,
             fmt::format("slerp {}, {} degrees, 1 long", shown({turned.x, 0, -turned.y}), shown(90 * t)));
  board.text({0.72, 1.02}, kRed,
             fmt::format("16 numbers {}, {} long", shown({chord.x, 0, -chord.y}),
                         shown(std::hypot(chord.x, chord.y))));
  board.text({-0.05, 0.02}, kWhite, fmt::format("x axis at {} s", shown(t)), Side::left);
}

// --- 7: blending -----------------------------------------------------------------------------------------

void draw_blending(LessonStage& stage) {
  constexpr double kAmount = 1.5, kRest = 20, kSampled = 45;
  const auto axis = [](double degrees) {
    return Vec2d{std::cos(degrees * kRadPerDeg), std::sin(degrees * kRadPerDeg)};
  };
  const Vec2d rest = axis(kRest), sampled = axis(kSampled),
              turned = axis(kRest + kAmount * (kSampled - kRest));
  const Vec2d sum{rest.x + kAmount * (sampled.x - rest.x), rest.y + kAmount * (sampled.y - rest.y)};

  Board board(stage.overlay, stage.panel, {-0.5, -0.12}, {1.75, 1.1});
  board.arc({0, 0}, 1, 0, 90 * kRadPerDeg, kGrey);
  board.text(axis(6), kGrey, "1 long");
  board.arrow({0, 0}, rest, kGrey);
  board.text(rest, kGrey, "at rest " + shown(rest));
  board.arrow({0, 0}, sampled, kBlue);
  board.text(sampled, kBlue, "swing at 0.25 s " + shown(sampled));
  board.dashes(rest, sum, kRed);
  board.arrow({0, 0}, sum, kRed);
  board.text(sum, kRed,
             fmt::format("sum, amount 1.5: {}, {} long", shown(sum), shown(std::hypot(sum.x, sum.y))));
  board.arrow({0, 0}, turned, kGreen);
  board.text({turned.x - 0.03, turned.y - 0.06}, kGreen, "turned 1.5 times as far " + shown(turned),
             Side::left);
}

// --- 8: palettes and shaders -----------------------------------------------------------------------------

void draw_palette(LessonStage& stage) {
  constexpr double kWeights[] = {0.5, 0.3, 0.2}, kMoved[] = {0, 10, 20};
  double three = 0;
  Board board(stage.overlay, stage.panel, {-5, -6}, {25, 7});
  board.line({0, 0}, {20, 0}, kGrey);
  for (std::size_t i = 0; i < 3; ++i) {
    three += kWeights[i] * kMoved[i];
    board.line({kMoved[i], 0}, {kMoved[i], 8 * kWeights[i]}, bone_color(i), 14);
    board.text({kMoved[i], 8 * kWeights[i]}, bone_color(i),
               fmt::format("bone {}: moved by {}, weight {}", i, kMoved[i], kWeights[i]), Side::above);
    board.text({kMoved[i], 0}, kGrey, shown(kMoved[i]), Side::below);
  }
  const double two = kWeights[0] * kMoved[0] + (1 - kWeights[0]) * kMoved[1];
  board.arrow({three, -3}, {three, -0.3}, kWhite);
  board.text({three, -3}, kWhite, fmt::format("three bones: {}", shown(three)));
  board.arrow({two, -5}, {two, -0.3}, kWhite);
  board.text({two, -5}, kWhite, fmt::format("two bones only: {}", shown(two)));
}

// --- 9: control ------------------------------------------------------------------------------------------

// In the walk, the hip moves from x = 0 to 4 within a second. In the wave, it stays at y = 2. The fade starts
// at 0.5 s and lasts 0.5 s.
double wave_weight(double time_s) {
  return std::clamp((time_s - 0.5) / 0.5, 0.0, 1.0);
}
Vec2d hip_at(double time_s) {
  const double wave = wave_weight(time_s);
  return {(1 - wave) * 4 * time_s, wave * 2};
}

void draw_control(LessonStage& stage) {
  const double now = std::fmod(stage.time_s, 1.0000001);
  Board weights(stage.overlay, left_part(stage.panel, 0.48), {-0.25, -0.35}, {1.25, 1.2});
  weights.arrow({0, 0}, {1.15, 0}, kGrey);
  weights.arrow({0, 0}, {0, 1.12}, kGrey);
  weights.text({0, 1.14}, kGrey, "weight", Side::above);
  for (const double t : {0.0, 0.5, 1.0}) weights.text({t, 0}, kGrey, shown(t) + " s", Side::below);
  weights.text({0, 1}, kGrey, "1", Side::left);
  weights.line({0, 1}, {0.5, 1}, kBlue, 3);
  weights.line({0.5, 1}, {1, 0}, kBlue, 3);
  weights.line({0, 0}, {0.5, 0}, kGreen, 3);
  weights.line({0.5, 0}, {1, 1}, kGreen, 3);
  weights.dashes({now, 0}, {now, 1.1}, kYellow);
  weights.text({0.1, 0.9}, kBlue, "Walk " + shown(1 - wave_weight(now)));
  weights.text({0.1, 0.1}, kGreen, "Wave " + shown(wave_weight(now)));

  Board hip(stage.overlay, right_part(stage.panel, 0.48), {-0.5, -0.6}, {4.2, 2.6});
  constexpr int kSteps = 40;
  for (int i = 0; i < kSteps; ++i)
    hip.line(hip_at(i / double(kSteps)), hip_at((i + 1) / double(kSteps)), kGrey);
  for (const double t : {0.5, 0.625, 0.75, 1.0})
    hip.dot(hip_at(t), kGrey, fmt::format("{} s: {}", shown(t), shown(hip_at(t))));
  hip.dot(hip_at(now), kYellow, fmt::format("hip at {} s", shown(now)), Side::left);
}

// --- 10: from file to game -------------------------------------------------------------------------------

void draw_game(LessonStage& stage) {
  Board board(stage.overlay, stage.panel, {-2.3, -1.5}, {8.3, 3.2});
  double x = 0;
  for (const double start_s : {0.0, 0.55, 2.0}) {
    const double time_s = start_s + stage.time_s;
    const PosedTower tower = posed_tower(stage, time_s);
    draw_strip(stage, board, tower, x);
    const Vec2d joint = joint_of(stage, tower, 3);
    board.dot({joint.x + x, joint.y}, kYellow, {});
    board.text({x, 2.75}, kYellow, "bone3 " + shown(joint), Side::above);
    board.text({x, -1.05}, kWhite, fmt::format("at {} s", shown(time_s)), Side::below);
    x += 3;
  }
}

constexpr std::array<Lesson, kLessons> kPages{{
    {"1. Points and matrices", "A moves the point u, B turns it; in the other order it ends elsewhere.",
     draw_points, 0},
    {"2. A chain of bones", "Each bone turns about the joint of its parent, and takes its children along.",
     draw_chain, 0.1},
    {"3. Weights", "A vertex on two bones ends up between the positions that each alone would give it.",
     draw_weights, 0.1},
    {"4. The tower by hand", "Angles give matrices, matrices move vertices, weights mix them.", draw_tower,
     0.1},
    {"5. Why there are offsets",
     "Left: the height of the bone counts twice. Right: the bone moves what it sees.", draw_offsets, 0},
    {"6. Keys, turns and time", "Between two rotations, mixing 16 numbers shrinks the model; slerp does not.",
     draw_keys, 0.25},
    {"7. Blending", "One and a half times a swing: the sum of matrices is too long, a rotation is not.",
     draw_blending, 0},
    {"8. Palettes and shaders",
     "A shader that supports two bones gets the weights wrong where three bones act.", draw_palette, 0},
    {"9. Control", "A fade of half a second: weights on the left, the hip on the right.", draw_control,
     0.625},
    {"10. From file to game", "One pack, three characters: each has only its own time.", draw_game, 0.1},
}};

}  // namespace

const Lesson& lesson(std::size_t chapter) {
  return kPages[chapter];
}

}  // namespace skelter::demos
