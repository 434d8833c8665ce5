#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "compile/internal/reference_pose.h"
#include "scene/internal/shown.h"
#include "skelter/picture/picture.h"

namespace skelter {
namespace {

constexpr double kMomentsPerSecond = 30;
constexpr std::size_t kMaxMoments = 601, kMinMoments = 33;
constexpr std::size_t kMaxNodePoses = 200'000;    // over all sample times
constexpr std::size_t kMaxVertexPoses = 400'000;  // above this, a few vertices represent all
constexpr std::size_t kDirections = 26;           // towards the faces, edges and corners of a cube

std::size_t moments_for(const Scene& scene, double duration_s) {
  const std::size_t affordable =
      std::clamp(kMaxNodePoses / std::max<std::size_t>(scene.nodes.size(), 1), kMinMoments, kMaxMoments);
  const double wanted = std::ceil(duration_s * kMomentsPerSecond) + 1;
  return std::clamp<std::size_t>(static_cast<std::size_t>(std::min(wanted, 1e6)), kMinMoments, affordable);
}

std::array<Vec3, kDirections> directions() {
  std::array<Vec3, kDirections> all;
  std::size_t count = 0;
  for (int i = 0; i < 27; ++i)
    if (i != 13) all[count++] = {float(i % 3 - 1), float(i / 3 % 3 - 1), float(i / 9 - 1)};
  return all;
}

// For each direction, the outermost of the vertices that one joint moves most.
struct Outermost {
  std::array<std::uint32_t, kDirections> vertex{};
  std::array<float, kDirections> reach;
  Outermost() { reach.fill(-INFINITY); }
};

// Finds the outermost vertices of every joint, at rest and with each morph target at full weight.
std::vector<std::uint32_t> outermost_vertices(const Primitive& primitive) {
  static const std::array<Vec3, kDirections> kWays = directions();
  std::map<std::uint32_t, Outermost> of_joint;
  const auto look = [&](std::size_t v, const Vec3& at) {
    const bool weighted =
        !primitive.influence_begin.empty() && primitive.influence_begin[v] < primitive.influence_begin[v + 1];
    const std::uint32_t joint = weighted ? primitive.influences[primitive.influence_begin[v]].joint
                                         : kNone;  // the largest weight is first
    Outermost& outermost = of_joint[joint];
    for (std::size_t d = 0; d < kDirections; ++d)
      if (const float reach = dot(kWays[d], at); reach > outermost.reach[d]) {
        outermost.reach[d] = reach;
        outermost.vertex[d] = static_cast<std::uint32_t>(v);
      }
  };
  for (std::size_t v = 0; v < primitive.positions.size(); ++v) {
    look(v, primitive.positions[v]);
    for (const MorphTarget& morph : primitive.morphs)
      if (v < morph.position_offsets.size() && morph.position_offsets[v] != Vec3{})
        look(v, primitive.positions[v] + morph.position_offsets[v]);
  }
  std::vector<std::uint32_t> chosen;
  for (const auto& entry : of_joint)
    chosen.insert(chosen.end(), entry.second.vertex.begin(), entry.second.vertex.end());
  std::sort(chosen.begin(), chosen.end());
  chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
  return chosen;
}

Primitive with_vertices(const Primitive& source, const std::vector<std::uint32_t>& vertices) {
  Primitive few;
  if (draws_something(source)) few.points = {0};
  few.morphs.resize(source.morphs.size());
  if (!source.influence_begin.empty()) few.influence_begin.push_back(0);
  for (const std::uint32_t v : vertices) {
    few.positions.push_back(source.positions[v]);
    for (std::size_t m = 0; m < source.morphs.size(); ++m)
      if (v < source.morphs[m].position_offsets.size())
        few.morphs[m].position_offsets.push_back(source.morphs[m].position_offsets[v]);
    if (source.influence_begin.empty()) continue;
    few.influences.insert(few.influences.end(), source.influences.begin() + source.influence_begin[v],
                          source.influences.begin() + source.influence_begin[v + 1]);
    few.influence_begin.push_back(static_cast<std::uint32_t>(few.influences.size()));
  }
  return few;
}

// Reduces the scene to its outermost vertices, without clips and materials.
Scene outline_of(const Scene& scene) {
  Scene outline;
  outline.nodes = scene.nodes;
  outline.skins = scene.skins;
  for (const Mesh& mesh : scene.meshes) {
    Mesh few;
    few.morph_weights = mesh.morph_weights;
    for (const Primitive& primitive : mesh.primitives)
      few.primitives.push_back(with_vertices(primitive, outermost_vertices(primitive)));
    outline.meshes.push_back(std::move(few));
  }
  return outline;
}

std::size_t vertex_count(const Scene& scene) {
  std::size_t count = 0;
  for (const Node& node : scene.nodes)
    for (const MeshInstance& instance : node.meshes)
      for (const Primitive& primitive : scene.meshes[instance.mesh].primitives)
        count += primitive.positions.size();
  return count;
}

// Bounds of the joints of a scene without vertices. Cameras and lights are excluded.
Bounds joint_bounds(const Scene& scene, const Pose& pose) {
  const std::vector<bool> bones = bone_nodes(scene);
  Bounds bounds;
  for (std::size_t n = 0; n < scene.nodes.size(); ++n)
    if (bones[n] && scene.nodes[n].camera == kNone && scene.nodes[n].light == kNone)
      bounds.add(translation_part(pose.world[n]));
  return bounds.empty() ? pose_bounds(scene, pose) : bounds;
}

// --- parts ---

constexpr double kFarAwayParts = 10;  // times the size of everything else

// The nodes that move a part. For skins, these are all joints of a vertex, so that a parked piece that
// follows the main joint with only half of its weight is a separate part.
using Movers = std::vector<std::uint32_t>;  // in ascending order
struct MovedPart {
  std::uint32_t node = 0;  // the last of the nodes that move it
  Bounds box;
  std::size_t vertices = 0;
};

Movers movers_of(const Scene& scene, std::uint32_t node, const MeshInstance& instance, const Primitive& p,
                 std::size_t vertex) {
  Movers movers;
  if (instance.skin != kNone && !p.influence_begin.empty())
    for (std::uint32_t i = p.influence_begin[vertex]; i < p.influence_begin[vertex + 1]; ++i)
      movers.push_back(scene.skins[instance.skin].joints[p.influences[i].joint].node);
  if (movers.empty()) movers.push_back(node);
  std::sort(movers.begin(), movers.end());
  return movers;
}

// Returns the part of each vertex, in the order of for_each_shown(). `known` assigns the part numbers.
std::vector<std::uint32_t> parts_of_vertices(const Scene& scene, std::map<Movers, std::uint32_t>& known) {
  std::vector<std::uint32_t> parts;
  for_each_shown(scene, [&](std::uint32_t n, std::uint32_t i, std::uint32_t p) {
    const MeshInstance& instance = scene.nodes[n].meshes[i];
    const Primitive& primitive = scene.meshes[instance.mesh].primitives[p];
    for (std::size_t v = 0; v < primitive.positions.size(); ++v)
      parts.push_back(
          known.emplace(movers_of(scene, n, instance, primitive, v), static_cast<std::uint32_t>(known.size()))
              .first->second);
  });
  return parts;
}

// Adds the positions of the vertices at one sample time.
void add_moment(std::vector<MovedPart>& parts, const Scene& scene, const std::vector<std::uint32_t>& part_of,
                const Pose& pose) {
  std::size_t at = 0;
  for_each_shown(scene, [&](std::uint32_t n, std::uint32_t i, std::uint32_t p) {
    for (const Vec3d& position : skin(scene, pose, n, i, p).positions) parts[part_of[at++]].box.add(position);
  });
}

double gap(const Bounds& a, const Bounds& b) {
  const auto along = [](double a_min, double a_max, double b_min, double b_max) {
    return std::max({0.0, b_min - a_max, a_min - b_max});
  };
  return length(Vec3d{along(a.min.x, a.max.x, b.min.x, b.max.x), along(a.min.y, a.max.y, b.min.y, b.max.y),
                      along(a.min.z, a.max.z, b.min.z, b.max.z)});
}

// Returns the bounds of all parts that can be reached, without a large gap, from the part with the most
// vertices. If at least half of the vertices cannot be reached, returns the bounds of all parts.
Bounds bounds_of_near_parts(const std::vector<MovedPart>& parts, std::vector<std::uint32_t>* far_parts) {
  std::vector<std::uint32_t> left;
  std::size_t vertices = 0, reached = 0;
  Bounds all;
  for (std::uint32_t i = 0; i < parts.size(); ++i) {
    if (parts[i].box.empty()) continue;
    left.push_back(i);
    vertices += parts[i].vertices;
    all.add(parts[i].box);
  }
  if (far_parts != nullptr) far_parts->clear();
  if (left.empty()) return {};
  std::stable_sort(left.begin(), left.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return parts[a].vertices > parts[b].vertices; });
  Bounds near = parts[left.front()].box;
  for (bool grown = true; grown;) {
    grown = false;
    std::erase_if(left, [&](std::uint32_t n) {
      const double size = std::max(length(near.size()), length(parts[n].box.size()));
      if (gap(near, parts[n].box) > kFarAwayParts * size) return false;
      near.add(parts[n].box);
      reached += parts[n].vertices;
      return grown = true;
    });
  }
  if (2 * (vertices - reached) >= vertices) return all;
  if (far_parts == nullptr) return near;
  for (const std::uint32_t i : left) far_parts->push_back(parts[i].node);
  std::sort(far_parts->begin(), far_parts->end());
  far_parts->erase(std::unique(far_parts->begin(), far_parts->end()), far_parts->end());
  return near;
}

}  // namespace

