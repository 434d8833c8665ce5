// Tests of characters that an animation graph drives.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <utility>

#include "compile/compile_graph/internal/graph_source.h"
#include "play/heroes.h"
#include "play/internal/graph_probe.h"
#include "skelter/crowd/crowd_job.h"
#include "skelter/play/character.h"
#include "skelter/play/graph_update_job.h"

namespace skelter::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// A parameter switches between stand, at 0, and sit, at 10. walk moves from 0 to 4 in a second, with step
// events. wave plays once when it is called. hop is a state at -5 that is entered by inertialization.
constexpr const char* kText = R"({
  "skelter_graph": 1,
  "parameters": { "sits": { "type": "bool" }, "hops": { "type": "bool" }, "walks": { "type": "bool" },
                  "share": { "type": "float", "min": 0, "max": 1 }, "go": { "type": "trigger" } },
  "layers": [
    { "name": "body", "motion": { "machine": { "entry": "stand", "states": {
        "stand": { "motion": "stand", "transitions": [
          { "to": "sit", "when": "sits", "fade_s": 1 }, { "to": "walk", "when": "walks or go", "fade_s": 0 } ] },
        "sit": { "motion": "sit", "transitions": [
          { "to": "hop", "when": "hops", "fade_s": 1, "kind": "inertialize" },
          { "to": "stand", "when": "not sits", "fade_s": 0.5, "curve": "linear" } ] },
        "walk": { "motion": "walk", "transitions": [ { "to": "stand", "when": "not walks", "fade_s": 0.2 } ] },
        "hop": { "motion": "hop", "transitions": [ { "to": "stand", "when": "not sits", "fade_s": 0 } ] } } } } },
    { "name": "head", "mode": "override", "mask": "head", "weight": "share", "motion": "sit" },
    { "name": "act", "mode": "override", "mask": "head", "slot": { "fade_in_s": 0.1, "fade_out_s": 0.1 } } ] })";

const std::vector<Motion> kMotions = {still_at("stand", 0),
                                      still_at("sit", 10),
                                      {"walk", 0, 4, 1, true, {{"step", 0.25}, {"step", 0.75}}, false, true},
                                      still_at("hop", -5),
                                      {"wave", 20, 20, 0.5, false, {{"top", 0.25}}}};
const Rig kRig{{"Body", "Head", "Finger"}, {{"head", 0, {{"Head"}}}}, {{{"Finger"}}}};

struct Stage {
  CharacterData data = data_of(kMotions, kRig, kText);
  Character hero;

  explicit Stage(CharacterOptions options = {}) : hero(data, with(options)) {}
  static CharacterOptions with(CharacterOptions options) {
    options.graph = 0;
    return options;
  }
  std::uint32_t parameter(std::string_view name) const { return find_parameter(data.graph(0), name); }
  Stage& set(std::string_view name, float value) {
    go(hero.graph()->set(parameter(name), value));
    return *this;
  }
  Stage& update(double seconds) {
    run(hero, seconds);
    return *this;
  }
};

TEST(CharacterGraph, the_graph_decides_what_is_shown) {
  Stage stage;
  EXPECT_THAT(stage.hero.list(), IsEmpty());
  stage.update(0.1);
  EXPECT_NEAR(x_of(stage.hero), 0, kNear);
  EXPECT_FALSE(stage.hero.graph()->in_transition());
  stage.set("sits", 1).update(0.5);  // halfway through a smooth fade
  EXPECT_NEAR(weight_of(stage.hero, "sit"), 0.5, 1e-6);
  EXPECT_NEAR(x_of(stage.hero), 5, kNear);
  EXPECT_TRUE(stage.hero.graph()->in_transition());
  EXPECT_FALSE(stage.hero.graph()->in_transition(7));
  stage.update(0.5);
  EXPECT_NEAR(x_of(stage.hero), 10, kNear);
  stage.set("sits", 0).update(0.125);
  EXPECT_NEAR(x_of(stage.hero), 7.5, kNear);
}

TEST(CharacterGraph, layers_with_masks_and_matrices) {
  Stage stage;
  stage.set("share", 0.25f).update(0);
  EXPECT_NEAR(x_of(stage.hero, "Body"), 0, kNear);
  EXPECT_NEAR(x_of(stage.hero, "Head"), 2.5, kNear);
  stage.hero.finish();
  EXPECT_NEAR(stage.hero.model_from_joint()[stage.data.find_joint("Head")].m[0][3], 2.5, kNear);
}

