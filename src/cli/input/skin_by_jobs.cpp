#include "cli/input/skin_by_jobs.h"

#include <algorithm>

#include "compile/build_mesh/internal/skinned_mesh.h"
#include "skelter/skinning/dual_quaternion_skinning_job.h"
#include "skelter/skinning/linear_skinning_job.h"

namespace skelter::cli {
namespace {

// The jobs receive data from the build functions, so if a job rejects its input, that is an internal error.
Error refused(const char* job) {
  return {Status::invalid_argument, "cli.runtime", std::string(job) + " rejected its input", {}};
}

template <class Job>
bool run_skinning(const SkinnedMesh& mesh, std::span<const float> morphed, std::span<const Affine> palette,
                  const SkinningOutput& out) {
  AlignedBytes scratch(Job::scratch_bytes(mesh.palette_size));
  Job job;
  job.mesh = &mesh;
  job.vertices = morphed;
  job.palette = palette;
  job.scratch = {scratch.data(), scratch.size()};
  job.out = out;
  return job.run() == Status::ok;
}

// Interpolates each vertex towards `dual` by its share.
void mix_by_share(const SkinnedMesh& mesh, const std::vector<float>& shares, const std::vector<float>& linear,
                  std::vector<float>& dual) {
  for (std::size_t i = 0; i < dual.size(); ++i) {
    const float share = shares[mesh.source_vertex[i / 3]];
    dual[i] = linear[i] * (1 - share) + dual[i] * share;
  }
}

}  // namespace

Result<SkinnedVertices> skin_by_jobs(const Scene& scene, Actor& actor, const PrimitiveRef& place) {
  const auto built = build_skinned_mesh(scene, place.node, place.instance, place.primitive);
  if (!built) return built.error();
  const SkinnedMesh& mesh = built->mesh.view;
  const ModelShape shape = actor.shape();
  const auto skin = std::find_if(shape.skins.begin(), shape.skins.end(), [&](const ModelSkin& one) {
    return one.node == place.node && one.instance == place.instance;
  });
  if (skin == shape.skins.end()) return refused("the shape");
  const ModelPose pose = actor.pose();
  const std::span<const Affine> palette = pose.palettes.subspan(skin->first, skin->size);
  const std::span<const float> weights = pose.morph_weights.subspan(skin->first_morph, skin->morph_count);

  AlignedBytes morphed_bytes(mesh.morphs.empty() ? 0 : mesh.vertices.size_bytes());
  const std::span<float> morphed(reinterpret_cast<float*>(morphed_bytes.data()),
                                 morphed_bytes.size() / sizeof(float));
  MorphJob morph;
  morph.mesh = &mesh;
  morph.weights = weights.first(std::min(weights.size(), mesh.morphs.size()));
  morph.out_vertices = morphed;
  if (!morphed.empty() && morph.run() != Status::ok) return refused("MorphJob");

  std::vector<float> positions(std::size_t{3} * mesh.vertex_count);
  std::vector<float> normals(mesh.has_normals != 0 ? positions.size() : 0);
  const MeshInstance& instance = scene.nodes[place.node].meshes[place.instance];
  const bool dual = instance.skin != kNone && scene.skins[instance.skin].dual_quaternions;
  const std::vector<float>& shares =
      scene.meshes[instance.mesh].primitives[place.primitive].dual_quaternion_shares;
  SkinningOutput out;
  out.positions = positions;
  out.normals = normals;
  const bool done = dual ? run_skinning<DualQuaternionSkinningJob>(mesh, morphed, palette, out)
                         : run_skinning<LinearSkinningJob>(mesh, morphed, palette, out);
  if (!done) return refused("the skinning job");
  if (dual && !shares.empty()) {
    std::vector<float> linear_positions(positions.size()), linear_normals(normals.size());
    out.positions = linear_positions;
    out.normals = linear_normals;
    if (!run_skinning<LinearSkinningJob>(mesh, morphed, palette, out)) return refused("the skinning job");
    mix_by_share(mesh, shares, linear_positions, positions);
    mix_by_share(mesh, shares, linear_normals, normals);
  }

  // Converts from the mesh's vertex order to the primitive's.
  const Vec3d origin = translation_part(pose.world_from_model);
  const auto vector_at = [](const std::vector<float>& list, std::size_t v) {
    return Vec3d{list[3 * v], list[3 * v + 1], list[3 * v + 2]};
  };
  SkinnedVertices vertices;
  vertices.positions.resize(mesh.vertex_count);
  vertices.normals.resize(normals.empty() ? 0 : mesh.vertex_count);
  for (std::uint32_t v = 0; v < mesh.vertex_count; ++v) {
    vertices.positions[mesh.source_vertex[v]] = vector_at(positions, v) + origin;
    if (!normals.empty()) vertices.normals[mesh.source_vertex[v]] = vector_at(normals, v);
  }
  return vertices;
}

}  // namespace skelter::cli
