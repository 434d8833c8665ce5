#include "skelter/compile/compile.h"
#include "runtime/internal/format/pack_header.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstring>

#include "compile/build_pack/internal/pack_writer.h"
#include "compile/clip_scenes.h"
#include "compile/compiled.h"
#include "play/internal/format/graph_records.h"
#include "runtime/pack/internal/checksum.h"
#include "skelter/runtime/skinned_mesh.h"
#include "skelter/system/file.h"
#include "support/blend_example.h"
#include "support/pack_poses.h"
#include "support/thread_tasks.h"
#include "support/tower.h"

namespace skelter::test {
namespace {

Scene example() {
  Scene scene = blend_example();
  scene.file = "folder/blend_example.x";
  scene.format = "x";
  scene.images = {{"skin", "", "image/png", {std::byte{7}, std::byte{8}}, {}},
                  {"gone", "gone.png", "", {}, {}}};
  scene.textures = {{"skin.png", 0, kNone, {}}, {"gone.png", 1, kNone, {}}};
  Material material;
  material.name = "cloth";
  material.base_color = {0.5f, 0.25f, 1, 1};
  material.base_color_texture = 0;
  scene.materials = {material};
  scene.meshes[0].primitives[0].materials = {0};
  return scene;
}

CompileSettings hot() {
  CompileSettings settings;
  settings.store_clips = false;
  return settings;
}

// Clips and masks are those of the pack. The masks of profiles are stored in the graph. Hand is below Arm.
TEST(Compile, graphs_go_into_the_pack_behind_the_clips) {
  CompileSettings settings = hot();
  settings.masks = {{"hand", 0, {{"Hand"}}}};
  settings.graphs = {"dir/one.graph.json", "dir/two.graph.json"};
  settings.read_text = [](const std::string& file) -> Result<std::string> {
    if (file == "dir/two.graph.json")
      return std::string(
          R"({"skelter_graph": 1, "profiles": {"q": {}}, "layers": [{"name": "a", "motion": "swing"}]})");
    return std::string(R"({"skelter_graph": 1, "profiles": {"p": {"joints": {"Arm": 3}, "below": false}},
      "layers": [{"name": "a", "motion": "wave"}, {"name": "b", "mode": "override", "mask": "hand", "motion": {"graph": "two.graph.json"}}]})");
  };
  const Compiled compiled = compile(example(), settings);
  ASSERT_EQ(compiled.view.count(SectionKind::graph), 2u);
  const PackSection section = compiled.view.find(SectionKind::graph, 0);
  EXPECT_EQ(section.name, "one");
  EXPECT_EQ(compiled.view.section(3).kind, SectionKind::graph);
  EXPECT_EQ(compiled.pack.graph_files,
            (std::vector<std::string>{"dir/one.graph.json", "dir/two.graph.json", "dir/two.graph.json"}));
  GraphRecords one, two;
  ASSERT_TRUE(read_graph(section.bytes, one).ok());
  ASSERT_TRUE(read_graph(compiled.view.find(SectionKind::graph, 1).bytes, two).ok());
  const Skeleton& skeleton = compiled.view.skeleton();
  ASSERT_EQ(skeleton.mask_count(), 1u);
  EXPECT_EQ(one.mask_count, 1u);
  EXPECT_EQ(two.mask_count, 1u);
  EXPECT_EQ(one.clip_count, 2u);
  EXPECT_EQ(one.motions[one.layers[0].motion].first, 1);  // the clip "wave"
  EXPECT_EQ(two.motions[two.layers[0].motion].first, 0);
  ASSERT_EQ(one.profiles.size(), 2u);  // p, and q from the sub-graph
  ASSERT_EQ(two.profiles.size(), 1u);
  EXPECT_EQ(one.profile_mask(1), 2);  // there is no other graph
  ASSERT_EQ(one.profile_rates.size(), 2 * kLanes * skeleton.block_count());
  ASSERT_EQ(two.profile_rates.size(), kLanes * skeleton.block_count());
  EXPECT_EQ(one.profile_rates[skeleton.find("Arm")], 0.75f);
  EXPECT_EQ(one.profile_rates[skeleton.find("Hand")], 0.25f);
  EXPECT_EQ(one.profile_rates[skeleton.find("Base")], 0.25f);
}

TEST(Compile, a_bad_graph_is_an_error_with_its_location) {
  CompileSettings settings = hot();
  settings.graphs = {"one.graph.json"};
  settings.read_text = [](const std::string&) -> Result<std::string> {
    return std::string("{\"skelter_graph\": 1,\n\"layers\": [{\"name\": \"a\", \"motion\": \"wve\"}]}");
  };
  const auto pack = compile_scene(example(), settings);
  ASSERT_FALSE(pack.ok());
  EXPECT_EQ(pack.error().code, "graph.unknown-clip");
  EXPECT_EQ(
      to_string(pack.error()),
      "one.graph.json:2:36: /layers/0/motion: unknown clip \"wve\"; expected swing, wave; nearest: wave");
}

TEST(Compile, pack_holds_everything_in_the_order_of_the_scene) {
  const Compiled compiled = compile(example(), hot());
  const std::vector<std::pair<SectionKind, std::string>> expected = {
      {SectionKind::skeleton, ""},   {SectionKind::clip, "swing"},  {SectionKind::clip, "wave"},
      {SectionKind::skin, "Base"},   {SectionKind::mesh, "Sleeve"}, {SectionKind::materials, "materials"},
      {SectionKind::images, "skin"}, {SectionKind::scene, "scene"}};
  ASSERT_EQ(compiled.view.section_count(), expected.size());
  ASSERT_EQ(compiled.pack.sections.size(), expected.size());
  for (std::uint32_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(compiled.view.section(i).kind, expected[i].first) << i;
    EXPECT_EQ(compiled.view.section(i).name, expected[i].second);
    EXPECT_EQ(compiled.pack.sections[i].kind, expected[i].first);
    EXPECT_EQ(compiled.pack.sections[i].name, expected[i].second);
    EXPECT_EQ(compiled.pack.sections[i].bytes, compiled.view.section(i).bytes.size());
  }
  EXPECT_EQ(compiled.pack.joint_names, (std::vector<std::string>{"Base", "Arm", "Hand"}));
  EXPECT_EQ(compiled.view.section(6).bytes[1], std::byte{8});

  SkinView skin;
  ASSERT_TRUE(read_skin(compiled.view.skin_of(4).bytes, compiled.view.skeleton(), skin).ok());
  EXPECT_EQ(std::vector<std::uint16_t>(skin.joints.begin(), skin.joints.end()),
            (std::vector<std::uint16_t>{1, 2}));
  SkinnedMesh mesh;
  ASSERT_TRUE(read_skinned_mesh(compiled.view.section(4).bytes, mesh).ok());
  EXPECT_EQ(mesh.indices.size(), 12u);
}

TEST(Compile, materials_reference_textures_and_textures_their_images) {
  const Compiled compiled = compile(example(), hot());
  const PackLook& look = compiled.view.look();
  ASSERT_EQ(look.materials.size(), 1u);
  EXPECT_EQ(look.text(look.materials[0].name), "cloth");
  EXPECT_EQ(look.materials[0].base_color[1], 0.25f);
  ASSERT_EQ(look.textures.size(), 2u);
  EXPECT_EQ(look.text(look.textures[look.materials[0].maps[0].texture].name), "skin.png");
  EXPECT_EQ(look.textures[0].image, 0u);
  EXPECT_EQ(look.textures[1].image, kNone);  // its file was not found
  ASSERT_EQ(look.images.size(), 1u);
  EXPECT_EQ(look.text(look.images[0].mime_type), "image/png");
}

TEST(Compile, pack_stores_its_source) {
  const Compiled compiled = compile(example(), hot());
  const PackScene& scene = compiled.view.scene();
  EXPECT_EQ(scene.file,
            "blend_example.x");  // without a folder, because packs do not depend on where they were made
  EXPECT_EQ(scene.format, "x");
  EXPECT_EQ(scene.metres_per_unit, 0);
  EXPECT_EQ(scene.extent, compiled.pack.extent);
  ASSERT_EQ(scene.clips.size(), 2u);
  EXPECT_EQ(scene.clips[1].error_bound, compiled.pack.clips[1].error_bound);
  ASSERT_EQ(scene.instances.size(), 1u);
  EXPECT_EQ(scene.text(scene.instances[0].mesh_name), "Sleeve");
}

// Compares the pack with the reference evaluator, at times on and between keys. Joints stay within the bound
// on the shell around them. The additional 1e-5 covers single precision at a distance of 16.
void expect_poses_of_source(const Scene& scene, const Compiled& compiled) {
  for (std::uint32_t index = 0; index < scene.clips.size(); ++index) {
    const LoadedClip clip = load_clip(compiled.view, *scene.clips[index].name);
    EXPECT_FLOAT_EQ(clip.view.duration_s, static_cast<float>(scene.clips[index].duration_s));
    EvaluateOptions once;
    once.loop = Loop::once;
    for (int step = 0; step <= 47; ++step) {
      const double time_s = scene.clips[index].duration_s * step / 47;
      const Pose expected = evaluate(scene, index, time_s, once);
      const std::vector<Affine> model = model_pose(compiled.view, clip.view, time_s);
      for (std::uint32_t joint = 0; joint < model.size(); ++joint) {
        const std::uint32_t node = compiled.view.skeleton().nodes[joint];
        EXPECT_TRUE(near(translation_part(to_double(to_mat4(model[joint]))),
                         translation_part(expected.world[node]),
                         compiled.pack.clips[index].error_bound + 1e-5))
            << *scene.clips[index].name << " at " << time_s << ", joint " << joint;
      }
    }
  }
}

TEST(Compile, hot_clips_play_like_the_source) {
  const Scene scene = example();
  const Compiled compiled = compile(scene, hot());
  expect_poses_of_source(scene, compiled);
  for (const ClipReport& report : compiled.pack.clips) {
    EXPECT_NEAR(report.error_bound, compiled.pack.extent / 18000, 1e-9);
    EXPECT_LE(report.largest_error, report.error_bound);
    EXPECT_EQ(report.stored_bytes, 0u);
  }
}

TEST(Compile, stored_clips_play_like_the_source_and_are_smaller) {
  const Scene scene = tower_scene();
  const Compiled stored = compile(scene);
  const Compiled plain = compile(scene, hot());
  EXPECT_EQ(stored.view.count(SectionKind::stored_clip), 1u);
  EXPECT_EQ(stored.view.count(SectionKind::clip), 0u);
  EXPECT_LT(stored.pack.bytes.size(), plain.pack.bytes.size());
  EXPECT_EQ(stored.pack.clips[0].stored_bytes, stored.view.find(SectionKind::stored_clip, 0).bytes.size());
  EXPECT_LE(stored.pack.clips[0].largest_error, stored.pack.clips[0].error_bound);
  expect_poses_of_source(scene, stored);
}

TEST(Compile, same_scene_gives_the_same_bytes) {
  const Scene scene = example();
  const Compiled first = compile(scene), second = compile(scene);
  ASSERT_EQ(first.pack.bytes.size(), second.pack.bytes.size());
  EXPECT_EQ(std::memcmp(first.pack.bytes.data(), second.pack.bytes.data(), first.pack.bytes.size()), 0);
}

TEST(Compile, settings_reach_the_pack) {
  CompileSettings settings = hot();
  settings.masks.resize(1);
  settings.masks[0].name = "arm";
  settings.masks[0].entries.push_back({"Arm", 0.5f, true});
  settings.lods = {{{"Hand"}}};
  settings.clips.resize(2);
  settings.clips[0].events = {{"swish", 0.25}};
  settings.clips[0].loop = true;
  settings.clips[1].error_bound = 0.5;
  settings.max_influences = 1;
  const Compiled compiled = compile(example(), settings);

  const Skeleton& skeleton = compiled.view.skeleton();
  ASSERT_EQ(skeleton.find_mask("arm"), 0u);
  EXPECT_EQ(skeleton.mask(0)[0], 0);
  EXPECT_EQ(skeleton.mask(0)[skeleton.find("Hand")], 0.5f);
  EXPECT_EQ(std::vector<std::uint32_t>(skeleton.lod_joint_counts.begin(), skeleton.lod_joint_counts.end()),
            (std::vector<std::uint32_t>{3, 2}));
  const LoadedClip swing = load_clip(compiled.view, "swing");
  ASSERT_EQ(swing.view.events.size(), 1u);
  EXPECT_EQ(swing.view.string(swing.view.events[0].name), "swish");
  EXPECT_EQ(swing.view.events[0].time_s, 0.25f);
  EXPECT_TRUE(swing.view.loops());
  EXPECT_EQ(compiled.pack.clips[1].error_bound, 0.5);
  ASSERT_EQ(compiled.pack.meshes.size(), 1u);
  EXPECT_EQ(compiled.pack.meshes[0].name, "Sleeve");
  EXPECT_EQ(compiled.pack.meshes[0].primitive.reduced_vertices, 2u);
}

TEST(Compile, every_finished_clip_is_reported_by_name) {
  std::vector<std::string> done;
  ASSERT_TRUE(compile_scene(example(), hot(), [&](std::string_view name) { done.emplace_back(name); }).ok());
  EXPECT_EQ(done, (std::vector<std::string>{"swing", "wave"}));
}

TEST(Compile, bytes_do_not_depend_on_workers) {
  const Scene scene = load_asset("mannequin.x");
  const Compiled alone = compile(scene);
  for (const std::uint32_t workers : {2u, 7u}) {
    ThreadTasks threads(workers);
    CompileSettings settings;
    settings.tasks = threads.runner();
    std::vector<std::string> done;
    auto pack = compile_scene(scene, settings, [&](std::string_view name) { done.emplace_back(name); });
    ASSERT_TRUE(pack.ok());
    ASSERT_EQ(pack->bytes.size(), alone.pack.bytes.size());
    EXPECT_EQ(std::memcmp(pack->bytes.data(), alone.pack.bytes.data(), pack->bytes.size()), 0) << workers;
    EXPECT_EQ(done.size(), scene.clips.size());
  }
}

// Known values, which are equal for g++ 12 and clang 14. They change whenever the output changes. In that
// case, run this test with both compilers, and if they print the same values, copy them.
TEST(Compile, bytes_are_the_same_with_every_compiler) {
  const Scene scene = load_asset("mannequin.x");
  const std::pair<Effort, std::uint64_t> efforts[] = {{Effort::quick, 0x1F2A5C0FEA1C1901},
                                                      {Effort::normal, 0x786F6C55E67A1895}};
  for (const auto& [effort, known] : efforts) {
    CompileSettings settings;
    settings.clips.resize(scene.clips.size());
    for (ClipSettings& clip : settings.clips) clip.effort = effort;
    const auto pack = compile_scene(scene, settings);
    ASSERT_TRUE(pack.ok());
    const std::uint64_t hash = pack_checksum(pack->bytes.span());
    std::printf("effort %d 0x%016" PRIX64 "\n", static_cast<int>(effort), hash);
    EXPECT_EQ(hash, known);
  }
}

// At 100 km, floats are 8 mm apart, so no clip in floats can go there from the origin with an error below a
// tenth of a millimetre.
Scene journey() {
  Scene scene = chain(3);
  add_clip(scene, "ride", {moves(0, {0, 7, 19}, {0, 0, 0, 40'013.3f, 0, 0, 99'991.7f, 0, 0})});
  return scene;
}

TEST(Compile, clips_beyond_float_precision_are_as_near_as_possible_and_reported) {
  for (const bool store : {false, true}) {
    CompileSettings settings;
    settings.store_clips = store;
    const Compiled compiled = compile(journey(), settings);
    ASSERT_EQ(compiled.pack.clips.size(), 1u);
    const ClipReport& report = compiled.pack.clips[0];
    EXPECT_FALSE(report.keeps_bound());
    EXPECT_GT(report.largest_error, 1e-3);
    // Twice the distance between floats there, in each direction.
    EXPECT_LT(report.largest_error, 4 * 0.0078);
    EXPECT_EQ(compiled.pack.joint_names[report.largest_error_joint].empty(), false);
  }
}

TEST(Compile, the_pack_comes_with_a_warning_for_each_clip_beyond_its_bound) {
  CompileSettings settings = hot();
  const auto pack = compile_scene(journey(), settings);
  ASSERT_TRUE(pack.ok());
  ASSERT_EQ(pack->diagnostics.entries().size(), 1u);
  const Diagnostic& missed = pack->diagnostics.entries()[0];
  EXPECT_EQ(missed.severity, Severity::warning);
  EXPECT_EQ(missed.code, "build.error-bound");
  EXPECT_EQ(missed.spot.object, "Clip ride");
  const auto kept = compile_scene(example(), settings);
  ASSERT_TRUE(kept.ok());
  EXPECT_TRUE(kept->diagnostics.empty());
}

TEST(Compile, clips_beyond_float_precision_are_refused_on_request) {
  const Scene scene = journey();
  CompileSettings settings;
  settings.clips.resize(scene.clips.size());
  for (ClipSettings& clip : settings.clips) clip.strict_bound = true;
  const auto refused = compile_scene(scene, settings);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, "build.error-bound");
  EXPECT_EQ(refused.error().status, Status::unsupported);
}

