// Models far from the origin: their position is stored separately, and the bound holds relative to it.
// Measured in double precision, with the reference evaluator and an independent decoder.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "compile/build_pack/internal/pack_writer.h"
#include "compile/clip_scenes.h"
#include "compile/compiled.h"
#include "skelter/runtime/skinned_mesh.h"
#include "skelter/skinning/linear_skinning_job.h"
#include "support/pack_poses.h"

namespace skelter::test {
namespace {

// Suitable for a person in metres.
constexpr double kBound = 1e-4, kShell = 0.03;

// Adds a pelvis, two leg joints and a head below the node `above` (kNone: as roots). The person walks one
// metre at `place` in the space of `above`, where a metre is `unit` long.
void add_person(Scene& scene, std::uint32_t above, const Vec3d& place, double unit = 1) {
  const auto first = static_cast<std::uint32_t>(scene.nodes.size());
  const auto node = [&](const char* name, std::uint32_t parent, const Vec3d& at) {
    scene.nodes.push_back(make_node(name, parent, translation_matrix(at)));
    Node& made = scene.nodes.back();
    made.rest_trs = Transform{to_float(at), {}, {1, 1, 1}};
    made.rest = to_mat4(*made.rest_trs);
  };
  node("pelvis", above, place);
  node("thigh", first, Vec3d{0, -0.1, 0} * unit);
  node("shin", first + 1, Vec3d{0, -0.43, 0} * unit);
  node("head", first, Vec3d{0, 0.75, 0} * unit);
  std::vector<double> times;
  std::vector<float> places;
  for (int i = 0; i <= 30; ++i) {
    times.push_back(i / 30.0);
    append_value(places, place + Vec3d{i / 30.0, 0.03 * std::sin(i * 0.7), 0.01 * i} * unit);
  }
  add_clip(scene, "walk",
           {moves(first, times, places), swings(first + 1, 30, 30, 0.5), swings(first + 2, 30, 30, 0.8),
            swings(first + 3, 30, 30, 0.2)});
}

Scene far_person(const Vec3d& place = {100'000, 3, -40'000}) {
  Scene scene;
  scene.file = "far.x";
  scene.format = "x";
  add_person(scene, kNone, place);
  return scene;
}

// A far person below a node that turns z up and converts to centimetres, as exporters write, and below an
// identity node.
Scene far_person_below(const Mat4d& above) {
  Scene scene;
  scene.file = "far.x";
  scene.format = "x";
  scene.nodes = {make_node("scene", kNone, Mat4d{}), make_node("armature", 0, above)};
  const Vec3d place = transform_point(inverse_affine(above), Vec3d{100'000, 3, -40'000});
  add_person(scene, 1, place, 1 / length(axis_part(above, 0)));
  return scene;
}
Mat4d z_up_centimetres() {
  return to_mat4(Mat3d{{0.01, 0, 0, 0, 0, -0.01, 0, 0.01, 0}}, Vec3d{});
}

CompileSettings settings_for(const Scene& scene, bool store = true) {
  CompileSettings settings;
  settings.clips.resize(scene.clips.size());
  for (ClipSettings& clip : settings.clips) {
    clip.error_bound = kBound;
    clip.shell_distance = kShell;
  }
  settings.store_clips = store;
  return settings;
}

// Largest error of the first clip, at four times its rate. Compares its positions plus the pack's origin with
// the source.
double largest_error(const Scene& scene, const Compiled& made) {
  const LoadedClip clip = load_clip(made.view, *scene.clips[0].name);
  const Pose rest = rest_pose(scene);
  EvaluateOptions once;
  once.loop = Loop::once;
  WorstPoint worst;
  const int count = 4 * (static_cast<int>(clip.view.frame_count) - 1);
  for (int i = 0; i <= count; ++i) {
    const auto t = static_cast<float>(double{clip.view.duration_s} * i / count);
    std::vector<Mat4d> worlds = decode_worlds(clip.view, made.view.skeleton(), t, nullptr, true);
    for (Mat4d& world : worlds) world = translation_matrix(made.view.origin()) * world;
    compare_worlds(made.pack.skeleton, worlds, evaluate(scene, 0, t, once), rest, kShell, t, worst);
  }
  return worst.error;
}

TEST(FarOrigin, figure_at_a_hundred_kilometres_keeps_its_bound) {
  const Scene scene = far_person();
  for (const bool store : {false, true}) {
    const Compiled made = compile(scene, settings_for(scene, store));
    const Vec3d& origin = made.view.origin();
    EXPECT_LT(length(origin - Vec3d{100'000, 3, -40'000}), 20)
        << origin.x << ' ' << origin.y << ' ' << origin.z;
    for (const double number : {origin.x, origin.y, origin.z}) EXPECT_EQ(number, double{float(number)});
    EXPECT_EQ(made.pack.skeleton.origin, origin);
    EXPECT_TRUE(made.pack.clips[0].keeps_bound()) << made.pack.clips[0].largest_error;
    EXPECT_LE(largest_error(scene, made), kBound);
    // The played positions and the culling bounds are small.
    const LoadedClip clip = load_clip(made.view, "walk");
    for (const float number : clip.view.bounds_max) EXPECT_LT(std::abs(number), 20);
  }
}

// Floats are 8 mm apart there, so the origin is needed.
TEST(FarOrigin, without_an_origin_the_bound_is_lost_and_reported) {
  const Scene scene = far_person();
  CompileSettings settings = settings_for(scene);
  settings.origin_apart = false;
  const Compiled made = compile(scene, settings);
  EXPECT_EQ(made.view.origin(), Vec3d{});
  EXPECT_FALSE(made.pack.clips[0].keeps_bound());
  EXPECT_GT(largest_error(scene, made), 1e-3);
}

TEST(FarOrigin, figures_below_static_nodes_keep_their_bound) {
  for (const Mat4d& above : {Mat4d{}, z_up_centimetres()}) {
    const Scene scene = far_person_below(above);
    const Compiled made = compile(scene, settings_for(scene));
    ASSERT_NE(made.view.origin(), Vec3d{});
    EXPECT_TRUE(made.pack.clips[0].keeps_bound()) << made.pack.clips[0].largest_error;
    EXPECT_LE(largest_error(scene, made), kBound);
    const Skeleton& skeleton = made.view.skeleton();
    EXPECT_EQ(skeleton.parents[skeleton.find("pelvis")], kNone16);
    EXPECT_EQ(skeleton.parents[skeleton.find("armature")], skeleton.find("scene"));
    EXPECT_EQ(skeleton.parents[skeleton.find("shin")], skeleton.find("thigh"));
  }
}

TEST(FarOrigin, masks_of_static_ancestors_include_their_descendants) {
  const Scene scene = far_person_below(Mat4d{});
  CompileSettings settings = settings_for(scene);
  settings.masks = {{"all", 0, {{"armature", 0.5f, true}}}};
  const Compiled made = compile(scene, settings);
  const Skeleton& skeleton = made.view.skeleton();
  ASSERT_NE(made.view.origin(), Vec3d{});
  EXPECT_EQ(skeleton.mask(0)[skeleton.find("scene")], 0);
  EXPECT_EQ(skeleton.mask(0)[skeleton.find("shin")], 0.5f);
}

TEST(FarOrigin, no_origin_is_stored_where_it_does_not_help) {
  const auto origin_of = [](const Scene& scene) { return compile(scene, settings_for(scene)).view.origin(); };
  EXPECT_EQ(origin_of(far_person({90, 0, 90})), Vec3d{});  // too close to need one
  Scene apart = far_person();
  add_person(apart, kNone, {0, 0, 0});
  EXPECT_EQ(origin_of(apart), Vec3d{});  // two people in different places
  Scene moved = far_person_below(Mat4d{});
  moved.clips.clear();
  add_clip(moved, "walk", {moves(1, {0, 1}, {0, 0, 0, 1, 0, 0}), swings(3, 30, 30, 0.5)});
  EXPECT_EQ(origin_of(moved), Vec3d{});  // the ancestor moves
  Scene uneven = far_person_below(to_mat4(Mat3d{{1, 0, 0, 0, 2, 0, 0, 0, 1}}, Vec3d{}));
  EXPECT_EQ(origin_of(uneven), Vec3d{});  // the ancestor scales unevenly
}

// Integer multiples of a fraction of such a small bound are out of range, which used to make the origin
// infinite.
TEST(FarOrigin, is_finite_for_any_bound) {
  Bounds figure;
  figure.add(Vec3d{100'000, 3, -40'000});
  figure.add(Vec3d{100'001, 5, -40'001});
  for (const double bound : {1e-4, 1e-12, 1e-38, 1e-300, 1e-312, 1e-316, 1e-320, 4.9e-324}) {
    const Vec3d origin = origin_for(figure, bound);
    // The origin is a multiple of 8 for a bound of 1e-4. The smallest bounds may have no origin.
    EXPECT_TRUE(origin == Vec3d{} || length(origin - Vec3d{100'000.5, 4, -40'000.5}) < 8) << bound;
  }
  figure.add(Vec3d{-1e308, 0, 0});
  figure.add(Vec3d{1e308, 1e308, 1e308});
  for (const double bound : {1e-320, 1e-4, 1e300})
    EXPECT_TRUE(std::isfinite(length(origin_for(figure, bound) * 1e-200))) << bound;
}

// From the origin to 100 km, so no origin is better than any other.
TEST(FarOrigin, clip_that_goes_the_whole_distance_is_as_near_as_floats_allow) {
  Scene scene = far_person({0, 0, 0});
  scene.clips.clear();
  add_clip(scene, "journey", {moves(0, {0, 301, 600}, {0, 0, 0, 40'013.3f, 10, 0, 99'991.7f, 0, 0})});
  const Compiled made = compile(scene, settings_for(scene));
  EXPECT_EQ(made.view.origin(), Vec3d{});
  EXPECT_FALSE(made.pack.clips[0].keeps_bound());
  EXPECT_LT(made.pack.clips[0].largest_error, 4 * 0.0078);
  // The report of the hot form is exact. The error of the stored form is at most a twentieth larger.
  const SkeletonBuild& skeleton = made.pack.skeleton;
  const ClipSettings settings = settings_for(scene).clips[0];
  const auto hot = build_clip(scene, 0, skeleton, settings);
  ASSERT_TRUE(hot.ok());
  EXPECT_EQ(hot->report.largest_error,
            measure_error(scene, 0, skeleton, hot->clip.view, settings).largest_error);
  EXPECT_LE(made.pack.clips[0].largest_error, 1.05 * hot->report.largest_error);
  ClipSettings strict = settings;
  strict.strict_bound = true;
  const auto refused = build_clip(scene, 0, skeleton, strict);
  ASSERT_FALSE(refused.ok());
  EXPECT_THAT(refused.error().message,
              ::testing::StartsWith(fmt::format("error {:.3g} of joint ", hot->report.largest_error)));
  CompileSettings in_place = settings_for(scene);
  in_place.clips[0].root_motion = RootMotionSettings{"pelvis", true, true, true, false};
  EXPECT_TRUE(compile(scene, in_place).pack.clips[0].keeps_bound());
}

TEST(FarOrigin, near_figures_have_unchanged_bytes) {
  const Scene scene = far_person({10, 0, -200});
  CompileSettings without = settings_for(scene);
  without.origin_apart = false;
  const Compiled a = compile(scene, settings_for(scene)), b = compile(scene, without);
  ASSERT_EQ(a.pack.bytes.size(), b.pack.bytes.size());
  EXPECT_EQ(std::memcmp(a.pack.bytes.data(), b.pack.bytes.data(), a.pack.bytes.size()), 0);
}

// Poses with the origin added in double precision, and the scene made from the pack, where keys are floats
// again.
TEST(FarOrigin, scene_of_the_pack_is_at_the_position_of_the_source) {
  for (const Scene& scene : {far_person(), far_person_below(z_up_centimetres())}) {
    const Compiled made = compile(scene, settings_for(scene));
    const auto back = scene_from_pack(made.view);
    ASSERT_TRUE(back.ok()) << to_string(back.error());
    const std::vector<std::uint16_t> joints = joints_of_nodes(*back, made.view.skeleton());
    const LoadedClip clip = load_clip(made.view, "walk");
    EvaluateOptions once;
    once.loop = Loop::once;
    for (const double t : {0.0, 0.33, 1.0}) {
      const Pose source = evaluate(scene, 0, t, once), again = evaluate(*back, 0, t, once);
      const Pose played =
          pose_of_joints(*back, joints, model_pose(made.view, clip.view, t), made.view.origin());
      for (std::uint32_t node = 0; node < scene.nodes.size(); ++node) {
        const Vec3d place = translation_part(source.world[node]);
        EXPECT_LE(length(translation_part(played.world[node]) - place), 1.1 * kBound) << node;
        EXPECT_LE(length(translation_part(again.world[node]) - place), 2 * 0.0078) << node;
        EXPECT_EQ(back->nodes[node].parent, scene.nodes[node].parent);
      }
    }
  }
}

// A mesh bound at its position, so that its vertices and inverse bind matrices are also far away.
TEST(FarOrigin, skinned_vertices_are_as_near_as_their_joints) {
  Scene scene = far_person();
  const Pose rest = rest_pose(scene);
  Skin skin;
  Primitive primitive;
  for (std::uint32_t joint = 0; joint < 4; ++joint)
    skin.joints.push_back({scene.nodes[joint].name, joint, to_float(inverse_affine(rest.world[joint]))});
  primitive.source_vertices = 40;
  primitive.source_faces = 13;
  for (std::uint32_t v = 0; v < 40; ++v) {
    const Vec3d at = translation_part(rest.world[v % 4]) + Vec3d{0.25 * (v % 3), 0.125 * (v % 5), 0.25};
    primitive.positions.push_back(to_float(at));
    append_influences(primitive, {{v % 4, 0.75f}, {(v + 1) % 4, 0.25f}});
    primitive.indices.push_back(v);
  }
  primitive.indices.resize(39);
  scene.skins.push_back(skin);
  Mesh mesh;
  mesh.primitives.push_back(primitive);
  scene.meshes.push_back(mesh);
  scene.nodes[0].meshes.push_back({0, 0});
  ASSERT_TRUE(validate(scene).ok()) << to_string(validate(scene).error());
  const Compiled made = compile(scene, settings_for(scene));
  ASSERT_NE(made.view.origin(), Vec3d{});

  const LoadedClip clip = load_clip(made.view, "walk");
  SkinView view;
  ASSERT_TRUE(read_skin(made.view.find(SectionKind::skin, 0).bytes, made.view.skeleton(), view).ok());
  SkinnedMesh skinned;
  ASSERT_TRUE(read_skinned_mesh(made.view.find(SectionKind::mesh, 0).bytes, skinned).ok());
  for (const double t : {0.0, 0.4, 1.0}) {
    const std::vector<Affine> model = model_pose(made.view, clip.view, t);
    std::vector<Affine> palette(view.size());
    PaletteJob job;
    job.skin = &view;
    job.model_from_joint = model;
    job.out_palette = palette;
    ASSERT_EQ(job.run(), Status::ok);
    std::vector<float> positions(std::size_t{3} * skinned.vertex_count);
    AlignedBytes scratch(LinearSkinningJob::scratch_bytes(skinned.palette_size));
    LinearSkinningJob skinning;
    skinning.mesh = &skinned;
    skinning.palette = palette;
    skinning.scratch = {scratch.data(), scratch.size()};
    skinning.out.positions = positions;
    ASSERT_EQ(skinning.run(), Status::ok);
    const Pose played = pose_of_joints(scene, made.pack.skeleton.joint_of_node, model, made.view.origin());
    const SkinnedVertices expected = skelter::skin(scene, played, 0, 0, 0);
    for (std::uint32_t v = 0; v < skinned.vertex_count; ++v) {
      const Vec3d at =
          Vec3d{positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]} + made.view.origin();
      EXPECT_LE(length(at - expected.positions[skinned.source_vertex[v]]), 1e-5) << v;
    }
  }
  const auto back = scene_from_pack(made.view);
  ASSERT_TRUE(back.ok()) << to_string(back.error());
  const SkinnedVertices shown = skelter::skin(*back, rest_pose(*back), 0, 0, 0),
                        source = skelter::skin(scene, rest, 0, 0, 0);
  for (std::uint32_t v = 0; v < 40; ++v)
    EXPECT_LE(length(shown.positions[v] - source.positions[v]), 1e-3) << v;
}

TEST(FarOrigin, clips_relative_to_another_origin_are_refused) {
  const Scene far = far_person(), near = far_person({0, 0, 0});
  const Compiled a = compile(far, settings_for(far)), b = compile(near, settings_for(near));
  const PackSection sections[] = {a.view.section(0), b.view.find(SectionKind::stored_clip, 0)};
  const AlignedBytes bytes = write_pack(sections);
  PackView view;
  EXPECT_STREQ(PackView::open(bytes.span(), view).what, "the clip was made for a different skeleton");
}

TEST(FarOrigin, damaged_origins_are_refused) {
  const Scene scene = far_person();
  const Compiled made = compile(scene, settings_for(scene));
  const auto problem_with = [&](std::vector<double> numbers, int times = 1) {
    AlignedBytes bytes(numbers.size() * sizeof(double));
    if (!numbers.empty()) std::memcpy(bytes.data(), numbers.data(), bytes.size());
    std::vector<PackSection> sections{made.view.section(0)};
    for (int i = 0; i < times; ++i) sections.push_back({SectionKind::origin, "origin", bytes.span()});
    const AlignedBytes pack = write_pack(sections);
    PackView view;
    const Problem problem = PackView::open(pack.span(), view);
    EXPECT_TRUE(problem.ok() || problem.status == Status::bad_data);
    return std::string(problem.what);
  };
  EXPECT_EQ(problem_with({1e5, 0, -8}), "");
  EXPECT_EQ(problem_with({}), "the origin does not have three numbers");
  EXPECT_EQ(problem_with({1, 2}), "the origin does not have three numbers");
  EXPECT_EQ(problem_with({1, 2, 3, 4}), "the origin does not have three numbers");
  EXPECT_EQ(problem_with({0, 0, 0}), "the origin is zero");
  EXPECT_EQ(problem_with({1, std::numeric_limits<double>::infinity(), 0}),
            "a number of the origin is not finite");
  EXPECT_EQ(problem_with({std::nan(""), 0, 0}), "a number of the origin is not finite");
  EXPECT_EQ(problem_with({1e5, 0, 0}, 2), "a second origin");
}

}  // namespace
}  // namespace skelter::test
