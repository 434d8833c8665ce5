// Files before 7000 nest the mesh with its shapes, the camera or the light in the model. Files before 6000
// also nest clusters, materials and child models.

#include <fmt/format.h>

#include "formats/fbx/internal/same_bits.h"
#include "formats/fbx/objects/object_reader.h"

namespace skelter::fbx {
namespace {

constexpr std::uint32_t kNamed = 6000;  // from this version on, objects are in a list and have connections

}  // namespace

Result<std::uint32_t> ObjectReader::add_part(Kind kind, std::string_view class_name,
                                             std::string_view sub_type, std::uint32_t record,
                                             std::string_view full_name, std::uint32_t owner) {
  Object part;
  part.kind = kind;
  part.class_name = class_name;
  part.sub_type = sub_type;
  part.record = record;
  part.properties = properties_of(record);
  part.id = -static_cast<std::int64_t>(graph_.objects.size());
  part.owner = owner;
  auto name = name_of(record, full_name);
  if (!name) return name.error();
  part.name = std::move(*name);
  return add(std::move(part));
}

Result<void> ObjectReader::read_parts_of_model(std::uint32_t model) {
  const std::uint32_t record = graph_.objects[model].record;
  const std::string name = graph_.objects[model].name;
  if (tree_.child(record, "Vertices") != kNone) {
    const bool polygons = tree_.child(record, "PolygonVertexIndex") != kNone;
    const auto mesh = add_part(polygons ? Kind::mesh : Kind::other_geometry, "Geometry",
                               polygons ? "Mesh" : graph_.objects[model].sub_type, record, {}, model);
    if (!mesh) return mesh.error();
    graph_.objects[*mesh].name = name;
    mesh_of_model_[model] = *mesh;
    if (auto done = connect(*mesh, model); !done) return done;
    if (auto done = read_shapes(*mesh, model); !done) return done;
    if (tree_.version < kNamed)
      if (auto done = read_links(*mesh); !done) return done;
  }
  std::string_view type = graph_.objects[model].sub_type;
  if (type.empty()) type = tree_.text(tree_.child(record, "Type"));
  if (tree_.version < kNamed) {
    if (graph_.objects[model].sub_type.empty()) graph_.objects[model].sub_type = type;
    if (auto done = read_inner_materials(model); !done) return done;
    if (auto done = read_rest_channels(model); !done) return done;
  }
  if (type != "Camera" && type != "Light" && type != "LimbNode" && type != "Limb") return {};
  const auto attribute = add_part(Kind::node_attribute, "NodeAttribute", type, record, {}, model);
  if (!attribute) return attribute.error();
  graph_.objects[*attribute].name = name;
  return connect(*attribute, model);
}

// Reads `Shape: "smile" { Indexes, Vertices, Normals }`, also in geometries of version 7100.
Result<void> ObjectReader::read_shapes(std::uint32_t mesh, std::uint32_t owner) {
  const std::uint32_t record = graph_.objects[mesh].record;
  std::uint32_t blend = kNone;
  for (const std::uint32_t shape : tree_.children(record)) {
    if (tree_.records[shape].name != "Shape" || tree_.child(shape, "Vertices") == kNone) continue;
    if (blend == kNone) {
      const auto made = add_part(Kind::blend_shape, "Deformer", "BlendShape", record, {}, owner);
      if (!made) return made.error();
      blend = *made;
      if (auto done = connect(blend, mesh); !done) return done;
    }
    const auto channel =
        add_part(Kind::blend_channel, "Deformer", "BlendShapeChannel", shape, tree_.text(shape), owner);
    if (!channel) return channel.error();
    const auto geometry = add_part(Kind::shape, "Shape", "Shape", shape, tree_.text(shape), owner);
    if (!geometry) return geometry.error();
    if (auto done = connect(*channel, blend); !done) return done;
    if (auto done = connect(*geometry, *channel); !done) return done;
  }
  return {};
}

// Reads `Link: "Model::bone" { Indexes, Weights, Transform, TransformLink }`.
Result<void> ObjectReader::read_links(std::uint32_t mesh) {
  const std::uint32_t record = graph_.objects[mesh].record, owner = graph_.objects[mesh].owner;
  std::uint32_t skin = kNone;
  for (const std::uint32_t link : tree_.children(record)) {
    if (tree_.records[link].name != "Link") continue;
    if (skin == kNone) {
      const auto made = add_part(Kind::skin, "Deformer", "Skin", record, {}, owner);
      if (!made) return made.error();
      skin = *made;
      graph_.objects[skin].name = graph_.objects[owner].name;
      if (auto done = connect(skin, mesh); !done) return done;
    }
    const auto cluster = add_part(Kind::cluster, "Deformer", "Cluster", link, tree_.text(link), owner);
    if (!cluster) return cluster.error();
    if (auto done = connect(*cluster, skin); !done) return done;
    if (!make_room(links_, budget_)) return memory_error(tree_, budget_, tree_.records[link].byte);
    links_.emplace_back(link, *cluster);
  }
  return {};
}

Result<void> ObjectReader::read_inner_materials(std::uint32_t model) {
  for (const std::uint32_t part : tree_.children(graph_.objects[model].record)) {
    const std::string_view class_name = tree_.records[part].name;
    const bool material = class_name == "Material", texture = class_name == "Texture";
    if ((!material && !texture) || tree_.text(part).empty()) continue;
    const std::string_view full_name = tree_.text(part);
    std::uint32_t known = graph_.find_full_name(full_name);
    if (known == kNone) {
      const auto made =
          add_part(material ? Kind::material : Kind::texture, class_name, {}, part, full_name, model);
      if (!made) return made.error();
      known = *made;
      if (!budget_.take(64)) return memory_error(tree_, budget_, tree_.records[part].byte);
      graph_.by_full_name_.emplace(full_name, known);
    }
    if (auto done = connect(known, model); !done) return done;
  }
  return {};
}

// Reads `Children: "Model::a", "Model::b"`.
Result<void> ObjectReader::read_children(std::uint32_t model) {
  const std::uint32_t list = tree_.child(graph_.objects[model].record, "Children");
  if (list == kNone) return {};
  for (const Value& value : tree_.values_of(list)) {
    const std::uint32_t child = graph_.find_full_name(tree_.text_of(value));
    if (child == kNone || child == 0 || graph_.objects[child].kind != Kind::model) continue;
    if (auto done = connect(child, model); !done) return done;
  }
  return {};
}

// The model's record in the current take of the file.
std::uint32_t ObjectReader::record_in_take(std::uint32_t model) {
  if (!has_take_) {
    has_take_ = true;
    const std::uint32_t takes = tree_.child(0, "Takes");
    const std::string_view current = tree_.text(tree_.child(takes, "Current"));
    for (const std::uint32_t take : tree_.children(takes)) {
      if (tree_.records[take].name != "Take" || tree_.text(take) != current) continue;
      for (const std::uint32_t record : tree_.children(take))
        if (tree_.records[record].name == "Model") in_take_.emplace(tree_.text(record), record);
      break;
    }
  }
  const auto found = in_take_.find(tree_.text(model));
  return found == in_take_.end() ? kNone : found->second;
}

// Reads `Channel: "Transform" { Channel: "T" { Channel: "X" { Default: 1 } ... } ... }` in the model, not in
// a take.
Result<void> ObjectReader::read_rest_channels(std::uint32_t model) {
  const auto channel = [this](std::uint32_t parent, std::string_view name) {
    for (const std::uint32_t record : tree_.children(parent))
      if (tree_.records[record].name == "Channel" && tree_.text(record) == name) return record;
    return kNone;
  };
  std::uint32_t transform = channel(graph_.objects[model].record, "Transform");
  if (transform == kNone) transform = channel(record_in_take(graph_.objects[model].record), "Transform");
  for (const char letter : {'T', 'R', 'S'}) {
    const std::uint32_t part = channel(transform, std::string_view(&letter, 1));
    if (part == kNone) continue;
    Value values[3];
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const std::uint32_t component = channel(part, std::string_view("XYZ").substr(axis, 1));
      const std::uint32_t standard = tree_.child(component, "Default");
      double number = letter == 'S' ? 1 : 0;
      if (standard != kNone && tree_.records[standard].value_count != 0) number = tree_.number(standard);
      values[axis] = {'D', false, 0, same_bits<std::uint64_t>(number)};
    }
    if (!budget_.take(3 * sizeof(Value) + 64)) return memory_error(tree_, budget_, tree_.records[part].byte);
    // The letter is the first one of Translation, Rotation or Scaling.
    graph_.channel_values_[(std::uint64_t{model} << 8) | static_cast<unsigned char>(letter)] =
        static_cast<std::uint32_t>(graph_.channel_numbers_.size());
    graph_.channel_numbers_.insert(graph_.channel_numbers_.end(), values, values + 3);
  }
  return {};
}

// Connects deformers to the mesh, because old files connect them to the model.
void ObjectReader::move_deformers() {
  for (Connection& c : graph_.connections) {
    const Kind kind = graph_.objects[c.child].kind;
    if (c.to_property || (kind != Kind::skin && kind != Kind::blend_shape)) continue;
    if (const auto mesh = mesh_of_model_.find(c.parent); mesh != mesh_of_model_.end())
      c.parent = mesh->second;
  }
}

}  // namespace skelter::fbx
