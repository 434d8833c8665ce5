// Part of MeshPainter: selects the program of each material and sets its uniforms.

#include <algorithm>
#include <cmath>

#include "render/model/mesh_colors.h"
#include "render/model/mesh_painter.h"

namespace skelter {
namespace {

constexpr const char* kMapNames[kMapSlots] = {"BASE_COLOR_MAP", "METALLIC_ROUGHNESS_MAP", "NORMAL_MAP",
                                              "OCCLUSION_MAP", "EMISSIVE_MAP"};

// Returns distinct colours by stepping around the hue circle.
Vec4 group_color(std::size_t part) {
  const double hue = 6 * std::fmod(0.09 + 0.618034 * static_cast<double>(part), 1.0);
  const auto channel = [&](double shift) {
    const double k = std::fmod(hue + shift, 6.0);
    return static_cast<float>(0.75 - 0.6 * std::clamp(std::min(k, 4 - k), 0.0, 1.0));
  };
  return {channel(5), channel(3), channel(1), 1};
}

void bind_map(GLint unit, GLuint texture) {
  glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(unit));
  glBindTexture(GL_TEXTURE_2D, texture);
}

void set_pbr(const gl::ShaderProgram& program, const GpuPbr& pbr) {
  program.set("u_metallic", pbr.metallic);
  program.set("u_roughness", pbr.roughness);
  program.set("u_normal_scale", pbr.normal_scale);
  program.set("u_occlusion_strength", pbr.occlusion_strength);
  std::array<Vec3, 2 * kMapSlots> rows;
  std::array<GLint, kMapSlots> sets{};
  for (std::size_t slot = 0; slot < kMapSlots; ++slot) {
    const GpuMap& map = pbr.maps[slot];
    rows[2 * slot] = map.u;
    rows[2 * slot + 1] = map.v;
    sets[slot] = map.uv_set;
    if (slot > 0 && map.texture != 0) bind_map(gl::kDataMapUnits + static_cast<GLint>(slot) - 1, map.texture);
  }
  glUniform3fv(program.place("u_uv_rows"), 2 * kMapSlots, &rows[0].x);
  glUniform1iv(program.place("u_uv_sets"), kMapSlots, sets.data());
}

void set_material(const gl::ShaderProgram& program, const GpuMaterial& material) {
  using gl::Uniform;
  program.set(Uniform::base_color, material.base_color);
  program.set(Uniform::specular, material.specular);
  program.set(Uniform::power, material.specular_power);
  program.set(Uniform::emissive, material.emissive);
  program.set(Uniform::alpha_cut, material.alpha_cut);
  program.set(Uniform::blended, material.coverage == Coverage::blended);
  if (material.pbr) set_pbr(program, *material.pbr);
  bind_map(gl::kMaterialUnit, material.texture);
}

}  // namespace

// Returns defines for both stages. The CPU writes no tangents; without them the fragment shader derives its
// own.
std::string MeshPainter::defines_of(const GpuPbr& pbr, const DrawItem& item, bool written) {
  std::string defines;
  const auto add = [&](const char* name) { defines.append("#define ").append(name).append("\n"); };
  bool second_uv = false;
  for (std::size_t slot = 0; slot < kMapSlots; ++slot) {
    const GpuMap& map = pbr.maps[slot];
    if (map.texture == 0 || (pbr.unlit && slot > 0)) continue;
    add(kMapNames[slot]);
    second_uv = second_uv || map.uv_set == 1;
  }
  if (second_uv && item.detail_kinds.second_uv) add("SECOND_UV");
  if (pbr.unlit) add("UNLIT");
  if (!pbr.unlit && !written && pbr.map(MapSlot::normal).texture != 0 && item.detail_kinds.tangent)
    add("TANGENTS");
  return defines;
}

namespace {

// Sets the uniforms of KHR_lights_punctual lights.
void set_lights(const gl::ShaderProgram& program, std::span<const PunctualLight> lights) {
  const std::size_t count = std::min(lights.size(), kMaxPunctualLights);
  std::array<Vec4, kMaxPunctualLights> places{}, intensities{}, directions{};
  for (std::size_t i = 0; i < count; ++i) {
    const PunctualLight& light = lights[i];
    const Vec3 at = to_float(light.position), along = to_float(light.direction);
    const bool spot = light.kind == LightKind::spot;
    const double outer = std::cos(light.outer_cone_rad);
    const double scale = 1 / std::max(0.001, std::cos(light.inner_cone_rad) - outer);
    places[i] = {at.x, at.y, at.z, light.kind == LightKind::directional ? 0.0f : 1.0f};
    intensities[i] = {light.intensity.x, light.intensity.y, light.intensity.z,
                      static_cast<float>(light.range)};
    directions[i] = {along.x, along.y, along.z, spot ? static_cast<float>(scale) : 0.0f};
  }
  std::array<float, kMaxPunctualLights> offsets{};
  for (std::size_t i = 0; i < count; ++i)
    offsets[i] = lights[i].kind == LightKind::spot
                     ? static_cast<float>(-std::cos(lights[i].outer_cone_rad)) * directions[i].w
                     : 1.0f;
  program.set("u_light_count", static_cast<int>(count));
  glUniform4fv(program.place("u_light_places"), kMaxPunctualLights, &places[0].x);
  glUniform4fv(program.place("u_light_intensities"), kMaxPunctualLights, &intensities[0].x);
  glUniform4fv(program.place("u_light_directions"), kMaxPunctualLights, &directions[0].x);
  glUniform1fv(program.place("u_light_offsets"), kMaxPunctualLights, offsets.data());
}

}  // namespace

