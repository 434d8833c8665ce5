#pragma once
// The middle layer of the FBX reader: objects with their properties, and the connections between them. Its
// structure is the same for all versions. Old files nest meshes, shapes, clusters, materials and cameras in
// models; here they are objects with connections, as in new files.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/internal/memory_budget.h"
#include "formats/fbx/records/records.h"
#include "skelter/math/vec.h"

namespace skelter::fbx {

enum class Kind : std::uint8_t {
  root,            // the invisible root, object 0
  model,           // a node
  node_attribute,  // the type of a node: LimbNode, Camera, Light, ...
  mesh,            // Geometry "Mesh"
  shape,           // Geometry "Shape"
  other_geometry,  // NURBS, lines
  skin,
  cluster,
  blend_shape,
  blend_channel,
  other_deformer,  // caches
  material,
  texture,
  layered_texture,
  video,
  stack,
  layer,
  curve_node,
  curve,
  pose,
  constraint,
  implementation,
  binding_table,
  other,
};

struct Object {
  Kind kind = Kind::other;
  std::int64_t id = 0;               // from new files; generated for old files
  std::string name;                  // without its class
  std::string_view class_name;       // name of the record: "Model", "Geometry", "Deformer", ...
  std::string_view sub_type;         // "Mesh", "LimbNode", "Skin", ...
  std::uint32_t record = kNone;      // kNone for the root and for generated objects
  std::uint32_t properties = kNone;  // the record that contains the properties
  std::uint32_t template_ = kNone;   // index into ObjectGraph::templates
  // Old files: the model that contained the object (in 7100, the geometry). The weight of a blend channel is
  // a property of the owner, or in takes a channel of the owner, with the name of the blend channel.
  std::uint32_t owner = kNone;
};

struct Connection {
  std::uint32_t child = 0, parent = 0;  // objects
  std::string_view property;            // for OP and PP, the property of the parent; otherwise ""
  bool to_property = false;             // true for OP and PP
};

// Default values of the properties of one class of objects.
struct Template {
  std::string_view class_name;
  std::string_view of;               // sub-type for node attributes: "FbxNode", "FbxMesh"
  std::uint32_t properties = kNone;  // the record that contains the properties
};

class ObjectGraph {
 public:
  explicit ObjectGraph(const RecordTree& tree_in) : tree(tree_in) {}

  const RecordTree& tree;
  std::vector<Object> objects;          // the root, then file order
  std::vector<Connection> connections;  // in file order, without duplicates; both ends exist
  std::vector<Template> templates;
  std::uint32_t global_settings = kNone;  // the record with the settings' properties

  // --- connections ---

  // Indices into `connections`, in file order: connections to this object, and connections from it.
  std::span<const std::uint32_t> incoming(std::uint32_t object) const;
  std::span<const std::uint32_t> outgoing(std::uint32_t object) const;
  // Objects that are connected to this one as a whole (OO), in file order. first_child() returns the first,
  // or kNone.
  std::vector<std::uint32_t> children(std::uint32_t object, Kind kind) const;
  std::uint32_t first_child(std::uint32_t object, Kind kind) const;
  // Objects that this one is connected to as a whole (OO), in file order. first_parent() returns the first,
  // or kNone.
  std::vector<std::uint32_t> parents(std::uint32_t object, Kind kind) const;
  std::uint32_t first_parent(std::uint32_t object, Kind kind) const;

  // Finds an object by the name in connections of old files, "Model::hip" ("hip 00 01 Model" in binary
  // files). Returns kNone if there is none.
  std::uint32_t find_full_name(std::string_view full_name) const;

  // --- properties ---

  // The values of a property of the object or, if it is missing, of the object's template; empty if neither
  // has it.
  std::span<const Value> property(std::uint32_t object, std::string_view name) const;
  bool has_property(std::uint32_t object, std::string_view name) const {
    return !property(object, name).empty();
  }
  double number(std::uint32_t object, std::string_view name, double absent) const;
  std::int64_t integer(std::uint32_t object, std::string_view name, std::int64_t absent) const;
  Vec3d vector(std::uint32_t object, std::string_view name, const Vec3d& absent) const;
  std::string_view text(std::uint32_t object, std::string_view name) const;
  // Same, for any record with properties (Properties70 or Properties60), without templates.
  std::span<const Value> property_in(std::uint32_t properties, std::string_view name) const;
  double number_in(std::uint32_t properties, std::string_view name, double absent) const;
  // The record of the property with that name in a record with properties. Returns the last one, or kNone.
  std::uint32_t property_record(std::uint32_t properties, std::string_view name) const;
  // The values in a property's record.
  std::span<const Value> property_values(std::uint32_t property_record) const;
  // A child of the object's record, such as Vertices; kNone if there is none.
  std::uint32_t child_record(std::uint32_t object, std::string_view name) const {
    return tree.child(objects[object].record, name);
  }

  // --- messages ---

  // Returns a label such as `Model "hip"`.
  std::string label(std::uint32_t object) const;
  // Returns a label such as `Vertices of Geometry "Body"`.
  std::string label(std::uint32_t object, std::string_view member) const;
  SourceSpot spot(std::uint32_t object) const;

 private:
  friend class ObjectReader;
  std::unordered_map<std::string_view, std::uint32_t> by_full_name_;
  // Per record: a hash of the property's name, or 0 if the record is not a property. There are far more
  // lookups than properties.
  std::vector<std::uint32_t> property_keys_;
  std::vector<std::uint32_t> incoming_begin_, incoming_, outgoing_begin_, outgoing_;
  // Before version 6000: rest values from channels. The key combines the object with "T", "R" or "S", and the
  // value is the index of the first of three numbers in channel_numbers_.
  std::unordered_map<std::uint64_t, std::uint32_t> channel_values_;
  std::vector<Value> channel_numbers_;
};

// Reads files of any version. Errors: fbx.no-objects, limit_exceeded.
Result<ObjectGraph> read_objects(const RecordTree& tree, MemoryBudget& budget, Diagnostics& diagnostics);

}  // namespace skelter::fbx
