// Writes meshes: one glTF primitive per material slot, and separate primitives for lines and points. All of
// them share the same vertices.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstring>

#include "formats/gltf/write/scene_writer.h"
#include "scene/internal/uses.h"

namespace skelter::gltf {
namespace {

// Tolerance of the weight sum, for each weight above 0; see the validator's ACCESSOR_WEIGHTS_NON_NORMALIZED.
constexpr double kWeightSumTolerance = 1e-7;
constexpr std::uint32_t kPointsMode = 0, kLinesMode = 1, kTrianglesMode = 4;

template <class T>
std::span<const float> floats_of(const std::vector<T>& vectors) {
  static_assert(sizeof(T) % sizeof(float) == 0);
  return {reinterpret_cast<const float*>(vectors.data()), vectors.size() * sizeof(T) / sizeof(float)};
}

ElementType vector_type(std::uint32_t components) {
  return components == 1   ? ElementType::scalar
         : components == 2 ? ElementType::vec2
         : components == 3 ? ElementType::vec3
                           : ElementType::vec4;
}

class PrimitiveWriter {
 public:
  PrimitiveWriter(SceneWriter& writer, const Primitive& primitive, std::string label, bool skinned)
      : writer_(writer), primitive_(primitive), label_(std::move(label)), skinned_(skinned) {
    add_attributes();
    add_targets();
  }

  void write() {
    const std::size_t slots = std::max<std::size_t>(1, primitive_.materials.size());
    for (std::size_t slot = 0; slot < slots; ++slot) {
      const std::vector<std::uint32_t> indices = indices_of(slot);
      if (!indices.empty()) write_slot(slot, indices, kTrianglesMode);
    }
    if (!primitive_.lines.empty()) write_slot(0, primitive_.lines, kLinesMode);
    if (!primitive_.points.empty()) write_slot(0, primitive_.points, kPointsMode);
  }

 private:
  struct Named {
    std::string name;
    std::uint32_t accessor;
  };

  // --- attributes ---

  void add(std::string name, ElementType type, std::span<const float> values, bool bounds = false) {
    attributes_.push_back(
        {std::move(name), writer_.buffer.add_floats(ViewKind::vertices, type, values, bounds)});
  }

  void add_attributes() {
    if (writer_.options.quantize)
      add_quantized_positions();
    else
      add("POSITION", ElementType::vec3, floats_of(primitive_.positions), true);
    if (!primitive_.normals.empty()) add_normals();
    if (!primitive_.normals.empty() && !primitive_.tangents.empty()) add_tangents();
    for (std::size_t set = 0; set < primitive_.uvs.size(); ++set)
      add(fmt::format("TEXCOORD_{}", set), ElementType::vec2, floats_of(primitive_.uvs[set]));
    if (!primitive_.colors.empty()) add_colors();
    for (const VertexAttribute& extra : primitive_.extra) add_extra(extra);
    if (skinned_) add_influences();
  }

  // The validator requires unit vectors. Readers leave zeros at vertices without a triangle.
  static Vec3 unit(const Vec3& v, const Vec3& instead) {
    const double size = length(to_double(v));
    if (std::abs(size - 1) < 1e-4) return v;
    if (!(size > 1e-12)) return instead;
    return to_float(to_double(v) * (1 / size));
  }

  void add_normals() {
    normals_ = primitive_.normals;
    for (Vec3& normal : normals_) normal = unit(normal, {0, 1, 0});
    if (writer_.options.quantize) return add_bytes("NORMAL", normals_);
    add("NORMAL", ElementType::vec3, floats_of(normals_));
  }

  void add_tangents() {
    std::vector<Vec4> tangents = primitive_.tangents;
    for (std::size_t v = 0; v < tangents.size(); ++v) {
      const Vec3& n = normals_[v];
      const Vec3 across = std::abs(n.x) < 0.5f ? cross(n, Vec3{1, 0, 0}) : cross(n, Vec3{0, 1, 0});
      const Vec3 t = unit({tangents[v].x, tangents[v].y, tangents[v].z}, unit(across, {1, 0, 0}));
      tangents[v] = {t.x, t.y, t.z, tangents[v].w < 0 ? -1.0f : 1.0f};
    }
    add("TANGENT", ElementType::vec4, floats_of(tangents));
  }

  // Vertex colours are sRGB in `.x` scenes and linear in glTF. Both are limited to 0 to 1.
  void add_colors() {
    std::vector<Vec4> colors = primitive_.colors;
    const bool display = writer_.scene.format != "gltf" && writer_.scene.format != "glb";
    std::uint64_t clamped = 0;
    for (Vec4& color : colors)
      for (float* c : {&color.x, &color.y, &color.z, &color.w}) {
        const float inside = std::clamp(*c, 0.0f, 1.0f);
        clamped += inside != *c ? 1 : 0;
        *c = display && c != &color.w ? linear_from_srgb(inside) : inside;
      }
    if (clamped != 0)
      writer_.lose("gltf.colors-clamped", label_,
                   fmt::format("{} numbers of vertex colours outside 0 to 1; clamped", clamped));
    add("COLOR_0", ElementType::vec4, floats_of(colors));
  }