void MeshPainter::set_look(const gl::ShaderProgram& program, const View& view, const DrawOptions& options) {
  using gl::Uniform;
  program.set(Uniform::eye, view.eye);
  program.set(Uniform::to_key, view.to_key);
  program.set(Uniform::to_rim, view.to_rim);
  program.set(Uniform::levels, view.levels);
  if (request_.file_lights) set_lights(program, options.lights);
  if (options.point_light) {
    program.set(Uniform::point_light, to_float(options.point_light->position));
    program.set(Uniform::ambient, options.point_light->ambient);
    program.set(Uniform::fill_light, to_float(options.point_light->fill_position));
    program.set(Uniform::fill, options.point_light->fill);
  }
  if (options.unlit_color)
    program.set(Uniform::color,
                Vec4{options.unlit_color->x, options.unlit_color->y, options.unlit_color->z, 1});
}

GpuMaterial MeshPainter::material_of(const Prepared& prepared, std::size_t part,
                                     const DrawOptions& options) const {
  const DrawItem& item = *prepared.item;
  const GLuint white = request_.gpu->textures.white();
  if (item.colors_shown) return plain_material(white);
  if (options.color_groups && item.skinned) {
    GpuMaterial material = plain_material(white);
    material.base_color = group_color(part);
    return material;
  }
  return surface_of(prepared, part).material;
}

const Surface& MeshPainter::surface_of(const Prepared& prepared, std::size_t part) {
  return prepared.item->surfaces[prepared.geometry->parts[part].surface];
}

Result<void> MeshPainter::choose_programs(Prepared& prepared, Look look, bool members) {
  const bool by_material =
      look == Look::lit && !prepared.item->colors_shown && !(request_.color_groups && prepared.item->skinned);
  for (const GeometryPart& part : prepared.geometry->parts) {
    const GpuMaterial& material = prepared.item->surfaces[part.surface].material;
    const Result<const gl::ShaderProgram*> program =
        program_of(prepared, look, members, by_material && material.pbr ? &*material.pbr : nullptr);
    if (!program) return program.error();
    prepared.programs.push_back(*program);
  }
  if (!prepared.programs.empty()) return {};
  const Result<const gl::ShaderProgram*> program = program_of(prepared, look, members, nullptr);
  if (!program) return program.error();
  prepared.programs.push_back(*program);
  return {};
}

// glTF surfaces are single-sided unless their material is double-sided. Classic materials are always
// double-sided, unless the options request front faces only. For transparent surfaces, back faces are drawn
// first.
void MeshPainter::paint_sides(const GpuMaterial& material, const DrawOptions& options,
                              const std::function<void()>& draw) {
  const bool is_pbr = material.pbr && !options.unlit_color;
  const bool one_side = options.cull_back_faces || (is_pbr && !material.pbr->double_sided);
  if (one_side) {
    glEnable(GL_CULL_FACE);
    draw();
    return;
  }
  if (!is_pbr || material.coverage != Coverage::blended) {
    glDisable(GL_CULL_FACE);
    draw();
    return;
  }
  glEnable(GL_CULL_FACE);
  for (const GLenum side : {GL_FRONT, GL_BACK}) {
    glCullFace(side);
    draw();
  }
}

void MeshPainter::paint_item(const Prepared& prepared, const View& view, const DrawOptions& options,
                             bool blended) {
  std::optional<std::size_t> set_for;  // part for which the uniforms are set
  for (std::size_t p = 0; p < prepared.geometry->parts.size(); ++p) {
    const GpuMaterial material = material_of(prepared, p, options);
    const bool is_blended = material.coverage == Coverage::blended && !options.unlit_color;
    if (is_blended != blended) continue;
    const gl::ShaderProgram& program = *prepared.programs[p];
    if (!set_for || prepared.programs[*set_for] != &program) {
      set_item(prepared, program, view.clip_from_world, 0);
      set_look(program, view, options);
      set_for = p;
    }
    if (!options.unlit_color) set_material(program, material);
    program.set(gl::Uniform::unlit, options.unlit || surface_of(prepared, p).without_light);
    paint_sides(material, options, [&] {
      const GeometryPart& part = prepared.geometry->parts[p];
      prepared.palettes != nullptr ? draw_members(prepared, program, part)
                                   : draw_part(prepared, program, part);
    });
  }
}

}  // namespace skelter
