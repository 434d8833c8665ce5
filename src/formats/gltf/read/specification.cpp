// Checks rules of the specification that its schema cannot express and the reader does not depend on.

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "formats/gltf/container/uri.h"
#include "formats/gltf/read/accessors.h"
#include "formats/gltf/read/faults.h"
#include "scene/edit/internal/subtrees.h"
#include "scene/internal/image_type.h"

namespace skelter::gltf {
namespace {

constexpr std::uint64_t kVertexTarget = 34962, kIndexTarget = 34963;
// Step limit for nested loops over lists, which a hostile file can make long. The rest is not checked.
constexpr std::uint64_t kMaxSteps = 20'000'000;

std::uint64_t count_or(JsonValue at, std::uint64_t absent) {
  std::uint64_t count = absent;
  return at.to_count(count) ? count : absent;
}
// The entry of `list` that the index refers to, or null.
JsonValue entry(const std::vector<JsonValue>& list, JsonValue index) {
  const std::uint64_t i = count_or(index, UINT64_MAX);
  return i < list.size() ? list[static_cast<std::size_t>(i)] : JsonValue();
}

// --- accessors ---------------------------------------------------------------------------------------------

class AccessorCheck {
 public:
  AccessorCheck(Builder& b, Faults& faults, std::uint32_t index)
      : b_(b), faults_(faults), index_(index), at_(b.accessors[index]) {}

  void run() {
    if (at_["byteOffset"] && !at_["bufferView"])
      faults_.add("gltf.schema", at_["byteOffset"], "no `bufferView`; expected one, or no offset");
    check_place();
    auto opened = open_accessor(b_, index_);
    if (!opened) return;  // check_all reports the error
    Accessor& a = *opened;
    if (a.normalized && (a.component == Component::f32 || a.component == Component::u32))
      faults_.add("gltf.normalized", at_["normalized"],
                  fmt::format("{} cannot be normalised; expected false", to_text(a.component)));
    if (!a.data.empty() || a.sparse_count != 0) check_numbers(a);
  }

 private:
  // Checks alignment and stride. This does not need the bytes of the buffer.
  void check_place() {
    const JsonValue view = entry(b_.views, at_["bufferView"]);
    Accessor a;
    if (!view || !set_form(b_, at_, a)) return;
    const std::uint64_t offset = count_or(at_["byteOffset"], 0),
                        begin = offset + count_or(view["byteOffset"], 0), size = size_of(a.component);
    if (offset % (a.columns > 1 ? 4 : size) != 0)
      faults_.add("gltf.alignment", at_["byteOffset"],
                  fmt::format("{}; expected a multiple of {}", offset, a.columns > 1 ? 4 : size));
    else if (begin % size != 0)
      faults_.add("gltf.alignment", at_,
                  fmt::format("begins at byte {} of the buffer; expected a multiple of {}", begin, size));
    const std::uint64_t stride = count_or(view["byteStride"], 0);
    if (view["byteStride"] && stride < a.element_bytes())
      faults_.add("gltf.stride", view["byteStride"],
                  fmt::format("{} bytes between elements of {}", stride, a.element_bytes()));
  }

  void check_numbers(Accessor& a) {
    a.normalized = false;  // min and max are not normalised
    std::uint64_t not_finite = 0;
    const auto numbers = read_floats(b_, a, not_finite);
    if (!numbers) return faults_.add(numbers.error());
    if (not_finite != 0)
      faults_.add("gltf.not-finite", at_,
                  fmt::format("{} of {} numbers are not finite", not_finite, a.number_count()));
    else
      for (const bool least : {true, false}) check_bound(a, *numbers, least);
  }

