#include "demos/skinmesh/sample_skinning.h"

#include <algorithm>
#include <cstring>

#include "demos/skinmesh/effect_file.h"
#include "render/model/internal/skinning_variant.h"
#include "skelter/d3dx/bone_palette.h"
#include "skelter/skinning/gpu.h"

namespace skelter::demos {
namespace {

// A face of three vertices with four influences each has at most twelve bones, which the shader supports.
constexpr std::uint32_t kMaxBlendBones = 12;
constexpr std::uint32_t kOtherComponents = 256;  // generous bound for the other uniforms

SkinInfo skin_info_of(const SkinningVariant::Mesh& mesh) {
  const std::uint32_t bones = mesh.mesh.palette_size;
  std::vector<std::vector<std::uint32_t>> vertices(bones);
  std::vector<std::vector<float>> weights(bones);
  for (std::uint32_t v = 0; v < mesh.influences.size(); ++v)
    for (const Influence& influence : mesh.influences[v]) {
      vertices[influence.joint].push_back(v);
      weights[influence.joint].push_back(static_cast<float>(influence.weight));
    }
  SkinInfo info(mesh.mesh.vertex_count, bones);
  // set_influences() cannot fail, because the mesh is validated.
  for (std::uint32_t b = 0; b < bones; ++b) (void)info.set_influences(b, vertices[b], weights[b]);
  return info;
}

// Stores all weights except the last, four per attribute, followed by byte indices if the mesh has any.
void store_weights(const BlendedMesh& mesh, GroupedMesh& out) {
  const std::uint32_t stored = mesh.weights_per_vertex - 1;
  const bool indexed = !mesh.palette_indices.empty();
  const std::size_t indices_at = stored * sizeof(float);
  out.influences = mesh.weights_per_vertex;
  out.stride = indices_at + (indexed ? (mesh.weights_per_vertex + 3) / 4 * 4 : 0);
  out.field_bytes.resize(out.stride * mesh.old_vertex.size());
  for (std::size_t v = 0; v < mesh.old_vertex.size(); ++v) {
    std::byte* vertex = out.field_bytes.data() + v * out.stride;
    std::memcpy(vertex, mesh.stored_weights.data() + v * stored, indices_at);
    if (indexed)
      std::memcpy(vertex + indices_at, &mesh.palette_indices[v * mesh.weights_per_vertex],
                  mesh.weights_per_vertex);
  }
  for (std::uint32_t first = 0; first < stored; first += 4)
    out.fields.push_back({indexed ? 5 + first / 2 : 4 + first / 4, std::min(stored - first, 4u), false,
                          first * sizeof(float)});
  for (std::uint32_t first = 0; indexed && first < mesh.weights_per_vertex; first += 4)
    out.fields.push_back({4 + first / 2, 4, true, indices_at + first});
}

class Variant : public SkinningVariant {
 public:
  Variant(SampleSkinning way, const char* name, std::vector<std::string> files)
      : way_(way), name_(name), files_(std::move(files)) {}

  std::string_view name() const override { return name_; }
  SkinningPath stands_for() const override {
    return way_ == SampleSkinning::software ? SkinningPath::cpu : SkinningPath::uniform_palette;
  }
  TextSource source() const override { return &sample_shader_source; }
  std::string_view plan_file() const override {
    return way_ == SampleSkinning::effect ? "skinned.effect" : std::string_view();
  }

  Result<VariantPlan> plan(const std::string& text, const std::string& file, std::uint32_t palette_size,
                           std::uint64_t components) const override {
    Result<VariantPlan> plan = VariantPlan{{files_}, {{"skin_rigid.glsl"}}, {}, kSamplePalette, 4, {}};
    if (way_ == SampleSkinning::effect) plan = plan_of_effect(text, file);
    if (!plan) return plan;
    if (palette_size > 0) plan->palette_size = palette_size;
    const std::string size = std::to_string(plan->palette_size);
    plan->defines += "#define PALETTE " + size + "\n";
    // Includes normal matrices. Drivers store each row as four components.
    const std::uint64_t per_bone = way_ == SampleSkinning::vertex_shader ? 24 : 28;
    const std::uint64_t needed = plan->palette_size * per_bone + kOtherComponents;
    if (!has_palette() || needed <= components) return plan;
    return Error{Status::invalid_argument,
                 "render.skinning",
                 "a palette of " + size + " bones needs " + std::to_string(needed) +
                     " uniform components; this machine has " + std::to_string(components),
                 {}};
  }

