#include "skelter/d3dx/keyframed_set.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "scene/evaluate/internal/key_span.h"

namespace skelter {
namespace {

bool is_finite_value(const Vec3d& v) {
  return is_finite(v);
}
bool is_finite_value(const Quatd& q) {
  const double l = length(q);
  return std::isfinite(l) && l > 0;
}
bool is_finite_value(const Mat4d& m) {
  return std::all_of(m.m.begin(), m.m.end(), [](double e) { return std::isfinite(e); });
}

template <class Key>
constexpr bool kTurns = std::is_same_v<Key, TickKey<Quatd>>;

template <class Key>
bool earlier(const Key& a, const Key& b) {
  return a.tick < b.tick;
}

template <class Key>
KeySpan find_keys(const std::vector<Key>& keys, double tick) {
  return skelter::find_keys(keys, tick, [](const Key& key) { return key.tick; });
}

Vec3d sample_vector(const std::vector<TickKey<Vec3d>>& keys, double tick) {
  const KeySpan span = find_keys(keys, tick);
  return lerp(keys[span.first].value, keys[span.second].value, span.ratio);
}

Quatd sample_rotation(const std::vector<TickKey<Quatd>>& keys, double tick) {
  const KeySpan span = find_keys(keys, tick);
  if (span.ratio == 0) return keys[span.first].value;
  return slerp(keys[span.first].value, keys[span.second].value, span.ratio);
}

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "\"" : ", \"") + name + "\"";
  return text;
}

}  // namespace

Result<std::shared_ptr<KeyframedSet>> KeyframedSet::create(KeyframedSetSettings settings) {
  const std::string object = "set \"" + settings.name + "\"";
  const auto refuse = [&](std::string message) {
    return Error{Status::invalid_argument, "control.bad-set", std::move(message), {{}, 0, {}, object}};
  };
  if (!std::isfinite(settings.ticks_per_second) || settings.ticks_per_second <= 0)
    return refuse(std::to_string(settings.ticks_per_second) +
                  " ticks per second; expected a finite number above 0");
  if (settings.matrix_keys == MatrixKeys::product)
    return refuse("a keyframed set cannot multiply matrix keys with keys of other types");
  for (const CallbackKey& callback : settings.callbacks)
    if (!std::isfinite(callback.time_s)) return refuse("a callback time is not finite");
  std::stable_sort(settings.callbacks.begin(), settings.callbacks.end(),
                   [](const CallbackKey& a, const CallbackKey& b) { return a.time_s < b.time_s; });
  return std::shared_ptr<KeyframedSet>(new KeyframedSet(std::move(settings)));
}

KeyframedSet::KeyframedSet(KeyframedSetSettings settings) : settings_(std::move(settings)) {}

Error KeyframedSet::wrong(std::string message, std::string_view animation) const {
  std::string object = "set \"" + settings_.name + "\"";
  if (!animation.empty()) object += ", animation \"" + std::string(animation) + "\"";
  return {Status::invalid_argument, "control.bad-key", std::move(message), {{}, 0, {}, std::move(object)}};
}

Result<void> KeyframedSet::check(std::uint32_t animation) const {
  if (animation < animations_.size()) return {};
  return wrong("animation index " + std::to_string(animation) + "; there are " +
               std::to_string(animations_.size()));
}

// --- adding and removing -----------------------------------------------------------------------------------

namespace {

template <class Key>
bool all_finite(const std::vector<Key>& keys) {
  return std::all_of(keys.begin(), keys.end(),
                     [](const Key& key) { return std::isfinite(key.tick) && is_finite_value(key.value); });
}

// Sorts keys by time and normalises rotations. Returns true if the order changed.
template <class Key>
bool put_in_order(std::vector<Key>& keys) {
  if constexpr (kTurns<Key>)
    for (Key& key : keys) key.value = normalized(key.value);
  if (std::is_sorted(keys.begin(), keys.end(), earlier<Key>)) return false;
  std::stable_sort(keys.begin(), keys.end(), earlier<Key>);
  return true;
}

bool has_lossless_transform(const Mat4d& matrix) {
  const AffineParts parts = split(matrix);
  return to_transform(parts, 1e-3).has_value() && determinant(parts.stretch) > 0;
}

}  // namespace

