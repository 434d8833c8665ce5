#include "skelter/play/character_data.h"
#include "play/internal/format/graph_header.h"
#include "runtime/internal/format/blob_headers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

#include "compile/build_clip/internal/clip.h"
#include "compile/build_pack/internal/pack_writer.h"
#include "compile/compile_graph/internal/graph_source.h"
#include "play/data_of.h"
#include "skelter/compile/graph.h"
#include "skelter/play/character.h"
#include "skelter/runtime/clip.h"
#include "support/made_runtime.h"
#include "support/pack_parts.h"

namespace skelter::test {
namespace {

TEST(CharacterData, finds_everything_by_name_and_reports_missing_names_alike) {
  const CharacterData data = must(CharacterData::create(pack_of(small_pack())));
  EXPECT_EQ(data.find_clip("bend"), 0u);
  EXPECT_EQ(data.find_mask("tip"), 0u);
  EXPECT_EQ(data.find_joint("Tip"), 1u);
  EXPECT_EQ(data.find_skin("strip"), 0u);
  for (const std::uint32_t none :
       {data.find_clip("Bend"), data.find_mask(""), data.find_joint("bend"), data.find_skin("triangle")})
    EXPECT_EQ(none, kNone);
  EXPECT_EQ(data.clip_name(0), "bend");
  ASSERT_EQ(data.meshes().size(), 1u);
  EXPECT_EQ(data.meshes()[0].name, "triangle");
  EXPECT_EQ(data.meshes()[0].mesh.vertex_count, 3u);
  EXPECT_EQ(data.meshes()[0].skin, 0u);
  EXPECT_EQ(data.skins()[0].size(), 2u);
  EXPECT_EQ(data.skeleton().lod_joint_counts.size(), 2u);
  EXPECT_EQ(data.clips()[0].events.size(), 1u);
  const PackScene& source = data.pack().scene();
  EXPECT_EQ(source.file, "by hand");
}

TEST(CharacterData, moving_it_keeps_what_it_holds) {
  CharacterData data = must(CharacterData::create(pack_of(small_pack())));
  const CharacterData moved = std::move(data);
  EXPECT_EQ(moved.find_joint("Tip"), 1u);
  EXPECT_EQ(moved.clips()[0].frame_count, 3u);
}

TEST(CharacterData, its_shape_has_joints_palettes_and_meshes_of_the_pack) {
  const CharacterData data = must(CharacterData::create(pack_of(small_pack()), {}, "small.skelter"));
  const ModelShape shape = data.shape();
  EXPECT_EQ(shape.file, "small.skelter");
  ASSERT_EQ(shape.joints.size(), data.skeleton().joint_count());
  for (std::uint32_t j = 0; j < shape.joints.size(); ++j) {
    EXPECT_EQ(shape.joints[j].name, data.skeleton().name(j));
    EXPECT_EQ(shape.joints[j].node, data.skeleton().nodes[j]);
  }
  EXPECT_EQ(shape.joints[0].parent, kNone);
  EXPECT_EQ(shape.joints[1].parent, 0u);
  ASSERT_EQ(shape.skins.size(), 1u);
  EXPECT_EQ(shape.skins[0].first, 0u);
  EXPECT_EQ(shape.skins[0].size, 2u);
  EXPECT_EQ(shape.matrix_count, 2u);
  ASSERT_EQ(shape.meshes.size(), 1u);
  EXPECT_EQ(shape.meshes[0].name, "triangle");
  EXPECT_EQ(shape.look.materials.size(), data.pack().look().materials.size());
}

// Two nodes show a mesh with two morph targets, and a third node shows a different mesh.
TEST(CharacterData, its_pose_has_the_palettes_of_all_skins_and_the_morph_weights_of_the_clip) {
  Scene scene;
  scene.nodes = {make_node("body", kNone, Mat4d{}), make_node("face", 0, translation_matrix(Vec3d{0, 2, 0})),
                 make_node("other face", 0, Mat4d{})};
  Primitive triangle;
  triangle.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  triangle.indices = {0, 1, 2};
  triangle.materials = {kNone};
  scene.meshes.resize(2);
  scene.meshes[0].primitives = {triangle};
  scene.meshes[1].primitives = {triangle};
  for (const char* name : {"smile", "blink"}) {
    MorphTarget& target = scene.meshes[1].primitives[0].morphs.emplace_back();
    target.name = name;
    target.position_offsets = {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}};
  }
  scene.meshes[1].morph_weights = {0.25f, 0};
  scene.nodes[0].meshes.push_back({0, kNone});
  scene.nodes[1].meshes.push_back({1, kNone});
  scene.nodes[2].meshes.push_back({1, kNone});
  Clip clip;
  clip.name = "smile";
  clip.duration_s = 1;
  clip.targets.push_back({"other face", 2, {}});
  clip.channels.push_back(make_channel(0, ChannelPath::weights, {0, 1}, {0, 0, 1, 0.5f}));
  clip.channels.push_back(make_channel(0, ChannelPath::translation, {0, 1}, {0, 0, 0, 4, 0, 0}));
  scene.clips.push_back(std::move(clip));

