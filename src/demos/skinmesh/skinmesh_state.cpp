#include "demos/skinmesh/skinmesh_state.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

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

// The bone that a vertex follows in the rigid model, or kNone if it follows its node.
std::uint32_t strongest_bone(const Primitive& primitive, std::uint32_t vertex) {
  // The first influence has the largest weight.
  const std::uint32_t first = primitive.influence_begin[vertex];
  return first < primitive.influence_begin[vertex + 1] ? primitive.influences[first].joint : kNone;
}

template <class T>
void copy_last(std::vector<T>& list, std::size_t from, std::size_t count = 1) {
  if (list.empty()) return;
  for (std::size_t i = 0; i < count; ++i) list.push_back(list[from * count + i]);
}

// Copies the vertex without its influences.
std::uint32_t copied(Primitive& primitive, std::uint32_t vertex) {
  copy_last(primitive.positions, vertex);
  copy_last(primitive.normals, vertex);
  copy_last(primitive.tangents, vertex);
  for (auto& uvs : primitive.uvs) copy_last(uvs, vertex);
  copy_last(primitive.colors, vertex);
  for (VertexAttribute& extra : primitive.extra) copy_last(extra.values, vertex, extra.components);
  for (MorphTarget& morph : primitive.morphs)
    for (auto* offsets : {&morph.position_offsets, &morph.normal_offsets, &morph.tangent_offsets})
      copy_last(*offsets, vertex);
  primitive.source_vertex.push_back(primitive.source_of(vertex));
  return static_cast<std::uint32_t>(primitive.positions.size() - 1);
}

// Assigns each triangle to the bone of most of its corners. A corner shared by triangles of different bones
// is duplicated, so that the skin opens between them.
void tear(Primitive& primitive) {
  if (primitive.influence_begin.empty()) return;
  const auto vertices = static_cast<std::uint32_t>(primitive.positions.size());
  std::vector<std::uint32_t> strongest;
  for (std::uint32_t v = 0; v < vertices; ++v) strongest.push_back(strongest_bone(primitive, v));
  std::vector<std::uint32_t> bones = strongest;  // bone per vertex, including copies
  if (primitive.source_vertex.empty()) {
    primitive.source_vertex.resize(vertices);
    std::iota(primitive.source_vertex.begin(), primitive.source_vertex.end(), 0u);
  }
  std::vector<bool> used(vertices, false);
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> copies;  // keyed by vertex and bone
  for (std::size_t t = 0; t + 2 < primitive.indices.size(); t += 3) {
    std::uint32_t* corners = &primitive.indices[t];
    const std::uint32_t second = strongest[corners[1]];
    const std::uint32_t bone = second == strongest[corners[2]] ? second : strongest[corners[0]];
    for (std::uint32_t* corner = corners; corner != corners + 3; ++corner) {
      const auto [copy, is_new] = copies.try_emplace({*corner, bone}, *corner);
      if (is_new && used[*corner]) {
        copy->second = copied(primitive, *corner);
        bones.push_back(bone);
      } else if (is_new) {
        used[*corner] = true;
        bones[*corner] = bone;
      }
      *corner = copy->second;
    }
  }
  primitive.influences.clear();
  primitive.influence_begin.assign(1, 0);
  for (const std::uint32_t bone : bones) {
    if (bone != kNone) primitive.influences.push_back({bone, 1});
    primitive.influence_begin.push_back(static_cast<std::uint32_t>(primitive.influences.size()));
  }
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
  if (event.key == Key::space) clock_.playing = !clock_.playing;
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
    for (Primitive& primitive : mesh.primitives) tear(primitive);
  return scene;
}

Scene without_offsets(Scene scene) {
  for (Skin& skin : scene.skins)
    for (Joint& joint : skin.joints) joint.joint_from_mesh = Mat4{};
  return scene;
}

bool has_skin(const Scene& scene) {
  return std::any_of(scene.nodes.begin(), scene.nodes.end(), [](const Node& node) {
    return std::any_of(node.meshes.begin(), node.meshes.end(),
                       [](const MeshInstance& instance) { return instance.skin != kNone; });
  });
}

bool has_matrix_keys(const Clip& clip) {
  return std::any_of(clip.channels.begin(), clip.channels.end(),
                     [](const Channel& channel) { return channel.path == ChannelPath::matrix; });
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

std::vector<SubsetBones> subset_bones(const Scene& scene, std::uint32_t palette_size,
                                      std::uint32_t max_influences) {
  std::vector<SubsetBones> subsets;
  for (std::uint32_t n = 0; n < scene.nodes.size(); ++n)
    for (std::uint32_t i = 0; i < scene.nodes[n].meshes.size(); ++i) {
      const MeshInstance& instance = scene.nodes[n].meshes[i];
      if (instance.skin == kNone) continue;
      const auto& primitives = scene.meshes[instance.mesh].primitives;
      for (std::uint32_t p = 0; p < primitives.size(); ++p) {
        const SkinInfo info = make_skin_info(scene, n, i, p);
        BlendedMeshOptions options;
        options.max_influences = max_influences;
        if (palette_size > 0) options.palette_size = palette_size;
        const auto mesh =
            palette_size > 0
                ? to_indexed_blended_mesh(info, primitives[p].indices, primitives[p].triangle_slots, options)
                : to_blended_mesh(info, primitives[p].indices, primitives[p].triangle_slots, options);
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
