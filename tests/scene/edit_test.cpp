#include "skelter/scene/edit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace skelter {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

Node node(std::string name, std::uint32_t parent) {
  Node n;
  n.name = std::move(name);
  n.parent = parent;
  return n;
}

Channel translation(std::uint32_t target, std::vector<double> times_s) {
  Channel channel;
  channel.target = target;
  channel.values.assign(times_s.size() * 3, 1.0f);
  channel.times_s = std::move(times_s);
  return channel;
}

// Body (0) > Arm (1) > Hand (2), Body > Leg (3); one clip that moves these four and "Tail", which has no
// node.
Scene puppet() {
  Scene scene;
  scene.file = "puppet.x";
  scene.nodes = {node("Body", kNone), node("Arm", 0), node("Hand", 1), node("Leg", 0)};
  Clip clip;
  clip.name = "walk";
  clip.ticks_per_second = 30;
  clip.targets = {{"Body", 0, {}}, {"Arm", 1, {}}, {"Hand", 2, {}}, {"Leg", 3, {}}, {"Tail", kNone, {}}};
  clip.channels = {translation(0, {0, 1}), translation(1, {0, 2}), translation(2, {0, 3}),
                   translation(3, {0, 4}), translation(4, {0, 5})};
  clip.duration_s = 5;
  scene.clips = {clip};
  return scene;
}

std::vector<std::string> target_names(const Clip& clip) {
  std::vector<std::string> names;
  for (const ClipTarget& target : clip.targets) names.push_back(target.name);
  return names;
}

std::vector<std::string> clip_labels(const Scene& scene) {
  std::vector<std::string> labels;
  for (std::uint32_t i = 0; i < scene.clips.size(); ++i) labels.push_back(clip_label(scene, i));
  return labels;
}

// --- find and keep -----------------------------------------------------------------------------------------

Scene with_clips(const std::vector<std::optional<std::string>>& names) {
  Scene scene;
  for (const auto& name : names) {
    scene.clips.emplace_back();
    scene.clips.back().name = name;
  }
  return scene;
}

TEST(FindClip, gives_the_first_of_exactly_that_name_or_none) {
  const Scene scene = with_clips({std::nullopt, "walk", "walk", ""});
  EXPECT_EQ(find_clip(scene, "walk"), 1u);
  EXPECT_EQ(find_clip(scene, ""), 3u);
  EXPECT_EQ(find_clip(scene, "Walk"), kNone);
  EXPECT_EQ(find_clip(scene, "#0"), kNone);
}

TEST(ChooseClip, takes_an_exact_name_before_an_index) {
  const Scene scene = with_clips({"walk", "0", "#0", std::nullopt});
  EXPECT_EQ(*choose_clip(scene, "walk"), 0u);
  EXPECT_EQ(*choose_clip(scene, "0"), 1u);
  EXPECT_EQ(*choose_clip(scene, "#0"), 2u);
  EXPECT_EQ(*choose_clip(scene, "#3"), 3u);
  EXPECT_EQ(*choose_clip(scene, "3"), 3u);
}

TEST(ChooseClip, takes_the_first_of_equal_names) {
  EXPECT_EQ(*choose_clip(with_clips({"a", "b", "b"}), "b"), 1u);
}

TEST(ChooseClip, finds_the_empty_name) {
  EXPECT_EQ(*choose_clip(with_clips({std::nullopt, ""}), ""), 1u);
}

TEST(ChooseClip, ignores_case_only_when_asked_and_prefers_the_exact_name) {
  const Scene scene = with_clips({std::nullopt, "LEFT_ARM", "left_arm"});
  EXPECT_EQ(*choose_clip(scene, "left_arm", NameMatch::ignore_case), 2u);
  EXPECT_EQ(*choose_clip(scene, "Left_Arm", NameMatch::ignore_case), 1u);
  EXPECT_FALSE(choose_clip(scene, "Left_Arm"));
}

TEST(ChooseClip, lists_the_valid_names) {
  const auto clip = choose_clip(with_clips({"walk", std::nullopt}), "run");
  ASSERT_FALSE(clip);
  EXPECT_EQ(clip.error().status, Status::invalid_argument);
  EXPECT_EQ(to_string(clip.error()), "no clip is named \"run\"; the clips are \"walk\", \"#1\"");
}

TEST(ChooseClip, reports_that_there_are_no_names) {
  EXPECT_THAT(choose_clip(Scene{}, "0").error().message, HasSubstr("the file has no clips"));
}

