#include "cli/input/runtime_path.h"

#include <algorithm>

#include "skelter/compile/clip.h"
#include "skelter/compile/skinned_mesh.h"
#include "skelter/runtime/local_to_model_job.h"
#include "skelter/runtime/sample_job.h"
#include "skelter/runtime/scalar_tracks.h"
#include "skelter/skinning/dual_quaternion_skinning_job.h"
#include "skelter/skinning/linear_skinning_job.h"
#include "skelter/skinning/morph_job.h"

namespace skelter::cli {
namespace {

// The jobs get what the build functions made, so a refusal is a fault of ours.
Error refused(const char* job) {
  return {Status::invalid_argument, "cli.runtime", std::string(job) + " refused its input", {}};
}

// Without a clip the rest pose.
Result<std::vector<SoaTransform>> local_pose(const Skeleton& skeleton, const ClipView* clip, float time_s) {
  std::vector<SoaTransform> pose(skeleton.rest_pose.begin(), skeleton.rest_pose.end());
  if (clip == nullptr) return pose;
  SampleJob sample;
  sample.skeleton = &skeleton;
  sample.clip = clip;
  sample.time_s = time_s;
  sample.out_local_pose = pose;
  if (sample.run() != Status::ok) return refused("SampleJob");
  return pose;
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

}  // namespace

Result<RuntimePath> RuntimePath::make(const Scene& scene, std::optional<std::uint32_t> clip, double time_s,
                                      const EvaluateOptions& options) {
  auto skeleton = build_skeleton(scene);
  if (!skeleton) return skeleton.error();
  RuntimePath path;
  path.skeleton_ = std::move(*skeleton);
  if (clip) {
    ClipSettings settings;
    settings.source = options;
    auto hot = build_clip(scene, *clip, path.skeleton_, settings);
    if (!hot) return hot.error();
    path.hot_ = std::move(*hot);
    path.clip_time_s_ = static_cast<float>(clip_time(scene.clips[*clip], time_s, options));
  }
  const auto local = local_pose(path.skeleton_.skeleton.view, path.hot_ ? &path.hot_->clip.view : nullptr,
                                path.clip_time_s_);
  if (!local) return local.error();
  path.model_from_joint_.resize(path.skeleton_.skeleton.view.joint_count());
  LocalToModelJob hierarchy;
  hierarchy.skeleton = &path.skeleton_.skeleton.view;
  hierarchy.local_pose = *local;
  hierarchy.out_model_from_joint = path.model_from_joint_;
  if (hierarchy.run() != Status::ok) return refused("LocalToModelJob");
  path.pose_ = pose_of_joints(scene, path.skeleton_, path.model_from_joint_);
  return path;
}

std::vector<float> RuntimePath::morph_weights(const Scene& scene, std::uint32_t node) const {
  std::vector<float> weights = rest_morph_weights(scene, node);
  if (!hot_) return weights;
  MorphWeightsJob job;
  job.clip = &hot_->clip.view;
  job.time_s = clip_time_s_;
  job.node = node;
  job.out_weights = weights;
  (void)job.run();  // refuses nothing that we made
  return weights;
}

Result<SkinnedVertices> RuntimePath::skin(const Scene& scene, std::uint32_t node, std::uint32_t instance,
                                          std::uint32_t primitive, Skinning skinning) const {
  const auto built = build_skinned_mesh(scene, node, instance, primitive);
  if (!built) return built.error();
  const auto skin = build_skin(scene, node, instance, skeleton_);
  if (!skin) return skin.error();
  const SkinnedMesh& mesh = built->mesh.view;
  std::vector<Affine> palette(skin->view.size());
  PaletteJob palette_job;
  palette_job.skin = &skin->view;
  palette_job.model_from_joint = model_from_joint_;
  palette_job.out_palette = palette;
  if (palette_job.run() != Status::ok) return refused("PaletteJob");

  const std::vector<float> weights = morph_weights(scene, node);
  AlignedBytes morphed_bytes(mesh.morphs.empty() ? 0 : mesh.vertices.size_bytes());
  const std::span<float> morphed(reinterpret_cast<float*>(morphed_bytes.data()),
                                 morphed_bytes.size() / sizeof(float));
  MorphJob morph;
  morph.mesh = &mesh;
  morph.weights = std::span(weights).first(std::min(weights.size(), mesh.morphs.size()));
  morph.out_vertices = morphed;
  if (!morphed.empty() && morph.run() != Status::ok) return refused("MorphJob");

  std::vector<float> positions(std::size_t{3} * mesh.vertex_count);
  std::vector<float> normals(mesh.has_normals != 0 ? positions.size() : 0);
  SkinningOutput out;
  out.positions = positions;
  out.normals = normals;
  const bool done = skinning == Skinning::linear
                        ? run_skinning<LinearSkinningJob>(mesh, morphed, palette, out)
                        : run_skinning<DualQuaternionSkinningJob>(mesh, morphed, palette, out);
  if (!done) return refused("the skinning job");

  // Back from the mesh's own order to that of the primitive.
  const auto vector_at = [](const std::vector<float>& list, std::size_t v) {
    return Vec3d{list[3 * v], list[3 * v + 1], list[3 * v + 2]};
  };
  SkinnedVertices vertices;
  vertices.positions.resize(mesh.vertex_count);
  vertices.normals.resize(normals.empty() ? 0 : mesh.vertex_count);
  for (std::uint32_t v = 0; v < mesh.vertex_count; ++v) {
    vertices.positions[mesh.source_vertex[v]] = vector_at(positions, v);
    if (!normals.empty()) vertices.normals[mesh.source_vertex[v]] = vector_at(normals, v);
  }
  return vertices;
}

}  // namespace skelter::cli
