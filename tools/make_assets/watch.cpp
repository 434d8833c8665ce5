#include "watch.h"

#include <cmath>

#include "parts.h"

namespace skelter::assets {

namespace {

constexpr int kAround = 20;
constexpr double kAlongArm = 0.516;  // from the shoulder
constexpr double kBandHalf = 0.009, kFaceRadius = 0.0165, kFaceHeight = 0.008;

struct Builder {
  Primitive part;
  std::uint32_t slot = 0;

  std::uint32_t vertex(const Vec3d& p, const Vec3d& normal) {
    part.positions.push_back(to_float(p));
    part.normals.push_back(to_float(normalized(normal)));
    return static_cast<std::uint32_t>(part.positions.size() - 1);
  }
  void triangle(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    part.indices.insert(part.indices.end(), {a, b, c});
    part.triangle_slots.push_back(slot);
  }
  // Joins rings of kAround vertices; counter-clockwise if the second ring is further along the axis.
  void join(std::uint32_t ring, std::uint32_t next) {
    for (std::uint32_t i = 0; i < kAround; ++i) {
      const std::uint32_t j = (i + 1) % kAround;
      triangle(ring + i, ring + j, next + i);
      triangle(ring + j, next + j, next + i);
    }
  }
};

// Position relative to the wrist's centre: x out of the back of the hand, y to the thumb, z along the arm.
Vec3d in_wrist(double out, double front, double along) {
  return kArmOut * out + kArmFront * front + kArmAxis * along;
}

void add_band(Builder& builder) {
  struct Edge {
    double along, grow, tilt;
  };
  constexpr Edge kEdges[] = {
      {-kBandHalf, 0.000, -1}, {-0.007, 0.0035, -0.4}, {0.007, 0.0035, 0.4}, {kBandHalf, 0, 1}};
  std::uint32_t last = 0;
  for (const Edge& edge : kEdges) {
    const auto ring = static_cast<std::uint32_t>(builder.part.positions.size());
    for (int i = 0; i < kAround; ++i) {
      const double a = 2 * kPi * i / kAround, c = std::cos(a), s = std::sin(a);
      builder.vertex(in_wrist((0.0258 + edge.grow) * c, (0.0288 + edge.grow) * s, edge.along),
                     in_wrist(c, s, edge.tilt));
    }
    if (&edge != kEdges) builder.join(last, ring);
    last = ring;
  }
}

void add_face(Builder& builder) {
  const Vec3d up = kArmOut;
  const auto ring = [&](double radius, double height, double lean) {
    const auto first = static_cast<std::uint32_t>(builder.part.positions.size());
    for (int i = 0; i < kAround; ++i) {
      const double a = 2 * kPi * i / kAround;
      const Vec3d side = in_wrist(0, std::cos(a), std::sin(a));
      builder.vertex(up * (0.0265 + height) + side * radius, side * (1 - lean) + up * lean);
    }
    return first;
  };
  const std::uint32_t bottom = ring(kFaceRadius, 0, 0), top = ring(kFaceRadius, kFaceHeight, 0);
  const std::uint32_t rim = ring(kFaceRadius, kFaceHeight, 1),
                      inner = ring(kFaceRadius * 0.8, kFaceHeight, 1);
  builder.join(bottom, top);
  builder.join(rim, inner);
  builder.slot = 1;
  const std::uint32_t dial = ring(kFaceRadius * 0.8, kFaceHeight, 1);
  const std::uint32_t center = builder.vertex(up * (0.0265 + kFaceHeight), up);
  for (std::uint32_t i = 0; i < kAround; ++i) builder.triangle(dial + i, dial + (i + 1) % kAround, center);
}

std::uint32_t add_material(Scene& scene, const char* name, Vec4 color) {
  Material m;
  m.name = name;
  m.base_color = color;
  m.specular = {0.4f, 0.4f, 0.4f};
  m.specular_power = 40;
  scene.materials.push_back(m);
  return static_cast<std::uint32_t>(scene.materials.size() - 1);
}

}  // namespace

void add_watch(Scene& scene, const Skeleton& skeleton) {
  Builder builder;
  add_band(builder);
  add_face(builder);
  builder.part.source_vertices = static_cast<std::uint32_t>(builder.part.positions.size());
  builder.part.source_faces = static_cast<std::uint32_t>(builder.part.indices.size() / 3);
  builder.part.materials = {add_material(scene, "watch_band", {0.12f, 0.12f, 0.13f, 1}),
                            add_material(scene, "watch_dial", {0.92f, 0.92f, 0.88f, 1})};
  const std::uint32_t bone = skeleton.find("left_forearm_twist");
  scene.nodes.push_back(
      make_node("watch", bone, translation_matrix(along_arm(kAlongArm) - skeleton.joints()[bone].position)));
  scene.nodes.back().meshes.push_back({static_cast<std::uint32_t>(scene.meshes.size()), kNone});
  scene.meshes.push_back({"watch", {builder.part}});
}

}  // namespace skelter::assets