TEST(ChooseClip, takes_no_index_beyond_the_end_or_with_letters) {
  const Scene scene = with_clips({"a"});
  for (const char* text : {"1", "#1", "0x", "-0", "#", "##0", "99999999999"})
    EXPECT_FALSE(choose_clip(scene, text)) << text;
}

TEST(ChooseClip, cuts_a_very_long_list_of_names) {
  const auto clip = choose_clip(with_clips(std::vector<std::optional<std::string>>(45, "a")), "b");
  EXPECT_THAT(
      clip.error().message,
      HasSubstr("the 45 clips are \"a\", \"a\", \"a\", \"a\", \"a\", \"a\", \"a\", \"a\" and 37 more"));
}

TEST(KeepClips, keeps_the_named_ones_in_the_order_asked_and_once) {
  Scene scene = with_clips({"walk", "run", std::nullopt});
  const std::vector<std::string> names = {"#2", "walk", "2"};
  ASSERT_TRUE(keep_clips(scene, names));
  ASSERT_THAT(clip_labels(scene), ElementsAre("#0", "walk"));
}

TEST(KeepClips, leaves_the_scene_alone_on_an_unknown_name) {
  Scene scene = with_clips({"walk", "run"});
  const std::vector<std::string> names = {"walk", "fly"};
  EXPECT_FALSE(keep_clips(scene, names));
  ASSERT_THAT(clip_labels(scene), ElementsAre("walk", "run"));
}

// --- split -------------------------------------------------------------------------------------------------

TEST(SplitClips, cuts_by_subtree_and_gives_the_rest_a_clip) {
  Scene scene = puppet();
  Diagnostics diagnostics;
  const std::vector<ClipSubset> parts = {{"arm", {"Arm"}}, {"leg", {"Leg"}}};
  ASSERT_TRUE(split_clips(scene, parts, diagnostics));
  ASSERT_THAT(clip_labels(scene), ElementsAre("arm", "leg", "rest"));
  EXPECT_THAT(target_names(scene.clips[0]), ElementsAre("Arm", "Hand"));
  EXPECT_THAT(target_names(scene.clips[1]), ElementsAre("Leg"));
  EXPECT_THAT(target_names(scene.clips[2]), ElementsAre("Body", "Tail"));
  EXPECT_TRUE(diagnostics.empty());
}

TEST(SplitClips, gives_a_nested_subtree_to_its_own_part) {
  Scene scene = puppet();
  Diagnostics diagnostics;
  const std::vector<ClipSubset> parts = {{"hand", {"Hand"}}, {"body", {"Body"}}};
  ASSERT_TRUE(split_clips(scene, parts, diagnostics));
  ASSERT_THAT(clip_labels(scene), ElementsAre("hand", "body", "rest"));
  EXPECT_THAT(target_names(scene.clips[0]), ElementsAre("Hand"));
  EXPECT_THAT(target_names(scene.clips[1]), ElementsAre("Body", "Arm", "Leg"));
}

TEST(SplitClips, loses_and_invents_no_channel) {
  const Scene before = puppet();
  Scene after = before;
  Diagnostics diagnostics;
  const std::vector<ClipSubset> parts = {{"limbs", {"Hand", "Leg"}}};
  ASSERT_TRUE(split_clips(after, parts, diagnostics));
  std::vector<std::vector<double>> times;
  for (const Clip& clip : after.clips)
    for (const Channel& channel : clip.channels) times.push_back(channel.times_s);
  // The puppet's five channels have five different last keys.
  EXPECT_THAT(times, ::testing::UnorderedElementsAre(ElementsAre(0, 1), ElementsAre(0, 2), ElementsAre(0, 3),
                                                     ElementsAre(0, 4), ElementsAre(0, 5)));
  for (const Clip& clip : after.clips)
    for (const Channel& channel : clip.channels) {
      const auto old_target = static_cast<std::size_t>(channel.times_s.back()) - 1;
      EXPECT_EQ(clip.targets[channel.target], before.clips[0].targets[old_target]);
    }
}

TEST(SplitClips, makes_the_duration_the_last_key_of_the_part) {
  Scene scene = puppet();
  Diagnostics diagnostics;
  const std::vector<ClipSubset> parts = {{"arm", {"Arm"}}};
  ASSERT_TRUE(split_clips(scene, parts, diagnostics));
  EXPECT_EQ(scene.clips[0].duration_s, 3);
  EXPECT_EQ(scene.clips[1].duration_s, 5);
  EXPECT_EQ(scene.clips[0].ticks_per_second, 30);
}

