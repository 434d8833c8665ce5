// The state of a character as a flat list of weighted clips (R27): what runtime/pose_list.h poses.
#include <algorithm>

#include "play/state.h"
#include "skelter/runtime/clip.h"

namespace skelter::play_state {
namespace {

class ListMaker {
 public:
  ListMaker(std::span<const ClipView> clips, double character_speed, double ahead_s, Inertia inertia,
            CrowdLayer* lines)
      : clips_(clips), speed_(character_speed), ahead_s_(ahead_s), inertia_(inertia), lines_(lines) {}

  void add(const Layer& layer, bool lowest) {
    const std::uint32_t begin = count_;
    const double strength = add_stack(layer);
    if (lowest || count_ == begin) return;
    if (layer.mode == LayerMode::additive)
      add_on_top(layer, begin);
    else
      override_below(layer, begin, strength);
  }

  std::uint32_t finish() {
    for (std::uint32_t i = 0; i < count_; ++i) lines_[i].weight = static_cast<float>(weights_[i]);
    return count_;
  }

 private:
  // The fades of one layer, old over new; returns the sum of their weights. A fade with a profile differs
  // from joint to joint, so that it becomes a stage.
  double add_stack(const Layer& layer) {
    const std::uint32_t begin = count_;
    bool whole = true, profiled = false;
    for (const Fade& fade : std::span(layer.fades, layer.fade_count)) {
      whole = whole && fade.voice != kSilent;
      profiled = profiled || fade.profile != kNone16;
    }
    profiled = profiled && whole;
    double strength = 0;
    for (std::uint32_t k = 0; k < layer.fade_count; ++k) {
      const Fade& fade = layer.fades[k];
      const bool at_once = k == 0 || (fade.kind == FadeKind::inertialize && inertia_ == Inertia::full);
      const double a = at_once ? 1 : faded(fade, ahead_s_);
      if (!(a > 0)) continue;
      if (a >= 1) count_ = begin;
      const bool staged = profiled && fade.profile != kNone16 && count_ > begin;
      if (!staged) scale(begin, count_, 1 - a);
      strength = strength * (1 - a) + (fade.voice != kSilent ? a : 0);
      if (fade.voice == kSilent) continue;
      const std::uint32_t split = count_;
      add_voice(layer, fade.voice, staged ? 1 : a, profiled ? count_ : begin);
      if (staged) add_stage(begin, split, 4 * a, fade.profile);
    }
    return strength;
  }

  // A voice that is listed twice has one line, at the lower place.
  void add_voice(const Layer& layer, std::uint8_t voice, double weight, std::uint32_t look_from) {
    for (std::uint32_t i = look_from; i < count_; ++i)
      if (voices_[i] == voice) return void(weights_[i] += weight);
    const Voice& heard = layer.voices[voice];
    const ClipView& clip = clips_[heard.clip];
    const Loop loop = loop_of(clip, heard.loop);
    CrowdLayer line;
    line.clip = heard.clip;
    line.loop = loop;
    const double position_s = ahead_s_ > 0 ? moved_on(heard, clip, speed_, ahead_s_) : heard.position_s;
    line.time_s = static_cast<float>(fold_time(position_s, clip.duration_s, loop).in_round_s);
    put(line, weight, voice);
  }

  void add_stage(std::uint32_t begin, std::uint32_t split, double weight, std::uint16_t mask) {
    CrowdLayer line;
    line.clip = kCrowdStage;
    line.mask = mask;
    line.begin = static_cast<std::uint8_t>(begin);
    line.split = static_cast<std::uint8_t>(split);
    put(line, weight, kSilent);
  }

  void put(const CrowdLayer& line, double weight, std::uint8_t voice) {
    voices_[count_] = voice;
    weights_[count_] = weight;
    lines_[count_++] = line;
  }

  // Of clips; stages keep what they say.
  void scale(std::uint32_t begin, std::uint32_t end, double factor) {
    for (std::uint32_t i = begin; i < end; ++i)
      if (lines_[i].clip != kCrowdStage) weights_[i] *= factor;
  }

  void add_on_top(const Layer& layer, std::uint32_t begin) {
    if (layer.weight == 0) return void(count_ = begin);
    scale(begin, count_, layer.weight);
    for (std::uint32_t i = begin; i < count_; ++i)
      if (lines_[i].clip != kCrowdStage) lines_[i].mask = layer.mask;
  }

  void override_below(const Layer& layer, std::uint32_t begin, double strength) {
    const double a = layer.weight * strength;
    if (!(a > 0)) return void(count_ = begin);
    if (layer.mask != kNone16) {
      scale(begin, count_, 1 / strength);
      return add_stage(0, begin, a, layer.mask);
    }
    scale(begin, count_, layer.weight);
    if (a < 1) return scale(0, begin, 1 - a);
    // Nothing of what lies below is left.
    std::copy(lines_ + begin, lines_ + count_, lines_);
    std::copy(weights_ + begin, weights_ + count_, weights_);
    count_ -= begin;
    for (CrowdLayer& line : std::span(lines_, count_)) {
      if (line.clip != kCrowdStage) continue;
      line.begin = static_cast<std::uint8_t>(line.begin - begin);
      line.split = static_cast<std::uint8_t>(line.split - begin);
    }
  }

  std::span<const ClipView> clips_;
  double speed_, ahead_s_;
  Inertia inertia_;
  CrowdLayer* lines_;
  std::uint32_t count_ = 0;
  double weights_[kMaxCrowdLayers];
  std::uint8_t voices_[kMaxCrowdLayers];  // of the layer that is being added
};

}  // namespace

std::uint32_t make_list(std::span<const Layer> layers, std::span<const ClipView> clips,
                        double character_speed, double ahead_s, Inertia inertia, CrowdLayer* lines) {
  ListMaker list(clips, character_speed, ahead_s, inertia, lines);
  for (std::size_t i = 0; i < layers.size(); ++i) list.add(layers[i], i == 0);
  return list.finish();
}

}  // namespace skelter::play_state
