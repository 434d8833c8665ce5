#pragma once
// Serialises a Scene to pass it to another process or WebAssembly module. This is not a file format: both
// sides are compiled from the same sources by the same compiler, and numbers keep their memory layout. The
// reading side does not trust the bytes, since the memory of the writing side may be corrupted; it must call
// validate() on the result.
//
// Every structure has one list of its members for both directions. The list is a structured binding, which
// must name every member, so a new member does not compile until it is listed here.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "skelter/core/bytes.h"
#include "skelter/core/error.h"
#include "skelter/core/read_options.h"
#include "skelter/core/result.h"
#include "skelter/scene/scene.h"

namespace skelter {

namespace scene_bytes {

// Types without pointers are copied bytewise, except optionals, because their unused bytes may differ, and
// structures with members for which some byte values are invalid.
template <class T>
struct IsPlain : std::is_trivially_copyable<T> {};
template <class T>
struct IsPlain<std::optional<T>> : std::false_type {};
template <>
struct IsPlain<std::string_view> : std::false_type {};
template <>
struct IsPlain<PbrMaterial> : std::false_type {};
template <class T>
concept Plain = IsPlain<T>::value;

// The last value of each enumeration.
constexpr TextureFilter last(TextureFilter) {
  return TextureFilter::linear_mipmap_linear;
}
constexpr TextureWrap last(TextureWrap) {
  return TextureWrap::clamp_to_edge;
}
constexpr AlphaMode last(AlphaMode) {
  return AlphaMode::blend;
}
constexpr ChannelPath last(ChannelPath) {
  return ChannelPath::weights;
}
constexpr Interpolation last(Interpolation) {
  return Interpolation::cubic;
}
constexpr LightKind last(LightKind) {
  return LightKind::spot;
}
constexpr Absent last(Absent) {
  return Absent::identity;
}
constexpr Severity last(Severity) {
  return Severity::error;
}
constexpr Status last(Status) {
  return Status::not_ready;
}
constexpr CodePage last(CodePage) {
  return CodePage::shift_jis;
}

}  // namespace scene_bytes

template <class A>
void members(A& a, CarriedJson& of) {
  auto& [extras, extensions] = of;
  a(extras, extensions);
}
template <class A>
void members(A& a, Node& of) {
  auto& [name, parent, rest, rest_trs, meshes, synthetic, shown, morph_weights, camera, light, carried] = of;
  a(name, parent, rest, rest_trs, meshes, synthetic, shown, morph_weights, camera, light, carried);
}
template <class A>
void members(A& a, VertexAttribute& of) {
  auto& [semantic, set, components, values] = of;
  a(semantic, set, components, values);
}
template <class A>
void members(A& a, MorphTarget& of) {
  auto& [name, positions, normals, tangents] = of;
  a(name, positions, normals, tangents);
}
template <class A>
void members(A& a, Primitive& of) {
  auto& [positions, normals, generated, tangents, uvs, colors, extra, morphs, indices, lines, points, begin,
         influences, shares, materials, slots, vertices, faces, source, corners, carried] = of;
  a(positions, normals, generated, tangents, uvs, colors, extra, morphs, indices, lines, points, begin,
    influences, shares, materials, slots, vertices, faces, source, corners, carried);
}
template <class A>
void members(A& a, Mesh& of) {
  auto& [name, primitives, morph_weights, carried] = of;
  a(name, primitives, morph_weights, carried);
}
template <class A>
void members(A& a, Joint& of) {
  auto& [name, node, joint_from_mesh] = of;
  a(name, node, joint_from_mesh);
}
template <class A>
void members(A& a, Skin& of) {
  auto& [name, joints, skeleton_root, carried, dual_quaternions] = of;
  a(name, joints, skeleton_root, carried, dual_quaternions);
}
template <class A>
void members(A& a, SceneImage& of) {
  auto& [name, uri, mime_type, bytes, carried] = of;
  a(name, uri, mime_type, bytes, carried);
}
template <class A>
void members(A& a, TextureSampler& of) {
  auto& [name, magnify, minify, wrap_u, wrap_v, carried] = of;
  a(name, magnify, minify, wrap_u, wrap_v, carried);
}
template <class A>
void members(A& a, Texture& of) {
  auto& [name, image, sampler, carried] = of;
  a(name, image, sampler, carried);
}
template <class A>
void members(A& a, EffectParameter& of) {
  auto& [name, value] = of;
  a(name, value);
}
template <class A>
void members(A& a, EffectInstance& of) {
  auto& [file, parameters] = of;
  a(file, parameters);
}
template <class A>
void members(A& a, PbrMaterial& of) {
  auto& [metallic, roughness, base_color, metallic_roughness, normal, occlusion, emissive, normal_scale,
         occlusion_strength, emissive_strength, alpha_mode, alpha_cutoff, unlit, transmission] = of;
  a(metallic, roughness, base_color, metallic_roughness, normal, occlusion, emissive, normal_scale,
    occlusion_strength, emissive_strength, alpha_mode, alpha_cutoff, unlit, transmission);
}
template <class A>
void members(A& a, Material& of) {
  auto& [name, base_color, specular, power, emissive, texture, suffix, effect, double_sided, pbr, carried] =
      of;
  a(name, base_color, specular, power, emissive, texture, suffix, effect, double_sided, pbr, carried);
}
template <class A>
void members(A& a, Channel& of) {
  auto& [target, path, interpolation, times_s, values] = of;
  a(target, path, interpolation, times_s, values);
}
template <class A>
void members(A& a, ClipTarget& of) {
  auto& [name, node, open, linear] = of;
  a(name, node, open, linear);
}
template <class A>
void members(A& a, PropertyChannel& of) {
  auto& [pointer, interpolation, times_s, values] = of;
  a(pointer, interpolation, times_s, values);
}
template <class A>
void members(A& a, Clip& of) {
  auto& [name, duration_s, ticks_per_second, targets, channels, properties, carried] = of;
  a(name, duration_s, ticks_per_second, targets, channels, properties, carried);
}
template <class A>
void members(A& a, SceneCamera& of) {
  auto& [name, orthographic, fov_y, aspect, half_width, half_height, near_distance, far_distance, carried] =
      of;
  a(name, orthographic, fov_y, aspect, half_width, half_height, near_distance, far_distance, carried);
}
template <class A>
void members(A& a, SceneLight& of) {
  auto& [name, kind, color, intensity, range, inner_cone, outer_cone, carried] = of;
  a(name, kind, color, intensity, range, inner_cone, outer_cone, carried);
}
template <class A>
void members(A& a, SceneRoots& of) {
  auto& [name, roots, carried] = of;
  a(name, roots, carried);
}
template <class A>
void members(A& a, Scene& of) {
  auto& [file, format, encoding, generator, metres, version, up_axis, ticks, absent, linear, nodes, meshes,
         skins, materials, textures, images, samplers, cameras, lights, clips, scenes, default_scene,
         copyright, carried, extensions, diagnostics] = of;
  a(file, format, encoding, generator, metres, version, up_axis, ticks, absent, linear, nodes, meshes, skins,
    materials, textures, images, samplers, cameras, lights, clips, scenes, default_scene, copyright, carried,
    extensions, diagnostics);
}
template <class A>
void members(A& a, SourceSpot& of) {
  auto& [file, line, byte, object, column] = of;
  a(file, line, byte, object, column);
}
template <class A>
void members(A& a, Error& of) {
  auto& [status, code, message, where] = of;
  a(status, code, message, where);
}
template <class A>
void members(A& a, Diagnostic& of) {
  auto& [severity, code, message, spot, count] = of;
  a(severity, code, message, spot, count);
}

// Appends values to a vector.
class SceneBytesWriter {
 public:
  explicit SceneBytesWriter(std::vector<std::byte>& out) : out_(out) {}