  const CharacterData data = data_of(scene, {});
  const ModelShape shape = data.shape();
  ASSERT_EQ(shape.skins.size(), 3u);
  EXPECT_EQ(std::vector<float>(shape.rest_morph_weights.begin(), shape.rest_morph_weights.end()),
            (std::vector<float>{0.25f, 0, 0.25f, 0}));
  EXPECT_EQ(shape.skins[2].node, 2u);
  EXPECT_EQ(shape.skins[2].node_entry, 0u);
  EXPECT_EQ(shape.skins[2].first_morph, 2u);
  EXPECT_EQ(shape.skins[2].morph_count, 2u);
  EXPECT_EQ(shape.skins[0].morph_count, 0u);

  Character hero(data);
  const std::uint32_t own = hero.add_scalar({"height", kNone, 0, 0, 7});
  EXPECT_EQ(own, 0u);  // numbers defined by the program do not follow those of the model
  ASSERT_EQ(hero.clips()->play(0, {.loop = Loop::once, .start_s = 0.5}), Status::ok);
  ASSERT_EQ(hero.update(0), Status::ok);
  hero.finish();
  const ModelPose pose = hero.pose();
  EXPECT_EQ(hero.scalar(own), 7);
  EXPECT_EQ(hero.scalar(own + 1), 0);
  ASSERT_EQ(pose.morph_weights.size(), 4u);
  EXPECT_EQ(pose.morph_weights[0], 0.25f);
  EXPECT_EQ(pose.morph_weights[1], 0);
  EXPECT_NEAR(pose.morph_weights[2], 0.5f, 1e-3);
  EXPECT_NEAR(pose.morph_weights[3], 0.25f, 1e-3);
  ASSERT_EQ(pose.palettes.size(), shape.matrix_count);
  ASSERT_EQ(pose.model_from_joint.size(), shape.joints.size());
  for (std::uint32_t skin = 0; skin < shape.skins.size(); ++skin)
    EXPECT_EQ(hero.palette(skin).data(), pose.palettes.data() + shape.skins[skin].first) << skin;
  EXPECT_NEAR(hero.palette(1)[0].m[1][3], 2, 1e-3);
  EXPECT_NEAR(hero.palette(2)[0].m[0][3], 2, 1e-3);
  EXPECT_EQ(pose.world_from_model, Mat4d{});

