#include <fmt/format.h>

#include <unordered_map>

#include "formats/x/write/scene_writer.h"
#include "scene/internal/phong_extras.h"

namespace skelter::x {
namespace {

constexpr std::uint16_t kMaterialGuids = 1;

void write_color(Sink& sink, const Vec3& color) {
  sink.real(color.x, ";");
  sink.real(color.y, ";");
  sink.real(color.z, ";;\n");
}

void write_colors(Sink& sink, const Material& material) {
  sink.real(material.base_color.x, ";");
  sink.real(material.base_color.y, ";");
  sink.real(material.base_color.z, ";");
  sink.real(material.base_color.w, ";;\n");
  sink.real(material.specular_power, ";\n");
  write_color(sink, material.specular);
  write_color(sink, material.emissive);
}

void write_parameter(SceneWriter& writer, const EffectParameter& parameter) {
  Sink& sink = writer.sink;
  const std::string name = writer.spelled(parameter.name, "EffectParam");
  if (const auto* numbers = std::get_if<std::vector<float>>(&parameter.value)) {
    sink.begin("EffectParamFloats");
    sink.text(name, ";\n");
    sink.integer(static_cast<std::uint32_t>(numbers->size()), ";\n");
    for (std::size_t i = 0; i < numbers->size(); ++i)
      sink.real((*numbers)[i], i + 1 < numbers->size() ? "," : ";\n");
  } else if (const auto* text = std::get_if<std::string>(&parameter.value)) {
    sink.begin("EffectParamString");
    sink.text(name, ";\n");
    sink.text(writer.spelled(*text, "EffectParamString"), ";\n");
  } else {
    sink.begin("EffectParamDWord");
    sink.text(name, ";\n");
    sink.integer(std::get<std::uint32_t>(parameter.value), ";\n");
  }
  sink.end();
}

void write_effect(SceneWriter& writer, const EffectInstance& effect) {
  writer.sink.begin("EffectInstance");
  writer.sink.text(writer.spelled(effect.file, "EffectInstance"), ";\n");
  for (const EffectParameter& parameter : effect.parameters) write_parameter(writer, parameter);
  writer.sink.end();
}

// The texture, followed by the part that an MMD accessory wrote after '*'.
std::string texture_name(const Scene& scene, const Material& material) {
  std::string name;
  if (material.base_color_texture != kNone) name = scene.textures[material.base_color_texture].name;
  if (!material.texture_suffix.empty()) name += "*" + material.texture_suffix;
  return name;
}

}  // namespace

MaterialWriter::MaterialWriter(SceneWriter& writer)
    : writer_(writer),
      written_(writer.scene.materials.size(), false),
      guids_(writer.scene.materials.size()),
      needs_guid_(writer.scene.materials.size(), false) {
  const std::vector<Material>& materials = writer.scene.materials;
  std::unordered_map<std::string, std::uint32_t> uses_of_name;
  for (std::uint32_t node = 0; node < writer.scene.nodes.size(); ++node)
    if (writer.is_frame(node)) ++uses_of_name[writer.frame_name(node)];
  for (const Mesh& mesh : writer.scene.meshes) ++uses_of_name[mesh.name];
  for (const Material& material : materials) {
    names_.push_back(writer.object_name(material.name, "Material"));
    ++uses_of_name[names_.back()];
  }
  const std::vector<std::uint32_t> uses = in_order_of_use();
  std::vector<std::uint32_t> first_uses, count(materials.size(), 0);
  for (const std::uint32_t material : uses)
    if (count[material]++ == 0) first_uses.push_back(material);
  inline_ = first_uses.size() == materials.size();
  for (std::uint32_t i = 0; i < first_uses.size(); ++i) inline_ = inline_ && first_uses[i] == i;
  for (std::uint32_t i = 0; i < materials.size(); ++i) {
    guids_[i] = numbered_guid(kMaterialGuids, i);
    const bool referred_to = count[i] > (inline_ ? 1u : 0u);
    needs_guid_[i] = referred_to && (names_[i].empty() || uses_of_name[names_[i]] > 1);
    if (!needs_guid_[i] || writer.writes_guid()) continue;
    names_[i] = writer.own_name(names_[i], "Material", uses_of_name);
    needs_guid_[i] = false;
  }
}

// Materials in the order in which meshes list them, with repetitions.
std::vector<std::uint32_t> MaterialWriter::in_order_of_use() const {
  std::vector<std::uint32_t> uses;
  for (const Mesh& mesh : writer_.scene.meshes)
    for (const Primitive& primitive : mesh.primitives)
      for (const std::uint32_t material : primitive.materials)
        if (material != kNone) uses.push_back(material);
  return uses;
}

void MaterialWriter::write_in_front() {
  if (inline_) return;
  for (std::uint32_t i = 0; i < written_.size(); ++i) write(i);
}

void MaterialWriter::write_entry(std::uint32_t material) {
  if (material == kNone) {
    write_default();
  } else if (written_[material]) {
    writer_.sink.reference({names_[material], needs_guid_[material] ? &guids_[material] : nullptr});
  } else {
    write(material);
  }
}

// D3DX requires as many materials as the list states. This grey is D3DX's own default.
void MaterialWriter::write_default() {
  Material grey;
  grey.base_color = {0.5f, 0.5f, 0.5f, 1};
  grey.specular = {0.5f, 0.5f, 0.5f};
  writer_.sink.begin("Material");
  write_colors(writer_.sink, grey);
  writer_.sink.end();
  writer_.lose("x.default-material", "MeshMaterialList",
               "a slot without material among others that have one; a grey material is used");
}

void MaterialWriter::write(std::uint32_t index) {
  written_[index] = true;
  const Material& material = writer_.scene.materials[index];
  Sink& sink = writer_.sink;
  sink.begin("Material", {names_[index], needs_guid_[index] ? &guids_[index] : nullptr});
  write_colors(sink, material);
  if (const std::string texture = texture_name(writer_.scene, material); !texture.empty()) {
    sink.begin("TextureFilename");
    sink.text(writer_.spelled(texture, "TextureFilename"), ";\n");
    sink.end();
  }
  if (material.effect) write_effect(writer_, *material.effect);
  sink.end();
  // Materials read from `.x` do not state which sides are visible.
  if (material.double_sided && !has_phong_extras(material))
    writer_.lose("x.double-sided", fmt::format("Material {}", names_[index]),
                 "double-sided, which .x cannot hold; Direct3D programs cull back faces");
}

}  // namespace skelter::x
