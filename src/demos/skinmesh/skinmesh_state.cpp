#include "demos/skinmesh/skinmesh_state.h"

#include "demos/keys.h"
#include "skelter/d3dx/bone_palette.h"
#include "skelter/scene/edit.h"

namespace skelter::demos {
namespace {

constexpr const char* kLabels[] = {"1 blended, not indexed", "2 indexed", "3 software", "4 vertex shader",
                                   "5 shader with an effect file"};

MatrixKeys next(MatrixKeys mode) {
  if (mode == MatrixKeys::decompose) return MatrixKeys::nearest;
  if (mode == MatrixKeys::nearest) return MatrixKeys::elements;
  return MatrixKeys::decompose;
}

void keep_strongest(Primitive& primitive) {
  if (primitive.influence_begin.empty()) return;
  std::vector<Influence> kept;
  std::vector<std::uint32_t> begin{0};
  for (std::size_t v = 0; v + 1 < primitive.influence_begin.size(); ++v) {
    // The largest is first.
    if (primitive.influence_begin[v] < primitive.influence_begin[v + 1])
      kept.push_back({primitive.influences[primitive.influence_begin[v]].joint, 1});
    begin.push_back(static_cast<std::uint32_t>(kept.size()));
  }
  primitive.influences = std::move(kept);
  primitive.influence_begin = std::move(begin);
}

void add_tree(const Scene& scene, const std::vector<std::vector<std::uint32_t>>& children,
              const std::vector<bool>& is_bone, std::uint32_t root, std::vector<std::string>& lines) {
  struct Entry {
    std::uint32_t node, depth;
  };
  std::vector<Entry> waiting{{root, 0}};
  while (!waiting.empty()) {
    const Entry entry = waiting.back();
    waiting.pop_back();
    const Node& node = scene.nodes[entry.node];
    std::string line = std::string(std::size_t{2} * entry.depth, ' ');
    line += node.name.empty() ? "(unnamed)" : node.name;
    if (!node.meshes.empty()) line += " [mesh]";
    if (is_bone[entry.node]) line += " *";
    lines.push_back(std::move(line));
    const auto& below = children[entry.node];
    for (auto child = below.rbegin(); child != below.rend(); ++child)
      waiting.push_back({*child, entry.depth + 1});
  }
}

}  // namespace

void SkinmeshState::handle(const KeyEvent& event) {
  if (event.press == Press::up) return;
  if (event.key == Key::left) clock_.step(-kSkinmeshStep_s);
  if (event.key == Key::right) clock_.step(kSkinmeshStep_s);
  if (event.press != Press::down) return;
  if (event.key == Key::space) clock_.toggle_pause();
  if (const auto digit = digit_of(event.key); digit && *digit >= 1 && *digit <= 5)
    path_ = kSampleSkinnings[static_cast<std::size_t>(*digit) - 1];
  if (is_letter(event.key, 'R')) rigid_ = !rigid_;
  if (is_letter(event.key, 'O')) without_offsets_ = !without_offsets_;
  if (is_letter(event.key, 'Y')) matrix_keys_ = next(matrix_keys_);
  if (is_letter(event.key, 'S')) subsets_ = !subsets_;
  if (is_letter(event.key, 'F')) tree_ = !tree_;
}

std::string path_label(SampleSkinning path) {
  return kLabels[static_cast<std::size_t>(path)];
}

std::string matrix_keys_label(MatrixKeys mode) {
  if (mode == MatrixKeys::nearest) return "nearest";
  return mode == MatrixKeys::elements ? "element-wise" : "decomposed";
}

Scene rigid_weights(Scene scene) {
  for (Mesh& mesh : scene.meshes)
    for (Primitive& primitive : mesh.primitives) keep_strongest(primitive);
  return scene;
}

Scene without_offsets(Scene scene) {
  for (Skin& skin : scene.skins)
    for (Joint& joint : skin.joints) joint.joint_from_mesh = Mat4{};
  return scene;
}

std::vector<std::string> frame_tree(const Scene& scene) {
  std::vector<std::vector<std::uint32_t>> children(scene.nodes.size());
  std::vector<bool> is_bone(scene.nodes.size(), false);
  for (std::uint32_t n = 0; n < scene.nodes.size(); ++n)
    if (scene.nodes[n].parent != kNone) children[scene.nodes[n].parent].push_back(n);
  for (const Skin& skin : scene.skins)
    for (const Joint& joint : skin.joints) is_bone[joint.node] = true;
  std::vector<std::string> lines;
  for (std::uint32_t n = 0; n < scene.nodes.size(); ++n)
    if (scene.nodes[n].parent == kNone) add_tree(scene, children, is_bone, n, lines);
  return lines;
}

std::vector<SubsetBones> subset_bones(const Scene& scene, std::uint32_t palette_size) {
  std::vector<SubsetBones> subsets;
  for (std::uint32_t n = 0; n < scene.nodes.size(); ++n)
    for (std::uint32_t i = 0; i < scene.nodes[n].meshes.size(); ++i) {
      const MeshInstance& instance = scene.nodes[n].meshes[i];
      if (instance.skin == kNone) continue;
      const auto& primitives = scene.meshes[instance.mesh].primitives;
      for (std::uint32_t p = 0; p < primitives.size(); ++p) {
        const SkinInfo info = make_skin_info(scene, n, i, p);
        BlendedMeshOptions options;
        if (palette_size > 0) options.palette_size = palette_size;
        const FaceList faces{primitives[p].indices, primitives[p].triangle_slots};
        const auto mesh = palette_size > 0 ? to_indexed_blended_mesh(info, faces, options)
                                           : to_blended_mesh(info, faces, options);
        if (!mesh) continue;
        for (const BoneCombination& group : mesh->combinations) {
          SubsetBones subset;
          const std::uint32_t material = group.material < primitives[p].materials.size()
                                             ? primitives[p].materials[group.material]
                                             : kNone;
          subset.material = material == kNone ? "no material" : scene.materials[material].name;
          subset.faces = group.face_count;
          for (std::uint32_t b = 0; b < group.bone_count(); ++b)
            subset.bones.emplace_back(info.bone_name(group.bones[b]));
          subsets.push_back(std::move(subset));
        }
      }
    }
  return subsets;
}

}  // namespace skelter::demos
