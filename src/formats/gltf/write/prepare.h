#pragma once
// Prepares a scene, including its nodes and keys, for glTF. Data without a direct equivalent is converted so
// that it plays the same. All objects keep their indices, and new ones are appended. The exception is meshes
// with nothing to draw: glTF cannot hold them, so they are removed.

#include <string>
#include <string_view>
#include <vector>

#include "skelter/formats/gltf/write.h"
#include "skelter/scene/scene.h"

namespace skelter::gltf {

// Guarantees, in addition to those of every scene: a node has at most one mesh; rest matrices split into
// translation, rotation and scale, and animated nodes have these parts; there are no matrix channels; every
// channel has a node, and every clip a channel; no two key times are equal as 32-bit floats; meshes on nodes
// with a skin have weights at every vertex; a node is a joint of a skin at most once; the joints of a skin
// have a common root, and a skeleton root is above all joints; PNG files have no colour profile; a material
// has textures only if there are coordinates for them; there is at least one scene if there is a node.
Result<Scene> prepared(const Scene& scene, const GltfWriteOptions& options, Diagnostics& losses);

// --- the parts, in the order they run ---

struct Preparation {
  Scene scene;
  const GltfWriteOptions& options;
  Diagnostics& losses;

  void lose(std::string_view code, std::string object, std::string message) {
    losses.add(Severity::warning, code, {scene.file, 0, std::nullopt, std::move(object)}, std::move(message));
  }
  void mention(std::string_view code, std::string object, std::string message) {
    losses.add(Severity::note, code, {scene.file, 0, std::nullopt, std::move(object)}, std::move(message));
  }
  // Appends a node. A root (parent kNone) is added to the scenes that contain `like`, or to all scenes if
  // `like` is kNone.
  std::uint32_t add_node(std::string name, std::uint32_t parent, std::uint32_t like);

  struct AddedRoot {
    std::uint32_t node = 0, like = kNone;
  };
  std::vector<AddedRoot> added_roots{};
};

void drop_empty_meshes(Preparation& p);
void drop_textures_without_coordinates(Preparation& p);
void mention_unused_coordinates(Preparation& p);
void make_missing_targets(Preparation& p);
void make_part_keys(Preparation& p);  // converts matrix keys and sheared nodes
void make_float_times(Preparation& p);
void drop_skin_methods(Preparation& p);
void bind_loose_vertices(Preparation& p);
void part_skins(Preparation& p);  // makes joints unique per skin
void one_mesh_per_node(Preparation& p);
void join_skeletons(Preparation& p);        // creates common roots
void drop_wrong_skeletons(Preparation& p);  // drops skeleton roots that are not above all joints
void drop_color_profiles(Preparation& p);   // in PNG files, because glTF has none
Result<void> scale_meshes_for_quantizing(Preparation& p);
void list_scenes(Preparation& p);

// Moves the mesh of a node, with its morph weights and their keys, to a new node below it.
void move_mesh_below(Preparation& p, std::uint32_t node, const Transformd& parent_from_mesh);

}  // namespace skelter::gltf
