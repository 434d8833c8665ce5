// Which geometry and which program each way of skinning takes.

#include <algorithm>
#include <string>

#include "render/mesh_painter.h"

namespace skelter {
namespace {

constexpr std::uint32_t kSamplePalette = 26;  // of the SDK sample's vertex shaders

constexpr const char* kOldMaterials = "mesh_fragment.glsl";

std::string define(const char* name, std::uint32_t value) {
  return "#define " + std::string(name) + " " + std::to_string(value) + "\n";
}

const char* fragment_of(Look look) {
  switch (look) {
    case Look::lit:
      return kOldMaterials;
    case Look::point_light:
      return "point_light_fragment.glsl";
    case Look::occluder:
      return "occluder_fragment.glsl";
    default:
      return "flat_fragment.glsl";
  }
}

Error bad_path(std::string message) {
  return {Status::invalid_argument, "render.skinning", std::move(message), {}};
}

// Components that the bone matrices of one group take, with normal matrices; drivers store rows of four.
std::uint32_t components_per_bone(SkinningPath path) {
  return path == SkinningPath::vertex_shader ? 24 : 28;
}
constexpr std::uint32_t kOtherComponents = 256;  // the program's other uniforms, generously

}  // namespace

std::uint32_t MeshPainter::palette_size(SkinningPath path) const {
  if (request_.skinning.palette_size > 0) return request_.skinning.palette_size;
  if (path == SkinningPath::effect) return effect_.palette_size;
  if (path == SkinningPath::uniform_palette) return largest_block_palette();
  return kSamplePalette;
}

// Palettes are numbered by bytes.
std::uint32_t MeshPainter::largest_block_palette() const {
  const bool dual = request_.skinning.blend == SkinningBlend::dual_quaternion;
  const auto fit =
      static_cast<std::uint32_t>(kUniformBlockBytes / 16 / (dual ? kDualQuaternionRows : kLinearRows));
  return std::min(fit, kLargestBytePalette);
}

Result<void> MeshPainter::check_path() const {
  const SkinningPath path = request_.skinning.path;
  const bool palette = path == SkinningPath::texture_palette || path == SkinningPath::buffer_palette ||
                       path == SkinningPath::uniform_palette;
  if (request_.skinning.blend == SkinningBlend::dual_quaternion && !palette)
    return bad_path("dual quaternions with the skinning path " + std::string(skinning_path_name(path)) +
                    "; expected texture_palette, buffer_palette or uniform_palette");
  const std::uint32_t bones = palette_size(path);
  if (path == SkinningPath::uniform_palette && bones > largest_block_palette())
    return bad_path("a palette of " + std::to_string(bones) + " bones; a uniform block holds " +
                    std::to_string(largest_block_palette()));
  const bool constants = path == SkinningPath::indexed_blend || path == SkinningPath::vertex_shader ||
                         path == SkinningPath::effect;
  const std::uint64_t needed = std::uint64_t{bones} * components_per_bone(path) + kOtherComponents;
  if (constants && needed > static_cast<std::uint64_t>(largest_uniforms_))
    return bad_path("a palette of " + std::to_string(bones) + " bones needs " + std::to_string(needed) +
                    " uniform components; this machine has " + std::to_string(largest_uniforms_));
  return {};
}

GeometryKey MeshPainter::geometry_key(const DrawItem& item, SkinningPath path) const {
  const bool by_cpu = path == SkinningPath::cpu || path == SkinningPath::software;
  if (!item.skinned)
    return {by_cpu && item.morph_targets > 0 ? GeometryKind::written : GeometryKind::rest, 0, 0};
  switch (path) {
    case SkinningPath::texture_palette:
    case SkinningPath::buffer_palette:
      return {GeometryKind::influences, 0, 0};
    case SkinningPath::cpu:
    case SkinningPath::software:
      return {GeometryKind::written, 0, 0};
    case SkinningPath::uniform_palette:
      return {GeometryKind::groups, palette_size(path), kMaxInfluences};
    case SkinningPath::non_indexed_blend:
      return {GeometryKind::blend, 0, 4};
    case SkinningPath::effect:
      return {GeometryKind::bytes, palette_size(path), effect_.influences};
    default:
      return {GeometryKind::bytes, palette_size(path), 4};
  }
}

Result<const gl::ShaderProgram*> MeshPainter::program_of(const Prepared& prepared, Look look, bool members,
                                                         const GpuPbr* pbr) {
  const DrawItem& item = *prepared.item;
  const MeshGeometry& geometry = *prepared.geometry;
  const bool written = geometry_key(item, prepared.path).kind == GeometryKind::written;
  const bool skins = members || (item.skinned && !written);
  gl::ProgramRequest request;
  request.fragment = {fragment_of(look)};
  request.capture = look == Look::captured;
  const bool morphs = item.morph_targets > 0 && !written;
  request.vertex = {morphs ? "morph_texture.glsl" : "morph_none.glsl"};
  if (morphs && !geometry.old_vertex.empty()) request.defines += "#define COPIED_VERTICES\n";
  if (skins || morphs) request.defines += "#define UNIT_NORMALS\n";
  if (members) request.defines += "#define MEMBERS\n";
  if (skins)
    request.defines +=
        define("INFLUENCES", geometry.influences) + define("PALETTE", palette_size(prepared.path));

  const auto add = [&](std::initializer_list<const char*> files) {
    request.vertex.insert(request.vertex.end(), files.begin(), files.end());
  };
  const char* blend =
      request_.skinning.blend == SkinningBlend::linear ? "skin_linear.glsl" : "skin_dual_quaternion.glsl";
  if (prepared.path == SkinningPath::effect) {
    const EffectTechnique& technique = *effect_.effect.technique(skins ? "Skinning" : "Lighting");
    request.vertex.insert(request.vertex.end(), technique.vertex.begin(), technique.vertex.end());
    if (look == Look::lit) request.fragment = {technique.fragment};
    request.defines += "#define EFFECT\n";
  } else if (!skins) {
    add({"skin_rigid.glsl"});
  } else if (prepared.path == SkinningPath::texture_palette) {
    add({"palette_texture.glsl", "influences.glsl", blend});
  } else if (prepared.path == SkinningPath::buffer_palette) {
    add({"palette_buffer.glsl", "influences.glsl", blend});
  } else if (prepared.path == SkinningPath::uniform_palette) {
    add({"palette_block.glsl", "influences.glsl", blend});
  } else if (prepared.path == SkinningPath::non_indexed_blend) {
    request.defines += define("BONES", geometry.influences);
    add({"skin_non_indexed.glsl"});
  } else if (prepared.path == SkinningPath::indexed_blend) {
    add({"byte_influences.glsl", "skin_indexed.glsl"});
  } else {
    add({"byte_influences.glsl", "skin_vertex_shader.glsl"});
  }
  // Fragment files of an effect that are not ours draw glTF materials as they like.
  if (pbr != nullptr && request.fragment.front() == kOldMaterials) {
    request.fragment = {"pbr_light.glsl", "pbr_fragment.glsl"};
    request.defines += defines_of(*pbr, item, written);
  }
  if (look == Look::lit || look == Look::point_light)
    request.fragment.insert(request.fragment.begin(), "screen_color.glsl");
  add({"mesh_vertex.glsl"});
  return library_->program(request);
}

}  // namespace skelter
