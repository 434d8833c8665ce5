#pragma once
// Helpers that read values from characters.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "play/data_of.h"
#include "skelter/play/character.h"

namespace skelter::test {

// Tolerance of a coordinate: the error bound of the clips, plus 1e-5 of H = 1.
inline constexpr double kNear = kMotionBound + 1e-5;

inline void go(Status status) {
  EXPECT_EQ(status, Status::ok);
}
inline void run(Character& hero, double seconds) {
  go(hero.update(seconds));
}
inline void play(Character& hero, std::string_view clip, const PlayOptions& options = {}) {
  go(hero.clips()->play(hero.data().find_clip(clip), options));
}
inline void queue(Character& hero, std::string_view clip, const PlayOptions& options = {}) {
  go(hero.clips()->queue(hero.data().find_clip(clip), options));
}
inline PlayOptions fade(double seconds, FadeCurve curve = FadeCurve::smooth,
                        FadeKind kind = FadeKind::crossfade) {
  PlayOptions options;
  options.fade_s = seconds;
  options.curve = curve;
  options.kind = kind;
  return options;
}
inline PlayOptions linear(double seconds) {
  return fade(seconds, FadeCurve::linear);
}
inline PlayOptions inertial(double seconds) {
  return fade(seconds, FadeCurve::smooth, FadeKind::inertialize);
}
inline PlayOptions on_layer(std::uint32_t layer, PlayOptions options = {}) {
  options.layer = layer;
  return options;
}

inline std::string_view clip_of(const Character& hero, std::uint32_t layer = 0) {
  return hero.clips()->clip(layer) == kNone ? "" : hero.data().clip_name(hero.clips()->clip(layer));
}
inline double x_of(Character& hero, std::string_view joint = "Body") {
  const std::uint32_t index = hero.data().find_joint(joint);
  return hero.local_pose()[index / kLanes].rows[0][index % kLanes];
}
// The sum over all entries of a clip.
inline double weight_of(const Character& hero, std::string_view clip) {
  double sum = 0;
  for (const PoseListEntry& line : hero.list())
    if (line.clip != kPoseListStage && hero.data().clip_name(line.clip) == clip) sum += double{line.weight};
  return sum;
}
// The time of the only entry of a clip.
inline double time_of(const Character& hero, std::string_view clip) {
  for (const PoseListEntry& line : hero.list())
    if (line.clip != kPoseListStage && hero.data().clip_name(line.clip) == clip) return double{line.time_s};
  return -1;
}
// The reported events, such as "walk started", "walk passed left foot" and "walk finished".
inline std::vector<std::string> reported(const Character& hero) {
  std::vector<std::string> texts;
  for (const CharacterEvent& event : hero.events()) {
    const char* kinds[] = {" started", " passed ", " finished"};
    texts.push_back(std::string(hero.data().clip_name(event.clip)) + kinds[static_cast<int>(event.kind)] +
                    std::string(event.name));
  }
  return texts;
}

inline std::vector<std::byte> saved(const Character& hero) {
  return {hero.state().begin(), hero.state().end()};
}

}  // namespace skelter::test
