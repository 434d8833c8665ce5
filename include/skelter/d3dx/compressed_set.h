#pragma once
// CompressedSet: an animation set over a compiled clip, played by the kernels of module runtime. It supports
// the queries of any set, but its keys cannot be read or edited. d3dx/scene_controller.h makes it from clips
// of a scene and from keyframed sets.

#include <memory>
#include <string>
#include <vector>

#include "skelter/core/bytes.h"
#include "skelter/d3dx/animation_set.h"
#include "skelter/runtime/clip.h"
#include "skelter/runtime/skeleton.h"

namespace skelter {

// The joint that an animation moves. A sheared joint is split in two: see Skeleton::helpers.
struct CompressedAnimation {
  std::string name;
  std::uint16_t joint = 0;
};

struct CompressedSetParts {
  std::string name;
  Loop playback = Loop::loop;
  Skeleton skeleton;
  ClipView clip;  // no additive clip
  std::vector<CompressedAnimation> animations;
  std::vector<NamedCallback> callbacks;  // any order
  ByteSpan buffer;                       // serialized form, so that the set can be stored; may be empty
  std::shared_ptr<const void> owner;     // owner of the memory that the views and the buffer point to; may be
                                         // null
};

class CompressedSet final : public AnimationSet {
 public:
  // Errors: invalid_argument for a clip of another skeleton, an additive clip, or a joint out of range.
  static Result<std::shared_ptr<CompressedSet>> create(CompressedSetParts parts);

  ByteSpan buffer() const { return parts_.buffer; }
  const ClipView& clip() const { return parts_.clip; }

  std::string_view name() const override { return parts_.name; }
  double period_s() const override { return static_cast<double>(parts_.clip.duration_s); }
  Loop playback() const override { return parts_.playback; }
  std::uint32_t animation_count() const override {
    return static_cast<std::uint32_t>(parts_.animations.size());
  }
  std::string_view animation_name(std::uint32_t animation) const override {
    return parts_.animations[animation].name;
  }
  // Samples all blocks up to the joint's; controllers use sample_all. Limit: allocates.
  AffineParts sample(std::uint32_t animation, double periodic_position_s) const override;
  void sample_all(double periodic_position_s, std::span<AffineParts> out,
                  std::span<SoaTransform> scratch) const override;
  std::uint32_t scratch_blocks() const override { return parts_.skeleton.block_count(); }
  // 32767 steps between frames.
  double time_grain_s() const override {
    return parts_.clip.frame_count > 1 ? 1 / (32767.0 * static_cast<double>(parts_.clip.sample_rate_hz)) : 0;
  }
  std::span<const CallbackKey> callback_keys() const override { return callback_keys_; }
  std::string_view callback_name(std::uint32_t key) const override { return parts_.callbacks[key].name; }

 private:
  explicit CompressedSet(CompressedSetParts parts);
  AffineParts parts_of(std::uint32_t animation, std::span<const SoaTransform> pose) const;

  CompressedSetParts parts_;
  std::vector<CallbackKey> callback_keys_;
};

}  // namespace skelter
