// Random calls: invariants of a character after arbitrary calls, and identical playback after saving and
// restoring.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstring>
#include <random>

#include "play/heroes.h"
#include "skelter/runtime/clip.h"

namespace skelter::test {
namespace {

class Player {
 public:
  Player(const CharacterData& data, const CharacterOptions& options, unsigned seed)
      : hero_(data, options), random_(seed) {}
  Character& hero() { return hero_; }

  // Makes a random call with valid arguments, which may still be refused.
  void ask() {
    const std::uint32_t layer = below(4);
    switch (below(12)) {
      case 0:
      case 1:
      case 2:
      case 3:
        (void)hero_.clips()->play(below(clips()), options(layer));
        break;
      case 4:
      case 5:
        (void)hero_.clips()->queue(below(clips()), options(layer));
        break;
      case 6:
        (void)hero_.clips()->stop(layer, part() * 0.3);
        break;
      case 7:
        (void)hero_.clips()->queue_stop(layer, part() * 0.3);
        break;
      case 8:
        (void)hero_.set_speed(below(5) == 0 ? 0 : 4 * part() - 1);
        break;
      case 9:
        (void)hero_.clips()->set_loop(static_cast<Loop>(below(4)), layer);
        break;
      case 10:
        (void)hero_.clips()->seek(8 * part() - 3, layer);
        break;
      default:
        (void)hero_.clips()->set_layer(layer,
                                       {LayerMode::override, kAllJoints, float(part()), float(part())});
    }
  }
  double step_s() { return below(6) == 0 ? 5 * part() : 0.1 * part(); }
  std::uint32_t below(std::uint32_t end) { return static_cast<std::uint32_t>(random_() % end); }

 private:
  std::uint32_t clips() const { return hero_.data().clip_count(); }
  double part() { return static_cast<double>(random_() % 1000) / 999; }
  PlayOptions options(std::uint32_t layer) {
    PlayOptions asked = fade(below(3) == 0 ? 0 : part(), static_cast<FadeCurve>(below(2)),
                             below(4) == 0 ? FadeKind::inertialize : FadeKind::crossfade);
    asked.layer = layer;
    asked.loop = static_cast<Loop>(below(4));
    asked.start_s = below(3) == 0 ? 6 * part() - 2 : 0;
    asked.speed = below(3) == 0 ? 4 * part() - 2 : 1;
    asked.restart = below(3) != 0;
    return asked;
  }

  Character hero_;
  std::minstd_rand random_;
};

void expect_sound(Character& hero, double step_s) {
  double before_s = 0;
  for (const CharacterEvent& event : hero.events()) {
    EXPECT_GE(event.at_s, before_s) << "in order, and none before the update";
    EXPECT_LE(event.at_s, step_s + 1e-9);
    EXPECT_GT(event.weight, 0);
    EXPECT_LT(event.clip, hero.data().clip_count());
    before_s = event.at_s;
  }
  double weights = 0;  // sum over overrides, each weighted with the part that stages above leave
  std::array<double, kMaxPoseListEntries> each{};
  const std::span<const PoseListEntry> list = hero.list();
  for (std::size_t i = 0; i < list.size(); ++i) {
    const PoseListEntry& line = list[i];
    EXPECT_TRUE(line.weight > 0 && line.weight <= 1 + 1e-5f) << line.weight;
    if (line.clip == kPoseListStage) {
      for (std::size_t k = line.begin; k < i; ++k)
        each[k] *= k < line.split ? 1 - double{line.weight} : double{line.weight};
      continue;
    }
    ASSERT_LT(line.clip, hero.data().clip_count());
    EXPECT_TRUE(line.time_s >= 0 && line.time_s <= hero.data().clips()[line.clip].duration_s) << line.time_s;
    each[i] = double{line.weight};
  }
  for (const double weight : each) weights += weight;
  if (hero.clips()->clip(0) != kNone) {
    EXPECT_NEAR(weights, 1, 1e-5) << "what is above takes from the first layer what it adds";
  }
  for (const SoaTransform& block : hero.local_pose())
    for (const auto& row : block.rows)
      for (const float number : row) ASSERT_TRUE(std::isfinite(number));
  for (std::uint32_t layer = 0; layer < 4; ++layer) EXPECT_LE(hero.clips()->queued(layer), kMaxQueued);
}

TEST(Character, random_calls_keep_the_invariants_and_a_saved_one_continues_alike) {
  const CharacterData data =
      data_of({run_to("walk", 4), run_to("run", 8), still_at("stand", 5), run_to("jump", -3)});
  CharacterOptions options;
  for (unsigned seed = 1; seed <= 200 && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    options.posed = seed % 4 != 0;
    Player player(data, options, seed);
    Character twin(data, options);
    for (int update = 0; update < 120; ++update) {
      for (std::uint32_t calls = player.below(4); calls > 0; --calls) player.ask();
      const bool copied = player.below(8) == 0;
      if (copied) go(twin.restore(saved(player.hero())));
      const double step_s = player.step_s();
      run(player.hero(), step_s);
      expect_sound(player.hero(), step_s);
      if (!copied) continue;
      run(twin, step_s);
      EXPECT_EQ(saved(twin), saved(player.hero())) << "update " << update;
      const std::span<const PoseListEntry> list = player.hero().list();
      ASSERT_EQ(twin.list().size(), list.size());
      EXPECT_EQ(std::memcmp(twin.list().data(), list.data(), list.size_bytes()), 0);
    }
  }
}

}  // namespace
}  // namespace skelter::test