Bounds motion_bounds(const Scene& scene, const std::function<Pose(double time_s)>& pose_at, double from_s,
                     double to_s, std::vector<std::uint32_t>* far_parts) {
  const std::size_t vertices = vertex_count(scene);
  const std::size_t moments = to_s > from_s ? moments_for(scene, to_s - from_s) : 1;
  const bool many = vertices * moments > kMaxVertexPoses;
  const Scene outline = many ? outline_of(scene) : Scene();
  const std::size_t whole_every = many ? std::max<std::size_t>((moments - 1) / 2, 1) : 1;
  Bounds joints;
  std::map<Movers, std::uint32_t> known;
  const std::vector<std::uint32_t> part_of = parts_of_vertices(scene, known);
  const std::vector<std::uint32_t> part_of_few = parts_of_vertices(outline, known);
  std::vector<MovedPart> parts(known.size());
  for (const auto& [movers, part] : known) parts[part].node = movers.back();
  for (const std::uint32_t part : part_of) ++parts[part].vertices;
  for (std::size_t i = 0; i < moments; ++i) {
    const double ratio = moments > 1 ? double(i) / double(moments - 1) : 0;
    const Pose pose = pose_at(from_s + ratio * (to_s - from_s));
    if (vertices == 0)
      joints.add(joint_bounds(scene, pose));
    else
      i % whole_every == 0 ? add_moment(parts, scene, part_of, pose)
                           : add_moment(parts, outline, part_of_few, pose);
  }
  const Bounds near = bounds_of_near_parts(parts, far_parts);
  if (!near.empty()) return near;
  // Without vertices, the scene is empty or has only joints.
  return vertices == 0 ? joints : pose_bounds(scene, pose_at(from_s));
}

void note_far_parts(const Scene& scene, std::span<const std::uint32_t> far_parts, Diagnostics& diagnostics) {
  if (far_parts.empty()) return;
  std::string text = scene.nodes[far_parts[0]].name;
  if (text.empty()) text = "node #" + std::to_string(far_parts[0]);
  if (far_parts.size() > 1) text += " and " + std::to_string(far_parts.size() - 1) + " more";
  text += far_parts.size() > 1 ? " stand" : " stands";
  diagnostics.add(Severity::note, "render.far-part", {scene.file, 0, {}, {}},
                  text + " far from everything else and " + (far_parts.size() > 1 ? "do" : "does") +
                      " not affect the camera");
}

}  // namespace skelter