  CharacterOptions bare;
  bare.palettes = false;
  Character joints_only(data, bare);
  ASSERT_EQ(joints_only.update(0), Status::ok);
  joints_only.finish();
  EXPECT_TRUE(joints_only.pose().palettes.empty());
  EXPECT_TRUE(joints_only.pose().morph_weights.empty());
  bare.posed = false;
  EXPECT_TRUE(Character(data, bare).pose().model_from_joint.empty());
}

TEST(CharacterData, a_pack_that_was_not_opened_is_refused) {
  EXPECT_EQ(said(CharacterData::create(Pack())), "the pack was not opened");
}

TEST(CharacterData, more_clips_than_a_list_can_name_are_refused) {
  ClipMaker maker;
  maker.names.resize(65534);
  const Result<CharacterData> data = CharacterData::create(pack_of(small_pack()), std::move(maker));
  ASSERT_FALSE(data.ok());
  EXPECT_EQ(data.error().status, Status::limit_exceeded);
  EXPECT_EQ(data.error().message, "65535 clips; expected at most 65534");
}

TEST(CharacterData, indices_out_of_range_are_refused) {
  const CharacterData data = must(CharacterData::create(pack_of(small_pack())));
  EXPECT_EQ(said(data.prepare(kNone)), "there is no such clip; expected an index below 1");
  EXPECT_FALSE(data.is_prepared(kNone));
}

TEST(CharacterData, states_of_other_characters_have_a_different_hash) {
  const auto hash_of = [](const std::vector<Motion>& motions, const Rig& rig) {
    return data_of(motions, rig).hash();
  };
  const Rig rig{{"Body", "Head"}, {{"upper", 0, {{"Head"}}}}, {}};
  const std::uint64_t hash = hash_of({still_at("a", 0), still_at("b", 1)}, rig);
  // Different keys do not make a different character.
  EXPECT_EQ(hash_of({still_at("a", 3), still_at("b", 4)}, rig), hash);
  EXPECT_NE(hash_of({still_at("b", 0), still_at("a", 1)}, rig), hash);
  EXPECT_NE(hash_of({still_at("a", 0), still_at("c", 1)}, rig), hash);
  EXPECT_NE(hash_of({still_at("a", 0), still_at("b", 1)}, {{"Body", "Hand"}, {{"upper", 0, {{"Hand"}}}}, {}}),
            hash);
  EXPECT_NE(hash_of({still_at("a", 0), still_at("b", 1)}, {{"Body", "Head"}, {{"other", 0, {{"Head"}}}}, {}}),
            hash);
}

// --- stored clips and clips that are made ------------------------------------------------------------------

// Packs with a stored clip: one in the playing form that the clip must decode to, and one with a claimed size
// that may be wrong.
AlignedBytes pack_that_claims(std::uint32_t hot_bytes, std::size_t padded_to = 0) {
  const Scene scene = scene_of({run_to("sway", 3, 3)}, {});
  const SkeletonBuild skeleton = must(build_skeleton(scene));
  const StoredClipBuild stored = store_clip(scene, 0, skeleton, must(build_clip(scene, 0, skeleton)));
  std::vector<std::byte> bytes(std::max(stored.stored.size(), padded_to));
  std::memcpy(bytes.data(), stored.stored.data(), stored.stored.size());
  if (hot_bytes != 0) std::memcpy(bytes.data() + 4, &hot_bytes, 4);
  const PackSection sections[] = {{SectionKind::skeleton, "", skeleton.skeleton.bytes.span()},
                                  {SectionKind::stored_clip, "sway", bytes}};
  return write_pack(sections);
}

// A claim of 4 GB, the maximum for 4 MB. It is rejected before anything is allocated, by the limit of 64 MB
// plus 40 times the pack.
TEST(CharacterData, a_stored_clip_that_claims_too_much_memory_is_refused) {
  AlignedBytes bytes = pack_that_claims(0xFFFFFFC0, std::size_t{4} << 20);
  const std::size_t limit = (std::size_t{64} << 20) + 40 * bytes.size();
  const CharacterData data = must(CharacterData::create(pack_of(std::move(bytes)), {}, "hero.skelter"));
  EXPECT_EQ(said(data.prepare(0)),
            "hero.skelter: clip sway: 4294967232 decoded bytes exceed the memory limit of " +
                std::to_string(limit) + " bytes for all clips");
}

TEST(CharacterData, decoded_clips_stay_within_the_memory_limit) {
  const AlignedBytes bytes = pack_that_claims(0);
  PackView view;
  ASSERT_TRUE(PackView::open(bytes.span(), view).ok());
  const std::size_t size = decoded_size(view.find(SectionKind::stored_clip, 0).bytes);
  const auto made = [&](std::uint64_t limit) {
    Limits limits;
    limits.max_memory_bytes = limit;
    return must(
        CharacterData::create(pack_of(AlignedBytes::copy_of(bytes.span())), {}, "hero.skelter", limits));
  };
  EXPECT_TRUE(made(size).prepare(0).ok());
  const CharacterData data = made(size - 1);
  const Result<void> refused = data.prepare(0);
  EXPECT_EQ(said(refused), "hero.skelter: clip sway: " + std::to_string(size) +
                               " decoded bytes exceed the memory limit of " + std::to_string(size - 1) +
                               " bytes for all clips");
  EXPECT_EQ(refused.error().status, Status::limit_exceeded);
  EXPECT_EQ(refused.error().code, "play.memory");
}

struct StoredPack {
  AlignedBytes pack;
  AlignedBytes hot;
};
StoredPack stored_pack(bool damaged = false) {
  const Scene scene = scene_of({run_to("sway", 3, 3)}, {});
  const SkeletonBuild skeleton = must(build_skeleton(scene));
  const ClipBuild hot = must(build_clip(scene, 0, skeleton));
  StoredClipBuild stored = store_clip(scene, 0, skeleton, hot);
  if (damaged) std::memset(stored.stored.data() + stored.stored.size() / 2, 0x5A, stored.stored.size() / 4);
  const PackSection sections[] = {{SectionKind::skeleton, "", skeleton.skeleton.bytes.span()},
                                  {SectionKind::stored_clip, "sway", stored.stored.span()}};
  return {write_pack(sections), std::move(stored.decoded.bytes)};
}

bool same_bytes(std::span<const std::byte> a, std::span<const std::byte> b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size()) == 0;
}

