#include "formats/x/write/prepare.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "formats/x/write/prepare_materials.h"
#include "scene/edit/internal/fit_keys.h"
#include "scene/evaluate/internal/sample_node.h"
#include "scene/internal/words.h"
#include "skelter/scene/evaluate.h"
#include "skelter/scene/size.h"

namespace skelter::x {
namespace {

// Error bound: for lengths relative to the scene's extent, for angles in radians.
constexpr double kKeyBound = 1e-5;

bool from_gltf(const Scene& scene) {
  return scene.format == "gltf" || scene.format == "glb";
}

bool any_cubic(const Scene& scene) {
  for (const Clip& clip : scene.clips)
    for (const Channel& channel : clip.channels)
      if (channel.interpolation == Interpolation::cubic) return true;
  return false;
}

class Preparer {
 public:
  Preparer(const Scene& source, Diagnostics& losses) : scene_(source), losses_(losses) {}

  Scene run() {
    make_keys_linear();
    if (!from_gltf(scene_)) return std::move(scene_);
    fill_parts();
    drop_hidden_meshes();
    drop_lines_and_points();
    join_primitives();
    materials_of_direct3d(scene_, losses_);
    report_dropped();
    return std::move(scene_);
  }

 private:
  void lose(std::string_view code, std::string object, std::string message) {
    losses_.add(Severity::warning, code, {scene_.file, 0, std::nullopt, std::move(object)},
                std::move(message));
  }

  static std::string label(const Clip& clip, std::size_t index) {
    return label_of("AnimationSet", clip.name.value_or(""), index);
  }
  std::string mesh_label(std::size_t mesh) const { return label_of("Mesh", scene_.meshes[mesh].name, mesh); }

  // --- keys ---

  // Converts cubic keys. Step keys remain, because the distance between the two keys of a step depends on the
  // file's ticks.
  void make_keys_linear() {
    if (!any_cubic(scene_)) return;
    const double size = scene_size(scene_);
    std::size_t left = FitOptions().most_keys;  // for the whole file
    for (std::size_t c = 0; c < scene_.clips.size(); ++c) {
      std::size_t channels = 0, keys = 0, fitted = 0;
      double length_error = 0, other_error = 0;
      for (Channel& channel : scene_.clips[c].channels) {
        if (channel.interpolation != Interpolation::cubic || channel.path == ChannelPath::weights) continue;
        const std::size_t before = channel.times_s.size();
        ++channels;
        keys += before;
        const bool length = channel.path == ChannelPath::translation;
        double error = 0;
        channel = to_linear_keys(channel, {length ? kKeyBound * size : kKeyBound, 1e-3, left}, &error);
        fitted += channel.times_s.size();
        left -= std::min(left, channel.times_s.size() - before);
        double& largest = length ? length_error : other_error;
        largest = std::max(largest, length ? error / size : error);
      }
      if (channels != 0)
        lose(
            "x.cubic-keys", label(scene_.clips[c], c),
            fmt::format(
                "cubic keys in {} channels, which .x cannot hold; {} linear keys instead of {}, off by "
                "at most {:g} of the extent and {:g} rad",
                channels, fitted, keys, std::max(kKeyBound, length_error), std::max(kKeyBound, other_error)));
    }
  }

  // In Skelter, a part without keys has its rest value; in D3DX it has 0, the identity or 1. In addition,
  // readers cannot distinguish negative scales in a rest matrix from rotations.
  void fill_parts() {
    for (Clip& clip : scene_.clips) {
      const std::vector<NodeChannels> by_node = channels_by_node(scene_, clip);
      std::vector<NodeChannels> channels(clip.targets.size());
      for (std::size_t t = 0; t < clip.targets.size(); ++t)
        if (clip.targets[t].node != kNone) channels[t] = by_node[clip.targets[t].node];
      std::vector<Channel> added;
      for (std::uint32_t t = 0; t < channels.size(); ++t)
        if (channels[t].has_parts() && channels[t].matrix == nullptr)
          add_missing(added, t, channels[t], scene_.nodes[clip.targets[t].node]);
      clip.channels.insert(clip.channels.end(), added.begin(), added.end());
      std::stable_sort(clip.channels.begin(), clip.channels.end(),
                       [](const Channel& a, const Channel& b) { return a.target < b.target; });
    }
  }

