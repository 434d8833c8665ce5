#pragma once
// Maps the members of a scene to the members of a pack's records, in one list for both directions. `Give`
// fills records from a scene, `Take` fills a scene from records.

#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "runtime/internal/format/pack_records.h"
#include "skelter/runtime/pack_scene.h"
#include "skelter/scene/scene.h"

namespace skelter {

// Copies numbers in the same order. A "none" or 0 in a record may correspond to an empty optional in a scene.
template <class From, class To>
void copy_number(const From& from, To& to) {
  if constexpr (std::is_arithmetic_v<To> || std::is_enum_v<To>) {
    to = static_cast<To>(from);
  } else {
    static_assert(sizeof(From) == sizeof(To) && std::is_trivially_copyable_v<To>);
    std::memcpy(static_cast<void*>(&to), &from, sizeof(To));
  }
}

class Give {
 public:
  explicit Give(std::vector<char>& texts) : texts_(texts) {}

  void operator()(const std::string& text, PackText& place) {
    place = {static_cast<std::uint32_t>(texts_.size()), static_cast<std::uint32_t>(text.size())};
    texts_.insert(texts_.end(), text.begin(), text.end());
  }
  template <class T, class R>
  void operator()(const T& value, R& record) {
    copy_number(value, record);
  }
  template <class T, class R>
  void operator()(const std::optional<T>& value, R& record) {
    if (value) (*this)(*value, record);
  }
  void flag(bool set, std::uint32_t& flags, std::uint32_t bit) { flags |= set ? bit : 0; }
  // Whether the optional part exists, in which case its fields follow.
  template <class T>
  bool part(const std::optional<T>& value, std::uint32_t& flags, std::uint32_t bit) {
    flag(value.has_value(), flags, bit);
    return value.has_value();
  }

 private:
  std::vector<char>& texts_;
};

class Take {
 public:
  explicit Take(std::span<const char> texts) : texts_(texts) {}

  void operator()(std::string& text, PackText place) const {
    text.assign(texts_.data() + place.begin, place.size);
  }
  void operator()(std::string& text, std::string_view from) const { text = from; }
  template <class T, class R>
  void operator()(T& value, const R& record) const {
    copy_number(record, value);
  }
  template <class T, class R>
  void operator()(std::optional<T>& value, const R& record) const {
    if constexpr (std::is_same_v<R, PackText>) {
      if (record.size != 0) (*this)(value.emplace(), record);
    } else if constexpr (std::is_same_v<R, std::string_view>) {
      if (!record.empty()) (*this)(value.emplace(), record);
    } else {
      if (record != 0) value = static_cast<T>(record);
    }
  }
  void flag(bool& set, std::uint32_t flags, std::uint32_t bit) const { set = (flags & bit) != 0; }
  template <class T>
  bool part(std::optional<T>& value, std::uint32_t flags, std::uint32_t bit) const {
    if ((flags & bit) != 0) value.emplace();
    return value.has_value();
  }

 private:
  std::span<const char> texts_;
};

template <class Way, class M, class R>
void material_fields(Way& way, M& m, R& r) {
  way(m.name, r.name);
  way(m.texture_suffix, r.texture_suffix);
  way.flag(m.double_sided, r.flags, kPackDoubleSided);
  way(m.base_color, r.base_color);
  way(m.specular, r.specular);
  way(m.specular_power, r.specular_power);
  way(m.emissive, r.emissive);
  way(m.base_color_texture, r.maps[0].texture);
  if (!way.part(m.pbr, r.flags, kPackPbr)) return;
  auto& pbr = *m.pbr;
  way.flag(pbr.unlit, r.flags, kPackUnlit);
  way(pbr.emissive_strength, r.emissive_strength);
  way(pbr.metallic, r.metallic);
  way(pbr.roughness, r.roughness);
  way(pbr.normal_scale, r.normal_scale);
  way(pbr.occlusion_strength, r.occlusion_strength);
  way(pbr.alpha_mode, r.alpha_mode);
  way(pbr.alpha_cutoff, r.alpha_cutoff);
  way(pbr.base_color, r.maps[0]);
  way(pbr.metallic_roughness, r.maps[1]);
  way(pbr.normal, r.maps[2]);
  way(pbr.occlusion, r.maps[3]);
  way(pbr.emissive, r.maps[4]);
}

template <class Way, class S, class R>
void sampler_fields(Way& way, S& s, R& r) {
  way(s.name, r.name);
  way(s.magnify, r.magnify);
  way(s.minify, r.minify);
  way(s.wrap_u, r.wrap_u);
  way(s.wrap_v, r.wrap_v);
}

template <class Way, class T, class R>
void texture_fields(Way& way, T& t, R& r) {
  way(t.name, r.name);
  way(t.image, r.image);
  way(t.sampler, r.sampler);
}

template <class Way, class I, class R>
void image_fields(Way& way, I& i, R& r) {
  way(i.name, r.name);
  way(i.mime_type, r.mime_type);
}

// Maps all fields except the depth and the morph weights.
template <class Way, class N, class R>
void node_fields(Way& way, N& n, R& r) {
  way(n.name, r.name);
  way(n.parent, r.parent);
  way(n.camera, r.camera);
  way(n.light, r.light);
  way.flag(n.synthetic, r.flags, kPackNodeSynthetic);
  way.flag(n.shown, r.flags, kPackNodeShown);
}

template <class Way, class C, class R>
void camera_fields(Way& way, C& c, R& r) {
  way(c.name, r.name);
  way(c.orthographic, r.orthographic);
  way(c.fov_y_rad, r.fov_y_rad);
  way(c.aspect_ratio, r.aspect_ratio);
  way(c.half_width, r.half_width);
  way(c.half_height, r.half_height);
  way(c.near_distance, r.near_distance);
  way(c.far_distance, r.far_distance);
}

template <class Way, class L, class R>
void light_fields(Way& way, L& l, R& r) {
  way(l.name, r.name);
  way(l.kind, r.kind);
  way(l.color, r.color);
  way(l.intensity, r.intensity);
  way(l.range, r.range);
  way(l.inner_cone_rad, r.inner_cone_rad);
  way(l.outer_cone_rad, r.outer_cone_rad);
}

// Maps all fields except the file name, which loses its folder, and the format, which becomes "pack".
template <class Way, class S, class R>
void source_fields(Way& way, S& s, R& r) {
  way(s.generator, r.generator);
  way(s.copyright, r.copyright);
  way(s.metres_per_unit, r.metres_per_unit);
  way(s.linear_colors, r.linear_colors);
}

}  // namespace skelter
