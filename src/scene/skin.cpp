#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include "scene/evaluate/internal/morphs.h"
#include "scene/internal/shown.h"
#include "skelter/scene/evaluate.h"

namespace skelter {
namespace {

// Transforms of a joint or, for vertices without joints, of the mesh's node, for positions and normals.
struct VertexMotion {
  Mat4d world_from_mesh;
  Mat3d normal_matrix;
};

// VertexMotion split into a stretch about the mesh's origin, followed by a rigid motion, as dual-quaternion
// blending needs it.
struct DualMotion {
  Quatd real, dual;
  Mat3d stretch, normal_stretch;
};

DualMotion dual_motion_of(const Mat4d& world_from_mesh) {
  const AffineParts parts = split(world_from_mesh);
  const Quatd& q = parts.rotation;
  const Vec3d &t = parts.translation, v{q.x, q.y, q.z};
  const Vec3d dual = (t * q.w + cross(t, v)) * 0.5;
  return {q, {dual.x, dual.y, dual.z, -0.5 * dot(t, v)}, parts.stretch, normal_matrix(parts.stretch)};
}

// Blends the influences on one vertex, with all rotations in the hemisphere of the first joint's rotation.
class DualBlend {
 public:
  DualBlend() { stretch_.m = normal_stretch_.m = {}; }

  void add(const DualMotion& motion, double weight) {
    if (!any_) first_ = motion.real;
    any_ = true;
    const double side = dot(first_, motion.real) < 0 ? -weight : weight;
    add_to(real_, motion.real, side);
    add_to(dual_, motion.dual, side);
    for (std::size_t i = 0; i < 9; ++i) {
      stretch_.m[i] += weight * motion.stretch.m[i];
      normal_stretch_.m[i] += weight * motion.normal_stretch.m[i];
    }
  }
  // Returns false if the rotations cancel each other out.
  bool finish() {
    const double size = std::sqrt(dot(real_, real_));
    if (!(size > 1e-12)) return false;
    for (double* x : {&real_.x, &real_.y, &real_.z, &real_.w, &dual_.x, &dual_.y, &dual_.z, &dual_.w})
      *x /= size;
    const Vec3d r{real_.x, real_.y, real_.z}, d{dual_.x, dual_.y, dual_.z};
    translation_ = (d * real_.w - r * dual_.w + cross(r, d)) * 2;
    return true;
  }
  Vec3d position(const Vec3d& p) const { return rotate(real_, stretch_ * p) + translation_; }
  Vec3d normal(const Vec3d& n) const { return rotate(real_, normal_stretch_ * n); }

