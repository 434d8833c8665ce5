#include "viewer/compiled_twin.h"

#include "skelter/runtime/local_to_model_job.h"
#include "skelter/runtime/sample_job.h"
#include "skelter/skinning/linear_skinning_job.h"

namespace skelter {
namespace {

// The jobs get what the build functions made, so a refusal is a fault of ours.
Error refused(const char* job) {
  return {Status::invalid_argument, "viewer.compiled", std::string(job) + " refused its input", {}};
}

// Local matrices are what the parent's world leaves of a node's world, so that sheared joints come whole.
void fill_pose(const Scene& scene, const SkeletonBuild& built, std::span<const Affine> model, Pose& pose) {
  pose = rest_pose(scene);
  for (const std::uint32_t node : parents_first(scene)) {
    const std::uint32_t parent = scene.nodes[node].parent;
    const Mat4d parent_world = parent == kNone ? Mat4d{} : pose.world[parent];
    const std::uint16_t joint = built.joint_of_node[node];
    if (joint == kNoJoint) {
      pose.world[node] = parent_world * pose.local[node];
      continue;
    }
    pose.world[node] = to_double(to_mat4(model[joint]));
    if (determinant(linear_part(parent_world)) != 0)
      pose.local[node] = inverse_affine(parent_world) * pose.world[node];
  }
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
    twin->report_ = measure_error(scene, clip, twin->skeleton_, built->clip.view, settings);
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
        Part part{std::move(*mesh), std::move(*skin), {}, {}, {}};
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
  palette.out_palette = part.palette;
  if (palette.run() != Status::ok) return refused("PaletteJob");
  const SkinnedMesh& mesh = part.mesh.mesh.view;
  AlignedBytes scratch(LinearSkinningJob::scratch_bytes(mesh.palette_size));
  LinearSkinningJob job;
  job.mesh = &mesh;
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
  fill_pose(*scene_, skeleton_, model_, pose_);
  for (std::size_t i = 0; i < parts_.size(); ++i)
    if (const Result<void> skinned = skin_part(i); !skinned) return skinned;
  return {};
}

}  // namespace skelter
