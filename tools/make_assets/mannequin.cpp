#include "mannequin.h"

#include <cmath>
#include <map>

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
constexpr ClothLook kLooks[kCloths] = {{"skin", {0.93f, 0.72f, 0.60f}, {0.10f, 0.09f, 0.08f}, 20},
                                       {"hair", {0.30f, 0.20f, 0.14f}, {0.12f, 0.11f, 0.10f}, 24},
                                       {"shirt", {0.27f, 0.52f, 0.68f}, {0.02f, 0.02f, 0.02f}, 8},
                                       {"trousers", {0.31f, 0.33f, 0.42f}, {0.02f, 0.02f, 0.02f}, 8},
                                       {"shoes", {0.80f, 0.30f, 0.20f}, {0.15f, 0.15f, 0.15f}, 30}};

Material material(const ClothLook& look) {
  Material m;
  m.name = look.name;
  m.base_color = {look.color.x, look.color.y, look.color.z, 1};
  m.specular = look.specular;
  m.specular_power = look.power;
  m.base_color_texture = 0;
  return m;
}

// The texture has four fields: face, shirt, trousers, and plain. u runs from the front to the back on both
// sides alike, so no field has a seam.
Vec2 uv_at(const Vec3d& p, Cloth cloth) {
  const double around = std::abs(std::atan2(p.x, p.z)) / kPi;
  const auto field = [](double x, double y, double u, double v) {
    const auto inside = [](double t) { return 0.01 + 0.48 * std::clamp(t, 0.0, 1.0); };
    return Vec2{static_cast<float>(x + inside(u)), static_cast<float>(y + inside(v))};
  };
  switch (cloth) {
    case Cloth::skin:
      if (p.z > 0.01 && p.y > 1.54) return field(0, 0, (p.x + 0.1) / 0.2, (1.79 - p.y) / 0.24);
      return field(0.5, 0.5, 0.5, 0.5);
    case Cloth::shirt:
      return field(0.5, 0, around, (1.55 - p.y) / 0.68);
    case Cloth::trousers:
      return field(0, 0.5, around, (1.0 - p.y) / 0.9);
    default:
      return field(0.5, 0.5, 0.5, 0.5);
  }
}

// Means of the normals of the triangles around each point, weighted by their angles. Source: Thuermer and
// Wuethrich, "Computing Vertex Normals from Polygonal Facets", 1998.
std::vector<Vec3d> vertex_normals(const Surface& s) {
  std::vector<Vec3d> normals(s.points.size());
  for (const auto& t : s.triangles) {
    for (std::size_t k = 0; k < 3; ++k) {
      const Vec3d& p = s.points[t[k]];
      const Vec3d a = s.points[t[(k + 1) % 3]] - p, b = s.points[t[(k + 2) % 3]] - p;
      const Vec3d n = cross(a, b);
      normals[t[k]] += normalized(n) * std::atan2(length(n), dot(a, b));
    }
  }
  for (Vec3d& n : normals) n = normalized(n);
  return normals;
}

// Points on the border of two cloths become two vertices, as their texture places differ.
Primitive body_primitive(const Surface& surface, const Skeleton& skeleton) {
  Primitive body;
  body.uvs.resize(1);
  const std::vector<Vec3d> normals = vertex_normals(surface);
  std::map<std::pair<std::uint32_t, Cloth>, std::uint32_t> vertices;
  std::vector<std::vector<Influence>> influences;
  for (const Vec3d& p : surface.points) influences.push_back(influences_at(skeleton, p, false));
  for (std::size_t t = 0; t < surface.triangles.size(); ++t) {
    const Cloth cloth = surface.cloths[t];
    body.triangle_slots.push_back(static_cast<std::uint32_t>(cloth));
    for (const std::uint32_t point : surface.triangles[t]) {
      const auto [entry, fresh] =
          vertices.try_emplace({point, cloth}, static_cast<std::uint32_t>(body.positions.size()));
      body.indices.push_back(entry->second);
      if (!fresh) continue;
      body.positions.push_back(to_float(surface.points[point]));
      body.normals.push_back(to_float(normals[point]));
      body.uvs[0].push_back(uv_at(surface.points[point], cloth));
      append_influences(body, influences[point]);
    }
  }
  for (std::uint32_t c = 0; c < kCloths; ++c) body.materials.push_back(c);
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
