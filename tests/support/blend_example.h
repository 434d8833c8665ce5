#pragma once
// The scene of corpus/x-made/blend_example.x, written in code in canonical space: an arm with a hand, a
// sleeve of six vertices, and two clips that move the same bones. Its expected poses were computed by a
// different program.

#include "support/near.h"
#include "support/scene_parts.h"

namespace skelter::test {

inline Quatd turn(const Vec3d& axis, double degrees) {
  return from_axis_angle(axis, radians(degrees));
}

// The file is left-handed. Mirroring at z reverses rotations about x and y, but not about z.
inline const Vec3d kFileX{-1, 0, 0}, kFileY{0, -1, 0}, kFileZ{0, 0, 1};

inline Mat4d blend_arm_rest() {
  return translation_matrix(Vec3d{0, 10, 0}) * rotation_matrix(turn(kFileZ, 20));
}

inline Clip blend_swing() {
  Clip clip;
  clip.name = "swing";
  clip.duration_s = 1;
  clip.ticks_per_second = 1000;
  clip.targets = {{"Arm", 1, {}}, {"Hand", 2, {}}};
  std::vector<float> arm_turns, hand_turns;
  for (const double degrees : {20.0, 60.0, 20.0}) append_value(arm_turns, turn(kFileZ, degrees));
  for (const double degrees : {0.0, 40.0, 0.0}) append_value(hand_turns, turn(kFileX, degrees));
  clip.channels = {make_channel(0, ChannelPath::rotation, {0, 0.4, 1}, arm_turns),
                   make_channel(0, ChannelPath::scale, {0, 0.5, 1}, {1, 1, 1, 1, 1.2f, 1, 1, 1, 1}),
                   make_channel(0, ChannelPath::translation, {0, 0.25, 0.5, 1},
                                {0, 10, 0, 0, 10.5f, 0, 0, 10, 0, 0, 10, 0}),
                   make_channel(1, ChannelPath::rotation, {0, 0.5, 1}, hand_turns)};
  return clip;
}

inline Clip blend_wave() {
  Clip clip;
  clip.name = "wave";
  clip.duration_s = 0.6;
  clip.ticks_per_second = 1000;
  clip.targets = {{"Arm", 1, {}}, {"Hand", 2, {}}};
  std::vector<float> arm, hand_turns;
  append_value(arm, blend_arm_rest());
  append_value(arm, translation_matrix(Vec3d{1, 10, 0}) * rotation_matrix(turn(kFileY, 90)));
  append_value(arm, blend_arm_rest());
  for (const double degrees : {-30.0, 30.0, -30.0}) append_value(hand_turns, turn(kFileZ, degrees));
  clip.channels = {make_channel(0, ChannelPath::matrix, {0, 0.3, 0.6}, arm),
                   make_channel(1, ChannelPath::rotation, {0.1, 0.35, 0.6}, hand_turns),
                   make_channel(1, ChannelPath::translation, {0.1, 0.6}, {0, 5, 0, 0, 5, -1})};
  return clip;
}

inline Scene blend_example() {
  Scene scene;
  scene.nodes = {make_node("Base", kNone, Mat4d{}), make_node("Arm", 0, blend_arm_rest()),
                 make_node("Hand", 1, translation_matrix(Vec3d{0, 5, 0}))};
  scene.nodes[0].meshes.push_back({0, 0});
  const Mat4d arm_from_mesh = inverse_affine(blend_arm_rest());
  scene.skins.push_back({"",
                         {{"Arm", 1, to_float(arm_from_mesh)},
                          {"Hand", 2, to_float(translation_matrix(Vec3d{0, -5, 0}) * arm_from_mesh)}}});
  Primitive sleeve;
  sleeve.positions = {{-1, 10, 0}, {1, 10, 0}, {-1, 13, -0.5f}, {1, 13, -0.5f}, {-2.5f, 16, 0}, {-1, 16, 0}};
  sleeve.indices = {0, 1, 2, 1, 3, 2, 2, 3, 4, 3, 5, 4};
  for (const std::vector<Influence>& influences : {std::vector<Influence>{{0, 1}},
                                                   {{0, 1}},
                                                   {{0, 0.5f}, {1, 0.5f}},
                                                   {{0, 0.75f}, {1, 0.25f}},
                                                   {{1, 1}},
                                                   {{1, 1}}})
    append_influences(sleeve, influences);
  sleeve.source_vertices = 6;
  sleeve.source_faces = 4;
  scene.meshes.push_back({"Sleeve", {sleeve}});
  scene.clips = {blend_swing(), blend_wave()};
  return scene;
}

}  // namespace skelter::test