// Each call is refused and must change nothing.
TEST(CharacterGraph, bad_calls_are_refused) {
  Stage stage;
  stage.update(0.1);
  const std::vector<std::byte> before(stage.hero.graph()->state().begin(), stage.hero.graph()->state().end());
  Character& hero = stage.hero;
  EXPECT_EQ(hero.graph()->set(99, 1), Status::invalid_argument);
  EXPECT_EQ(hero.why(), "the graph has no such parameter");
  EXPECT_EQ(hero.graph()->set(stage.parameter("go"), 1), Status::invalid_argument);
  EXPECT_EQ(hero.why(), "the parameter is a trigger; fire it instead");
  EXPECT_EQ(hero.graph()->fire(stage.parameter("sits")), Status::invalid_argument);
  EXPECT_EQ(hero.why(), "the parameter is not a trigger; set it instead");
  EXPECT_EQ(hero.graph()->play_slot(1, {4}), Status::invalid_argument);
  EXPECT_EQ(hero.why(), "the graph has no such slot");
  EXPECT_EQ(hero.graph()->stop_slot(kNone), Status::invalid_argument);
  EXPECT_EQ(hero.graph()->play_slot(0, {kNone}), Status::invalid_argument);
  EXPECT_EQ(hero.why(), "there is no such clip; expected one of stand, sit, walk, hop, wave");
  EXPECT_EQ(hero.graph()->play_slot(0, {4, std::nan("")}), Status::invalid_argument);
  EXPECT_EQ(hero.why(), "fade times must be finite");
  EXPECT_EQ(hero.graph()->play_slot(0, {4, -1, std::numeric_limits<double>::infinity()}),
            Status::invalid_argument);
  EXPECT_EQ(hero.why(), "fade times must be finite");
  EXPECT_EQ(hero.set_speed(-1), Status::invalid_argument);
  EXPECT_EQ(hero.why(), "graphs cannot run backwards");
  EXPECT_EQ(hero.update(-1), Status::invalid_argument);
  EXPECT_EQ(std::memcmp(before.data(), hero.graph()->state().data(), before.size()), 0);
  // Rule "parameter values": such values are ignored and counted.
  EXPECT_EQ(hero.graph()->set(stage.parameter("share"), NAN), Status::invalid_argument);
  EXPECT_EQ(hero.why(), "the value is not a number");
  EXPECT_EQ(counters(stage.data.graph(0), hero.graph()->state()).bad_values, 1u);
}

TEST(CharacterGraph, a_character_has_either_clips_or_a_graph) {
  const CharacterData data = data_of(kMotions, kRig, kText);
  Character hero(data);
  EXPECT_EQ(hero.graph(), nullptr);
  EXPECT_EQ(std::as_const(hero).graph(), nullptr);
  EXPECT_EQ(std::as_const(hero).clips(), hero.clips());
  Stage stage;
  EXPECT_EQ(stage.hero.clips(), nullptr);
  EXPECT_EQ(std::as_const(stage.hero).clips(), nullptr);
  EXPECT_EQ(std::as_const(stage.hero).graph(), stage.hero.graph());
  // References to clips and graph stay valid when the character is moved.
  CharacterClips* const clips = hero.clips();
  Character moved = std::move(hero);
  EXPECT_EQ(moved.clips(), clips);
  hero = std::move(moved);
  play(hero, "sit");
  run(hero, 0);
  EXPECT_NEAR(x_of(hero), 10, kNear);
}

TEST(CharacterGraph, events_come_with_their_names_and_those_of_states) {
  Stage stage;
  go(stage.hero.graph()->fire(stage.parameter("go")));
  stage.set("walks", 1).update(0.5);
  EXPECT_THAT(reported(stage.hero), ElementsAre("walk passed step"));
  EXPECT_NEAR(stage.hero.events()[0].at_s, 0.25, 1e-9);
  EXPECT_NEAR(stage.hero.events()[0].position_s, 0.25, 1e-9);
  EXPECT_EQ(stage.hero.events()[0].layer, 0);
  ASSERT_EQ(stage.hero.graph()->events().size(), 3u);  // left, entered and step
  EXPECT_EQ(stage.hero.graph()->events()[1].kind, GraphEventKind::entered);
  stage.update(2);
  EXPECT_THAT(reported(stage.hero),
              ElementsAre("walk passed step", "walk passed step", "walk passed step", "walk passed step"));
  EXPECT_NEAR(stage.hero.events()[3].position_s, 2.25, 1e-9);
  EXPECT_NEAR(stage.hero.events()[3].at_s, 1.75, 1e-9);
  // At double speed, the result is the same in half the time.
  go(stage.hero.set_speed(2));
  stage.update(0.5);
  EXPECT_THAT(reported(stage.hero), ElementsAre("walk passed step", "walk passed step"));
  EXPECT_NEAR(stage.hero.events()[0].at_s, 0.125, 1e-9);
}