TEST(SplitClips, puts_the_clip_in_front_of_the_name_where_there_are_several) {
  Scene scene = puppet();
  scene.clips.push_back(scene.clips[0]);
  scene.clips[1].name.reset();
  Diagnostics diagnostics;
  const std::vector<ClipSubset> parts = {{"arm", {"Arm"}}};
  ASSERT_TRUE(split_clips(scene, parts, diagnostics));
  ASSERT_THAT(clip_labels(scene), ElementsAre("walk_arm", "walk_rest", "#1_arm", "#1_rest"));
}

TEST(SplitClips, leaves_out_an_empty_part_with_a_warning) {
  Scene scene = puppet();
  scene.nodes.push_back(node("Hat", 0));
  Diagnostics diagnostics;
  const std::vector<ClipSubset> parts = {{"hat", {"Hat"}}, {"all", {"Body"}}};
  ASSERT_TRUE(split_clips(scene, parts, diagnostics));
  ASSERT_THAT(clip_labels(scene), ElementsAre("all", "rest"));
  ASSERT_NE(diagnostics.find("edit.empty-part"), nullptr);
  EXPECT_EQ(to_string(*diagnostics.find("edit.empty-part")),
            "puppet.x: clip walk: nothing moves below the nodes of part \"hat\"; left out");
}

TEST(SplitClips, refuses_unknown_nodes_with_the_valid_names) {
  Scene scene = puppet();
  Diagnostics diagnostics;
  const std::vector<ClipSubset> parts = {{"wing", {"Wing"}}};
  const auto result = split_clips(scene, parts, diagnostics);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().status, Status::invalid_argument);
  EXPECT_EQ(result.error().message,
            "no node is named \"Wing\"; the nodes are \"Body\", \"Arm\", \"Hand\", \"Leg\"");
  ASSERT_THAT(clip_labels(scene), ElementsAre("walk"));
}

TEST(SplitClips, reports_if_no_node_has_a_name) {
  Scene scene;
  Diagnostics diagnostics;
  const std::vector<ClipSubset> parts = {{"wing", {"Wing"}}};
  EXPECT_THAT(split_clips(scene, parts, diagnostics).error().message,
              HasSubstr("the file has no named nodes"));
}

TEST(SplitClips, refuses_ambiguous_parts) {
  struct Row {
    std::vector<ClipSubset> parts;
    const char* message;
  };
  const std::vector<Row> rows = {
      {{{"a", {"Arm"}}, {"a", {"Leg"}}}, "two parts are named \"a\""},
      {{{"a", {"Arm"}}, {"b", {"Arm"}}}, "node \"Arm\" is in two parts"},
      {{{"", {"Arm"}}}, "needs a name"},
      {{{"rest", {"Arm"}}}, "a part named \"rest\""},
  };
  for (const Row& row : rows) {
    Scene scene = puppet();
    Diagnostics diagnostics;
    const auto result = split_clips(scene, row.parts, diagnostics);
    ASSERT_FALSE(result) << row.message;
    EXPECT_THAT(result.error().message, HasSubstr(row.message));
  }
}

// --- merge -------------------------------------------------------------------------------------------------

TEST(MergeClips, binds_targets_by_name_and_lists_those_without_node) {
  Scene scene = puppet();
  Scene other = puppet();
  other.file = "wave.x";
  other.nodes = {node("Hand", kNone), node("Body", 0)};
  other.clips[0].name = "wave";
  other.clips[0].targets = {{"Hand", 0, {}}, {"hat", kNone, {}}, {"Body", 1, true, true}};
  other.clips[0].channels = {translation(0, {0, 1}), translation(1, {0, 2}), translation(2, {0, 3})};
  Diagnostics diagnostics;
  ASSERT_TRUE(merge_clips(scene, other, NameMatch::exact, diagnostics).ok());
  ASSERT_THAT(clip_labels(scene), ElementsAre("walk", "wave"));
  const Clip& wave = scene.clips[1];
  EXPECT_THAT(wave.targets, ElementsAre(ClipTarget{"Hand", 2, {}}, ClipTarget{"hat", kNone, {}},
                                        ClipTarget{"Body", 0, true, true}));
  EXPECT_EQ(wave.channels, other.clips[0].channels);
  EXPECT_EQ(wave.duration_s, 3);
  ASSERT_EQ(diagnostics.entries().size(), 1u);
  EXPECT_EQ(to_string(diagnostics.entries()[0]),
            "wave.x: clip wave: 1 of 3 targets have no node of the same name here and do nothing: \"hat\"");
}

