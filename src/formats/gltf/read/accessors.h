#pragma once
// Accessors: typed views of buffers, decoded to floats or integers.

#include <vector>

#include "formats/gltf/internal/component.h"
#include "formats/gltf/read/builder.h"

namespace skelter::gltf {

std::string_view to_text(Component component);  // "BYTE"

// A checked accessor: all `count` elements and all sparse elements lie within the available bytes.
struct Accessor {
  JsonValue at;
  std::uint64_t count = 0;
  Component component = Component::f32;
  std::uint32_t components = 1;  // per element
  std::uint32_t columns = 1;     // for matrices; columns start at multiples of 4 bytes
  bool normalized = false;
  bool strided = false;  // the view states a stride
  ByteSpan data;         // starts at the first element; empty: all zeros
  std::size_t stride = 0;
  std::uint64_t sparse_count = 0;
  Component sparse_index = Component::u32;
  ByteSpan sparse_indices;
  ByteSpan sparse_values;  // tightly packed

  std::size_t column_bytes() const;
  std::size_t element_bytes() const { return columns * column_bytes(); }
  std::uint64_t number_count() const { return count * components; }
};

// "SCALAR" to "MAT4", or "an unknown type".
std::string_view type_name(const Accessor& accessor);

// Reads only the component type and the element type.
Result<void> set_form(const Builder& b, JsonValue at, Accessor& a);
Result<Accessor> open_accessor(Builder& b, std::uint32_t index);

// Error for an accessor that is unsuitable for its use. `expected` describes a suitable one.
Error wrong_accessor(const Builder& b, const Accessor& accessor, std::string_view expected);

// Reads all numbers, element by element. Normalised integers are converted to -1 to 1. The memory is counted.
// NaN and infinity become 0 and are counted in `not_finite`.
Result<std::vector<float>> read_floats(Builder& b, const Accessor& accessor, std::uint64_t& not_finite);
// Same as read_floats, but NaN and infinity are errors.
Result<std::vector<float>> read_finite_floats(Builder& b, const Accessor& accessor);
// Reads vectors with as many floats as the accessor has components.
template <class Vector>
Result<std::vector<Vector>> read_vectors(Builder& b, const Accessor& accessor, std::uint64_t& not_finite);

// Accepts components u8, u16 and u32, not normalised.
Result<std::vector<std::uint32_t>> read_whole_numbers(Builder& b, const Accessor& accessor);

// Decodes into memory for number_count() floats.
void decode_floats(const Accessor& accessor, float* out);
// Sets NaN and infinite numbers to 0 and returns their count.
std::uint64_t zero_not_finite(float* numbers, std::size_t size);

template <class Vector>
Result<std::vector<Vector>> read_vectors(Builder& b, const Accessor& accessor, std::uint64_t& not_finite) {
  if (auto taken = b.take_memory<Vector>(accessor.at, accessor.count); !taken) return taken.error();
  std::vector<Vector> vectors(static_cast<std::size_t>(accessor.count));
  if (vectors.empty()) return vectors;
  decode_floats(accessor, &vectors[0].x);
  not_finite += zero_not_finite(&vectors[0].x, vectors.size() * accessor.components);
  return vectors;
}

}  // namespace skelter::gltf
