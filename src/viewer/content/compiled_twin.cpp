#include "viewer/content/compiled_twin.h"

#include <algorithm>

#include "skelter/runtime/local_to_model_job.h"
#include "skelter/runtime/sample_job.h"
#include "skelter/runtime/scalar_tracks.h"
#include "skelter/skinning/linear_skinning_job.h"
#include "skelter/skinning/morph_job.h"

namespace skelter {
namespace {

// The jobs get what the build functions made, so a refusal is a fault of ours.
Error refused(const char* job) {
  return {Status::invalid_argument, "viewer.compiled", std::string(job) + " refused its input", {}};
}

Vec3d vector_at(const std::vector<float>& list, std::size_t v) {
  return {list[3 * v], list[3 * v + 1], list[3 * v + 2]};
}

}  // namespace

Result<std::unique_ptr<CompiledTwin>> CompiledTwin::make(const Scene& scene, std::uint32_t clip,
                                                         const EvaluateOptions& source) {
  auto twin = std::unique_ptr<CompiledTwin>(new CompiledTwin(scene));
  SkeletonSettings skeleton_settings;
  skeleton_settings.source = source;
  Result<SkeletonBuild> skeleton = build_skeleton(scene, skeleton_settings);
  if (!skeleton) return skeleton.error();
  twin->skeleton_ = std::move(*skeleton);
  if (clip != kNone) {
    ClipSettings settings;
    settings.source = source;
    Result<ClipBuild> built = build_clip(scene, clip, twin->skeleton_, settings);
    if (!built) return built.error();
    twin->report_ = built->report;
    const ClipReport measured = measure_error(scene, clip, twin->skeleton_, built->clip.view, settings);
    twin->report_->largest_error = measured.largest_error;
    twin->report_->largest_error_time_s = measured.largest_error_time_s;
    twin->report_->mean_error = measured.mean_error;
    twin->clip_ = std::move(*built);
  }
  const Skeleton& view = twin->skeleton_.skeleton.view;
  twin->local_.assign(view.rest_pose.begin(), view.rest_pose.end());
  twin->model_.resize(view.joint_count());
  for (std::uint32_t n = 0; n < scene.nodes.size(); ++n) {
    if (!scene.nodes[n].shown) continue;
    for (std::uint32_t i = 0; i < scene.nodes[n].meshes.size(); ++i)
      for (std::uint32_t p = 0; p < scene.meshes[scene.nodes[n].meshes[i].mesh].primitives.size(); ++p) {
        Result<SkinnedMeshBuild> mesh = build_skinned_mesh(scene, n, i, p);
        if (!mesh) return mesh.error();
        Result<Packed<SkinView>> skin = build_skin(scene, n, i, twin->skeleton_);
        if (!skin) return skin.error();
        Part part{std::move(*mesh), std::move(*skin), {}, {}, {}, AlignedBytes()};
        const SkinnedMesh& view_of_mesh = part.mesh.mesh.view;
        if (!view_of_mesh.morphs.empty()) part.morphed = AlignedBytes(view_of_mesh.vertices.size_bytes());
        part.palette.resize(part.skin.view.size());
        part.positions.resize(std::size_t{3} * part.mesh.mesh.view.vertex_count);
        part.normals.resize(part.mesh.mesh.view.has_normals != 0 ? part.positions.size() : 0);
        twin->parts_.push_back(std::move(part));
        twin->posed_.push_back({n, i, p, {}});
      }
  }
  return twin;
}

Result<void> CompiledTwin::skin_part(std::size_t index) {
  Part& part = parts_[index];
  PaletteJob palette;
  palette.skin = &part.skin.view;
  palette.model_from_joint = model_;
  palette.skeleton = &skeleton_.skeleton.view;
  palette.out_palette = part.palette;
  if (palette.run() != Status::ok) return refused("PaletteJob");
  const SkinnedMesh& mesh = part.mesh.mesh.view;
  const std::span<float> morphed(reinterpret_cast<float*>(part.morphed.data()),
                                 part.morphed.size() / sizeof(float));
  if (!morphed.empty()) {
    const std::vector<double>& of_node = pose_.morph_weights[posed_[index].node];
    const std::vector<float> weights(of_node.begin(), of_node.end());
    MorphJob morph;
    morph.mesh = &mesh;
    morph.weights = std::span(weights).first(std::min(weights.size(), mesh.morphs.size()));
    morph.out_vertices = morphed;
    if (morph.run() != Status::ok) return refused("MorphJob");
  }
  AlignedBytes scratch(LinearSkinningJob::scratch_bytes(mesh.palette_size));
  LinearSkinningJob job;
  job.mesh = &mesh;
  job.vertices = morphed;
  job.palette = part.palette;
  job.scratch = {scratch.data(), scratch.size()};
  job.out.positions = part.positions;
  job.out.normals = part.normals;
  if (job.run() != Status::ok) return refused("LinearSkinningJob");
  // Back from the mesh's own order to that of the primitive.
  SkinnedVertices& vertices = posed_[index].vertices;
  vertices.positions.resize(mesh.vertex_count);
  vertices.normals.resize(part.normals.empty() ? 0 : mesh.vertex_count);
  for (std::uint32_t v = 0; v < mesh.vertex_count; ++v) {
    vertices.positions[mesh.source_vertex[v]] = vector_at(part.positions, v);
    if (!part.normals.empty()) vertices.normals[mesh.source_vertex[v]] = vector_at(part.normals, v);
  }
  return {};
}

// Those of the clip, else those at rest, for every node whose mesh has morph targets.
Result<void> CompiledTwin::weigh_morphs(double time_s) {
  pose_.morph_weights.assign(scene_->nodes.size(), {});
  for (std::uint32_t node = 0; node < scene_->nodes.size(); ++node) {
    std::vector<float> weights = rest_morph_weights(*scene_, node);
    if (weights.empty()) continue;
    if (clip_) {
      MorphWeightsJob job;
      job.clip = &clip_->clip.view;
      job.time_s = static_cast<float>(time_s);
      job.node = node;
      job.out_weights = weights;
      if (job.run() != Status::ok) return refused("MorphWeightsJob");
    }
    pose_.morph_weights[node].assign(weights.begin(), weights.end());
  }
  return {};
}

Result<void> CompiledTwin::play(double time_s) {
  const Skeleton& skeleton = skeleton_.skeleton.view;
  if (clip_) {
    SampleJob sample;
    sample.skeleton = &skeleton;
    sample.clip = &clip_->clip.view;
    sample.time_s = static_cast<float>(time_s);
    sample.out_local_pose = local_;
    if (sample.run() != Status::ok) return refused("SampleJob");
  }
  LocalToModelJob hierarchy;
  hierarchy.skeleton = &skeleton;
  hierarchy.local_pose = local_;
  hierarchy.out_model_from_joint = model_;
  if (hierarchy.run() != Status::ok) return refused("LocalToModelJob");
  pose_ = pose_of_joints(*scene_, skeleton_, model_);
  if (const Result<void> weighed = weigh_morphs(time_s); !weighed) return weighed;
  for (std::size_t i = 0; i < parts_.size(); ++i)
    if (const Result<void> skinned = skin_part(i); !skinned) return skinned;
  return {};
}

}  // namespace skelter
