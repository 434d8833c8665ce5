#include "skelter/compile/scene_shape.h"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "compile/build_mesh/mesh_palette.h"
#include "compile/build_mesh/palette_error.h"
#include "compile/build_mesh/skinned_mesh_parts.h"
#include "compile/build_pack/pack_sections.h"
#include "compile/internal/reference_pose.h"
#include "core/internal/packed.h"
#include "skelter/scene/size.h"

namespace skelter {
namespace {

std::vector<std::uint32_t> in_new_order(const std::vector<std::uint32_t>& vertices, const SkinnedMesh& mesh) {
  if (vertices.empty()) return {};
  std::vector<std::uint32_t> new_from_old(mesh.vertex_count), moved;
  for (std::uint32_t v = 0; v < mesh.vertex_count; ++v) new_from_old[mesh.source_vertex[v]] = v;
  for (const std::uint32_t vertex : vertices) moved.push_back(new_from_old[vertex]);
  return moved;
}

}  // namespace

struct SceneShape::State {
  // One primitive. Instances with the same number of joints share it.
  struct ShapedPrimitive {
    Packed<SkinnedMesh> mesh;
    std::vector<std::uint32_t> lines, points;
  };
  const Scene* scene = nullptr;
  ModelShape shape;
  std::vector<ModelJoint> joints;
  std::vector<ModelSkin> skins;
  std::vector<ModelMesh> meshes;
  // Keyed by mesh and number of joints.
  std::map<std::pair<std::uint32_t, std::size_t>, std::vector<ShapedPrimitive>> primitives;
  // First entry of a palette. Keyed by skin, and by node and mesh if the entries depend on them.
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, std::uint32_t> palettes;
  std::vector<float> rest_morph_weights;
  AlignedBytes look;
  std::vector<ByteSpan> images;
  std::optional<ReferencePose> pose;

  void add_joints() {
    const std::vector<bool> bones = bone_nodes(*scene);
    for (std::uint32_t n = 0; n < scene->nodes.size(); ++n)
      joints.push_back({scene->nodes[n].name, scene->nodes[n].parent, n, bones[n]});
  }

  Result<void> add_instances() {
    for (std::uint32_t n = 0; n < scene->nodes.size(); ++n) {
      const std::vector<float> weights = skelter::rest_morph_weights(*scene, n);
      for (std::uint32_t i = 0; i < scene->nodes[n].meshes.size(); ++i)
        if (auto added = add_instance(n, i, weights.size()); !added) return added;
      rest_morph_weights.insert(rest_morph_weights.end(), weights.begin(), weights.end());
    }
    return {};
  }

  Result<void> add_instance(std::uint32_t node, std::uint32_t instance, std::size_t morphs) {
    const MeshPalette palette = mesh_palette(*scene, node, instance);
    if (auto error = palette_error(*scene, node, palette)) return *error;
    const MeshInstance& drawn = scene->nodes[node].meshes[instance];
    ModelSkin& skin = skins.emplace_back();
    skin.node = node;
    skin.instance = instance;
    skin.size = static_cast<std::uint32_t>(palette.entries.size());
    skin.node_entry = palette.node_entry;
    skin.first_morph = static_cast<std::uint32_t>(rest_morph_weights.size());
    skin.morph_count = static_cast<std::uint32_t>(morphs);
    skin.shown = scene->nodes[node].shown;
    const auto [known, is_new] =
        palettes.emplace(std::tuple(drawn.skin, palette.node_entry == kNone ? kNone : node,
                                    palette.origin == Vec3d{} ? kNone : drawn.mesh),
                         shape.matrix_count);
    skin.first = known->second;
    if (is_new) shape.matrix_count += skin.size;
    return add_meshes(drawn, palette);
  }

  Result<void> add_meshes(const MeshInstance& drawn, const MeshPalette& palette) {
    const Mesh& mesh = scene->meshes[drawn.mesh];
    const std::size_t joints_of_skin = drawn.skin == kNone ? 0 : scene->skins[drawn.skin].joints.size();
    const auto [known, is_new] = primitives.try_emplace({drawn.mesh, joints_of_skin});
    for (std::uint32_t p = 0; p < mesh.primitives.size(); ++p) {
      if (is_new) {
        auto made = build_skinned_primitive(*scene, mesh.primitives[p], palette, joints_of_skin > 0,
                                            {kMaxInfluences, true, {scene->file, 0, {}, mesh.name}});
        if (!made) return made.error();
        ShapedPrimitive& shaped = known->second.emplace_back();
        shaped.mesh = std::move(made->mesh);
        shaped.lines = in_new_order(mesh.primitives[p].lines, shaped.mesh.view);
        shaped.points = in_new_order(mesh.primitives[p].points, shaped.mesh.view);
      }
      const ShapedPrimitive& shaped = known->second[p];
      const std::vector<std::uint32_t>& materials = mesh.primitives[p].materials;
      meshes.push_back({mesh.name, shaped.mesh.view, static_cast<std::uint32_t>(skins.size() - 1), p,
                        shaped.lines, shaped.points, materials.empty() ? kNone : materials[0]});
    }
    return {};
  }

  Result<void> add_look() {
    std::vector<std::uint32_t> numbers(scene->images.size());
    for (std::uint32_t i = 0; i < numbers.size(); ++i) {
      numbers[i] = i;
      images.emplace_back(scene->images[i].bytes);
    }
    shape.file = scene->file;
    shape.images = images;
    shape.exact_paths = scene->format == "gltf" || scene->format == "glb";
    shape.linear_colors = scene->linear_colors;
    look = build_look(*scene, numbers);
    const Problem problem = read_pack_look(look.span(), shape.look);
    if (problem.ok()) return {};
    return Error{problem.status, "build.look", problem.what, {scene->file, 0, {}, {}}};
  }
};

SceneShape::SceneShape(std::unique_ptr<State> state) : state_(std::move(state)) {}
SceneShape::SceneShape(SceneShape&&) noexcept = default;
SceneShape& SceneShape::operator=(SceneShape&&) noexcept = default;
SceneShape::~SceneShape() = default;

Result<SceneShape> SceneShape::look_of(const Scene& scene) {
  auto state = std::make_unique<State>();
  state->scene = &scene;
  if (auto added = state->add_look(); !added) return added.error();
  return SceneShape(std::move(state));
}

Result<SceneShape> SceneShape::create(const Scene& scene) {
  Result<SceneShape> made = look_of(scene);
  if (!made) return made;
  State& s = *made->state_;
  s.add_joints();
  if (auto added = s.add_instances(); !added) return added.error();
  s.shape.joints = s.joints;
  s.shape.skins = s.skins;
  s.shape.meshes = s.meshes;
  s.shape.rest_morph_weights = s.rest_morph_weights;
  s.shape.extent = scene_size(scene);
  s.pose.emplace(scene, s.shape);
  return made;
}

const ModelShape& SceneShape::shape() const {
  return state_->shape;
}

ModelPose SceneShape::pose(const Pose& pose) {
  return state_->pose->of(pose);
}

}  // namespace skelter