Result<std::uint32_t> KeyframedSet::add_animation(AnimationKeys keys, Diagnostics* diagnostics) {
  if (keys.name.empty())
    return wrong("an animation has no name; expected the name of the object that it moves");
  if (find_animation(keys.name) != kNone) return wrong("is already in the set", keys.name);
  if (!all_finite(keys.scale) || !all_finite(keys.translation) || !all_finite(keys.matrix))
    return wrong("a key is not finite", keys.name);
  if (!all_finite(keys.rotation))
    return wrong("a rotation key is invalid; expected finite numbers and a length above 0", keys.name);

  bool moved = put_in_order(keys.scale);
  moved = put_in_order(keys.rotation) || moved;
  moved = put_in_order(keys.translation) || moved;
  moved = put_in_order(keys.matrix) || moved;
  if (diagnostics != nullptr) {
    const SourceSpot spot = wrong("", keys.name).where;
    if (moved)
      diagnostics->add(Severity::warning, "control.unsorted-keys", spot,
                       "keys are not in time order; they were sorted");
    if (!keys.matrix.empty() && (!keys.scale.empty() || !keys.rotation.empty() || !keys.translation.empty()))
      diagnostics->add(Severity::warning, "control.matrix-and-parts", spot,
                       "has both matrix keys and keys of other types; the matrix keys are used");
    for (const TickKey<Mat4d>& key : keys.matrix)
      if (!has_lossless_transform(key.value)) {
        diagnostics->add(Severity::note, "control.matrix-is-no-transform", spot,
                         "a matrix key contains shear or a reflection; it is kept as a stretch matrix");
        break;
      }
  }
  animations_.push_back({std::move(keys), {}});
  ++revision_;
  keys_changed(animations_.back());
  return static_cast<std::uint32_t>(animations_.size() - 1);
}

Result<void> KeyframedSet::remove_animation(std::uint32_t animation) {
  if (auto known = check(animation); !known) return known;
  animations_.erase(animations_.begin() + animation);
  ++revision_;
  if (animations_.empty())
    period_s_ = 0;
  else
    keys_changed(animations_[0]);
  return {};
}

// Splits the matrices of the changed animation again, and updates the period.
void KeyframedSet::keys_changed(Animation& changed) {
  changed.matrix_parts.clear();
  if (settings_.matrix_keys == MatrixKeys::decompose)
    for (const TickKey<Mat4d>& key : changed.keys.matrix)
      changed.matrix_parts.push_back(split_like(
          changed.matrix_parts.empty() ? changed.keys.rest : changed.matrix_parts.back(), key.value));

  double last_tick = 0;
  for (const Animation& animation : animations_) {
    const AnimationKeys& keys = animation.keys;
    if (!keys.scale.empty()) last_tick = std::max(last_tick, keys.scale.back().tick);
    if (!keys.rotation.empty()) last_tick = std::max(last_tick, keys.rotation.back().tick);
    if (!keys.translation.empty()) last_tick = std::max(last_tick, keys.translation.back().tick);
    if (!keys.matrix.empty()) last_tick = std::max(last_tick, keys.matrix.back().tick);
  }
  period_s_ = last_tick / settings_.ticks_per_second;
}

// --- reading and editing keys ------------------------------------------------------------------------------

template <class Key>
Result<std::span<const Key>> KeyframedSet::all_keys(std::uint32_t animation,
                                                    std::vector<Key> AnimationKeys::*list) const {
  if (auto known = check(animation); !known) return known.error();
  return std::span<const Key>(animations_[animation].keys.*list);
}

template <class Key>
Result<Key> KeyframedSet::one_key(std::uint32_t animation, std::uint32_t key,
                                  std::vector<Key> AnimationKeys::*list) const {
  const auto keys = all_keys(animation, list);
  if (!keys) return keys.error();
  if (key >= keys->size())
    return wrong("key index " + std::to_string(key) + "; there are " + std::to_string(keys->size()),
                 animation_name(animation));
  return (*keys)[key];
}

template <class Key>
Result<void> KeyframedSet::set_key(std::uint32_t animation, std::uint32_t key, const Key& value,
                                   std::vector<Key> AnimationKeys::*list) {
  if (auto there = one_key(animation, key, list); !there) return there.error();
  if (!std::isfinite(value.tick) || !is_finite_value(value.value))
    return wrong(std::string("a key is invalid; expected finite numbers") +
                     (kTurns<Key> ? " and a length above 0" : ""),
                 animation_name(animation));
  std::vector<Key>& keys = animations_[animation].keys.*list;
  keys[key] = value;
  put_in_order(keys);
  keys_changed(animations_[animation]);
  return {};
}

template <class Key>
Result<void> KeyframedSet::remove_key(std::uint32_t animation, std::uint32_t key,
                                      std::vector<Key> AnimationKeys::*list) {
  if (auto there = one_key(animation, key, list); !there) return there.error();
  std::vector<Key>& keys = animations_[animation].keys.*list;
  keys.erase(keys.begin() + key);
  keys_changed(animations_[animation]);
  return {};
}

Result<std::span<const TickKey<Vec3d>>> KeyframedSet::scale_keys(std::uint32_t animation) const {
  return all_keys(animation, &AnimationKeys::scale);
}
Result<std::span<const TickKey<Quatd>>> KeyframedSet::rotation_keys(std::uint32_t animation) const {
  return all_keys(animation, &AnimationKeys::rotation);
}
Result<std::span<const TickKey<Vec3d>>> KeyframedSet::translation_keys(std::uint32_t animation) const {
  return all_keys(animation, &AnimationKeys::translation);
}
Result<std::span<const TickKey<Mat4d>>> KeyframedSet::matrix_keys(std::uint32_t animation) const {
  return all_keys(animation, &AnimationKeys::matrix);
}

