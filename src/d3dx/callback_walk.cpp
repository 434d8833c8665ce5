#include "d3dx/internal/callback_walk.h"

#include <algorithm>
#include <cmath>

namespace skelter {
namespace {

bool is_odd(double round) {
  return std::fmod(round, 2) != 0;
}

}  // namespace

CallbackWalk::CallbackWalk(std::span<const CallbackKey> keys, double period_s, Loop playback)
    : period_s_(period_s), playback_(period_s > 0 && playback != Loop::as_made ? playback : Loop::once) {
  const auto before = [](const CallbackKey& key, double time_s) { return key.time_s < time_s; };
  const auto after = [](double time_s, const CallbackKey& key) { return time_s < key.time_s; };
  const auto first = std::lower_bound(keys.begin(), keys.end(), 0.0, before);
  const auto last = std::upper_bound(first, keys.end(), period_s, after);
  first_key_ = static_cast<std::uint32_t>(first - keys.begin());
  keys_ = keys.subspan(first_key_, static_cast<std::size_t>(last - first));
  for (const CallbackKey& key : keys_) {
    at_begin_ += key.time_s == 0 ? 1 : 0;
    at_end_ += key.time_s == period_s_ ? 1 : 0;
  }
}

// The number of keys in a cycle. In pingpong, a cycle leaves out the keys at its end, which belong to the
// next cycle, so that a key at a turning point is counted once.
std::int64_t CallbackWalk::slots(double round) const {
  const auto all = static_cast<std::int64_t>(keys_.size());
  if (playback_ == Loop::once) return round == 0 ? all : 0;
  if (playback_ == Loop::loop) return all;
  return all - (is_odd(round) ? at_begin_ : at_end_);
}

std::uint32_t CallbackWalk::key_at(const Place& place) const {
  const bool back = playback_ == Loop::pingpong && is_odd(place.round);
  const auto last = static_cast<std::int64_t>(keys_.size()) - 1;
  return static_cast<std::uint32_t>(back ? last - place.slot : place.slot);
}

double CallbackWalk::position_of(const Place& place) const {
  const double time_s = keys_[key_at(place)].time_s;
  const bool back = playback_ == Loop::pingpong && is_odd(place.round);
  return place.round * period_s_ + (back ? period_s_ - time_s : time_s);
}

// Finds the first key of a cycle beyond a position, in the direction of the walk.
bool CallbackWalk::find_in_round(double round, double position_s, bool exclude, Place& out) const {
  const std::int64_t count = slots(round);
  std::int64_t low = 0, high = count;  // the first slot that is not before the position
  while (low < high) {
    const std::int64_t middle = low + (high - low) / 2;
    const double at_s = position_of({round, middle});
    // Forward: skips slots before the position. Backward: skips slots up to the position; the result is the
    // last skipped slot.
    const bool skip = backward_ == exclude ? at_s < position_s : at_s <= position_s;
    if (skip)
      low = middle + 1;
    else
      high = middle;
  }
  out = {round, backward_ ? low - 1 : low};
  return out.slot >= 0 && out.slot < count;
}

std::optional<Callback> CallbackWalk::start(double position_s, bool backward, bool exclude_start) {
  if (keys_.empty()) return std::nullopt;
  backward_ = backward;
  const double round = playback_ == Loop::once ? 0 : std::floor(position_s / period_s_);
  const double direction = backward_ ? -1 : 1;
  // The search starts one cycle early, because the division rounds. It ends three cycles late, because a
  // pingpong cycle may have no keys.
  for (int i = -1; i <= 3; ++i) {
    if (!find_in_round(round + i * direction, position_s, exclude_start, place_)) continue;
    std::optional<Callback> hit = found();
    // A search from the seam of a loop starts a new cycle, so keys at the end of the previous cycle are
    // skipped.
    const auto at_end = [&] { return playback_ == Loop::loop && keys_[key_at(place_)].time_s == period_s_; };
    while (hit && hit->position_s == position_s && at_end()) hit = next();
    return hit;
  }
  return std::nullopt;
}

bool CallbackWalk::step() {
  place_.slot += backward_ ? -1 : 1;
  if (place_.slot >= 0 && place_.slot < slots(place_.round)) return true;
  if (playback_ == Loop::once) return false;
  for (int i = 0; i < 2; ++i) {
    place_.round += backward_ ? -1 : 1;
    const std::int64_t count = slots(place_.round);
    place_.slot = backward_ ? count - 1 : 0;
    if (count > 0) return true;
  }
  return false;
}

std::optional<Callback> CallbackWalk::next() {
  if (!step()) return std::nullopt;
  return found();
}

Callback CallbackWalk::found() const {
  const std::uint32_t key = key_at(place_);
  Callback callback;
  callback.value = keys_[key].value;
  callback.position_s = position_of(place_);
  callback.key = first_key_ + key;
  return callback;
}

}  // namespace skelter
