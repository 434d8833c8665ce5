// The programs of docs/d3dx-migration.md after migration; the page quotes the functions below word for word.
// Usage: from_d3dx TOWER.x TWO_CLIPS.x SKINNED.x
#include <array>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "skelter/d3dx/bone_palette.h"
#include "skelter/d3dx/scene_controller.h"
#include "skelter/formats/x/object_tree.h"
#include "skelter/load.h"
#include "skelter/math/camera.h"
#include "skelter/play/character.h"
#include "skelter/scene/hierarchy.h"
#include "skelter/system/file.h"

using namespace skelter;

namespace {

// Four bones, one above the other; the result is world_from_bone of each.
std::array<Mat4d, 4> tower_bones(const std::array<double, 3>& angles_rad) {
  constexpr double kHeights[] = {1.25, 0.80, 0.60};
  std::array<Mat4d, 4> world;
  world[0] = translation_matrix(Vec3d{0, -1, 0});
  for (std::size_t i = 0; i < 3; ++i) {
    const Mat4d up = translation_matrix(Vec3d{0, kHeights[i], 0});
    const Mat4d turn = rotation_matrix(from_axis_angle(Vec3d{0, 0, 1}, angles_rad[i]));
    world[i + 1] = world[i] * turn * up;
  }
  return world;
}

Result<Mat4d> clip_from_world(double aspect) {
  const Result<Mat4d> view = look_at({0, 1, 5}, {0, 1, 0});  // the eye's z has the other sign
  if (!view) return view.error();
  PerspectiveLens lens;  // 45 degrees
  lens.aspect = aspect;
  lens.near_distance = 0.1;
  lens.far_distance = 100;
  const Result<Mat4d> projection = perspective(lens);
  if (!projection) return projection.error();
  return *projection * *view;
}

// The vertices of the first mesh of a node, in world space.
Result<SkinnedVertices> skinned_vertices(const Scene& scene, const Pose& pose, std::uint32_t node) {
  const MeshInstance& instance = scene.nodes[node].meshes[0];
  const Primitive& primitive = scene.meshes[instance.mesh].primitives[0];
  const SkinInfo info = make_skin_info(scene, node, 0, 0);
  std::vector<Mat4d> world_from_mesh;
  for (const Joint& joint : scene.skins[instance.skin].joints)
    world_from_mesh.push_back(pose.world[joint.node] * to_double(joint.joint_from_mesh));
  world_from_mesh.resize(info.bone_count(), pose.world[node]);  // for vertices without a bone
  SkinInput input;
  input.positions = primitive.positions;
  input.normals = primitive.normals;
  input.out_from_mesh = world_from_mesh;
  return update_skinned_mesh(info, input);
}

struct Amount {
  const char* set;
  double amount;
};

// Rest plus, for every set, amount * (sampled - rest).
Pose blended(const Scene& scene, std::span<const Amount> amounts, double time_s) {
  std::vector<MixLayer> layers;
  for (const Amount& a : amounts)
    if (const std::uint32_t clip = find_clip(scene, a.set); clip != kNone)
      layers.push_back({clip, a.amount, time_s});
  return evaluate_mix(scene, layers, MixMode::elements);  // additive: rotations, so bones stay rigid
}

// Adds a second set to the one that plays; of weights only the ratio counts.
Result<void> mix_in(Controller& controller, std::string_view set, double weight) {
  const Result<std::uint32_t> index = controller.choose_set(set, NameMatch::ignore_case);
  if (!index) return index.error();
  if (auto done = controller.set_track_set(1, *index); !done) return done;
  if (auto done = controller.set_track_weight(1, weight); !done) return done;
  return controller.set_track_enabled(1, true);
}

// One frame of a character that a controller moves.
Result<void> show_frame(Controller& controller, const ControllerPose& bridge, Character& hero, double step_s,
                        void (*draw)(const ModelMesh&, std::span<const Affine>)) {
  if (auto done = controller.advance(step_s); !done) return done;
  if (const Status status = bridge.write(controller, hero.local_pose()); status != Status::ok)
    return Error{status, "figure.other", "the controller is one of another figure", {}};
  hero.finish();
  for (const ModelMesh& mesh : hero.data().meshes()) draw(mesh, hero.palette(mesh.skin));
  return {};
}

// Frames, meshes, bones and sets of a file.
Result<void> list_figure(const std::string& path) {
  const Result<Scene> scene = read_x_file(path);
  if (!scene) return scene.error();
  for (const std::uint32_t i : depth_first(*scene)) {
    const Node& node = scene->nodes[i];
    std::printf("frame %s\n", node.name.c_str());
    for (const MeshInstance& mesh : node.meshes)
      std::printf("  mesh, %zu bones\n", mesh.skin == kNone ? 0 : scene->skins[mesh.skin].joints.size());
  }
  for (const Clip& clip : scene->clips)
    std::printf("set %s, %.2f s\n", clip.name.value_or("").c_str(), clip.duration_s);
  return {};
}

// The data objects at the top of any .x file.
Result<void> list_objects(ByteSpan bytes, const std::string& file) {
  Diagnostics notes;
  const Result<XTree> tree = read_x_tree(bytes, file, {}, notes);
  if (!tree) return tree.error();
  for (std::uint32_t i = 0; i < tree->objects.size(); i = tree->objects[i].subtree_end)
    std::printf("%s: %zu bytes\n", tree->label(i).c_str(), tree->packed(i).size());
  return {};
}

template <class T>
T need(Result<T> result) {
  if (result) return *std::move(result);
  std::puts(to_string(result.error()).c_str());
  std::exit(1);
}
void need(const Result<void>& result) {
  if (result) return;
  std::puts(to_string(result.error()).c_str());
  std::exit(1);
}

void print(const char* what, const Vec3d& at) {
  std::printf("%s at %.3f %.3f %.3f\n", what, at.x, at.y, at.z);
}

void print_palette(const ModelMesh&, std::span<const Affine> palette) {
  const Affine& bone = palette[0];
  print("mesh origin", {bone.m[0][3], bone.m[1][3], bone.m[2][3]});
}

void show_tower(const char* path) {
  // Angles of the tutorial's formulas after 100 ms, and the left corner of the foot in an image of 800 x 600.
  print("tip of the chain", translation_part(tower_bones({0.108114, 0.176336, 0.190211})[3]));
  const Mat4d clip = need(clip_from_world(1));
  const Vec3d corner{-0.31, -1, 0};
  const Vec3d p = transform_point(clip, corner);
  const double w = clip(3, 0) * corner.x + clip(3, 1) * corner.y + clip(3, 2) * corner.z + clip(3, 3);
  std::printf("corner at pixel %.2f %.2f\n", 400 * (1 + p.x / w), 300 * (1 - p.y / w));

  const Scene tower = need(load_scene(path));
  std::uint32_t node = 0;
  while (tower.nodes[node].meshes.empty()) ++node;
  print("vertex 599", need(skinned_vertices(tower, evaluate(tower, 0, 0.1), node)).positions[599]);
}

void show_clips(const char* path) {
  const Scene scene = need(load_scene(path));
  const std::uint32_t hip = find_node(scene, "Hip");
  const Amount amounts[] = {{"Walk", 1.5}, {"Wave", 1}};
  print("blended", translation_part(blended(scene, amounts, 0.5).world[hip]));

  SceneController made = need(make_controller(scene));
  need(mix_in(made.controller, "wave", 1.0 / 3));
  need(made.controller.advance(0.5));
  print("mixed", translation_part(made.controller.matrix(made.controller.find_output("Hip"))));
}

void show_character_frame(const char* path) {
  const CharacterData data = need(load_character(path));
  SceneController made = need(make_controller(need(load_scene(path))));
  Character hero(data);
  const ControllerPose bridge(data, made.controller);
  need(show_frame(made.controller, bridge, hero, 0.5, print_palette));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return std::puts("usage: from_d3dx TOWER.x TWO_CLIPS.x SKINNED.x"), 2;
  show_tower(argv[1]);
  show_clips(argv[2]);
  show_character_frame(argv[3]);
  need(list_figure(argv[3]));
  need(list_objects(need(read_file(argv[2])), argv[2]));
}