TEST(MergeClips, refuses_a_clip_of_which_no_target_has_a_node) {
  Scene scene = puppet();
  scene.file = "puppet.x";
  const Scene before = scene;
  Scene other = puppet();
  other.file = "wave.x";
  other.clips[0].name = "wave";
  other.clips[0].targets = {{"hat", kNone, {}}, {"wing", kNone, {}}};
  other.clips[0].channels = {translation(0, {0, 1}), translation(1, {0, 2})};
  Diagnostics diagnostics;
  const auto refused = merge_clips(scene, other, NameMatch::exact, diagnostics);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().status, Status::unsupported);
  EXPECT_EQ(refused.error().code, "merge.target-not-found");
  const std::string text =
      "wave.x: clip wave: none of its 2 targets has a node in puppet.x; the clip moves \"hat\"; the model "
      "has "
      "\"Body\"";
  EXPECT_EQ(to_string(refused.error()), text);
  EXPECT_EQ(scene.clips.size(), before.clips.size());
  // Next to a clip that fits, it is omitted with a warning.
  other.clips.push_back(puppet().clips[0]);
  ASSERT_TRUE(merge_clips(scene, other, NameMatch::exact, diagnostics).ok());
  EXPECT_EQ(scene.clips.size(), before.clips.size() + 1);
  ASSERT_EQ(diagnostics.entries().size(), 2u) << "and \"Tail\" of the other clip";
  EXPECT_EQ(diagnostics.entries()[1].severity, Severity::warning);
  EXPECT_EQ(to_string(diagnostics.entries()[1]), text + "; not added");
}

TEST(MergeClips, ignores_case_only_when_asked) {
  for (const NameMatch match : {NameMatch::exact, NameMatch::ignore_case}) {
    Scene scene = puppet();
    Scene other = puppet();
    other.clips[0].targets[1].name = "ARM";
    Diagnostics diagnostics;
    ASSERT_TRUE(merge_clips(scene, other, match, diagnostics).ok());
    EXPECT_EQ(scene.clips[1].targets[1].node, match == NameMatch::exact ? kNone : 1u);
    EXPECT_EQ(scene.clips[1].targets[1].name, "ARM");
  }
}

TEST(MergeClips, drops_a_second_target_for_one_node) {
  Scene scene = puppet();
  Scene other = puppet();
  other.clips[0].targets[3].name = "Arm";
  Diagnostics diagnostics;
  ASSERT_TRUE(merge_clips(scene, other, NameMatch::exact, diagnostics).ok());
  EXPECT_THAT(target_names(scene.clips[1]), ElementsAre("Body", "Arm", "Hand", "Tail"));
  EXPECT_EQ(scene.clips[1].channels.size(), 4u);
  EXPECT_EQ(scene.clips[1].channels[3].target, 3u);
  EXPECT_EQ(scene.clips[1].channels[3].times_s.back(), 5);
  ASSERT_NE(diagnostics.find("merge.target-twice"), nullptr);
  EXPECT_THAT(diagnostics.find("merge.target-twice")->message, HasSubstr("\"Arm\""));
}

TEST(MergeClips, drops_a_second_target_of_a_name_that_no_node_has) {
  Scene scene = puppet();
  Scene other = puppet();
  other.clips[0].targets[3].name = "Tail";
  Diagnostics diagnostics;
  ASSERT_TRUE(merge_clips(scene, other, NameMatch::exact, diagnostics).ok());
  EXPECT_THAT(target_names(scene.clips[1]), ElementsAre("Body", "Arm", "Hand", "Tail"));
  EXPECT_EQ(scene.clips[1].channels[3].times_s.back(), 4);
  EXPECT_NE(diagnostics.find("merge.target-twice"), nullptr);
}

TEST(MergeClips, drops_morph_weights_for_another_number_of_morph_targets) {
  Scene other = puppet();
  other.meshes.resize(1);
  other.meshes[0].primitives.resize(1);
  other.meshes[0].primitives[0].morphs.resize(2);
  other.nodes[0].meshes = {{0, kNone}};
  other.clips[0].channels[0].path = ChannelPath::weights;
  other.clips[0].channels[0].values.assign(4, 0.5f);  // two keys for two morph targets
  Scene same = other;
  Scene without = other;
  without.meshes[0].primitives[0].morphs.resize(3);
  Diagnostics fine, dropped;
  ASSERT_TRUE(merge_clips(same, other, NameMatch::exact, fine).ok());
  ASSERT_TRUE(merge_clips(without, other, NameMatch::exact, dropped).ok());
  EXPECT_EQ(same.clips[1].channels.size(), 5u);
  EXPECT_EQ(without.clips[1].channels.size(), 4u);
  ASSERT_NE(dropped.find("merge.morph-count"), nullptr);
  EXPECT_THAT(dropped.find("merge.morph-count")->message,
              HasSubstr("the mesh of node \"Body\" has a different number of morph targets"));
  EXPECT_EQ(fine.find("merge.morph-count"), nullptr);
}

