#include "formats/gltf/read/accessors.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace skelter::gltf {
namespace {

struct Type {
  std::string_view name;
  std::uint32_t components, columns;
};
constexpr Type kTypes[] = {{"SCALAR", 1, 1}, {"VEC2", 2, 1}, {"VEC3", 3, 1}, {"VEC4", 4, 1},
                           {"MAT2", 4, 2},   {"MAT3", 9, 3}, {"MAT4", 16, 4}};

const Type* type_named(std::string_view name) {
  for (const Type& type : kTypes)
    if (type.name == name) return &type;
  return nullptr;
}

struct ComponentCode {
  std::uint64_t code;
  Component component;
};
// Vertices and keys are counted in 32 bits; no real file comes close.
constexpr std::uint64_t kMaxElements = UINT32_MAX / 16;

constexpr ComponentCode kComponents[] = {{5120, Component::s8},  {5121, Component::u8},
                                         {5122, Component::s16}, {5123, Component::u16},
                                         {5125, Component::u32}, {5126, Component::f32}};

Result<Component> read_component(const Builder& b, JsonValue object) {
  if (!object["componentType"]) return b.missing(object, "componentType", "5120 to 5126");
  const auto code = b.count(object, "componentType", 0);
  if (!code) return code.error();
  for (const ComponentCode& known : kComponents)
    if (known.code == *code) return known.component;
  return b.error("gltf.component-type", object["componentType"],
                 fmt::format("{}; expected 5120, 5121, 5122, 5123, 5125 or 5126", *code));
}

// Bytes of one element without the padding after its last column, which may lie beyond the view.
std::size_t last_bytes(const Accessor& a) {
  return a.element_bytes() - a.column_bytes() + a.components / a.columns * size_of(a.component);
}

// offset + stride * (count - 1) + element without overflow; UINT64_MAX if it is too large.
std::uint64_t bytes_needed(std::uint64_t offset, std::uint64_t stride, std::uint64_t count,
                           std::uint64_t element) {
  if (count == 0) return offset;
  constexpr std::uint64_t kLimit = UINT64_MAX / 4;
  if (offset > kLimit || stride > UINT32_MAX * std::uint64_t{16} ||
      (count - 1) > kLimit / std::max<std::uint64_t>(stride, 1))
    return UINT64_MAX;
  return offset + stride * (count - 1) + element;
}

Result<void> open_data(Builder& b, Accessor& a) {
  const auto view_index = b.index(a.at, "bufferView", b.views.size(), "buffer view");
  if (!view_index) return view_index.error();
  if (*view_index == kNone) return {};  // zeros
  const auto view = b.view(*view_index);
  if (!view) return view.error();
  const auto offset = b.count(a.at, "byteOffset", 0);
  if (!offset) return offset.error();
  a.strided = view->stride != 0;
  a.stride = a.strided ? view->stride : a.element_bytes();
  if (a.stride < a.element_bytes() && a.count > 1)
    return b.error("gltf.stride", b.views[*view_index]["byteStride"],
                   fmt::format("{} bytes between elements of {}", a.stride, a.element_bytes()));
  const std::uint64_t needed = bytes_needed(*offset, a.stride, a.count, last_bytes(a));
  if (needed > view->bytes.size())
    return b.error("gltf.accessor-bounds", a.at,
                   fmt::format("{} elements of {} bytes from byte {} end beyond the view of {} bytes",
                               a.count, a.element_bytes(), *offset, view->bytes.size()));
  a.data = view->bytes.subspan(static_cast<std::size_t>(*offset));
  return {};
}

Result<ByteSpan> sparse_bytes(Builder& b, JsonValue object, std::uint64_t count, std::uint64_t size,
                              std::uint64_t last) {
  const auto view_index = b.required_index(object, "bufferView", b.views.size(), "buffer view");
  if (!view_index) return view_index.error();
  const auto view = b.view(*view_index);
  if (!view) return view.error();
  const auto offset = b.count(object, "byteOffset", 0);
  if (!offset) return offset.error();
  if (bytes_needed(*offset, size, count, last) > view->bytes.size())
    return b.error("gltf.accessor-bounds", object,
                   fmt::format("{} elements of {} bytes from byte {} end beyond the view of {} bytes", count,
                               size, *offset, view->bytes.size()));
  return view->bytes.subspan(static_cast<std::size_t>(*offset));
}

std::uint32_t load_index(ByteSpan bytes, Component component, std::size_t i) {
  if (component == Component::u8) return load_le<std::uint8_t>(bytes, i);
  if (component == Component::u16) return load_le<std::uint16_t>(bytes, 2 * i);
  return load_le<std::uint32_t>(bytes, 4 * i);
}

Result<void> open_sparse(Builder& b, Accessor& a) {
  const auto sparse = b.member(a.at, "sparse", JsonKind::object);
  if (!sparse) return sparse.error();
  if (!*sparse) return {};
  const auto count = b.count(*sparse, "count", 0);
  if (!count) return count.error();
  const auto indices = b.member(*sparse, "indices", JsonKind::object);
  if (!indices) return indices.error();
  const auto values = b.member(*sparse, "values", JsonKind::object);
  if (!values) return values.error();
  if (!*indices) return b.missing(*sparse, "indices", "an object");
  if (!*values) return b.missing(*sparse, "values", "an object");
  if (*count > a.count)
    return b.error("gltf.sparse", *sparse, fmt::format("{} sparse elements of {}", *count, a.count));
  const auto component = read_component(b, *indices);
  if (!component) return component.error();
  if (*component != Component::u8 && *component != Component::u16 && *component != Component::u32)
    return b.error("gltf.component-type", (*indices)["componentType"],
                   "signed or float; expected 5121, 5123 or 5125");
  a.sparse_index = *component;
  const auto index_bytes = sparse_bytes(b, *indices, *count, size_of(*component), size_of(*component));
  if (!index_bytes) return index_bytes.error();
  const auto value_bytes = sparse_bytes(b, *values, *count, a.element_bytes(), last_bytes(a));
  if (!value_bytes) return value_bytes.error();
  std::uint64_t last = 0;
  for (std::size_t i = 0; i < *count; ++i) {
    const std::uint64_t index = load_index(*index_bytes, *component, i);
    if (index >= a.count)
      return b.error("gltf.sparse", *indices, fmt::format("element {} of {}", index, a.count));
    if (i != 0 && index <= last)
      return b.error("gltf.sparse", *indices,
                     fmt::format("{} after {}; expected increasing indices", index, last));
    last = index;
  }
  a.sparse_count = *count;
  a.sparse_indices = *index_bytes;
  a.sparse_values = *value_bytes;
  return {};
}

// --- the fast path -----------------------------------------------------------------------------------------

// Nearly all accessors and views are plain and valid: no extensions, and integers written as digits. The fast
// path reads these in one pass over their members. It returns false for others, which the slow path reads
// member by member to report errors.

// Reads an integer written as digits. Leaves `out` unchanged if the member is missing.
bool plain_count(JsonValue value, std::uint64_t& out) {
  return !value || (value.is(JsonKind::integer) && value.to_count(out));
}

bool open_plain_view(Builder& b, std::uint64_t index, ViewBytes& out) {
  static constexpr std::array<std::string_view, 6> kNames{"buffer",     "byteLength", "byteOffset",
                                                          "byteStride", "target",     "name"};
  if (index >= b.views.size()) return false;
  JsonMembers<6> members;
  if (!members.find(b.views[static_cast<std::size_t>(index)], kNames)) return false;
  const auto& [buffer_at, length_at, offset_at, stride_at, target, name] = members.values;
  std::uint64_t buffer = UINT64_MAX, length = UINT64_MAX, offset = 0, stride = 0;
  if (!plain_count(buffer_at, buffer) || !plain_count(length_at, length) || !plain_count(offset_at, offset) ||
      !plain_count(stride_at, stride) || buffer >= b.buffers.size())
    return false;
  const auto bytes = b.buffer(static_cast<std::uint32_t>(buffer));
  if (!bytes || offset > bytes->size() || length > bytes->size() - offset) return false;
  out.bytes = bytes->subspan(static_cast<std::size_t>(offset), static_cast<std::size_t>(length));
  out.stride = static_cast<std::size_t>(stride);
  return true;
}

bool open_plain_accessor(Builder& b, JsonValue at, Accessor& a) {
  static constexpr std::array<std::string_view, 9> kNames{
      "bufferView", "byteOffset", "componentType", "count", "max", "min", "normalized", "type", "name"};
  JsonMembers<9> members;
  if (!members.find(at, kNames)) return false;
  const auto& [view_at, offset_at, code_at, count_at, high, low, normalized, type_at, name] = members.values;
  std::uint64_t view_index = UINT64_MAX, offset = 0, code = 0, count = UINT64_MAX;
  const Type* const type = type_named(type_at.text());
  if (!plain_count(view_at, view_index) || !plain_count(offset_at, offset) || !plain_count(code_at, code) ||
      !plain_count(count_at, count) || count > kMaxElements || type == nullptr ||
      (normalized && !normalized.is(JsonKind::boolean)))
    return false;
  const auto known = std::find_if(std::begin(kComponents), std::end(kComponents),
                                  [&](const ComponentCode& candidate) { return candidate.code == code; });
  ViewBytes view;
  if (known == std::end(kComponents) || !open_plain_view(b, view_index, view)) return false;
  a.at = at;
  a.count = count;
  a.component = known->component;
  a.components = type->components;
  a.columns = type->columns;
  a.normalized = normalized.boolean();
  a.strided = view.stride != 0;
  a.stride = a.strided ? view.stride : a.element_bytes();
  if ((a.stride < a.element_bytes() && a.count > 1) ||
      bytes_needed(offset, a.stride, a.count, last_bytes(a)) > view.bytes.size())
    return false;
  a.data = view.bytes.subspan(static_cast<std::size_t>(offset));
  return true;
}

// --- decoding ----------------------------------------------------------------------------------------------

template <class T>
float to_float(T value, bool normalized) {
  const auto number = static_cast<float>(value);
  if (!normalized || std::is_same_v<T, float>) return number;
  return std::max(number / static_cast<float>(std::numeric_limits<T>::max()), -1.0f);
}

template <class T>
void decode_element(const Accessor& a, const std::byte* from, float* to) {
  const std::uint32_t rows = a.components / a.columns;
  for (std::uint32_t column = 0; column < a.columns; ++column)
    for (std::uint32_t row = 0; row < rows; ++row) {
      T value;
      std::memcpy(&value, from + column * a.column_bytes() + row * sizeof(T), sizeof(T));
      *to++ = to_float(value, a.normalized);
    }
}

template <class T>
void decode_all(const Accessor& a, float* out) {
  const std::size_t numbers = static_cast<std::size_t>(a.number_count());
  if (numbers == 0) return;
  if (a.data.empty()) {
    std::fill_n(out, numbers, 0.0f);
  } else if (std::is_same_v<T, float> && a.stride == a.components * sizeof(float)) {
    std::memcpy(out, a.data.data(), numbers * sizeof(float));
  } else if (a.columns == 1) {
    for (std::size_t i = 0; i < a.count; ++i) {
      const std::byte* from = a.data.data() + i * a.stride;
      for (std::uint32_t c = 0; c < a.components; ++c) {
        T value;
        std::memcpy(&value, from + c * sizeof(T), sizeof(T));
        *out++ = to_float(value, a.normalized);
      }
    }
    out -= numbers;
  } else {
    for (std::size_t i = 0; i < a.count; ++i)
      decode_element<T>(a, a.data.data() + i * a.stride, out + i * a.components);
  }
  for (std::size_t i = 0; i < a.sparse_count; ++i)
    decode_element<T>(a, a.sparse_values.data() + i * a.element_bytes(),
                      out + std::size_t{load_index(a.sparse_indices, a.sparse_index, i)} * a.components);
}

}  // namespace

