#include "skelter/scene/validate.h"
#include "scene/internal/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace skelter {
namespace {

// Tolerance for vectors of unit length, and for sums of 1.
constexpr double kUnitTolerance = 1e-4;
// Rotation keys are stored as in the file, where they may be bytes or have only three digits.
constexpr double kRotationKeyTolerance = 0.02;

bool finite(float x) {
  return std::isfinite(x);
}
bool finite(double x) {
  return std::isfinite(x);
}
bool finite(const Vec2& v) {
  return finite(v.x) && finite(v.y);
}
bool finite(const Vec3& v) {
  return is_finite(v);
}
bool finite(const Vec4& v) {
  return finite(v.x) && finite(v.y) && finite(v.z) && finite(v.w);
}
template <class Range>
bool all_finite(const Range& range) {
  for (const auto& e : range)
    if (!finite(e)) return false;
  return true;
}

bool is_unit(double squared_length) {
  return std::abs(std::sqrt(squared_length) - 1) <= kUnitTolerance;
}
bool unit_or_zero(const Vec3& v) {
  return v == Vec3{} || is_unit(dot(to_double(v), to_double(v)));
}

// Runs checks in sequence. The first failure sets the error, and the remaining checks are skipped.
class Check {
 public:
  explicit Check(const Scene& scene) : scene_(scene) {}

  Result<void> run() {
    const bool good = check_nodes() && check_meshes() && check_skins() && check_instances() &&
                      check_morph_weights() && check_views() && check_materials() && check_textures() &&
                      check_clips();
    if (good) return {};
    return error_;
  }

 private:
  // Sets the object that later checks report.
  void about(std::string object) { object_ = std::move(object); }

  template <class... Parts>
  bool broken(fmt::format_string<Parts...> text, Parts&&... parts) {
    error_ = {Status::bad_data,
              "scene.invalid",
              fmt::format(text, std::forward<Parts>(parts)...),
              {scene_.file, 0, {}, object_}};
    return false;
  }
  bool in_range(std::string_view what, std::uint32_t index, std::size_t size) {
    return index < size || broken("{} index {}; expected below {}", what, index, size);
  }
  bool in_range_or_none(std::string_view what, std::uint32_t index, std::size_t size) {
    return index == kNone || in_range(what, index, size);
  }
  template <class Range>
  bool is_finite(std::string_view what, const Range& range) {
    return all_finite(range) || broken("{} not finite", what);
  }
  bool has_size(std::string_view what, std::size_t size, std::size_t expected) {
    return size == expected || broken("{} {}; expected {}", size, what, expected);
  }
  bool has_size_or_none(std::string_view what, std::size_t size, std::size_t expected) {
    return size == 0 || has_size(what, size, expected);
  }

  bool check_nodes();
  bool check_tree();
  bool check_rest_parts(const Node& node);
  bool check_meshes();
  bool check_vertex_arrays(const Primitive& primitive);
  bool check_morphs(const Primitive& primitive);
  bool check_triangles(const Primitive& primitive);
  bool check_lines_and_points(const Primitive& primitive);
  bool check_influences(const Primitive& primitive);
  bool check_influences_of(const Primitive& primitive, std::size_t vertex);
  bool check_sources(const Primitive& primitive);
  bool check_skins();
  bool check_instances();
  bool check_morph_weights();
  bool check_views();
  bool check_materials();
  bool check_pbr(const Material& material);
  bool check_texture_use(std::string_view what, const TextureUse& use);
  bool check_textures();
  bool check_properties(const Clip& clip);
  bool check_clips();
  bool check_targets(const Clip& clip);
  bool check_channel(const Clip& clip, const Channel& channel, std::string_view clip_object);
  bool check_values(const Clip& clip, const Channel& channel);

