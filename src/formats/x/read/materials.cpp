// Reads materials with their textures and effects.

#include <array>
#include <utility>

#include "formats/x/read/scene_builder.h"
#include "system/internal/paths.h"

namespace skelter::x {
namespace {

class Textures {
 public:
  explicit Textures(SceneBuilder& b) : b_(b) {}

  std::uint32_t index_of(const std::string& name) {
    const auto [entry, is_new] = indices_.emplace(name, static_cast<std::uint32_t>(b_.scene.textures.size()));
    if (is_new) b_.scene.textures.push_back({name});
    return entry->second;
  }

 private:
  SceneBuilder& b_;
  std::unordered_map<std::string, std::uint32_t> indices_;
};

Result<EffectInstance> read_effect(SceneBuilder& b, std::uint32_t object) {
  EffectInstance effect;
  effect.file = b.string_at(WordsCursor(b.words(object)).next());
  for (const std::uint32_t child : b.children(b.resolved(object))) {
    const Kind kind = b.kind(child);
    if (kind != Kind::effect_floats && kind != Kind::effect_string && kind != Kind::effect_dword) continue;
    if (auto counted = b.count_reference(child); !counted) return counted.error();
    WordsCursor words(b.words(child));
    EffectParameter parameter;
    parameter.name = b.string_at(words.next());
    if (kind == Kind::effect_string) {
      parameter.value = b.string_at(words.next());
    } else if (kind == Kind::effect_dword) {
      parameter.value = words.next();
    } else {
      const Words numbers = words.take(words.next());
      std::vector<float> values(numbers.size());
      warn_not_finite(b, child, copy_finite(numbers, values.data()));
      parameter.value = std::move(values);
    }
    effect.parameters.push_back(std::move(parameter));
  }
  return effect;
}

// Texture name among the effect's parameters, or "" if there is none.
std::string texture_of_effect(const EffectInstance& effect) {
  for (const EffectParameter& parameter : effect.parameters)
    if (const auto* name = std::get_if<std::string>(&parameter.value);
        name != nullptr && parameter.name == "Texture0@Name")
      return *name;
  return {};
}

// MMD accessories write "skin.png*shine.spa": the texture, then a sphere map.
void set_texture(Material& material, std::string name, Textures& textures) {
  if (const std::size_t star = name.find('*'); star != std::string::npos) {
    material.texture_suffix = name.substr(star + 1);
    name.resize(star);
  }
  if (!name.empty()) material.base_color_texture = textures.index_of(with_slashes(name));
}

Result<Material> read_material(SceneBuilder& b, std::uint32_t object, Textures& textures) {
  std::array<float, 11> numbers{};
  warn_not_finite(b, object, copy_finite(WordsCursor(b.words(object)).take(numbers.size()), numbers.data()));
  Material material;
  material.name = b.tree.objects[object].name;
  material.base_color = {numbers[0], numbers[1], numbers[2], numbers[3]};
  material.specular_power = numbers[4];
  material.specular = {numbers[5], numbers[6], numbers[7]};
  material.emissive = {numbers[8], numbers[9], numbers[10]};

  std::string texture;
  std::uint32_t names = 0, effects = 0;
  for (const std::uint32_t child : b.children(object)) {
    if (auto counted = b.count_reference(child); !counted) return counted.error();
    switch (b.kind(child)) {
      case Kind::texture_filename:
        texture = b.string_at(WordsCursor(b.words(child)).next());
        ++names;
        break;
      case Kind::effect_instance: {
        Result<EffectInstance> effect = read_effect(b, child);
        if (!effect) return effect.error();
        material.effect = *std::move(effect);
        ++effects;
        break;
      }
      default:
        break;
    }
  }
  if (names > 1)
    b.warn("x.several-textures", object,
           std::to_string(names) + " texture names; expected one: the last is used");
  if (effects > 1)
    b.warn("x.several-effects", object, std::to_string(effects) + " effects; expected one: the last is used");
  if (texture.empty() && material.effect) texture = texture_of_effect(*material.effect);
  set_texture(material, std::move(texture), textures);
  return material;
}

}  // namespace

// Reads every Material object of the file once, used or not.
Result<void> read_materials(SceneBuilder& b) {
  Textures textures(b);
  for (std::uint32_t o = 0; o < b.tree.objects.size(); ++o) {
    if (b.tree.objects[o].reference || b.kind(o) != Kind::material) continue;
    if (auto room = b.make_room(o, b.scene.materials); !room) return room;
    if (auto taken = b.take_memory<char>(o, b.tree.objects[o].name.size()); !taken) return taken;
    b.index_of_object[o] = static_cast<std::uint32_t>(b.scene.materials.size());
    Result<Material> material = read_material(b, o, textures);
    if (!material) return material.error();
    b.scene.materials.push_back(*std::move(material));
  }
  return {};
}

}  // namespace skelter::x
