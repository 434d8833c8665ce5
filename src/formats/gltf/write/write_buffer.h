#pragma once
// Binary part of a written file: accessors, the buffer views that contain them, and the bytes. Equal data is
// stored once, so that clips share times and primitives share vertices.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "formats/gltf/write/write_json.h"

namespace skelter::gltf {

// Use of a view. Each vertex accessor has its own view; other data shares one view per kind.
enum class ViewKind : std::uint8_t { vertices, indices, inverse_binds, times, animation, image };

enum class ElementType : std::uint8_t { scalar, vec2, vec3, vec4, mat4 };
constexpr std::uint32_t components_of(ElementType type) {
  constexpr std::uint32_t kCounts[] = {1, 2, 3, 4, 16};
  return kCounts[static_cast<std::size_t>(type)];
}

enum class ComponentType : std::uint16_t {
  i8 = 5120,
  u8 = 5121,
  i16 = 5122,
  u16 = 5123,
  u32 = 5125,
  f32 = 5126
};

struct AccessorData {
  ViewKind kind = ViewKind::vertices;
  ElementType type = ElementType::scalar;
  ComponentType component = ComponentType::f32;
  bool normalized = false;
  bool bounds = false;               // write min and max
  std::uint32_t count = 0;           // elements
  std::uint32_t stride = 0;          // bytes from element to element, a multiple of 4 for vertices
  std::span<const std::byte> bytes;  // count * stride
};

class BufferWriter {
 public:
  explicit BufferWriter(bool meshopt) : meshopt_(meshopt) {}

  // Returns the index of the accessor.
  std::uint32_t add(const AccessorData& data);
  std::uint32_t add_floats(ViewKind kind, ElementType type, std::span<const float> values,
                           bool bounds = false);
  // Adds a separate view and returns its index.
  std::uint32_t add_image(std::span<const std::byte> bytes);

  // Lays out the views one after the other. Call last.
  void finish();
  void write_accessors(JsonText& json) const;
  void write_views(JsonText& json) const;
  // Bytes of the buffer; empty if there are no views.
  const std::vector<std::byte>& bytes() const { return bytes_; }
  // With meshopt: the buffer's uncompressed length. The fallback buffer contains no bytes.
  std::uint64_t fallback_length() const { return fallback_length_; }
  bool compressed() const { return meshopt_ && fallback_length_ > 0; }

 private:
  struct Accessor {
    std::uint32_t view = 0;
    std::uint64_t offset = 0;
    AccessorData data;  // `bytes` is unset
    std::array<double, 16> low{}, high{};
  };
  struct View {
    ViewKind kind = ViewKind::vertices;
    std::uint32_t stride = 0;  // bytes per element; 0 for images
    std::uint32_t width = 1;   // bytes of a component
    std::vector<std::byte> bytes;
    std::uint64_t offset = 0, length = 0;  // in the buffer
    std::uint64_t fallback_offset = 0;
    bool packed = false;  // compressed by meshopt
  };

  std::uint32_t view_for(const AccessorData& data);
  bool same(const Accessor& known, const AccessorData& data) const;
  void compress(View& view);

  bool meshopt_;
  std::vector<Accessor> accessors_;
  std::vector<View> views_;
  std::unordered_multimap<std::uint64_t, std::uint32_t> by_hash_;
  std::unordered_map<std::uint32_t, std::uint32_t> shared_views_;
  std::vector<std::byte> bytes_;
  std::uint64_t fallback_length_ = 0;
};

}  // namespace skelter::gltf
