// Writes the hierarchy of frames, each with its matrix, meshes and child frames.

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "formats/x/write/scene_writer.h"
#include "scene/internal/words.h"

namespace skelter::x {
namespace {

constexpr std::uint16_t kMeshGuids = 2;

std::string mesh_label(const Scene& scene, std::uint32_t mesh) {
  return label_of("Mesh", scene.meshes[mesh].name, mesh);
}

// For each node, whether its rest pose in the world mirrors space.
std::vector<bool> mirroring_nodes(const Scene& scene) {
  std::vector<bool> mirrors(scene.nodes.size(), false);
  for (const std::uint32_t node : parents_first(scene)) {
    const bool own = determinant(linear_part(to_double(scene.nodes[node].rest))) < 0;
    const std::uint32_t parent = scene.nodes[node].parent;
    mirrors[node] = own != (parent != kNone && mirrors[parent]);
  }
  return mirrors;
}

class FrameWriter {
 public:
  FrameWriter(SceneWriter& writer, MaterialWriter& materials)
      : writer_(writer), materials_(materials), scene_(writer.scene), mirrors_(mirroring_nodes(scene_)) {
    collect_objects();
    name_objects();
    find_first_meshes();
  }

  void write() {
    // Nodes that have meshes but are not frames. Readers create such a node for every top-level mesh.
    std::vector<std::uint32_t> mesh_nodes;
    for (std::uint32_t node = 0; node < scene_.nodes.size(); ++node)
      if (!writer_.is_frame(node) && !scene_.nodes[node].meshes.empty()) mesh_nodes.push_back(node);
    std::size_t written = 0;
    const std::vector<std::uint32_t>& roots = writer_.frames_below(kNone);
    const std::vector<std::uint32_t> to_come = first_meshes_from(roots);
    for (std::size_t r = 0; r < roots.size(); ++r) {
      while (written < mesh_nodes.size() && scene_.nodes[mesh_nodes[written]].meshes[0].mesh < to_come[r])
        write_meshes_of(mesh_nodes[written++]);
      write_frame(roots[r]);
    }
    while (written < mesh_nodes.size()) write_meshes_of(mesh_nodes[written++]);
    if (entries_.empty() && writer_.frames_below(kNone).empty() && scene_.clips.empty()) write_empty_mesh();
    report_unused();
    report_order();
  }

 private:
  struct Entry {
    MeshObject object;
    std::string name;
    std::uint32_t uses = 0;
    bool written = false;
    bool needs_guid = false;
    XGuid guid;
  };

  MeshObject object_at(std::uint32_t node, const MeshInstance& instance, std::uint32_t primitive) const {
    return {instance.mesh, primitive, instance.skin, instance.skin == kNone && mirrors_[node]};
  }
  Entry& entry_of(const MeshObject& object) {
    for (const std::uint32_t index : entries_of_mesh_[object.mesh])
      if (entries_[index].object == object) return entries_[index];
    entries_of_mesh_[object.mesh].push_back(static_cast<std::uint32_t>(entries_.size()));
    entries_.push_back({});
    entries_.back().object = object;
    return entries_.back();
  }

  void collect_objects() {
    entries_of_mesh_.resize(scene_.meshes.size());
    for (std::uint32_t node = 0; node < scene_.nodes.size(); ++node)
      for (const MeshInstance& instance : scene_.nodes[node].meshes)
        for (std::uint32_t p = 0; p < scene_.meshes[instance.mesh].primitives.size(); ++p)
          ++entry_of(object_at(node, instance, p)).uses;
  }

  void name_objects() {
    std::unordered_map<std::string, std::uint32_t> uses_of_name;
    for (std::uint32_t node = 0; node < scene_.nodes.size(); ++node)
      if (writer_.is_frame(node)) ++uses_of_name[writer_.frame_name(node)];
    for (const Material& material : scene_.materials) ++uses_of_name[material.name];
    for (std::uint32_t i = 0; i < entries_.size(); ++i) {
      Entry& entry = entries_[i];
      entry.name = writer_.object_name(scene_.meshes[entry.object.mesh].name, "Mesh");
      if (entry.object.primitive > 0 && !entry.name.empty())
        entry.name += fmt::format("_{}", entry.object.primitive);
      entry.guid = numbered_guid(kMeshGuids, i);
      ++uses_of_name[entry.name];
    }
    for (Entry& entry : entries_) {
      entry.needs_guid = entry.uses > 1 && (entry.name.empty() || uses_of_name[entry.name] > 1);
      if (!entry.needs_guid || writer_.writes_guid()) continue;
      entry.name = writer_.own_name(entry.name, "Mesh", uses_of_name);
      entry.needs_guid = false;
    }
  }