std::string_view to_text(Component component) {
  constexpr std::string_view kNames[] = {"BYTE",           "UNSIGNED_BYTE", "SHORT",
                                         "UNSIGNED_SHORT", "UNSIGNED_INT",  "FLOAT"};
  return kNames[static_cast<std::size_t>(component)];
}

std::string_view type_name(const Accessor& accessor) {
  for (const Type& type : kTypes)
    if (type.components == accessor.components && type.columns == accessor.columns) return type.name;
  return "an unknown type";
}

std::size_t Accessor::column_bytes() const {
  const std::size_t bytes = components / columns * size_of(component);
  return columns == 1 ? bytes : (bytes + 3) / 4 * 4;
}

Result<void> set_form(const Builder& b, JsonValue at, Accessor& a) {
  const auto component = read_component(b, at);
  if (!component) return component.error();
  a.component = *component;
  const auto type = b.text(at, "type");
  if (!type) return type.error();
  if (!at["type"]) return b.missing(at, "type", "SCALAR, VEC2, VEC3, VEC4, MAT2, MAT3 or MAT4");
  const Type* const known = type_named(*type);
  if (known == nullptr)
    return b.error("gltf.type", at["type"],
                   fmt::format("\"{}\"; expected SCALAR, VEC2, VEC3, VEC4, MAT2, MAT3 or MAT4", *type));
  a.components = known->components;
  a.columns = known->columns;
  return {};
}