  void add_missing(std::vector<Channel>& added, std::uint32_t target, const NodeChannels& has,
                   const Node& node) const {
    const AffineParts rest = scene_.absent == Absent::rest ? rest_parts(node) : AffineParts{};
    const Vec3 t = to_float(rest.translation);
    const Quat r = to_float(rest.rotation);
    const Vec3 s{static_cast<float>(rest.stretch(0, 0)), static_cast<float>(rest.stretch(1, 1)),
                 static_cast<float>(rest.stretch(2, 2))};
    const auto add = [&](ChannelPath path, std::vector<float> values) {
      added.push_back({target, path, Interpolation::linear, {0.0}, std::move(values)});
    };
    if (has.translation == nullptr) add(ChannelPath::translation, {t.x, t.y, t.z});
    if (has.rotation == nullptr) add(ChannelPath::rotation, {r.x, r.y, r.z, r.w});
    if (has.scale == nullptr) add(ChannelPath::scale, {s.x, s.y, s.z});
  }

  // --- meshes ---

  void drop_hidden_meshes() {
    std::size_t hidden = 0;
    for (Node& node : scene_.nodes) {
      if (node.shown) continue;
      hidden += node.meshes.size();
      node.meshes.clear();
    }
    if (hidden != 0)
      lose("x.hidden-meshes", "Frame",
           fmt::format("{} meshes that the default scene does not show; dropped, as .x shows everything",
                       hidden));
  }

  void drop_lines_and_points() {
    for (std::size_t m = 0; m < scene_.meshes.size(); ++m) {
      std::size_t lines = 0, points = 0;
      for (Primitive& primitive : scene_.meshes[m].primitives) {
        lines += primitive.lines.size() / 2;
        points += primitive.points.size();
      }
      if (lines + points == 0) continue;
      lose("x.lines", mesh_label(m),
           fmt::format("{} lines and {} points, which .x cannot hold; dropped", lines, points));
      std::erase_if(scene_.meshes[m].primitives, [](const Primitive& primitive) {
        return primitive.indices.empty() && !(primitive.lines.empty() && primitive.points.empty());
      });
    }
  }

  static bool same_vertices(const Primitive& a, const Primitive& b) {
    return a.positions == b.positions && a.normals == b.normals && a.tangents == b.tangents &&
           a.uvs == b.uvs && a.colors == b.colors && a.extra == b.extra &&
           a.influence_begin == b.influence_begin && a.influences == b.influences;
  }

  static bool same_attributes(const Primitive& a, const Primitive& b) {
    if (a.normals.empty() != b.normals.empty() || a.tangents.empty() != b.tangents.empty() ||
        a.uvs.size() != b.uvs.size() || a.colors.empty() != b.colors.empty() ||
        a.extra.size() != b.extra.size() || a.influence_begin.empty() != b.influence_begin.empty())
      return false;
    for (std::size_t i = 0; i < a.extra.size(); ++i)
      if (a.extra[i].semantic != b.extra[i].semantic || a.extra[i].set != b.extra[i].set ||
          a.extra[i].components != b.extra[i].components)
        return false;
    return true;
  }

  template <class T>
  static void extend(std::vector<T>& to, const std::vector<T>& from) {
    to.insert(to.end(), from.begin(), from.end());
  }

  static void append_vertices(Primitive& to, const Primitive& from) {
    extend(to.positions, from.positions);
    extend(to.normals, from.normals);
    extend(to.tangents, from.tangents);
    for (std::size_t i = 0; i < to.uvs.size(); ++i) extend(to.uvs[i], from.uvs[i]);
    extend(to.colors, from.colors);
    for (std::size_t i = 0; i < to.extra.size(); ++i) extend(to.extra[i].values, from.extra[i].values);
    if (from.influence_begin.empty()) return;
    const std::uint32_t before = to.influence_begin.back();
    for (std::size_t v = 1; v < from.influence_begin.size(); ++v)
      to.influence_begin.push_back(before + from.influence_begin[v]);
    extend(to.influences, from.influences);
  }