  void check_bound(const Accessor& a, const std::vector<float>& numbers, bool least) {
    const JsonValue given = at_[least ? "min" : "max"];
    if (!given || numbers.empty()) return;
    if (given.size() != a.components)
      return faults_.add("gltf.size", given,
                         fmt::format("{} elements; expected {}", given.size(), a.components));
    std::size_t component = 0;
    for (JsonValue value = given.first(); value; value = value.next(), ++component) {
      double found = numbers[component], size = 0;
      for (std::size_t i = component; i < numbers.size(); i += a.components) {
        found = least ? std::min<double>(found, numbers[i]) : std::max<double>(found, numbers[i]);
        size = std::max<double>(size, std::abs(numbers[i]));
      }
      // Allows for truncated decimal digits in floats. The reader uses the same tolerance.
      const double tolerance = a.component == Component::f32 ? 1e-4 * size : 0;
      if (std::abs(value.number() - found) > tolerance)
        return faults_.add("gltf.bounds", at_,
                           fmt::format("{} of component {} is {}; expected {}", least ? "min" : "max",
                                       component, value.number(), found));
    }
  }

  Builder& b_;
  Faults& faults_;
  std::uint32_t index_;
  JsonValue at_;
};

void check_views(Builder& b, Faults& faults) {
  for (const JsonValue view : b.views) {
    const JsonValue stride = view["byteStride"];
    if (!stride) continue;
    const std::uint64_t bytes = count_or(stride, 0), length = count_or(view["byteLength"], 0);
    if (bytes % 4 != 0)
      faults.add("gltf.stride", stride, fmt::format("{}; expected a multiple of 4", bytes));
    else if (bytes > length)
      faults.add("gltf.stride", stride, fmt::format("{} in a view of {} bytes", bytes, length));
    else if (count_or(view["target"], 0) == kIndexTarget)
      faults.add("gltf.stride", stride, "in a view of indices; expected only where vertices are");
  }
}

// --- meshes ------------------------------------------------------------------------------------------------

// Whether `name` is `semantic` with a number, such as "TEXCOORD_3". Leading zeros are not allowed.
bool is_numbered(std::string_view name, std::string_view semantic) {
  if (name.size() < semantic.size() + 2 || name.substr(0, semantic.size()) != semantic ||
      name[semantic.size()] != '_')
    return false;
  const std::string_view digits = name.substr(semantic.size() + 1);
  return digits.find_first_not_of("0123456789") == std::string_view::npos &&
         (digits.size() == 1 || digits[0] != '0');
}
bool is_attribute(std::string_view name, bool of_target) {
  if (name == "POSITION" || name == "NORMAL" || name == "TANGENT" || name.substr(0, 1) == "_") return true;
  for (const std::string_view semantic : {"TEXCOORD", "COLOR"})
    if (is_numbered(name, semantic)) return true;
  return !of_target && (is_numbered(name, "JOINTS") || is_numbered(name, "WEIGHTS"));
}

class MeshCheck {
 public:
  MeshCheck(Builder& b, Faults& faults) : b_(b), faults_(faults) {
    for (JsonValue at = b.root["materials"].first(); at; at = at.next()) materials_.push_back(at);
  }

  void run() {
    for (const JsonValue mesh : b_.meshes)
      for (JsonValue at = mesh["primitives"].first(); at; at = at.next()) primitive(at);
  }

 private:
  struct Use {
    std::uint64_t target = 0;
    JsonValue accessor;  // for vertices: the first accessor
  };

  // A view contains either vertices or indices, as declared. If several vertex accessors share a view, it
  // needs a stride.
  void use(JsonValue at, JsonValue accessor, std::uint64_t target) {
    const JsonValue view = entry(b_.views, accessor["bufferView"]);
    if (!view) return;
    Use& known = uses_[count_or(accessor["bufferView"], 0)];
    const std::uint64_t stated = known.target != 0 ? known.target : count_or(view["target"], target);
    if (stated != target)
      return faults_.add("gltf.view-use", at,
                         fmt::format("a buffer view of {}; expected one of its own",
                                     stated == kIndexTarget ? "indices" : "vertices"));
    if (target == kIndexTarget) {
      if (view["byteStride"]) faults_.add("gltf.stride", at, "indices in a view with `byteStride`");
    } else if (known.accessor && known.accessor != accessor && !view["byteStride"]) {
      faults_.add("gltf.stride", at, "several accessors of vertices in a view without `byteStride`");
    }
    if (!known.accessor) known = {target, accessor};
  }