TEST(CharacterData, stored_clips_are_decoded_when_they_are_prepared) {
  StoredPack stored = stored_pack();
  const CharacterData data = must(CharacterData::create(pack_of(std::move(stored.pack))));
  EXPECT_FALSE(data.is_prepared(0));
  EXPECT_EQ(data.clips()[0].frame_count, 0u);
  ASSERT_TRUE(data.prepare_all().ok());
  EXPECT_TRUE(data.is_prepared(0));
  ClipView expected;
  ASSERT_TRUE(read_clip(stored.hot.span(), expected).ok());
  EXPECT_TRUE(same_bytes(data.clips()[0].frames, expected.frames));
  EXPECT_EQ(data.clips()[0].duration_s, 3);
}

TEST(CharacterData, a_damaged_stored_clip_reports_an_error_on_every_use) {
  const CharacterData data = must(CharacterData::create(pack_of(stored_pack(true).pack)));
  const Result<void> first = data.prepare(0);
  ASSERT_FALSE(first.ok());
  EXPECT_EQ(first.error().status, Status::bad_data);
  EXPECT_EQ(first.error().where.object, "clip sway");
  EXPECT_EQ(said(data.prepare(0)), said(first));
  EXPECT_FALSE(data.is_prepared(0));
}

ClipMaker maker_of(std::vector<std::string> names, std::function<Result<AlignedBytes>(std::uint32_t)> make) {
  return {std::move(names), std::move(make)};
}

TEST(CharacterData, made_clips_come_after_those_of_the_pack) {
  int calls = 0;
  const CharacterData data =
      must(CharacterData::create(pack_of(small_pack()), maker_of({"wave", "bow"}, [&](std::uint32_t index) {
                                   ++calls;
                                   EXPECT_EQ(index, 1u);
                                   return Result<AlignedBytes>(bend_clip());
                                 })));
  EXPECT_EQ(data.clip_count(), 3u);
  EXPECT_EQ(data.find_clip("wave"), 1u);
  ASSERT_TRUE(data.prepare(data.find_clip("bow")).ok());
  ASSERT_TRUE(data.prepare(data.find_clip("bow")).ok());
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(data.clips()[2].frame_count, 3u);
  EXPECT_FALSE(data.is_prepared(1));
}

TEST(CharacterData, made_clips_may_be_stored_ones) {
  const Scene scene = scene_of({run_to("sway", 3, 3)}, {});
  const SkeletonBuild skeleton = must(build_skeleton(scene));
  const PackSection sections[] = {{SectionKind::skeleton, "", skeleton.skeleton.bytes.span()}};
  const CharacterData data = must(CharacterData::create(
      pack_of(write_pack(sections)), maker_of({"sway"}, [&](std::uint32_t) -> Result<AlignedBytes> {
        const ClipBuild hot = must(build_clip(scene, 0, skeleton));
        return store_clip(scene, 0, skeleton, hot).stored;
      })));
  ASSERT_TRUE(data.prepare_all().ok());
  EXPECT_EQ(data.clips()[0].duration_s, 3);
}