  // Custom names begin with an underscore; `.x` names are numbered: "binormal" 0 becomes _BINORMAL_0.
  void add_extra(const VertexAttribute& extra) {
    if (extra.components < 1 || extra.components > 4) return;
    std::string name = extra.semantic;
    if (name.empty() || name[0] != '_') {
      std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) {
        return static_cast<char>(std::isalnum(c) ? std::toupper(c) : '_');
      });
      name = fmt::format("_{}_{}", name, extra.set);
    }
    for (const Named& known : attributes_)
      if (known.name == name) return;
    add(std::move(name), vector_type(extra.components), extra.values);
  }

  // Positions from -1 to 1, from prepare_quantized.cpp.
  void add_quantized_positions() {
    std::vector<std::int16_t> numbers;
    for (const Vec3& v : primitive_.positions) {
      for (const float c : {v.x, v.y, v.z})
        numbers.push_back(static_cast<std::int16_t>(std::lround(std::clamp(c, -1.0f, 1.0f) * 32767)));
      numbers.push_back(0);
    }
    writer_.extensions.insert("KHR_mesh_quantization");
    writer_.required_extensions.insert("KHR_mesh_quantization");
    attributes_.push_back(
        {"POSITION", writer_.buffer.add({ViewKind::vertices, ElementType::vec3, ComponentType::i16, true,
                                         true, static_cast<std::uint32_t>(primitive_.positions.size()), 8,
                                         std::as_bytes(std::span(numbers))})});
  }

  // Writes directions as signed bytes (KHR_mesh_quantization). Vertex elements start at multiples of 4 bytes.
  void add_bytes(std::string name, const std::vector<Vec3>& vectors) {
    std::vector<std::int8_t> bytes;
    for (const Vec3& v : vectors) {
      for (const float c : {v.x, v.y, v.z}) bytes.push_back(static_cast<std::int8_t>(std::lround(c * 127)));
      bytes.push_back(0);
    }
    writer_.extensions.insert("KHR_mesh_quantization");
    writer_.required_extensions.insert("KHR_mesh_quantization");
    attributes_.push_back(
        {std::move(name), writer_.buffer.add({ViewKind::vertices, ElementType::vec3, ComponentType::i8, true,
                                              false, static_cast<std::uint32_t>(vectors.size()), 4,
                                              std::as_bytes(std::span(bytes))})});
  }

  // --- weights ---

  // Returns the influences of a vertex, with each joint once. The sum is within the validator's tolerance.
  std::vector<Influence> influences_of(std::size_t v) const {
    std::vector<Influence> list(primitive_.influences.begin() + primitive_.influence_begin[v],
                                primitive_.influences.begin() + primitive_.influence_begin[v + 1]);
    std::vector<Influence> merged;
    for (const Influence& influence : list) {
      const auto known = std::find_if(merged.begin(), merged.end(),
                                      [&](const Influence& other) { return other.joint == influence.joint; });
      if (known == merged.end())
        merged.push_back(influence);
      else
        known->weight += influence.weight;
    }
    double sum = 0;
    for (const Influence& influence : merged) sum += influence.weight;
    if (std::abs(sum - 1) > kWeightSumTolerance * static_cast<double>(merged.size()) && sum > 0)
      for (Influence& influence : merged)
        influence.weight = static_cast<float>(static_cast<double>(influence.weight) / sum);
    return merged;
  }

  void add_influences() {
    const std::size_t vertices = primitive_.positions.size();
    std::vector<std::vector<Influence>> all(vertices);
    std::size_t most = 1;
    std::uint32_t largest_joint = 0;
    for (std::size_t v = 0; v < vertices; ++v) {
      all[v] = influences_of(v);
      most = std::max(most, all[v].size());
      for (const Influence& influence : all[v]) largest_joint = std::max(largest_joint, influence.joint);
    }
    for (std::size_t set = 0; set * 4 < most; ++set) {
      std::vector<std::uint16_t> joints(vertices * 4, 0);
      std::vector<float> weights(vertices * 4, 0.0f);
      for (std::size_t v = 0; v < vertices; ++v)
        for (std::size_t i = set * 4; i < std::min(all[v].size(), set * 4 + 4); ++i) {
          if (all[v][i].weight <= 0) continue;
          joints[v * 4 + i % 4] = static_cast<std::uint16_t>(all[v][i].joint);
          weights[v * 4 + i % 4] = all[v][i].weight;
        }
      attributes_.push_back({fmt::format("JOINTS_{}", set), add_joints(joints, largest_joint)});
      add(fmt::format("WEIGHTS_{}", set), ElementType::vec4, weights);
    }
  }

  std::uint32_t add_joints(const std::vector<std::uint16_t>& joints, std::uint32_t largest) {
    const auto count = static_cast<std::uint32_t>(joints.size() / 4);
    if (largest > 255)
      return writer_.buffer.add({ViewKind::vertices, ElementType::vec4, ComponentType::u16, false, false,
                                 count, 8, std::as_bytes(std::span(joints))});
    std::vector<std::uint8_t> bytes(joints.size());
    std::transform(joints.begin(), joints.end(), bytes.begin(),
                   [](std::uint16_t joint) { return static_cast<std::uint8_t>(joint); });
    return writer_.buffer.add({ViewKind::vertices, ElementType::vec4, ComponentType::u8, false, false, count,
                               4, std::as_bytes(std::span(bytes))});
  }

