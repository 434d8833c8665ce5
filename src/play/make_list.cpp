// The state of a character as a flat list of weighted clips (R27): what runtime/pose_list.h poses.
#include <algorithm>

#include "play/line_writer.h"
#include "play/state.h"
#include "skelter/runtime/clip.h"

namespace skelter::play_state {
namespace {

class ListMaker : LineWriter {
 public:
  ListMaker(std::span<const ClipView> clips, double character_speed, double ahead_s, Inertia inertia,
            CrowdLayer* lines)
      : LineWriter(lines), clips_(clips), speed_(character_speed), ahead_s_(ahead_s), inertia_(inertia) {}

  void add(const Layer& layer, bool lowest) {
    const std::uint32_t begin = count_;
    const double strength = add_stack(layer);
    if (lowest || count_ == begin) return;
    if (layer.mode == LayerMode::override)
      return override_below(0, begin, layer.weight, strength, layer.mask);
    if (layer.weight == 0) drop(begin);
    scale(begin, count_, layer.weight);
    set_mask(begin, layer.mask);
  }
  using LineWriter::finish;

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
      if (a >= 1) drop(begin);
      const bool staged = profiled && fade.profile != kNone16 && count_ > begin;
      if (!staged) scale(begin, count_, 1 - a);
      strength = strength * (1 - a) + (fade.voice != kSilent ? a : 0);
      if (fade.voice == kSilent) continue;
      const std::uint32_t split = count_;
      add_voice(layer, fade.voice, staged ? 1 : a, profiled ? count_ : begin);
      if (staged) {
        voices_[count_] = kSilent;
        add_stage(begin, split, 4 * a, fade.profile);
      }
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
    voices_[count_] = voice;
    put(line, fold_time(position_s, clip.duration_s, loop).in_round_s, weight);
  }

  std::span<const ClipView> clips_;
  double speed_, ahead_s_;
  Inertia inertia_;
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