TEST(CharacterData, errors_of_a_maker_have_a_message) {
  const AlignedBytes other = still_clip(3, 1, 30).write();
  AlignedBytes renamed = bend_clip();  // has the same number of joints
  renamed.data()[offsetof(ClipHeader, skeleton_hash)] = std::byte{1};
  const std::pair<std::function<Result<AlignedBytes>(std::uint32_t)>, const char*> table[] = {
      {[](std::uint32_t) {
         return Error{Status::io, "test.gone", "the file is gone", {{}, 0, {}, "wave"}};
       },
       "wave: the file is gone"},
      {[](std::uint32_t) { return AlignedBytes(); }, "clip wave: data ends inside its header"},
      {[&](std::uint32_t) { return AlignedBytes::copy_of(other.span()); },
       "clip wave: the clip was made for a different skeleton"},
      {[&](std::uint32_t) { return AlignedBytes::copy_of(renamed.span()); },
       "clip wave: the clip was made for a different skeleton"},
  };
  for (const auto& [make, sentence] : table) {
    const CharacterData data = must(CharacterData::create(pack_of(small_pack()), maker_of({"wave"}, make)));
    EXPECT_EQ(said(data.prepare(1)), sentence);
    EXPECT_EQ(said(data.prepare_all()), sentence);
  }
}

// --- graphs ------------------------------------------------------------------------------------------------

constexpr const char* kWalks = R"({ "skelter_graph": 1, "layers": [
    { "name": "body", "motion": "walk" }, { "name": "head", "mode": "override", "mask": "head", "motion": "nod" } ] })";
const std::vector<Motion> kWalkAndNod = {{"walk", 0, 4, 2, true, {{"step", 0.5}, {"step", 1.5}}},
                                         run_to("nod", 1, 0.5)};
const Rig kBodyAndHead{{"Body", "Head"}, {{"head", 0, {{"Head"}}}}, {}};

// A graph that a program compiles for the data uses its masks and clips, and has the same bytes as the graph
// in the pack.
TEST(CharacterData, a_graph_compiled_for_it_is_that_of_the_pack) {
  const Scene scene = scene_of(kWalkAndNod, kBodyAndHead);
  const CharacterData data = must(CharacterData::create(
      pack_of(must(compile_scene(scene, with_graph(settings_of(kWalkAndNod, kBodyAndHead), kWalks))).bytes)));
  Diagnostics diagnostics;
  const AlignedBytes graph = must(compile_graph(kWalks, "hero.graph.json", data, diagnostics));
  EXPECT_TRUE(diagnostics.empty());
  const ByteSpan packed = data.pack().find(SectionKind::graph, 0).bytes;
  EXPECT_TRUE(std::equal(packed.begin(), packed.end(), graph.span().begin(), graph.span().end()));

  const auto wrong = compile_graph(R"({ "skelter_graph": 1, "layers": [ { "name": "body", "motion": "fly" },
    { "name": "head", "mode": "override", "motion": "swim" } ] })",
                                   "wrong.graph.json", data, diagnostics);
  ASSERT_FALSE(wrong.ok());
  EXPECT_EQ(wrong.error().status, Status::bad_data);
  std::vector<std::string> spots;
  for (const Diagnostic& d : diagnostics.entries()) spots.push_back(d.spot.object);
  // The diagnostics contain all errors; the first one is returned.
  EXPECT_THAT(spots, ::testing::ElementsAre("/layers/0/motion", "/layers/1/motion"));
  EXPECT_EQ(wrong.error().message, diagnostics.entries()[0].message);
}