  void attribute(JsonValue at, bool of_target) {
    if (!is_attribute(at.name(), of_target))
      faults_.add("gltf.attribute-name", at,
                  "not a name that glTF knows; expected _ before names of one's own");
    const JsonValue accessor = entry(b_.accessors, at);
    if (!accessor) return;
    use(at, accessor, kVertexTarget);
    const std::uint64_t offset = count_or(accessor["byteOffset"], 0);
    if (offset % 4 != 0)
      faults_.add("gltf.alignment", at, fmt::format("begins at byte {}; expected a multiple of 4", offset));
    if (count_or(accessor["componentType"], 0) == 5125)
      faults_.add("gltf.accessor-type", at, "UNSIGNED_INT; expected another type for vertices");
    if (at.name() == "POSITION" && (!accessor["min"] || !accessor["max"]))
      faults_.add("gltf.bounds", at, "positions without min and max");
    if (!of_target) check_values(at, accessor);
  }

  // Checks colours (0 to 1) and the handedness of tangents.
  void check_values(JsonValue at, JsonValue accessor) {
    const bool colors = at.name() == "COLOR_0", tangents = at.name() == "TANGENT";
    if ((!colors && !tangents) || count_or(accessor["componentType"], 0) != 5126) return;
    auto opened = open_accessor(b_, static_cast<std::uint32_t>(count_or(at, 0)));
    if (!opened || opened->columns != 1 || (opened->data.empty() && opened->sparse_count == 0)) return;
    std::uint64_t not_finite = 0;
    const auto numbers = read_floats(b_, *opened, not_finite);
    if (!numbers) return;
    if (colors && std::any_of(numbers->begin(), numbers->end(), [](float v) { return v < 0 || v > 1; }))
      faults_.add("gltf.color-range", at, "colours outside 0 to 1");
    for (std::size_t i = 3; tangents && opened->components == 4 && i < numbers->size(); i += 4)
      if ((*numbers)[i] != 1 && (*numbers)[i] != -1)
        return faults_.add("gltf.tangent-sign", at,
                           fmt::format("w of tangent {} is {}; expected 1 or -1", i / 4, (*numbers)[i]));
  }

  void indices(JsonValue at) {
    const JsonValue accessor = entry(b_.accessors, at);
    if (!accessor) return;
    use(at, accessor, kIndexTarget);
    const auto opened = open_accessor(b_, static_cast<std::uint32_t>(count_or(at, 0)));
    if (!opened || opened->data.empty()) return;
    const auto numbers = read_whole_numbers(b_, *opened);
    if (!numbers) return;
    const std::uint32_t restart = opened->component == Component::u8    ? 0xFF
                                  : opened->component == Component::u16 ? 0xFFFF
                                                                        : 0xFFFFFFFF;
    if (std::find(numbers->begin(), numbers->end(), restart) != numbers->end())
      faults_.add("gltf.restart-index", at,
                  fmt::format("index {}, which graphics cards read as a primitive restart", restart));
  }

  static bool is_texture(JsonValue at) {
    constexpr std::string_view kEnd = "Texture";
    const std::string_view name = at.name();
    return name.size() >= kEnd.size() && name.substr(name.size() - kEnd.size()) == kEnd && at["index"];
  }
  // Checks that the primitive has the texture coordinates for every texture in the object.
  void coordinates(JsonValue primitive, JsonValue object) {
    for (JsonValue value = object.first(); value && ++steps_ < kMaxSteps; value = value.next()) {
      if (!is_texture(value)) continue;
      const JsonValue moved = Builder::extension(value, "KHR_texture_transform")["texCoord"];
      const std::uint64_t set = count_or(moved, count_or(value["texCoord"], 0));
      if (!primitive["attributes"][fmt::format("TEXCOORD_{}", set)])
        faults_.add("gltf.no-coordinates", primitive["material"],
                    fmt::format("{} of the material asks for TEXCOORD_{}, which the primitive lacks",
                                value.name(), set));
    }
  }
  void material(JsonValue primitive, JsonValue at) {
    coordinates(primitive, at);
    coordinates(primitive, at["pbrMetallicRoughness"]);
    for (JsonValue one = at["extensions"].first(); one && ++steps_ < kMaxSteps; one = one.next())
      if (one.name().substr(0, 14) == "KHR_materials_") coordinates(primitive, one);
  }