  Result<GroupedMesh> group(const Mesh& mesh, std::uint32_t palette_size,
                            std::uint32_t max_influences) const override {
    const SkinInfo info = skin_info_of(mesh);
    std::vector<std::uint32_t> part_of_face;
    for (std::uint32_t p = 0; p < mesh.mesh.parts.size(); ++p)
      part_of_face.insert(part_of_face.end(), mesh.mesh.parts[p].index_count / 3, p);
    BlendedMeshOptions options;
    options.palette_size = palette_size;
    options.max_influences = max_influences;
    const Result<std::uint32_t> most = info.max_face_influences(mesh.mesh.indices);
    options.max_bones = most ? std::clamp(*most, 4u, kMaxBlendBones) : 4;
    const Result<BlendedMesh> made =
        has_palette() ? to_indexed_blended_mesh(info, mesh.mesh.indices, part_of_face, options)
                      : to_blended_mesh(info, mesh.mesh.indices, part_of_face, options);
    if (!made) return made.error();
    GroupedMesh out;
    for (const BoneCombination& group : made->combinations)
      out.parts.push_back({group.material,
                           std::size_t{group.first_face} * 3,
                           std::size_t{group.face_count} * 3,
                           group.first_vertex,
                           group.vertex_count,
                           {group.bones.begin(), group.bones.begin() + group.bone_count()}});
    out.indices = made->indices;
    out.old_vertex = made->old_vertex;
    store_weights(*made, out);
    return out;
  }

  std::vector<UniformValues> bones(std::span<const Affine> model_from_mesh) const override {
    std::vector<float> matrices, normals;
    if (way_ == SampleSkinning::vertex_shader) {
      for (const Affine& matrix : model_from_mesh) {
        const Affine normal = normal_rows(matrix);
        matrices.insert(matrices.end(), &matrix.m[0][0], &matrix.m[0][0] + 12);
        normals.insert(normals.end(), &normal.m[0][0], &normal.m[0][0] + 12);
      }
      return {{"u_constants", 1, 4, std::move(matrices)}, {"u_normal_constants", 1, 4, std::move(normals)}};
    }
    const std::uint32_t rows = way_ == SampleSkinning::effect ? 3 : 4;
    for (const Affine& matrix : model_from_mesh) {
      const Affine normal = normal_rows(matrix);
      for (std::size_t column = 0; column < 4; ++column)
        for (std::size_t row = 0; row < rows; ++row)
          matrices.push_back(row < 3 ? matrix.m[row][column] : column == 3 ? 1.0f : 0.0f);
      for (std::size_t column = 0; column < 3; ++column)
        for (std::size_t row = 0; row < 3; ++row) normals.push_back(normal.m[row][column]);
    }
    return {{"u_bones", 4, rows, std::move(matrices)}, {"u_bone_normals", 3, 3, std::move(normals)}};
  }

  Result<std::vector<MotionVertex>> write(const Mesh& mesh, std::span<const MotionVertex> vertices,
                                          std::span<const Affine> model_from_mesh) const override {
    std::vector<Mat4d> matrices;
    std::vector<Mat3d> normal_matrices;
    for (const Affine& matrix : model_from_mesh) {
      matrices.push_back(to_double(to_mat4(matrix)));
      normal_matrices.push_back(normal_matrix(linear_part(matrices.back())));
    }
    std::vector<Vec3> positions, normals;
    for (const MotionVertex& vertex : vertices) {
      positions.push_back(vertex.position);
      if (mesh.mesh.has_normals != 0) normals.push_back(vertex.normal);
    }
    const Result<SkinnedVertices> made =
        update_skinned_mesh(skin_info_of(mesh), {positions, normals, matrices, normal_matrices, true});
    if (!made) return made.error();
    std::vector<MotionVertex> out(vertices.size());
    for (std::size_t v = 0; v < out.size(); ++v) {
      out[v].position = to_float(made->positions[v]);
      if (!made->normals.empty()) out[v].normal = to_float(made->normals[v]);
    }
    return out;
  }

 private:
  bool has_palette() const {
    return way_ != SampleSkinning::non_indexed_blend && way_ != SampleSkinning::software;
  }

  SampleSkinning way_;
  const char* name_;
  std::vector<std::string> files_;
};

}  // namespace

SkinningOptions sample_skinning(SampleSkinning way, std::uint32_t palette_size) {
  static const Variant variants[] = {
      {SampleSkinning::non_indexed_blend, "non_indexed_blend", {"skin_non_indexed.glsl"}},
      {SampleSkinning::indexed_blend, "indexed_blend", {"byte_influences.glsl", "skin_indexed.glsl"}},
      {SampleSkinning::software, "software", {}},
      {SampleSkinning::vertex_shader, "vertex_shader", {"byte_influences.glsl", "skin_vertex_shader.glsl"}},
      {SampleSkinning::effect, "effect", {}}};
  SkinningOptions options;
  options.palette_size = palette_size;
  options.variant = &variants[static_cast<std::size_t>(way)];
  return options;
}

}  // namespace skelter::demos
