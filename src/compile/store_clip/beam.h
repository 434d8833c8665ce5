#pragma once
// Beam search for the corrections of one moving track. In each frame it keeps a few of the cheapest
// sequences. Measuring the error of a sequence dominates the run time, so only sequences that are cheap
// enough to be kept are measured.

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <vector>

#include "compile/store_clip/cost.h"
#include "runtime/internal/clip_codec/tracks.h"

namespace skelter {

inline constexpr double kMissCost = 1000;  // bits per frame with an error above the limit

struct FoundCorrections {
  std::vector<clip_codec::Numbers> corrections;  // for frames 1, 2, ...
  double cost = 0;                               // approximate bits, including penalties for errors above the
                                                 // limit
  std::uint32_t missed = 0;                      // number of frames with an error above the limit
  bool gave_up = false;                          // if true, the other members cover only the frames up to
                                                 // that point

  double price() const { return cost + kMissCost * missed; }
};

// Requirements: Track provides these functions, which accept a `State`.
//   needed(state, frame, out)  the real-valued corrections that would reach the target
//   advance(state, corrections)
//   error(state, frame)        error, as a share of the allowed error
template <class State, class Track>
class Beam {
 public:
  Beam(const Track& track, std::uint32_t frames, std::uint32_t states)
      : track_(track), frames_(frames), states_(states) {}

  // Gives up as soon as the result would cost at least `price_to_beat`.
  FoundCorrections run(const State& first, double price_to_beat) {
    kept_.assign(1, {});
    kept_[0].state = first;
    kept_[0].misses = track_.error(first, 0) > 1 ? 1 : 0;
    steps_.clear();
    begin_of_.assign(1, 0);
    for (std::uint32_t frame = 1; frame < frames_; ++frame) {
      advance(frame);
      const Sequence& cheapest = *std::min_element(
          kept_.begin(), kept_.end(), [](const auto& a, const auto& b) { return a.price() < b.price(); });
      if (cheapest.price() < price_to_beat) continue;
      FoundCorrections found;
      found.cost = cheapest.cost;
      found.missed = cheapest.misses;
      found.gave_up = true;
      return found;
    }
    return trace_back();
  }

 private:
  static constexpr double kMissPenalty = 12, kMissSlope = 100;  // bits per miss; bits per unit of excess

  struct Sequence {
    State state;
    double cost = 0;
    clip_codec::History history;
    std::uint32_t misses = 0;
    double price() const { return cost + kMissCost * misses; }
  };
  // The result of measuring an option.
  struct Measured {
    State state;
    bool missed = false;
  };
  struct Step {
    std::uint32_t from = 0;
    clip_codec::Numbers corrections{};
  };

  void advance(std::uint32_t frame) {
    make_options(frame, 0, 1);
    keep_cheapest(frame);
    if (std::all_of(chosen_.begin(), chosen_.end(), [&](std::uint32_t o) { return measured_[o].missed; })) {
      make_options(frame, -1, 2);
      keep_cheapest(frame);
    }
    next_.clear();
    begin_of_.push_back(steps_.size());
    for (const std::uint32_t option : chosen_) {
      const Step step{from(option), corrections(option)};
      const Measured& measured = measured_[option];
      Sequence& next = next_.emplace_back();
      next.state = measured.state;
      next.cost = chosen_costs_[next_.size() - 1];
      next.misses = kept_[step.from].misses + (measured.missed ? 1 : 0);
      next.history = kept_[step.from].history;
      next.history.follow(step.corrections, clip_codec::learning_rate(frame - 1));
      steps_.push_back(step);
    }
    std::swap(kept_, next_);
  }

  // Options are numbered by sequence, then by the first, second and third component.
  std::uint32_t from(std::uint32_t option) const { return option >> 3 * width_bits_; }
  clip_codec::Numbers corrections(std::uint32_t option) const {
    clip_codec::Numbers numbers = base_[from(option)];
    for (std::size_t c = 3; c-- > 0; option >>= width_bits_)
      numbers[c] += static_cast<std::int32_t>(option & ((1u << width_bits_) - 1));
    return numbers;
  }
  // Makes 2^width_bits corrections per component. The first one is the needed value rounded down, plus
  // `begin`.
  void make_options(std::uint32_t frame, std::int32_t begin, std::uint32_t width_bits) {
    width_bits_ = width_bits;
    base_.clear();
    costs_.clear();
    for (const Sequence& sequence : kept_) {
      double needed[3];
      track_.needed(sequence.state, frame, needed);
      clip_codec::Numbers base;
      for (std::size_t c = 0; c < 3; ++c) {
        const double clamped = needed[c] > 1e6 ? 1e6 : needed[c] < -1e6 ? -1e6 : needed[c];
        const auto towards_zero = static_cast<std::int32_t>(clamped);
        base[c] = towards_zero - (clamped < towards_zero ? 1 : 0) + begin;
      }
      base_.push_back(base);
      add_options(sequence.history, base, 0, {}, sequence.cost);
    }
    measured_.resize(costs_.size());
    is_measured_.assign(costs_.size(), 0);
  }
  // Adds the options for `component` and the components after it, given the choices for the preceding
  // components.
  void add_options(const clip_codec::History& history, const clip_codec::Numbers& base, std::size_t component,
                   const clip_codec::FrameSizes& sizes, double cost) {
    const clip_codec::Scale scale = sizes.scale_of(history, component);
    const std::int32_t width = 1 << width_bits_;
    for (std::int32_t correction = base[component]; correction < base[component] + width; ++correction) {
      const double with_it = cost + bits_.of(scale, correction);
      if (component == 2) {
        costs_.push_back(with_it);
        continue;
      }
      clip_codec::FrameSizes with = sizes;
      with.add(history, component, correction);
      add_options(history, base, component + 1, with, with_it);
    }
  }