TEST(CharacterGraph, slots_play_by_calls_and_report_their_end) {
  Stage stage;
  SlotPlay wave;
  wave.clip = stage.data.find_clip("wave");
  go(stage.hero.graph()->play_slot(0, wave));
  stage.update(0.3);
  EXPECT_NEAR(x_of(stage.hero, "Head"), 20, kNear);
  EXPECT_THAT(reported(stage.hero), ElementsAre("wave passed top"));
  EXPECT_EQ(stage.hero.events()[0].layer, 2);
  stage.update(0.3);
  EXPECT_THAT(reported(stage.hero), ElementsAre("wave finished"));
  EXPECT_NEAR(stage.hero.events()[0].at_s, 0.2, 1e-9);
  EXPECT_NEAR(x_of(stage.hero, "Head"), 0, kNear);
  go(stage.hero.graph()->play_slot(0, wave));
  stage.update(0.1);
  go(stage.hero.graph()->stop_slot(0));
  stage.update(0.05);  // halfway through a smooth fade
  EXPECT_NEAR(x_of(stage.hero, "Head"), 10, kNear);
}

TEST(CharacterGraph, events_beyond_their_capacity_are_counted) {
  CharacterOptions options;
  options.events = 2;
  Stage stage(options);
  stage.set("walks", 1).update(0);  // left and entered
  stage.update(10);
  EXPECT_EQ(stage.hero.events().size(), 2u);
  EXPECT_EQ(stage.hero.counters().dropped_events, 18u);
}

// The walk moves the root by 4 along x in a second. While it fades out, half of its motion counts.
TEST(CharacterGraph, root_motion_follows_the_list) {
  Stage stage;
  stage.set("walks", 1).update(0.5);
  EXPECT_NEAR(stage.hero.root_motion().translation.x, 2, 1e-4);
  go(stage.hero.set_speed(0.5));
  stage.update(0.5);
  EXPECT_NEAR(stage.hero.root_motion().translation.x, 1, 1e-4);
  go(stage.hero.set_speed(1));
  stage.set("walks", 0).update(0.2);  // fades to "stand" within the step; in the middle, the weight is a half
  EXPECT_NEAR(stage.hero.root_motion().translation.x, 0.4, 1e-4);
  stage.update(0.2);
  EXPECT_EQ(stage.hero.root_motion().translation.x, 0);
}

// The clip is at -5. The pose before was at 5 and rose by 1.5 * 10 per second (the middle of a smooth fade of
// 1 s). The difference grows, so it starts with speed 0. Halfway, at u = 0.5, 10 * 0.5 is left.
TEST(CharacterGraph, an_inertialization_decays_as_derived_by_hand) {
  Stage stage;
  stage.update(0.1).set("sits", 1).update(0.5);
  stage.set("hops", 1).update(0);
  EXPECT_NEAR(x_of(stage.hero), 5, kNear);
  EXPECT_EQ(stage.hero.list().size(), 1u);
  EXPECT_NEAR(weight_of(stage.hero, "hop"), 1, 1e-6);
  stage.update(0.5);
  EXPECT_NEAR(x_of(stage.hero), -5 + 5, kNear);
  EXPECT_TRUE(stage.hero.graph()->in_transition());
  stage.update(0.5);
  EXPECT_NEAR(x_of(stage.hero), -5, kNear);
  EXPECT_FALSE(stage.hero.graph()->in_transition());
}

// A transition of zero length is a visible cut. It also ends a decaying difference.
TEST(CharacterGraph, a_cut_ends_a_decaying_difference) {
  Stage stage;
  stage.update(0.1).set("sits", 1).update(0.5);
  stage.set("hops", 1).update(0.2);
  EXPECT_GT(std::abs(x_of(stage.hero) - -5), 1);
  stage.set("sits", 0).update(0);
  EXPECT_EQ(weight_of(stage.hero, "stand"), 1);
  EXPECT_NEAR(x_of(stage.hero), 0, kNear);
}

