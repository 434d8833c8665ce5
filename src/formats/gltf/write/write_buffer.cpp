#include "formats/gltf/write/write_buffer.h"

#include <meshoptimizer.h>

#include <algorithm>
#include <cstring>
#include <limits>

namespace skelter::gltf {
namespace {

std::uint32_t bytes_of(ComponentType type) {
  if (type == ComponentType::i8 || type == ComponentType::u8) return 1;
  return type == ComponentType::i16 || type == ComponentType::u16 ? 2 : 4;
}

// 64-bit FNV-1a hash (Fowler, Noll, Vo).
std::uint64_t hash_of(std::span<const std::byte> bytes) {
  std::uint64_t hash = 14695981039346656037ull;
  for (const std::byte byte : bytes) hash = (hash ^ static_cast<std::uint64_t>(byte)) * 1099511628211ull;
  return hash;
}

double component_at(const std::byte* at, ComponentType type) {
  const auto read = [at](auto value) {
    std::memcpy(&value, at, sizeof value);
    return static_cast<double>(value);
  };
  switch (type) {
    case ComponentType::i8:
      return read(std::int8_t{});
    case ComponentType::u8:
      return read(std::uint8_t{});
    case ComponentType::i16:
      return read(std::int16_t{});
    case ComponentType::u16:
      return read(std::uint16_t{});
    case ComponentType::u32:
      return read(std::uint32_t{});
    default:
      return read(float{});
  }
}

void pad(std::vector<std::byte>& bytes, std::size_t alignment) {
  while (bytes.size() % alignment != 0) bytes.push_back(std::byte{0});
}

std::string_view name_of(ElementType type) {
  constexpr std::string_view kNames[] = {"SCALAR", "VEC2", "VEC3", "VEC4", "MAT4"};
  return kNames[static_cast<std::size_t>(type)];
}

}  // namespace

bool BufferWriter::same(const Accessor& known, const AccessorData& data) const {
  const AccessorData& other = known.data;
  if (other.kind != data.kind || other.type != data.type || other.component != data.component ||
      other.normalized != data.normalized || other.count != data.count || other.stride != data.stride)
    return false;
  const std::byte* bytes = views_[known.view].bytes.data() + known.offset;
  return data.bytes.empty() || std::memcmp(bytes, data.bytes.data(), data.bytes.size()) == 0;
}

// Indices of each width, and animation data of each element size, get separate views, because a compressed
// view has a single stride.
std::uint32_t BufferWriter::view_for(const AccessorData& data) {
  const auto add_view = [&] {
    views_.push_back({data.kind, data.stride, bytes_of(data.component), {}, 0, 0, 0, false});
    return static_cast<std::uint32_t>(views_.size() - 1);
  };
  if (data.kind == ViewKind::vertices) return add_view();
  const std::uint32_t key = static_cast<std::uint32_t>(data.kind) * 256 + data.stride;
  const auto known = shared_views_.find(key);
  if (known != shared_views_.end()) return known->second;
  return shared_views_[key] = add_view();
}

std::uint32_t BufferWriter::add(const AccessorData& data) {
  const std::uint64_t hash = hash_of(data.bytes);
  const auto [first, last] = by_hash_.equal_range(hash);
  for (auto known = first; known != last; ++known) {
    if (!same(accessors_[known->second], data)) continue;
    accessors_[known->second].data.bounds |= data.bounds;
    return known->second;
  }
  Accessor accessor;
  accessor.view = view_for(data);
  accessor.data = data;
  accessor.data.bytes = {};
  View& view = views_[accessor.view];
  pad(view.bytes, bytes_of(data.component));
  accessor.offset = view.bytes.size();
  view.bytes.insert(view.bytes.end(), data.bytes.begin(), data.bytes.end());

  const std::uint32_t width = components_of(data.type), size = bytes_of(data.component);
  accessor.low.fill(std::numeric_limits<double>::infinity());
  accessor.high.fill(-std::numeric_limits<double>::infinity());
  for (std::uint32_t e = 0; e < data.count; ++e)
    for (std::uint32_t c = 0; c < width; ++c) {
      const double value =
          component_at(data.bytes.data() + std::size_t{e} * data.stride + c * size, data.component);
      accessor.low[c] = std::min(accessor.low[c], value);
      accessor.high[c] = std::max(accessor.high[c], value);
    }
  const auto index = static_cast<std::uint32_t>(accessors_.size());
  accessors_.push_back(std::move(accessor));
  by_hash_.emplace(hash, index);
  return index;
}

std::uint32_t BufferWriter::add_floats(ViewKind kind, ElementType type, std::span<const float> values,
                                       bool bounds) {
  const std::uint32_t width = components_of(type);
  return add({kind, type, ComponentType::f32, false, bounds,
              static_cast<std::uint32_t>(values.size() / width), width * 4, std::as_bytes(values)});
}

std::uint32_t BufferWriter::add_image(std::span<const std::byte> bytes) {
  views_.push_back({ViewKind::image, 0, 1, {bytes.begin(), bytes.end()}, 0, 0, 0, false});
  return static_cast<std::uint32_t>(views_.size() - 1);
}

// Compresses a view without loss: in attribute mode, or for indices as an index sequence, which supports any
// list of indices.
void BufferWriter::compress(View& view) {
  const std::size_t count = view.bytes.size() / view.stride;
  std::vector<unsigned char> packed;
  if (view.kind == ViewKind::indices) {
    std::vector<std::uint32_t> indices(count);
    for (std::size_t i = 0; i < count; ++i)
      indices[i] = static_cast<std::uint32_t>(component_at(
          view.bytes.data() + i * view.stride, view.stride == 2 ? ComponentType::u16 : ComponentType::u32));
    const std::uint32_t largest = count == 0 ? 0 : *std::max_element(indices.begin(), indices.end());
    packed.resize(meshopt_encodeIndexSequenceBound(count, std::size_t{largest} + 1));
    packed.resize(meshopt_encodeIndexSequence(packed.data(), packed.size(), indices.data(), count));
  } else {
    packed.resize(meshopt_encodeVertexBufferBound(count, view.stride));
    packed.resize(
        meshopt_encodeVertexBuffer(packed.data(), packed.size(), view.bytes.data(), count, view.stride));
  }
  const auto* begin = reinterpret_cast<const std::byte*>(packed.data());
  view.fallback_offset = fallback_length_;
  fallback_length_ += view.bytes.size();
  fallback_length_ = (fallback_length_ + 3) / 4 * 4;
  view.length = view.bytes.size();
  view.bytes.assign(begin, begin + packed.size());
  view.packed = true;
}

void BufferWriter::finish() {
  if (meshopt_) meshopt_encodeVertexVersion(0), meshopt_encodeIndexVersion(1);
  for (View& view : views_) {
    view.length = view.bytes.size();
    const bool fits = view.kind == ViewKind::indices || (view.stride % 4 == 0 && view.stride <= 256);
    if (meshopt_ && view.kind != ViewKind::image && fits) compress(view);
    pad(bytes_, 4);
    view.offset = bytes_.size();
    bytes_.insert(bytes_.end(), view.bytes.begin(), view.bytes.end());
  }
  pad(bytes_, 4);
}

void BufferWriter::write_accessors(JsonText& json) const {
  json.objects("accessors", accessors_, [&](const Accessor& accessor) {
    json.member("bufferView", accessor.view);
    if (accessor.offset != 0) json.member("byteOffset", accessor.offset);
    json.member("componentType", static_cast<std::uint32_t>(accessor.data.component));
    if (accessor.data.normalized) json.member("normalized", true);
    json.member("count", accessor.data.count);
    json.member("type", name_of(accessor.data.type));
    if (accessor.data.bounds) {
      for (const bool low : {true, false}) {
        json.key(low ? "min" : "max");
        json.begin_array(true);
        for (std::uint32_t c = 0; c < components_of(accessor.data.type); ++c)
          json.number(static_cast<float>(low ? accessor.low[c] : accessor.high[c]));
        json.end_array();
      }
    }
  });
}

void BufferWriter::write_views(JsonText& json) const {
  json.objects("bufferViews", views_, [&](const View& view) {
    json.member("buffer", view.packed ? 1u : 0u);
    const std::uint64_t offset = view.packed ? view.fallback_offset : view.offset;
    if (offset != 0) json.member("byteOffset", offset);
    json.member("byteLength", view.length);
    if (view.kind == ViewKind::vertices) json.member("byteStride", view.stride);
    if (view.kind == ViewKind::vertices) json.member("target", 34962u);
    if (view.kind == ViewKind::indices) json.member("target", 34963u);
    if (view.packed) {
      json.key("extensions");
      json.begin_object();
      json.key("EXT_meshopt_compression");
      json.begin_object();
      json.member("buffer", 0u);
      if (view.offset != 0) json.member("byteOffset", view.offset);
      json.member("byteLength", static_cast<std::uint64_t>(view.bytes.size()));
      json.member("byteStride", view.stride);
      json.member("count", view.length / view.stride);
      json.member("mode", view.kind == ViewKind::indices ? "INDICES" : "ATTRIBUTES");
      json.end_object();
      json.end_object();
    }
  });
}

}  // namespace skelter::gltf
