#include "skelter/crowd/crowd_job.h"

#include <gtest/gtest.h>

#include <cstring>
#include <random>

#include "play/heroes.h"
#include "skelter/formats/x/read.h"
#include "skelter/play/character.h"

namespace skelter::test {
namespace {

const CharacterData& mannequin_data() {
  static const CharacterData data = [] {
    CompileSettings settings;
    settings.store_clips = false;
    settings.masks = {{"upper", 0, {{"spine2", 1}}}};
    return data_of(must(read_x_file(SKELTER_SOURCE_DIR "/assets/mannequin.x")), settings);
  }();
  return data;
}

// Makes a random call as a game does. Equal random numbers give equal calls.
void do_something(Character& character, std::mt19937& random) {
  const auto below = [&](std::uint32_t end) { return static_cast<std::uint32_t>(random() % end); };
  PlayOptions options = fade(0.1 * below(5), static_cast<FadeCurve>(below(4)));
  options.layer = below(2);
  options.restart = below(2) != 0;
  const char* const clips[] = {"walk", "run", "idle", "wave", "jump", "sit"};
  play(character, clips[below(6)], options);
  if (below(4) == 0) go(character.clips()->queue(character.clips()->clip(options.layer), options));
  if (below(8) == 0) (void)character.clips()->stop(1);
  go(character.update(0.001 * below(200)));
}

// Restores the character from its state, without the differences that the state does not contain (rules "four
// fades" and "inertialization").
Character restored(const Character& character) {
  Character same(character.data());
  go(same.restore(character.state()));
  go(same.update(0));
  return same;
}

TEST(CharacterCrowd, poses_a_thousand_as_each_poses_itself) {
  constexpr std::uint32_t kCount = 1000;
  const CharacterData& data = mannequin_data();
  CharacterOptions unposed;
  unposed.posed = false;
  CharacterCrowd crowd(data, kNone, kCount);
  LayerSettings upper;
  upper.mask = data.find_mask("upper");
  std::vector<Affine> expected;
  // After a fifth fade, the difference of the dropped fade decays outside the list.
  std::uint32_t dropped = 0;
  for (std::uint32_t i = 0; i < kCount; ++i) {
    std::mt19937 random(i), same(i);
    Character hero(data), member(data, unposed);
    for (Character* character : {&hero, &member}) {
      go(character->clips()->set_layer(1, upper));
      play(*character, "idle");
    }
    for (int k = 0; k < 3; ++k) do_something(hero, random), do_something(member, same);
    if (hero.counters().dropped_fades > 0) {
      ++dropped;
      hero = restored(hero);
    }
    hero.finish();
    expected.insert(expected.end(), hero.model_from_joint().begin(), hero.model_from_joint().end());
    ASSERT_EQ(crowd.add(member), Status::ok);
  }
  EXPECT_GT(dropped, 0u);
  EXPECT_LT(dropped, kCount / 20);
  EXPECT_EQ(crowd.add(Character(data)), Status::limit_exceeded);
  std::vector<Affine> matrices(std::size_t{kCount} * crowd.rig().output_size());
  AlignedBytes scratch(crowd_scratch_bytes({&crowd.rig(), 1}));
  ASSERT_EQ(crowd.job(matrices, {scratch.data(), scratch.size()}).run(), Status::ok);
  float largest = 0;
  for (std::size_t i = 0; i < expected.size(); ++i)
    for (std::size_t row = 0; row < 3; ++row)
      for (std::size_t column = 0; column < 4; ++column)
        largest = std::max(largest, std::abs(expected[i].m[row][column] - matrices[i].m[row][column]));
  EXPECT_EQ(largest, 0);
  crowd.clear();
  EXPECT_EQ(crowd.job({}, {}).instances.size(), 0u);
}

TEST(CharacterCrowd, palettes_of_a_skin_are_those_of_the_character) {
  const CharacterData& data = mannequin_data();
  ASSERT_FALSE(data.skins().empty());
  CharacterCrowd crowd(data, 0, 1);
  Character hero(data);
  play(hero, "walk");
  go(hero.update(0.3));
  hero.finish();
  ASSERT_EQ(crowd.add(hero), Status::ok);
  std::vector<Affine> palette(crowd.rig().output_size());
  ASSERT_EQ(palette.size(), hero.palette(0).size());
  AlignedBytes scratch(crowd_scratch_bytes({&crowd.rig(), 1}));
  ASSERT_EQ(crowd.job(palette, {scratch.data(), scratch.size()}).run(), Status::ok);
  EXPECT_EQ(std::memcmp(palette.data(), hero.palette(0).data(), palette.size() * sizeof(Affine)), 0);
}

TEST(CharacterCrowd, characters_of_other_data_are_refused) {
  const CharacterData one = data_of({still_at("a", 0)}), other = data_of({still_at("a", 0)});
  CharacterCrowd crowd(one, kNone, 4);
  EXPECT_EQ(crowd.add(Character(other)), Status::invalid_argument);
}

}  // namespace
}  // namespace skelter::test