  const Scene& scene_;
  std::string object_;
  Error error_;
};

bool Check::check_nodes() {
  bool synthetic = false;
  for (std::size_t i = 0; i < scene_.nodes.size(); ++i) {
    const Node& node = scene_.nodes[i];
    about(label_of("Node", node.name, i));
    if (!in_range_or_none("parent", node.parent, scene_.nodes.size())) return false;
    if (!is_finite("rest matrix", node.rest.m) || !check_rest_parts(node)) return false;
    if (synthetic && !node.synthetic)
      return broken("comes after a synthetic node; expected before all of them");
    synthetic = node.synthetic;
  }
  return check_tree();
}

bool Check::check_rest_parts(const Node& node) {
  if (!node.rest_trs) return true;
  const Transform& t = *node.rest_trs;
  if (!is_finite("rest parts",
                 std::array{t.translation.x, t.translation.y, t.translation.z, t.rotation.x, t.rotation.y,
                            t.rotation.z, t.rotation.w, t.scale.x, t.scale.y, t.scale.z}))
    return false;
  const double length = std::sqrt(dot(to_double(t.rotation), to_double(t.rotation)));
  if (!is_unit(length * length)) return broken("rest rotation of length {:.6g}; expected 1", length);
  const Mat4 matrix = to_mat4(t);
  double size = 1;
  for (const float e : matrix.m) size = std::max(size, std::abs(double{e}));
  for (std::size_t i = 0; i < 16; ++i)
    if (std::abs(matrix.m[i] - node.rest.m[i]) > kUnitTolerance * size)
      return broken("rest matrix differs from its parts at element {}: {} and {}", i, node.rest.m[i],
                    matrix.m[i]);
  return true;
}

bool Check::check_tree() {
  enum class Seen : std::uint8_t { no, on_this_path, has_root };
  std::vector<Seen> seen(scene_.nodes.size(), Seen::no);
  for (std::uint32_t start = 0; start < scene_.nodes.size(); ++start) {
    std::uint32_t node = start;
    for (; node != kNone && seen[node] == Seen::no; node = scene_.nodes[node].parent)
      seen[node] = Seen::on_this_path;
    if (node != kNone && seen[node] == Seen::on_this_path) {
      about(label_of("Node", scene_.nodes[node].name, node));
      return broken("is its own ancestor");
    }
    for (node = start; node != kNone && seen[node] == Seen::on_this_path; node = scene_.nodes[node].parent)
      seen[node] = Seen::has_root;
  }
  return true;
}

bool Check::check_meshes() {
  for (std::size_t m = 0; m < scene_.meshes.size(); ++m) {
    const Mesh& mesh = scene_.meshes[m];
    for (std::size_t p = 0; p < mesh.primitives.size(); ++p) {
      const Primitive& primitive = mesh.primitives[p];
      about(label_of("Mesh", mesh.name, m) +
            (mesh.primitives.size() > 1 ? fmt::format(", primitive {}", p) : ""));
      if (!check_vertex_arrays(primitive) || !check_morphs(primitive) || !check_triangles(primitive) ||
          !check_lines_and_points(primitive) || !check_influences(primitive) || !check_sources(primitive))
        return false;
    }
  }
  return true;
}

bool Check::check_vertex_arrays(const Primitive& primitive) {
  const std::size_t vertices = primitive.positions.size();
  if (!is_finite("position", primitive.positions)) return false;
  if (!has_size_or_none("normals", primitive.normals.size(), vertices) ||
      !is_finite("normal", primitive.normals))
    return false;
  for (std::size_t v = 0; v < primitive.normals.size(); ++v)
    if (!unit_or_zero(primitive.normals[v]))
      return broken("normal {} has length {:.6g}; expected 1 or 0", v,
                    length(to_double(primitive.normals[v])));
  if (!has_size_or_none("tangents", primitive.tangents.size(), vertices) ||
      !is_finite("tangent", primitive.tangents))
    return false;
  for (std::size_t v = 0; v < primitive.tangents.size(); ++v) {
    const Vec4& t = primitive.tangents[v];
    if (!unit_or_zero({t.x, t.y, t.z}) || std::abs(t.w) != 1)
      return broken("tangent {} is ({} {} {} {}); expected a unit vector and a side of 1 or -1", v, t.x, t.y,
                    t.z, t.w);
  }
  for (const std::vector<Vec2>& uvs : primitive.uvs)
    if (!has_size("texture coordinates", uvs.size(), vertices) || !is_finite("texture coordinate", uvs))
      return false;
  if (!has_size_or_none("colours", primitive.colors.size(), vertices) ||
      !is_finite("colour", primitive.colors))
    return false;
  for (const VertexAttribute& extra : primitive.extra) {
    if (extra.components < 1 || extra.components > 4)
      return broken("attribute {} has {} components; expected 1 to 4", extra.semantic, extra.components);
    if (!has_size(fmt::format("numbers of attribute {}", extra.semantic), extra.values.size(),
                  extra.components * vertices) ||
        !is_finite(fmt::format("attribute {}", extra.semantic), extra.values))
      return false;
  }
  return true;
}

bool Check::check_morphs(const Primitive& primitive) {
  for (const MorphTarget& morph : primitive.morphs) {
    const std::string positions = fmt::format("position offsets of morph target {}", morph.name);
    const std::string normals = fmt::format("normal offsets of morph target {}", morph.name);
    if (!has_size(positions, morph.position_offsets.size(), primitive.positions.size()) ||
        !is_finite(positions, morph.position_offsets) ||
        !has_size_or_none(normals, morph.normal_offsets.size(), primitive.positions.size()) ||
        !is_finite(normals, morph.normal_offsets))
      return false;
    const std::string tangents = fmt::format("tangent offsets of morph target {}", morph.name);
    if (!has_size_or_none(tangents, morph.tangent_offsets.size(), primitive.positions.size()) ||
        !is_finite(tangents, morph.tangent_offsets))
      return false;
  }
  return true;
}

bool Check::check_triangles(const Primitive& primitive) {
  if (primitive.indices.size() % 3 != 0)
    return broken("{} indices; expected three per triangle", primitive.indices.size());
  for (const std::uint32_t index : primitive.indices)
    if (!in_range("vertex", index, primitive.positions.size())) return false;
  for (const std::uint32_t material : primitive.materials)
    if (!in_range_or_none("material", material, scene_.materials.size())) return false;
  if (!has_size_or_none("triangle slots", primitive.triangle_slots.size(), primitive.indices.size() / 3))
    return false;
  for (const std::uint32_t slot : primitive.triangle_slots)
    if (!in_range("material slot", slot, primitive.materials.size())) return false;
  return true;
}

bool Check::check_lines_and_points(const Primitive& primitive) {
  if (primitive.lines.size() % 2 != 0)
    return broken("{} indices of lines; expected two per line", primitive.lines.size());
  for (const std::vector<std::uint32_t>* list : {&primitive.lines, &primitive.points})
    for (const std::uint32_t index : *list)
      if (!in_range("vertex", index, primitive.positions.size())) return false;
  return true;
}

bool Check::check_influences(const Primitive& primitive) {
  const std::vector<std::uint32_t>& begin = primitive.influence_begin;
  if (const std::vector<float>& shares = primitive.dual_quaternion_shares; !shares.empty()) {
    if (!has_size("dual-quaternion shares", shares.size(), primitive.positions.size())) return false;
    for (std::size_t v = 0; v < shares.size(); ++v)
      if (!(shares[v] >= 0 && shares[v] <= 1))
        return broken("dual-quaternion share {} at vertex {}; expected 0 to 1", shares[v], v);
  }
  if (begin.empty() && primitive.influences.empty()) return true;
  if (!has_size("influence ranges", begin.size(), primitive.positions.size() + 1)) return false;
  if (begin.front() != 0 || begin.back() != primitive.influences.size())
    return broken("influence ranges from {} to {}; expected 0 to {}", begin.front(), begin.back(),
                  primitive.influences.size());
  for (std::size_t v = 0; v < primitive.positions.size(); ++v)
    if (begin[v] > begin[v + 1]) return broken("influences of vertex {} end before they begin", v);
  for (std::size_t v = 0; v < primitive.positions.size(); ++v)
    if (!check_influences_of(primitive, v)) return false;
  return true;
}

bool Check::check_influences_of(const Primitive& primitive, std::size_t vertex) {
  const std::size_t begin = primitive.influence_begin[vertex], end = primitive.influence_begin[vertex + 1];
  double sum = 0;
  for (std::size_t i = begin; i < end; ++i) {
    const Influence& influence = primitive.influences[i];
    if (!(influence.weight > 0) || !finite(influence.weight))
      return broken("weight {} at vertex {}; expected above 0", influence.weight, vertex);
    sum += influence.weight;
    if (i == begin) continue;
    const Influence& before = primitive.influences[i - 1];
    if (influence.weight > before.weight ||
        (influence.weight == before.weight && influence.joint <= before.joint))
      return broken("influences of vertex {} out of order; expected the largest first, ties by joint",
                    vertex);
  }
  return begin == end || std::abs(sum - 1) <= kUnitTolerance ||
         broken("weights of vertex {} sum to {:.6g}; expected 1", vertex, sum);
}

bool Check::check_sources(const Primitive& primitive) {
  const std::size_t vertices = primitive.positions.size();
  if (primitive.source_vertex.empty()) {
    if (!has_size("source vertices", primitive.source_vertices, vertices)) return false;
  } else {
    if (!has_size("entries in the list of source vertices", primitive.source_vertex.size(), vertices))
      return false;
    if (primitive.source_vertices > vertices)
      return broken("{} source vertices; expected at most {}", primitive.source_vertices, vertices);
  }
  for (std::size_t v = 0; v < primitive.source_vertex.size(); ++v) {
    if (!in_range("source vertex", primitive.source_vertex[v], primitive.source_vertices)) return false;
    if (v < primitive.source_vertices && primitive.source_vertex[v] != v)
      return broken("vertex {} comes from source {}; expected source vertices first, in order", v,
                    primitive.source_vertex[v]);
  }
  return has_size_or_none("face corner counts", primitive.face_corners.size(), primitive.source_faces);
}

bool Check::check_skins() {
  for (std::size_t s = 0; s < scene_.skins.size(); ++s)
    for (const Joint& joint : scene_.skins[s].joints) {
      about(label_of("Skin", scene_.skins[s].name, s) + ", joint " + joint.name);
      if (!in_range("node", joint.node, scene_.nodes.size()) ||
          !is_finite("inverse bind matrix", joint.joint_from_mesh.m))
        return false;
    }
  for (std::size_t s = 0; s < scene_.skins.size(); ++s) {
    about(label_of("Skin", scene_.skins[s].name, s));
    if (!in_range_or_none("root node", scene_.skins[s].skeleton_root, scene_.nodes.size())) return false;
  }
  return true;
}

bool Check::check_instances() {
  for (std::size_t n = 0; n < scene_.nodes.size(); ++n)
    for (const MeshInstance& instance : scene_.nodes[n].meshes) {
      about(label_of("Node", scene_.nodes[n].name, n));
      if (!in_range("mesh", instance.mesh, scene_.meshes.size()) ||
          !in_range_or_none("skin", instance.skin, scene_.skins.size()))
        return false;
      if (instance.skin == kNone) continue;
      for (const Primitive& primitive : scene_.meshes[instance.mesh].primitives)
        for (const Influence& influence : primitive.influences)
          if (!in_range("joint", influence.joint, scene_.skins[instance.skin].joints.size())) return false;
    }
  return true;
}

// There must be one weight per morph target. If there are weights, all primitives must have the same targets.
bool Check::check_morph_weights() {
  const auto fit = [this](const std::vector<float>& weights, const Mesh& mesh) {
    if (!is_finite("morph weight", weights)) return false;
    for (const Primitive& primitive : mesh.primitives)
      if (!has_size_or_none("morph weights", weights.size(), primitive.morphs.size())) return false;
    return true;
  };
  for (std::size_t m = 0; m < scene_.meshes.size(); ++m) {
    about(label_of("Mesh", scene_.meshes[m].name, m));
    if (!fit(scene_.meshes[m].morph_weights, scene_.meshes[m])) return false;
  }
  for (std::size_t n = 0; n < scene_.nodes.size(); ++n) {
    const Node& node = scene_.nodes[n];
    about(label_of("Node", node.name, n));
    if (!node.morph_weights.empty() && node.meshes.empty()) return broken("morph weights without a mesh");
    if (!node.meshes.empty() && !fit(node.morph_weights, scene_.meshes[node.meshes[0].mesh])) return false;
  }
  return true;
}

bool Check::check_views() {
  for (std::size_t n = 0; n < scene_.nodes.size(); ++n) {
    about(label_of("Node", scene_.nodes[n].name, n));
    if (!in_range_or_none("camera", scene_.nodes[n].camera, scene_.cameras.size()) ||
        !in_range_or_none("light", scene_.nodes[n].light, scene_.lights.size()))
      return false;
  }
  for (std::size_t c = 0; c < scene_.cameras.size(); ++c) {
    const SceneCamera& camera = scene_.cameras[c];
    about(label_of("Camera", camera.name, c));
    if (!is_finite("number",
                   std::array{camera.fov_y_rad, camera.aspect_ratio.value_or(1), camera.half_width,
                              camera.half_height, camera.near_distance, camera.far_distance.value_or(1)}))
      return false;
  }
  for (std::size_t l = 0; l < scene_.lights.size(); ++l) {
    const SceneLight& light = scene_.lights[l];
    about(label_of("Light", light.name, l));
    if (!is_finite("number", std::array{light.color.x, light.color.y, light.color.z, light.intensity,
                                        light.range.value_or(1), light.inner_cone_rad, light.outer_cone_rad}))
      return false;
  }
  for (std::size_t s = 0; s < scene_.scenes.size(); ++s) {
    about(label_of("Scene", scene_.scenes[s].name, s));
    for (const std::uint32_t root : scene_.scenes[s].roots)
      if (!in_range("root node", root, scene_.nodes.size())) return false;
  }
  about("Scene");
  return in_range_or_none("default scene", scene_.default_scene, scene_.scenes.size());
}

bool Check::check_texture_use(std::string_view what, const TextureUse& use) {
  return in_range_or_none(what, use.texture, scene_.textures.size()) &&
         is_finite(what, std::array{use.offset.x, use.offset.y, use.scale.x, use.scale.y, use.rotation_rad});
}

bool Check::check_pbr(const Material& material) {
  if (!material.pbr) return true;
  const PbrMaterial& pbr = *material.pbr;
  if (!is_finite("number", std::array{pbr.metallic, pbr.roughness, pbr.normal_scale, pbr.occlusion_strength,
                                      pbr.emissive_strength, pbr.alpha_cutoff, pbr.transmission}))
    return false;
  if (pbr.base_color.texture != material.base_color_texture)
    return broken("two different base colour textures");
  return check_texture_use("base colour texture", pbr.base_color) &&
         check_texture_use("metallic-roughness texture", pbr.metallic_roughness) &&
         check_texture_use("normal texture", pbr.normal) &&
         check_texture_use("occlusion texture", pbr.occlusion) &&
         check_texture_use("emissive texture", pbr.emissive);
}

bool Check::check_textures() {
  for (std::size_t t = 0; t < scene_.textures.size(); ++t) {
    const Texture& texture = scene_.textures[t];
    about(label_of("Texture", texture.name, t));
    if (!in_range_or_none("image", texture.image, scene_.images.size()) ||
        !in_range_or_none("sampler", texture.sampler, scene_.samplers.size()))
      return false;
  }
  return true;
}

bool Check::check_materials() {
  for (std::size_t m = 0; m < scene_.materials.size(); ++m) {
    const Material& material = scene_.materials[m];
    about(label_of("Material", material.name, m));
    if (!finite(material.base_color) || !finite(material.specular) || !finite(material.specular_power) ||
        !finite(material.emissive))
      return broken("colour or power not finite");
    if (!in_range_or_none("texture", material.base_color_texture, scene_.textures.size())) return false;
    if (!check_pbr(material)) return false;
  }
  about("Scene");
  return !scene_.metres_per_unit || (*scene_.metres_per_unit > 0 && finite(*scene_.metres_per_unit)) ||
         broken("{} metres per unit; expected above 0", *scene_.metres_per_unit);
}

bool Check::check_clips() {
  for (std::size_t c = 0; c < scene_.clips.size(); ++c) {
    const Clip& clip = scene_.clips[c];
    const std::string object = label_of("Clip", clip.name.value_or(""), c);
    about(object);
    if (clip.ticks_per_second && !(*clip.ticks_per_second > 0 && finite(*clip.ticks_per_second)))
      return broken("{} ticks per second; expected above 0", *clip.ticks_per_second);
    if (!check_targets(clip)) return false;

    double last_key_s = 0;
    std::uint32_t last_target = 0;
    std::set<std::pair<std::uint32_t, ChannelPath>> moved;
    for (const Channel& channel : clip.channels) {
      if (!check_channel(clip, channel, object)) return false;
      if (channel.target < last_target)
        return broken("channel comes after one of a later target; expected the order of targets");
      if (!moved.insert({channel.target, channel.path}).second) return broken("two channels of one kind");
      last_target = channel.target;
      last_key_s = std::max(last_key_s, channel.times_s.back());
    }
    about(object);
    if (clip.duration_s != last_key_s)
      return broken("duration {} s; expected that of the last key, {} s", clip.duration_s, last_key_s);
    if (!check_properties(clip)) return false;
  }
  return true;
}

bool Check::check_properties(const Clip& clip) {
  for (const PropertyChannel& channel : clip.properties) {
    const std::size_t keys = channel.times_s.size();
    if (keys == 0 || channel.values.empty() || channel.values.size() % keys != 0)
      return broken("{} values for {} keys of {}; expected an integer for each", channel.values.size(), keys,
                    channel.pointer);
    if (!is_finite("key time", channel.times_s) || !is_finite("key value", channel.values)) return false;
    for (std::size_t k = 1; k < keys; ++k)
      if (!(channel.times_s[k] > channel.times_s[k - 1]))
        return broken("key times of {} must increase", channel.pointer);
  }
  return true;
}

bool Check::check_targets(const Clip& clip) {
  std::set<std::uint32_t> nodes;
  std::set<std::string_view> names_without_node;
  for (const ClipTarget& target : clip.targets) {
    if (!in_range_or_none("target node", target.node, scene_.nodes.size())) return false;
    const bool is_new = target.node == kNone ? names_without_node.insert(target.name).second
                                             : nodes.insert(target.node).second;
    if (!is_new) return broken("target {} twice", target.name);
  }
  return true;
}

bool Check::check_channel(const Clip& clip, const Channel& channel, std::string_view clip_object) {
  if (!in_range("target", channel.target, clip.targets.size())) return false;
  about(fmt::format("{}, target {}", clip_object, clip.targets[channel.target].name));
  if (channel.times_s.empty()) return broken("channel without keys");
  if (!is_finite("key time", channel.times_s)) return false;
  for (std::size_t k = 1; k < channel.times_s.size(); ++k)
    if (!(channel.times_s[k] > channel.times_s[k - 1]))
      return broken("time {} s at key {} is not after {} s at key {}", channel.times_s[k], k,
                    channel.times_s[k - 1], k - 1);
  return check_values(clip, channel);
}

bool Check::check_values(const Clip& clip, const Channel& channel) {
  const bool cubic = channel.interpolation == Interpolation::cubic;
  const std::size_t per_width = channel.times_s.size() * (cubic ? 3 : 1);
  if (channel.path == ChannelPath::weights) {
    // There must be one number per morph target of the node's first mesh. Without a node, the number of
    // targets is unknown.
    const std::uint32_t node = clip.targets[channel.target].node;
    if (node == kNone || scene_.nodes[node].meshes.empty()) {
      if (channel.values.size() % per_width != 0)
        return broken("{} morph weights; expected a multiple of {}", channel.values.size(), per_width);
    } else {
      const Mesh& mesh = scene_.meshes[scene_.nodes[node].meshes[0].mesh];
      const std::size_t morphs = mesh.primitives.empty() ? 0 : mesh.primitives[0].morphs.size();
      if (!has_size("morph weights", channel.values.size(), per_width * morphs)) return false;
    }
  } else if (!has_size("key values", channel.values.size(), per_width * channel_width(channel.path))) {
    return false;
  }
  if (!is_finite("key value", channel.values)) return false;
  if (channel.path != ChannelPath::rotation) return true;
  for (std::size_t k = 0; k < channel.times_s.size(); ++k) {
    const float* q = &channel.values[cubic ? k * 12 + 4 : k * 4];
    const double length = std::sqrt(dot(Quatd{q[0], q[1], q[2], q[3]}, Quatd{q[0], q[1], q[2], q[3]}));
    if (!(std::abs(length - 1) <= kRotationKeyTolerance))
      return broken("rotation of length {:.6g} at key {}; expected 1", length, k);
  }
  return true;
}

}  // namespace

Result<void> validate(const Scene& scene) {
  return Check(scene).run();
}

}  // namespace skelter
