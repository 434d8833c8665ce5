#include "render/model/mesh_painter.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace skelter {
namespace {

// Returns the path that draws the mesh as a whole, for shadow and edges.
SkinningPath whole_path(SkinningPath path) {
  return path == SkinningPath::uniform_palette ? SkinningPath::texture_palette : path;
}

void set_values(const gl::ShaderProgram& program, const UniformValues& values) {
  const GLint place = program.place(values.name);
  const auto count = static_cast<GLsizei>(values.numbers.size() / (values.columns * values.rows));
  const float* n = values.numbers.data();
  if (values.columns == 4 && values.rows == 4) return glUniformMatrix4fv(place, count, GL_FALSE, n);
  if (values.columns == 4) return glUniformMatrix4x3fv(place, count, GL_FALSE, n);
  if (values.columns == 3) return glUniformMatrix3fv(place, count, GL_FALSE, n);
  if (values.rows == 4) return glUniform4fv(place, count, n);
  if (values.rows == 3) return glUniform3fv(place, count, n);
  if (values.rows == 2) return glUniform2fv(place, count, n);
  glUniform1fv(place, count, n);
}

// Scales the matrix to about 1, so that tiny and huge units stay within float range.
Mat3T<float> normal_matrix_of(const Mat4d& world) {
  Mat3d normals = cofactors(linear_part(world));
  double largest = 0;
  for (const double e : normals.m) largest = std::max(largest, std::abs(e));
  const double scale = largest > 0 ? (determinant(linear_part(world)) < 0 ? -1 : 1) / largest : 1;
  Mat3T<float> out;
  for (std::size_t i = 0; i < 9; ++i) out.m[i] = static_cast<float>(normals.m[i] * scale);
  return out;
}

}  // namespace

MeshPainter::MeshPainter(gl::ShaderLibrary& library)
    : library_(&library),
      buffer_texture_(gl::make_texture()),
      palette_buffer_(gl::make_buffer()),
      palette_block_(gl::make_buffer()) {
  if (epoxy_is_desktop_gl()) glGetIntegerv(GL_MAX_TEXTURE_BUFFER_SIZE, &largest_buffer_);
  glGetIntegerv(GL_MAX_VERTEX_UNIFORM_COMPONENTS, &largest_uniforms_);
}

// --- preparation -------------------------------------------------------------------------------------------

Result<MeshGeometry*> MeshPainter::geometry_of(DrawItem& item, const GeometryKey& key) {
  const auto known = item.geometries.find(key);
  if (known != item.geometries.end()) return &known->second;
  Result<MeshGeometry> made = make_geometry(item, *request_.gpu, key);
  if (!made) return made.error();
  return &item.geometries.emplace(key, std::move(*made)).first->second;
}

Result<MeshPainter::Prepared> MeshPainter::prepare_item(std::size_t index, SkinningPath path, Look look) {
  Prepared out;
  out.item = &request_.gpu->items[index];
  out.index = index;
  out.path = path;
  if (path == request_.skinning.path) out.variant = request_.skinning.variant;
  const GeometryKey key = geometry_key(*out.item, path);
  out.in_model = out.item->skinned || key.kind == GeometryKind::written;
  const Result<MeshGeometry*> geometry = geometry_of(*out.item, key);
  if (!geometry) return geometry.error();
  out.geometry = *geometry;
  if (out.geometry->old_vertex.empty()) describe_colors(*out.item, *out.geometry);
  if (Result<void> chosen = choose_programs(out, look, false); !chosen) return chosen.error();
  out.mirrored = is_mirrored(out);
  if (out.item->skinned) counters.vertex_bytes = std::max(counters.vertex_bytes, out.geometry->vertex_bytes);
  return out;
}

// Returns the transform that remains after skin(). Crowd members have their own matrices.
Mat4d MeshPainter::world_from_vertex(const Prepared& prepared) const {
  if (prepared.palettes != nullptr) return {};
  return prepared.in_model ? frame_.pose.world_from_model : frame_.world_from_mesh(*prepared.item->skin);
}