// A pack in which sections can be omitted or damaged.
AlignedBytes graph_pack(bool with_mask, bool with_nod, bool damaged) {
  const Scene scene = scene_of(kWalkAndNod, kBodyAndHead);
  const AlignedBytes whole =
      must(compile_scene(scene, with_graph(settings_of(kWalkAndNod, kBodyAndHead), kWalks))).bytes;
  Rig bare = kBodyAndHead;
  if (!with_mask) bare.masks.clear();
  const AlignedBytes other = must(compile_scene(scene, settings_of(kWalkAndNod, bare))).bytes;
  PackView from, skeleton;
  EXPECT_TRUE(PackView::open(whole.span(), from).ok());
  EXPECT_TRUE(PackView::open(other.span(), skeleton).ok());
  std::vector<PackSection> sections = {skeleton.find(SectionKind::skeleton, 0),
                                       from.find(SectionKind::clip, 0)};
  if (with_nod) sections.push_back(from.find(SectionKind::clip, 1));
  sections.push_back(from.find(SectionKind::graph, 0));
  AlignedBytes graph = AlignedBytes::copy_of(sections.back().bytes);
  if (damaged) graph.data()[offsetof(GraphHeader, top_layers)] = std::byte{200};
  sections.back().bytes = graph.span();
  return write_pack(sections);
}

TEST(CharacterData, every_index_may_be_none) {
  const CharacterData data = data_of(kWalkAndNod, kBodyAndHead, kWalks);
  for (const std::uint32_t none : {data.find_clip("typo"), data.clip_count(), data.graph_count()}) {
    EXPECT_EQ(data.graph_name(none), "");
    EXPECT_EQ(records(data.graph(none)).top_layers, 0u);
    EXPECT_EQ(find_parameter(data.graph(none), "speed"), kNone);
    EXPECT_TRUE(data.graph_clips(none).empty());
  }
  for (const std::uint32_t none : {data.find_clip("typo"), data.clip_count()}) {
    EXPECT_EQ(data.clip_name(none), "");
    EXPECT_FALSE(data.prepare(none).ok());
    EXPECT_FALSE(data.is_prepared(none));
  }
  EXPECT_EQ(data.skeleton().name(data.find_joint("typo")), "");
  EXPECT_EQ(data.skeleton().mask_name(data.find_mask("typo")), "");
  EXPECT_TRUE(data.skeleton().mask(data.find_mask("typo")).empty());
  CharacterOptions options;
  options.posed = false;
  Character bare(data, options), hero(data);
  EXPECT_EQ(bare.scalar(bare.add_scalar({})), 0);
  EXPECT_EQ(bare.why(), "the character is not posed");
  ScalarOptions nowhere;
  nowhere.joint = data.find_joint("typo");
  EXPECT_EQ(hero.scalar(hero.add_scalar(nowhere)), 0);
  EXPECT_EQ(hero.scalar(0), 0);
  EXPECT_TRUE(hero.palette(data.find_skin("typo")).empty());
}

TEST(CharacterData, graphs_are_linked_with_clips) {
  const CharacterData data = data_of(kWalkAndNod, kBodyAndHead, kWalks);
  ASSERT_EQ(data.graph_count(), 1u);
  EXPECT_EQ(data.find_graph("hero"), 0u);
  EXPECT_EQ(data.find_graph("walk"), kNone);
  EXPECT_EQ(data.graph_name(0), "hero");
  EXPECT_EQ(records(data.graph(0)).top_layers, 2u);
  ASSERT_EQ(data.graph_clips(0).size(), 2u);
  EXPECT_EQ(data.graph_clips(0)[0].duration_s, 2);
  EXPECT_TRUE(data.graph_clips(0)[0].loops);
  ASSERT_EQ(data.graph_clips(0)[0].events.size(), 2u);
  EXPECT_EQ(data.graph_clips(0)[0].events[1].time_s, 1.5);
  EXPECT_TRUE(data.graph_clips(0)[1].events.empty());
}

TEST(CharacterData, clips_of_graphs_are_prepared_at_once) {
  CompileSettings settings = with_graph(settings_of(kWalkAndNod, kBodyAndHead), kWalks);
  settings.store_clips = true;
  const CharacterData data = data_of(scene_of(kWalkAndNod, kBodyAndHead), settings);
  EXPECT_TRUE(data.is_prepared(0) && data.is_prepared(1));
}