Result<Accessor> open_accessor(Builder& b, std::uint32_t index) {
  Accessor a;
  if (open_plain_accessor(b, b.accessors[index], a)) return a;
  a = {};
  a.at = b.accessors[index];
  if (auto form = set_form(b, a.at, a); !form) return form.error();
  if (!a.at["count"]) return b.missing(a.at, "count", "the number of elements");
  const auto count = b.count(a.at, "count", 0);
  if (!count) return count.error();
  if (*count > kMaxElements)
    return b.error("gltf.number", a.at["count"],
                   fmt::format("{} elements; expected at most {}", *count, kMaxElements));
  a.count = *count;
  const auto normalized = b.boolean(a.at, "normalized", false);
  if (!normalized) return normalized.error();
  a.normalized = *normalized;
  if (auto data = open_data(b, a); !data) return data.error();
  if (auto sparse = open_sparse(b, a); !sparse) return sparse.error();
  return a;
}

Error wrong_accessor(const Builder& b, const Accessor& a, std::string_view expected) {
  return b.error("gltf.accessor-type", a.at,
                 fmt::format("{} of {}{}; expected {}", type_name(a), a.normalized ? "normalised " : "",
                             to_text(a.component), expected));
}

void decode_floats(const Accessor& a, float* out) {
  switch (a.component) {
    case Component::s8:
      return decode_all<std::int8_t>(a, out);
    case Component::u8:
      return decode_all<std::uint8_t>(a, out);
    case Component::s16:
      return decode_all<std::int16_t>(a, out);
    case Component::u16:
      return decode_all<std::uint16_t>(a, out);
    case Component::u32:
      return decode_all<std::uint32_t>(a, out);
    case Component::f32:
      return decode_all<float>(a, out);
  }
}

