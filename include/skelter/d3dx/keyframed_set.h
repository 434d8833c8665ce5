#pragma once
// KeyframedSet: an animation set with keys that can be read, replaced and removed. Key times are ticks, as in
// .x files; `ticks_per_second` converts them to seconds. Keys are double, so that a set made from a file
// plays the file exactly.
//
// Between keys, vectors are interpolated linearly and rotations by slerp along the shorter arc. Before the
// first key and after the last the value is constant; there is no interpolation from the last key back to the
// first. If several keys share a time, the last one applies from that time on. A key search is O(log keys)
// and keeps no state.

#include <memory>
#include <string>
#include <vector>

#include "skelter/core/diagnostics.h"
#include "skelter/d3dx/animation_set.h"
#include "skelter/scene/evaluate.h"
#include "skelter/scene/scene.h"

namespace skelter {

// A key at a tick: TickKey<Vec3d>, TickKey<Quatd> or TickKey<Mat4d>.
template <class T>
struct TickKey {
  double tick = 0;
  T value;
};

// The keys of one animation. Any list may be empty. Matrix keys override the others.
struct AnimationKeys {
  std::string name;
  std::vector<TickKey<Vec3d>> scale;
  std::vector<TickKey<Quatd>> rotation;  // any nonzero length; stored normalised
  std::vector<TickKey<Vec3d>> translation;
  std::vector<TickKey<Mat4d>> matrix;  // parent_from_node
  AffineParts rest;                    // for absent parts
};

struct KeyframedSetSettings {
  std::string name;
  double ticks_per_second = 4800;
  Loop playback = Loop::loop;
  MatrixKeys matrix_keys = MatrixKeys::decompose;  // not `product`
  Absent absent = Absent::rest;                    // rest: AnimationKeys::rest
  std::vector<CallbackKey> callbacks;              // any order; cannot change later
};

class KeyframedSet final : public AnimationSet {
 public:
  // Errors: invalid_argument for a tick rate that is not above 0, a callback time that is not finite, or
  // MatrixKeys::product.
  static Result<std::shared_ptr<KeyframedSet>> create(KeyframedSetSettings settings);

  // Adds an animation and returns its index. Keys out of order are sorted (stable), with a warning. Keys of
  // other types next to matrix keys, and matrices that shear or mirror, get a note. Errors: invalid_argument
  // for a name that the set already has, a key that is not finite, or a rotation of length 0.
  Result<std::uint32_t> add_animation(AnimationKeys keys, Diagnostics* diagnostics = nullptr);
  // Later animations move down by one index.
  Result<void> remove_animation(std::uint32_t animation);

  // Return all keys of an animation, or one of them. Errors: invalid_argument for an index out of range.
  Result<std::span<const TickKey<Vec3d>>> scale_keys(std::uint32_t animation) const;
  Result<std::span<const TickKey<Quatd>>> rotation_keys(std::uint32_t animation) const;
  Result<std::span<const TickKey<Vec3d>>> translation_keys(std::uint32_t animation) const;
  Result<std::span<const TickKey<Mat4d>>> matrix_keys(std::uint32_t animation) const;
  Result<TickKey<Vec3d>> scale_key(std::uint32_t animation, std::uint32_t key) const;
  Result<TickKey<Quatd>> rotation_key(std::uint32_t animation, std::uint32_t key) const;
  Result<TickKey<Vec3d>> translation_key(std::uint32_t animation, std::uint32_t key) const;
  Result<TickKey<Mat4d>> matrix_key(std::uint32_t animation, std::uint32_t key) const;

  // Replaces a key; a key with a changed time is moved. Errors: as above, and numbers that are not finite.
  Result<void> set_scale_key(std::uint32_t animation, std::uint32_t key, const TickKey<Vec3d>& value);
  Result<void> set_rotation_key(std::uint32_t animation, std::uint32_t key, const TickKey<Quatd>& value);
  Result<void> set_translation_key(std::uint32_t animation, std::uint32_t key, const TickKey<Vec3d>& value);
  Result<void> set_matrix_key(std::uint32_t animation, std::uint32_t key, const TickKey<Mat4d>& value);

  // Later keys move down by one index; the period follows the remaining keys.
  Result<void> remove_scale_key(std::uint32_t animation, std::uint32_t key);
  Result<void> remove_rotation_key(std::uint32_t animation, std::uint32_t key);
  Result<void> remove_translation_key(std::uint32_t animation, std::uint32_t key);
  Result<void> remove_matrix_key(std::uint32_t animation, std::uint32_t key);

  double ticks_per_second() const { return settings_.ticks_per_second; }
  const KeyframedSetSettings& settings() const { return settings_; }
  // The rest value of an animation, used for absent parts. Errors: invalid_argument for an index out of
  // range.
  Result<AffineParts> rest(std::uint32_t animation) const;
  // The index of an animation. Errors: invalid_argument, listing the animations.
  Result<std::uint32_t> animation_index(std::string_view animation, NameMatch match = NameMatch::exact) const;

  std::string_view name() const override { return settings_.name; }
  double period_s() const override {
    return period_s_;
  }  // time of the latest key; callback keys do not
     // count
  Loop playback() const override { return settings_.playback; }
  std::uint32_t animation_count() const override { return static_cast<std::uint32_t>(animations_.size()); }
  std::string_view animation_name(std::uint32_t animation) const override {
    return animations_[animation].keys.name;
  }
  AffineParts sample(std::uint32_t animation, double periodic_position_s) const override;
  std::span<const CallbackKey> callback_keys() const override { return settings_.callbacks; }
  std::uint64_t revision() const override { return revision_; }

 private:
  struct Animation {
    AnimationKeys keys;
    std::vector<AffineParts> matrix_parts;  // parts of each matrix key, for MatrixKeys::decompose
  };

  explicit KeyframedSet(KeyframedSetSettings settings);
  AffineParts sample_matrix(const Animation& animation, double tick) const;
  void keys_changed(Animation& animation);
  template <class Key>
  Result<std::span<const Key>> all_keys(std::uint32_t animation, std::vector<Key> AnimationKeys::*list) const;
  template <class Key>
  Result<Key> one_key(std::uint32_t animation, std::uint32_t key,
                      std::vector<Key> AnimationKeys::*list) const;
  template <class Key>
  Result<void> set_key(std::uint32_t animation, std::uint32_t key, const Key& value,
                       std::vector<Key> AnimationKeys::*list);
  template <class Key>
  Result<void> remove_key(std::uint32_t animation, std::uint32_t key, std::vector<Key> AnimationKeys::*list);
  Result<void> check(std::uint32_t animation) const;
  Error wrong(std::string message, std::string_view animation = {}) const;

  KeyframedSetSettings settings_;  // callbacks sorted
  std::vector<Animation> animations_;
  double period_s_ = 0;
  std::uint64_t revision_ = 0;
};

}  // namespace skelter
