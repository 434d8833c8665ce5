#include "mannequin.h"

#include <array>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include "clips.h"
#include "proportions.h"
#include "sizes.h"
#include "skelter/model/edit.h"
#include "surface.h"
#include "texture.h"

namespace skelter::assets {
namespace {

constexpr double kPi = 3.14159265358979323846;

Mat4 at(const Vec3d& translation) {
  return to_float(translation_matrix(translation));
}

// Node 0 is the figure, then the joints, then the cap on the head, then the body.
void add_nodes(Scene& scene) {
  Node root;
  root.name = "mannequin";
  scene.nodes.push_back(root);
  for (const RigJoint& joint : rig()) {
    Node node;
    node.name = joint.name;
    node.parent = joint.parent < 0 ? 0 : kFirstJointNode + static_cast<std::uint32_t>(joint.parent);
    const Vec3d from = joint.parent < 0 ? Vec3d{} : rig()[static_cast<std::size_t>(joint.parent)].rest;
    node.rest = at(joint.rest - from);
    scene.nodes.push_back(node);
  }
}

void add_materials(Scene& scene) {
  struct Look {
    const char* name;
    double specular, power;
  };
  constexpr Look looks[kCloths] = {
      {"skin", 0.10, 18}, {"hair", 0.16, 24}, {"shirt", 0.03, 8}, {"trousers", 0.03, 8}, {"shoes", 0.18, 30}};
  scene.textures.push_back({kMannequinTexture});
  for (const Look& look : looks) {
    Material material;
    material.name = look.name;
    const auto s = static_cast<float>(look.specular);
    material.specular = {s, s, s};
    material.specular_power = static_cast<float>(look.power);
    material.base_color_texture = 0;
    scene.materials.push_back(material);
  }
  Material cap;
  cap.name = "cap";
  cap.base_color = {0.80f, 0.36f, 0.20f, 1};
  cap.specular = {0.03f, 0.03f, 0.03f};
  cap.specular_power = 8;
  scene.materials.push_back(cap);
}

Surface body_surface(const BodyShape& body) {
  Surface half = polygonise_half(body, 0.004);
  remesh(half, body, edge_length_at);
  return mirrored(half);
}

// Per point, the mean of its triangles' normals by area: calmer in narrow creases than the shape's own.
std::vector<Vec3d> point_normals(const Surface& surface) {
  std::vector<Vec3d> normals(surface.points.size());
  for (const std::array<std::uint32_t, 3>& t : surface.triangles) {
    const Vec3d& a = surface.points[t[0]];
    const Vec3d normal = cross(surface.points[t[1]] - a, surface.points[t[2]] - a);
    for (const std::uint32_t corner : t) normals[corner] += normal;
  }
  for (Vec3d& normal : normals) normal = normalized(normal);
  return normals;
}

// A vertex for each point and cloth that meets there, since texture coordinates differ.
Mesh body_mesh(const Surface& surface) {
  const std::vector<Vec3d> normals = point_normals(surface);
  Primitive primitive;
  std::map<std::pair<std::uint32_t, Cloth>, std::uint32_t> vertices;
  primitive.influence_begin.push_back(0);
  const auto vertex = [&](std::uint32_t point, Cloth cloth) {
    const auto [found, is_new] =
        vertices.try_emplace({point, cloth}, static_cast<std::uint32_t>(primitive.positions.size()));
    if (is_new) {
      const Vec3d p = surface.points[point];
      primitive.positions.push_back(to_float(p));
      primitive.normals.push_back(to_float(normals[point]));
      primitive.uvs[0].push_back(texture_coordinates(p, cloth));
      for (const Influence& influence : weights_at(p)) primitive.influences.push_back(influence);
      primitive.influence_begin.push_back(static_cast<std::uint32_t>(primitive.influences.size()));
    }
    return found->second;
  };
  primitive.uvs.emplace_back();
  for (std::uint32_t cloth = 0; cloth < kCloths; ++cloth) primitive.materials.push_back(cloth);
  for (std::size_t t = 0; t < surface.triangles.size(); ++t) {
    for (const std::uint32_t point : surface.triangles[t])
      primitive.indices.push_back(vertex(point, surface.cloths[t]));
    primitive.triangle_slots.push_back(static_cast<std::uint32_t>(surface.cloths[t]));
  }
  primitive.source_vertices = static_cast<std::uint32_t>(primitive.positions.size());
  primitive.source_faces = static_cast<std::uint32_t>(surface.triangles.size());
  Mesh mesh;
  mesh.name = "body";
  mesh.primitives.push_back(std::move(primitive));
  return mesh;
}

// A grid of points that is `columns` around and `rows` down, normals from its own neighbours.
class Shell {
 public:
  template <class PointAt>
  Shell(std::size_t columns, std::size_t rows, bool closed, const PointAt& point_at) {
    for (std::size_t r = 0; r <= rows; ++r)
      for (std::size_t c = 0; c <= columns; ++c) {
        const double u = static_cast<double>(c) / static_cast<double>(columns);
        const double v = static_cast<double>(r) / static_cast<double>(rows);
        constexpr double h = 1e-4;
        const Vec3d across = point_at(u + h, v) - point_at(u - h, v),
                    down = point_at(u, v + h) - point_at(u, v - h);
        points.push_back(point_at(u, v));
        normals.push_back(normalized(cross(across, down)) * -1.0);
      }
    for (std::uint32_t r = 0; r < rows; ++r)
      for (std::uint32_t c = 0; c < columns; ++c) {
        const auto width = static_cast<std::uint32_t>(columns + 1);
        const std::uint32_t a = r * width + c, b = a + 1, d = a + width, e = d + 1;
        if (r > 0 || !closed) indices.insert(indices.end(), {a, d, b});
        indices.insert(indices.end(), {b, d, e});
      }
  }
  std::vector<Vec3d> points, normals;
  std::vector<std::uint32_t> indices;
};

void append(Primitive& primitive, const Shell& shell, const Vec3d& origin) {
  const auto first = static_cast<std::uint32_t>(primitive.positions.size());
  for (std::size_t i = 0; i < shell.points.size(); ++i) {
    primitive.positions.push_back(to_float(shell.points[i] - origin));
    primitive.normals.push_back(to_float(normalized(shell.normals[i])));
  }
  for (const std::uint32_t index : shell.indices) primitive.indices.push_back(first + index);
}

// A baseball cap: a dome over the hair and a curved brim, rigid on the head.
Mesh cap_mesh() {
  constexpr Vec3d center{0, 1.719, -0.001};
  const auto dome = [&](double u, double v) {
    const double around = 2 * kPi * u, height = std::cos(0.5 * kPi * std::min(v * 0.985 + 0.015, 1.0));
    const double out = std::sqrt(std::max(0.0, 1 - height * height));
    const double depth = std::cos(around) > 0 ? 0.1225 : 0.1215;
    return center + Vec3d{0.0945 * out * std::sin(around), 0.093 * height, depth * out * std::cos(around)};
  };
  const auto brim = [&](double lift) {
    return [=](double u, double v) {
      const double around = (u - 0.5) * 2 * 1.15;  // radians to both sides of straight ahead
      const double x = std::sin(around), z = std::cos(around);
      const Vec3d edge = center + Vec3d{0.0945 * x, 0, 0.1225 * z};
      const double reach = 0.062 * std::pow(std::max(0.0, std::cos(around * 1.3)), 0.5) * v;
      return edge +
             Vec3d{0.25 * reach * x, lift - 0.10 * reach - 0.9 * x * x * reach * 0.5 + 0.003 * v, reach * z};
    };
  };
  Primitive primitive;
  append(primitive, Shell(40, 12, false, dome), kHead);
  append(primitive, Shell(20, 4, false, brim(0.004)), kHead);
  primitive.materials.push_back(kCloths);
  primitive.source_vertices = static_cast<std::uint32_t>(primitive.positions.size());
  primitive.source_faces = static_cast<std::uint32_t>(primitive.indices.size() / 3);
  Mesh mesh;
  mesh.name = "cap";
  mesh.primitives.push_back(std::move(primitive));
  return mesh;
}

Skin body_skin() {
  Skin skin;
  for (std::size_t j = 0; j < rig().size(); ++j)
    skin.joints.push_back(
        {rig()[j].name, kFirstJointNode + static_cast<std::uint32_t>(j), at(-rig()[j].rest)});
  return skin;
}

// Only the targets whose names begin so.
Clip only(const Clip& clip, const std::string& name, const std::vector<std::string>& targets) {
  Clip part;
  part.name = name;
  part.ticks_per_second = clip.ticks_per_second;
  for (std::uint32_t t = 0; t < clip.targets.size(); ++t) {
    bool wanted = false;
    for (const std::string& target : targets) wanted = wanted || clip.targets[t].name == target;
    if (!wanted) continue;
    for (Channel channel : clip.channels) {
      if (channel.target != t) continue;
      channel.target = static_cast<std::uint32_t>(part.targets.size());
      part.duration_s = std::max(part.duration_s, channel.times_s.back());
      part.channels.push_back(std::move(channel));
    }
    part.targets.push_back(clip.targets[t]);
  }
  return part;
}

// The blend demo's sets: the walk cut by limbs, and a wave for the left arm alone.
Result<void> add_split_sets(Scene& scene) {
  Scene walk = scene;
  const Clip whole = walk.clips[1];
  walk.clips = {whole};
  const std::vector<ClipPart> parts{{"left_arm", {"left_clavicle"}},
                                    {"right_arm", {"right_clavicle"}},
                                    {"left_leg", {"left_hip"}},
                                    {"right_leg", {"right_hip"}},
                                    {"body", {"pelvis"}}};
  Diagnostics diagnostics;
  const Result<void> split = split_clips(walk, parts, diagnostics);
  if (!split) return split;
  for (Clip& clip : walk.clips) scene.clips.push_back(std::move(clip));
  std::vector<std::string> left_arm;
  for (int limb = kLimbClavicle; limb <= kLimbFingers2; ++limb)
    left_arm.push_back(
        rig()[static_cast<std::size_t>(joint_index(Side::left, static_cast<Limb>(limb)))].name);
  scene.clips.push_back(only(scene.clips[5], "wave_left_arm", left_arm));
  return {};
}

}  // namespace

Result<Scene> make_mannequin() {
  Scene scene;
  scene.file = "mannequin.x";
  scene.format = "x";
  scene.ticks_in_file = true;
  add_nodes(scene);
  add_materials(scene);

  Node cap;
  cap.name = "cap";
  cap.parent = kFirstJointNode + kJointHead;
  cap.meshes.push_back({1, kNone});
  scene.nodes.push_back(cap);
  Node body_node;
  body_node.name = "body";
  body_node.parent = 0;
  body_node.meshes.push_back({0, 0});
  scene.nodes.push_back(body_node);

  const BodyShape body;
  scene.meshes.push_back(body_mesh(body_surface(body)));
  scene.meshes.push_back(cap_mesh());
  scene.skins.push_back(body_skin());
  for (const Motion& motion : motions()) scene.clips.push_back(sampled(motion));
  const Result<void> split = add_split_sets(scene);
  if (!split) return split.error();
  return scene;
}

}  // namespace skelter::assets