  template <class... T>
  void operator()(T&... values) {
    (one(values), ...);
  }

 private:
  void raw(const void* data, std::size_t size) {
    const auto* bytes = static_cast<const std::byte*>(data);
    out_.insert(out_.end(), bytes, bytes + size);
  }
  void count(std::size_t value) {
    const auto narrow = static_cast<std::uint32_t>(value);
    raw(&narrow, sizeof narrow);
  }

  void one(std::string_view text) {
    count(text.size());
    raw(text.data(), text.size());
  }
  void one(std::string& text) { one(std::string_view(text)); }
  template <class T>
  void one(std::vector<T>& list) {
    count(list.size());
    if constexpr (scene_bytes::Plain<T>) {
      if (!list.empty()) raw(list.data(), list.size() * sizeof(T));
    } else {
      for (T& value : list) one(value);
    }
  }
  template <class T>
  void one(std::optional<T>& value) {
    bool has = value.has_value();
    one(has);
    if (has) one(*value);
  }
  void one(decltype(EffectParameter::value)& value) {
    auto kind = static_cast<std::uint8_t>(value.index());
    one(kind);
    std::visit([&](auto& held) { one(held); }, value);
  }
  void one(Diagnostics& of) {
    count(of.entries().size());
    for (Diagnostic entry : of.entries()) one(entry);
  }
  template <class T>
  void one(T& value) {
    if constexpr (scene_bytes::Plain<T>)
      raw(&value, sizeof value);
    else
      members(*this, value);
  }

