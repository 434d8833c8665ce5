#pragma once
// Small scenes made in code.

#include <cmath>

#include "skelter/scene/scene.h"

namespace skelter::test {

// The tutorial's tower (T-55, T-31, T-21) in our coordinate system: 100 rows, 600 vertices and four bones,
// flat at z = 0. The tutorial's triangles are anticlockwise on the screen, which makes them back faces in
// Direct3D. In a right-handed space with the corners reversed, they are back faces in OpenGL.
inline Scene tower() {
  Scene scene;
  const float rises[] = {-1.0f, 1.25f, 0.80f, 0.60f};
  Skin skin;
  for (std::uint32_t i = 0; i < 4; ++i) {
    Node bone;
    bone.name = "bone" + std::to_string(i);
    bone.parent = i == 0 ? kNone : i - 1;
    bone.rest.m[13] = rises[i];
    scene.nodes.push_back(bone);
    skin.joints.push_back({bone.name, i, {}});
  }
  Node body;
  body.name = "tower";
  body.meshes.push_back({0, 0});
  scene.nodes.push_back(body);
  scene.skins.push_back(skin);

  Primitive p;
  p.influence_begin.push_back(0);
  for (int row = 0; row < 100; ++row) {
    const float half = 0.31f - 0.003f * static_cast<float>(row);
    const float low = 0.01f * static_cast<float>(row), high = 0.01f * static_cast<float>(row + 1);
    const Vec3 bl{-half, low, 0}, br{half, low, 0}, tl{-half, high, 0}, tr{half, high, 0};
    for (const Vec3& corner : {bl, br, tl, br, tr, tl}) {
      p.positions.push_back(corner);
      const float section = std::min(corner.y * 4, 3.0f);
      const auto bone = static_cast<std::uint32_t>(std::min(std::floor(section), 2.0f));
      const float up = section - static_cast<float>(bone);
      if (up < 1) p.influences.push_back({bone, 1 - up});
      if (up > 0) p.influences.push_back({bone + 1, up});
      const std::size_t begin = p.influence_begin.back();
      if (p.influences.size() - begin == 2 && p.influences[begin].weight < p.influences[begin + 1].weight)
        std::swap(p.influences[begin], p.influences[begin + 1]);
      p.influence_begin.push_back(static_cast<std::uint32_t>(p.influences.size()));
    }
  }
  for (std::uint32_t t = 0; t < 200; ++t) p.indices.insert(p.indices.end(), {3 * t, 3 * t + 2, 3 * t + 1});
  Mesh mesh;
  mesh.name = "tower";
  mesh.primitives.push_back(p);
  scene.meshes.push_back(mesh);
  return scene;
}

// A square of two triangles from -1 to 1 at z = 0 on one node, with texture coordinates. Its front faces +Z.
inline Scene square() {
  Scene scene;
  Node node;
  node.name = "square";
  node.meshes.push_back({0, kNone});
  scene.nodes.push_back(node);
  Primitive p;
  p.positions = {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}};
  p.normals.assign(4, {0, 0, 1});
  p.uvs = {{{0, 1}, {1, 1}, {1, 0}, {0, 0}}};
  p.indices = {0, 1, 2, 0, 2, 3};
  p.materials = {0};
  scene.materials.resize(1);
  scene.meshes.resize(1);
  scene.meshes[0].primitives.push_back(p);
  return scene;
}

// The square with a clip that moves it one unit to the right within a second.
inline Scene moving_square() {
  Scene scene = square();
  Clip clip;
  clip.name = "slide";
  clip.duration_s = 1;
  clip.targets.push_back({"square", 0, {}});
  Channel channel;
  channel.times_s = {0, 1};
  channel.values = {0, 0, 0, 1, 0, 0};
  clip.channels.push_back(channel);
  scene.clips.push_back(clip);
  return scene;
}

}  // namespace skelter::test