std::uint64_t zero_not_finite(float* numbers, std::size_t size) {
  // Usually all numbers are finite, so a fast loop checks this first. NaN and infinity have all exponent bits
  // set.
  constexpr std::uint32_t kExponent = 0x7F800000;
  std::uint32_t any = 0;
  for (std::size_t i = 0; i < size; ++i)
    any |=
        static_cast<std::uint32_t>((__builtin_bit_cast(std::uint32_t, numbers[i]) & kExponent) == kExponent);
  if (any == 0) return 0;
  std::uint64_t found = 0;
  for (std::size_t i = 0; i < size; ++i) {
    if (std::isfinite(numbers[i])) continue;
    numbers[i] = 0;
    ++found;
  }
  return found;
}

Result<std::vector<float>> read_floats(Builder& b, const Accessor& a, std::uint64_t& not_finite) {
  if (auto taken = b.take_memory<float>(a.at, a.number_count()); !taken) return taken.error();
  std::vector<float> numbers(static_cast<std::size_t>(a.number_count()));
  decode_floats(a, numbers.data());
  not_finite += zero_not_finite(numbers.data(), numbers.size());
  return numbers;
}

Result<std::vector<float>> read_finite_floats(Builder& b, const Accessor& a) {
  std::uint64_t not_finite = 0;
  auto numbers = read_floats(b, a, not_finite);
  if (numbers && not_finite != 0)
    return b.error("gltf.not-finite", a.at,
                   fmt::format("{} of {} numbers are not finite", not_finite, a.number_count()));
  return numbers;
}

Result<std::vector<std::uint32_t>> read_whole_numbers(Builder& b, const Accessor& a) {
  if (a.normalized ||
      (a.component != Component::u8 && a.component != Component::u16 && a.component != Component::u32))
    return wrong_accessor(b, a, "UNSIGNED_BYTE, UNSIGNED_SHORT or UNSIGNED_INT");
  if (auto taken = b.take_memory<std::uint32_t>(a.at, a.number_count()); !taken) return taken.error();
  std::vector<std::uint32_t> numbers(static_cast<std::size_t>(a.number_count()));
  const auto copy = [&]<class Stored>(Stored) {
    std::uint32_t* out = numbers.data();
    const std::byte* element = a.data.data();
    const std::size_t count = a.data.empty() ? 0 : a.count;
    if (a.stride == a.components * sizeof(Stored)) {  // a single loop, which the compiler vectorises
      for (std::size_t i = 0; i < count * a.components; ++i) {
        Stored value;
        std::memcpy(&value, element + i * sizeof value, sizeof value);
        out[i] = value;
      }
      return;
    }
    for (std::size_t i = 0; i < count; ++i, element += a.stride)
      for (std::size_t c = 0; c < a.components; ++c) {
        Stored value;
        std::memcpy(&value, element + c * sizeof value, sizeof value);
        *out++ = value;
      }
  };
  if (a.component == Component::u8)
    copy(std::uint8_t{});
  else if (a.component == Component::u16)
    copy(std::uint16_t{});
  else
    copy(std::uint32_t{});
  for (std::size_t i = 0; i < a.sparse_count; ++i)
    for (std::size_t c = 0; c < a.components; ++c)
      numbers[std::size_t{load_index(a.sparse_indices, a.sparse_index, i)} * a.components + c] =
          load_index(a.sparse_values.subspan(i * a.element_bytes()), a.component, c);
  return numbers;
}

}  // namespace skelter::gltf