// --- scale -------------------------------------------------------------------------------------------------

TEST(ScaleScene, scales_lengths_and_nothing_else) {
  Scene scene;
  scene.metres_per_unit = 1.0;
  scene.nodes = {node("Root", kNone)};
  scene.nodes[0].rest.m = {2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 10, 20, 30, 1};
  scene.nodes[0].rest_trs = Transform{{10, 20, 30}, {}, {2, 2, 2}};
  scene.meshes.resize(1);
  scene.meshes[0].primitives.resize(1);
  Primitive& primitive = scene.meshes[0].primitives[0];
  primitive.positions = {{1, 2, 3}};
  primitive.normals = {{0, 0, 1}};
  primitive.morphs = {{"smile", {{4, 5, 6}}, {{0, 1, 0}}}};
  scene.skins.resize(1);
  scene.skins[0].joints = {{"Root", 0, Mat4{{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 7, 8, 9, 1}}}};
  Channel moves = translation(0, {0});
  Channel turns;
  turns.path = ChannelPath::rotation;
  turns.times_s = {0};
  turns.values = {0, 0, 0, 1};
  Channel grows;
  grows.path = ChannelPath::scale;
  grows.times_s = {0};
  grows.values = {1, 1, 1};
  Channel matrices;
  matrices.path = ChannelPath::matrix;
  matrices.times_s = {0, 1};
  for (int key = 0; key < 2; ++key)
    for (int i = 1; i <= 16; ++i) matrices.values.push_back(static_cast<float>(i));
  scene.clips.resize(1);
  scene.clips[0].channels = {moves, turns, grows, matrices};

  ASSERT_TRUE(scale_scene(scene, 10));

  EXPECT_EQ(scene.metres_per_unit, 0.1);
  EXPECT_THAT(scene.nodes[0].rest.m, ElementsAre(2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 100, 200, 300, 1));
  EXPECT_EQ(*scene.nodes[0].rest_trs, (Transform{{100, 200, 300}, {}, {2, 2, 2}}));
  EXPECT_EQ(primitive.positions[0], (Vec3{10, 20, 30}));
  EXPECT_EQ(primitive.normals[0], (Vec3{0, 0, 1}));
  EXPECT_EQ(primitive.morphs[0].position_offsets[0], (Vec3{40, 50, 60}));
  EXPECT_EQ(primitive.morphs[0].normal_offsets[0], (Vec3{0, 1, 0}));
  EXPECT_THAT(scene.skins[0].joints[0].joint_from_mesh.m,
              ElementsAre(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 70, 80, 90, 1));
  EXPECT_THAT(scene.clips[0].channels[0].values, ElementsAre(10, 10, 10));
  EXPECT_EQ(scene.clips[0].channels[1], turns);
  EXPECT_EQ(scene.clips[0].channels[2], grows);
  const auto& keys = scene.clips[0].channels[3].values;
  EXPECT_EQ((std::vector<float>(keys.begin() + 16, keys.end())),
            (std::vector<float>{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 130, 140, 150, 16}));
}

TEST(ScaleScene, refuses_factors_that_make_no_sense_and_leaves_the_scene_alone) {
  Scene scene = puppet();
  scene.nodes[0].rest.m[12] = 1e30f;
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double factor : {0.0, -1.0, infinity, std::numeric_limits<double>::quiet_NaN(), 1e9}) {
    const auto result = scale_scene(scene, factor);
    ASSERT_FALSE(result) << factor;
    EXPECT_EQ(result.error().status, Status::invalid_argument);
    EXPECT_THAT(result.error().message, HasSubstr(factor == 1e9 ? "makes lengths exceed" : "expected"));
  }
  EXPECT_EQ(scene.nodes[0].rest.m[12], 1e30f);
  EXPECT_THAT(scale_scene(scene, 1e9).error().message, HasSubstr("exceed 3.4e38"));
}

}  // namespace
}  // namespace skelter
