#pragma once
// State that the parts of the scene reader share. Each part is a free function in its own file; read.cpp
// calls them in order.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/internal/memory_budget.h"
#include "formats/fbx/objects/objects.h"
#include "scene/internal/scene_reports.h"
#include "skelter/formats/fbx/read.h"
#include "skelter/math/mat.h"
#include "skelter/scene/scene.h"

namespace skelter::fbx {

// A blend shape channel, and the morph targets that it drives.
struct MorphChannel {
  std::uint32_t object = kNone;      // Kind::blend_channel
  std::vector<std::uint32_t> nodes;  // scene nodes that show the mesh
  std::uint32_t first_target = 0;    // the channel's morph targets are consecutive
  std::uint32_t target_count = 0;    // number of all targets in the mesh
  // The percentages, ascending, at which the channel's targets have weight 1. A plain shape has one entry.
  std::vector<double> full_weights;
};

class SceneBuilder : public SceneReports<SceneBuilder, std::uint32_t> {
 public:
  SceneBuilder(const ObjectGraph& graph_in, const ReadOptions& options_in, MemoryBudget& budget_in)
      : graph(graph_in),
        tree(graph_in.tree),
        options(options_in),
        budget(budget_in),
        lists{graph_in.tree, budget_in, scene.diagnostics},
        node_of_object(graph_in.objects.size(), kNone),
        content_of_object(graph_in.objects.size(), kNone),
        material_of_object(graph_in.objects.size(), kNone),
        texture_of_object(graph_in.objects.size(), kNone) {}

  const ObjectGraph& graph;
  const RecordTree& tree;
  const ReadOptions& options;
  MemoryBudget& budget;
  ListReader lists;

  // Some values have a different meaning in files from Blender.
  bool is_from_blender() const {
    return scene.generator && scene.generator->find("Blender") != std::string::npos;
  }

  SourceSpot spot(std::uint32_t object) const { return graph.spot(object); }
  Result<void> take_memory(std::uint32_t object, std::uint64_t count, std::uint64_t size);
  using SceneReports::take_memory;
  // Reads a list of numbers below the object's record, such as Vertices. The list is empty if the record is
  // missing.
  template <class T>
  Result<void> read_list(std::uint32_t object, std::string_view name, std::vector<T>& out) {
    return read_list_of(graph.child_record(object, name), out);
  }
  template <class T>
  Result<void> read_list_of(std::uint32_t record, std::vector<T>& out) {
    out.clear();
    if (record == kNone) return {};
    return lists.read(record, out);
  }

  // --- results that later parts use, indexed by object ---

  std::vector<std::uint32_t> node_of_object;  // models: index into Scene::nodes
  // Models: the node that holds the model's meshes, joint, camera and light. This is the model's node or, if
  // the node was split for the inheritance of scales, its synthetic child "NAME scale".
  std::vector<std::uint32_t> content_of_object;
  std::vector<std::uint32_t> material_of_object, texture_of_object;
  std::vector<Mat4d> rest_world;  // models: in the file's axes, without the root node that turns them
  std::vector<MorphChannel> morph_channels;
  std::uint64_t bake_budget = 0;  // keys and times that baking may still use
  double seconds_per_tick = 1.0 / 46186158000.0;
  std::shared_ptr<struct Motion> motion;  // motion/motion.h: made by pose_nodes, used by read_clips
};

// --- the parts, in the order they run ---

Result<void> read_settings(SceneBuilder& b);   // unit, time, generator
Result<void> read_nodes(SceneBuilder& b);      // one node per model, with its parent
Result<void> pose_nodes(SceneBuilder& b);      // rest poses; splits nodes where InheritType requires it
Result<void> turn_axes(SceneBuilder& b);       // the root node "Y up"
Result<void> read_materials(SceneBuilder& b);  // with textures and images
Result<void> read_meshes(SceneBuilder& b);     // with skins and blend shapes
Result<void> read_views(SceneBuilder& b);      // cameras and lights
Result<void> read_clips(SceneBuilder& b);
Result<void> note_unplayed(SceneBuilder& b);  // constraints, look-at, subdivision

}  // namespace skelter::fbx