  std::vector<std::byte>& out_;
};

// Reads values in the order in which they were written. If the bytes end early, the remaining values stay
// unchanged and ok() is false. Codes of errors and diagnostics are string views, so `code_named` must return
// a view that stays valid.
class SceneBytesReader {
 public:
  using CodeNamed = std::string_view (*)(const std::string& name);
  SceneBytesReader(ByteSpan bytes, CodeNamed code_named) : rest_(bytes), code_named_(code_named) {}

  bool ok() const { return ok_; }
  bool at_end() const { return ok_ && rest_.empty(); }

  template <class... T>
  void operator()(T&... values) {
    (one(values), ...);
  }

 private:
  bool has(std::uint64_t bytes) { return ok_ = ok_ && bytes <= rest_.size(); }
  void raw(void* out, std::size_t size) {
    if (!has(size) || size == 0) return;
    std::memcpy(out, rest_.data(), size);
    rest_ = rest_.subspan(size);
  }
  // Reads the number of entries that follow. Returns 0 if fewer than `bytes_each` bytes per entry are left.
  std::uint32_t count(std::size_t bytes_each) {
    std::uint32_t value = 0;
    raw(&value, sizeof value);
    return has(std::uint64_t{value} * bytes_each) ? value : 0;
  }

  void one(std::string& text) {
    text.resize(count(1));
    raw(text.data(), text.size());
  }
  void one(std::string_view& code) {
    std::string text;
    one(text);
    code = code_named_(text);
  }
  void one(bool& value) {
    std::uint8_t byte = 0;
    raw(&byte, 1);
    value = byte != 0;
  }
  template <class E>
  requires std::is_enum_v<E>
  void one(E& value) {
    std::underlying_type_t<E> number = 0;
    raw(&number, sizeof number);
    if (number > static_cast<std::underlying_type_t<E>>(scene_bytes::last(E{}))) ok_ = false;
    if (ok_) value = static_cast<E>(number);
  }
  template <class T>
  void one(std::vector<T>& list) {
    if constexpr (scene_bytes::Plain<T>) {
      list = std::vector<T>(count(sizeof(T)));
      raw(list.data(), list.size() * sizeof(T));
    } else {
      list = std::vector<T>(count(4));  // an entry takes at least the four bytes of a count
      for (T& value : list) one(value);
    }
  }
  template <class T>
  void one(std::optional<T>& value) {
    bool has_value = false;
    one(has_value);
    if (has_value) one(value.emplace());
  }
  void one(decltype(EffectParameter::value)& value) {
    std::uint8_t kind = 0;
    one(kind);
    if (kind == 0) one(value.emplace<0>());
    if (kind == 1) one(value.emplace<1>());
    if (kind == 2) one(value.emplace<2>());
  }
  void one(Diagnostics& of) {
    for (std::uint32_t left = count(4); left > 0 && ok_; --left) {
      Diagnostic entry;
      one(entry);
      if (ok_)
        of.add(entry.severity, entry.code, std::move(entry.spot), std::move(entry.message), entry.count);
    }
  }
  template <class T>
  void one(T& value) {
    if constexpr (scene_bytes::Plain<T>)
      raw(&value, sizeof value);
    else
      members(*this, value);
  }

  ByteSpan rest_;
  CodeNamed code_named_;
  bool ok_ = true;
};

inline std::vector<std::byte> to_bytes(Result<Scene> result) {
  std::vector<std::byte> bytes;
  SceneBytesWriter writer(bytes);
  bool ok = result.ok();
  writer(ok);
  if (ok) {
    writer(*result);
  } else {
    Error error = result.error();
    writer(error);
  }
  return bytes;
}

// The inverse of to_bytes(). Returns nothing if the bytes are invalid.
inline std::optional<Result<Scene>> from_bytes(ByteSpan bytes, SceneBytesReader::CodeNamed code_named) {
  SceneBytesReader reader(bytes, code_named);
  bool ok = false;
  Scene scene;
  Error error;
  reader(ok);
  if (ok)
    reader(scene);
  else
    reader(error);
  if (!reader.at_end()) return std::nullopt;
  return ok ? Result<Scene>(std::move(scene)) : Result<Scene>(std::move(error));
}

}  // namespace skelter
