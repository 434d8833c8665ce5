#pragma once
// A beam search for the corrections of one moving track: frame by frame it keeps the few sequences that cost
// least. What a sequence is off costs most of the time to find out, so it is found out only for those that
// would be kept if they were not off at all.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "compile/clip_codec/cost.h"
#include "runtime/internal/clip_codec/tracks.h"

namespace skelter {

inline constexpr double kMissCost = 1000;  // bits for each frame that is further off than allowed

struct FoundCorrections {
  std::vector<clip_codec::Numbers> corrections;  // of frames 1, 2, ...
  double cost = 0;                               // in bits, roughly, with a penalty for frames too far off
  std::uint32_t missed = 0;                      // frames that are too far off
  bool gave_up = false;                          // then the others are those of the frames so far

  double price() const { return cost + kMissCost * missed; }
};

// Rule: `State` must have what Track::needed and Track::advance take.
//   needed(state, frame, out)  the real-valued corrections that would meet the target
//   advance(state, corrections)
//   error(state, frame)        share of what is allowed
template <class State, class Track>
class Beam {
 public:
  Beam(const Track& track, std::uint32_t frames, std::uint32_t states)
      : track_(track), frames_(frames), states_(states) {}

  // Gives up as soon as what it would find costs at least `price_to_beat`.
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
  static constexpr double kMissPenalty = 12, kMissSlope = 100;  // bits per missed frame, and by how much

  struct Sequence {
    State state;
    double cost = 0;
    clip_codec::History history;
    std::uint32_t misses = 0;
    double price() const { return cost + kMissCost * misses; }
  };
  // A sequence and the corrections that may follow it.
  struct Option {
    double cost = 0;
    std::uint32_t order = 0;  // of two that cost the same the first one made
    std::uint32_t from = 0;
    clip_codec::Numbers corrections{};
    bool measured = false, missed = false;
  };
  struct Step {
    std::uint32_t from = 0;
    clip_codec::Numbers corrections{};
  };

  static bool costs_more(const Option& a, const Option& b) {
    return a.cost != b.cost ? a.cost > b.cost : a.order > b.order;
  }

  void advance(std::uint32_t frame) {
    make_options(frame, 0, 2);
    keep_cheapest(frame);
    if (std::all_of(chosen_.begin(), chosen_.end(), [](const Option& o) { return o.missed; })) {
      make_options(frame, -1, 4);
      keep_cheapest(frame);
    }
    next_.clear();
    begin_of_.push_back(steps_.size());
    for (const Option& option : chosen_) {
      Sequence next = kept_[option.from];
      track_.advance(next.state, option.corrections);
      next.cost = option.cost;
      next.misses += option.missed ? 1 : 0;
      next.history.follow(option.corrections, clip_codec::learning_rate(frame - 1));
      next_.push_back(next);
      steps_.push_back({option.from, option.corrections});
    }
    std::swap(kept_, next_);
  }

  // `width` corrections per component, from the one below the needed plus `begin`.
  void make_options(std::uint32_t frame, std::int32_t begin, std::int32_t width) {
    options_.clear();
    for (std::uint32_t from = 0; from < kept_.size(); ++from) {
      double needed[3];
      track_.needed(kept_[from].state, frame, needed);
      clip_codec::Numbers base;
      for (std::size_t c = 0; c < 3; ++c) {
        const double clamped = needed[c] > 1e6 ? 1e6 : needed[c] < -1e6 ? -1e6 : needed[c];
        base[c] = static_cast<std::int32_t>(std::floor(clamped)) + begin;
      }
      add_options(from, base, width, 0, {}, kept_[from].cost, {});
    }
  }
  // Those of the component on, after what was chosen for the ones before it.
  void add_options(std::uint32_t from, const clip_codec::Numbers& base, std::int32_t width,
                   std::size_t component, clip_codec::FrameSizes sizes, double cost,
                   clip_codec::Numbers corrections) {
    if (component == 3) {
      Option option;
      option.cost = cost;
      option.order = static_cast<std::uint32_t>(options_.size());
      option.from = from;
      option.corrections = corrections;
      options_.push_back(option);
      return;
    }
    const clip_codec::History& history = kept_[from].history;
    const clip_codec::Scale scale = sizes.scale_of(history, component);
    for (std::int32_t i = 0; i < width; ++i) {
      const std::int32_t correction = corrections[component] = base[component] + i;
      clip_codec::FrameSizes with = sizes;
      with.add(history, component, correction);
      add_options(from, base, width, component + 1, with, cost + correction_bits(scale, correction),
                  corrections);
    }
  }

  // By a heap: an option comes out, is measured, costs more if it is off too far, and goes in again.
  void keep_cheapest(std::uint32_t frame) {
    chosen_.clear();
    std::make_heap(options_.begin(), options_.end(), costs_more);
    while (chosen_.size() < states_ && !options_.empty()) {
      std::pop_heap(options_.begin(), options_.end(), costs_more);
      Option option = options_.back();
      options_.pop_back();
      if (!option.measured) {
        State state = kept_[option.from].state;
        track_.advance(state, option.corrections);
        const double error = track_.error(state, frame);
        option.measured = true;
        option.missed = error > 1;
        if (option.missed) {
          option.cost += kMissPenalty + kMissSlope * (error - 1);
          options_.push_back(option);
          std::push_heap(options_.begin(), options_.end(), costs_more);
          continue;
        }
      }
      chosen_.push_back(option);
    }
  }

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
  std::uint32_t frames_, states_;
  std::vector<Sequence> kept_, next_;
  std::vector<Option> options_, chosen_;
  std::vector<Step> steps_;            // of all frames
  std::vector<std::size_t> begin_of_;  // frame: its first step
};

}  // namespace skelter
