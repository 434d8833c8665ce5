#pragma once
// CompressedSet: an animation set over a compiled clip, played by the kernels of module runtime. It supports
// all queries of AnimationSet, but its keys cannot be read or edited. d3dx/scene_controller.h makes it from
// the clips of a scene and from keyframed sets.

#include <memory>
#include <span>
#include <string_view>

#include "skelter/core/bytes.h"
#include "skelter/d3dx/animation_set.h"

namespace skelter {

struct ClipView;

struct CompressedSetParts;  // its clip and skeleton; only the library makes them

class CompressedSet final : public AnimationSet {
 public:
  // Errors: invalid_argument for a clip made for another skeleton, an additive clip, or a joint out of range.
  static Result<std::shared_ptr<CompressedSet>> create(CompressedSetParts parts);
  ~CompressedSet() override;

  ByteSpan buffer() const;  // serialized form, so that the set can be stored; may be empty
  const ClipView& clip() const;

  std::string_view name() const override;
  double period_s() const override;
  Loop playback() const override;
  std::uint32_t animation_count() const override;
  std::string_view animation_name(std::uint32_t animation) const override;
  // Samples all blocks up to the joint's block, and allocates; controllers use sample_all instead.
  AffineParts sample(std::uint32_t animation, double periodic_position_s) const override;
  void sample_all(double periodic_position_s, std::span<AffineParts> out,
                  std::span<SoaTransform> scratch) const override;
  std::uint32_t scratch_blocks() const override;
  double time_grain_s() const override;  // 32767 steps between frames
  std::span<const CallbackKey> callback_keys() const override;

 private:
  explicit CompressedSet(CompressedSetParts parts);
  AffineParts parts_of(std::uint32_t animation, std::span<const SoaTransform> pose) const;

  std::unique_ptr<const CompressedSetParts> parts_;
};

}  // namespace skelter
