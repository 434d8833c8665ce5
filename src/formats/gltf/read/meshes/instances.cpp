// EXT_mesh_gpu_instancing: adds a node per instance below the mesh's node. All instances share the mesh.

#include <cmath>

#include "formats/gltf/read/accessors.h"
#include "formats/gltf/read/builder.h"

namespace skelter::gltf {
namespace {

constexpr std::string_view kInstancing = "EXT_mesh_gpu_instancing";

// Transforms of the instances. A list is empty if the file does not contain the attribute.
struct Placements {
  std::uint64_t count = 0;
  std::vector<Vec3> translations, scales;
  std::vector<Vec4> rotations;
};

// Opens the accessor of an attribute. It must have as many elements as the previous attributes.
Result<Accessor> open_placement(Builder& b, JsonValue attribute, std::string_view first_name,
                                std::uint64_t count) {
  const auto index = b.to_index(attribute, b.accessors.size(), "accessor");
  if (!index) return index.error();
  auto accessor = open_accessor(b, *index);
  if (!accessor || first_name.empty() || accessor->count == count) return accessor;
  return b.error("gltf.attribute-count", attribute,
                 fmt::format("{} elements; expected {}, as {} has", accessor->count, count, first_name));
}

template <class Vector>
Result<std::vector<Vector>> read_placement(Builder& b, const Accessor& accessor) {
  constexpr std::size_t kWidth = sizeof(Vector) / sizeof(float);
  const bool numbers =
      accessor.component == Component::f32 || (accessor.normalized && accessor.component != Component::u32);
  if (accessor.components != kWidth || accessor.columns != 1 || !numbers)
    return wrong_accessor(b, accessor, fmt::format("VEC{} of FLOAT or normalised integers", kWidth));
  std::uint64_t not_finite = 0;
  auto values = read_vectors<Vector>(b, accessor, not_finite);
  if (values && not_finite != 0)
    return b.error("gltf.not-finite", accessor.at,
                   fmt::format("{} of {} numbers are not finite", not_finite, accessor.number_count()));
  return values;
}

Result<Placements> read_placements(Builder& b, JsonValue attributes) {
  Placements read;
  std::string_view first_name;
  for (JsonValue at = attributes.first(); at; at = at.next()) {
    const auto accessor = open_placement(b, at, first_name, read.count);
    if (!accessor) return accessor.error();
    if (first_name.empty()) {
      first_name = at.name();
      read.count = accessor->count;
      // Checked before anything is allocated: an accessor without bytes may have a count of up to 2^28.
      if (read.count > b.shared.limits.max_nodes -
                           std::min<std::uint64_t>(b.scene.nodes.size(), b.shared.limits.max_nodes))
        return b.error("gltf.nodes", at,
                       fmt::format("{} instances and {} nodes; more than the limit of {} nodes", read.count,
                                   b.scene.nodes.size(), b.shared.limits.max_nodes),
                       Status::limit_exceeded);
    }
    if (at.name() == "TRANSLATION" || at.name() == "SCALE") {
      auto values = read_placement<Vec3>(b, *accessor);
      if (!values) return values.error();
      (at.name() == "SCALE" ? read.scales : read.translations) = std::move(*values);
    } else if (at.name() == "ROTATION") {
      auto values = read_placement<Vec4>(b, *accessor);
      if (!values) return values.error();
      read.rotations = std::move(*values);
    } else {
      b.note("gltf.attribute", at, fmt::format("instances have {}; left out", at.name()));
    }
  }
  return read;
}

// Byte rotations may differ from unit length by up to 0.7 %, which is not a fault.
constexpr double kUnitInstanceTolerance = 0.015;

class InstanceMaker {
 public:
  InstanceMaker(Builder& b, JsonValue attributes, std::uint32_t node, Placements&& placements)
      : b_(b), attributes_(attributes), node_(node), placements_(std::move(placements)) {}

