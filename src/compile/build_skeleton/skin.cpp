#include "compile/build_mesh/internal/skinned_mesh.h"
#include "compile/build_mesh/mesh_palette.h"
#include "compile/build_mesh/palette_error.h"
#include "compile/build_pack/internal/blob_writer.h"
#include "core/internal/packed.h"
#include "runtime/internal/format/blob_headers.h"

namespace skelter {

Result<Packed<SkinView>> build_skin(const Scene& scene, std::uint32_t node, std::uint32_t instance,
                                    const SkeletonBuild& skeleton) {
  const MeshPalette palette = mesh_palette(scene, node, instance);
  if (auto error = palette_error(scene, node, palette)) return *error;
  std::vector<std::uint16_t> joints;
  std::vector<Affine> joint_from_mesh;
  for (const PaletteEntry& entry : palette.entries) {
    const std::uint16_t joint =
        entry.node < skeleton.joint_of_node.size() ? skeleton.joint_of_node[entry.node] : kNone16;
    if (joint == kNone16)
      return Error{Status::invalid_argument,
                   "build.node-without-joint",
                   "the skeleton has no joint for node '" + scene.nodes[entry.node].name +
                       "'; use a skeleton built from this scene",
                   {scene.file, 0, {}, scene.nodes[node].name}};
    joints.push_back(joint);
    joint_from_mesh.push_back(to_affine(entry.node_from_mesh));
  }
  BlobWriter writer(sizeof(SkinHeader));
  SkinHeader header;
  header.joints = writer.add(joints);
  header.joint_from_mesh = writer.add(joint_from_mesh);
  header.skeleton_hash = skeleton.skeleton.view.hash;
  Packed<SkinView> built;
  built.bytes = writer.finish(header);
  const Problem problem = read_skin(built.bytes.span(), skeleton.skeleton.view, built.view);
  if (!problem.ok())
    return Error{problem.status, "build.skin", problem.what, {scene.file, 0, {}, scene.nodes[node].name}};
  return built;
}

}  // namespace skelter
