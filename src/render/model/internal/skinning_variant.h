#pragma once
// A skinning method from outside the renderer, which SkinningOptions::variant refers to. It describes as data
// what the renderer's own paths do in code, and calls no OpenGL.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "skelter/core/result.h"
#include "skelter/math/soa.h"
#include "skelter/render/skinning_path.h"
#include "skelter/runtime/skinned_mesh.h"
#include "skelter/skinning/gpu.h"

namespace skelter {

// Returns the embedded text with this file name, or "".
using TextSource = std::string_view (*)(std::string_view file_name);

struct MotionVertex {
  Vec3 position, normal;
};

// One draw call.
struct GeometryPart {
  std::size_t surface = 0;  // index of the mesh's part; lines and points come after the parts
  std::size_t first_index = 0, index_count = 0;
  std::uint32_t first_vertex = 0, vertex_count = 0;
  std::vector<std::uint32_t> bones;  // palette entries of the group; empty: not in groups
};

// A mesh split into draw calls that need only a few bones each. Vertices that several groups use are
// duplicated.
struct GroupedMesh {
  std::vector<GeometryPart> parts;
  std::vector<std::uint32_t> indices;     // three per triangle, into the new vertices
  std::vector<std::uint32_t> old_vertex;  // index in the mesh, per new vertex
  // A vertex attribute in addition to position, normal, texture coordinate and colour.
  struct Field {
    std::uint32_t attribute = 0, count = 0;  // `count` floats, or bytes that stay integers
    bool bytes = false;
    std::size_t offset = 0;
  };
  std::vector<Field> fields;
  std::vector<std::byte> field_bytes;  // `stride` per vertex
  std::size_t stride = 0;
  std::uint32_t influences = 1;  // value of INFLUENCES in shaders
};

// Values of a uniform: vectors of `rows` numbers, or arrays of matrices in column-major order.
struct UniformValues {
  std::string name;
  std::uint32_t columns = 1, rows = 1;  // 1 x 1 to 1 x 4, 3 x 3, 4 x 3, 4 x 4
  std::vector<float> numbers;
};

// Shaders and uniforms of a variant for one frame.
struct VariantPlan {
  struct Technique {
    std::vector<std::string> vertex;  // files that define skin()
    std::string fragment = "mesh_fragment.glsl";
  };
  Technique skinned, rigid;
  std::string defines;                                 // lines for both stages
  std::uint32_t palette_size = 0, max_influences = 0;  // arguments for group()
  std::vector<UniformValues> values;                   // set in every program that has these uniforms
};

class SkinningVariant {
 public:
  virtual ~SkinningVariant() = default;
  virtual std::string_view name() const = 0;
  // The path that the variant replaces. cpu: write() computes the vertices. uniform_palette: group() splits
  // the mesh, and bones() returns a group's matrices.
  virtual SkinningPath stands_for() const = 0;
  // Texts of the variant's own files. plan() may read one of them, plan_file(); "" for none.
  virtual TextSource source() const = 0;
  virtual std::string_view plan_file() const { return {}; }

  // `text`: the plan file, from the shader folder or embedded. `file`: its name in messages. `palette_size`:
  // from SkinningOptions. `components`: maximum number of uniform components in a vertex shader.
  virtual Result<VariantPlan> plan(const std::string& text, const std::string& file,
                                   std::uint32_t palette_size, std::uint64_t components) const = 0;

  struct Mesh {
    const SkinnedMesh& mesh;
    std::vector<std::vector<Influence>> influences;  // per vertex, on palette entries
  };
  virtual Result<GroupedMesh> group(const Mesh& mesh, std::uint32_t palette_size,
                                    std::uint32_t max_influences) const = 0;
  virtual std::vector<UniformValues> bones(std::span<const Affine> model_from_mesh) const = 0;
  // `vertices`: in mesh space, with morph targets applied. Returns the vertices in model space.
  virtual Result<std::vector<MotionVertex>> write(const Mesh& mesh, std::span<const MotionVertex> vertices,
                                                  std::span<const Affine> model_from_mesh) const = 0;
};

// Returns the name of the variant or, without one, of the path, for messages.
inline std::string skinning_name(const SkinningOptions& options) {
  return std::string(options.variant != nullptr ? options.variant->name() : skinning_path_name(options.path));
}

}  // namespace skelter
