// The kernels in plain C++, vertex by vertex: the reference for the vector kernels, and the implementation
// for targets without suitable vectors.

#include <cmath>

#include "runtime/internal/format/mesh_records.h"
#include "skelter/math/quat.h"
#include "skelter/math/vec.h"
#include "skinning/kernel_arguments.h"

namespace skelter::skinning::scalar {
namespace {

// The location of one vertex's influences in the mesh.
struct Place {
  std::size_t joints = 0;  // offset of influence 0; influence i is at this offset + 4 i
  std::size_t weights = 0;
  std::size_t influences = 0;
};

Place place_of(const InfluenceSection& section, std::uint32_t vertex) {
  const std::uint32_t in_section = vertex - section.first_vertex;
  const std::size_t offset =
      std::size_t{in_section / kMeshBlock} * section.influences * kMeshBlock + in_section % kMeshBlock;
  return {section.first_joint + offset, section.first_weight + offset, section.influences};
}

float weight_of(const SkinnedMesh& mesh, const Place& place, std::size_t influence) {
  return place.influences == 1 ? 1.0f : mesh.weights[place.weights + influence * kMeshBlock];
}

PaletteMatrix blend(const SkinnedMesh& mesh, const PaletteMatrix* palette, const Place& place) {
  PaletteMatrix sum{};
  for (std::size_t i = 0; i < place.influences; ++i) {
    const PaletteMatrix& entry = palette[mesh.joints[place.joints + i * kMeshBlock]];
    for (std::size_t row = 0; row < 3; ++row)
      for (std::size_t column = 0; column < 4; ++column)
        sum.m[row][column] += weight_of(mesh, place, i) * entry.m[row][column];
  }
  return sum;
}

Vec3 direction(const PaletteMatrix& m, const Vec3& v) {
  const auto row = [&](std::size_t r) { return m.m[r][0] * v.x + m.m[r][1] * v.y + m.m[r][2] * v.z; };
  return {row(0), row(1), row(2)};
}

Vec3 point(const PaletteMatrix& m, const Vec3& v) {
  return direction(m, v) + Vec3{m.m[0][3], m.m[1][3], m.m[2][3]};
}

// Loads row `first` and the next two rows of one lane.
Vec3 load(const float* block, std::size_t first, std::size_t lane) {
  const float* from = block + first * kMeshBlock + lane;
  return {from[0], from[kMeshBlock], from[2 * kMeshBlock]};
}

void store(const Vec3& v, float* to) {
  to[0] = v.x;
  to[1] = v.y;
  to[2] = v.z;
}

Vec3 unit(const Vec3& v) {
  const float squared = dot(v, v);
  return squared > kSmallestSquare ? v * (1 / std::sqrt(squared)) : Vec3{};
}

void store_direction(const KernelArguments& a, const Vec3& v, float* to) {
  store(a.normalize ? unit(v) : v, to);
}

// Input and output pointers of one vertex.
struct Vertex {
  Place place;
  const float* source;    // its block
  const float* tangents;  // its block
  std::size_t lane;
  float *position, *normal, *tangent;  // nullptr: not requested
};

Vertex vertex_at(const KernelArguments& a, const InfluenceSection& section, std::uint32_t v) {
  const SkinnedMesh& mesh = *a.mesh;
  const std::size_t block = v / kMeshBlock;
  const auto element = [&](std::span<float> stream, std::uint32_t stride) {
    return stream.empty() ? nullptr : &stream[std::size_t{v} * stride];
  };
  return {place_of(section, v),
          a.vertices + block * mesh.floats_per_block(),
          mesh.tangents.empty() ? nullptr : mesh.tangents.data() + block * 4 * kMeshBlock,
          v % kMeshBlock,
          &a.out.positions[std::size_t{v} * a.out.position_stride],  // always requested
          element(a.out.normals, a.out.normal_stride),
          element(a.out.tangents, a.out.tangent_stride)};
}

// A dual quaternion.
struct Motion {
  Quat real{0, 0, 0, 0}, dual{0, 0, 0, 0};
};

Motion motion_at(const float* duals, std::size_t entry) {
  const float* from = duals + entry * 8;
  return {{from[0], from[1], from[2], from[3]}, {from[4], from[5], from[6], from[7]}};
}

void add(Quat& sum, const Quat& q, float weight) {
  sum.x += q.x * weight;
  sum.y += q.y * weight;
  sum.z += q.z * weight;
  sum.w += q.w * weight;
}

Motion blend_motions(const KernelArguments& a, const Place& place) {
  const Motion first = motion_at(a.dual_quaternions, a.mesh->joints[place.joints]);
  Motion sum;
  for (std::size_t i = 0; i < place.influences; ++i) {
    const Motion motion = motion_at(a.dual_quaternions, a.mesh->joints[place.joints + i * kMeshBlock]);
    const float side = dot(motion.real, first.real) < 0 ? -1.0f : 1.0f;
    add(sum.real, motion.real, side * weight_of(*a.mesh, place, i));
    add(sum.dual, motion.dual, side * weight_of(*a.mesh, place, i));
  }
  return sum;
}

Vec3 rotate_by(const Motion& m, const Vec3& v) {
  const Vec3 q{m.real.x, m.real.y, m.real.z};
  return v + cross(q, cross(q, v) + v * m.real.w) * (2 / dot(m.real, m.real));
}

Vec3 move_by(const Motion& m, const Vec3& v) {
  const Vec3 q{m.real.x, m.real.y, m.real.z}, d{m.dual.x, m.dual.y, m.dual.z};
  return rotate_by(m, v) + (d * m.real.w - q * m.dual.w + cross(q, d)) * (2 / dot(m.real, m.real));
}

}  // namespace

void skin_linear(const KernelArguments& a, const InfluenceSection& section, std::uint32_t begin,
                 std::uint32_t end) {
  const PaletteMatrix* normal_palette = a.normal_palette == nullptr ? a.palette : a.normal_palette;
  for (std::uint32_t v = begin; v < end; ++v) {
    const Vertex at = vertex_at(a, section, v);
    const PaletteMatrix blended = blend(*a.mesh, a.palette, at.place);
    store(point(blended, load(at.source, 0, at.lane)), at.position);
    if (at.normal != nullptr)
      store_direction(a, direction(blend(*a.mesh, normal_palette, at.place), load(at.source, 3, at.lane)),
                      at.normal);
    if (at.tangent != nullptr && at.tangents != nullptr) {
      store_direction(a, direction(blended, load(at.tangents, 0, at.lane)), at.tangent);
      at.tangent[3] = at.tangents[3 * kMeshBlock + at.lane];
    }
  }
}

void skin_dual_quaternion(const KernelArguments& a, const InfluenceSection& section, std::uint32_t begin,
                          std::uint32_t end) {
  for (std::uint32_t v = begin; v < end; ++v) {
    const Vertex at = vertex_at(a, section, v);
    const Motion motion = blend_motions(a, at.place);
    const auto stretched = [&](const PaletteMatrix* palette, const Vec3& vector) {
      return palette == nullptr ? vector : direction(blend(*a.mesh, palette, at.place), vector);
    };
    store(move_by(motion, stretched(a.palette, load(at.source, 0, at.lane))), at.position);
    if (at.normal != nullptr)
      store_direction(a, rotate_by(motion, stretched(a.normal_palette, load(at.source, 3, at.lane))),
                      at.normal);
    if (at.tangent != nullptr && at.tangents != nullptr) {
      store_direction(a, rotate_by(motion, stretched(a.palette, load(at.tangents, 0, at.lane))), at.tangent);
      at.tangent[3] = at.tangents[3 * kMeshBlock + at.lane];
    }
  }
}

void add_morph(const SkinnedMesh& mesh, const MorphRange& target, float weight, float* vertices) {
  const std::size_t floats = mesh.floats_per_block();
  for (std::size_t i = target.first_block; i < target.first_block + target.block_count; ++i)
    for (std::size_t f = 0; f < floats; ++f)
      vertices[mesh.morph_blocks[i] * floats + f] += weight * mesh.morph_offsets[i * floats + f];
}

}  // namespace skelter::skinning::scalar
