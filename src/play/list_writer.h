#pragma once
// ListWriter: writes a pose list (rule "layers"), layer over layer, with weights in double.

#include <algorithm>
#include <cstdint>
#include <span>

#include "skelter/core/none.h"
#include "skelter/runtime/pose_list.h"

namespace skelter::play_state {

// The source of an entry, for GraphProbe. A stage always has a layer; it has a state if it applies a profile,
// but not if it applies a mask.
struct LineOrigin {
  std::uint16_t layer = kNone16, state = kNone16;
  double in_layer = 0;  // weight within the outermost layer, at joints with mask 1 and ignoring profiles
  double time_s = 0;    // clips only, like the next two members
  const void* instance = nullptr;  // the clip or state instance
  std::uint16_t leaf = kNone16;    // the clip in the motion
};

// Progress of a fade, and the profile that makes it differ from joint to joint.
struct StackFade {
  double a = 1;
  std::uint16_t profile = kNone16;  // mask with the profile's rates
};

// Sums of weights from this on count as 1, because sums are not exact.
inline constexpr double kAll = 1 - 1e-12;

class ListWriter {
 protected:
  // The weight of a motion. `sum`: at joints with mask 1 and ignoring profiles. `uneven`: the weight differs
  // from joint to joint, because of the stages of its entries.
  struct Strength {
    double sum = 0;
    bool uneven = false;
  };

  // `most`: capacity of `lines`, at most kMaxPoseListEntries, and of `origins` unless null.
  ListWriter(PoseListEntry* lines, std::uint32_t most, LineOrigin* origins = nullptr)
      : lines_(lines), origins_(origins), most_(most) {}

  bool put(PoseListEntry line, double time_s, double weight) {
    // The capacity covers the worst case, but a state that only passed check_state may need more.
    if (count_ == most_) return false;
    if (origins_ != nullptr) origins_[count_] = {layer_, state_, weight, time_s, nullptr, kNone16};
    line.time_s = static_cast<float>(time_s);
    weights_[count_] = weight;
    lines_[count_++] = line;
    return true;
  }
  void add_stage(std::uint32_t begin, std::uint32_t split, double weight, std::uint16_t mask,
                 bool partial = false) {
    PoseListEntry line;
    line.clip = kPoseListStage;
    line.mask = mask;
    line.begin = static_cast<std::uint8_t>(begin);
    line.split = static_cast<std::uint8_t>(split);
    line.partial = partial ? 1 : 0;
    if (put(line, partial ? 1 : 0, weight) && partial) lines_[count_ - 1].set_whole_weight(1);
  }
  void drop(std::uint32_t begin) { count_ = begin; }

  // Scales the weights of clips. For stages, only the weight of a whole pose is scaled.
  void scale(std::uint32_t begin, std::uint32_t end, double factor) {
    for (std::uint32_t i = begin; i < end; ++i)
      if (lines_[i].clip != kPoseListStage)
        weights_[i] *= factor;
      else if (lines_[i].partial != 0)
        lines_[i].set_whole_weight(static_cast<float>(lines_[i].whole_weight() * factor));
    scale_origins(begin, end, factor);
  }
  // Scales the weights in `origins`.
  void scale_origins(std::uint32_t begin, std::uint32_t end, double factor) {
    if (origins_ == nullptr || !inside_) return;
    for (std::uint32_t i = begin; i < end; ++i) origins_[i].in_layer *= factor;
  }
  void set_mask(std::uint32_t begin, std::uint16_t mask) {
    for (std::uint32_t i = begin; i < count_; ++i)
      if (lines_[i].clip != kPoseListStage) lines_[i].mask = mask;
  }

  // Adds the fades of a stack, old to new. Fades that differ from joint to joint (rule "profiles") become
  // stages, so that an instance with two entries is listed twice. `fade_of(k)` returns the StackFade of entry
  // k; `add(k)` adds the entry and returns its weight.
  template <class FadeOf, class Add>
  Strength add_profiled(std::uint32_t entries, const FadeOf& fade_of, const Add& add) {
    constexpr double kWhole = 1 - 1e-6;
    const std::uint32_t begin = count_;
    Strength all;
    for (std::uint32_t k = 0; k < entries; ++k) {
      const StackFade fade = k == 0 ? StackFade() : fade_of(k);
      if (!(fade.a > 0)) {  // active, but its weight is 0
        const std::uint32_t end = count_;
        (void)add(k);
        drop(end);
        continue;
      }
      if (fade.a >= 1) drop(begin), all = {};
      const std::uint32_t split = count_;
      const Strength own = add(k);
      all.sum = all.sum * (1 - fade.a) + own.sum * fade.a;
      all.uneven = all.uneven || own.uneven || own.sum < kWhole;
      if (fade.a >= 1) continue;
      if (fade.profile == kNone16) {
        scale(begin, split, 1 - fade.a);
        scale(split, count_, fade.a);
        continue;
      }
      scale_origins(begin, split, 1 - fade.a);
      scale_origins(split, count_, fade.a);
      if (count_ != begin) add_stage(begin, split, 4 * fade.a, fade.profile);
    }
    return all;
  }
  template <class FadeOf>
  static bool is_profiled(std::uint32_t entries, const FadeOf& fade_of) {
    for (std::uint32_t k = 1; k < entries; ++k)
      if (fade_of(k).profile != kNone16) return true;
    return false;
  }

  // Puts the override layer with the entries from `begin` on over the entries from `below` on. `strength`:
  // weight of the layer's entries.
  void override_below(std::uint32_t below, std::uint32_t begin, double weight, Strength strength,
                      std::uint16_t mask) {
    const double a = weight * strength.sum;
    if (!(a > 0)) return drop(begin);
    if (mask != kNone16 || strength.uneven) {
      if (!strength.uneven) scale(begin, count_, 1 / strength.sum);
      scale_origins(below, begin, 1 - a);
      scale_origins(begin, count_, strength.uneven ? weight : a);
      return add_stage(below, begin, strength.uneven ? weight : a, mask, strength.uneven);
    }
    scale(begin, count_, weight);
    if (a < kAll)
      scale(below, begin, 1 - a);
    else
      cut_below(below, begin);
  }

  std::uint32_t finish() {
    for (std::uint32_t i = 0; i < count_; ++i) lines_[i].weight = static_cast<float>(weights_[i]);
    return count_;
  }

  PoseListEntry* lines_;
  LineOrigin* origins_;
  std::uint32_t most_, count_ = 0;
  std::uint16_t layer_ = 0, state_ = kNone16;  // the source of the entries that are added
  bool inside_ = true;  // inside a top-level layer, so that scaling also applies to in_layer
  double weights_[kMaxPoseListEntries];

 private:
  // Removes the entries from `below` up to `begin`.
  void cut_below(std::uint32_t below, std::uint32_t begin) {
    const std::uint32_t gone = begin - below;
    if (gone == 0) return;
    std::copy(lines_ + begin, lines_ + count_, lines_ + below);
    std::copy(weights_ + begin, weights_ + count_, weights_ + below);
    if (origins_ != nullptr) std::copy(origins_ + begin, origins_ + count_, origins_ + below);
    count_ -= gone;
    for (PoseListEntry& line : std::span(lines_ + below, count_ - below)) {
      if (line.clip != kPoseListStage) continue;
      line.begin = static_cast<std::uint8_t>(line.begin - gone);
      line.split = static_cast<std::uint8_t>(line.split - gone);
    }
  }
};

}  // namespace skelter::play_state
