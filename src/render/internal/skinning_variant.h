#pragma once
// SkinningVariant: a way of skinning that the renderer itself does not have; SkinningOptions::variant refers
// to one. It says in data what the renderer's own paths say in code, and calls no OpenGL.

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

// Finds an embedded text by its file name; "" for a name that does not exist.
using TextSource = std::string_view (*)(std::string_view file_name);

struct MotionVertex {
  Vec3 position, normal;
};

// One draw call.
struct GeometryPart {
  std::size_t surface = 0;  // part of the mesh, or after them its lines, its points
  std::size_t first_index = 0, index_count = 0;
  std::uint32_t first_vertex = 0, vertex_count = 0;
  std::vector<std::uint32_t> bones;  // of its group, palette entries; empty: not in groups
};

// A mesh cut into draw calls that need few bones each. Vertices that several groups use are copied.
struct GroupedMesh {
  std::vector<GeometryPart> parts;
  std::vector<std::uint32_t> indices;     // three per triangle, into the new vertices
  std::vector<std::uint32_t> old_vertex;  // per new vertex the mesh's
  // What a vertex has beside position, normal, texture coordinate and colour.
  struct Field {
    std::uint32_t attribute = 0, count = 0;  // `count` floats, or bytes that stay integers
    bool bytes = false;
    std::size_t offset = 0;
  };
  std::vector<Field> fields;
  std::vector<std::byte> field_bytes;  // `stride` per vertex
  std::size_t stride = 0;
  std::uint32_t influences = 1;  // INFLUENCES in shaders
};

// Values of one uniform: vectors of `rows` numbers, or arrays of matrices, column after column.
struct UniformValues {
  std::string name;
  std::uint32_t columns = 1, rows = 1;  // 1 x 1 to 1 x 4, 3 x 3, 4 x 3, 4 x 4
  std::vector<float> numbers;
};

// What a variant wants in one picture.
struct VariantPlan {
  struct Technique {
    std::vector<std::string> vertex;  // files that define skin()
    std::string fragment = "mesh_fragment.glsl";
  };
  Technique skinned, rigid;
  std::string defines;                                 // lines for both stages
  std::uint32_t palette_size = 0, max_influences = 0;  // for group()
  std::vector<UniformValues> values;                   // set with every program that has them
};

class SkinningVariant {
 public:
  virtual ~SkinningVariant() = default;
  virtual std::string_view name() const = 0;
  // cpu: write() makes the vertices. uniform_palette: group() cuts the mesh, bones() has a group's matrices.
  virtual SkinningPath stands_for() const = 0;
  // Of its own files. One of them may be read by plan(): its name, or "".
  virtual TextSource source() const = 0;
  virtual std::string_view plan_file() const { return {}; }

  // `text`: of the plan file, from the shader folder or embedded; `file`: as messages name it.
  // `palette_size`: as SkinningOptions has it. `components`: of uniforms, the most that a vertex shader may
  // have.
  virtual Result<VariantPlan> plan(const std::string& text, const std::string& file,
                                   std::uint32_t palette_size, std::uint64_t components) const = 0;

  struct Mesh {
    const SkinnedMesh& mesh;
    std::vector<std::vector<PaletteWeight>> influences;  // per vertex, on entries of its palette
  };
  virtual Result<GroupedMesh> group(const Mesh& mesh, std::uint32_t palette_size,
                                    std::uint32_t max_influences) const = 0;
  virtual std::vector<UniformValues> bones(std::span<const Affine> model_from_mesh) const = 0;
  // `vertices`: with their morph targets, mesh space. Returns them in model space.
  virtual Result<std::vector<MotionVertex>> write(const Mesh& mesh, std::span<const MotionVertex> vertices,
                                                  std::span<const Affine> model_from_mesh) const = 0;
};

// As messages name the way of skinning: the variant's name or the path's.
inline std::string skinning_name(const SkinningOptions& options) {
  return std::string(options.variant != nullptr ? options.variant->name() : skinning_path_name(options.path));
}

}  // namespace skelter
