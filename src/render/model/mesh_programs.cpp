// Part of MeshPainter: selects the geometry and program of each skinning path.

#include <algorithm>
#include <string>

#include "render/model/mesh_painter.h"

namespace skelter {
namespace {

constexpr std::uint32_t kLargestBlockPalette = 256;
constexpr const char* kOldMaterials = "mesh_fragment.glsl";

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

}  // namespace

std::uint32_t MeshPainter::largest_block_palette() const {
  const bool dual = request_.skinning.dual_quaternions;
  const auto fit =
      static_cast<std::uint32_t>(kUniformBlockBytes / 16 / (dual ? kDualQuaternionRows : kLinearRows));
  return std::min(fit, kLargestBlockPalette);
}

Result<void> MeshPainter::check_path() const {
  const SkinningOptions& skinning = request_.skinning;
  if (skinning.path == SkinningPath::buffer_palette && !epoxy_is_desktop_gl())
    return Error{Status::unsupported,
                 "render.no-texture-buffers",
                 "WebGL2 has no texture buffers for the skinning path buffer_palette; use a different path",
                 {std::string(request_.gpu->shape.file), 0, {}, {}}};
  if (skinning.dual_quaternions && (skinning.path == SkinningPath::cpu || skinning.variant != nullptr))
    return bad_path(
        "the skinning path " + skinning_name(skinning) +
        " does not support dual quaternions; use texture_palette, buffer_palette or uniform_palette");
  if (skinning.path == SkinningPath::uniform_palette && skinning.variant == nullptr &&
      skinning.palette_size > largest_block_palette())
    return bad_path("a palette of " + std::to_string(skinning.palette_size) +
                    " bones; a uniform block holds " + std::to_string(largest_block_palette()));
  return {};
}

// The library reads the plan file, and validates a changed file with plan() before using it.
Result<void> MeshPainter::plan_variant() {
  const SkinningVariant* variant = request_.skinning.variant;
  if (variant == nullptr) return {};
  library_->add_source(variant->source());
  const std::string file(variant->plan_file());
  std::string text;
  const auto largest = static_cast<std::uint64_t>(largest_uniforms_);
  if (!file.empty()) {
    const auto check = [variant, largest](const std::string& changed,
                                          const std::string& name) -> Result<void> {
      const Result<VariantPlan> plan = variant->plan(changed, name, 0, largest);
      return plan ? Result<void>() : plan.error();
    };
    Result<std::string> read = library_->text(file, check);
    if (!read) return read.error();
    text = std::move(*read);
  }
  Result<VariantPlan> plan =
      variant->plan(text, library_->name_of(file), request_.skinning.palette_size, largest);
  if (!plan) return plan.error();
  plan_ = std::move(*plan);
  return {};
}

GeometryKey MeshPainter::geometry_key(const DrawItem& item, SkinningPath path) const {
  const SkinningOptions& skinning = request_.skinning;
  if (!item.skinned)
    return {path == SkinningPath::cpu && item.morph_targets > 0 ? GeometryKind::written : GeometryKind::rest};
  if (path == SkinningPath::cpu) return {GeometryKind::written};
  if (path != SkinningPath::uniform_palette) return {GeometryKind::influences};
  if (skinning.variant != nullptr)
    return {GeometryKind::groups, plan_.palette_size, plan_.max_influences, skinning.variant};
  return {GeometryKind::groups, skinning.palette_size > 0 ? skinning.palette_size : largest_block_palette()};
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
  if (skins) request.defines += "#define INFLUENCES " + std::to_string(geometry.influences) + "\n";

  const auto add = [&](std::initializer_list<const char*> files) {
    request.vertex.insert(request.vertex.end(), files.begin(), files.end());
  };
  const char* blend = request_.skinning.dual_quaternions ? "skin_dual_quaternion.glsl" : "skin_linear.glsl";
  if (prepared.variant != nullptr) {
    const VariantPlan::Technique& technique = skins ? plan_.skinned : plan_.rigid;
    request.vertex.insert(request.vertex.end(), technique.vertex.begin(), technique.vertex.end());
    if (look == Look::lit) request.fragment = {technique.fragment};
    request.defines += plan_.defines;
  } else if (!skins) {
    add({"skin_rigid.glsl"});
  } else {
    add({prepared.path == SkinningPath::texture_palette  ? "palette_texture.glsl"
         : prepared.path == SkinningPath::buffer_palette ? "palette_buffer.glsl"
                                                         : "palette_block.glsl",
         "influences.glsl", blend});
  }
  // If a variant has its own fragment files, these define how glTF materials look.
  if (pbr != nullptr && request.fragment.front() == kOldMaterials) {
    request.fragment = {"pbr_light.glsl", "pbr_fragment.glsl"};
    request.defines += defines_of(*pbr, item, written);
  }
  if (look == Look::lit && request_.file_lights && prepared.variant == nullptr) {
    request.fragment.insert(request.fragment.begin(), "punctual_lights.glsl");
    request.defines += "#define FILE_LIGHTS\n";
  }
  if (look == Look::lit || look == Look::point_light)
    request.fragment.insert(request.fragment.begin(), "screen_color.glsl");
  add({"mesh_vertex.glsl"});
  return library_->program(request);
}

}  // namespace skelter
