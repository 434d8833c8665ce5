#pragma once
// Draws the meshes of a model in any look, with any skinning path.
//
// For each frame, call prepare(), which may fail and changes no draw state, then paint() any number of times.

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "render/crowd/posed_crowd.h"
#include "render/gl/float_texture.h"
#include "render/gl/shader_library.h"
#include "render/model/frame_pose.h"
#include "render/model/gpu_scene.h"
#include "render/model/internal/read_skinned.h"
#include "render/view.h"
#include "skelter/runtime/skinned_mesh.h"

namespace skelter {

inline constexpr std::size_t kUniformBlockBytes = 16384;  // minimum that OpenGL 3.3 guarantees

// How meshes are drawn.
enum class Look : std::uint8_t {
  lit,          // materials under the renderer's lights, or unlit
  point_light,  // materials under DrawOptions::point_light
  flat,         // one colour
  occluder,     // into the shadow texture
  captured,     // vertices that are read back
};

class MeshPainter {
 public:
  explicit MeshPainter(gl::ShaderLibrary& library);

  // The model in one pose, and how it will be drawn.
  struct Request {
    GpuModel* gpu = nullptr;
    ModelPose pose;  // empty for crowds
    SkinningOptions skinning;
    Look main = Look::lit;
    bool color_groups = false;  // see DrawOptions
    bool file_lights = false;   // whether DrawOptions::lights is not empty
    const std::vector<bool>* hidden_nodes = nullptr;
    bool shadow = false;  // whether paint_occluders() will be called
    bool edges = false;   // whether paint_edges() will be called
  };
  // Creates missing geometries, programs and palettes, and the vertices that the CPU writes. Updates the
  // items' bounds. Errors: invalid_argument, unsupported, limit_exceeded.
  Result<void> prepare(const Request& request);

  // Draws the surfaces in the requested look. `blended`: draw only the transparent surfaces, farthest first;
  // otherwise only the opaque ones. Precondition: prepare() was called, and the render state is set.
  void paint(const View& view, const DrawOptions& options, bool blended);
  // Draws all surfaces into the shadow texture.
  void paint_occluders(const Mat4& clip_from_world, float ground_y, float height);
  // Draws the triangles' edges.
  void paint_edges(const View& view);

  // Draws crowds, with the palettes of all members in the float texture, and one draw call per part. `posed`:
  // the object of crowd.posed.
  Result<void> prepare_crowd(const Request& request, const CrowdFrame& crowd, const PosedCrowd* posed);
  void paint_crowd(const View& view, const DrawOptions& options, bool blended);

  // World-space bounds of all meshes in the prepared pose.
  Bounds bounds() const;

  // Runs the vertex shader of one item and reads back positions and normals, in the primitive's order.
  Result<ShadedVertices> capture(const Request& request, std::uint32_t node, std::uint32_t instance,
                                 std::uint32_t primitive);

  DrawCounters counters;

 private:
  // An item with all data of its draw calls.
  struct Prepared {
    DrawItem* item = nullptr;
    std::size_t index = 0;
    SkinningPath path = SkinningPath::texture_palette;
    const SkinningVariant* variant = nullptr;  // the variant that the path stands for
    MeshGeometry* geometry = nullptr;
    std::vector<const gl::ShaderProgram*> programs;  // one per part of the geometry, at least one
    bool in_model = false;                           // whether skin() outputs model space
    bool mirrored = false;                           // whether front faces are clockwise
    std::uint32_t first_morph = 0, morph_count = 0;
    const CrowdPalettes* palettes = nullptr;  // only for crowds, like the following members
    std::uint32_t first_row = 0, rows_per_member = 0;
    bool plain_normals = false;
  };

  // Select programs and geometries (mesh_programs.cpp).
  Result<void> check_path() const;
  GeometryKey geometry_key(const DrawItem& item, SkinningPath path) const;
  // `pbr`: for a metallic-roughness material in the look `lit`.
  Result<const gl::ShaderProgram*> program_of(const Prepared& prepared, Look look, bool members,
                                              const GpuPbr* pbr);
  std::uint32_t largest_block_palette() const;
  Result<void> plan_variant();

  Result<Prepared> prepare_item(std::size_t index, SkinningPath path, Look look);
  Result<MeshGeometry*> geometry_of(DrawItem& item, const GeometryKey& key);
  Result<void> write_item(const Prepared& prepared);
  Result<void> upload_palettes(bool texture, bool buffer);
  void upload_morphs();

  void bind_palettes();
  Mat4d world_from_vertex(const Prepared& prepared) const;
  bool is_mirrored(const Prepared& prepared) const;
  void set_item(const Prepared& prepared, const gl::ShaderProgram& program, const Mat4& clip_from_world,
                float depth_bias);

  // Materials (mesh_materials.cpp).
  static std::string defines_of(const GpuPbr& pbr, const DrawItem& item, bool written);
  Result<void> choose_programs(Prepared& prepared, Look look, bool members);
  void set_look(const gl::ShaderProgram& program, const View& view, const DrawOptions& options);
  static const Surface& surface_of(const Prepared& prepared, std::size_t part);
  GpuMaterial material_of(const Prepared& prepared, std::size_t part, const DrawOptions& options) const;
  static void paint_sides(const GpuMaterial& material, const DrawOptions& options,
                          const std::function<void()>& draw);
  void paint_item(const Prepared& prepared, const View& view, const DrawOptions& options, bool blended);

  void set_bones(const Prepared& prepared, const gl::ShaderProgram& program, const GeometryPart& part);
  void draw_part(const Prepared& prepared, const gl::ShaderProgram& program, const GeometryPart& part);

  void draw_members(const Prepared& prepared, const gl::ShaderProgram& program, const GeometryPart& part);
  Result<void> check_crowd(const CrowdFrame& crowd) const;
  Result<void> check_posed(const CrowdFrame& crowd, const PosedCrowd& posed) const;
  const ModelSkin* skin_of(std::uint32_t node, std::uint32_t instance) const;
  Result<void> upload_crowd(const CrowdFrame& crowd);
  void take_posed(const PosedCrowd& posed);

  gl::ShaderLibrary* library_;
  VariantPlan plan_;  // for the request's variant
  StreamedFloatTexture palette_texture_, morph_weights_;
  gl::Texture buffer_texture_;
  gl::Buffer palette_buffer_, palette_block_;
  GLint largest_buffer_ = 0, largest_uniforms_ = 0;

  Request request_;
  FramePose frame_;
  std::vector<Prepared> prepared_;  // in the requested look
  std::vector<Prepared> whole_occluders_, whole_edges_;
  std::uint32_t members_ = 0;  // crowd size
  GLuint posed_palettes_ = 0;  // texture of a crowd posed on the GPU; 0: palette_texture_
};

}  // namespace skelter