// The switch happens inside the step, at the time at which its condition becomes true. Any number of steps
// gives the same result.
TEST(CharacterGraph, a_switch_inside_a_step_happens_at_its_exact_time) {
  constexpr const char* kAtMoment =
      R"({ "skelter_graph": 1, "layers": [ { "name": "body", "motion": { "machine":
      { "entry": "stand", "states": {
        "stand": { "motion": "stand", "transitions": [
          { "to": "sit", "when": "time >= 0.1", "fade_s": 0.5, "curve": "linear" } ] },
        "sit": { "motion": "sit", "transitions": [
          { "to": "hop", "when": "time >= 0.25", "fade_s": 0.5, "kind": "inertialize" } ] },
        "hop": { "motion": "hop" } } } } } ] })";
  const CharacterData data =
      data_of({still_at("stand", 0), still_at("sit", 10), still_at("hop", 15)}, {}, kAtMoment);
  CharacterOptions options;
  options.graph = 0;
  Character one(data, options), many(data, options);
  run(one, 0.55);
  for (int i = 0; i < 55; ++i) run(many, 0.01);
  // At the switch, the pose is 10 below the clip and rises by 20 per second. At u = 0.2 / 0.5 = 0.4: 1 - 10
  // u^3 + 15 u^4 - 6 u^5 = 0.68256 and u - 6 u^3 + 8 u^4 - 3 u^5 = 0.19008.
  const double x = 15 - 10 * 0.68256 + 20 * 0.5 * 0.19008;
  EXPECT_NEAR(x_of(one), x, 2e-3);
  EXPECT_NEAR(x_of(many), x, 2e-3);
}

TEST(CharacterGraph, numbers_and_levels_of_detail) {
  Stage stage;
  stage.set("share", 1).update(0);
  ScalarOptions face;
  face.name = "smile";
  face.without = 0.5f;
  const std::uint32_t smile = stage.hero.add_scalar(face);
  stage.set("sits", 1).update(1);
  EXPECT_EQ(stage.hero.scalar(smile), 0.5f);
  EXPECT_NEAR(x_of(stage.hero, "Finger"), 10, kNear);
  go(stage.hero.set_lod(1));
  stage.update(0);
  EXPECT_EQ(x_of(stage.hero, "Finger"), 0);
  EXPECT_NEAR(x_of(stage.hero, "Body"), 10, kNear);
}

// --- characters without poses -----------------------------------------------------------------------------

// The list must be that of the job, which has no pose memory.
TEST(CharacterGraph, without_poses_it_gives_the_list_of_the_job) {
  CharacterOptions options;
  options.posed = false;
  Stage stage(options);
  const GraphRecords& graph = records(stage.data.graph(0));
  std::vector<double> memory(graph.state_bytes / 8);
  const std::span<std::byte> state = std::as_writable_bytes(std::span(memory));
  start(graph, state);
  std::vector<PoseListEntry> lines(graph.max_entries);
  std::uint8_t count = 0;
  GraphUpdateJob job;
  job.graph = &graph;
  job.clips = stage.data.graph_clips(0);
  job.states = state;
  job.out_lists = lines;
  job.out_entry_counts = {&count, 1};
  job.dt_s = 0.35;
  for (const char* name : {"sits", "hops", "share"}) {
    stage.set(name, 1).update(0.35);
    set(graph, state, find_parameter(graph, name), 1);
    ASSERT_EQ(job.run(), Status::ok);
    ASSERT_EQ(stage.hero.list().size(), count);
    EXPECT_EQ(std::memcmp(stage.hero.list().data(), lines.data(), count * sizeof(PoseListEntry)), 0) << name;
    EXPECT_EQ(std::memcmp(stage.hero.graph()->state().data(), memory.data(), graph.state_bytes), 0) << name;
  }
  EXPECT_GT(count, 2u);
  EXPECT_THAT(stage.hero.local_pose(), IsEmpty());
  EXPECT_EQ(stage.hero.add_scalar({}), kNone);
}

// --- state -------------------------------------------------------------------------------------------------

