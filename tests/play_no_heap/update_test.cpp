// Characters must not allocate on the heap while they play.
#include <gtest/gtest.h>

#include "play/heroes.h"
#include "support/pack_parts.h"
#include "support/peak_heap.h"

namespace skelter::test {
namespace {

TEST(PlayMemory, the_counter_counts) {
  std::vector<char> kept;
  EXPECT_GE(peak_heap_bytes([&] { kept.resize(1000); }), 1000u);
}

TEST(PlayMemory, lookups_and_prepared_clips_allocate_nothing) {
  const CharacterData data = must(CharacterData::create(pack_of(small_pack())));
  std::uint32_t sum = 0;
  EXPECT_EQ(peak_heap_bytes([&] {
              sum += data.find_clip("bend") + data.find_joint("Tip") + data.find_mask("tip") +
                     data.find_skin("strip");
              if (data.prepare(0).ok() && data.is_prepared(0)) ++sum;
            }),
            0u);
  EXPECT_EQ(sum, 2u);
}

// Covers fades, inertialization, a fifth fade, layers with masks and profiles, queues, events, root motion
// and scalars.
TEST(PlayMemory, update_and_finish_allocate_nothing) {
  const Rig rig{{"Body", "Head"}, {{"head", 0, {{"Head"}}}, {"rates", 0.25f, {{"Head", 1}}}}, {}};
  const CharacterData data = data_of({{"a", 0, 1, 1, true, {{"step", 0.3}, {"step", 0.8}}, false, true},
                                      run_to("b", 2, 0.7, false),
                                      still_at("c", 3)},
                                     rig);
  Character hero(data);
  LayerSettings head;
  head.mask = 0;
  go(hero.clips()->set_layer(1, head));
  PlayOptions profiled = fade(0.5);
  profiled.profile = 1;
  play(hero, "a");
  play(hero, "b", on_layer(1, fade(0.2)));
  std::size_t events = 0;
  EXPECT_EQ(peak_heap_bytes([&] {
              for (std::uint32_t i = 0; i < 200; ++i) {
                PlayOptions options = i % 3 == 0 ? inertial(0.3) : i % 3 == 1 ? fade(0.4) : profiled;
                if (i % 4 == 0) (void)hero.clips()->play(i / 4 % 3, options);
                if (i % 16 == 0) (void)hero.clips()->queue(i / 16 % 3, options);
                if (i % 32 == 0) (void)hero.clips()->stop(1);
                if (i % 32 == 8) (void)hero.clips()->play(1, on_layer(1, options));
                std::span<const CharacterEvent> reported;
                if (hero.update(0.016, &reported) != Status::ok) events += 1000;
                events += reported.size();
                hero.finish();
              }
              if (hero.update(-1) == Status::ok) events += 1000;
            }),
            0u);
  EXPECT_GT(events, 50u);
  EXPECT_LT(events, 1000u);
  EXPECT_GT(hero.counters().dropped_fades, 0u);
}

// Covers switches, removed fades, slots, events, root motion, and refused calls.
TEST(PlayMemory, a_graph_allocates_nothing) {
  constexpr const char* kText = R"({ "skelter_graph": 1,
    "parameters": { "go": { "type": "trigger" }, "x": { "type": "float", "max_rate": 5 } },
    "layers": [ { "name": "body", "motion": { "machine": { "entry": "a", "states": {
        "a": { "motion": { "blend": "x", "points": [[0, "a"], [1, "c"]] }, "transitions": [
          { "to": "b", "when": "go", "fade_s": 0.5, "restart": true } ] },
        "b": { "motion": "b", "transitions": [
          { "to": "a", "when": "go", "fade_s": 0.4, "kind": "inertialize", "restart": true } ] } } } } },
      { "name": "act", "mode": "override", "slot": {} } ] })";
  const std::vector<Motion> motions = {
      {"a", 0, 1, 1, true, {{"step", 0.3}, {"step", 0.8}}, false, true}, run_to("b", 2, 0.7), run_to("c", 3)};
  const CharacterData data = data_of(motions, {}, kText);
  CharacterOptions options;
  options.graph = 0;
  Character hero(data, options);
  hero.add_scalar({"smile"});
  std::vector<std::byte> bytes(hero.state().size());
  std::size_t events = 0;
  EXPECT_EQ(peak_heap_bytes([&] {
              for (std::uint32_t i = 0; i < 200; ++i) {
                if (i % (i < 100 ? 25 : 5) == 0) go(hero.graph()->fire(0));
                if (i % 7 == 0) go(hero.graph()->set(1, i % 2 == 0 ? 1.0f : 0.0f));
                if (i % 40 == 0) go(hero.graph()->play_slot(0, {1}));
                if (hero.graph()->set(9, 1) == Status::ok) events += 1000;
                go(hero.update(0.016));
                events += hero.events().size();
                hero.finish();
                if (i % 50 == 0) std::copy(hero.state().begin(), hero.state().end(), bytes.begin());
                if (i % 50 == 25) go(hero.restore(bytes)), go(hero.graph()->restore(hero.graph()->state()));
              }
            }),
            0u);
  EXPECT_GT(events, 2u);
  EXPECT_LT(events, 1000u);
  EXPECT_GT(hero.counters().dropped_fades, 0u);
}

TEST(PlayMemory, saving_and_restoring_allocate_nothing) {
  const CharacterData data = data_of({run_to("a", 1), run_to("b", 2)});
  Character hero(data);
  play(hero, "a");
  play(hero, "b", fade(0.5));
  std::vector<std::byte> bytes(hero.state().size());
  EXPECT_EQ(peak_heap_bytes([&] {
              std::copy(hero.state().begin(), hero.state().end(), bytes.begin());
              go(hero.update(0.1));
              go(hero.restore(bytes));
            }),
            0u);
}

}  // namespace
}  // namespace skelter::test