TEST(Compile, unnamed_clips_are_called_by_their_index) {
  Scene scene = example();
  scene.clips[1].name.reset();
  const Compiled compiled = compile(scene, hot());
  EXPECT_EQ(compiled.view.find(SectionKind::clip, 1).name, "#1");
}

TEST(Compile, rigid_mesh_gets_a_skin_of_its_node) {
  Scene scene = example();
  scene.nodes[2].meshes.push_back({0, kNone});
  scene.meshes[0].primitives[0].influence_begin.clear();
  scene.meshes[0].primitives[0].influences.clear();
  scene.nodes[0].meshes.clear();
  scene.skins.clear();
  const Compiled compiled = compile(scene, hot());
  SkinView skin;
  ASSERT_TRUE(read_skin(compiled.view.find(SectionKind::skin, 0).bytes, compiled.view.skeleton(), skin).ok());
  ASSERT_EQ(skin.size(), 1u);
  EXPECT_EQ(compiled.view.skeleton().name(skin.joints[0]), "Hand");
}

TEST(Compile, instances_of_a_mesh_share_its_bytes) {
  Scene scene = example();
  scene.nodes[1].meshes = {{0, kNone}};
  scene.nodes[2].meshes = {{0, kNone}};
  const Compiled compiled = compile(scene, hot());
  ASSERT_EQ(compiled.view.count(SectionKind::mesh), 3u);
  const auto bytes_of = [&](std::uint32_t index) {
    return compiled.view.find(SectionKind::mesh, index).bytes;
  };
  EXPECT_EQ(bytes_of(1).data(), bytes_of(2).data());
  EXPECT_NE(bytes_of(0).data(), bytes_of(1).data());  // one of the two has a skin
  EXPECT_EQ(compiled.pack.meshes.size(), 3u);
  const auto again = scene_from_pack(compiled.view);
  ASSERT_TRUE(again.ok()) << to_string(again.error());
  EXPECT_EQ(again->nodes[1].meshes, again->nodes[2].meshes);
}