TEST(CharacterGraph, a_saved_state_restores_and_continues_the_same) {
  Stage first;
  first.update(0.1).set("sits", 1).update(0.3);
  go(first.hero.set_lod(1));
  first.update(0);
  const std::vector<std::byte> kept = saved(first.hero);
  Character second(first.data, Stage::with({}));
  go(second.restore(kept));
  EXPECT_THAT(second.events(), IsEmpty());
  EXPECT_THAT(second.graph()->events(), IsEmpty());
  const auto same = [&] {
    ASSERT_EQ(first.hero.list().size(), second.list().size());
    EXPECT_EQ(std::memcmp(first.hero.list().data(), second.list().data(), second.list().size_bytes()), 0);
    EXPECT_EQ(std::memcmp(first.hero.local_pose().data(), second.local_pose().data(),
                          second.local_pose().size_bytes()),
              0);
  };
  same();
  EXPECT_EQ(second.lod(), 1u);
  first.set("share", 1).update(0.2);
  go(second.graph()->set(first.parameter("share"), 1));
  run(second, 0.2);
  same();
}

TEST(CharacterGraph, the_block_without_poses_is_shown_at_once) {
  Stage stage;
  stage.update(0.1).set("sits", 1).update(0.5);
  const ByteSpan block = stage.hero.graph()->state();
  std::vector<std::byte> kept(block.size() + 1);
  std::memcpy(kept.data() + 1, block.data(), block.size());  // misaligned for doubles
  stage.set("hops", 1).update(0.7);
  EXPECT_GT(std::abs(x_of(stage.hero) - 5), 1);
  go(stage.hero.graph()->restore(ByteSpan(kept).subspan(1)));
  EXPECT_NEAR(x_of(stage.hero), 5, kNear);
  EXPECT_NEAR(weight_of(stage.hero, "sit"), 0.5, 1e-6);
  EXPECT_THAT(stage.hero.events(), IsEmpty());
}

TEST(CharacterGraph, R39_the_state_of_another_graph_is_refused_naming_both) {
  Stage stage;
  GraphCharacter character = must(graph_character(stage.data));
  const GraphSource still =
      read_graph_source(R"({ "skelter_graph": 1, "layers": [ { "name": "body", "motion": "stand" } ] })",
                        "still.graph.json", {&character, {}});
  ASSERT_TRUE(still.ok());
  ASSERT_TRUE(stage.data.add_graph("still", build_graph(still.graph)).ok());
  CharacterOptions options;
  options.graph = stage.data.find_graph("still");
  Character other(stage.data, options);
  EXPECT_EQ(stage.hero.graph()->restore(other.graph()->state()), Status::invalid_argument);
  EXPECT_EQ(stage.hero.why(), "the state belongs to graph still; this character plays hero");
  EXPECT_EQ(other.graph()->restore(stage.hero.graph()->state()), Status::invalid_argument);
  EXPECT_EQ(other.why(), "the state belongs to graph hero; this character plays still");
}

TEST(CharacterGraph, states_of_others_are_refused) {
  Stage stage;
  stage.update(0.1);
  std::vector<std::byte> kept = saved(stage.hero);
  EXPECT_EQ(stage.hero.restore(ByteSpan(kept).first(40)), Status::invalid_argument);
  EXPECT_THAT(stage.hero.why(), testing::HasSubstr("40 bytes of state; expected "));
  std::vector<std::byte> other = kept;
  other[32] ^= std::byte{1};  // part of the graph's hash
  EXPECT_EQ(stage.hero.restore(other), Status::invalid_argument);
  EXPECT_EQ(stage.hero.why(),
            "the state belongs to a graph that this data does not contain; this character plays hero");
  EXPECT_EQ(stage.hero.graph()->restore(stage.hero.graph()->state().first(8)), Status::invalid_argument);
  EXPECT_EQ(stage.hero.why(), "the state has the wrong size");
  std::vector<std::byte> damaged = kept;
  std::memset(damaged.data() + damaged.size() - 72, 0xFF, 72);
  EXPECT_EQ(stage.hero.restore(damaged), Status::bad_data);
  const double backwards = -1;
  std::memcpy(kept.data() + 16, &backwards, 8);  // the speed
  EXPECT_EQ(stage.hero.restore(kept), Status::bad_data);
  EXPECT_EQ(stage.hero.why(), "the state is damaged");
  EXPECT_EQ(stage.hero.speed(), 1);
}

TEST(CharacterGraph, moving_it_keeps_its_state) {
  Stage stage;
  stage.update(0.1).set("sits", 1).update(0.5);
  Character moved = std::move(stage.hero);
  go(moved.graph()->set(stage.parameter("hops"), 1));
  run(moved, 0);
  EXPECT_NEAR(x_of(moved), 5, kNear);
  EXPECT_EQ(moved.list().size(), 1u);
}

}  // namespace
}  // namespace skelter::test
