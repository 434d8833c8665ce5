#include "play/graph_list.h"

#include <algorithm>
#include <cmath>

#include "play/graph_run.h"

namespace skelter::graph_state {

std::uint32_t ListMaker::make() {
  add_layers(0, g_.top_layers);
  return finish();
}

// --- layers
// --------------------------------------------------------------------------------------------------

// Layers one over another; returns the weight of all that is not additive.
double ListMaker::add_layers(std::uint32_t first, std::uint32_t count) {
  const std::uint16_t outer = layer_, outer_state = state_;
  const std::uint32_t below = count_;
  double sum = 0;
  for (std::uint32_t i = first; i < first + count; ++i) {
    const GraphLayer& layer = g_.layers[i];
    layer_ = static_cast<std::uint16_t>(i);
    const std::uint32_t begin = count_;
    double strength = 0;
    if (layer.slot != kNone16) {
      strength = add_slot(layer.slot);
    } else if (layer.voice != kNone16) {
      strength = add_voice(layer.motion, at_.block.voices[layer.voice]);
    } else {
      const Voice none;
      strength = add_motion(layer.motion, none);
    }
    if (count_ == begin && strengths_ == nullptr) continue;
    const double weight = layer.mode == GraphLayerMode::base ? 1 : at_.layer_weight(layer);
    if (strengths_ != nullptr && i < g_.top_layers) strengths_[i] = weight * strength;
    if (origins_ != nullptr && i < g_.top_layers) {
      const double share = layer.mode == GraphLayerMode::additive ? weight : strength > 0 ? 1 / strength : 0;
      for (std::uint32_t k = begin; k < count_; ++k) origins_[k].in_layer = weights_[k] * share;
    }
    if (layer.mode == GraphLayerMode::base) {
      sum = strength;
      continue;
    }
    put_layer(layer, below, begin, weight, strength);
    if (layer.mode == GraphLayerMode::override) sum += (1 - sum) * weight * strength;
  }
  layer_ = outer;
  state_ = outer_state;
  return sum;
}

void ListMaker::put_layer(const GraphLayer& layer, std::uint32_t below, std::uint32_t begin, double weight,
                          double strength) {
  const std::uint16_t outer_state = std::exchange(state_, kNone16);  // of a mask's stage
  if (layer.mode == GraphLayerMode::additive) {
    if (weight == 0) drop(begin);
    scale(begin, count_, weight);
    const bool nested = layer.motion != kNone16 && g_.motions[layer.motion].kind == GraphMotionKind::layers;
    if (!nested)
      set_mask(begin, layer.mask);
    else if (layer.mask != kNone16 && count_ != begin)
      add_stage(begin, begin, 1, layer.mask);
  } else {
    override_below(below, begin, weight, strength, layer.mask);
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
    CrowdLayer line;
    line.clip = slot.clips[k];
    line.loop = Loop::once;
    const double time_s = std::min(play.time_s + at_.ahead_s, at_.clips[slot.clips[k]].duration_s);
    state_ = kNone16;
    put(line, time_s, weight);
    sum += weight;
  }
  return sum;
}

// --- motions
// -------------------------------------------------------------------------------------------------

double ListMaker::add_motion(std::uint16_t index, const Voice& voice) {
  const GraphMotion& motion = g_.motions[index];
  if (motion.kind == GraphMotionKind::machine) return add_machine(motion.first);
  if (motion.kind == GraphMotionKind::layers) return add_layers(motion.first, motion.count);
  return add_voice(index, voice);
}

double ListMaker::add_voice(std::uint16_t index, const Voice& voice) {
  const GraphMotion& motion = g_.motions[index];
  if (motion.kind == GraphMotionKind::none) return 0;
  Found& found = find_leaves(at_, index);
  const Leaves& leaves = found.leaves;
  double ahead = 0;  // rounds
  if (at_.ahead_s > 0 && motion.group == kNone16)
    if (const double round_s = duration_of(at_, found); round_s > 0)
      ahead = at_.ahead_s * rate_of(at_, motion, found) / round_s;
  double sum = 0;
  for (std::uint32_t i = 0; i < leaves.count; ++i) {
    const Leaf& leaf = leaves.of[i];
    const GraphMotion& clip_motion = g_.motions[leaf.motion];
    const double duration_s = at_.clips[clip_motion.first].duration_s;
    CrowdLayer line;
    line.clip = clip_motion.first;
    double time_s = 0;
    if (motion.group == kNone16) {
      const double position = voice.position + ahead;
      time_s = duration_s * (motion.loops != 0 ? fraction(position) : std::clamp(position, 0.0, 1.0));
      line.loop = motion.loops != 0 ? Loop::loop : Loop::once;
    } else {
      line.loop = Loop::loop;
      const double position = at_.block.groups[motion.group];
      if (clip_motion.markers == kNone16)
        time_s = fold_time(voice.time_s + at_.ahead_s, duration_s, Loop::loop).in_round_s;
      else if (position >= 0)
        time_s = markers_of(at_, leaf.motion).time_in_clip_s(position);
    }
    put(line, time_s, leaf.weight);
    sum += leaf.weight;
  }
  return sum;
}

// --- machines
// ------------------------------------------------------------------------------------------------

// What a motion weighs, without its lines.
double ListMaker::strength_of(std::uint16_t index) const {
  const GraphMotion& motion = g_.motions[index];
  double sum = 0;
  if (is_simple(motion)) {
    const Leaves& leaves = find_leaves(at_, index).leaves;
    for (std::uint32_t i = 0; i < leaves.count; ++i) sum += leaves.of[i].weight;
  } else if (motion.kind == GraphMotionKind::machine) {
    const Machine& machine = at_.block.machines[motion.first];
    StackWeights weights;
    weigh_stack(g_, machine, at_.ahead_s, weights);
    for (std::uint32_t k = 0; k < machine.count; ++k)
      sum += weights.linear[k] * strength_of(g_.nodes[machine.voices[machine.entries[k].voice].state].motion);
  } else {
    const GraphLayer& base = g_.layers[motion.first];
    if (base.motion != kNone16) sum = strength_of(base.motion);
  }
  return sum;
}

// Whether some fade differs from joint to joint. Fades from or to less than a whole pose do not.
bool ListMaker::is_profiled(const Machine& machine) {
  bool profiled = false;
  for (std::uint32_t k = 1; k < machine.count; ++k) {
    const GraphTransition& transition = fade_of(g_, machine.entries[k]);
    const bool at_once = full_ && transition.kind == GraphFadeKind::inertialize;
    profiled = profiled || (transition.profile != kNone16 && !at_once);
  }
  if (!profiled) return false;
  constexpr double kWhole = 1 - 1e-6;
  for (std::uint32_t k = 0; k < machine.count; ++k)
    if (strength_of(g_.nodes[machine.voices[machine.entries[k].voice].state].motion) < kWhole) return false;
  return true;
}

double ListMaker::add_machine(std::uint16_t index) {
  const Machine& machine = at_.block.machines[index];
  if (machine.count == 0) return 0;
  const std::uint16_t outer = state_;
  double strength = 0;
  if (machine.count == 1) {
    state_ = machine.newest().state;
    strength = add_motion(g_.nodes[state_].motion, machine.newest());
    state_ = outer;
    return strength;
  }
  StackWeights weights;
  weigh_stack(g_, machine, at_.ahead_s, weights);
  if (is_profiled(machine)) {
    strength = add_profiled(machine);
  } else {
    const double* const of = full_ ? weights.full : weights.linear;
    std::uint32_t heard = 0;
    for (std::uint32_t k = 0; k < machine.count; ++k) {
      const std::uint8_t voice = machine.entries[k].voice;
      if ((heard >> voice & 1) != 0) continue;
      double weight = 0;
      for (std::uint32_t i = k; i < machine.count; ++i) {
        if (!is_heard_with(g_, machine, voice, machine.entries[i].voice)) continue;
        heard |= 1u << machine.entries[i].voice;
        weight += of[i];
      }
      if (!(weight > 0)) continue;
      state_ = machine.voices[voice].state;
      const std::uint32_t begin = count_;
      strength += weight * add_motion(g_.nodes[state_].motion, machine.voices[voice]);
      if (weight != 1) scale(begin, count_, weight);
    }
  }
  state_ = outer;
  return strength;
}

// Fade after fade, those with a profile as stages (R25).
double ListMaker::add_profiled(const Machine& machine) {
  const std::uint32_t begin = count_;
  for (std::uint32_t k = 0; k < machine.count; ++k) {
    const Entry& entry = machine.entries[k];
    const Voice& voice = machine.voices[entry.voice];
    double a = 1;
    std::uint16_t profile = kNone16;
    if (k != 0) {
      const GraphTransition& transition = fade_of(g_, entry);
      if (!full_ || transition.kind != GraphFadeKind::inertialize)
        a = faded(transition, entry.elapsed_s + at_.ahead_s);
      profile = transition.profile;
    }
    if (!(a > 0)) continue;
    if (a >= 1) drop(begin);
    const bool staged = profile != kNone16 && count_ > begin;
    if (!staged) scale(begin, count_, 1 - a);
    const std::uint32_t split = count_;
    state_ = voice.state;
    add_motion(g_.nodes[state_].motion, voice);
    if (staged)
      add_stage(begin, split, 4 * a, g_.profiles[profile].mask);
    else
      scale(split, count_, a);
  }
  return 1;
}

std::uint32_t Run::write_list(CrowdLayer* lines, bool full) {
  return ListMaker(at_, full, lines).make();
}

}  // namespace skelter::graph_state
