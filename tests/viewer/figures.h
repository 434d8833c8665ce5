#pragma once
// Small models for the viewer's tests.

#include "skelter/scene/scene.h"
#include "support/scene_parts.h"

namespace skelter::test {

// Joints Lower (0, 0, 0) and Upper (0, 1, 0); a skinned strip from x = -0.1 to 0.1: two vertices at y = 0
// follow Lower, two at y = 1 have half their weight on each joint, and two at y = 2 follow Upper. Clips:
// "bend" rotates Upper by 90 degrees about +z within 1 s (keys at 0, 0.5 and 1), "rise" moves it from (0, 1,
// 0) to (0, 3, 0) within half a second.
inline Scene figure() {
  Scene scene;
  scene.file = "figure.x";
  scene.format = "x";
  scene.nodes.push_back(make_node("Lower", kNone, Mat4d{}));
  scene.nodes.push_back(make_node("Upper", 0, translation_matrix(Vec3d{0, 1, 0})));
  scene.nodes.push_back(make_node("Body", kNone, Mat4d{}));
  scene.nodes[2].meshes.push_back({0, 0});
  Skin skin;
  skin.joints.push_back({"Lower", 0, {}});
  skin.joints.push_back({"Upper", 1, to_float(translation_matrix(Vec3d{0, -1, 0}))});
  scene.skins.push_back(skin);
  Primitive p;
  for (const float y : {0.0f, 1.0f, 2.0f})
    for (const float x : {-0.1f, 0.1f}) {
      p.positions.push_back({x, y, 0});
      if (y == 0) append_influences(p, {{0, 1}});
      if (y == 1) append_influences(p, {{0, 0.5f}, {1, 0.5f}});
      if (y == 2) append_influences(p, {{1, 1}});
    }
  p.normals.assign(6, {0, 0, 1});
  p.indices = {0, 1, 3, 0, 3, 2, 2, 3, 5, 2, 5, 4};
  p.materials = {kNone};
  p.source_vertices = 6;
  p.source_faces = 4;
  Mesh mesh;
  mesh.name = "Body";
  mesh.primitives.push_back(p);
  scene.meshes.push_back(mesh);

  Clip bend;
  bend.name = "bend";
  bend.duration_s = 1;
  bend.targets.push_back({"Upper", 1, {}});
  std::vector<float> turns;
  for (const double angle : {0.0, 45.0, 90.0})
    append_value(turns, from_axis_angle(Vec3d{0, 0, 1}, angle * 3.14159265358979323846 / 180));
  bend.channels.push_back(make_channel(0, ChannelPath::rotation, {0, 0.5, 1}, turns));
  Clip rise;
  rise.name = "rise";
  rise.duration_s = 0.5;
  rise.targets.push_back({"Upper", 1, {}});
  rise.channels.push_back(make_channel(0, ChannelPath::translation, {0, 0.5}, {0, 1, 0, 0, 3, 0}));
  scene.clips = {bend, rise};
  return scene;
}

}  // namespace skelter::test