// A mesh section and a section of a different type with the same content.
TEST(Compile, only_meshes_near_each_other_share_bytes) {
  const Compiled compiled = compile(example(), hot());
  const PackSection skeleton = compiled.view.section(0), skin = compiled.view.find(SectionKind::skin, 0),
                    mesh = compiled.view.find(SectionKind::mesh, 0);
  for (const std::uint32_t between : {0u, kMeshSharedWithin - 1, kMeshSharedWithin}) {
    std::vector<PackSection> sections{skeleton, skin, mesh};
    sections.insert(sections.end(), between, skin);
    sections.push_back(mesh);
    const AlignedBytes bytes = write_pack(sections);
    PackView pack;
    ASSERT_TRUE(PackView::open(bytes.span(), pack).ok());
    const bool shared =
        pack.find(SectionKind::mesh, 0).bytes.data() == pack.find(SectionKind::mesh, 1).bytes.data();
    EXPECT_EQ(shared, between < kMeshSharedWithin) << between;
  }
  EXPECT_NE(skin.bytes.data(), nullptr);
  const AlignedBytes twice = write_pack(std::vector<PackSection>{skeleton, skin, skin});
  PackView pack;
  ASSERT_TRUE(PackView::open(twice.span(), pack).ok());
  EXPECT_NE(pack.section(1).bytes.data(), pack.section(2).bytes.data());
}