TEST(CharacterData, a_graph_that_does_not_fit_is_reported) {
  EXPECT_TRUE(CharacterData::create(pack_of(graph_pack(true, true, false))).ok());
  const auto why = [](bool with_mask, bool with_nod, bool damaged) {
    const Result<CharacterData> data =
        CharacterData::create(pack_of(graph_pack(with_mask, with_nod, damaged)));
    if (data.ok()) return std::string("no error");
    EXPECT_EQ(data.error().code, "play.bad-graph");
    EXPECT_EQ(data.error().status, Status::bad_data);
    return to_string(data.error());
  };
  EXPECT_EQ(why(false, true, false), "graph hero: the graph was made for a different number of masks");
  EXPECT_EQ(why(true, false, false), "graph hero: the graph was made for a different number of clips");
  EXPECT_THAT(why(true, true, true), testing::StartsWith("graph hero: "));
}

// JSON cannot contain such a value, but a forged pack can.
TEST(CharacterData, an_initial_value_outside_its_bounds_is_refused) {
  GraphSource source = read_graph_source(
      R"({ "skelter_graph": 1, "parameters": { "speed": { "type": "float", "min": 1, "max": 2, "default": 1 } },
           "layers": [ { "name": "body", "motion": { "blend": "speed", "points": [[1, "walk"], [2, "nod"]] } } ] })",
      "a.graph.json");
  ASSERT_TRUE(source.ok());
  GraphRecords view;
  EXPECT_TRUE(read_graph(build_graph(source.graph).span(), view).ok());
  for (const float outside : {0.99f, 2.01f, std::numeric_limits<float>::quiet_NaN()}) {
    source.graph.parameters[0].initial = outside;
    EXPECT_STREQ(read_graph(build_graph(source.graph).span(), view).what,
                 "a parameter of a graph is out of range");
  }
}

TEST(CharacterData, a_graph_may_be_added) {
  CharacterData data = data_of(kWalkAndNod, kBodyAndHead);
  GraphCharacter character = must(graph_character(data));
  GraphSource source = read_graph_source(kWalks, "late.graph.json", {&character, {}});
  ASSERT_TRUE(source.ok());
  ASSERT_TRUE(data.add_graph("late", build_graph(source.graph)).ok());
  EXPECT_EQ(data.find_graph("late"), 0u);
  EXPECT_EQ(said(data.add_graph("none", AlignedBytes(8))), "graph none: data ends inside its header");
  source.graph.clip_count = 1;
  EXPECT_FALSE(data.add_graph("other", build_graph(source.graph)).ok());
  EXPECT_EQ(data.graph_count(), 1u);
}

constexpr const char* kTwoProfiles = R"({ "skelter_graph": 1, "parameters": { "nods": { "type": "bool" } },
  "profiles": { "head": { "joints": { "Head": 4 } }, "all": { "default": 2 } },
  "layers": [ { "name": "body", "motion": { "machine": { "entry": "walk", "states": {
    "walk": { "motion": "walk", "transitions": [ { "to": "nod", "when": "nods", "profile": "head" } ] },
    "nod": { "motion": { "clip": "nod", "loop": true },
             "transitions": [ { "to": "walk", "when": "not nods", "profile": "all" } ] } } } } } ] })";

GraphSource two_profiles(const CharacterData& data) {
  const GraphCharacter character = must(graph_character(data));
  GraphSource source = read_graph_source(kTwoProfiles, "turns.graph.json", {&character, {}});
  EXPECT_TRUE(source.ok());
  return source;
}

