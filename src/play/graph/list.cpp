#include "play/graph/list.h"

#include <algorithm>
#include <cmath>

namespace skelter::graph_state {

std::uint32_t ListMaker::make() {
  add_layers(0, g_.top_layers);
  return finish();
}

// --- layers ------------------------------------------------------------------------------------------------

// Adds layers over one another; returns the weight of the layers that are not additive.
ListMaker::Strength ListMaker::add_layers(std::uint32_t first, std::uint32_t count) {
  constexpr double kWhole = 1 - 1e-6;
  const std::uint16_t outer = layer_, outer_state = state_;
  const std::uint32_t below = count_;
  Strength all;
  for (std::uint32_t i = first; i < first + count; ++i) {
    const GraphLayer& layer = g_.layers[i];
    layer_ = static_cast<std::uint16_t>(i);
    const std::uint32_t begin = count_;
    const bool additive = additive_;
    additive_ = additive || layer.mode == GraphLayerMode::additive;
    Strength strength;
    if (layer.slot != kNone16) {
      strength.sum = add_slot(layer.slot);
    } else if (layer.instance != kNone16) {
      strength.sum = add_instance(layer.motion, at_.block.instances[layer.instance]);
    } else {
      const StateInstance none;
      strength = add_motion(layer.motion, none);
    }
    additive_ = additive;
    if (additive_) strength.uneven = false;
    if (count_ == begin && strengths_.empty()) continue;
    const double weight = layer.mode == GraphLayerMode::base ? 1 : at_.layer_weight(layer);
    if (i < strengths_.size()) strengths_[i] = weight * strength.sum;
    if (i < g_.top_layers) {
      for (std::uint32_t k = begin; k < count_ && origins_ != nullptr; ++k) {
        const bool adds = lines_[k].clip != kPoseListStage && at_.clips[lines_[k].clip].additive;
        const double in_layer = adds || !(strength.sum > 0) ? 1 : 1 / strength.sum;
        scale_origins(k, k + 1, layer.mode == GraphLayerMode::additive ? weight : in_layer);
      }
      inside_ = false;
    }
    if (layer.mode == GraphLayerMode::base)
      all = strength;
    else
      put_layer(layer, below, begin, weight, strength);
    inside_ = true;
    if (layer.mode != GraphLayerMode::override) continue;
    all.uneven = all.uneven || (all.sum < kWhole && (strength.uneven || layer.mask != kNone16));
    all.sum += (1 - all.sum) * weight * strength.sum;
  }
  layer_ = outer;
  state_ = outer_state;
  return all;
}

void ListMaker::put_layer(const GraphLayer& layer, std::uint32_t below, std::uint32_t begin, double weight,
                          Strength strength) {
  const std::uint16_t outer_state = std::exchange(state_, kNone16);  // the stage of a mask has no state
  if (layer.mode == GraphLayerMode::additive) {
    if (weight == 0) drop(begin);
    scale(begin, count_, weight);
    const bool nested = layer.motion != kNone16 && g_.motions[layer.motion].kind == GraphMotionKind::layers;
    if (!nested)
      set_mask(begin, layer.mask);
    else if (layer.mask != kNone16 && count_ != begin)
      add_stage(begin, begin, 1, layer.mask);
  } else if (strength.sum > 0 || !(weight > 0) || count_ == begin) {
    override_below(below, begin, weight, strength, layer.mask);
  } else {  // additive entries without entries below
    if (layer.mask == kNone16)
      scale(begin, count_, weight);
    else
      add_stage(begin, begin, weight, layer.mask);
  }
  state_ = outer_state;
}

double ListMaker::add_slot(std::uint16_t index) {
  const Slot& slot = at_.block.slots[index];
  if (slot.count == 0) return 0;
  const double strength = slot_strength(slot, at_.clips[slot.newest_clip()].duration_s, at_.ahead_s);
  const double share = slot_newest(slot, at_.ahead_s);
  double sum = 0;
  for (std::uint32_t k = 0; k < slot.count; ++k) {
    const Play& play = slot.plays[k];
    const double weight = strength * (k + 1u == slot.count ? share : 1 - share);
    if (!(weight > 0)) continue;
    PoseListEntry line;
    line.clip = slot.clips[k];
    line.loop = Loop::once;
    const double time_s = std::min(play.time_s + at_.ahead_s, at_.clips[slot.clips[k]].duration_s);
    state_ = kNone16;
    put(line, time_s, weight);
    sum += weight;
  }
  return sum;
}

// --- motions -----------------------------------------------------------------------------------------------

ListMaker::Strength ListMaker::add_motion(std::uint16_t index, const StateInstance& instance) {
  const GraphMotion& motion = g_.motions[index];
  if (motion.kind == GraphMotionKind::machine) return add_machine(motion.first);
  if (motion.kind == GraphMotionKind::layers) return add_layers(motion.first, motion.count);
  return {add_instance(index, instance), false};
}

double ListMaker::add_instance(std::uint16_t index, const StateInstance& instance) {
  const GraphMotion& motion = g_.motions[index];
  if (motion.kind == GraphMotionKind::none) return 0;
  const Leaves leaves = leaves_of(at_, index);
  double sum = 0;
  for (std::uint32_t i = 0; i < leaves.count; ++i) {
    const Leaf& leaf = leaves.of[i];
    const GraphMotion& clip_motion = g_.motions[leaf.motion];
    const double duration_s = at_.clips[clip_motion.first].duration_s;
    PoseListEntry line;
    line.clip = clip_motion.first;
    double time_s = 0;
    if (motion.group == kNone16) {
      const double position = instance.position;
      time_s = duration_s * (motion.loops != 0 ? fraction(position) : std::clamp(position, 0.0, 1.0));
      line.loop = motion.loops != 0 ? Loop::loop : Loop::once;
    } else {
      line.loop = Loop::loop;
      const double position = at_.block.groups[motion.group];
      if (clip_motion.markers == kNone16)
        time_s = fold_time(instance.time_s + at_.ahead_s, duration_s, Loop::loop).in_cycle_s;
      else if (position >= 0)
        time_s = markers_of(at_, leaf.motion).time_in_clip_s(position);
    }
    if (put(line, time_s, leaf.inside) && origins_ != nullptr)
      origins_[count_ - 1].instance = &instance, origins_[count_ - 1].leaf = leaf.motion;
    sum += leaf.inside;
  }
  return sum;
}

// --- machines ----------------------------------------------------------------------------------------------

ListMaker::Strength ListMaker::add_machine(std::uint16_t index) {
  const Machine& machine = at_.block.machines[index];
  if (machine.count == 0) return {};
  const std::uint16_t outer = state_;
  Strength all;
  if (machine.count == 1) {
    state_ = machine.newest().state;
    all = add_motion(g_.nodes[state_].motion, machine.newest());
    state_ = outer;
    return all;
  }
  const auto add = [&](std::uint32_t k) {
    const StateInstance& instance = machine.instances[machine.entries[k].instance];
    state_ = instance.state;
    return add_motion(g_.nodes[state_].motion, instance);
  };
  const auto fade = [&](std::uint32_t k) -> StackFade {
    const GraphTransition& transition = fade_of(g_, machine.entries[k]);
    if (full_ && transition.kind == FadeKind::inertialize) return {};
    return {faded(transition, machine.entries[k].elapsed_s + at_.ahead_s),
            g_.profile_mask(transition.profile)};
  };
  if (is_profiled(machine.count, fade)) {
    all = add_profiled(machine.count, fade, add);
  } else {
    StackWeights weights;
    weigh_stack(g_, machine, at_.ahead_s, weights);
    const double* const of = full_ ? weights.full : weights.linear;
    std::uint32_t active = 0;
    for (std::uint32_t k = 0; k < machine.count; ++k) {
      const std::uint8_t instance = machine.entries[k].instance;
      if ((active >> instance & 1) != 0) continue;
      double weight = 0;
      for (std::uint32_t i = k; i < machine.count; ++i) {
        if (!is_active_with(g_, machine, instance, machine.entries[i].instance)) continue;
        active |= 1u << machine.entries[i].instance;
        weight += of[i];
      }
      if (!(weight > 0) && strengths_.empty()) continue;
      const std::uint32_t begin = count_;
      const Strength own = add(k);
      if (!(weight > 0)) {  // active, but its weight is 0
        drop(begin);
        continue;
      }
      all.sum += weight * own.sum;
      all.uneven = all.uneven || own.uneven;
      if (weight != 1) scale(begin, count_, weight);
    }
  }
  state_ = outer;
  return all;
}

}  // namespace skelter::graph_state
