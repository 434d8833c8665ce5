#include "mannequin.h"

#include <cmath>
#include <map>

#include "atlas.h"
#include "parts.h"
#include "sizes.h"
#include "surface.h"
#include "watch.h"

namespace skelter::assets {

namespace {

struct ClothLook {
  const char* name;
  Vec3 color, specular;
  float power;
};
constexpr ClothLook kLooks[kGarments] = {{"skin", {1, 1, 1}, {0.07f, 0.06f, 0.055f}, 20},
                                         {"hair", {0.30f, 0.20f, 0.14f}, {0.10f, 0.09f, 0.08f}, 16},
                                         {"shirt", {0.27f, 0.52f, 0.68f}, {0.02f, 0.02f, 0.02f}, 8},
                                         {"trousers", {0.31f, 0.33f, 0.42f}, {0.02f, 0.02f, 0.02f}, 8},
                                         {"shoes", {1, 1, 1}, {0.10f, 0.10f, 0.10f}, 24}};

Material material(const ClothLook& look) {
  Material m;
  m.name = look.name;
  m.base_color = {look.color.x, look.color.y, look.color.z, 1};
  m.specular = look.specular;
  m.specular_power = look.power;
  m.base_color_texture = 0;
  return m;
}

// A point and its visible cloth.
using PointOfCloth = std::pair<std::uint32_t, Cloth>;

// Mean normals of the triangles around each point, weighted by their angles. Each cloth is shaded separately,
// so that its edges look sharp; hair blends smoothly into the skin. Source: Thuermer and Wuethrich,
// "Computing Vertex Normals from Polygonal Facets", 1998.
std::map<PointOfCloth, Vec3d> corner_normals(const Surface& s) {
  std::map<PointOfCloth, Vec3d> normals;
  for (std::size_t t = 0; t < s.triangles.size(); ++t) {
    const auto& v = s.triangles[t];
    for (std::size_t k = 0; k < 3; ++k) {
      const Vec3d& p = s.points[v[k]];
      const Vec3d a = s.points[v[(k + 1) % 3]] - p, b = s.points[v[(k + 2) % 3]] - p;
      const Vec3d n = cross(a, b), weighted = normalized(n) * std::atan2(length(n), dot(a, b));
      normals[{v[k], s.cloths[t]}] += weighted;
      if (s.cloths[t] == Cloth::skin) normals[{v[k], Cloth::hair}] += weighted;
      if (s.cloths[t] == Cloth::hair) normals[{v[k], Cloth::skin}] += weighted;
    }
  }
  for (auto& entry : normals) entry.second = normalized(entry.second);
  return normals;
}

// Fewer digits than a float has, for better compression of the file: 0.06 mm; 1/16 of a texel.
constexpr double kPlaceSteps = 16384, kNormalSteps = 16384, kTextureSteps = 8192;
float rounded(double value, double steps) {
  return static_cast<float>(std::round(value * steps) / steps);
}
Vec3 rounded(const Vec3d& v, double steps) {
  return {rounded(v.x, steps), rounded(v.y, steps), rounded(v.z, steps)};
}

// Points on the border of two cloths become two vertices, because their texture coordinates differ.
Primitive body_primitive(const Surface& surface, const Skeleton& skeleton) {
  Primitive body;
  body.uvs.resize(1);
  std::map<PointOfCloth, Vec3d> normals = corner_normals(surface);
  std::map<PointOfCloth, std::uint32_t> vertices;
  std::vector<std::vector<Influence>> influences;
  for (const Vec3d& p : surface.points) influences.push_back(influences_at(skeleton, p, false));
  for (std::size_t t = 0; t < surface.triangles.size(); ++t) {
    const Cloth cloth = surface.cloths[t];
    body.triangle_slots.push_back(static_cast<std::uint32_t>(garment_of(cloth)));
    for (const std::uint32_t point : surface.triangles[t]) {
      const auto [entry, fresh] =
          vertices.try_emplace({point, cloth}, static_cast<std::uint32_t>(body.positions.size()));
      body.indices.push_back(entry->second);
      if (!fresh) continue;
      body.positions.push_back(rounded(surface.points[point], kPlaceSteps));
      body.normals.push_back(rounded(normals[{point, cloth}], kNormalSteps));
      const Vec2 uv = uv_at(surface.points[point], cloth);
      body.uvs[0].push_back({rounded(static_cast<double>(uv.x), kTextureSteps),
                             rounded(static_cast<double>(uv.y), kTextureSteps)});
      append_influences(body, influences[point]);
    }
  }
  for (std::uint32_t c = 0; c < kGarments; ++c) body.materials.push_back(c);
  return body;
}

Result<std::uint32_t> add_joints(Scene& scene, const Skeleton& skeleton) {
  std::vector<SkeletonBone> bones;
  for (const SkeletonJoint& joint : skeleton.joints()) {
    const Vec3d from = joint.parent == kNone ? Vec3d{} : skeleton.joints()[joint.parent].position;
    bones.push_back({joint.name, joint.parent, translation_matrix(joint.position - from)});
  }
  return append_skeleton(scene, bones);
}

Surface body_surface() {
  const BodyShape shape;
  Surface half = polygonise_half(shape, 0.004);
  remesh(half, shape, edge_length_at);
  return mirrored(half);
}

}  // namespace

Result<Scene> make_mannequin(const Skeleton& skeleton) {
  Scene scene;
  scene.ticks_in_file = true;
  const Result<std::uint32_t> skin = add_joints(scene, skeleton);
  if (!skin) return skin.error();
  for (const ClothLook& look : kLooks) scene.materials.push_back(material(look));
  scene.textures.push_back({kTextureName});
  Mesh mesh{"mannequin", {body_primitive(body_surface(), skeleton)}};
  if (const auto node = append_skinned_mesh(scene, std::move(mesh), *skin); !node) return node.error();
  add_watch(scene, skeleton);
  return scene;
}

}  // namespace skelter::assets
