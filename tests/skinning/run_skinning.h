#pragma once
// Runs skinning jobs and their scalar references on the same data, and provides the memory.

#include "skelter/skinning/dual_quaternion_skinning_job.h"
#include "skelter/skinning/linear_skinning_job.h"
#include "skinning/kernel_arguments.h"
#include "skinning/prepare_palette.h"
#include "support/skinning_scenes.h"

namespace skelter::test {

// The vertices of a mesh after skinning in double precision.
struct ExpectedSkin {
  std::vector<Vec3d> positions, normals, tangents;
};

// Returns packed output for all attributes of the mesh.
inline SkinningOutput packed_output(const SkinnedMesh& mesh, Streams& streams) {
  SkinningOutput out;
  out.positions = streams.positions;
  if (mesh.has_normals != 0) out.normals = streams.normals;
  if (!mesh.tangents.empty()) out.tangents = streams.tangents;
  return out;
}

template <class Job>
Status run_with_scratch(Job job) {
  AlignedBytes scratch(Job::scratch_bytes(job.mesh->palette_size));
  job.scratch = {scratch.data(), scratch.size()};
  return job.run();
}

template <class Job>
Job job_for(const SkinnedMesh& mesh, const std::vector<Affine>& palette, Streams& streams) {
  Job job;
  job.mesh = &mesh;
  job.palette = palette;
  job.out = packed_output(mesh, streams);
  return job;
}

template <class Job>
Streams skinned(const SkinnedMesh& mesh, const std::vector<Affine>& palette) {
  Streams streams(mesh.vertex_count);
  EXPECT_EQ(run_with_scratch(job_for<Job>(mesh, palette, streams)), Status::ok);
  return streams;
}

}  // namespace skelter::test