// Whether triangle winding is reversed. For skins, this depends on the majority of the bones, not on the
// mesh's node.
bool MeshPainter::is_mirrored(const Prepared& prepared) const {
  const auto turns_over = [](const Mat4d& m) { return determinant(linear_part(m)) < 0; };
  if (!prepared.item->skinned) return turns_over(frame_.world_from_mesh(*prepared.item->skin));
  return frame_.palettes[prepared.item->mesh->skin].mirrored != turns_over(frame_.pose.world_from_model);
}

Result<void> MeshPainter::prepare(const Request& request) {
  request_ = request;
  counters = {};
  prepared_.clear();
  whole_occluders_.clear();
  whole_edges_.clear();
  if (request.skinning.variant != nullptr) request_.skinning.path = request.skinning.variant->stands_for();
  const SkinningPath path = request_.skinning.path;
  if (Result<void> possible = check_path(); !possible) return possible;
  if (Result<void> planned = plan_variant(); !planned) return planned;
  const bool dual_quaternions = request.skinning.dual_quaternions;
  look_at_pose(*request.gpu, request.pose, dual_quaternions, frame_);
  update_bounds(*request.gpu, frame_);
  for (std::size_t i = 0; i < request.gpu->items.size(); ++i) {
    if (request.hidden_nodes != nullptr && (*request.hidden_nodes)[request.gpu->items[i].skin->node])
      continue;
    const auto add = [&](std::vector<Prepared>& list, SkinningPath item_path, Look look) -> Result<void> {
      Result<Prepared> made = prepare_item(i, item_path, look);
      if (!made) return made.error();
      list.push_back(*made);
      return {};
    };
    // Replaced colours are in the order of the primitive's own vertices, so such a mesh is drawn as a whole.
    const SkinningPath item_path = request.gpu->items[i].colors_shown ? whole_path(path) : path;
    if (Result<void> added = add(prepared_, item_path, request.main); !added) return added;
    if (request.shadow)
      if (Result<void> added = add(whole_occluders_, whole_path(path), Look::occluder); !added) return added;
    if (request.edges)
      if (Result<void> added = add(whole_edges_, whole_path(path), Look::flat); !added) return added;
    if (request.edges) need_edges(request.gpu->items[i]);
    if (prepared_.back().geometry->parts.empty()) continue;
    if (geometry_key(request.gpu->items[i], item_path).kind == GeometryKind::written)
      if (Result<void> written = write_item(prepared_.back()); !written) return written;
  }
  upload_morphs();
  bool texture = false, buffer = false;
  for (const std::vector<Prepared>* list : {&prepared_, &whole_occluders_, &whole_edges_})
    for (const Prepared& p : *list) {
      texture = texture || (p.item->skinned && p.path == SkinningPath::texture_palette);
      buffer = buffer || (p.item->skinned && p.path == SkinningPath::buffer_palette);
    }
  return upload_palettes(texture, buffer);
}

Result<void> MeshPainter::write_item(const Prepared& prepared) {
  DrawItem& item = *prepared.item;
  const ModelShape& shape = request_.gpu->shape;
  const std::span<const Affine> palette = frame_.matrices_of(*item.skin);
  const std::span<const float> morphs = morph_weights_of(item, shape, frame_.pose);
  std::vector<MotionVertex> vertices;
  if (prepared.variant != nullptr && item.skinned) {
    Result<std::vector<MotionVertex>> made =
        prepared.variant->write(variant_mesh(item), morphed_vertices(item.mesh->mesh, morphs), palette);
    if (!made) return made.error();
    vertices = std::move(*made);
  } else {
    vertices = skinned_vertices(item.mesh->mesh, palette, morphs);
  }
  write_vertices(*prepared.geometry, vertices);
  counters.cpu_vertices += vertices.size();
  return {};
}