Result<TickKey<Vec3d>> KeyframedSet::scale_key(std::uint32_t animation, std::uint32_t key) const {
  return one_key(animation, key, &AnimationKeys::scale);
}
Result<TickKey<Quatd>> KeyframedSet::rotation_key(std::uint32_t animation, std::uint32_t key) const {
  return one_key(animation, key, &AnimationKeys::rotation);
}
Result<TickKey<Vec3d>> KeyframedSet::translation_key(std::uint32_t animation, std::uint32_t key) const {
  return one_key(animation, key, &AnimationKeys::translation);
}
Result<TickKey<Mat4d>> KeyframedSet::matrix_key(std::uint32_t animation, std::uint32_t key) const {
  return one_key(animation, key, &AnimationKeys::matrix);
}

Result<void> KeyframedSet::set_scale_key(std::uint32_t animation, std::uint32_t key,
                                         const TickKey<Vec3d>& value) {
  return set_key(animation, key, value, &AnimationKeys::scale);
}
Result<void> KeyframedSet::set_rotation_key(std::uint32_t animation, std::uint32_t key,
                                            const TickKey<Quatd>& value) {
  return set_key(animation, key, value, &AnimationKeys::rotation);
}
Result<void> KeyframedSet::set_translation_key(std::uint32_t animation, std::uint32_t key,
                                               const TickKey<Vec3d>& value) {
  return set_key(animation, key, value, &AnimationKeys::translation);
}
Result<void> KeyframedSet::set_matrix_key(std::uint32_t animation, std::uint32_t key,
                                          const TickKey<Mat4d>& value) {
  return set_key(animation, key, value, &AnimationKeys::matrix);
}

Result<void> KeyframedSet::remove_scale_key(std::uint32_t animation, std::uint32_t key) {
  return remove_key(animation, key, &AnimationKeys::scale);
}
Result<void> KeyframedSet::remove_rotation_key(std::uint32_t animation, std::uint32_t key) {
  return remove_key(animation, key, &AnimationKeys::rotation);
}
Result<void> KeyframedSet::remove_translation_key(std::uint32_t animation, std::uint32_t key) {
  return remove_key(animation, key, &AnimationKeys::translation);
}
Result<void> KeyframedSet::remove_matrix_key(std::uint32_t animation, std::uint32_t key) {
  return remove_key(animation, key, &AnimationKeys::matrix);
}

Result<AffineParts> KeyframedSet::rest(std::uint32_t animation) const {
  if (auto known = check(animation); !known) return known.error();
  return animations_[animation].keys.rest;
}

Result<std::uint32_t> KeyframedSet::animation_index(std::string_view animation, NameMatch match) const {
  const std::uint32_t index = find_animation(animation, match);
  if (index != kNone) return index;
  std::vector<std::string> names;
  for (const Animation& known : animations_) names.push_back(known.keys.name);
  return wrong("no animation is named \"" + std::string(animation) + "\"; expected one of " + listed(names));
}

// --- sampling ----------------------------------------------------------------------------------------------

AffineParts KeyframedSet::sample(std::uint32_t animation, double periodic_position_s) const {
  const Animation& played = animations_[animation];
  const double tick = periodic_position_s * settings_.ticks_per_second;
  if (!played.keys.matrix.empty()) return sample_matrix(played, tick);
  const AnimationKeys& keys = played.keys;
  AffineParts parts = settings_.absent == Absent::rest ? keys.rest : AffineParts{};
  if (!keys.translation.empty()) parts.translation = sample_vector(keys.translation, tick);
  if (!keys.rotation.empty()) parts.rotation = sample_rotation(keys.rotation, tick);
  if (!keys.scale.empty()) parts.stretch = linear_part(scale_matrix(sample_vector(keys.scale, tick)));
  return parts;
}

AffineParts KeyframedSet::sample_matrix(const Animation& animation, double tick) const {
  const std::vector<TickKey<Mat4d>>& keys = animation.keys.matrix;
  const KeySpan span = find_keys(keys, tick);
  switch (settings_.matrix_keys) {
    case MatrixKeys::nearest:
      return split_like(animation.keys.rest, keys[span.ratio >= 0.5 ? span.second : span.first].value);
    case MatrixKeys::elements: {
      const Mat4d &a = keys[span.first].value, &b = keys[span.second].value;
      return split_like(animation.keys.rest,
                        add_elements(scale_elements(a, 1 - span.ratio), scale_elements(b, span.ratio)));
    }
    case MatrixKeys::decompose:
    case MatrixKeys::product:
      break;
  }
  const AffineParts& first = animation.matrix_parts[span.first];
  return span.ratio == 0 ? first : interpolate(first, animation.matrix_parts[span.second], span.ratio);
}

}  // namespace skelter
