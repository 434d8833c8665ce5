// .x to glTF and back, and glTF to .x and back, for the corpus. Joints and vertices must keep their positions
// at 20 times per clip, within 1e-4 of the extent in the rest pose.

#include <gtest/gtest.h>

#include <cmath>

#include "formats/bridge/corpus.h"
#include "support/unit_rotations.h"

namespace skelter::test {
namespace {

constexpr int kTimes = 20;
constexpr double kTolerance = 1e-4;  // relative to the extent

struct Difference {
  double joints = 0, vertices = 0;
  std::string where;
};

// Largest difference between the matrices in their effect on points within the mesh's size.
double difference(const Mat4d& a, const Mat4d& b, double mesh_size, double extent_of_scene) {
  double largest = 0;
  for (std::size_t c = 0; c < 4; ++c)
    for (std::size_t r = 0; r < 3; ++r)
      largest = std::max(largest, std::abs(a(r, c) - b(r, c)) * (c == 3 ? 1 : mesh_size) / extent_of_scene);
  return largest;
}

double mesh_size(const Scene& scene, const Drawn& drawn) {
  Bounds bounds;
  for (const Primitive& primitive : scene.meshes[drawn.mesh].primitives)
    for (const Vec3& p : primitive.positions) bounds.add(to_double(p));
  const Vec3d size = bounds.size();
  return bounds.empty() ? 1 : std::max({size.x, size.y, size.z});
}

void compare_pose(const Scene& a, const Scene& b, const Pose& pose_a, const Pose& pose_b, double size,
                  Difference& worst) {
  const std::vector<Vec3d> positions_a = all_positions(a, pose_a), positions_b = all_positions(b, pose_b);
  ASSERT_EQ(positions_a.size(), positions_b.size());
  for (std::size_t v = 0; v < positions_a.size(); ++v)
    worst.vertices = std::max(worst.vertices, length(positions_a[v] - positions_b[v]) / size);
  const std::vector<Drawn> drawn_a = drawn_meshes(a), drawn_b = drawn_meshes(b);
  for (std::size_t d = 0; d < drawn_a.size() && d < drawn_b.size(); ++d) {
    if (drawn_a[d].skin == kNone || drawn_b[d].skin == kNone) continue;
    const auto joints_a = joint_matrices(a, pose_a, drawn_a[d]),
               joints_b = joint_matrices(b, pose_b, drawn_b[d]);
    // A conversion through glTF may add a joint, for vertices that had none.
    for (std::size_t j = 0; j < std::min(joints_a.size(), joints_b.size()); ++j)
      worst.joints =
          std::max(worst.joints, difference(joints_a[j], joints_b[j], mesh_size(a, drawn_a[d]), size));
  }
}

// Compares at times that are also between keys. The times do not divide the clip evenly, because steps are
// often at even divisions.
void expect_same_motion(const Scene& a, const Scene& b, const std::string& file) {
  SCOPED_TRACE(file);
  ASSERT_EQ(a.clips.size(), b.clips.size());
  const double size = extent(a);
  Difference worst;
  compare_pose(a, b, rest_pose(a), rest_pose(b), size, worst);
  for (std::uint32_t c = 0; c < a.clips.size(); ++c) {
    EXPECT_EQ(a.clips[c].name.value_or(""), b.clips[c].name.value_or(""));
    EXPECT_NEAR(a.clips[c].duration_s, b.clips[c].duration_s, 1e-6 * std::max(1.0, a.clips[c].duration_s));
    for (int t = 0; t < kTimes; ++t) {
      const double time_s = a.clips[c].duration_s * (t + 0.371) / kTimes;
      const EvaluateOptions once{Loop::once, MatrixKeys::decompose, false};
      compare_pose(a, b, evaluate(a, c, time_s, once), evaluate(b, c, time_s, once), size, worst);
      if (worst.where.empty() && std::max(worst.joints, worst.vertices) > kTolerance)
        worst.where = "clip " + std::to_string(c) + " at " + std::to_string(time_s);
    }
  }
  EXPECT_LE(worst.vertices, kTolerance) << worst.where;
  EXPECT_LE(worst.joints, kTolerance) << worst.where;
}

std::vector<std::byte> glb_of(const Scene& scene) {
  const auto written = write_gltf(scene);
  EXPECT_TRUE(written.ok());
  return written.ok() ? written->bytes : std::vector<std::byte>{};
}
std::vector<std::byte> x_of(const Scene& scene) {
  const auto written = write_x(scene, {XEncoding::binary});
  EXPECT_TRUE(written.ok());
  return written.ok() ? written->bytes : std::vector<std::byte>{};
}

TEST(RoundTrip, x_to_glb_to_x_keeps_joints_and_vertices) {
  SKELTER_REQUIRE_CORPUS();
  const std::size_t count = for_each_corpus_scene([](const std::string& file, const Scene& scene) {
    const auto glb = read_gltf(glb_of(scene), file + ".glb");
    ASSERT_TRUE(glb.ok()) << file << ": " << to_string(glb.error());
    EXPECT_TRUE(validate(*glb).ok()) << file;
    expect_same_motion(scene, *glb, file + " as .glb");
    const auto again = read_x(x_of(*glb), file);
    ASSERT_TRUE(again.ok()) << file << ": " << to_string(again.error());
    expect_same_motion(scene, *again, file + " and back");
  });
  EXPECT_GE(count, 50u);
}

TEST(RoundTrip, glb_to_x_to_glb_keeps_joints_and_vertices) {
  SKELTER_REQUIRE_CORPUS();
  std::size_t count = 0;
  for (const std::string& file : clean_gltf_files()) {
    auto scene = read_gltf_file(corpus_folder() + "/" + file);
    if (!scene.ok()) continue;
    // `.x` has no morph targets, so they are removed. Everything else must keep its motion.
    for (Mesh& mesh : scene->meshes) {
      mesh.morph_weights.clear();
      for (Primitive& primitive : mesh.primitives) primitive.morphs.clear();
    }
    for (Node& node : scene->nodes) node.morph_weights.clear();
    for (Clip& clip : scene->clips) {
      std::erase_if(clip.channels,
                    [](const Channel& channel) { return channel.path == ChannelPath::weights; });
      make_rotations_unit(clip);
      clip.duration_s = 0;
      for (const Channel& channel : clip.channels)
        clip.duration_s = std::max(clip.duration_s, channel.times_s.back());
    }
    ++count;
    const auto x = read_x(x_of(*scene), file);
    ASSERT_TRUE(x.ok()) << file << ": " << to_string(x.error());
    expect_same_motion(*scene, *x, file + " as .x");
    const auto again = read_gltf(glb_of(*x), file);
    ASSERT_TRUE(again.ok()) << file << ": " << to_string(again.error());
    expect_same_motion(*scene, *again, file + " and back");
  }
  EXPECT_GE(count, 40u);
}

// Reading a written glTF and writing it again must change nothing.
TEST(RoundTrip, second_glb_has_the_bytes_of_the_first) {
  SKELTER_REQUIRE_CORPUS();
  for (const std::string& file : clean_gltf_files()) {
    const auto scene = read_gltf_file(corpus_folder() + "/" + file);
    if (!scene.ok()) continue;
    const std::vector<std::byte> first = glb_of(*scene);
    EXPECT_EQ(glb_of(*scene), first) << file;
    const auto again = read_gltf(first, file);
    ASSERT_TRUE(again.ok()) << file << ": " << to_string(again.error());
    EXPECT_TRUE(glb_of(*again) == first) << file;
    expect_same_motion(*scene, *again, file);
  }
}

}  // namespace
}  // namespace skelter::test