Result<void> MeshPainter::upload_palettes(bool texture, bool buffer) {
  const bool dual = !frame_.motions.empty();
  const std::span<const std::byte> rows =
      dual ? std::as_bytes(std::span(frame_.motions)) : std::as_bytes(frame_.pose.palettes);
  const auto refusal = [&](const char* what) {
    return Error{Status::limit_exceeded,
                 "render.palette",
                 std::to_string(frame_.pose.palettes.size()) + " bone matrices do not fit into " + what +
                     " on this machine; use a different skinning path",
                 {std::string(request_.gpu->shape.file), 0, {}, {}}};
  };
  const auto uploaded = static_cast<std::uint32_t>(frame_.pose.palettes.size());
  if (texture) {
    if (!palette_texture_.begin(rows.size() / kTexelBytes)) return refusal("a texture");
    palette_texture_.append(rows);
    counters.matrices_uploaded += uploaded;
  }
  if (buffer) {
    if (rows.size() / kTexelBytes > static_cast<std::size_t>(largest_buffer_))
      return refusal("a texture buffer");
    fill_buffer<std::byte>(GL_TEXTURE_BUFFER, palette_buffer_, rows, GL_STREAM_DRAW);
    glBindTexture(GL_TEXTURE_BUFFER, buffer_texture_.get());
    glTexBuffer(GL_TEXTURE_BUFFER, GL_RGBA32F, palette_buffer_.get());
    glBindTexture(GL_TEXTURE_BUFFER, 0);
    counters.matrices_uploaded += uploaded;
  }
  return {};
}

void MeshPainter::upload_morphs() {
  std::vector<Vec4> all;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> of_item;
  for (const DrawItem& item : request_.gpu->items) {
    const std::vector<Vec4> on = morphs_in_use(item, request_.gpu->shape, request_.pose);
    of_item.emplace_back(static_cast<std::uint32_t>(all.size()), static_cast<std::uint32_t>(on.size()));
    all.insert(all.end(), on.begin(), on.end());
  }
  for (std::vector<Prepared>* list : {&prepared_, &whole_occluders_, &whole_edges_})
    for (Prepared& p : *list) {
      p.first_morph = of_item[p.index].first;
      p.morph_count = of_item[p.index].second;
    }
  if (all.empty()) return;
  morph_weights_.begin(all.size());  // one texel per morph target, which always fits
  morph_weights_.append(std::as_bytes(std::span<const Vec4>(all)));
}

// --- drawing ---------------------------------------------------------------------------------------------

void MeshPainter::bind_palettes() {
  glActiveTexture(GL_TEXTURE0 + gl::kPaletteUnit);
  glBindTexture(GL_TEXTURE_2D, palette_texture_.get());
  if (epoxy_is_desktop_gl()) glBindTexture(GL_TEXTURE_BUFFER, buffer_texture_.get());
  glActiveTexture(GL_TEXTURE0 + gl::kMorphWeightsUnit);
  glBindTexture(GL_TEXTURE_2D, morph_weights_.get());
  glActiveTexture(GL_TEXTURE0);
}

void MeshPainter::set_item(const Prepared& prepared, const gl::ShaderProgram& program,
                           const Mat4& clip_from_world, float depth_bias) {
  using gl::Uniform;
  const DrawItem& item = *prepared.item;
  program.use();
  program.set(Uniform::clip_from_world, clip_from_world);
  program.set(Uniform::depth_bias, depth_bias);
  const Mat4d world = world_from_vertex(prepared);
  program.set(Uniform::world_from_mesh, to_float(world));
  program.set(Uniform::normal_matrix, normal_matrix_of(world));
  program.set("u_mirrored", prepared.mirrored);
  if (prepared.variant != nullptr)
    for (const UniformValues& values : plan_.values) set_values(program, values);
  glFrontFace(prepared.mirrored ? GL_CW : GL_CCW);
  if (item.skinned && prepared.palettes == nullptr) {
    const std::uint32_t rows = frame_.motions.empty() ? kLinearRows : kDualQuaternionRows;
    const bool in_block = prepared.path == SkinningPath::uniform_palette;
    program.set(Uniform::first_row, in_block ? 0 : static_cast<int>(item.skin->first * rows));
    program.set(Uniform::plain_normals, frame_.palettes[item.mesh->skin].plain_normals);
  }
  program.set(Uniform::morph_vertices, static_cast<int>(item.vertex_count));
  program.set(Uniform::first_morph, static_cast<int>(prepared.first_morph));
  program.set(Uniform::morph_count, static_cast<int>(prepared.morph_count));
  glActiveTexture(GL_TEXTURE0 + gl::kMorphOffsetsUnit);
  glBindTexture(GL_TEXTURE_2D, item.morph_offsets.get());
  glActiveTexture(GL_TEXTURE0);
  glBindVertexArray(prepared.geometry->vertex_array.get());
}

