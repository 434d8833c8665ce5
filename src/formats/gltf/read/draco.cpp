// Primitives compressed with KHR_draco_mesh_compression.

#include "formats/gltf/read/primitive.h"

#ifdef SKELTER_WITH_DRACO
#include <draco/compression/decode.h>
#endif

namespace skelter::gltf {

#ifdef SKELTER_WITH_DRACO
namespace {

template <class T>
bool copy_values(const draco::Mesh& mesh, const draco::PointAttribute& attribute, const Accessor& accessor,
                 std::byte* out) {
  T values[4];
  for (draco::PointIndex p(0); p < mesh.num_points(); ++p) {
    if (!attribute.ConvertValue<T>(attribute.mapped_index(p), static_cast<std::int8_t>(accessor.components),
                                   values))
      return false;
    std::memcpy(out, values, accessor.element_bytes());
    out += accessor.element_bytes();
  }
  return true;
}

bool copy_values(const draco::Mesh& mesh, const draco::PointAttribute& attribute, const Accessor& accessor,
                 std::byte* out) {
  switch (accessor.component) {
    case Component::s8:
      return copy_values<std::int8_t>(mesh, attribute, accessor, out);
    case Component::u8:
      return copy_values<std::uint8_t>(mesh, attribute, accessor, out);
    case Component::s16:
      return copy_values<std::int16_t>(mesh, attribute, accessor, out);
    case Component::u16:
      return copy_values<std::uint16_t>(mesh, attribute, accessor, out);
    case Component::u32:
      return copy_values<std::uint32_t>(mesh, attribute, accessor, out);
    case Component::f32:
      return copy_values<float>(mesh, attribute, accessor, out);
  }
  return false;
}

Result<DracoMesh::Attribute> read_attribute(Builder& b, JsonValue primitive, const draco::Mesh& mesh,
                                            JsonValue id_at) {
  DracoMesh::Attribute attribute{id_at.name(), {}};
  const auto id = b.to_index(id_at, UINT32_MAX, "Draco attribute");
  if (!id) return id.error();
  const auto index = b.required_index(primitive["attributes"], id_at.name(), b.accessors.size(), "accessor");
  if (!index) return index.error();
  const auto accessor = open_accessor(b, *index);
  if (!accessor) return accessor.error();
  const draco::PointAttribute* values = mesh.GetAttributeByUniqueId(*id);
  if (values == nullptr) return b.error("gltf.draco", id_at, fmt::format("no attribute {} in the data", *id));
  if (accessor->count != mesh.num_points() || accessor->columns != 1)
    return b.error("gltf.draco", accessor->at,
                   fmt::format("{} elements; {} in the compressed data", accessor->count, mesh.num_points()));
  const std::size_t size = static_cast<std::size_t>(accessor->count) * accessor->element_bytes();
  if (auto taken = b.take_memory(id_at, size, 1); !taken) return taken.error();
  attribute.bytes.resize(size);
  if (!copy_values(mesh, *values, *accessor, attribute.bytes.data()))
    return b.error("gltf.draco", id_at, "values that do not fit the accessor's type");
  return attribute;
}

}  // namespace

Result<DracoMesh> decode_draco(Builder& b, JsonValue at) {
  const JsonValue extension = Builder::extension(at, "KHR_draco_mesh_compression");
  const auto view_index = b.required_index(extension, "bufferView", b.views.size(), "buffer view");
  if (!view_index) return view_index.error();
  const auto view = b.view(*view_index);
  if (!view) return view.error();
  draco::DecoderBuffer buffer;
  buffer.Init(reinterpret_cast<const char*>(view->bytes.data()), view->bytes.size());
  draco::Decoder decoder;
  const auto decoded = decoder.DecodeMeshFromBuffer(&buffer);
  if (!decoded.ok())
    return b.error("gltf.draco", extension, fmt::format("no Draco mesh: {}", decoded.status().error_msg()));
  const draco::Mesh& mesh = *decoded.value();

  b.count_decompressed(std::uint64_t{12} * (mesh.num_points() + mesh.num_faces()));
  DracoMesh result;
  for (JsonValue id = extension["attributes"].first(); id; id = id.next()) {
    auto attribute = read_attribute(b, at, mesh, id);
    if (!attribute) return attribute.error();
    result.attributes.push_back(std::move(*attribute));
  }
  if (auto taken = b.take_memory<std::uint32_t>(extension, std::uint64_t{3} * mesh.num_faces()); !taken)
    return taken.error();
  result.indices.reserve(std::size_t{3} * mesh.num_faces());
  for (draco::FaceIndex f(0); f < mesh.num_faces(); ++f)
    for (const draco::PointIndex& corner : mesh.face(f)) result.indices.push_back(corner.value());
  return result;
}
#else
Result<DracoMesh> decode_draco(Builder& b, JsonValue at) {
  return b.error("gltf.draco", at, "this program was built without Draco", Status::unsupported);
}
#endif

}  // namespace skelter::gltf
