// Rule skin-stretch: whether a skin tears its mesh, for example because of wrong inverse bind matrices or
// weights.

#include <fmt/format.h>

#include <algorithm>

#include "scene/lint/lint_detail.h"
#include "skelter/scene/evaluate.h"

namespace skelter::lint_detail {
namespace {

// If the stretch is below kWhole at rest or in some pose, the skin fits and the clip stretches it. A stretch
// above kTornAnyway cannot be intended.
constexpr double kWhole = 1.3, kTornAnyway = 3;
constexpr std::size_t kMaxTriangles = 10000;  // in all meshes together
constexpr std::size_t kStretchPoses = 17;     // per clip

struct MeshEdge {
  std::uint32_t a = 0, b = 0;  // indices into SkinnedPart::vertices
};

// A skinned primitive, with an even subset of its triangles.
struct SkinnedPart {
  std::uint32_t node = 0, mesh = 0, skin = 0;
  const Primitive* primitive = nullptr;
  double longest = 0;                   // longest edge of the entire mesh, over all its primitives
  std::vector<std::uint32_t> vertices;  // vertices of the chosen triangles
  std::vector<MeshEdge> edges;
};

double length_of_edge(const Primitive& primitive, std::uint32_t a, std::uint32_t b) {
  return length(to_double(primitive.positions[a]) - to_double(primitive.positions[b]));
}

double longest_edge(const Mesh& mesh) {
  double longest = 0;
  for (const Primitive& primitive : mesh.primitives)
    for (std::size_t i = 0; i + 2 < primitive.indices.size(); i += 3)
      for (std::size_t side = 0; side < 3; ++side)
        longest = std::max(longest, length_of_edge(primitive, primitive.indices[i + side],
                                                   primitive.indices[i + (side + 1) % 3]));
  return longest;
}

void choose_edges(SkinnedPart& part, std::size_t stride) {
  const Primitive& primitive = *part.primitive;
  std::vector<std::uint32_t> place(primitive.positions.size(), kNone);
  const auto chosen = [&](std::uint32_t vertex) {
    if (place[vertex] == kNone) {
      place[vertex] = static_cast<std::uint32_t>(part.vertices.size());
      part.vertices.push_back(vertex);
    }
    return place[vertex];
  };
  for (std::size_t i = 0; i + 2 < primitive.indices.size(); i += 3 * stride)
    for (std::size_t side = 0; side < 3; ++side) {
      const std::uint32_t a = primitive.indices[i + side], b = primitive.indices[i + (side + 1) % 3];
      part.edges.push_back({chosen(a), chosen(b)});
    }
}

std::vector<SkinnedPart> skinned_parts(const Scene& scene) {
  std::vector<SkinnedPart> parts;
  std::size_t triangles = 0;
  for (std::uint32_t n = 0; n < scene.nodes.size(); ++n)
    for (const MeshInstance& instance : scene.nodes[n].meshes) {
      if (!scene.nodes[n].shown || instance.skin == kNone) continue;
      const double longest = longest_edge(scene.meshes[instance.mesh]);
      for (const Primitive& primitive : scene.meshes[instance.mesh].primitives) {
        if (primitive.influence_begin.empty()) continue;
        parts.push_back({n, instance.mesh, instance.skin, &primitive, longest, {}, {}});
        triangles += primitive.indices.size() / 3;
      }
    }
  const std::size_t stride = std::max<std::size_t>(1, (triangles + kMaxTriangles - 1) / kMaxTriangles);
  for (SkinnedPart& part : parts) choose_edges(part, stride);
  std::erase_if(parts, [](const SkinnedPart& part) { return part.edges.empty(); });
  return parts;
}

struct PosedVertex {
  Vec3d position;
  double size = 0;  // scale of the joints: world units per unit of the mesh
};

double largest_axis(const Mat4d& world_from_mesh) {
  double largest = 0;
  for (const Vec3d& axis : {Vec3d{1, 0, 0}, Vec3d{0, 1, 0}, Vec3d{0, 0, 1}})
    largest = std::max(largest, length(transform_direction(world_from_mesh, axis)));
  return largest;
}

std::vector<PosedVertex> posed_vertices(const Scene& scene, const SkinnedPart& part, const Pose& pose) {
  std::vector<Mat4d> world_from_mesh;
  std::vector<double> sizes;
  for (const Joint& joint : scene.skins[part.skin].joints) {
    world_from_mesh.push_back(pose.world[joint.node] * to_double(joint.joint_from_mesh));
    sizes.push_back(largest_axis(world_from_mesh.back()));
  }
  std::vector<PosedVertex> posed;
  posed.reserve(part.vertices.size());
  const Primitive& primitive = *part.primitive;
  for (const std::uint32_t v : part.vertices) {
    const Vec3d own = to_double(primitive.positions[v]);
    const std::size_t begin = primitive.influence_begin[v], end = primitive.influence_begin[v + 1];
    PosedVertex sum;
    for (std::size_t i = begin; i < end; ++i) {
      const Influence& influence = primitive.influences[i];
      sum.position += transform_point(world_from_mesh[influence.joint], own) * influence.weight;
      sum.size += sizes[influence.joint] * influence.weight;
    }
    if (begin == end)
      sum = {transform_point(pose.world[part.node], own), largest_axis(pose.world[part.node])};
    posed.push_back(sum);
  }
  return posed;
}

// Length of the longest edge of a part in a pose, relative to the longest edge of the mesh, after removing
// the scale of the joints.
struct Stretch {
  double ratio = 0;
  std::uint32_t vertex = kNone, other = kNone;  // vertices of the primitive
};

Stretch stretch_of(const Scene& scene, const SkinnedPart& part, const Pose& pose) {
  const std::vector<PosedVertex> posed = posed_vertices(scene, part, pose);
  Stretch stretch;
  for (const MeshEdge& edge : part.edges) {
    const PosedVertex &a = posed[edge.a], &b = posed[edge.b];
    const double own = std::max(a.size, b.size) * part.longest;
    if (!(own > 0)) continue;
    const double ratio = length(a.position - b.position) / own;
    if (ratio > stretch.ratio) stretch = {ratio, part.vertices[edge.a], part.vertices[edge.b]};
  }
  return stretch;
}

// Returns the node of the vertex's strongest joint.
std::uint32_t strongest_joint(const Scene& scene, const SkinnedPart& part, std::uint32_t vertex) {
  const Primitive& primitive = *part.primitive;
  const std::size_t begin = primitive.influence_begin[vertex];
  if (begin == primitive.influence_begin[vertex + 1]) return part.node;
  return scene.skins[part.skin].joints[primitive.influences[begin].joint].node;
}

struct WorstStretch {
  Stretch stretch;
  const SkinnedPart* part = nullptr;
};

WorstStretch worst_in(const Scene& scene, const std::vector<SkinnedPart>& parts, const Pose& pose) {
  WorstStretch worst;
  for (const SkinnedPart& part : parts)
    if (const Stretch stretch = stretch_of(scene, part, pose); stretch.ratio > worst.stretch.ratio)
      worst = {stretch, &part};
  return worst;
}

void describe(const Scene& scene, const WorstStretch& worst, Measured& measured) {
  if (worst.part == nullptr) return;
  const std::string& mesh = scene.meshes[worst.part->mesh].name;
  measured.value = worst.stretch.ratio;
  measured.object = scene.nodes[strongest_joint(scene, *worst.part, worst.stretch.vertex)].name;
  measured.note =
      fmt::format("from vertex {} to {} of {}", worst.part->primitive->source_of(worst.stretch.vertex),
                  worst.part->primitive->source_of(worst.stretch.other),
                  mesh.empty() ? fmt::format("mesh #{}", worst.part->mesh) : mesh);
}

// A wrong matrix tears the skin in every pose. A stretch that only occurs in some poses may be intended, up
// to a limit.
Measured stretch_in(const LintWork& work, const std::vector<SkinnedPart>& parts, std::uint32_t clip,
                    double at_rest) {
  const Scene& scene = work.scene;
  const double duration_s = scene.clips[clip].duration_s;
  const std::size_t poses = duration_s > 0 ? affordable_poses(scene, kStretchPoses) : 1;
  EvaluateOptions options;
  options.loop = Loop::once;
  Measured measured{0, clip};
  double least = at_rest;
  for (std::size_t i = 0; i < poses; ++i) {
    const double time_s = i == 0 ? 0 : duration_s * static_cast<double>(i) / static_cast<double>(poses - 1);
    const WorstStretch worst = worst_in(scene, parts, evaluate(scene, clip, time_s, options));
    least = std::min(least, worst.stretch.ratio);
    if (worst.stretch.ratio <= measured.value) continue;
    describe(scene, worst, measured);
    measured.time_s = time_s;
  }
  if (measured.value <= kSkinStretch) {
    measured.note.clear();
  } else if (measured.value <= kTornAnyway && least <= kWhole) {
    measured.unsure = true;
    measured.note += "; whole in other poses, so it may be meant";
  }
  return measured;
}

}  // namespace

MeasuredList skin_stretch(const LintWork& work) {
  MeasuredList list;
  const std::vector<SkinnedPart> parts = skinned_parts(work.scene);
  if (parts.empty()) return list;
  const Pose rest = rest_pose(work.scene);
  const WorstStretch at_rest = worst_in(work.scene, parts, rest);
  for (std::uint32_t clip = 0; clip < work.scene.clips.size(); ++clip)
    list.push_back(stretch_in(work, parts, clip, at_rest.stretch.ratio));
  if (!list.empty()) return list;
  list.emplace_back();
  describe(work.scene, at_rest, list.front());
  if (list.front().value <= kSkinStretch) list.front().note.clear();
  return list;
}

}  // namespace skelter::lint_detail