 private:
  static void add_to(Quatd& sum, const Quatd& q, double weight) {
    sum.x += weight * q.x, sum.y += weight * q.y, sum.z += weight * q.z, sum.w += weight * q.w;
  }
  bool any_ = false;
  Quatd first_, real_{0, 0, 0, 0}, dual_{0, 0, 0, 0};
  Mat3d stretch_, normal_stretch_;
  Vec3d translation_;
};

VertexMotion motion_of(const Mat4d& world_from_mesh) {
  return {world_from_mesh, normal_matrix(linear_part(world_from_mesh))};
}

std::vector<VertexMotion> joint_motions(const Scene& scene, const Pose& pose, std::uint32_t skin) {
  std::vector<VertexMotion> motions;
  if (skin == kNone) return motions;
  for (const Joint& joint : scene.skins[skin].joints)
    motions.push_back(motion_of(pose.world[joint.node] * to_double(joint.joint_from_mesh)));
  return motions;
}

// Returns an empty list for skins that blend linearly.
std::vector<DualMotion> dual_motions(const Scene& scene, const std::vector<VertexMotion>& joints,
                                     std::uint32_t skin) {
  std::vector<DualMotion> motions;
  if (skin == kNone || !scene.skins[skin].dual_quaternions) return motions;
  for (const VertexMotion& joint : joints) motions.push_back(dual_motion_of(joint.world_from_mesh));
  return motions;
}

// Adds the weighted offsets to the mesh's own vectors.
std::vector<Vec3d> morphed(const std::vector<Vec3>& base, const Primitive& primitive,
                           const std::vector<double>& weights, std::vector<Vec3> MorphTarget::*offsets) {
  std::vector<Vec3d> vectors;
  vectors.reserve(base.size());
  for (const Vec3& v : base) vectors.push_back(to_double(v));
  for (std::size_t m = 0; m < primitive.morphs.size() && m < weights.size(); ++m) {
    const std::vector<Vec3>& offset = primitive.morphs[m].*offsets;
    if (weights[m] == 0) continue;
    for (std::size_t v = 0; v < offset.size() && v < vectors.size(); ++v)
      vectors[v] += to_double(offset[v]) * weights[m];
  }
  return vectors;
}

}  // namespace

SkinnedVertices skin(const Scene& scene, const Pose& pose, std::uint32_t node, std::uint32_t instance,
                     std::uint32_t primitive) {
  const MeshInstance& drawn = scene.nodes[node].meshes[instance];
  const Primitive& source = scene.meshes[drawn.mesh].primitives[primitive];
  const VertexMotion rigid = motion_of(pose.world[node]);
  const std::vector<VertexMotion> joints = joint_motions(scene, pose, drawn.skin);
  const std::vector<DualMotion> duals = dual_motions(scene, joints, drawn.skin);
  const bool skinned = !joints.empty() && !source.influence_begin.empty();

  const std::vector<double> weights = posed_morph_weights(scene, pose, node);
  const auto positions = morphed(source.positions, source, weights, &MorphTarget::position_offsets);
  const auto normals = morphed(source.normals, source, weights, &MorphTarget::normal_offsets);
  SkinnedVertices out;
  out.positions.resize(source.positions.size());
  out.normals.resize(source.normals.size());
  for (std::size_t v = 0; v < source.positions.size(); ++v) {
    Vec3d position, normal;
    const Vec3d mesh_position = positions[v];
    const Vec3d mesh_normal = normals.empty() ? Vec3d{} : normals[v];
    const auto add = [&](const VertexMotion& motion, double weight) {
      position += transform_point(motion.world_from_mesh, mesh_position) * weight;
      normal += motion.normal_matrix * mesh_normal * weight;
    };
    const std::size_t begin = skinned ? source.influence_begin[v] : 0,
                      end = skinned ? source.influence_begin[v + 1] : 0;
    for (std::size_t i = begin; i < end; ++i)
      add(joints[source.influences[i].joint], source.influences[i].weight);
    if (begin == end) add(rigid, 1);
    if (!duals.empty() && begin != end) {
      DualBlend blend;
      for (std::size_t i = begin; i < end; ++i)
        blend.add(duals[source.influences[i].joint], source.influences[i].weight);
      const std::vector<float>& shares = source.dual_quaternion_shares;
      const double share = shares.empty() ? 1 : shares[v];
      if (share > 0 && blend.finish()) {
        position = position * (1 - share) + blend.position(mesh_position) * share;
        normal = normalized(normal) * (1 - share) + blend.normal(mesh_normal) * share;
      }
    }
    out.positions[v] = position;
    if (!out.normals.empty()) out.normals[v] = normalized(normal);
  }
  return out;
}

namespace {

// In scenes with more vertices, boxes around meshes or joints replace the vertices. The cost is then O(nodes
// + joints), and the bounds may be too large. Even a small file can contain thousands of instances of one
// mesh.
constexpr std::uint64_t kMaxPosedVertices = 4'000'000;

// Boxes around the vertices of each joint, in mesh space. Without a skin there is only `rigid`.
struct PrimitiveBoxes {
  std::vector<Bounds> of_joint;  // boxes of joints without vertices are empty
  Bounds rigid;                  // vertices without joints, which follow the node
  std::vector<Bounds> morphs;    // offsets of each target, over all vertices
};

PrimitiveBoxes boxes_of(const Primitive& primitive, bool skinned) {
  PrimitiveBoxes boxes;
  for (std::size_t v = 0; v < primitive.positions.size(); ++v) {
    const Vec3d position = to_double(primitive.positions[v]);
    const std::size_t begin = skinned ? primitive.influence_begin[v] : 0,
                      end = skinned ? primitive.influence_begin[v + 1] : 0;
    for (std::size_t i = begin; i < end; ++i) {
      const std::size_t joint = primitive.influences[i].joint;
      if (joint >= boxes.of_joint.size()) boxes.of_joint.resize(joint + 1);
      boxes.of_joint[joint].add(position);
    }
    if (begin == end) boxes.rigid.add(position);
  }
  for (const MorphTarget& target : primitive.morphs) {
    Bounds& box = boxes.morphs.emplace_back();
    box.add(Vec3d{});
    for (const Vec3& offset : target.position_offsets) box.add(to_double(offset));
  }
  return boxes;
}

// Enlarges the box by the weighted boxes of the morph offsets.
Bounds widened(Bounds box, const PrimitiveBoxes& boxes, const std::vector<double>& weights) {
  for (std::size_t m = 0; m < boxes.morphs.size() && m < weights.size(); ++m) {
    const Vec3d a = boxes.morphs[m].min * weights[m], b = boxes.morphs[m].max * weights[m];
    box.min += Vec3d{std::min(a.x, b.x), std::min(a.y, b.y), std::min(a.z, b.z)};
    box.max += Vec3d{std::max(a.x, b.x), std::max(a.y, b.y), std::max(a.z, b.z)};
  }
  return box;
}

void add_box(Bounds& bounds, const Bounds& box, const Mat4d& world) {
  for (int corner = 0; corner < 8; ++corner)
    bounds.add(transform_point(world, {corner & 1 ? box.max.x : box.min.x, corner & 2 ? box.max.y : box.min.y,
                                       corner & 4 ? box.max.z : box.min.z}));
}

Bounds bounds_of_boxes(const Scene& scene, const Pose& pose) {
  Bounds bounds;
  std::map<std::tuple<std::uint32_t, std::uint32_t, bool>, PrimitiveBoxes> known;  // mesh, primitive, skinned
  std::set<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::vector<double>>> posed;
  for_each_shown(scene, [&](std::uint32_t n, std::uint32_t i, std::uint32_t p) {
    const MeshInstance& instance = scene.nodes[n].meshes[i];
    const Primitive& primitive = scene.meshes[instance.mesh].primitives[p];
    const bool skinned = instance.skin != kNone && !primitive.influence_begin.empty();
    const auto [entry, is_new] = known.try_emplace(std::tuple{instance.mesh, p, skinned});
    if (is_new) entry->second = boxes_of(primitive, skinned);
    const PrimitiveBoxes& boxes = entry->second;
    const std::vector<double> weights =
        primitive.morphs.empty() ? std::vector<double>() : posed_morph_weights(scene, pose, n);
    if (!boxes.rigid.empty()) add_box(bounds, widened(boxes.rigid, boxes, weights), pose.world[n]);
    // Skinned vertices have the same positions in all instances.
    if (!skinned || !posed.emplace(instance.mesh, p, instance.skin, weights).second) return;
    for (std::size_t j = 0; j < boxes.of_joint.size(); ++j) {
      if (boxes.of_joint[j].empty()) continue;
      const Joint& joint = scene.skins[instance.skin].joints[j];
      add_box(bounds, widened(boxes.of_joint[j], boxes, weights),
              pose.world[joint.node] * to_double(joint.joint_from_mesh));
    }
  });
  return bounds;
}

}  // namespace

Bounds pose_bounds(const Scene& scene, const Pose& pose) {
  std::uint64_t vertices = 0;
  for_each_shown(scene, [&](std::uint32_t n, std::uint32_t i, std::uint32_t p) {
    vertices += scene.meshes[scene.nodes[n].meshes[i].mesh].primitives[p].positions.size();
  });
  Bounds bounds;
  if (vertices > kMaxPosedVertices)
    bounds = bounds_of_boxes(scene, pose);
  else
    for_each_shown(scene, [&](std::uint32_t n, std::uint32_t i, std::uint32_t p) {
      for (const Vec3d& position : skin(scene, pose, n, i, p).positions) bounds.add(position);
    });
  if (bounds.empty())
    for (const Mat4d& world : pose.world) bounds.add(translation_part(world));
  return bounds;
}

}  // namespace skelter
