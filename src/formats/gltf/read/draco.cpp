// Primitives compressed with KHR_draco_mesh_compression.

#include <cmath>

#include "formats/gltf/read/primitive.h"

#ifdef SKELTER_WITH_DRACO
#include <draco/compression/decode.h>

#include "system/internal/sandbox.h"
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

// An attribute that is asked for.
struct Wanted {
  JsonValue id_at;
  std::uint32_t id = 0;
  Accessor accessor;
};

Result<std::vector<Wanted>> wanted_attributes(Builder& b, JsonValue primitive, JsonValue ids) {
  std::vector<Wanted> list;
  for (JsonValue id_at = ids.first(); id_at; id_at = id_at.next()) {
    const auto id = b.to_index(id_at, UINT32_MAX, "Draco attribute");
    if (!id) return id.error();
    const auto index =
        b.required_index(primitive["attributes"], id_at.name(), b.accessors.size(), "accessor");
    if (!index) return index.error();
    const auto accessor = open_accessor(b, *index);
    if (!accessor) return accessor.error();
    list.push_back({id_at, *id, *accessor});
  }
  return list;
}

// --- decoding, which may take long or crash: bytes in, bytes out
// --------------------------------------------

// How the answer begins. Then the values of the attributes and the indices, or a sentence.
struct AnswerHeader {
  enum class Is : std::uint32_t { mesh, no_mesh, wrong_attribute, wrong_count };
  Is is = Is::mesh;
  std::uint32_t wrong = 0;  // which attribute
  std::uint32_t points = 0, faces = 0;
};

void append(std::vector<std::byte>& bytes, const void* data, std::size_t size) {
  const std::size_t begin = bytes.size();
  bytes.resize(begin + size);
  if (size != 0) std::memcpy(bytes.data() + begin, data, size);
}

std::vector<std::byte> answer_of(const AnswerHeader& header, std::string_view sentence = {}) {
  std::vector<std::byte> answer;
  append(answer, &header, sizeof(header));
  append(answer, sentence.data(), sentence.size());
  return answer;
}

std::vector<std::byte> decoded(ByteSpan compressed, const std::vector<Wanted>& wanted) {
  using Is = AnswerHeader::Is;
  draco::DecoderBuffer buffer;
  buffer.Init(reinterpret_cast<const char*>(compressed.data()), compressed.size());
  draco::Decoder decoder;
  const auto result = decoder.DecodeMeshFromBuffer(&buffer);
  if (!result.ok()) return answer_of({Is::no_mesh, 0, 0, 0}, result.status().error_msg());
  const draco::Mesh& mesh = *result.value();
  std::vector<std::byte> answer = answer_of({Is::mesh, 0, mesh.num_points(), mesh.num_faces()});
  for (std::uint32_t i = 0; i < wanted.size(); ++i) {
    const Accessor& accessor = wanted[i].accessor;
    const draco::PointAttribute* values = mesh.GetAttributeByUniqueId(wanted[i].id);
    if (values == nullptr)
      return answer_of({Is::wrong_attribute, i, 0, 0},
                       fmt::format("no attribute {} in the data", wanted[i].id));
    if (accessor.count != mesh.num_points() || accessor.columns != 1)
      return answer_of({Is::wrong_count, i, 0, 0}, fmt::format("{} elements; {} in the compressed data",
                                                               accessor.count, mesh.num_points()));
    const std::size_t begin = answer.size();
    answer.resize(begin + static_cast<std::size_t>(accessor.count) * accessor.element_bytes());
    // Draco reads booleans as bool, whatever their bytes hold.
    if (values->data_type() == draco::DT_BOOL || !copy_values(mesh, *values, accessor, answer.data() + begin))
      return answer_of({Is::wrong_attribute, i, 0, 0}, "values that do not fit the accessor's type");
  }
  for (draco::FaceIndex f(0); f < mesh.num_faces(); ++f)
    for (const draco::PointIndex& corner : mesh.face(f)) {
      const std::uint32_t index = corner.value();
      append(answer, &index, sizeof(index));
    }
  return answer;
}

Result<std::vector<std::byte>> decoded_apart(Builder& b, JsonValue at, ByteSpan compressed,
                                             const std::vector<Wanted>& wanted) {
  constexpr std::uint64_t kMemory = std::uint64_t{512} << 20;
  SandboxLimits limits;
  limits.max_memory_bytes = kMemory + 100 * compressed.size();
  limits.max_seconds = std::ceil(5 + static_cast<double>(compressed.size()) * 1e-5);
  auto answer = run_in_sandbox(
      "", [&] { return decoded(compressed, wanted); }, limits);
  if (answer) return answer;
  const Error& error = answer.error();
  if (error.code == "isolated.start") return decoded(compressed, wanted);  // where there are no processes
  return b.error("gltf.draco", at, "Draco " + error.message, error.status);
}

}  // namespace

Result<DracoMesh> decode_draco(Builder& b, JsonValue at) {
  const JsonValue extension = Builder::extension(at, "KHR_draco_mesh_compression");
  const auto view_index = b.required_index(extension, "bufferView", b.views.size(), "buffer view");
  if (!view_index) return view_index.error();
  const auto view = b.view(*view_index);
  if (!view) return view.error();
  const auto wanted = wanted_attributes(b, at, extension["attributes"]);
  if (!wanted) return wanted.error();
  const auto answer = b.options.draco_apart ? decoded_apart(b, extension, view->bytes, *wanted)
                                            : decoded(view->bytes, *wanted);
  if (!answer) return answer.error();

  AnswerHeader header;
  std::memcpy(&header, answer->data(), sizeof(header));
  const std::byte* from = answer->data() + sizeof(header);
  const auto sentence = [&] {
    return std::string(reinterpret_cast<const char*>(from), answer->size() - sizeof(header));
  };
  using Is = AnswerHeader::Is;
  if (header.is == Is::no_mesh) return b.error("gltf.draco", extension, "no Draco mesh: " + sentence());
  if (header.is == Is::wrong_attribute)
    return b.error("gltf.draco", (*wanted)[header.wrong].id_at, sentence());
  if (header.is == Is::wrong_count)
    return b.error("gltf.draco", (*wanted)[header.wrong].accessor.at, sentence());

  b.count_decompressed(std::uint64_t{12} * (std::uint64_t{header.points} + header.faces));
  DracoMesh result;
  for (const Wanted& attribute : *wanted) {
    const std::size_t size =
        static_cast<std::size_t>(attribute.accessor.count) * attribute.accessor.element_bytes();
    if (auto taken = b.take_memory(attribute.id_at, size, 1); !taken) return taken.error();
    result.attributes.push_back({attribute.id_at.name(), {from, from + size}});
    from += size;
  }
  if (auto taken = b.take_memory<std::uint32_t>(extension, std::uint64_t{3} * header.faces); !taken)
    return taken.error();
  result.indices.resize(std::size_t{3} * header.faces);
  if (header.faces != 0)
    std::memcpy(result.indices.data(), from, result.indices.size() * sizeof(std::uint32_t));
  return result;
}
#else
Result<DracoMesh> decode_draco(Builder& b, JsonValue at) {
  return b.error("gltf.draco", at, "this program was built without Draco", Status::unsupported);
}
#endif

}  // namespace skelter::gltf