TEST(Compile, memory_limit_applies_to_frames_and_meshes) {
  CompileSettings settings = hot();
  settings.max_memory_bytes = 100;
  settings.add_meshes = false;
  const auto frames = compile_scene(example(), settings);
  ASSERT_FALSE(frames.ok());
  EXPECT_EQ(frames.error().status, Status::limit_exceeded);
  EXPECT_EQ(frames.error().code, "build.too-long");
  EXPECT_THAT(frames.error().message, ::testing::EndsWith("expected at most 0; use a shorter clip or a lower "
                                                          "sample_rate_hz"));

  Scene still = example();
  still.clips.clear();
  settings.add_meshes = true;
  std::uint64_t bytes = 0;
  for (const Primitive& primitive : still.meshes[0].primitives)
    bytes += primitive.positions.size() * 48 + primitive.indices.size() * 4;
  settings.max_memory_bytes = bytes;
  EXPECT_TRUE(compile_scene(still, settings).ok());
  settings.max_memory_bytes = bytes - 1;
  const auto meshes = compile_scene(still, settings);
  ASSERT_FALSE(meshes.ok());
  EXPECT_EQ(meshes.error().code, "build.too-many-instances");
  EXPECT_EQ(meshes.error().message, "1 instances of 1 meshes need " + std::to_string(bytes) +
                                        " bytes; expected at most " + std::to_string(bytes - 1) +
                                        ", because each mesh is stored once per skin");
}