// Uploads the matrices of a group's bones.
void MeshPainter::set_bones(const Prepared& prepared, const gl::ShaderProgram& program,
                            const GeometryPart& part) {
  if (part.bones.empty()) return;
  counters.matrices_uploaded += static_cast<std::uint32_t>(part.bones.size());
  const std::uint32_t first = prepared.item->skin->first;
  if (prepared.variant != nullptr) {
    std::vector<Affine> matrices;
    for (const std::uint32_t bone : part.bones) matrices.push_back(frame_.pose.palettes[first + bone]);
    for (const UniformValues& values : prepared.variant->bones(matrices)) set_values(program, values);
    return;
  }
  std::vector<std::byte> block(kUniformBlockBytes);
  std::size_t at = 0;
  const auto append = [&](const auto& entry) {
    std::memcpy(&block[at], &entry, sizeof entry);
    at += sizeof entry;
  };
  for (const std::uint32_t bone : part.bones)
    frame_.motions.empty() ? append(frame_.pose.palettes[first + bone])
                           : append(frame_.motions[first + bone]);
  fill_buffer<std::byte>(GL_UNIFORM_BUFFER, palette_block_, block, GL_STREAM_DRAW);
  glBindBufferBase(GL_UNIFORM_BUFFER, gl::kPaletteBinding, palette_block_.get());
}

void MeshPainter::draw_part(const Prepared& prepared, const gl::ShaderProgram& program,
                            const GeometryPart& part) {
  set_bones(prepared, program, part);
  glDrawElements(prepared.item->surfaces[part.surface].mode, static_cast<GLsizei>(part.index_count),
                 GL_UNSIGNED_INT, reinterpret_cast<const void*>(part.first_index * sizeof(std::uint32_t)));
  ++counters.draw_calls;
}

void MeshPainter::paint(const View& view, const DrawOptions& options, bool blended) {
  bind_palettes();
  std::vector<const Prepared*> order;
  for (const Prepared& p : prepared_) order.push_back(&p);
  const auto depth = [&](const Prepared* p) {
    return p->item->bounds.empty() ? 0 : dot(p->item->bounds.center(), view.forward);
  };
  if (blended)
    std::stable_sort(order.begin(), order.end(),
                     [&](const Prepared* a, const Prepared* b) { return depth(a) > depth(b); });
  for (const Prepared* p : order) paint_item(*p, view, options, blended);
}

void MeshPainter::paint_occluders(const Mat4& clip_from_world, float ground_y, float height) {
  bind_palettes();
  for (const Prepared& p : whole_occluders_) {
    const gl::ShaderProgram& program = *p.programs.front();
    set_item(p, program, clip_from_world, 0);
    program.set(gl::Uniform::ground_y, ground_y);
    program.set(gl::Uniform::height, height);
    for (const GeometryPart& part : p.geometry->parts)
      if (p.item->surfaces[part.surface].mode == GL_TRIANGLES) draw_part(p, program, part);
  }
}

void MeshPainter::paint_edges(const View& view) {
  bind_palettes();
  for (const Prepared& p : whole_edges_) {
    const gl::ShaderProgram& program = *p.programs.front();
    set_item(p, program, view.clip_from_world, 2e-4f);
    program.set(gl::Uniform::color, Vec4{0.07f, 0.10f, 0.16f, 0.55f});
    // The vertex array stores the element buffer binding, so the triangles are bound again.
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, p.item->edges.get());
    glDrawElements(GL_LINES, p.item->edge_index_count, GL_UNSIGNED_INT, nullptr);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, p.geometry->triangles);
  }
}

Bounds MeshPainter::bounds() const {
  Bounds all;
  for (const DrawItem& item : request_.gpu->items) all.add(item.bounds);
  return all;
}

}  // namespace skelter
