// Reads primitives compressed with KHR_draco_mesh_compression.

#include <algorithm>
#include <cmath>
#include <cstring>
#include <span>
#include <vector>

#include "formats/gltf/internal/draco_decode.h"
#include "formats/gltf/read/meshes/primitive.h"
#ifndef SKELTER_DRACO_IN_PAGE
#include "system/internal/sandbox.h"
#endif

namespace skelter::gltf {
namespace {

// A requested attribute.
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

std::vector<DracoWanted> plain(const std::vector<Wanted>& wanted) {
  std::vector<DracoWanted> list;
  for (const Wanted& each : wanted)
    list.push_back({each.id, each.accessor.count, each.accessor.components, each.accessor.component,
                    each.accessor.columns != 1});
  return list;
}

#ifdef SKELTER_DRACO_IN_PAGE
// The page runs the decoder in a separate module.
Result<std::vector<std::byte>> decoded_apart(Builder&, JsonValue, ByteSpan compressed,
                                             const std::vector<DracoWanted>& wanted) {
  return decode_draco(compressed, wanted);
}
#else
// An order for the decoder in a separate process: the number of attributes, the attributes, the compressed
// bytes.
std::vector<std::byte> order_of(ByteSpan compressed, std::span<const DracoWanted> wanted) {
  const std::uint64_t count = wanted.size();
  std::vector<std::byte> order(sizeof count + wanted.size_bytes() + compressed.size());
  std::byte* to = order.data();
  for (const ByteSpan part : {std::as_bytes(std::span(&count, 1)), std::as_bytes(wanted), compressed})
    to = std::copy(part.begin(), part.end(), to);
  return order;
}

std::vector<std::byte> decode_order(ByteSpan order) {
  std::uint64_t count = 0;
  std::memcpy(&count, order.data(), sizeof count);
  std::vector<DracoWanted> wanted(static_cast<std::size_t>(count));
  const std::span<std::byte> attributes = std::as_writable_bytes(std::span(wanted));
  std::copy_n(order.begin() + sizeof count, attributes.size(), attributes.begin());
  return decode_draco(order.subspan(sizeof count + attributes.size()), wanted);
}

Result<std::vector<std::byte>> decoded_apart(Builder& b, JsonValue at, ByteSpan compressed,
                                             const std::vector<DracoWanted>& wanted) {
  constexpr std::uint64_t kMemory = std::uint64_t{512} << 20;
  SandboxLimits limits;
  limits.max_memory_bytes = kMemory + 100 * compressed.size();
  limits.max_seconds = std::ceil(5 + static_cast<double>(compressed.size()) * 1e-5);
  auto answer = run_in_sandbox("", decode_order, order_of(compressed, wanted), limits);
  if (answer) return answer;
  const Error& error = answer.error();
  if (error.code == "isolated.start") return decode_draco(compressed, wanted);  // no child processes here
  return b.error("gltf.draco", at, "Draco " + error.message, error.status);
}
#endif

// Error for a result that contains no mesh. `at` is the extension object.
Error refusal(Builder& b, JsonValue at, const std::vector<Wanted>& wanted, const DracoAnswer& answer,
              std::string_view sentence) {
  using Is = DracoAnswer::Is;
  if (answer.is == Is::no_mesh || answer.wrong >= wanted.size())
    return b.error("gltf.draco", at, fmt::format("not a Draco mesh: {}", sentence));
  const Wanted& wrong = wanted[answer.wrong];
  if (answer.is == Is::no_attribute)
    return b.error("gltf.draco", wrong.id_at,
                   fmt::format("the compressed data has no attribute {}", wrong.id));
  if (answer.is == Is::wrong_type)
    return b.error("gltf.draco", wrong.id_at, "the values do not match the accessor's type");
  return b.error(
      "gltf.draco", wrong.accessor.at,
      fmt::format("{} elements, but {} in the compressed data", wrong.accessor.count, answer.points));
}

}  // namespace

bool is_whole_answer(ByteSpan answer, std::span<const DracoWanted> wanted) {
  DracoAnswer head;
  if (answer.size() < sizeof(head)) return false;
  std::memcpy(&head, answer.data(), sizeof(head));
  if (head.is != DracoAnswer::Is::mesh) return true;  // the rest is text
  std::uint64_t left = answer.size() - sizeof(head);
  for (const DracoWanted& attribute : wanted) {
    if (attribute.matrices) return false;  // Draco has no matrices
    const std::uint64_t element = attribute.components * size_of(attribute.component);
    if (attribute.count > left / std::max<std::uint64_t>(element, 1)) return false;
    left -= attribute.count * element;
  }
  return left == std::uint64_t{head.faces} * 3 * sizeof(std::uint32_t);
}

Result<DracoMesh> decode_draco(Builder& b, JsonValue at) {
  const JsonValue extension = Builder::extension(at, "KHR_draco_mesh_compression");
  const auto view_index = b.required_index(extension, "bufferView", b.views.size(), "buffer view");
  if (!view_index) return view_index.error();
  const auto view = b.view(*view_index);
  if (!view) return view.error();
  const auto wanted = wanted_attributes(b, at, extension["attributes"]);
  if (!wanted) return wanted.error();
  const std::vector<DracoWanted> asked = plain(*wanted);
  const auto bytes = b.options.draco_apart ? decoded_apart(b, extension, view->bytes, asked)
                                           : decode_draco(view->bytes, asked);
  if (!bytes) return bytes.error();
  if (!is_whole_answer(*bytes, asked))
    return b.error("gltf.draco", extension, "the Draco decoder returned an incomplete mesh");

  DracoAnswer answer;
  std::memcpy(&answer, bytes->data(), sizeof(answer));
  const std::byte* from = bytes->data() + sizeof(answer);
  if (answer.is != DracoAnswer::Is::mesh)
    return refusal(b, extension, *wanted, answer,
                   {reinterpret_cast<const char*>(from), bytes->size() - sizeof(answer)});

  b.count_decompressed(std::uint64_t{12} * (std::uint64_t{answer.points} + answer.faces));
  DracoMesh result;
  for (const Wanted& attribute : *wanted) {
    const std::size_t size =
        static_cast<std::size_t>(attribute.accessor.count) * attribute.accessor.element_bytes();
    if (auto taken = b.take_memory(attribute.id_at, size, 1); !taken) return taken.error();
    result.attributes.push_back({attribute.id_at.name(), {from, from + size}});
    from += size;
  }
  if (auto taken = b.take_memory<std::uint32_t>(extension, std::uint64_t{3} * answer.faces); !taken)
    return taken.error();
  result.indices.resize(std::size_t{3} * answer.faces);
  if (answer.faces != 0)
    std::memcpy(result.indices.data(), from, result.indices.size() * sizeof(std::uint32_t));
  return result;
}

}  // namespace skelter::gltf