TEST(Compile, without_vertices_has_the_skins_and_morph_weights_of_a_pose) {
  Scene still = example();
  still.clips.clear();
  const auto whole = compile_scene(still);
  CompileSettings settings;
  settings.add_vertices = false;
  const auto skins = compile_scene(still, settings);
  ASSERT_TRUE(whole.ok() && skins.ok());
  PackView with, without;
  ASSERT_TRUE(PackView::open(whole->bytes.span(), with).ok());
  ASSERT_TRUE(PackView::open(skins->bytes.span(), without).ok());
  EXPECT_EQ(without.count(SectionKind::mesh), 0u);
  EXPECT_EQ(without.count(SectionKind::materials), 0u);
  ASSERT_EQ(without.count(SectionKind::skin), with.count(SectionKind::skin));
  const ByteSpan a = without.find(SectionKind::skin, 0).bytes, b = with.find(SectionKind::skin, 0).bytes;
  EXPECT_TRUE(std::equal(a.begin(), a.end(), b.begin(), b.end()));
  EXPECT_EQ(without.scene().weights.size(), with.scene().weights.size());

  settings.max_memory_bytes = a.size();
  EXPECT_TRUE(compile_scene(still, settings).ok());
  settings.max_memory_bytes = a.size() - 1;
  const auto refused = compile_scene(still, settings);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().status, Status::limit_exceeded);
  EXPECT_EQ(refused.error().message,
            "the skins of its meshes need more than " + std::to_string(a.size() - 1) + " bytes");
}

