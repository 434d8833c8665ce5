// Tests a scene made from a pack: its common properties with the source, and its playback.

#include "runtime/internal/format/blob_headers.h"
#include "skelter/compile/compile.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "compile/build_pack/internal/pack_writer.h"
#include "compile/clip_scenes.h"
#include "compile/compiled.h"
#include "skelter/formats/gltf/read.h"
#include "skelter/formats/x/read.h"
#include "skelter/scene/evaluate.h"
#include "support/corpus.h"
#include "support/pack_bytes.h"
#include "support/pack_parts.h"
#include "support/pack_poses.h"

namespace skelter::test {
namespace {

using ::testing::HasSubstr;

struct Through : Compiled {
  Scene scene;
};

// Compiles a scene, opens the pack, and converts it back to a scene.
Through through_pack(const Scene& source, const CompileSettings& settings = {}) {
  Through through{compile(source, settings), {}};
  if (through.pack.bytes.size() == 0) return through;
  auto scene = scene_from_pack(through.view, "through.skelter");
  EXPECT_TRUE(scene.ok()) << to_string(scene.error());
  if (scene) through.scene = std::move(*scene);
  EXPECT_TRUE(validate(through.scene).ok());
  return through;
}

CompileSettings all_hot() {
  CompileSettings settings;
  settings.store_clips = false;
  return settings;
}

// Largest distance between the poses of the runtime and those of the evaluator for the converted scene, in
// units of H. Measured at each joint's origin and three points H / 10 from it, at times on, near and between
// frames.
double difference_of_poses(const Through& through) {
  const double h = through.pack.extent;
  double largest = 0;
  EvaluateOptions once;
  once.loop = Loop::once;
  for (std::uint32_t c = 0; c < through.scene.clips.size(); ++c) {
    const std::string name = through.scene.clips[c].name.value_or("#" + std::to_string(c));
    const LoadedClip clip = load_clip(through.view, name);
    EXPECT_EQ(through.scene.clips[c].duration_s, double{clip.view.duration_s});
    for (int step = 0; step <= 29; ++step) {
      const double time_s = through.scene.clips[c].duration_s * step / 29;
      const Pose made = evaluate(through.scene, c, time_s, once);
      const std::vector<Affine> model = model_pose(through.view, clip.view, time_s);
      for (std::uint32_t joint = 0; joint < model.size(); ++joint) {
        if (joint + 1 < model.size() && through.view.skeleton().helpers[joint + 1] != 0) continue;
        const Mat4d plays = to_double(to_mat4(model[joint]));
        const Mat4d& shows = made.world[through.view.skeleton().nodes[joint]];
        for (const Vec3d& axis : {Vec3d{}, Vec3d{1, 0, 0}, Vec3d{0, 1, 0}, Vec3d{0, 0, 1}}) {
          const double reach = length(linear_part(shows) * axis);  // some joints have a scale of 100
          const Vec3d point = reach > 0 ? axis * (h / 10 / reach) : axis;
          largest =
              std::max(largest, length(transform_point(plays, point) - transform_point(shows, point)) / h);
        }
      }
    }
  }
  return largest;
}

TEST(SceneFromPack, poses_are_those_that_the_runtime_plays) {
  SKELTER_REQUIRE_CORPUS();
  // Files with walks and runs, steps, cubic keys, jumps, matrix keys, morphs, shearing bones and stored
  // clips.
  for (const char* file :
       {"gltf/CesiumMan/CesiumMan.gltf", "gltf/Fox.glb", "gltf/KayKit_Knight.glb",
        "gltf/InterpolationTest/InterpolationTest.gltf", "gltf/AnimatedMorphCube/AnimatedMorphCube.gltf",
        "gltf/luanti_simple_skin_step.gltf", "gltf/RobotExpressive.glb", "x-made/blend_example.x"}) {
    SCOPED_TRACE(file);
    const std::string path = corpus_folder() + "/" + file;
    const auto source = path.ends_with(".x") ? read_x_file(path) : read_gltf_file(path);
    ASSERT_TRUE(source.ok()) << to_string(source.error());
    EXPECT_LE(difference_of_poses(through_pack(*source, all_hot())), 1e-5);
  }
}

TEST(SceneFromPack, stored_clips_play_the_same) {
  Scene source = chain(4);
  add_clip(source, "swing", {swings(1, 30, 40, 0.9), swings(2, 30, 40, 0.4)});
  const Through through = through_pack(source);
  EXPECT_EQ(through.view.count(SectionKind::stored_clip), 1u);
  EXPECT_LE(difference_of_poses(through), 1e-5);
}

// Neighbouring frames are 40 degrees apart. Along the arc, the evaluator would differ by 1e-3 of H.
TEST(SceneFromPack, fast_turns_are_linear_between_frames_as_in_the_runtime) {
  Scene source = chain(3);
  add_clip(source, "whirl", {turns(1, {0, 0.1, 0.2}, {about_z(0), about_z(0.7), about_z(0)})});
  CompileSettings coarse = all_hot();
  coarse.clips.resize(1);
  coarse.clips[0].error_bound = 0.1;
  const Through through = through_pack(source, coarse);
  const auto turned = [](const Channel& channel) {
    return channel.path == ChannelPath::rotation && channel.interpolation == Interpolation::cubic;
  };
  const std::vector<Channel>& channels = through.scene.clips[0].channels;
  EXPECT_TRUE(std::any_of(channels.begin(), channels.end(), turned));
  EXPECT_LE(difference_of_poses(through), 1e-5);
}

// Found by the fuzzer: the slope of such a turn was infinite, so the pack did not give a valid scene.
TEST(SceneFromPack, turns_too_short_for_a_slope_stay_linear) {
  Scene source = chain(3);
  add_clip(source, "jerk", {turns(1, {0, 9e-44}, {about_z(0), about_z(0.7)})});
  const Through through = through_pack(source, all_hot());
  ASSERT_EQ(through.scene.clips.size(), 1u);
  for (const Channel& channel : through.scene.clips[0].channels)
    EXPECT_EQ(channel.interpolation, Interpolation::linear);
  EXPECT_EQ(through.scene.clips[0].channels.back().times_s.size(), 2u);
}

TEST(SceneFromPack, sheared_nodes_get_a_synthetic_parent) {
  Scene source = chain(3);
  std::vector<double> times;
  std::vector<Mat4d> keys;
  for (int i = 0; i <= 20; ++i) {
    times.push_back(i / 20.0);
    Mat4d m = to_mat4(Transformd{{0.1 * i, 1, 0}, about_z(0.05 * i), {1, 1.5, 1}});
    m(0, 1) += 0.02 * i;
    m(2, 0) += 0.3;
    keys.push_back(m);
  }
  add_clip(source, "lean", {matrices(1, times, keys), swings(2, 20, 20, 0.3)});
  const Through through = through_pack(source, all_hot());
  ASSERT_EQ(through.scene.nodes.size(), 4u);
  EXPECT_EQ(through.scene.nodes[3].name, "Bone1.stretch");
  EXPECT_TRUE(through.scene.nodes[3].synthetic);
  EXPECT_EQ(through.scene.nodes[3].parent, 0u);
  EXPECT_EQ(through.scene.nodes[1].parent, 3u);
  EXPECT_EQ(through.scene.nodes[2].parent, 1u);
  EXPECT_LE(difference_of_poses(through), 1e-5);
}

// --- visible content -------------------------------------------------------------------------------------

// A scene with one object of every kind, and no number at its default.
Scene showy_scene() {
  Scene scene = chain(3);
  scene.file = "folder/showy.glb";
  scene.format = "glb";
  scene.generator = "hand";
  scene.copyright = "nobody";
  scene.metres_per_unit = 0.01;
  scene.linear_colors = true;
  Material plain;
  plain.name = "plain";
  plain.base_color = {0.1f, 0.2f, 0.3f, 0.4f};
  plain.specular = {0.5f, 0.6f, 0.7f};
  plain.specular_power = 12;
  plain.emissive = {0.2f, 0.1f, 0};
  plain.base_color_texture = 1;
  plain.texture_suffix = "shade.sph";
  plain.double_sided = true;
  Material pbr;
  pbr.name = "pbr";
  pbr.base_color_texture = 0;
  pbr.pbr = PbrMaterial{.metallic = 0.25f,
                        .roughness = 0.75f,
                        .base_color = {0, 1, {0.1f, 0.2f}, 0.3f, {2, 3}},
                        .metallic_roughness = {1, 0, {}, 0, {1, 1}},
                        .normal = {0, 1, {}, 0.5f, {1, 1}},
                        .normal_scale = 0.5f,
                        .occlusion = {1, 1, {}, 0, {1, 1}},
                        .occlusion_strength = 0.3f,
                        .emissive = {1, 0, {0.5f, 0}, 0, {1, 1}},
                        .emissive_strength = 4,
                        .alpha_mode = AlphaMode::mask,
                        .alpha_cutoff = 0.6f,
                        .unlit = true};
  scene.materials = {plain, pbr};
  scene.samplers = {{"sharp",
                     TextureFilter::nearest,
                     TextureFilter::linear_mipmap_nearest,
                     TextureWrap::clamp_to_edge,
                     TextureWrap::mirrored_repeat,
                     {}}};
  scene.images = {{"skin", "", "image/png", {std::byte{7}, std::byte{8}, std::byte{9}}, {}}};
  scene.textures = {{"skin.png", 0, 0, {}}, {"gone.tga", kNone, kNone, {}}};
  scene.cameras = {{"eye", false, 0.9f, 1.5f, 0, 0, 0.1f, 100.0f, {}},
                   {"map", true, 0, {}, 2, 3, 0.5f, 9.0f, {}}};
  scene.lights = {{"lamp", LightKind::spot, {1, 0.5f, 0.25f}, 40, 12.0f, 0.2f, 0.4f, {}},
                  {"sun", LightKind::directional, {1, 1, 1}, 3, {}, 0, 0.7f, {}}};
  scene.nodes[0].camera = 1;
  scene.nodes[1].light = 0;
  scene.nodes[2].shown = false;
  scene.nodes[2].rest_trs = Transform{{0, 1, 0}, to_float(about_z(0.5)), {1, 2, 1}};
  scene.nodes[2].rest = to_mat4(*scene.nodes[2].rest_trs);
  return scene;
}

// Six vertices, of which the last is a copy of source vertex 2; two materials; two morph targets.
Primitive showy_primitive() {
  Primitive p;
  for (int i = 0; i < 6; ++i) {
    const auto x = static_cast<float>(i);
    p.positions.push_back({x, x * x, -x});
    p.normals.push_back(i % 2 == 0 ? Vec3{0, 1, 0} : Vec3{0, 0, 1});
    p.tangents.push_back({1, 0, 0, i % 2 == 0 ? 1.0f : -1.0f});
    p.colors.push_back({x / 8, 0.5f, 0.25f, 1});
  }
  p.uvs.resize(2);
  for (int i = 0; i < 6; ++i) {
    p.uvs[0].push_back({0.25f, static_cast<float>(i)});
    p.uvs[1].push_back({static_cast<float>(i), 0.5f});
  }
  p.indices = {0, 1, 2, 2, 1, 3, 3, 4, 5};
  p.materials = {1, kNone};
  p.triangle_slots = {1, 1, 0};
  p.source_vertices = 5;
  p.source_faces = 3;
  p.source_vertex = {0, 1, 2, 3, 4, 2};
  p.morphs = {{"smile", std::vector<Vec3>(6), {}, {}},
              {"frown", std::vector<Vec3>(6), std::vector<Vec3>(6), {}}};
  p.morphs[0].position_offsets[4] = {0, 1, 0};
  p.morphs[1].position_offsets[1] = {1, 0, 0};
  p.morphs[1].normal_offsets[1] = {0, 0, 0.5f};
  // Vertex 3 is bound to the node, and vertex 5 to both joints.
  for (const std::vector<Influence>& of : {std::vector<Influence>{{0, 1}},
                                           {{1, 0.75f}, {0, 0.25f}},
                                           {{1, 1}},
                                           {},
                                           {{0, 1}},
                                           {{0, 0.5f}, {1, 0.5f}}})
    append_influences(p, of);
  return p;
}

Scene showy_scene_with_mesh() {
  Scene scene = showy_scene();
  scene.meshes = {{"figure", {showy_primitive()}, {}, {}}};
  scene.skins = {
      {"bones", {{"Bone0", 0, {}}, {"Bone1", 1, to_float(translation_matrix(Vec3d{0, -1, 0}))}}, kNone, {}}};
  scene.nodes[2].meshes = {{0, 0}};
  scene.nodes[2].morph_weights = {0.5f, 0.25f};
  EXPECT_TRUE(validate(scene).ok()) << to_string(validate(scene).error());
  return scene;
}

TEST(SceneFromPack, all_visible_content_comes_back) {
  const Scene source = showy_scene_with_mesh();
  const Scene made = through_pack(source).scene;
  EXPECT_EQ(made.materials, source.materials);
  EXPECT_EQ(made.textures, source.textures);
  EXPECT_EQ(made.images, source.images);
  EXPECT_EQ(made.samplers, source.samplers);
  EXPECT_EQ(made.cameras, source.cameras);
  EXPECT_EQ(made.lights, source.lights);
  EXPECT_EQ(made.skins, source.skins);
  EXPECT_EQ(made.generator, source.generator);
  EXPECT_EQ(made.copyright, source.copyright);
  EXPECT_EQ(made.metres_per_unit, source.metres_per_unit);
  EXPECT_TRUE(made.linear_colors);
  EXPECT_EQ(made.format, "pack");
  EXPECT_EQ(made.file, "through.skelter");
  ASSERT_EQ(made.nodes.size(), source.nodes.size());
  for (std::size_t n = 0; n < made.nodes.size(); ++n) {
    Node node = made.nodes[n];
    EXPECT_TRUE(node.rest_trs.has_value()) << n;  // joints have the rest pose of the runtime
    node.rest_trs = source.nodes[n].rest_trs;
    EXPECT_EQ(node, source.nodes[n]) << n;
  }
}

TEST(SceneFromPack, vertices_come_back_in_their_order) {
  const Scene source = showy_scene_with_mesh();
  const Scene made = through_pack(source).scene;
  ASSERT_EQ(made.meshes.size(), 1u);
  EXPECT_EQ(made.meshes[0].name, "figure");
  ASSERT_EQ(made.meshes[0].primitives.size(), 1u);
  Primitive got = made.meshes[0].primitives[0];
  const Primitive& wanted = source.meshes[0].primitives[0];
  // Triangles are sorted by material. A triangle may begin with any of its corners.
  EXPECT_EQ(got.materials, (std::vector<std::uint32_t>{1, kNone}));
  EXPECT_EQ(got.triangle_slots, (std::vector<std::uint32_t>{0, 1, 1}));
  std::vector<std::vector<std::uint32_t>> triangles;
  for (std::size_t t = 0; t < 9; t += 3) {
    std::vector<std::uint32_t> corners(got.indices.begin() + static_cast<std::ptrdiff_t>(t),
                                       got.indices.begin() + static_cast<std::ptrdiff_t>(t + 3));
    std::rotate(corners.begin(), std::min_element(corners.begin(), corners.end()), corners.end());
    triangles.push_back(corners);
  }
  EXPECT_EQ(triangles[0], (std::vector<std::uint32_t>{3, 4, 5}));
  EXPECT_THAT(triangles, ::testing::UnorderedElementsAre(std::vector<std::uint32_t>{3, 4, 5},
                                                         std::vector<std::uint32_t>{0, 1, 2},
                                                         std::vector<std::uint32_t>{1, 3, 2}));
  got.indices = wanted.indices;
  got.materials = wanted.materials;
  got.triangle_slots = wanted.triangle_slots;
  EXPECT_EQ(got, wanted);
}

TEST(SceneFromPack, generated_normals_stay_generated) {
  Scene source = showy_scene_with_mesh();
  source.meshes[0].primitives[0].normals_generated = true;
  EXPECT_TRUE(through_pack(source).scene.meshes[0].primitives[0].normals_generated);
}

TEST(SceneFromPack, instances_of_one_mesh_share_it) {
  Scene source = showy_scene_with_mesh();
  source.nodes[2].morph_weights.clear();
  source.nodes[0].meshes = {{0, 0}, {0, kNone}};
  const Scene made = through_pack(source).scene;
  ASSERT_EQ(made.meshes.size(), 2u);  // one with weights, and one without
  EXPECT_EQ(made.skins.size(), 1u);
  EXPECT_EQ(made.nodes[0].meshes, (std::vector<MeshInstance>{{0, 0}, {1, kNone}}));
  EXPECT_EQ(made.nodes[2].meshes, (std::vector<MeshInstance>{{0, 0}}));
  EXPECT_TRUE(made.meshes[1].primitives[0].influences.empty());
}

TEST(SceneFromPack, morph_weights_of_clips_come_back) {
  Scene source = showy_scene_with_mesh();
  Channel weights = make_channel(2, ChannelPath::weights, {0, 0.5, 1}, {0, 1, 0.5f, 0, 1, 0.25f});
  add_clip(source, "face", {weights});
  source.clips[0].ticks_per_second = 4800;
  const Scene made = through_pack(source).scene;
  ASSERT_EQ(made.clips.size(), 1u);
  EXPECT_EQ(made.clips[0].ticks_per_second, 4800);
  const auto of = [](const Channel& c) { return c.path == ChannelPath::weights; };
  const auto found = std::find_if(made.clips[0].channels.begin(), made.clips[0].channels.end(), of);
  ASSERT_NE(found, made.clips[0].channels.end());
  EXPECT_EQ(made.clips[0].targets[found->target].node, 2u);
  EXPECT_EQ(found->times_s, weights.times_s);
  EXPECT_EQ(found->values, weights.values);
}

// --- special cases ----------------------------------------------------------------------------------------

TEST(SceneFromPack, events_are_extras_of_their_clip) {
  Scene source = chain(2);
  add_clip(source, "step", {swings(1, 30, 30, 0.2)});
  CompileSettings settings = all_hot();
  settings.clips.resize(1);
  settings.clips[0].events = {{"left", 0.25}, {"right", 0.75}};
  const Scene made = through_pack(source, settings).scene;
  EXPECT_EQ(nlohmann::json::parse(made.clips[0].carried.extras),
            nlohmann::json::parse(
                R"({"events": [{"name": "left", "time_s": 0.25}, {"name": "right", "time_s": 0.75}]})"));
}

TEST(SceneFromPack, additive_clips_are_added_to_the_rest_pose) {
  Scene source = chain(2);
  add_clip(source, "lean", {turns(1, {0, 1}, {about_z(0.5), about_z(0.9)})});
  CompileSettings settings = all_hot();
  settings.clips.resize(1);
  settings.clips[0].additive = true;
  settings.clips[0].additive_from = 0;
  settings.clips[0].error_bound = 1e-6;  // makes the steps as fine as the angle below
  const Scene made = through_pack(source, settings).scene;
  const Diagnostic* note = made.diagnostics.find("pack.additive");
  ASSERT_NE(note, nullptr);
  EXPECT_EQ(to_string(*note), "through.skelter: clip lean: is additive; shown on the rest pose");
  EvaluateOptions once;
  once.loop = Loop::once;
  // 0.9 at the end, minus 0.5 of the reference.
  const Quatd end = split(evaluate(made, 0, 1, once).local[1]).rotation;
  EXPECT_NEAR(2 * std::asin(end.z), 0.4, 1e-4);
}

TEST(SceneFromPack, clips_with_root_motion_play_on_the_spot) {
  Scene source = chain(2);
  add_clip(source, "walk", {moves(0, {0, 1}, {0, 0, 0, 0, 0, 3})});
  CompileSettings settings = all_hot();
  settings.clips.resize(1);
  settings.clips[0].root_motion = RootMotionSettings{.joint = "Bone0"};
  const Through through = through_pack(source, settings);
  const Diagnostic* note = through.scene.diagnostics.find("pack.root-motion");
  ASSERT_NE(note, nullptr);
  EXPECT_EQ(note->message, "plays in place: its keys do not contain the root motion");
  EXPECT_NEAR(evaluate(through.scene, 0, 0.9).world[0](2, 3), 0, 1e-6);
  EXPECT_EQ(through.scene.clips[0].duration_s, 1);
}

TEST(SceneFromPack, clips_without_motion_keep_their_length) {
  Scene source = chain(2);
  add_clip(source, "wait", {moves(1, {0, 2}, {0, 1, 0, 0, 1, 0})});
  EXPECT_EQ(through_pack(source).scene.clips[0].duration_s, 2);
}

TEST(SceneFromPack, unnamed_clips_stay_unnamed) {
  Scene source = chain(2);
  add_clip(source, "a", {swings(1, 30, 3, 0.2)});
  add_clip(source, "b", {swings(1, 30, 3, 0.2)});
  source.clips[1].name.reset();
  const Scene made = through_pack(source).scene;
  EXPECT_EQ(made.clips[0].name, "a");
  EXPECT_FALSE(made.clips[1].name.has_value());
}

TEST(SceneFromPack, losses_of_the_pack_are_noted) {
  const Scene good = showy_scene_with_mesh();
  EXPECT_EQ(through_pack(good).scene.diagnostics.find("pack.left-out"), nullptr);
  const auto note_after = [&](const std::function<void(Scene&)>& change,
                              const CompileSettings& settings = {}) {
    Scene source = good;
    change(source);
    const Scene made = through_pack(source, settings).scene;
    EXPECT_EQ(made.diagnostics.entries().size(), 1u);
    return made.diagnostics.empty() ? std::string() : to_string(made.diagnostics.entries()[0]);
  };
  const std::string file = "through.skelter: ";
  EXPECT_EQ(note_after([](Scene& s) {
              s.materials[0].effect = EffectInstance{"toon.fx", {}};
            }),
            file + "effects: effect files and their parameters are left out");
  const std::string carried =
      file + "extensions: extras, further scenes and unknown glTF extensions are left out";
  EXPECT_EQ(note_after([](Scene& s) { s.carried.extras = "1"; }), carried);
  EXPECT_EQ(note_after([](Scene& s) { s.meshes[0].primitives[0].carried.extensions = "{}"; }), carried);
  EXPECT_EQ(note_after([](Scene& s) { s.scenes.resize(2); }), carried);
  EXPECT_EQ(note_after([](Scene& s) {
              add_clip(s, "glow", {swings(1, 30, 3, 0.2)});
              s.clips[0].properties = {{"/materials/0", Interpolation::linear, {0}, {1}}};
            }),
            file + "properties: keys of materials, lights and cameras are left out");
  EXPECT_EQ(note_after([](Scene& s) {
              add_clip(s, "ghost", {swings(1, 30, 3, 0.2)});
              s.clips[0].targets.push_back({"Ghost", kNone, {}});
            }),
            file + "targets: keys for nodes that do not exist are left out");
  EXPECT_EQ(note_after([](Scene& s) {
              s.meshes[0].primitives[0].extra = {{"binormal", 0, 3, std::vector<float>(18)}};
            }),
            file + "attributes: vertex attributes that are not drawn are left out");
  EXPECT_EQ(note_after([](Scene& s) {
              s.meshes[0].primitives[0].face_corners = {4, 3};
              s.meshes[0].primitives[0].source_faces = 2;
            }),
            file + "polygons: faces with more than three corners are triangulated");
  EXPECT_EQ(note_after([](Scene& s) { s.meshes.emplace_back(); }),
            file + "unused: unused meshes and skins are left out");
  EXPECT_EQ(note_after([](Scene& s) {
              s.meshes[0].primitives[0].lines = {0, 1};
            }),
            file + "lines: lines and points are left out");
  EXPECT_EQ(note_after([](Scene& s) { s.meshes[0].primitives[0].points = {0}; }),
            file + "lines: lines and points are left out");
  CompileSettings one;
  one.max_influences = 1;
  EXPECT_EQ(note_after([](Scene&) {}, one), file + "influences: some vertices lost their smallest weights");
}

// --- errors ---------------------------------------------------------------------------------------------

Error error_of(const AlignedBytes& bytes, const Limits& limits = {}) {
  PackView pack;
  const Problem problem = PackView::open(bytes.span(), pack);
  EXPECT_TRUE(problem.ok()) << problem.what;
  const auto scene = scene_from_pack(pack, "bad.skelter", limits);
  EXPECT_FALSE(scene.ok());
  return scene ? Error{} : scene.error();
}

TEST(SceneFromPack, pack_without_nodes_is_refused) {
  const PackParts parts;
  std::vector<PackSection> sections = parts.sections();
  sections.pop_back();
  const Error error = error_of(write_pack(sections));
  EXPECT_EQ(error.status, Status::unsupported);
  EXPECT_EQ(to_string(error), "bad.skelter: a pack without nodes; expected a pack made by `skelter compile`");
}

TEST(SceneFromPack, two_vertices_of_one_source_are_refused) {
  PackParts parts;
  store(parts.mesh, load_le<SkinnedMeshHeader>(parts.mesh.span(), 0).source_vertex.offset, std::uint32_t{1});
  const Error error = error_of(write_pack(parts.sections()));
  EXPECT_EQ(error.status, Status::bad_data);
  EXPECT_EQ(to_string(error), "bad.skelter: section 3: two vertices have the same source");
}

TEST(SceneFromPack, memory_is_limited) {
  Limits limits;
  limits.max_memory_bytes = 100;
  const Error error = error_of(write_pack(PackParts().sections()), limits);
  EXPECT_EQ(error.status, Status::limit_exceeded);
  EXPECT_EQ(to_string(error),
            "bad.skelter: section 3: the mesh takes more memory than the limit of 100 bytes");
  Scene source = chain(4);
  add_clip(source, "swing", {swings(1, 30, 40, 0.9)});
  const auto stored = compile_scene(source);
  ASSERT_TRUE(stored.ok());
  EXPECT_EQ(to_string(error_of(stored->bytes, limits)),
            "bad.skelter: section 1: the clip takes more memory than the limit of 100 bytes");
}

}  // namespace
}  // namespace skelter::test