  // --- morph targets ---

  void add_targets() {
    for (const MorphTarget& morph : primitive_.morphs) {
      std::vector<Named>& target = targets_.emplace_back();
      const auto add_offsets = [&](const char* name, const std::vector<Vec3>& offsets, bool bounds) {
        if (offsets.size() == primitive_.positions.size() && !offsets.empty())
          target.push_back({name, writer_.buffer.add_floats(ViewKind::vertices, ElementType::vec3,
                                                            floats_of(offsets), bounds)});
      };
      add_offsets("POSITION", morph.position_offsets, true);
      if (!primitive_.normals.empty()) add_offsets("NORMAL", morph.normal_offsets, false);
      if (!primitive_.normals.empty() && !primitive_.tangents.empty())
        add_offsets("TANGENT", morph.tangent_offsets, false);
    }
  }

  // --- slots ---

  std::vector<std::uint32_t> indices_of(std::size_t slot) const {
    if (primitive_.triangle_slots.empty())
      return slot == 0 ? primitive_.indices : std::vector<std::uint32_t>{};
    std::vector<std::uint32_t> indices;
    for (std::size_t t = 0; t < primitive_.triangle_slots.size(); ++t)
      if (primitive_.triangle_slots[t] == slot)
        indices.insert(indices.end(), primitive_.indices.begin() + static_cast<std::ptrdiff_t>(t * 3),
                       primitive_.indices.begin() + static_cast<std::ptrdiff_t>(t * 3 + 3));
    return indices;
  }

  std::uint32_t add_indices(const std::vector<std::uint32_t>& indices) {
    const auto count = static_cast<std::uint32_t>(indices.size());
    // 65535 is a primitive restart value on some devices, so it is not used as an index.
    if (primitive_.positions.size() > 65535)
      return writer_.buffer.add({ViewKind::indices, ElementType::scalar, ComponentType::u32, false, false,
                                 count, 4, std::as_bytes(std::span(indices))});
    const std::vector<std::uint16_t> narrow(indices.begin(), indices.end());
    return writer_.buffer.add({ViewKind::indices, ElementType::scalar, ComponentType::u16, false, false,
                               count, 2, std::as_bytes(std::span(narrow))});
  }

  void write_named(const std::vector<Named>& list) {
    writer_.json.begin_object();
    for (const Named& named : list) writer_.json.member(named.name, named.accessor);
    writer_.json.end_object();
  }

  void write_slot(std::size_t slot, const std::vector<std::uint32_t>& indices, std::uint32_t mode) {
    JsonText& json = writer_.json;
    json.begin_object();
    json.key("attributes");
    write_named(attributes_);
    json.member("indices", add_indices(indices));
    if (mode != kTrianglesMode) json.member("mode", mode);
    if (slot < primitive_.materials.size() && primitive_.materials[slot] != kNone)
      json.member("material", primitive_.materials[slot]);
    if (!targets_.empty()) {
      json.key("targets");
      json.begin_array();
      for (const std::vector<Named>& target : targets_) write_named(target);
      json.end_array();
    }
    writer_.write_carried(primitive_.carried);
    json.end_object();
  }

  SceneWriter& writer_;
  const Primitive& primitive_;
  std::string label_;
  bool skinned_;
  std::vector<Vec3> normals_;
  std::vector<Named> attributes_;
  std::vector<std::vector<Named>> targets_;
};

// Writes the names of the morph targets where programs expect them by convention.
std::string target_names(const Mesh& mesh) {
  if (mesh.primitives.empty()) return {};
  std::string names;
  bool any = false;
  for (const MorphTarget& morph : mesh.primitives[0].morphs) {
    any = any || !morph.name.empty();
    names += (names.empty() ? "" : ",") + json_quoted(morph.name);
  }
  return any ? "{\"targetNames\":[" + names + "]}" : std::string();
}

}  // namespace

void write_meshes(SceneWriter& writer) {
  const Scene& scene = writer.scene;
  const std::vector<bool> skinned = skinned_meshes(scene);
  JsonText& json = writer.json;
  json.objects("meshes", scene.meshes, [&](const Mesh& mesh) {
    const auto m = static_cast<std::size_t>(&mesh - scene.meshes.data());
    writer.write_name(mesh.name);
    json.key("primitives");
    json.begin_array();
    for (const Primitive& primitive : mesh.primitives)
      PrimitiveWriter(writer, primitive, label_of("Mesh", mesh.name, m), skinned[m]).write();
    json.end_array();
    if (!mesh.morph_weights.empty())
      json.numbers("weights", mesh.morph_weights.data(), mesh.morph_weights.size());
    writer.write_carried(mesh.carried, {}, target_names(mesh));
  });
}

}  // namespace skelter::gltf