// Two models of three joints: one with different names, and one with the same names but different parents.
std::vector<Scene> other_figures() {
  Scene renamed = example(), flat = example();
  renamed.nodes[2].name = renamed.skins[0].joints[1].name = "Claw";
  for (Clip& clip : renamed.clips) clip.targets[1].name = "Claw";
  flat.nodes[2].parent = 0;
  return {renamed, flat};
}

TEST(Compile, clips_and_skins_of_another_skeleton_with_as_many_joints_are_refused) {
  const Compiled own = compile(example(), hot());
  const Skeleton& skeleton = own.view.skeleton();
  std::vector<SoaTransform> local(skeleton.block_count());
  std::vector<Affine> model(skeleton.joint_count()), palette(2);
  const auto why_not = [&](const Compiled& from) {
    const LoadedClip clip = load_clip(from.view, "swing");
    SkinView skin;
    EXPECT_TRUE(read_skin(from.view.find(SectionKind::skin, 0).bytes, from.view.skeleton(), skin).ok());
    const SampleJob sample{&skeleton, &clip.view, 0.5, 0, local};
    const PaletteJob job{&skin, model, palette, &skeleton};
    EXPECT_EQ(sample.run(), sample.validate().status);
    EXPECT_EQ(job.run(), job.validate().status);
    return std::string(sample.validate().what) + "|" + job.validate().what;
  };
  EXPECT_EQ(why_not(own), "|");
  for (const Scene& scene : other_figures()) {
    const Compiled other = compile(scene, hot());
    ASSERT_EQ(other.view.skeleton().joint_count(), skeleton.joint_count());
    EXPECT_EQ(why_not(other),
              "the clip was made for a different skeleton|the skin was made for a different skeleton");
  }
}