  void variants(JsonValue mappings) {
    std::set<std::uint64_t> seen;
    for (JsonValue mapping = mappings.first(); mapping; mapping = mapping.next())
      for (JsonValue value = mapping["variants"].first(); value; value = value.next())
        if (!seen.insert(count_or(value, UINT64_MAX)).second)
          faults_.add("gltf.schema", value, "listed twice");
  }

  void primitive(JsonValue at) {
    for (JsonValue one = at["attributes"].first(); one; one = one.next()) attribute(one, false);
    for (JsonValue target = at["targets"].first(); target; target = target.next())
      for (JsonValue one = target.first(); one; one = one.next()) {
        attribute(one, true);
        if (!at["attributes"][one.name()])
          faults_.add("gltf.morph-base", one, "targets an attribute that the primitive does not have");
      }
    if (at["indices"]) indices(at["indices"]);
    if (const JsonValue used = entry(materials_, at["material"])) material(at, used);
    variants(Builder::extension(at, "KHR_materials_variants")["mappings"]);
  }

  Builder& b_;
  Faults& faults_;
  std::vector<JsonValue> materials_;
  std::map<std::uint64_t, Use> uses_;  // keyed by view
  std::uint64_t steps_ = 0;
};

// --- skins -------------------------------------------------------------------------------------------------

class SkinCheck {
 public:
  SkinCheck(Builder& b, Faults& faults) : b_(b), faults_(faults), trees_(b.scene) {}

  void run() {
    for (std::size_t s = 0; s < b_.skins.size(); ++s) skin(b_.skins[s], b_.scene.skins[s]);
    for (std::uint32_t n = 0; n < b_.scene.nodes.size(); ++n) {
      const Node& node = b_.scene.nodes[n];
      if (!node.meshes.empty() && node.meshes[0].skin != kNone) skinned_.push_back(n);
    }
    for (const SceneRoots& shown : b_.scene.scenes)
      if (!shown.roots.empty()) scene(shown);
  }

 private:
  void skin(JsonValue at, const Skin& skin) {
    std::set<std::uint32_t> roots;
    for (const Joint& joint : skin.joints) roots.insert(trees_.root(joint.node));
    if (roots.size() > 1)
      faults_.add("gltf.joint-roots", at["joints"],
                  fmt::format("joints in {} trees of nodes; expected a common root", roots.size()));
    else if (skin.skeleton_root != kNone &&
             std::any_of(skin.joints.begin(), skin.joints.end(), [&](const Joint& joint) {
               return !trees_.is_below(joint.node, skin.skeleton_root);
             }))
      faults_.add("gltf.skeleton", at["skeleton"],
                  fmt::format("node {} is not above all joints; expected a common root", skin.skeleton_root));
    roots_.push_back(std::move(roots));
    if (const JsonValue binds = entry(b_.accessors, at["inverseBindMatrices"]))
      if (entry(b_.views, binds["bufferView"])["byteStride"])
        faults_.add("gltf.stride", at["inverseBindMatrices"], "matrices in a view with `byteStride`");
  }

