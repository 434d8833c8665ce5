// Checks a guarantee of both skinning jobs: the bits of a vertex do not depend on how the work is divided or
// stored.

#include <gtest/gtest.h>

#include "skinning/run_skinning.h"
#include "skinning/skin_ranges.h"
#include "support/targets.h"

namespace skelter::test {
namespace {

template <class Job>
class SkinningRanges : public ::testing::Test {};
using Jobs = ::testing::Types<LinearSkinningJob, DualQuaternionSkinningJob>;
TYPED_TEST_SUITE(SkinningRanges, Jobs);

MeshShape shape_of(std::uint32_t vertices, bool tangents) {
  MeshShape shape;
  shape.vertices = vertices;
  shape.tangents = tangents;
  return shape;
}

// Expects the vertices from begin to end to be those of `whole`, and guard values elsewhere.
void expect_part(const Streams& part, const Streams& whole, std::uint32_t begin, std::uint32_t end,
                 std::uint32_t vertices) {
  for (std::uint32_t v = 0; v < vertices; ++v)
    for (std::uint32_t i = 0; i < 3; ++i) {
      const std::size_t at = std::size_t{v} * 3 + i;
      const bool inside = v >= begin && v < end;
      ASSERT_EQ(part.positions[at], inside ? whole.positions[at] : Streams::kGuard) << v;
      ASSERT_EQ(part.normals[at], inside ? whole.normals[at] : Streams::kGuard) << v;
    }
}

TYPED_TEST(SkinningRanges, parts_have_the_bits_of_the_whole_and_touch_nothing_else) {
  const Scene scene = skinned_scene(shape_of(61, false));
  const SkinnedMeshBuild built = built_mesh(scene);
  const SkinnedMesh& mesh = built.mesh.view;
  const std::vector<Affine> palette = random_palette(mesh.palette_size);
  for_each_target([&](std::int64_t) {
    const Streams whole = skinned<TypeParam>(mesh, palette);
    for (const auto& [begin, end] : {std::pair<std::uint32_t, std::uint32_t>{0, 1},
                                     {1, 2},
                                     {3, 9},
                                     {4, 8},
                                     {5, 61},
                                     {13, 14},
                                     {17, 40},
                                     {60, 61},
                                     {7, 7}}) {
      Streams part(mesh.vertex_count);
      auto job = job_for<TypeParam>(mesh, palette, part);
      job.begin = begin;
      job.end = end;
      ASSERT_EQ(run_with_scratch(job), Status::ok);
      expect_part(part, whole, begin, end, mesh.vertex_count);
    }
  });
}

// Runs the items from last to first, with made-up worker numbers.
void run_backwards(void* self, std::uint32_t count, TaskFunction function, void* context) {
  *static_cast<std::uint32_t*>(self) += count;
  for (std::uint32_t item = count; item-- > 0;) function(context, item, item % 3);
}

TYPED_TEST(SkinningRanges, tasks_in_any_order_have_the_bits_of_one_thread) {
  const Scene scene = skinned_scene(shape_of(7001, true));
  const SkinnedMeshBuild built = built_mesh(scene);
  const SkinnedMesh& mesh = built.mesh.view;
  const std::vector<Affine> palette = random_palette(mesh.palette_size, {1, 1.5, 1});
  for_each_target([&](std::int64_t) {
    const Streams whole = skinned<TypeParam>(mesh, palette);
    Streams shared(mesh.vertex_count);
    std::uint32_t items = 0;
    const TaskRunner tasks{3, run_backwards, &items};
    auto job = job_for<TypeParam>(mesh, palette, shared);
    job.tasks = &tasks;
    ASSERT_EQ(run_with_scratch(job), Status::ok);
    EXPECT_EQ(shared, whole);
    EXPECT_GE(items, 3u);

    // A range that begins and ends inside tasks.
    Streams part(mesh.vertex_count), alone(mesh.vertex_count);
    job.out = packed_output(mesh, part);
    job.begin = 1999;
    job.end = 6149;
    ASSERT_EQ(run_with_scratch(job), Status::ok);
    job.tasks = nullptr;
    job.out = packed_output(mesh, alone);
    ASSERT_EQ(run_with_scratch(job), Status::ok);
    EXPECT_EQ(part, alone);
    expect_part(part, whole, 1999, 6149, mesh.vertex_count);
  });
}

TYPED_TEST(SkinningRanges, interleaved_vertices_have_the_bits_of_separate_ones) {
  const Scene scene = skinned_scene(shape_of(45, true));
  const SkinnedMeshBuild built = built_mesh(scene);
  const SkinnedMesh& mesh = built.mesh.view;
  const std::vector<Affine> palette = random_palette(mesh.palette_size);
  for_each_target([&](std::int64_t) {
    const Streams whole = skinned<TypeParam>(mesh, palette);
    // A vertex is position, normal, tangent and one float that the job must not change.
    std::vector<float> vertices(mesh.vertex_count * 11, Streams::kGuard);
    auto job = job_for<TypeParam>(mesh, palette, const_cast<Streams&>(whole));
    const std::span<float> all(vertices);
    job.out = {all, all.subspan(3), all.subspan(6), 11, 11, 11};
    ASSERT_EQ(run_with_scratch(job), Status::ok);
    for (std::uint32_t v = 0; v < mesh.vertex_count; ++v) {
      for (std::uint32_t i = 0; i < 3; ++i) {
        ASSERT_EQ(vertices[v * 11 + i], whole.positions[v * 3 + i]);
        ASSERT_EQ(vertices[v * 11 + 3 + i], whole.normals[v * 3 + i]);
      }
      for (std::uint32_t i = 0; i < 4; ++i) ASSERT_EQ(vertices[v * 11 + 6 + i], whole.tangents[v * 4 + i]);
      ASSERT_EQ(vertices[v * 11 + 10], Streams::kGuard);
    }
  });
}

TYPED_TEST(SkinningRanges, streaming_write_the_same_bits) {
  for (const bool tangents : {false, true}) {
    const Scene scene = skinned_scene(shape_of(101, tangents));
    const SkinnedMeshBuild built = built_mesh(scene);
    const SkinnedMesh& mesh = built.mesh.view;
    const std::vector<Affine> palette = random_palette(mesh.palette_size);
    for_each_target([&](std::int64_t) {
      const Streams whole = skinned<TypeParam>(mesh, palette);
      // The address is a multiple of 16 bytes, for which streaming stores are used, or not, for which they
      // cannot be used.
      for (const std::size_t shift : {0u, 1u}) {
        Streams streamed(mesh.vertex_count);
        alignas(64) static float aligned[3][1024];
        auto job = job_for<TypeParam>(mesh, palette, streamed);
        job.out.positions = std::span<float>(aligned[0]).subspan(shift);
        job.out.normals = std::span<float>(aligned[1]).subspan(shift);
        if (tangents) job.out.tangents = std::span<float>(aligned[2]).subspan(shift);
        job.streaming = true;
        ASSERT_EQ(run_with_scratch(job), Status::ok);
        for (std::size_t i = 0; i < 303; ++i) {
          ASSERT_EQ(aligned[0][i + shift], whole.positions[i]);
          ASSERT_EQ(aligned[1][i + shift], whole.normals[i]);
        }
        for (std::size_t i = 0; i < 404 && tangents; ++i) ASSERT_EQ(aligned[2][i + shift], whole.tangents[i]);
      }
    });
  }
}

// In long runs of vertices with the same number of influences, kernels process two blocks at a time and
// normalise several together. The bits must equal those of interleaved vertices, which are processed block by
// block. Streams start at each multiple of 16 bytes within 32, equal and different.
TYPED_TEST(SkinningRanges, long_packed_runs_have_the_bits_of_single_blocks) {
  constexpr std::uint32_t kVertices = 333;
  for (std::uint32_t influences = 1; influences <= 8; ++influences) {
    SCOPED_TRACE(influences);
    MeshShape shape = shape_of(kVertices, false);
    shape.min_influences = shape.max_influences = influences;
    const Scene scene = skinned_scene(shape);
    const SkinnedMeshBuild built = built_mesh(scene);
    const SkinnedMesh& mesh = built.mesh.view;
    const std::vector<Affine> palette = random_palette(mesh.palette_size);
    for_each_target([&](std::int64_t) {
      for (const bool normalize : {true, false}) {
        std::vector<float> single(kVertices * 7);
        Streams unused(kVertices);
        auto job = job_for<TypeParam>(mesh, palette, unused);
        job.normalize = normalize;
        job.out = {single, std::span<float>(single).subspan(3), {}, 7, 7, 4};
        ASSERT_EQ(run_with_scratch(job), Status::ok);
        for (const auto& [at_positions, at_normals] :
             {std::pair<std::size_t, std::size_t>{0, 0}, {4, 4}, {4, 0}, {1, 2}}) {
          for (const std::uint32_t begin : {0u, 6u}) {
            alignas(64) float positions[kVertices * 3 + 16] = {}, normals[kVertices * 3 + 16] = {};
            job.begin = begin;
            job.streaming = true;
            job.out = {std::span<float>(positions).subspan(at_positions),
                       std::span<float>(normals).subspan(at_normals),
                       {},
                       3,
                       3,
                       4};
            ASSERT_EQ(run_with_scratch(job), Status::ok);
            for (std::uint32_t v = begin; v < kVertices; ++v)
              for (std::uint32_t i = 0; i < 3; ++i) {
                ASSERT_EQ(positions[at_positions + v * 3 + i], single[v * 7 + i]) << v;
                ASSERT_EQ(normals[at_normals + v * 3 + i], single[v * 7 + 3 + i]) << v;
              }
            ASSERT_EQ(positions[at_positions + kVertices * 3], 0);
            ASSERT_EQ(normals[at_normals + kVertices * 3], 0);
          }
        }
        job.begin = 0;
        job.streaming = false;
        job.out = packed_output(mesh, unused);
        ASSERT_EQ(run_with_scratch(job), Status::ok);
        for (std::uint32_t v = 0; v < kVertices; ++v)
          for (std::uint32_t i = 0; i < 3; ++i) {
            ASSERT_EQ(unused.positions[v * 3 + i], single[v * 7 + i]) << v;
            ASSERT_EQ(unused.normals[v * 3 + i], single[v * 7 + 3 + i]) << v;
          }
      }
    });
  }
}

TEST(ChooseStores, streaming_starts_above_its_threshold_and_needs_alignment) {
  alignas(16) float memory[8];
  skinning::KernelArguments arguments;
  arguments.out.positions = memory;
  arguments.out.normals = std::span<float>(memory).subspan(1);
  const std::size_t vertices = kStreamingThresholdBytes / 24;
  skinning::choose_stores(arguments, std::nullopt, vertices);
  EXPECT_FALSE(arguments.stream_positions);
  skinning::choose_stores(arguments, std::nullopt, vertices + 1);
  EXPECT_TRUE(arguments.stream_positions);
  EXPECT_FALSE(arguments.stream_normals);
  skinning::choose_stores(arguments, false, vertices + 1);
  EXPECT_FALSE(arguments.stream_positions);
}

TEST(PreparePalette, linear_parts_turn_normals_where_all_are_rotations_times_one_scale) {
  std::mt19937 random(3);
  std::vector<Affine> palette = random_palette(4, {2, 2, 2});
  EXPECT_TRUE(skinning::turns_normals_by_linear_part(palette));
  palette.push_back(to_affine(random_motion(random, {-2, -2, -2})));
  EXPECT_TRUE(skinning::turns_normals_by_linear_part(palette));
  palette.push_back(to_affine(random_motion(random, {2.001, 2.001, 2.001})));
  EXPECT_FALSE(skinning::turns_normals_by_linear_part(palette));
  palette.back() = to_affine(random_motion(random, {2, 2, 2.001}));
  EXPECT_FALSE(skinning::turns_normals_by_linear_part(palette));
  palette.back() = Affine{};
  palette.back().m[0][1] = std::nanf("");
  EXPECT_FALSE(skinning::turns_normals_by_linear_part(palette));
  EXPECT_TRUE(skinning::turns_normals_by_linear_part({}));
}

}  // namespace
}  // namespace skelter::test
