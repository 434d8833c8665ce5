#include "skelter/d3dx/animation_set.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <unordered_set>

#include "d3dx/internal/callback_walk.h"
#include "skelter/scene/evaluate.h"

namespace skelter {
namespace {

Error broken(const AnimationSet& set, std::string message) {
  return {Status::invalid_argument,
          "control.broken-set",
          std::move(message),
          {{}, 0, {}, "set \"" + std::string(set.name()) + "\""}};
}

}  // namespace

double periodic_position(double position_s, double period_s, Loop playback) {
  return wrap_time(position_s, period_s, playback);
}

void AnimationSet::sample_all(double periodic_position_s, std::span<AffineParts> out,
                              std::span<SoaTransform> /*scratch*/) const {
  const std::uint32_t count = animation_count();
  for (std::uint32_t i = 0; i < count; ++i) out[i] = sample(i, periodic_position_s);
}

std::uint32_t AnimationSet::find_animation(std::string_view animation, NameMatch match) const {
  const std::uint32_t count = animation_count();
  for (std::uint32_t i = 0; i < count; ++i)
    if (animation_name(i) == animation) return i;
  if (match == NameMatch::ignore_case)
    for (std::uint32_t i = 0; i < count; ++i)
      if (same_name(animation_name(i), animation, match)) return i;
  return kNone;
}

std::optional<Callback> AnimationSet::find_callback(double position_s, bool backward,
                                                    bool exclude_start) const {
  std::optional<Callback> found =
      CallbackWalk(callback_keys(), period_s(), playback()).start(position_s, backward, exclude_start);
  if (found) found->set = this;
  return found;
}

Result<void> validate_set(const AnimationSet& set) {
  const double period_s = set.period_s();
  if (!std::isfinite(period_s) || period_s < 0)
    return broken(set, "period " + std::to_string(period_s) + " s; expected a finite number, 0 or more");
  std::unordered_set<std::string_view> names;
  for (std::uint32_t i = 0; i < set.animation_count(); ++i) {
    const std::string_view name = set.animation_name(i);
    if (name.empty())
      return broken(set, "animation " + std::to_string(i) +
                             " has no name; expected the name of the object that it moves");
    if (!names.insert(name).second)
      return broken(set, "two animations are named \"" + std::string(name) + "\"; names must be unique");
  }
  double before_s = -HUGE_VAL;
  for (const CallbackKey& key : set.callback_keys()) {
    if (!std::isfinite(key.time_s)) return broken(set, "a callback time is not finite");
    if (key.time_s < before_s) return broken(set, "callback keys are not sorted by time");
    before_s = key.time_s;
  }
  return {};
}

}  // namespace skelter
