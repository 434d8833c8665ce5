#pragma once
// Accessors: typed views of buffers, decoded to floats or integers.

#include <vector>

#include "formats/gltf/internal/component.h"
#include "formats/gltf/read/builder.h"

namespace skelter::gltf {

std::string_view to_text(Component component);  // "BYTE"

// Checked: `count` elements and all sparse ones lie inside their bytes.
struct Accessor {
  JsonValue at;
  std::uint64_t count = 0;
  Component component = Component::f32;
  std::uint32_t components = 1;  // per element
  std::uint32_t columns = 1;     // of matrices; columns start at multiples of 4 bytes
  bool normalized = false;
  bool strided = false;  // the view states a stride
  ByteSpan data;         // from the first element on; empty: all zeros
  std::size_t stride = 0;
  std::uint64_t sparse_count = 0;
  Component sparse_index = Component::u32;
  ByteSpan sparse_indices;
  ByteSpan sparse_values;  // tight

  std::size_t column_bytes() const;
  std::size_t element_bytes() const { return columns * column_bytes(); }
  std::uint64_t number_count() const { return count * components; }
};

// "SCALAR" to "MAT4", or "an unknown type".
std::string_view type_name(const Accessor& accessor);

// Component and type alone.
Result<void> set_form(const Builder& b, JsonValue at, Accessor& a);
Result<Accessor> open_accessor(Builder& b, std::uint32_t index);

// What a use of an accessor expects, for the message.
Error wrong_accessor(const Builder& b, const Accessor& accessor, std::string_view expected);

// All numbers, element by element; normalised integers between -1 and 1. Memory is counted. NaN and infinity
// become 0 and are counted in `not_finite`.
Result<std::vector<float>> read_floats(Builder& b, const Accessor& accessor, std::uint64_t& not_finite);
// The same, where NaN and infinity are an error.
Result<std::vector<float>> read_finite_floats(Builder& b, const Accessor& accessor);
// As floats, into vectors of as many numbers as the accessor has components.
template <class Vector>
Result<std::vector<Vector>> read_vectors(Builder& b, const Accessor& accessor, std::uint64_t& not_finite);

// Components u8, u16 or u32, not normalised.
Result<std::vector<std::uint32_t>> read_whole_numbers(Builder& b, const Accessor& accessor);

// Decodes into memory of number_count() floats.
void decode_floats(const Accessor& accessor, float* out);
// Sets those that are NaN or infinite to 0; returns how many.
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
