#include "tower_asset.h"

#include <array>
#include <cmath>
#include <string>

namespace skelter::assets {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr int kRows = 100;
constexpr std::array<double, 4> kOffsets{-1.0, 1.25, 0.80, 0.60};  // along y, from the parent
constexpr std::array<double, 4> kAmplitudes_rad{0, 0.52, 0.30, 0.20};
constexpr std::array<double, 4> kPeriods_s{1, 3.0, 1.0, 0.5};
constexpr int kTicksPerSecond = 4800, kTicksPerKey = 12, kLastTick = 3 * kTicksPerSecond;

// First along the parent's axis, then turned about the parent's joint.
Mat4d local_matrix(std::size_t bone, double angle_rad) {
  return rotation_matrix(from_axis_angle(Vec3d{0, 0, 1}, angle_rad)) *
         translation_matrix(Vec3d{0, kOffsets[bone], 0});
}

// Bones share a vertex by its height at rest, two at most.
void add_influences(Primitive& strip, double height) {
  const double along = std::min(height, 0.75) * 4;
  const auto lower = static_cast<std::uint32_t>(along);
  const auto upper_weight = static_cast<float>(along - lower);
  if (upper_weight > 0.5f) {
    strip.influences.push_back({lower + 1, upper_weight});
    strip.influences.push_back({lower, 1 - upper_weight});
  } else {
    strip.influences.push_back({lower, 1 - upper_weight});
    if (upper_weight > 0) strip.influences.push_back({lower + 1, upper_weight});
  }
  strip.influence_begin.push_back(static_cast<std::uint32_t>(strip.influences.size()));
}

Mesh strip_mesh() {
  Primitive strip;
  strip.influence_begin.push_back(0);
  for (int row = 0; row < kRows; ++row) {
    const double half = 0.31 - 0.003 * row, bottom = row * 0.01, top = (row + 1) * 0.01;
    const std::array<std::array<double, 2>, 6> corners{
        {{-half, bottom}, {half, bottom}, {-half, top}, {half, bottom}, {half, top}, {-half, top}}};
    for (const std::array<double, 2>& corner : corners) {
      strip.indices.push_back(static_cast<std::uint32_t>(strip.positions.size()));
      strip.positions.push_back({static_cast<float>(corner[0]), static_cast<float>(corner[1]), 0});
      add_influences(strip, corner[1]);
    }
  }
  // The document's order is anticlockwise on the screen, which looks along +z in its left-handed space and
  // along -z in ours: the front faces the viewer in ours.
  strip.normals.assign(strip.positions.size(), Vec3{0, 0, 1});
  strip.source_vertices = static_cast<std::uint32_t>(strip.positions.size());
  strip.source_faces = static_cast<std::uint32_t>(strip.indices.size() / 3);
  strip.materials = {0};
  Mesh mesh;
  mesh.name = "tower";
  mesh.primitives.push_back(std::move(strip));
  return mesh;
}

Clip sway() {
  Clip clip;
  clip.name = "tower";
  clip.ticks_per_second = kTicksPerSecond;
  clip.duration_s = 3;
  for (std::size_t bone = 1; bone < 4; ++bone) {
    const auto target = static_cast<std::uint32_t>(clip.targets.size());
    clip.targets.push_back({"bone" + std::to_string(bone), static_cast<std::uint32_t>(bone), {}});
    Channel turns{target, ChannelPath::rotation, Interpolation::linear, {}, {}};
    Channel moves{target, ChannelPath::translation, Interpolation::linear, {}, {}};
    for (int tick = 0; tick <= kLastTick; tick += kTicksPerKey) {
      const double time_s = static_cast<double>(tick) / kTicksPerSecond;
      const double angle_rad = kAmplitudes_rad[bone] * std::sin(2 * kPi * time_s / kPeriods_s[bone]);
      const Quatd turn = from_axis_angle(Vec3d{0, 0, 1}, angle_rad);
      const Vec3d place = translation_part(local_matrix(bone, angle_rad));
      turns.times_s.push_back(time_s);
      moves.times_s.push_back(time_s);
      for (const double v : {turn.x, turn.y, turn.z, turn.w}) turns.values.push_back(static_cast<float>(v));
      for (const double v : {place.x, place.y, place.z}) moves.values.push_back(static_cast<float>(v));
    }
    clip.channels.push_back(std::move(turns));
    clip.channels.push_back(std::move(moves));
  }
  return clip;
}

}  // namespace

Scene make_tower() {
  Scene scene;
  scene.file = "tower.x";
  scene.format = "x";
  scene.ticks_in_file = true;
  Skin skin;
  for (std::uint32_t bone = 0; bone < 4; ++bone) {
    Node node;
    node.name = "bone" + std::to_string(bone);
    node.parent = bone == 0 ? kNone : bone - 1;
    node.rest = to_float(local_matrix(bone, 0));
    scene.nodes.push_back(node);
    skin.joints.push_back({node.name, bone, Mat4{}});  // the document has no bind pose
  }
  scene.nodes[0].meshes.push_back({0, 0});
  scene.meshes.push_back(strip_mesh());
  scene.skins.push_back(skin);
  Material blue;
  blue.name = "blue";
  blue.base_color = {0, 0, 1, 1};
  scene.materials.push_back(blue);
  scene.clips.push_back(sway());
  return scene;
}

}  // namespace skelter::assets
