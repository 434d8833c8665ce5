#include "formats/gltf/write/scene_writer.h"

namespace skelter::gltf {

void write_skins(SceneWriter& writer) {
  const Scene& scene = writer.scene;
  JsonText& json = writer.json;
  json.objects("skins", scene.skins, [&](const Skin& skin) {
    writer.write_name(skin.name);
    std::vector<float> matrices;
    std::vector<std::uint32_t> joints;
    bool all_identity = true;
    for (const Joint& joint : skin.joints) {
      Mat4 matrix = joint.joint_from_mesh;
      matrix.m[3] = matrix.m[7] = matrix.m[11] = 0;
      matrix.m[15] = 1;
      all_identity = all_identity && matrix == Mat4{};
      matrices.insert(matrices.end(), matrix.m.begin(), matrix.m.end());
      joints.push_back(joint.node);
    }
    if (!all_identity)
      json.member("inverseBindMatrices",
                  writer.buffer.add_floats(ViewKind::inverse_binds, ElementType::mat4, matrices));
    if (skin.skeleton_root != kNone) json.member("skeleton", skin.skeleton_root);
    write_indices(json, "joints", joints);
    writer.write_carried(skin.carried);
  });
}

}  // namespace skelter::gltf
