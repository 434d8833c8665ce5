// Skin a character on the CPU: from a file to vertices in model space. Here the pose is the rest pose; a game
// samples and blends its own.

#include <algorithm>
#include <cstdio>
#include <vector>

#include "skelter/compile/skinned_mesh.h"
#include "skelter/load.h"
#include "skelter/runtime/local_to_model_job.h"
#include "skelter/skinning/linear_skinning_job.h"

using namespace skelter;

// Prints how many vertices there are and the box that holds them; false if a job refused its input.
static bool skin_and_print(const SkinnedMesh& mesh, const SkinView& skin, const Skeleton& skeleton) {
  // Every frame: local pose, model matrices, palette, vertices.
  const std::vector<SoaTransform> local_pose(skeleton.rest_pose.begin(), skeleton.rest_pose.end());
  std::vector<Affine> model_from_joint(skeleton.joint_count());
  LocalToModelJob local_to_model;
  local_to_model.skeleton = &skeleton;
  local_to_model.local_pose = local_pose;
  local_to_model.out_model_from_joint = model_from_joint;

  std::vector<Affine> palette(skin.size());
  PaletteJob palette_job;
  palette_job.skin = &skin;
  palette_job.model_from_joint = model_from_joint;
  palette_job.skeleton = &skeleton;
  palette_job.out_palette = palette;

  AlignedBytes scratch(LinearSkinningJob::scratch_bytes(mesh.palette_size));
  std::vector<float> positions(std::size_t{mesh.vertex_count} * 3);
  LinearSkinningJob skinning;
  skinning.mesh = &mesh;
  skinning.palette = palette;
  skinning.scratch = {scratch.data(), scratch.size()};
  skinning.out.positions = positions;

  if (local_to_model.run() != Status::ok || palette_job.run() != Status::ok || skinning.run() != Status::ok)
    return false;

  float low[3] = {}, high[3] = {};
  for (std::size_t i = 0; i < positions.size(); ++i) {
    low[i % 3] = i < 3 ? positions[i] : std::min(low[i % 3], positions[i]);
    high[i % 3] = i < 3 ? positions[i] : std::max(high[i % 3], positions[i]);
  }
  std::printf("%u vertices from (%.3f %.3f %.3f) to (%.3f %.3f %.3f)\n", mesh.vertex_count, low[0], low[1],
              low[2], high[0], high[1], high[2]);
  return true;
}

int main(int argc, char** argv) {
  if (argc < 2) return std::puts("usage: skin_on_cpu FILE.x"), 1;
  const auto scene = load_scene(argv[1]);
  if (!scene) return std::puts(to_string(scene.error()).c_str()), 1;

  // Once: the runtime's data.
  const auto skeleton = build_skeleton(*scene);
  if (!skeleton) return std::puts(to_string(skeleton.error()).c_str()), 1;
  for (std::uint32_t node = 0; node < scene->nodes.size(); ++node) {
    if (scene->nodes[node].meshes.empty()) continue;
    const auto mesh = build_skinned_mesh(*scene, node, /*instance*/ 0, /*primitive*/ 0);
    if (!mesh) return std::puts(to_string(mesh.error()).c_str()), 1;
    const auto skin = build_skin(*scene, node, /*instance*/ 0, *skeleton);
    if (!skin) return std::puts(to_string(skin.error()).c_str()), 1;
    if (!skin_and_print(mesh->mesh.view, skin->view, skeleton->skeleton.view)) return 1;
  }
}