TEST(Compile, packs_with_a_clip_or_a_skin_of_another_skeleton_are_refused) {
  const Compiled own = compile(example(), hot()), stored = compile(example());
  const auto problem_with = [&](const PackSection& section) {
    const PackSection sections[] = {own.view.section(0), section};
    const AlignedBytes bytes = write_pack(sections);
    PackView pack;
    return std::string(PackView::open(bytes.span(), pack).what);
  };
  EXPECT_EQ(problem_with(own.view.find(SectionKind::clip, 0)), "");
  EXPECT_EQ(problem_with(own.view.find(SectionKind::skin, 0)), "");
  EXPECT_EQ(problem_with(stored.view.find(SectionKind::stored_clip, 0)), "");
  for (const Scene& scene : other_figures()) {
    const Compiled other = compile(scene, hot()), other_stored = compile(scene);
    const char* const kClip = "the clip was made for a different skeleton";
    EXPECT_EQ(problem_with(other.view.find(SectionKind::clip, 0)), kClip);
    EXPECT_EQ(problem_with(other_stored.view.find(SectionKind::stored_clip, 0)), kClip);
    EXPECT_EQ(problem_with(other.view.find(SectionKind::skin, 0)),
              "the skin was made for a different skeleton");
  }
}

TEST(Compile, wrong_settings_give_the_errors_of_their_builders) {
  CompileSettings mask;
  mask.masks.resize(1);
  mask.masks[0].entries.push_back({"Leg", 1, true});
  EXPECT_THAT(to_string(compile_scene(example(), mask).error()), ::testing::HasSubstr("\"Leg\""));
  CompileSettings event;
  event.clips.resize(2);
  event.clips[1].events = {{"late", 7}};
  EXPECT_THAT(to_string(compile_scene(example(), event).error()), ::testing::HasSubstr("late"));
  CompileSettings influences;
  influences.max_influences = 9;
  EXPECT_FALSE(compile_scene(example(), influences).ok());
}