// Rates are stored divided by 4. Each of the two graphs has its own masks.
TEST(CharacterData, the_masks_of_graphs_follow_those_of_the_pack) {
  CharacterData data = data_of(kWalkAndNod, kBodyAndHead);
  const std::uint32_t own = data.pack().skeleton().mask_count();
  const std::uint64_t hash = data.hash();
  const GraphSource source = two_profiles(data);
  for (const char* name : {"one", "two"})
    ASSERT_TRUE(data.add_graph(name, build_graph(source, data.pack().skeleton())).ok());
  EXPECT_EQ(data.pack().skeleton().mask_count(), own);
  ASSERT_EQ(data.skeleton().mask_count(), own + 4);
  for (std::uint32_t i = 0; i < own; ++i)
    EXPECT_EQ(data.skeleton().mask_name(i), data.pack().skeleton().mask_name(i));
  EXPECT_EQ(data.find_mask("two:all"), own + 3);
  EXPECT_EQ(records(data.graph(1)).profile_mask(0), own + 2);
  EXPECT_EQ(records(data.graph(1)).profile_mask(kNone16), kNone16);
  for (const std::uint32_t graph : {0u, 1u}) {
    const auto head = data.skeleton().mask(records(data.graph(graph)).profile_mask(0));
    EXPECT_EQ(head[data.find_joint("Head")], 1);
    EXPECT_EQ(head[data.find_joint("Body")], 0.25f);
    EXPECT_EQ(data.skeleton().mask(records(data.graph(graph)).profile_mask(1))[data.find_joint("Body")],
              0.5f);
  }
  EXPECT_EQ(data.hash(), hash);
  EXPECT_EQ(must(graph_character(data)).masks.size(), own);
}

TEST(CharacterData, profiles_need_rates_for_the_skeleton) {
  CharacterData data = data_of(kWalkAndNod, kBodyAndHead);
  GraphSource source = two_profiles(data);
  EXPECT_EQ(said(data.add_graph("bare", build_graph(source.graph))),
            "graph bare: the graph was made without a skeleton");
  source.graph.profile_rates.assign(2 * 2 * kLanes, 1.0f);
  EXPECT_EQ(said(data.add_graph("large", build_graph(source.graph))),
            "graph large: the graph was made for a different skeleton");
  source.graph.profile_rates.assign(2 * kLanes, 0.0f);
  EXPECT_EQ(said(data.add_graph("empty", build_graph(source.graph))),
            "graph empty: a profile of the graph lacks the rate of a joint");
  source.graph.profile_rates[0] = 0.2f;
  EXPECT_EQ(said(data.add_graph("slow", build_graph(source.graph))),
            "graph slow: a rate of a profile is not 0 or from 0.25 to 1");
  source.graph.profile_rates.assign(kLanes + 1, 1.0f);
  EXPECT_EQ(said(data.add_graph("cut", build_graph(source.graph))),
            "graph cut: the number of rates does not match the profiles of a graph");
  EXPECT_EQ(data.graph_count(), 0u);
  EXPECT_EQ(data.skeleton().mask_count(), data.pack().skeleton().mask_count());
}

// The copy shares the clips, including those created later, and stays valid after the original is destroyed.
TEST(CharacterData, with_graph_shares_the_clips) {
  std::optional<CharacterData> first = data_of(kWalkAndNod, kBodyAndHead);
  const GraphSource source = two_profiles(*first);
  Result<CharacterData> second = first->with_graph("turns", build_graph(source, first->skeleton()));
  ASSERT_TRUE(second.ok()) << to_string(second.error());
  EXPECT_EQ(first->graph_count(), 0u);
  ASSERT_EQ(second->graph_count(), 1u);
  EXPECT_EQ(second->clips().data(), first->clips().data());
  EXPECT_EQ(second->hash(), first->hash());
  const ModelShape shape = first->shape();
  EXPECT_EQ(second->shape().joints.size(), shape.joints.size());
  EXPECT_EQ(second->shape().skins.size(), shape.skins.size());
  EXPECT_EQ(second->shape().matrix_count, shape.matrix_count);
  EXPECT_EQ(said(first->with_graph("bad", AlignedBytes(8))), "graph bad: data ends inside its header");
  first.reset();
  EXPECT_EQ(second->clip_name(0), "walk");
  CharacterOptions options;
  options.graph = 0;
  Character hero(*second, options);
  EXPECT_EQ(hero.update(0.1), Status::ok);
  EXPECT_EQ(hero.list().size(), 1u);
}

// A maker that throws must not block the other threads.
TEST(CharacterData, a_maker_that_throws_leaves_a_clip_that_failed) {
  const CharacterData data = must(CharacterData::create(
      pack_of(small_pack()), maker_of({"wave"}, [](std::uint32_t) -> Result<AlignedBytes> { throw 1; })));
  EXPECT_THROW((void)data.prepare(1), int);
  EXPECT_EQ(said(data.prepare(1)), "clip wave: its maker failed");
}

}  // namespace
}  // namespace skelter::test
