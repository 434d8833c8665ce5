// Checks that skinning allocates no memory: all of it is provided by the caller.

#include <gtest/gtest.h>

#include "skelter/skinning/dual_quaternion_skinning_job.h"
#include "skelter/skinning/linear_skinning_job.h"
#include "support/peak_heap.h"
#include "support/skinning_scenes.h"

namespace skelter::test {
namespace {

template <class Job>
std::size_t bytes_taken(const SkinnedMesh& mesh, std::span<const float> vertices) {
  const std::vector<Affine> palette = random_palette(mesh.palette_size, {1, 2, 1});
  Streams streams(mesh.vertex_count);
  AlignedBytes scratch(Job::scratch_bytes(mesh.palette_size));
  const TaskRunner tasks = serial_tasks();
  Job job;
  job.mesh = &mesh;
  job.palette = palette;
  job.vertices = vertices;
  job.scratch = {scratch.data(), scratch.size()};
  job.tasks = &tasks;
  job.out.positions = streams.positions;
  job.out.normals = streams.normals;
  job.out.tangents = streams.tangents;
  Status status = Status::io;
  const std::size_t bytes = peak_heap_bytes([&] { status = job.run(); });
  EXPECT_EQ(status, Status::ok);
  return bytes;
}

TEST(SkinningMemory, jobs_take_nothing_from_the_heap) {
  MeshShape shape;
  shape.vertices = 5000;
  shape.morphs = 3;
  const Scene scene = skinned_scene(shape);
  const SkinnedMeshBuild built = built_mesh(scene);
  const SkinnedMesh& mesh = built.mesh.view;
  AlignedBytes morphed(mesh.vertices.size_bytes());
  const std::span<float> vertices{reinterpret_cast<float*>(morphed.data()), mesh.vertices.size()};
  const float weights[] = {0.5f, 0, 1};
  Status status = Status::io;
  EXPECT_EQ(peak_heap_bytes([&] { status = MorphJob{&mesh, weights, vertices}.run(); }), 0u);
  EXPECT_EQ(status, Status::ok);
  EXPECT_EQ(bytes_taken<LinearSkinningJob>(mesh, vertices), 0u);
  EXPECT_EQ(bytes_taken<DualQuaternionSkinningJob>(mesh, vertices), 0u);
  // Checks that the measurement works.
  EXPECT_GT(peak_heap_bytes([] { std::vector<int> numbers(100); }), 0u);
}

}  // namespace
}  // namespace skelter::test
