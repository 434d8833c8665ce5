#include "formats/gltf/internal/draco_decode.h"

#if defined(SKELTER_WITH_DRACO)
#include <draco/compression/decode.h>

namespace skelter::gltf {
namespace {

template <class T>
bool copy_values(const draco::Mesh& mesh, const draco::PointAttribute& attribute, const DracoWanted& wanted,
                 std::byte* out) {
  T values[4];
  const std::size_t size = wanted.components * sizeof(T);
  for (draco::PointIndex p(0); p < mesh.num_points(); ++p) {
    if (!attribute.ConvertValue<T>(attribute.mapped_index(p), static_cast<std::int8_t>(wanted.components),
                                   values))
      return false;
    std::memcpy(out, values, size);
    out += size;
  }
  return true;
}

bool copy_values(const draco::Mesh& mesh, const draco::PointAttribute& attribute, const DracoWanted& wanted,
                 std::byte* out) {
  switch (wanted.component) {
    case Component::s8:
      return copy_values<std::int8_t>(mesh, attribute, wanted, out);
    case Component::u8:
      return copy_values<std::uint8_t>(mesh, attribute, wanted, out);
    case Component::s16:
      return copy_values<std::int16_t>(mesh, attribute, wanted, out);
    case Component::u16:
      return copy_values<std::uint16_t>(mesh, attribute, wanted, out);
    case Component::u32:
      return copy_values<std::uint32_t>(mesh, attribute, wanted, out);
    case Component::f32:
      return copy_values<float>(mesh, attribute, wanted, out);
  }
  return false;
}

void append(std::vector<std::byte>& bytes, const void* data, std::size_t size) {
  const std::size_t begin = bytes.size();
  bytes.resize(begin + size);
  if (size != 0) std::memcpy(bytes.data() + begin, data, size);
}

std::vector<std::byte> answer_of(const DracoAnswer& answer, std::string_view sentence = {}) {
  std::vector<std::byte> bytes;
  append(bytes, &answer, sizeof(answer));
  append(bytes, sentence.data(), sentence.size());
  return bytes;
}

}  // namespace

bool has_draco() {
  return true;
}

std::vector<std::byte> decode_draco(ByteSpan compressed, std::span<const DracoWanted> wanted) {
  using Is = DracoAnswer::Is;
  draco::DecoderBuffer buffer;
  buffer.Init(reinterpret_cast<const char*>(compressed.data()), compressed.size());
  draco::Decoder decoder;
  const auto result = decoder.DecodeMeshFromBuffer(&buffer);
  if (!result.ok()) return answer_of({Is::no_mesh, 0, 0, 0}, result.status().error_msg());
  const draco::Mesh& mesh = *result.value();
  std::vector<std::byte> answer = answer_of({Is::mesh, 0, mesh.num_points(), mesh.num_faces()});
  for (std::uint32_t i = 0; i < wanted.size(); ++i) {
    const draco::PointAttribute* values = mesh.GetAttributeByUniqueId(wanted[i].id);
    if (values == nullptr) return answer_of({Is::no_attribute, i, mesh.num_points(), 0});
    if (wanted[i].count != mesh.num_points() || wanted[i].matrices)
      return answer_of({Is::wrong_count, i, mesh.num_points(), 0});
    const std::size_t begin = answer.size();
    answer.resize(begin +
                  std::size_t{mesh.num_points()} * wanted[i].components * size_of(wanted[i].component));
    // Draco reads booleans as bool, even if their bytes are not 0 or 1.
    if (values->data_type() == draco::DT_BOOL ||
        !copy_values(mesh, *values, wanted[i], answer.data() + begin))
      return answer_of({Is::wrong_type, i, mesh.num_points(), 0});
  }
  for (draco::FaceIndex f(0); f < mesh.num_faces(); ++f)
    for (const draco::PointIndex& corner : mesh.face(f)) {
      const std::uint32_t index = corner.value();
      append(answer, &index, sizeof(index));
    }
  return answer;
}

}  // namespace skelter::gltf

#elif !defined(SKELTER_DRACO_IN_PAGE)  // for pages, draco_page.cpp defines these functions

namespace skelter::gltf {

bool has_draco() {
  return false;
}

std::vector<std::byte> decode_draco(ByteSpan, std::span<const DracoWanted>) {
  return {};
}

}  // namespace skelter::gltf

#endif
