#pragma once
// The lines of a list while it is made (R27): one layer over another, with weights in double.

#include <algorithm>
#include <cstdint>
#include <span>

#include "skelter/core/none.h"
#include "skelter/runtime/pose_list.h"

namespace skelter::play_state {

// Whose a line is, for those who look inside. Of stages: the layer, and no state for a mask, the state for a
// profile.
struct LineOrigin {
  std::uint16_t layer = kNone16, state = kNone16;
  double in_layer = 0;  // weight within the outermost layer
  double time_s = 0;    // of clips
};

class LineWriter {
 protected:
  // `origins`: as many as lines, or nothing.
  explicit LineWriter(CrowdLayer* lines, LineOrigin* origins = nullptr) : lines_(lines), origins_(origins) {}

  bool put(CrowdLayer line, double time_s, double weight) {
    if (count_ == kMaxCrowdLayers) return false;  // who made the layers saw that it never happens
    if (origins_ != nullptr) origins_[count_] = {layer_, state_, 0, time_s};
    line.time_s = static_cast<float>(time_s);
    weights_[count_] = weight;
    lines_[count_++] = line;
    return true;
  }
  void add_stage(std::uint32_t begin, std::uint32_t split, double weight, std::uint16_t mask) {
    CrowdLayer line;
    line.clip = kCrowdStage;
    line.mask = mask;
    line.begin = static_cast<std::uint8_t>(begin);
    line.split = static_cast<std::uint8_t>(split);
    put(line, 0, weight);
  }
  void drop(std::uint32_t begin) { count_ = begin; }

  // Of clips; stages keep what they say.
  void scale(std::uint32_t begin, std::uint32_t end, double factor) {
    for (std::uint32_t i = begin; i < end; ++i)
      if (lines_[i].clip != kCrowdStage) weights_[i] *= factor;
  }
  void set_mask(std::uint32_t begin, std::uint16_t mask) {
    for (std::uint32_t i = begin; i < count_; ++i)
      if (lines_[i].clip != kCrowdStage) lines_[i].mask = mask;
  }

  // The lines of an override layer, from `begin` on, over those from `below` on. `strength`: of its lines.
  void override_below(std::uint32_t below, std::uint32_t begin, double weight, double strength,
                      std::uint16_t mask) {
    const double a = weight * strength;
    if (!(a > 0)) return drop(begin);
    if (mask != kNone16) {
      scale(begin, count_, 1 / strength);
      return add_stage(below, begin, a, mask);
    }
    scale(begin, count_, weight);
    if (a < 1)
      scale(below, begin, 1 - a);
    else
      cut_below(below, begin);
  }

  std::uint32_t finish() {
    for (std::uint32_t i = 0; i < count_; ++i) lines_[i].weight = static_cast<float>(weights_[i]);
    return count_;
  }

  CrowdLayer* lines_;
  LineOrigin* origins_;
  std::uint32_t count_ = 0;
  std::uint16_t layer_ = 0, state_ = kNone16;  // whose lines are put now
  double weights_[kMaxCrowdLayers];

 private:
  // Nothing of what lies below is left.
  void cut_below(std::uint32_t below, std::uint32_t begin) {
    const std::uint32_t gone = begin - below;
    if (gone == 0) return;
    std::copy(lines_ + begin, lines_ + count_, lines_ + below);
    std::copy(weights_ + begin, weights_ + count_, weights_ + below);
    if (origins_ != nullptr) std::copy(origins_ + begin, origins_ + count_, origins_ + below);
    count_ -= gone;
    for (CrowdLayer& line : std::span(lines_ + below, count_ - below)) {
      if (line.clip != kCrowdStage) continue;
      line.begin = static_cast<std::uint8_t>(line.begin - gone);
      line.split = static_cast<std::uint8_t>(line.split - gone);
    }
  }
};

}  // namespace skelter::play_state
