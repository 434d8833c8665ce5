// Part of MeshPainter: draws crowds. Every mesh and material is drawn once for all members.

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "render/crowd/crowd_texture.h"
#include "render/model/mesh_painter.h"

namespace skelter {
namespace {

Error bad_crowd(const ModelShape& shape, std::string message) {
  return {Status::invalid_argument, "render.crowd", std::move(message), {std::string(shape.file), 0, {}, {}}};
}

// Matrices that are uploaded together: the palettes of one mesh, or of several meshes if they are in the same
// array.
struct PaletteArray {
  std::span<const Affine> matrices;
  bool has(std::span<const Affine> part) const {
    const std::less_equal<const Affine*> before;
    return before(matrices.data(), part.data()) &&
           before(part.data() + part.size(), matrices.data() + matrices.size());
  }
};

std::vector<PaletteArray> palette_arrays(std::span<const CrowdPalettes> all) {
  std::vector<PaletteArray> arrays;
  for (const CrowdPalettes& palettes : all)
    if (std::none_of(arrays.begin(), arrays.end(),
                     [&](const PaletteArray& array) { return array.has(palettes.matrices); }))
      arrays.push_back({palettes.matrices});
  return arrays;
}

}  // namespace

Result<void> MeshPainter::check_crowd(const CrowdFrame& crowd) const {
  const std::size_t members = crowd.world_from_model.size();
  const ModelShape& shape = request_.gpu->shape;
  if (!crowd.tints.empty() && crowd.tints.size() != members)
    return bad_crowd(shape, std::to_string(crowd.tints.size()) + " tints; expected one for each of " +
                                std::to_string(members) + " members");
  for (const CrowdPalettes& palettes : crowd.palettes) {
    const ModelSkin* skin = skin_of(palettes.node, palettes.instance);
    if (skin == nullptr)
      return bad_crowd(shape, "palettes for mesh instance " + std::to_string(palettes.instance) +
                                  " of node " + std::to_string(palettes.node) +
                                  ", which the scene does not have");
    const std::size_t entries = skin->size;
    const std::size_t needed = members == 0 ? 0 : (members - 1) * palettes.stride + entries;
    if (palettes.stride < entries || palettes.matrices.size() < needed)
      return bad_crowd(shape, std::to_string(palettes.matrices.size()) + " matrices at a stride of " +
                                  std::to_string(palettes.stride) + "; expected " + std::to_string(entries) +
                                  " for each of " + std::to_string(members) + " members");
  }
  return {};
}

// Returns null if the model lacks the instance.
const ModelSkin* MeshPainter::skin_of(std::uint32_t node, std::uint32_t instance) const {
  for (const ModelSkin& skin : request_.gpu->shape.skins)
    if (skin.node == node && skin.instance == instance) return &skin;
  return nullptr;
}

Result<void> MeshPainter::check_posed(const CrowdFrame& crowd, const PosedCrowd& posed) const {
  const ModelShape& shape = request_.gpu->shape;
  if (request_.skinning.dual_quaternions)
    return bad_crowd(shape, "a crowd that is posed on the graphics card does not support dual quaternions");
  if (crowd.world_from_model.size() != posed.members())
    return bad_crowd(shape, std::to_string(crowd.world_from_model.size()) + " members; expected " +
                                std::to_string(posed.members()) + ", as many as were posed");
  for (const CrowdPalettes& palettes : posed.palettes()) {
    const ModelSkin* skin = skin_of(palettes.node, palettes.instance);
    if (skin == nullptr)
      return bad_crowd(shape, "a skin for mesh instance " + std::to_string(palettes.instance) + " of node " +
                                  std::to_string(palettes.node) + ", which the scene does not have");
    const std::size_t entries = skin->size;
    if (palettes.stride < entries)
      return bad_crowd(shape, "a skin of " + std::to_string(palettes.stride) +
                                  " joints for a mesh that needs " + std::to_string(entries));
  }
  return {};
}

Result<void> MeshPainter::prepare_crowd(const Request& request, const CrowdFrame& crowd,
                                        const PosedCrowd* posed) {
  request_ = request;
  counters = {};
  prepared_.clear();
  whole_occluders_.clear();
  whole_edges_.clear();
  frame_ = {};
  members_ = static_cast<std::uint32_t>(crowd.world_from_model.size());
  if (request.skinning.path != SkinningPath::texture_palette || request.skinning.variant != nullptr)
    return bad_crowd(request.gpu->shape, "crowds do not support the skinning path " +
                                             skinning_name(request.skinning) + "; use texture_palette");
  if (Result<void> fits = posed != nullptr ? check_posed(crowd, *posed) : check_crowd(crowd); !fits)
    return fits;
  const std::span<const CrowdPalettes> all = posed != nullptr ? posed->palettes() : crowd.palettes;
  for (std::size_t i = 0; i < request.gpu->items.size(); ++i) {
    DrawItem& item = request.gpu->items[i];
    const auto palettes = std::find_if(all.begin(), all.end(), [&](const CrowdPalettes& p) {
      return p.node == item.skin->node && p.instance == item.skin->instance;
    });
    if (palettes == all.end()) continue;
    Prepared prepared;
    prepared.item = &item;
    prepared.index = i;
    prepared.path = SkinningPath::texture_palette;
    prepared.in_model = true;
    prepared.palettes = &*palettes;
    const Result<MeshGeometry*> geometry = geometry_of(item, {GeometryKind::influences, 0, 0});
    if (!geometry) return geometry.error();
    prepared.geometry = *geometry;
    item.colors_shown = false;
    describe_colors(item, *prepared.geometry);
    if (Result<void> chosen = choose_programs(prepared, request.main, true); !chosen) return chosen.error();
    counters.vertex_bytes = std::max(counters.vertex_bytes, prepared.geometry->vertex_bytes);
    prepared_.push_back(prepared);
  }
  upload_morphs();
  posed_palettes_ = posed != nullptr ? posed->texture() : 0;
  if (posed == nullptr) return upload_crowd(crowd);
  take_posed(*posed);
  return {};
}

// Uses palettes that are already in their texture.
void MeshPainter::take_posed(const PosedCrowd& posed) {
  for (Prepared& prepared : prepared_) {
    const auto skin = static_cast<std::size_t>(prepared.palettes - posed.palettes().data());
    prepared.first_row = posed.first_row(skin);
    prepared.rows_per_member = posed.rows_per_member();
    prepared.plain_normals = posed.has_plain_normals(skin);
  }
}

// Uploads the members' own rows, then the palettes of all members, ordered by mesh instance.
Result<void> MeshPainter::upload_crowd(const CrowdFrame& crowd) {
  const bool dual = request_.skinning.dual_quaternions;
  const std::uint32_t rows = dual ? kDualQuaternionRows : kLinearRows;
  const std::vector<PaletteArray> arrays = palette_arrays(crowd.palettes);
  std::size_t texels = std::size_t{members_} * kRowsOfMember;
  for (const PaletteArray& array : arrays) texels += array.matrices.size() * rows;
  if (!palette_texture_.begin(texels))
    return too_many_members(members_, std::string(request_.gpu->shape.file));
  std::vector<Vec4> places;
  places.reserve(std::size_t{members_} * kRowsOfMember);
  for (std::uint32_t m = 0; m < members_; ++m) {
    for (const auto& row : crowd.world_from_model[m].m) places.push_back({row[0], row[1], row[2], row[3]});
    places.push_back(crowd.tints.empty() ? Vec4{1, 1, 1, 1} : crowd.tints[m]);
  }
  palette_texture_.append(std::as_bytes(std::span<const Vec4>(places)));
  std::size_t first_row = places.size();
  for (const PaletteArray& array : arrays) {
    bool plain = false;
    if (dual) {
      frame_.motions.resize(array.matrices.size());
      (void)pack_dual_quaternions(array.matrices, frame_.motions);  // cannot fail, because the sizes match
      plain = has_plain_normals(frame_.motions);
      palette_texture_.append(std::as_bytes(std::span<const DualQuaternionEntry>(frame_.motions)));
    } else {
      plain = has_plain_normals(array.matrices);
      palette_texture_.append(std::as_bytes(array.matrices));
    }
    for (Prepared& prepared : prepared_) {
      const std::span<const Affine> own = prepared.palettes->matrices;
      if (!array.has(own)) continue;
      prepared.first_row = static_cast<std::uint32_t>(
          first_row + static_cast<std::size_t>(own.data() - array.matrices.data()) * rows);
      prepared.rows_per_member = prepared.palettes->stride * rows;
      prepared.plain_normals = plain;
    }
    first_row += array.matrices.size() * rows;
    counters.matrices_uploaded += static_cast<std::uint32_t>(array.matrices.size());
  }
  return {};
}

void MeshPainter::draw_members(const Prepared& prepared, const gl::ShaderProgram& program,
                               const GeometryPart& part) {
  using gl::Uniform;
  program.set(Uniform::first_row, static_cast<int>(prepared.first_row));
  program.set(Uniform::rows_per_member, static_cast<int>(prepared.rows_per_member));
  program.set(Uniform::plain_normals, prepared.plain_normals);
  program.set(Uniform::first_member, 0);
  program.set(Uniform::has_tints, true);
  glDrawElementsInstanced(prepared.item->surfaces[part.surface].mode, static_cast<GLsizei>(part.index_count),
                          GL_UNSIGNED_INT,
                          reinterpret_cast<const void*>(part.first_index * sizeof(std::uint32_t)),
                          static_cast<GLsizei>(members_));
  ++counters.draw_calls;
}

void MeshPainter::paint_crowd(const View& view, const DrawOptions& options, bool blended) {
  if (members_ == 0) return;
  bind_palettes();
  if (posed_palettes_ != 0) {
    glActiveTexture(GL_TEXTURE0 + gl::kPaletteUnit);
    glBindTexture(GL_TEXTURE_2D, posed_palettes_);
    glActiveTexture(GL_TEXTURE0);
  }
  for (const Prepared& p : prepared_) paint_item(p, view, options, blended);
}

}  // namespace skelter
