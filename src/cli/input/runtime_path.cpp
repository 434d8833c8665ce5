#include "cli/input/runtime_path.h"

#include <algorithm>

#include "skelter/compile/clip.h"
#include "skelter/compile/skinned_mesh.h"
#include "skelter/runtime/blend_job.h"
#include "skelter/runtime/clip.h"
#include "skelter/runtime/local_to_model_job.h"
#include "skelter/runtime/sample_job.h"
#include "skelter/runtime/scalar_tracks.h"
#include "skelter/scene/edit.h"
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
  if (!clip->additive()) return pose;
  const BlendLayer difference{pose, 1, {}};  // stands on the rest pose
  BlendJob add;
  add.skeleton = &skeleton;
  add.additive_layers = {&difference, 1};
  add.out_local_pose = pose;
  if (add.run() != Status::ok) return refused("BlendJob");
  return pose;
}

// The section of the index-th clip, hot or stored, or kNone.
std::uint32_t clip_section(const PackView& pack, std::uint32_t index) {
  for (std::uint32_t i = 0; i < pack.section_count(); ++i) {
    const SectionKind kind = pack.section(i).kind;
    if ((kind == SectionKind::clip || kind == SectionKind::stored_clip) && index-- == 0) return i;
  }
  return kNone;
}

// Went well when the scene was made of the pack.
Packed<ClipView> clip_of(const PackSection& section) {
  Packed<ClipView> clip;
  if (section.kind == SectionKind::stored_clip) {
    clip.bytes = AlignedBytes(hot_size(section.bytes));
    (void)decode_clip(section.bytes, {clip.bytes.data(), clip.bytes.size()}, clip.view);
  } else {
    (void)read_clip(section.bytes, clip.view);
  }
  return clip;
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
    path.clip_ = std::move(hot->clip);
    path.clip_time_s_ = static_cast<float>(clip_time(scene.clips[*clip], time_s, options));
  }
  if (auto posed = path.pose_scene(scene); !posed) return posed.error();
  return path;
}

Result<RuntimePath> RuntimePath::make(const Scene& scene, const PackView& pack,
                                      std::optional<std::uint32_t> clip, double time_s,
                                      const EvaluateOptions& options) {
  RuntimePath path;
  const Skeleton& skeleton = path.skeleton_.skeleton.view = pack.skeleton();
  // Of two joints of one node the later one has its world matrix; the other's node has its name.
  path.skeleton_.joint_of_node.assign(scene.nodes.size(), kNone16);
  for (std::uint16_t joint = 0; joint < skeleton.joint_count(); ++joint) {
    const bool helper = skeleton.helpers[joint] != 0;
    const std::uint32_t node = skeleton.nodes[joint];
    if (helper) path.skeleton_.joint_of_node[scene.nodes[node].parent] = skeleton.parents[joint];
    path.skeleton_.joint_of_node[node] = joint;
  }
  if (clip) {
    const std::uint32_t section = clip_section(pack, *clip);
    if (section == kNone)
      return Error{Status::invalid_argument,
                   "cli.runtime",
                   clip_label(scene, *clip) + " is a clip of another file; expected one of the pack",
                   {}};
    path.clip_ = clip_of(pack.section(section));
    path.clip_time_s_ = static_cast<float>(clip_time(scene.clips[*clip], time_s, options));
  }
  if (auto posed = path.pose_scene(scene); !posed) return posed.error();
  return path;
}

Result<void> RuntimePath::pose_scene(const Scene& scene) {
  const Skeleton& skeleton = skeleton_.skeleton.view;
  const auto local = local_pose(skeleton, clip_ ? &clip_->view : nullptr, clip_time_s_);
  if (!local) return local.error();
  model_from_joint_.resize(skeleton.joint_count());
  LocalToModelJob hierarchy;
  hierarchy.skeleton = &skeleton;
  hierarchy.local_pose = *local;
  hierarchy.out_model_from_joint = model_from_joint_;
  if (hierarchy.run() != Status::ok) return refused("LocalToModelJob");
  pose_ = pose_of_joints(scene, skeleton_, model_from_joint_);
  return {};
}

std::vector<float> RuntimePath::morph_weights(const Scene& scene, std::uint32_t node) const {
  std::vector<float> weights = rest_morph_weights(scene, node);
  if (!clip_) return weights;
  MorphWeightsJob job;
  job.clip = &clip_->view;
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
  palette_job.skeleton = &skeleton_.skeleton.view;
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
