#pragma once
// Short helpers that create sets and controllers.

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "skelter/d3dx/controller.h"
#include "skelter/d3dx/keyframed_set.h"

namespace skelter::test {

// Returns the value, or fails the test and ends the program.
template <class T>
T must(Result<T> result) {
  if (!result.ok()) {
    ADD_FAILURE() << to_string(result.error());
    std::abort();
  }
  return *std::move(result);
}
inline void must(const Result<void>& result) {
  EXPECT_TRUE(result.ok()) << (result.ok() ? "" : to_string(result.error()));
}

inline std::string said(const Error& error) {
  return to_string(error);
}
template <class T>
std::string said(const Result<T>& result) {
  return result.ok() ? "no error" : to_string(result.error());
}

// A callback key by its tick.
struct TickCallback {
  double tick = 0;
  std::uint64_t value = 0;
  std::string name;
};

inline std::shared_ptr<KeyframedSet> make_set(std::string name, Loop playback = Loop::loop,
                                              std::vector<TickCallback> callbacks = {},
                                              double ticks_per_second = 1000) {
  KeyframedSetSettings settings;
  settings.name = std::move(name);
  settings.ticks_per_second = ticks_per_second;
  settings.playback = playback;
  for (TickCallback& callback : callbacks)
    settings.callbacks.push_back(
        {callback.tick / ticks_per_second, callback.value, std::move(callback.name)});
  return must(KeyframedSet::create(std::move(settings)));
}

inline AnimationKeys move_keys(std::string name, std::vector<TickKey<Vec3d>> translation) {
  AnimationKeys keys;
  keys.name = std::move(name);
  keys.translation = std::move(translation);
  return keys;
}
inline AnimationKeys turn_keys(std::string name, std::vector<TickKey<Quatd>> rotation) {
  AnimationKeys keys;
  keys.name = std::move(name);
  keys.rotation = std::move(rotation);
  return keys;
}

// A set of one animation that stays at x. Its period is 1 s.
inline std::shared_ptr<KeyframedSet> still_at(std::string name, double x, std::string animation = "Body") {
  auto set = make_set(std::move(name));
  must(set->add_animation(move_keys(std::move(animation), {{0, {x, 0, 0}}, {1000, {x, 0, 0}}})));
  return set;
}
// A set of one animation that moves from x = 0 to `x` within `seconds`.
inline std::shared_ptr<KeyframedSet> run_to(std::string name, double x, double seconds = 1,
                                            Loop playback = Loop::loop,
                                            std::vector<TickCallback> callbacks = {}) {
  auto set = make_set(std::move(name), playback, std::move(callbacks));
  must(set->add_animation(move_keys("Body", {{0, {0, 0, 0}}, {seconds * 1000, {x, 0, 0}}})));
  return set;
}
inline std::shared_ptr<KeyframedSet> turned(std::string name, const Quatd& q,
                                            std::string animation = "Body") {
  auto set = make_set(std::move(name));
  must(set->add_animation(turn_keys(std::move(animation), {{0, q}, {1000, q}})));
  return set;
}

// A controller with an output "Body" and the given sets, one on each track, all enabled.
inline Controller make_controller_of(const std::vector<std::shared_ptr<KeyframedSet>>& sets,
                                     ControllerSettings settings = {}) {
  Controller controller = must(Controller::create(settings));
  must(controller.register_output("Body"));
  for (std::uint32_t i = 0; i < sets.size(); ++i) {
    must(controller.set_track_set(i, must(controller.register_set(sets[i]))));
    must(controller.set_track_enabled(i, true));
  }
  return controller;
}

inline double x_of(const Controller& controller, std::uint32_t output = 0) {
  return controller.pose()[output].translation.x;
}

}  // namespace skelter::test
