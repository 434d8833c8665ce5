#include "skelter/render/skinning_path.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "render/skinned_scenes.h"
#include "render/stage.h"
#include "support/near.h"
#include "support/skinning_scenes.h"

namespace skelter {
namespace {

using test::Stage;

constexpr SkinningPath kSampleModes[] = {SkinningPath::non_indexed_blend, SkinningPath::indexed_blend,
                                         SkinningPath::software, SkinningPath::vertex_shader,
                                         SkinningPath::effect};
constexpr SkinningPath kShaderPaths[] = {SkinningPath::texture_palette, SkinningPath::buffer_palette,
                                         SkinningPath::uniform_palette, SkinningPath::non_indexed_blend,
                                         SkinningPath::indexed_blend,   SkinningPath::vertex_shader,
                                         SkinningPath::effect};

template <class T>
std::string refusal(const Result<T>& result) {
  return result ? "no error" : to_string(result.error());
}

// Largest difference allowed between graphics card and CPU: a hundredth of a millimetre for a figure of 1.8
// m.
double bound_of(const Scene& scene) {
  return test::extent_of(scene) / 180'000;
}

TEST(SkinningPath, names_lead_to_paths_and_back) {
  EXPECT_EQ(skinning_paths().size(), 9u);
  for (const SkinningPath path : skinning_paths())
    EXPECT_EQ(skinning_path_named(skinning_path_name(path)), path);
  EXPECT_EQ(skinning_path_name(SkinningPath::texture_palette), "texture_palette");
  EXPECT_EQ(skinning_path_name(SkinningPath::effect), "effect");
  EXPECT_EQ(skinning_path_named("hardware"), std::nullopt);
}

// The mesh of the issue: two materials, 60 bones, palette 26. By hand: material 0 needs bones 0 to 30,
// material 1 bones 29 to 59. A palette of 26 holds 24 quads' bones; 26 + 7 matrices per material, two draws
// each. Groups of four bones hold two quads: 15 draws with 14 * 4 + 3 matrices per material. Plain vertices
// have 40 bytes: position, normal, texture coordinate and colour of four 16-bit numbers.
TEST(DrawCounters, tell_what_each_path_costs) {
  const Scene scene = test::tube(60);
  const std::uint64_t vertices = 60 * test::kRing;
  struct Expected {
    SkinningPath path;
    std::uint32_t palette_size, draws, matrices, bytes;
    std::uint64_t cpu_vertices;
  };
  const Expected table[] = {{SkinningPath::texture_palette, 0, 2, 60, 40 + 24, 0},
                            {SkinningPath::buffer_palette, 0, 2, 60, 40 + 24, 0},
                            {SkinningPath::uniform_palette, 26, 4, 66, 40 + 24, 0},
                            {SkinningPath::uniform_palette, 0, 2, 62, 40 + 24, 0},
                            {SkinningPath::cpu, 0, 2, 0, 40, vertices},
                            {SkinningPath::software, 0, 2, 0, 40, vertices},
                            {SkinningPath::non_indexed_blend, 0, 30, 118, 40 + 12, 0},
                            {SkinningPath::indexed_blend, 26, 4, 66, 40 + 4 + 4, 0},
                            {SkinningPath::vertex_shader, 26, 4, 66, 40 + 4 + 4, 0},
                            {SkinningPath::effect, 26, 4, 66, 40 + 4 + 4, 0},
                            {SkinningPath::vertex_shader, 60, 2, 62, 40 + 4 + 4, 0}};
  Stage stage;
  UploadedScene uploaded = stage.upload(scene);
  for (const Expected& e : table) {
    SCOPED_TRACE(skinning_path_name(e.path));
    DrawOptions options = test::plain_options(e.path);
    options.skinning.palette_size = e.palette_size;
    for (int frame = 0; frame < 2; ++frame) {  // the second one finds everything made
      stage.picture(uploaded, scene, test::bent(scene), options);
      const DrawCounters& counters = stage.renderer.counters();
      EXPECT_EQ(counters.draw_calls, e.draws);
      EXPECT_EQ(counters.matrices_uploaded, e.matrices);
      EXPECT_EQ(counters.vertex_bytes, e.bytes);
      EXPECT_EQ(counters.cpu_vertices, e.cpu_vertices);
    }
  }
}

// Pixels that the paths' roundings put on another side of an edge are the only ones that may differ by more
// than 2.
TEST(SkinningPath, all_paths_give_the_same_picture) {
  const Scene scene = test::tube(60);
  const Pose pose = test::bent(scene);
  Stage stage(320, 240, 4);
  UploadedScene uploaded = stage.upload(scene);
  const Image expected = stage.picture(uploaded, scene, pose, test::plain_options(SkinningPath::cpu));
  for (const SkinningPath path : skinning_paths()) {
    SCOPED_TRACE(skinning_path_name(path));
    DrawOptions options = test::plain_options(path);
    options.skinning.palette_size = path == SkinningPath::texture_palette ? 0 : 26;
    const test::PictureDifference d =
        test::difference(expected, stage.picture(uploaded, scene, pose, options));
    EXPECT_GT(d.foreground, 4000u);
    EXPECT_LE(d.pixels, 4u) << "largest difference " << d.largest;
  }
}

TEST(SkinningPath, shadow_wireframe_and_one_color_are_the_same_on_every_path) {
  const Scene scene = test::tube(12);
  const Pose pose = test::bent(scene);
  Stage stage(320, 240, 4);
  UploadedScene uploaded = stage.upload(scene);
  const auto options_of = [](SkinningPath path, int look) {
    DrawOptions options;
    options.skinning.path = path;
    options.ground_y = -1;
    options.wireframe = look == 0;
    if (look == 1) options.unlit_color = Vec3{1, 1, 0};
    if (look == 2) options.point_light = PointLight{};
    return options;
  };
  for (int look = 0; look < 3; ++look) {
    const Image expected = stage.picture(uploaded, scene, pose, options_of(SkinningPath::cpu, look));
    for (const SkinningPath path : skinning_paths()) {
      SCOPED_TRACE(skinning_path_name(path));
      const test::PictureDifference d =
          test::difference(expected, stage.picture(uploaded, scene, pose, options_of(path, look)));
      EXPECT_LE(d.pixels, 12u) << "look " << look << ", largest difference " << d.largest;
    }
  }
}

// Seed C-57: no silent limit. Vertices of every shader path against the reference in double precision.
TEST(SkinningPath, any_number_of_bones_is_skinned_right) {
  Stage stage;
  for (const std::uint32_t bones : {4u, 41u, 60u, 200u}) {
    const Scene scene = test::tube(bones);
    const Pose pose = test::bent(scene, 1);
    UploadedScene uploaded = stage.upload(scene);
    const SkinnedVertices expected = skin(scene, pose, bones, 0, 0);
    for (const SkinningPath path : kShaderPaths) {
      SCOPED_TRACE(std::to_string(bones) + " bones, " + std::string(skinning_path_name(path)));
      const auto read =
          stage.renderer.read_skinned(uploaded, scene, pose, bones, 0, 0, test::plain_options(path));
      ASSERT_TRUE(read) << to_string(read.error());
      test::expect_same_vertices(*read, expected, bound_of(scene), 1e-4);
    }
  }
}

// Seed C-59, exactly: the printed shader gives 5.
TEST(SkinningPath, three_weights_move_a_vertex_by_all_three) {
  Scene scene = test::tube(4);
  Primitive& p = scene.meshes[0].primitives[0];
  p.influence_begin.clear();
  p.influences.clear();
  for (Vec3& position : p.positions) {
    position = {0, 0, 0};
    test::append_influences(p, {{0, 0.5f}, {1, 0.3f}, {2, 0.2f}});
  }
  for (Joint& joint : scene.skins[0].joints) joint.joint_from_mesh = {};
  Pose pose = rest_pose(scene);
  for (std::size_t n = 0; n < 3; ++n)
    pose.world[n] = translation_matrix(Vec3d{10.0 * static_cast<double>(n), 0, 0});
  Stage stage;
  UploadedScene uploaded = stage.upload(scene);
  for (const SkinningPath path : kShaderPaths) {
    SCOPED_TRACE(skinning_path_name(path));
    const auto read = stage.renderer.read_skinned(uploaded, scene, pose, 4, 0, 0, test::plain_options(path));
    ASSERT_TRUE(read) << to_string(read.error());
    EXPECT_NEAR(read->positions[0].x, 7, 1e-5);
  }
}

// Up to eight influences, vertices without any, and directions under uneven scale (seed C-62).
TEST(SkinningPath, eight_influences_free_vertices_and_uneven_scale_equal_the_reference) {
  const Scene scene = test::skinned_scene({.vertices = 90,
                                           .joints = 30,
                                           .min_influences = 0,
                                           .max_influences = 8,
                                           .normals = true,
                                           .tangents = false});
  Pose pose = rest_pose(scene);
  std::mt19937 random(3);
  for (Mat4d& world : pose.world) world = test::random_motion(random, {1.3, 0.8, 1});
  const SkinnedVertices expected = skin(scene, pose, 30, 0, 0);
  Stage stage;
  UploadedScene uploaded = stage.upload(scene);
  for (const SkinningPath path :
       {SkinningPath::texture_palette, SkinningPath::buffer_palette, SkinningPath::uniform_palette}) {
    SCOPED_TRACE(skinning_path_name(path));
    const auto read = stage.renderer.read_skinned(uploaded, scene, pose, 30, 0, 0, test::plain_options(path));
    ASSERT_TRUE(read) << to_string(read.error());
    // Motions of the size of the scene: a few roundings of numbers of that size.
    test::expect_same_vertices(*read, expected, 1e-5, 2e-4);
  }
}

TEST(SkinningPath, the_samples_modes_keep_the_four_largest_influences) {
  Scene scene = test::skinned_scene({.vertices = 60,
                                     .joints = 12,
                                     .min_influences = 6,
                                     .max_influences = 6,
                                     .normals = true,
                                     .tangents = false});
  Pose pose = rest_pose(scene);
  std::mt19937 random(3);
  for (Mat4d& world : pose.world) world = test::random_motion(random);
  Scene four = scene;
  Primitive& p = four.meshes[0].primitives[0];
  std::vector<Influence> kept;
  for (std::size_t v = 0; v < p.positions.size(); ++v) {
    double sum = 0;
    for (std::size_t i = 0; i < 4; ++i) sum += p.influences[6 * v + i].weight;
    for (std::size_t i = 0; i < 4; ++i)
      kept.push_back(
          {p.influences[6 * v + i].joint, static_cast<float>(p.influences[6 * v + i].weight / sum)});
    p.influence_begin[v + 1] = static_cast<std::uint32_t>(kept.size());
  }
  p.influences = kept;
  const SkinnedVertices expected = skin(four, pose, 12, 0, 0);
  Stage stage;
  UploadedScene uploaded = stage.upload(scene);
  for (const SkinningPath path : {SkinningPath::non_indexed_blend, SkinningPath::indexed_blend,
                                  SkinningPath::vertex_shader, SkinningPath::effect}) {
    SCOPED_TRACE(skinning_path_name(path));
    const auto read = stage.renderer.read_skinned(uploaded, scene, pose, 12, 0, 0, test::plain_options(path));
    ASSERT_TRUE(read) << to_string(read.error());
    test::expect_same_vertices(*read, expected, 1e-5, 2e-4);
  }
}

TEST(SkinningPath, morph_targets_move_vertices_before_bones_do) {
  const Scene scene = test::skinned_scene({.vertices = 64,
                                           .joints = 12,
                                           .min_influences = 1,
                                           .max_influences = 2,
                                           .normals = true,
                                           .tangents = false,
                                           .morphs = 5});
  Pose pose = rest_pose(scene);
  std::mt19937 random(4);
  for (Mat4d& world : pose.world) world = test::random_motion(random);
  pose.morph_weights.resize(scene.nodes.size());
  pose.morph_weights[12] = {0.5, 0, -0.25, 1.5, 0.125};
  const SkinnedVertices expected = skin(scene, pose, 12, 0, 0);
  Stage stage;
  UploadedScene uploaded = stage.upload(scene);
  for (const SkinningPath path : kShaderPaths) {
    SCOPED_TRACE(skinning_path_name(path));
    DrawOptions options = test::plain_options(path);
    // Several groups, so that copies of vertices stand elsewhere than the vertices.
    if (path != SkinningPath::texture_palette && path != SkinningPath::buffer_palette)
      options.skinning.palette_size = 6;
    const auto read = stage.renderer.read_skinned(uploaded, scene, pose, 12, 0, 0, options);
    ASSERT_TRUE(read) << to_string(read.error());
    test::expect_same_vertices(*read, expected, 1e-5, 5e-4);
  }
  // The paths of the CPU: by their pictures.
  const Image cpu = stage.picture(uploaded, scene, pose, test::plain_options(SkinningPath::cpu));
  pose.morph_weights.clear();
  EXPECT_NE(stage.picture(uploaded, scene, pose, test::plain_options(SkinningPath::cpu)), cpu);
}

TEST(SkinningPath, morph_targets_of_meshes_without_skin_are_drawn) {
  Scene scene =
      test::skinned_scene({.vertices = 64, .joints = 1, .normals = true, .tangents = false, .morphs = 2});
  scene.nodes[1].meshes[0].skin = kNone;
  Pose pose = rest_pose(scene);
  pose.morph_weights.resize(scene.nodes.size());
  pose.morph_weights[1] = {0.5, -1};
  Stage stage(320, 240, 4);
  UploadedScene uploaded = stage.upload(scene);
  const Camera camera = auto_camera(pose_bounds(scene, pose), {});
  const Image expected = stage.picture(uploaded, scene, pose, test::plain_options(SkinningPath::cpu), camera);
  for (const SkinningPath path : skinning_paths()) {
    SCOPED_TRACE(skinning_path_name(path));
    const auto d =
        test::difference(expected, stage.picture(uploaded, scene, pose, test::plain_options(path), camera));
    EXPECT_LE(d.pixels, 12u) << d.largest;
    EXPECT_GT(d.foreground, 2000u);
  }
}

TEST(SkinningPath, what_cannot_be_drawn_is_refused_with_a_reason) {
  const Scene scene = test::tube(60);
  const Pose pose = rest_pose(scene);
  Stage stage;
  UploadedScene uploaded = stage.upload(scene);
  const Camera camera = auto_camera(pose_bounds(scene, pose), {});
  const auto refused = [&](const SkinningOptions& skinning) {
    DrawOptions options = test::plain_options();
    options.skinning = skinning;
    return refusal(stage.renderer.draw(uploaded, scene, pose, camera, 160, 120, options));
  };
  EXPECT_EQ(refused({SkinningPath::cpu, SkinningBlend::dual_quaternion, 0}),
            "dual quaternions with the skinning path cpu; expected texture_palette, buffer_palette or "
            "uniform_palette");
  EXPECT_EQ(refused({SkinningPath::uniform_palette, SkinningBlend::linear, 257}),
            "a palette of 257 bones; a uniform block holds 256");
  EXPECT_EQ(refused({SkinningPath::uniform_palette, SkinningBlend::dual_quaternion, 205}),
            "a palette of 205 bones; a uniform block holds 204");
  EXPECT_EQ(refused({SkinningPath::vertex_shader, SkinningBlend::linear, 2}),
            "tube: face 0 is moved by 3 bones; expected at most 2, the palette size");
  EXPECT_EQ(refused({SkinningPath::vertex_shader, SkinningBlend::linear, 0}), "no error");
}

TEST(ReadSkinned, is_refused_where_there_is_no_shader_and_no_skin) {
  const Scene scene = test::tube(4);
  const Pose pose = rest_pose(scene);
  Stage stage;
  UploadedScene uploaded = stage.upload(scene);
  const auto read = [&](std::uint32_t node, SkinningPath path) {
    return refusal(stage.renderer.read_skinned(uploaded, scene, pose, node, 0, 0, test::plain_options(path)));
  };
  EXPECT_EQ(read(4, SkinningPath::software),
            "the skinning path software has no vertex shader; expected another one");
  EXPECT_EQ(read(0, SkinningPath::texture_palette), "no skinned primitive 0 in mesh instance 0 of node 0");
}

// Seed C-63 and S-46: a static part on a moving bone beside the skinned mesh; each draw leaves nothing to the
// next.
TEST(SkinningPath, a_static_part_follows_its_bone_and_is_not_changed_by_what_was_drawn_before) {
  Scene scene = test::tube(4);
  scene.meshes.push_back(scene.meshes[0]);
  scene.meshes[1].primitives[0].influence_begin.clear();
  scene.meshes[1].primitives[0].influences.clear();
  scene.nodes[3].meshes.push_back({1, kNone});
  const Pose pose = test::bent(scene, 20);
  const SkinnedVertices sword = skin(scene, pose, 3, 0, 0);
  EXPECT_TRUE(test::near(
      sword.positions[0],
      transform_point(pose.world[3], to_double(scene.meshes[1].primitives[0].positions[0])), 1e-9));
  Stage stage(320, 240, 4);
  UploadedScene uploaded = stage.upload(scene);
  Scene alone = scene;
  alone.nodes[4].shown = false;
  UploadedScene uploaded_alone = stage.upload(alone);
  const Camera camera = auto_camera(pose_bounds(scene, pose), {});
  const Image before = stage.picture(uploaded_alone, alone, pose, test::plain_options(), camera);
  const Image expected = stage.picture(uploaded, scene, pose, test::plain_options(SkinningPath::cpu), camera);
  for (const SkinningPath path : skinning_paths()) {
    SCOPED_TRACE(skinning_path_name(path));
    const auto both =
        test::difference(expected, stage.picture(uploaded, scene, pose, test::plain_options(path), camera));
    EXPECT_LE(both.pixels, 8u);
    EXPECT_EQ(stage.picture(uploaded_alone, alone, pose, test::plain_options(), camera), before);
  }
}

TEST(ColorGroups, every_draw_call_of_a_skinned_mesh_has_its_own_color) {
  const Scene scene = test::tube(60);
  Stage stage;
  UploadedScene uploaded = stage.upload(scene);
  const auto colors = [&](SkinningPath path) {
    DrawOptions options = test::plain_options(path);
    options.color_groups = true;
    options.unlit = true;
    const Image image = stage.picture(uploaded, scene, rest_pose(scene), options);
    std::set<std::uint32_t> seen;
    for (std::size_t i = 0; i < image.rgba.size(); i += 4)
      seen.insert(image.rgba[i] | image.rgba[i + 1] << 8 | image.rgba[i + 2] << 16);
    return seen.size() - 1;  // without the background
  };
  EXPECT_EQ(colors(SkinningPath::texture_palette), 2u);
  EXPECT_EQ(colors(SkinningPath::indexed_blend), 4u);
}

}  // namespace
}  // namespace skelter
