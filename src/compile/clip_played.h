#pragma once
// What versions of a hot clip play at the times of a measure, and how far that is from the source.

#include "compile/clip_error.h"

namespace skelter {

// Measures one version after another, all of the same curves and frames. What a version has in common with
// the one before is not computed again: only joints that are stored in another way, and what is below them.
class PlayedClip {
 public:
  // All must live as long.
  PlayedClip(const ClipCurves& curves, const ErrorMeasure& measure) : curves_(curves), measure_(measure) {}
  // As the runtime plays it: decode_pose's numbers, bit by bit.
  ClipError measure(const ClipView& clip);

 private:
  // How a part of a joint is stored: two parts of the same form, of the same frames, have the same numbers.
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
  // Fill the rows of one joint.
  void play(const ClipView& clip, std::uint32_t joint, std::span<const float> times_s, MomentRows& local);
  void play_part(const ClipView& clip, std::uint32_t joint, PartKind kind, MomentRows& local);
  void find_moments(const ClipView& clip, std::span<const float> times_s);

  const ClipCurves& curves_;
  const ErrorMeasure& measure_;
  std::vector<Form> forms_;  // joint * 3 + kind; empty at first
  std::vector<ErrorMeasure::StretchError> errors_;
  // Per joint: whether it may be elsewhere than before, and whether that has to be known of it, as of all
  // that are above such joints.
  std::vector<std::uint8_t> is_new_, is_needed_;
  // Of the stretch that is being played: where its moments fall between the frames of each rate.
  struct Moments {
    std::vector<std::uint32_t> first;
    std::vector<double> weight;
  };
  std::array<Moments, kMostRates> moments_;
  std::vector<double> numbers_, first_, second_;
};

}  // namespace skelter