  // Makes every vertex and triangle a source vertex and source face of the new file.
  static void make_own_source(Primitive& primitive) {
    primitive.source_vertices = static_cast<std::uint32_t>(primitive.positions.size());
    primitive.source_faces = static_cast<std::uint32_t>(primitive.indices.size() / 3);
    primitive.source_vertex.clear();
    primitive.face_corners.clear();
    primitive.normals_generated = false;
    if (primitive.materials.empty()) primitive.materials.push_back(kNone);
    if (primitive.triangle_slots.empty()) primitive.triangle_slots.assign(primitive.indices.size() / 3, 0);
  }

  static void append_triangles(Primitive& to, const Primitive& from, std::uint32_t first_vertex) {
    std::vector<std::uint32_t> slot_of;
    for (const std::uint32_t material : from.materials) {
      const auto known = std::find(to.materials.begin(), to.materials.end(), material);
      slot_of.push_back(static_cast<std::uint32_t>(known - to.materials.begin()));
      if (known == to.materials.end()) to.materials.push_back(material);
    }
    for (const std::uint32_t index : from.indices) to.indices.push_back(first_vertex + index);
    for (const std::uint32_t slot : from.triangle_slots) to.triangle_slots.push_back(slot_of[slot]);
    to.source_vertices = static_cast<std::uint32_t>(to.positions.size());
    to.source_faces = static_cast<std::uint32_t>(to.indices.size() / 3);
  }

  // Merges the primitives of each mesh. Primitives with the same vertices share them, and the vertices of
  // others are appended. Primitives with different attributes remain separate meshes.
  void join_primitives() {
    for (std::size_t m = 0; m < scene_.meshes.size(); ++m) {
      std::vector<Primitive> joined;
      Primitive last;  // unchanged, to compare vertices with
      std::uint32_t last_begin = 0;
      for (Primitive& primitive : scene_.meshes[m].primitives) {
        if (!primitive.morphs.empty())
          lose("x.morph-targets", mesh_label(m),
               fmt::format("{} morph targets, which .x cannot hold; dropped", primitive.morphs.size()));
        primitive.morphs.clear();
        make_own_source(primitive);
        if (joined.empty() || !same_attributes(joined.back(), primitive)) {
          last = primitive;
          last_begin = 0;
          joined.push_back(std::move(primitive));
          continue;
        }
        if (!same_vertices(last, primitive)) {
          last_begin = static_cast<std::uint32_t>(joined.back().positions.size());
          append_vertices(joined.back(), primitive);
          last = primitive;
        }
        append_triangles(joined.back(), primitive, last_begin);
      }
      scene_.meshes[m].primitives = std::move(joined);
      scene_.meshes[m].morph_weights.clear();
    }
    for (Node& node : scene_.nodes) node.morph_weights.clear();
  }

  // --- data that .x files cannot hold ---

  void report_dropped() {
    const auto count = [&](std::size_t number, std::string_view code, std::string_view what) {
      if (number != 0) lose(code, "file", fmt::format("{} {}, which .x cannot hold; dropped", number, what));
    };
    count(scene_.cameras.size(), "x.cameras", "cameras");
    count(scene_.lights.size(), "x.lights", "lights");
    std::size_t properties = 0;
    for (Clip& clip : scene_.clips) {
      properties += clip.properties.size();
      clip.properties.clear();
    }
    count(properties, "x.property-channels", "animated properties of materials, lights or cameras");
    if (scene_.scenes.size() > 1) count(scene_.scenes.size() - 1, "x.scenes", "further scenes");
    std::string names;
    for (const std::string& name : scene_.extensions_used) names += (names.empty() ? "" : ", ") + name;
    if (!names.empty())
      losses_.add(Severity::note, "x.extensions", {scene_.file, 0, std::nullopt, "file"},
                  "extensions " + names + ": only geometry, materials and motion are kept");
  }

  Scene scene_;
  Diagnostics& losses_;
};

}  // namespace

bool needs_preparing(const Scene& scene) {
  return from_gltf(scene) || any_cubic(scene);
}

Scene prepared(const Scene& scene, Diagnostics& losses) {
  return Preparer(scene, losses).run();
}

}  // namespace skelter::x
