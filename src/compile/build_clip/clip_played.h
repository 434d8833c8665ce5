#pragma once
// Plays versions of a clip at the times of a measure, and computes their errors against the source.

#include "compile/build_clip/clip_error.h"
#include "runtime/internal/format/clip_records.h"

namespace skelter {

// Measures several versions of the same curves and frames. Only joints with changed storage since the
// previous version, and their descendants, are recomputed.
class PlayedClip {
 public:
  // Both arguments must outlive this object.
  PlayedClip(const ClipCurves& curves, const ErrorMeasure& measure) : curves_(curves), measure_(measure) {}
  // Plays the clip with results that are bit-identical to decode_pose.
  ClipError measure(const ClipView& clip);

 private:
  // Storage format of a part. Two parts with the same form and the same frames have the same numbers.
  struct Form {
    PartFormat format = PartFormat::rest;
    std::uint32_t divisor = 0;
    float step = 0;
    std::array<float, 4> offset{};
    std::array<std::uint8_t, 4> widths{};
    bool keyed = false;
    friend bool operator==(const Form&, const Form&) = default;
  };
  Form form_of(const ClipView& clip, std::uint32_t joint, PartKind kind) const;
  void find_changes(const ClipView& clip);
  // Fills the rows of one joint.
  void play(const ClipView& clip, std::uint32_t joint, std::span<const float> times_s, TimeRows& local);
  void play_part(const ClipView& clip, std::uint32_t joint, PartKind kind, TimeRows& local);
  void find_moments(const ClipView& clip, std::span<const float> times_s);

  const ClipCurves& curves_;
  const ErrorMeasure& measure_;
  std::vector<Form> forms_;  // joint * 3 + kind; empty at first
  std::vector<ErrorMeasure::StretchError> errors_;
  // Per joint: whether it may have moved since the previous version, and whether its transform is needed.
  // Transforms of moved joints and of all their ancestors are needed.
  std::vector<std::uint8_t> is_new_, is_needed_;
  // Positions of the current stretch's times between the frames of each rate.
  struct Moments {
    std::vector<std::uint32_t> first;
    std::vector<double> weight;
  };
  std::array<Moments, kMaxRates> moments_;
  std::vector<double> numbers_, first_, second_;
};

}  // namespace skelter