// --- packs of all versions -------------------------------------------------------------------------------

AlignedBytes pack_file(const std::string& name) {
  const auto bytes = read_file(std::string(SKELTER_SOURCE_DIR) + "/tests/data/pack/" + name);
  EXPECT_TRUE(bytes.ok()) << to_string(bytes.error());
  AlignedBytes aligned(bytes ? bytes->size() : 0);
  if (bytes) std::memcpy(aligned.data(), bytes->data(), bytes->size());
  return aligned;
}

TEST(Compile, packs_of_older_versions_are_refused) {
  const char* const old = "the pack is older than the first release: compile it again; expected version 6";
  for (const auto& [name, sentence] :
       {std::pair("v1.skelter", old), std::pair("v2.skelter", old), std::pair("v3.skelter", old),
        std::pair("v4.skelter", old),
        std::pair("v5.skelter",
                  "the pack has version 5, and this program reads version 6: compile it again")}) {
    const AlignedBytes bytes = pack_file(name);
    PackView pack;
    const Problem problem = PackView::open(bytes.span(), pack);
    EXPECT_EQ(problem.status, Status::unsupported) << name;
    EXPECT_STREQ(problem.what, sentence);
    EXPECT_TRUE(is_older_pack(bytes.span())) << name;
  }
  EXPECT_FALSE(is_older_pack(pack_file("v6.skelter").span()));
}

// Packs made from assets/tower.x by `skelter compile`, the hot one with --hot. The angles of the bones must
// follow the tutorial's formulas at every time.
TEST(Compile, packs_of_this_version_load_and_play) {
  const Scene scene = tower_scene();
  // The model is 3.65 high, and the default bound is 1 / 18,000 of that.
  for (const auto& [name, bound] : {std::pair("v6.skelter", 2.1e-4), std::pair("v6_hot.skelter", 2.1e-4)}) {
    const AlignedBytes bytes = pack_file(name);
    PackView pack;
    const Problem problem = PackView::open(bytes.span(), pack);
    ASSERT_TRUE(problem.ok()) << name << ": " << problem.what;
    EXPECT_EQ(pack.version(), static_cast<std::uint32_t>(name[1] - '0')) << name;
    const LoadedClip clip = load_clip(pack, "tower");
    EXPECT_EQ(clip.view.duration_s, 3);
    for (const double time_s : {0.0, 0.1, 0.777, 1.5, 2.9, 3.0}) {
      const Pose expected = tower_pose(scene, tower_angles(time_s));
      const std::vector<Affine> model = model_pose(pack, clip.view, time_s);
      for (std::uint32_t bone = 0; bone <= 3; ++bone) {
        const std::uint16_t joint = pack.skeleton().find("bone" + std::to_string(bone));
        ASSERT_NE(joint, kNone16);
        EXPECT_TRUE(near(translation_part(to_double(to_mat4(model[joint]))),
                         translation_part(expected.world[bone]), bound))
            << name << " at " << time_s << ", bone " << bone;
      }
    }
    SkinnedMesh mesh;
    ASSERT_TRUE(read_skinned_mesh(pack.find(SectionKind::mesh, 0).bytes, mesh).ok());
    EXPECT_EQ(mesh.indices.size(), 600u);
  }
}

}  // namespace
}  // namespace skelter::test
