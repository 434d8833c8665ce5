#pragma once
// Fills an ObjectGraph from records. Old files nest objects differently than new files.

#include <string>
#include <unordered_map>
#include <vector>

#include "core/internal/memory_budget.h"
#include "formats/fbx/objects/objects.h"

namespace skelter::fbx {

// Returns the hash that ObjectGraph stores for the name of a property.
std::uint32_t property_key(std::string_view name);

class ObjectReader {
 public:
  ObjectReader(const RecordTree& tree, MemoryBudget& budget, Diagnostics& diagnostics)
      : graph_(tree), tree_(tree), budget_(budget), diagnostics_(diagnostics) {}

  Result<ObjectGraph> read();

 private:
  // object_reader.cpp
  Result<void> key_properties();
  Result<void> check_decimal_commas(std::uint32_t property) const;
  void read_templates();
  Result<void> read_object(std::uint32_t record);
  Result<std::uint32_t> add(Object object);
  Result<void> connect(std::uint32_t child, std::uint32_t parent);
  Result<void> read_connections();
  std::uint32_t end_of_connection(const Value& value) const;
  void drop_duplicates();
  Result<void> index_connections();
  Result<std::string> name_of(std::uint32_t record, std::string_view full_name);
  std::uint32_t properties_of(std::uint32_t record) const;
  std::uint32_t template_of(const Object& object) const;

  // old_objects.cpp: parts of a record that are separate objects in new files
  Result<void> read_parts_of_model(std::uint32_t model);
  Result<void> read_shapes(std::uint32_t mesh, std::uint32_t owner);
  Result<void> read_links(std::uint32_t mesh);
  Result<void> read_inner_materials(std::uint32_t model);
  Result<void> read_children(std::uint32_t model);
  Result<void> read_rest_channels(std::uint32_t model);
  std::uint32_t record_in_take(std::uint32_t model);
  Result<std::uint32_t> add_part(Kind kind, std::string_view class_name, std::string_view sub_type,
                                 std::uint32_t record, std::string_view full_name, std::uint32_t owner);
  void move_deformers();

  ObjectGraph graph_;
  const RecordTree& tree_;
  MemoryBudget& budget_;
  Diagnostics& diagnostics_;
  std::unordered_map<std::int64_t, std::uint32_t> by_id_;
  std::unordered_map<std::uint32_t, std::uint32_t> mesh_of_model_;  // old files
  std::vector<std::pair<std::uint32_t, std::uint32_t>> links_;      // Link records and their clusters
  bool has_take_ = false;
  std::unordered_map<std::string_view, std::uint32_t> in_take_;  // records of the models in the current take
};

}  // namespace skelter::fbx
