#include "peers/ozz_skinning.h"

#include <cstdint>
#include <vector>

#include "ozz/base/maths/simd_math.h"
#include "ozz/geometry/runtime/skinning_job.h"

namespace skelter::bench {
namespace {

// A range of vertices that have the same number of influences.
struct Part {
  std::size_t first_vertex = 0, vertices = 0, influences = 0;
  std::vector<std::uint16_t> joints;
  // Per vertex, one weight fewer than influences; the last weight is 1 minus their sum.
  std::vector<float> weights;
};

class Skinning final : public OzzSkinning {
 public:
  Skinning(const SkinnedMesh& mesh, std::span<const Affine> palette) {
    for (const Affine& entry : palette) {
      ozz::math::Float4x4 matrix;
      for (std::size_t c = 0; c < 4; ++c)
        matrix.cols[c] = ozz::math::simd_float4::Load(entry.m[0][c], entry.m[1][c], entry.m[2][c], c == 3);
      matrices_.push_back(matrix);
    }
    for (std::uint32_t v = 0; v < mesh.vertex_count; ++v) {
      const float* block = mesh.vertices.data() + v / kMeshBlock * mesh.floats_per_block() + v % kMeshBlock;
      for (std::size_t row = 0; row < 3; ++row) {
        in_positions_.push_back(block[row * kMeshBlock]);
        in_normals_.push_back(block[(row + 3) * kMeshBlock]);
      }
    }
    for (const InfluenceSection& section : mesh.sections) add_part(mesh, section);
    positions_.resize(in_positions_.size());
    normals_.resize(in_normals_.size());
  }

  bool run() override {
    bool ran = true;
    for (const Part& part : parts_) {
      ozz::geometry::SkinningJob job;
      job.vertex_count = static_cast<int>(part.vertices);
      job.influences_count = static_cast<int>(part.influences);
      job.joint_matrices = {matrices_.data(), matrices_.size()};
      job.joint_indices = {part.joints.data(), part.joints.size()};
      job.joint_indices_stride = part.influences * sizeof(std::uint16_t);
      if (part.influences > 1) {
        job.joint_weights = {part.weights.data(), part.weights.size()};
        job.joint_weights_stride = (part.influences - 1) * sizeof(float);
      }
      const std::size_t first = part.first_vertex * 3, count = part.vertices * 3;
      job.in_positions = {in_positions_.data() + first, count};
      job.in_normals = {in_normals_.data() + first, count};
      job.out_positions = {positions_.data() + first, count};
      job.out_normals = {normals_.data() + first, count};
      job.in_positions_stride = job.in_normals_stride = 3 * sizeof(float);
      job.out_positions_stride = job.out_normals_stride = 3 * sizeof(float);
      ran = job.Run() && ran;
    }
    return ran;
  }

  std::span<const float> positions() const override { return positions_; }
  std::span<const float> normals() const override { return normals_; }

 private:
  void add_part(const SkinnedMesh& mesh, const InfluenceSection& section) {
    Part part{section.first_vertex, section.vertex_count, section.influences, {}, {}};
    for (std::uint32_t v = 0; v < section.vertex_count; ++v)
      for (std::uint32_t i = 0; i < section.influences; ++i) {
        const std::size_t at = (v / kMeshBlock * section.influences + i) * kMeshBlock + v % kMeshBlock;
        part.joints.push_back(mesh.joints[section.first_joint + at]);
        if (i + 1 < section.influences) part.weights.push_back(mesh.weights[section.first_weight + at]);
      }
    if (part.vertices > 0) parts_.push_back(std::move(part));
  }

  std::vector<ozz::math::Float4x4> matrices_;
  std::vector<float> in_positions_, in_normals_, positions_, normals_;
  std::vector<Part> parts_;
};

}  // namespace

std::unique_ptr<OzzSkinning> make_ozz_skinning(const SkinnedMesh& mesh, std::span<const Affine> palette) {
  return std::make_unique<Skinning>(mesh, palette);
}

}  // namespace skelter::bench
