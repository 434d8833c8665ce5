// Reads meshes: primitives, morph targets and their weights.

#include <algorithm>

#include "formats/gltf/internal/draco_decode.h"
#include "formats/gltf/read/meshes/primitive.h"

namespace skelter::gltf {
namespace {

// By convention, names of morph targets are in the extras of the mesh or of a primitive.
Result<void> name_targets(Builder& b, JsonValue mesh_at, JsonValue primitive_at, Primitive& primitive) {
  JsonValue name = mesh_at["extras"]["targetNames"].first();
  if (!name) name = primitive_at["extras"]["targetNames"].first();
  for (MorphTarget& target : primitive.morphs) {
    if (!name) break;
    if (auto taken = b.take_memory(mesh_at, name.text().size() + 1, 1); !taken) return taken;
    target.name = std::string(name.text());
    name = name.next();
  }
  return {};
}

Result<void> read_offsets(Builder& b, PrimitiveDraft& draft, JsonValue target, std::string_view name,
                          std::vector<Vec3>& out) {
  auto offsets = read_attribute<Vec3>(b, draft, target, name);
  if (!offsets) return offsets.error();
  if (!offsets->accessor) return {};
  const Accessor& a = *offsets->accessor;
  if (a.count != draft.out.positions.size())
    return b.error("gltf.attribute-count", target[name],
                   fmt::format("{} elements for {} positions", a.count, draft.out.positions.size()));
  warn_not_finite(b, a.at, offsets->not_finite);
  out = std::move(offsets->values);
  return {};
}

Result<Primitive> read_primitive(Builder& b, JsonValue at, bool shown) {
  Primitive primitive;
  const auto attributes = b.member(at, "attributes", JsonKind::object);
  if (!attributes) return attributes.error();
  if (!(*attributes)["POSITION"]) {
    if (shown) return b.missing(at, "attributes/POSITION", "the accessor index");
    b.warn("gltf.no-positions", at, "no positions; the primitive is empty");
    return primitive;
  }
  constexpr std::uint64_t kSmallParts = 64;  // for vectors of one or two numbers in each primitive
  if (auto taken = b.take_memory(at, kSmallParts, 1); !taken) return taken.error();
  DracoMesh draco;
  PrimitiveDraft draft{at, *attributes, nullptr, primitive};
  if (has_draco() && Builder::extension(at, "KHR_draco_mesh_compression")) {
    auto decoded = decode_draco(b, at);
    if (!decoded) return decoded.error();
    draco = std::move(*decoded);
    draft.draco = &draco;
  }
  for (const auto part : {read_vertices, read_influences, read_topology, read_morph_targets})
    if (auto done = part(b, draft); !done) return done.error();
  primitive.source_vertices = static_cast<std::uint32_t>(primitive.positions.size());
  if (auto done = make_flat_normals(b, draft); !done) return done.error();
  const auto material = b.index(at, "material", b.scene.materials.size(), "material");
  if (!material) return material.error();
  primitive.materials = {*material};
  auto carried = b.carried(at, {"KHR_draco_mesh_compression"});
  if (!carried) return carried.error();
  primitive.carried = std::move(*carried);
  return primitive;
}

// Adds targets without offsets to primitives that have fewer targets than others in the mesh.
Result<void> even_out_targets(Builder& b, JsonValue at, Mesh& mesh) {
  std::size_t most = 0;
  for (const Primitive& primitive : mesh.primitives) most = std::max(most, primitive.morphs.size());
  for (std::size_t p = 0; p < mesh.primitives.size(); ++p) {
    Primitive& primitive = mesh.primitives[p];
    if (primitive.morphs.size() == most) continue;
    b.warn("gltf.morph-count", at,
           fmt::format("primitive {} has {} morph targets, another {}; the missing ones move nothing", p,
                       primitive.morphs.size(), most));
    const std::size_t vertices = primitive.positions.size();
    if (auto taken = b.take_memory(at, most, sizeof(MorphTarget) + vertices * sizeof(Vec3)); !taken)
      return taken;
    while (primitive.morphs.size() < most) {
      MorphTarget target;
      target.position_offsets.resize(vertices);
      primitive.morphs.push_back(std::move(target));
    }
  }
  return {};
}

Result<void> read_mesh_weights(Builder& b, JsonValue at, Mesh& mesh) {
  const auto list = b.member(at, "weights", JsonKind::array);
  if (!list) return list.error();
  if (!*list) return {};
  const std::size_t targets = mesh.primitives.empty() ? 0 : mesh.primitives[0].morphs.size();
  if (list->size() != targets) {
    b.warn("gltf.morph-weights", *list,
           fmt::format("{} weights for {} morph targets; ignored", list->size(), targets));
    return {};
  }
  mesh.morph_weights.resize(targets);
  if (auto done = b.numbers(at, "weights", mesh.morph_weights.data(), targets); !done) return done.error();
  return {};
}

Result<void> read_mesh(Builder& b, JsonValue at, bool shown, Mesh& mesh) {
  if (auto done = b.read_name_and_carried(at, mesh); !done) return done;
  const auto primitives = b.objects(at, "primitives");
  if (!primitives) return primitives.error();
  if (!at["primitives"]) return b.missing(at, "primitives", "an array");
  if (auto taken = b.take_memory<Primitive>(at, primitives->size()); !taken) return taken;
  mesh.primitives.reserve(primitives->size());
  for (const JsonValue primitive_at : *primitives) {
    auto primitive = read_primitive(b, primitive_at, shown);
    if (!primitive) return primitive.error();
    mesh.primitives.push_back(std::move(*primitive));
  }
  if (auto done = even_out_targets(b, at, mesh); !done) return done;
  return read_mesh_weights(b, at, mesh);
}

}  // namespace

Result<void> read_morph_targets(Builder& b, PrimitiveDraft& draft) {
  const auto targets = b.objects(draft.at, "targets");
  if (!targets) return targets.error();
  if (auto taken = b.take_memory<MorphTarget>(draft.at, targets->size()); !taken) return taken;
  draft.out.morphs.resize(targets->size());
  for (std::size_t i = 0; i < targets->size(); ++i) {
    const JsonValue at = (*targets)[i];
    MorphTarget& target = draft.out.morphs[i];
    if (auto done = read_offsets(b, draft, at, "POSITION", target.position_offsets); !done) return done;
    if (auto done = read_offsets(b, draft, at, "NORMAL", target.normal_offsets); !done) return done;
    if (auto done = read_offsets(b, draft, at, "TANGENT", target.tangent_offsets); !done) return done;
    if (target.position_offsets.empty() && !draft.out.positions.empty()) {
      if (auto taken = b.take_memory<Vec3>(at, draft.out.positions.size()); !taken) return taken;
      target.position_offsets.resize(draft.out.positions.size());
    }
    for (JsonValue name = at.first(); name; name = name.next())
      if (name.name() != "POSITION" && name.name() != "NORMAL" && name.name() != "TANGENT")
        b.note("gltf.attribute", at, fmt::format("morph target has {}; left out", name.name()));
  }
  return {};
}

Result<void> read_meshes(Builder& b) {
  if (auto taken = b.take_memory<Mesh>(b.root["meshes"], b.meshes.size()); !taken) return taken;
  std::vector<std::uint8_t> shown(b.meshes.size(), 0);
  for (const Node& node : b.scene.nodes)
    if (node.shown && !node.meshes.empty()) shown[node.meshes[0].mesh] = 1;
  b.scene.meshes.resize(b.meshes.size());
  for (std::size_t m = 0; m < b.meshes.size(); ++m) {
    const JsonValue at = b.meshes[m];
    Mesh& mesh = b.scene.meshes[m];
    if (auto done = read_mesh(b, at, shown[m] != 0, mesh); !done) return done;
    JsonValue primitive_at = at["primitives"].first();
    for (Primitive& primitive : mesh.primitives) {
      if (auto done = name_targets(b, at, primitive_at, primitive); !done) return done;
      primitive_at = primitive_at.next();
    }
  }
  return {};
}

}  // namespace skelter::gltf
