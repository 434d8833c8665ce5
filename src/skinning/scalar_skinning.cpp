// The kernels in plain C++, vertex by vertex: what the vector kernels are compared with, and what targets
// without suitable vectors run.

#include <cmath>

#include "skelter/math/vec.h"
#include "skinning/kernel_arguments.h"

namespace skelter::skinning::scalar {
namespace {

// One vertex's place in the blocks.
struct Place {
  std::size_t joints = 0;  // of influence 0; influence i stands 4 i later
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

// Row `first` and the two after it, of one lane.
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

}  // namespace

void skin_linear(const KernelArguments& a, const InfluenceSection& section, std::uint32_t begin,
                 std::uint32_t end) {
  const SkinnedMesh& mesh = *a.mesh;
  const PaletteMatrix* normal_palette = a.normal_palette == nullptr ? a.palette : a.normal_palette;
  for (std::uint32_t v = begin; v < end; ++v) {
    const Place place = place_of(section, v);
    const std::size_t lane = v % kMeshBlock, block = v / kMeshBlock;
    const float* source = a.vertices + block * mesh.floats_per_block();
    const PaletteMatrix blended = blend(mesh, a.palette, place);
    store(point(blended, load(source, 0, lane)), &a.out.positions[std::size_t{v} * a.out.position_stride]);
    if (!a.out.normals.empty()) {
      const Vec3 normal = direction(blend(mesh, normal_palette, place), load(source, 3, lane));
      store(a.normalize ? unit(normal) : normal, &a.out.normals[std::size_t{v} * a.out.normal_stride]);
    }
    if (!a.out.tangents.empty()) {
      const float* tangents = mesh.tangents.data() + block * 4 * kMeshBlock;
      const Vec3 tangent = direction(blended, load(tangents, 0, lane));
      float* to = &a.out.tangents[std::size_t{v} * a.out.tangent_stride];
      store(a.normalize ? unit(tangent) : tangent, to);
      to[3] = tangents[3 * kMeshBlock + lane];
    }
  }
}

}  // namespace skelter::skinning::scalar