  // Finds, for each node, the smallest mesh index at or below it. It is used to preserve the order of meshes
  // in the file.
  void find_first_meshes() {
    first_mesh_.assign(scene_.nodes.size(), kNone);
    const std::vector<std::uint32_t> order = parents_first(scene_);
    for (auto node = order.rbegin(); node != order.rend(); ++node) {
      std::uint32_t& first = first_mesh_[*node];
      for (const MeshInstance& instance : scene_.nodes[*node].meshes) first = std::min(first, instance.mesh);
      const std::uint32_t parent = scene_.nodes[*node].parent;
      if (parent != kNone) first_mesh_[parent] = std::min(first_mesh_[parent], first);
    }
  }

  // Returns, for each frame of a list, the smallest mesh index at or below that frame and the frames after
  // it.
  std::vector<std::uint32_t> first_meshes_from(const std::vector<std::uint32_t>& frames) const {
    std::vector<std::uint32_t> first(frames.size());
    std::uint32_t smallest = kNone;
    for (std::size_t i = frames.size(); i-- > 0;) {
      smallest = std::min(smallest, first_mesh_[frames[i]]);
      first[i] = smallest;
    }
    return first;
  }

  void write_frame(std::uint32_t node) {
    writer_.sink.begin("Frame", {writer_.frame_name(node)});
    writer_.sink.begin("FrameTransformMatrix");
    write_matrix(writer_.sink, scene_.nodes[node].rest, ";;\n");
    writer_.sink.end();
    const std::vector<MeshInstance>& meshes = scene_.nodes[node].meshes;
    std::size_t written = 0;
    const std::vector<std::uint32_t>& children = writer_.frames_below(node);
    const std::vector<std::uint32_t> to_come = first_meshes_from(children);
    for (std::size_t c = 0; c < children.size(); ++c) {
      while (written < meshes.size() && meshes[written].mesh < to_come[c])
        write_instance(node, meshes[written++]);
      write_frame(children[c]);
    }
    while (written < meshes.size()) write_instance(node, meshes[written++]);
    writer_.sink.end();
  }

  void write_meshes_of(std::uint32_t node) {
    for (const MeshInstance& instance : scene_.nodes[node].meshes) write_instance(node, instance);
  }

  void write_instance(std::uint32_t node, const MeshInstance& instance) {
    for (std::uint32_t p = 0; p < scene_.meshes[instance.mesh].primitives.size(); ++p) {
      Entry& entry = entry_of(object_at(node, instance, p));
      const Identity identity{entry.name, entry.needs_guid ? &entry.guid : nullptr};
      if (entry.written) {
        writer_.sink.reference(identity);
      } else {
        write_mesh(writer_, materials_, entry.object, identity);
        order_.push_back(instance.mesh);
      }
      entry.written = true;
    }
  }

  // Readers reject a file without any model object.
  void write_empty_mesh() {
    writer_.sink.begin("Mesh");
    writer_.sink.integer(0, ";\n");
    writer_.sink.integer(0, ";\n");
    writer_.sink.end();
  }

  // A frame is inside its parent, and a mesh is inside the first frame that uses it, so a file cannot
  // represent every order of nodes and meshes.
  void report_order() {
    const std::vector<std::uint32_t> frames = writer_.frames_in_file_order();
    if (const auto late = std::is_sorted_until(frames.begin(), frames.end()); late != frames.end())
      writer_.mention("x.frames-reordered", "Frame " + writer_.frame_name(*late),
                      "has another index: a file lists frames depth first");
    if (const auto late = std::is_sorted_until(order_.begin(), order_.end()); late != order_.end())
      writer_.mention("x.meshes-reordered", mesh_label(scene_, *late),
                      "has another index: a file lists meshes with their frames");
  }

  void report_unused() {
    for (std::uint32_t mesh = 0; mesh < scene_.meshes.size(); ++mesh) {
      const std::size_t primitives = scene_.meshes[mesh].primitives.size();
      if (entries_of_mesh_[mesh].empty())
        writer_.lose("x.mesh-left-out", mesh_label(scene_, mesh), "has no node or no vertices; left out");
      if (primitives > 1)
        writer_.lose("x.primitives-parted", mesh_label(scene_, mesh),
                     fmt::format("{} primitives; a .x mesh has one list of vertices, so they are {} meshes",
                                 primitives, primitives));
      if (entries_of_mesh_[mesh].size() > primitives)
        writer_.lose("x.mesh-repeated", mesh_label(scene_, mesh),
                     "used with several skins, or under frames that mirror and frames that do not; written "
                     "once for each");
    }
  }

  SceneWriter& writer_;
  MaterialWriter& materials_;
  const Scene& scene_;
  std::vector<bool> mirrors_;
  std::vector<Entry> entries_;
  std::vector<std::vector<std::uint32_t>> entries_of_mesh_;
  std::vector<std::uint32_t> first_mesh_;
  std::vector<std::uint32_t> order_;  // meshes in the order in which they are written
};

}  // namespace

void write_frames(SceneWriter& writer, MaterialWriter& materials) {
  FrameWriter(writer, materials).write();
}

}  // namespace skelter::x