  Result<void> run() {
    const Node& parent = b_.scene.nodes[node_];
    const std::uint64_t bytes = sizeof(Node) + sizeof(MeshInstance) + parent.name.size() + 24 +
                                parent.morph_weights.size() * sizeof(float);
    if (auto taken = b_.take_memory(attributes_, placements_.count, bytes); !taken) return taken;
    const auto first = static_cast<std::uint32_t>(b_.scene.nodes.size());
    const auto count = static_cast<std::uint32_t>(placements_.count);
    for (std::uint32_t i = 0; i < count; ++i) add_instance(i);
    b_.instances[node_] = {first, count};
    b_.scene.nodes[node_].meshes.clear();
    b_.scene.nodes[node_].morph_weights.clear();
    if (not_unit_ != 0)
      b_.warn("gltf.rotation-not-unit", attributes_["ROTATION"],
              "a rotation does not have unit length; normalised", not_unit_);
    return {};
  }

 private:
  Transform placement(std::uint32_t i) {
    Transform placed;
    if (!placements_.translations.empty()) placed.translation = placements_.translations[i];
    if (!placements_.scales.empty()) placed.scale = placements_.scales[i];
    if (placements_.rotations.empty()) return placed;
    const Vec4& r = placements_.rotations[i];
    const Quatd rotation{r.x, r.y, r.z, r.w};
    if (std::abs(length(rotation) - 1) > kUnitInstanceTolerance) ++not_unit_;
    placed.rotation = to_float(normalized(rotation));
    return placed;
  }

  void add_instance(std::uint32_t i) {
    Node node;
    const Node& parent = b_.scene.nodes[node_];
    if (!parent.name.empty()) node.name = fmt::format("{}_{}", parent.name, i);
    node.parent = node_;
    node.rest_trs = placement(i);
    node.rest = skelter::to_float(
        to_mat4(Transformd{to_double(node.rest_trs->translation), to_double(node.rest_trs->rotation),
                           to_double(node.rest_trs->scale)}));
    node.meshes = parent.meshes;
    node.synthetic = true;
    node.shown = parent.shown;
    node.morph_weights = parent.morph_weights;
    b_.scene.nodes.push_back(std::move(node));
  }

  Builder& b_;
  JsonValue attributes_;
  std::uint32_t node_;
  Placements placements_;
  std::uint64_t not_unit_ = 0;
};

Result<void> read_instances_of(Builder& b, std::uint32_t node) {
  const auto extensions = b.member(b.nodes[node], "extensions", JsonKind::object);
  if (!extensions) return extensions.error();
  const auto extension = b.member(*extensions, kInstancing, JsonKind::object);
  if (!extension) return extension.error();
  if (!*extension) return {};
  const auto attributes = b.member(*extension, "attributes", JsonKind::object);
  if (!attributes) return attributes.error();
  if (!*attributes) return b.missing(*extension, "attributes", "an object of accessors");
  if (b.scene.nodes[node].meshes.empty()) {
    b.note("gltf.instances-without-mesh", *extension, "no mesh to repeat; ignored");
    return {};
  }
  // A skinned mesh is positioned by its joints, so all instances would coincide.
  if (b.scene.nodes[node].meshes[0].skin != kNone) {
    b.warn("gltf.instanced-skin", *extension, "instances of a skinned mesh; drawn once");
    return {};
  }
  if (attributes->size() == 0) {
    b.note("gltf.no-instances", *attributes, "no attributes; the mesh is drawn once");
    return {};
  }
  auto placements = read_placements(b, *attributes);
  if (!placements) return placements.error();
  return InstanceMaker(b, *attributes, node, std::move(*placements)).run();
}

}  // namespace

Result<void> read_instances(Builder& b) {
  for (std::uint32_t n = 0; n < b.nodes.size(); ++n)
    if (auto done = read_instances_of(b, n); !done) return done;
  return {};
}

}  // namespace skelter::gltf
