// Makes the pose list of a character (rule "layers").
#include <algorithm>

#include "play/clips/layer.h"
#include "play/list_writer.h"
#include "skelter/runtime/clip.h"

namespace skelter::play_state {
namespace {

class ListMaker : ListWriter {
 public:
  ListMaker(std::span<const ClipView> clips, double character_speed, double ahead_s, Inertia inertia,
            PoseListEntry* lines)
      : ListWriter(lines, kMaxPoseListEntries),
        clips_(clips),
        speed_(character_speed),
        ahead_s_(ahead_s),
        inertia_(inertia) {}

  void add(const Layer& layer, bool lowest) {
    const std::uint32_t begin = count_;
    const Strength strength = add_stack(layer);
    if (lowest || count_ == begin) return;
    if (layer.mode == LayerMode::override)
      return override_below(0, begin, layer.weight, strength, layer.mask);
    if (layer.weight == 0) drop(begin);
    scale(begin, count_, layer.weight);
    set_mask(begin, layer.mask);
  }
  using ListWriter::finish;

 private:
  // Adds the fades of one layer, old to new.
  Strength add_stack(const Layer& layer) {
    const auto fade = [&](std::uint32_t k) -> StackFade {
      const Fade& entry = layer.fades[k];
      if (entry.kind == FadeKind::inertialize && inertia_ == Inertia::full) return {};
      return {faded(entry, ahead_s_), entry.profile};
    };
    if (is_profiled(layer.fade_count, fade))
      return add_profiled(layer.fade_count, fade, [&](std::uint32_t k) -> Strength {
        const std::uint8_t instance = layer.fades[k].instance;
        if (instance != kNoInstance) add_instance(layer, instance, 1);
        return {instance == kNoInstance ? 0.0 : 1.0, false};
      });
    const std::uint32_t begin = count_;
    double strength = 0;
    std::uint32_t lines[kMaxFades];  // list entry of each instance; an instance with two fades is listed at
                                     // the lower one
    std::uint32_t listed = 0;
    for (std::uint32_t k = 0; k < layer.fade_count; ++k) {
      const double a = k == 0 ? 1 : fade(k).a;
      if (!(a > 0)) continue;
      if (a >= 1) drop(begin), listed = 0;
      scale(begin, count_, 1 - a);
      const std::uint8_t instance = layer.fades[k].instance;
      strength = strength * (1 - a) + (instance != kNoInstance ? a : 0);
      if (instance == kNoInstance) continue;
      if ((listed >> instance & 1) != 0) {
        weights_[lines[instance]] += a;
        continue;
      }
      listed |= 1u << instance;
      lines[instance] = count_;
      add_instance(layer, instance, a);
    }
    return {strength, false};
  }

  void add_instance(const Layer& layer, std::uint8_t instance, double weight) {
    const ClipInstance& active = layer.instances[instance];
    const ClipView& clip = clips_[active.clip];
    const Loop loop = loop_of(clip, active.loop);
    PoseListEntry line;
    line.clip = active.clip;
    line.loop = loop;
    const double position_s = ahead_s_ > 0 ? moved_on(active, clip, speed_, ahead_s_) : active.position_s;
    put(line, fold_time(position_s, clip.duration_s, loop).in_cycle_s, weight);
  }

  std::span<const ClipView> clips_;
  double speed_, ahead_s_;
  Inertia inertia_;
};

}  // namespace

std::uint32_t make_list(std::span<const Layer> layers, std::span<const ClipView> clips,
                        double character_speed, double ahead_s, Inertia inertia, PoseListEntry* lines) {
  ListMaker list(clips, character_speed, ahead_s, inertia, lines);
  for (std::size_t i = 0; i < layers.size(); ++i) list.add(layers[i], i == 0);
  return list.finish();
}

}  // namespace skelter::play_state