  // Measures the cheapest option repeatedly. If its error is too large, its cost rises and it may no longer
  // be the cheapest. If nearly all options miss the limit, at most kMaxMeasured options per kept sequence are
  // measured.
  static constexpr std::size_t kMaxMeasured = 20;
  void keep_cheapest(std::uint32_t frame) {
    chosen_.clear();
    chosen_costs_.clear();
    const std::size_t most_measured = kMaxMeasured * states_;
    std::size_t left = costs_.size(), measured_count = 0;
    while (chosen_.size() < states_ && left > 0) {
      const std::uint32_t option = cheapest();
      Measured& measured = measured_[option];
      if (is_measured_[option] == 0) {
        if (++measured_count > most_measured) {
          costs_[option] = kTaken;
          --left;
          continue;
        }
        is_measured_[option] = 1;
        measured.state = kept_[from(option)].state;
        track_.advance(measured.state, corrections(option));
        const double error = track_.error(measured.state, frame);
        measured.missed = error > 1;
        if (measured.missed) {
          costs_[option] += kMissPenalty + kMissSlope * (error - 1);
          continue;
        }
      }
      chosen_.push_back(option);
      chosen_costs_.push_back(costs_[option]);
      costs_[option] = kTaken;
      --left;
    }
  }
  // Returns the cheapest option, or the first of several equally cheap ones. The number of options is a
  // multiple of eight. There are no branches on costs, because they would be mispredicted.
  std::uint32_t cheapest() const {
    constexpr std::size_t kAtOnce = 8;
    std::array<double, kAtOnce> least;
    least.fill(std::numeric_limits<double>::infinity());
    for (std::size_t i = 0; i < costs_.size(); i += kAtOnce)
      for (std::size_t k = 0; k < kAtOnce; ++k)
        least[k] = costs_[i + k] < least[k] ? costs_[i + k] : least[k];
    for (std::size_t k = 1; k < kAtOnce; ++k) least[0] = least[k] < least[0] ? least[k] : least[0];
    for (std::size_t i = 0;; i += kAtOnce) {
      std::uint32_t equal = 0;
      for (std::size_t k = 0; k < kAtOnce; ++k) equal |= (costs_[i + k] == least[0] ? 1u : 0u) << k;
      if (equal != 0)
        return static_cast<std::uint32_t>(i) + static_cast<std::uint32_t>(std::countr_zero(equal));
    }
  }
  static constexpr double kTaken = std::numeric_limits<double>::quiet_NaN();

  FoundCorrections trace_back() const {
    FoundCorrections found;
    found.cost = kept_[0].cost;
    found.missed = kept_[0].misses;
    found.corrections.assign(frames_ > 0 ? frames_ - 1 : 0, {});
    std::uint32_t at = 0;
    for (std::uint32_t frame = frames_; frame-- > 1;) {
      const Step& step = steps_[begin_of_[frame] + at];
      found.corrections[frame - 1] = step.corrections;
      at = step.from;
    }
    return found;
  }

  const Track& track_;
  const CorrectionBits& bits_ = CorrectionBits::all();
  std::uint32_t frames_, states_;
  std::vector<Sequence> kept_, next_;
  // Options of the current frame.
  std::uint32_t width_bits_ = 0;
  std::vector<clip_codec::Numbers> base_;  // per kept sequence
  std::vector<double> costs_;
  std::vector<Measured> measured_;
  std::vector<std::uint8_t> is_measured_;
  std::vector<std::uint32_t> chosen_;
  std::vector<double> chosen_costs_;
  std::vector<Step> steps_;            // steps of all frames
  std::vector<std::size_t> begin_of_;  // index of the first step, per frame
};

}  // namespace skelter