  // A skinned node and its joints must be in the same scenes.
  void scene(const SceneRoots& shown) {
    const std::set<std::uint32_t> roots(shown.roots.begin(), shown.roots.end());
    for (const std::uint32_t n : skinned_) {
      if (++steps_ >= kMaxSteps) return;
      if (roots.count(trees_.root(n)) == 0) continue;
      for (const std::uint32_t root : roots_[b_.scene.nodes[n].meshes[0].skin]) {
        if (++steps_ >= kMaxSteps) return;
        if (roots.count(root) == 0)
          faults_.add(
              "gltf.joint-scene", b_.nodes[n],
              fmt::format("a skin with joints below node {}, which is not in the scene of this node", root));
      }
    }
  }

  Builder& b_;
  Faults& faults_;
  Subtrees trees_;
  std::vector<std::set<std::uint32_t>> roots_;  // roots of the joints of each skin
  std::vector<std::uint32_t> skinned_;          // nodes
  std::uint64_t steps_ = 0;
};

// --- the rest ----------------------------------------------------------------------------------------------

void check_lenses_and_lights(Builder& b, Faults& faults) {
  for (const JsonValue camera : b.cameras) {
    if (camera["orthographic"] && camera["perspective"])
      faults.add("gltf.camera", camera, "two lenses; expected `orthographic` or `perspective`");
    for (const char* lens : {"orthographic", "perspective"}) {
      const JsonValue at = camera[lens];
      for (const char* side : {"xmag", "ymag"})
        if (at[side] && at[side].number() == 0)
          faults.add("gltf.camera", at[side], "0; expected another size");
      if (at["zfar"] && at["zfar"].number() <= at["znear"].number())
        faults.add("gltf.camera", at,
                   fmt::format("from {} to {}; expected `zfar` above `znear`", at["znear"].number(),
                               at["zfar"].number()));
    }
  }
  for (const JsonValue light : b.lights) {
    const JsonValue spot = light["spot"];
    if (light["type"].text() == "spot" && !spot) faults.missing(light, "spot", "an object");
    const double outer = spot["outerConeAngle"] ? spot["outerConeAngle"].number() : 0.785398163;
    if (spot && spot["innerConeAngle"].number() >= outer)
      faults.add(
          "gltf.light", spot["outerConeAngle"] ? spot["outerConeAngle"] : spot,
          fmt::format("{}; expected above the inner angle of {}", outer, spot["innerConeAngle"].number()));
  }
}

void check_materials(Builder& b, Faults& faults) {
  for (JsonValue at = b.root["materials"].first(); at; at = at.next()) {
    const JsonValue ior = Builder::extension(at, "KHR_materials_ior")["ior"];
    if (ior.number() > 0 && ior.number() < 1)
      faults.add("gltf.schema", ior, fmt::format("{}; expected 0, or at least 1", ior.number()));
  }
}

void check_animations(Builder& b, Faults& faults) {
  for (const JsonValue animation : b.animations) {
    for (JsonValue sampler = animation["samplers"].first(); sampler; sampler = sampler.next())
      if (sampler["interpolation"].text() == "CUBICSPLINE" &&
          count_or(entry(b.accessors, sampler["input"])["count"], 2) < 2)
        faults.add("gltf.key-count", sampler["input"], "one key of a cubic spline; expected at least two");
    for (JsonValue channel = animation["channels"].first(); channel; channel = channel.next()) {
      const JsonValue target = channel["target"],
                      pointer = Builder::extension(target, "KHR_animation_pointer");
      if (!pointer) continue;
      if (target["node"]) faults.add("gltf.pointer", target["node"], "a node and a pointer");
      if (target["path"].text() != "pointer")
        faults.add("gltf.pointer", target["path"], "next to a pointer; expected \"pointer\"");
      if (pointer["pointer"] && pointer["pointer"].text().substr(0, 1) != "/")
        faults.add("gltf.pointer", pointer["pointer"], "expected a JSON pointer, which begins with /");
    }
  }
}

std::set<std::string_view> texts_of(JsonValue list) {
  std::set<std::string_view> texts;
  for (JsonValue value = list.first(); value; value = value.next()) texts.insert(value.text());
  return texts;
}

void check_extension_lists(Builder& b, Faults& faults) {
  const std::set<std::string_view> used = texts_of(b.root["extensionsUsed"]),
                                   required = texts_of(b.root["extensionsRequired"]);
  for (JsonValue name = b.root["extensionsRequired"].first(); name; name = name.next())
    if (used.count(name.text()) == 0)
      faults.add("gltf.extension-undeclared", name, "missing from `extensionsUsed`");
  for (JsonValue name = b.root["extensionsUsed"].first(); name; name = name.next())
    if (name.text() == "KHR_mesh_quantization" && required.count(name.text()) == 0)
      faults.add("gltf.extension-optional", name,
                 "not in `extensionsRequired`; expected there, since readers without it fail");
}

// Checks the parameters between media type and comma: `name=value`, and `base64` as the last one.
bool is_sound_header(std::string_view uri) {
  std::string_view header = uri.substr(0, uri.find(','));
  while (true) {
    const std::size_t at = header.find(';');
    if (at == std::string_view::npos) return true;
    header.remove_prefix(at + 1);
    const std::string_view parameter = header.substr(0, header.find(';'));
    const bool last = parameter.size() == header.size();
    if (parameter.find('=') == std::string_view::npos && !(last && parameter == "base64")) return false;
  }
}

void check_buffers(Builder& b, Faults& faults) {
  for (const JsonValue buffer : b.buffers) {
    const JsonValue uri = buffer["uri"];
    if (!is_data_uri(uri.text())) continue;
    const auto data = parse_data_uri(uri.text());
    if (!data) continue;  // check_all reports the error
    if (!is_sound_header(uri.text()))
      faults.add("gltf.uri", uri, "a data URI with broken parameters; expected data:TYPE;base64,...");
    else if (data->media_type != "application/octet-stream" && data->media_type != "application/gltf-buffer")
      faults.add("gltf.media-type", uri,
                 fmt::format("\"{}\"; expected application/octet-stream or application/gltf-buffer",
                             data->media_type));
  }
}

void check_image_types(Builder& b, Faults& faults) {
  const bool webp = texts_of(b.root["extensionsUsed"]).count("EXT_texture_webp") != 0;
  std::size_t i = 0;
  for (JsonValue at = b.root["images"].first(); at && i < b.scene.images.size(); at = at.next(), ++i) {
    const JsonValue uri = at["uri"], stated = at["mimeType"];
    if (uri && at["bufferView"]) faults.add("gltf.schema", at, "both `uri` and `bufferView`");
    if (at["bufferView"] && !stated) faults.missing(at, "mimeType", "the type of the image");
    if (entry(b.views, at["bufferView"])["byteStride"])
      faults.add("gltf.stride", at["bufferView"], "an image in a view with `byteStride`");
    const std::string_view found = image_type(b.scene.images[i].bytes);
    if (found.empty()) continue;
    if (stated && stated.text() != found)
      faults.add("gltf.media-type", stated, fmt::format("\"{}\"; expected {}", stated.text(), found));
    const auto data = is_data_uri(uri.text()) ? parse_data_uri(uri.text()) : std::nullopt;
    if (data && data->media_type != found)
      faults.add("gltf.media-type", uri, fmt::format("\"{}\"; expected {}", data->media_type, found));
    if (found == "image/webp" && !webp)
      faults.add("gltf.media-type", at, "WebP without EXT_texture_webp; expected PNG or JPEG");
  }
}

}  // namespace

void check_specification(Builder& b, Faults& faults) {
  check_buffers(b, faults);
  check_views(b, faults);
  for (std::uint32_t i = 0; i < b.accessors.size(); ++i) AccessorCheck(b, faults, i).run();
  check_image_types(b, faults);
  check_materials(b, faults);
  MeshCheck(b, faults).run();
  SkinCheck(b, faults).run();
  check_lenses_and_lights(b, faults);
  check_animations(b, faults);
  check_extension_lists(b, faults);
}

}  // namespace skelter::gltf
