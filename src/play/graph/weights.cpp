// What is heard at a moment: one walk over layers, machines and motions leaves a flat array of clips with
// their weights, from which positions, events, root motion and the list are made.
#include <algorithm>
#include <cmath>

#include "play/graph/list.h"
#include "play/graph/run.h"

namespace skelter::graph_state {

void Run::hear(double h_s) {
  h_s_ = h_s;
  varies_ = moves_ && h_s > 0;
  listed_ = true;
  written_ = false;
  item_count_ = 0;
  source_count_ = member_count_ = 0;
  state_ = kNone16;
  at_.ahead_s = h_s / 2;
  hear_layers(0, g_.top_layers, true);
  at_.ahead_s = 0;
}

// --- motions
// -------------------------------------------------------------------------------------------------

[[gnu::always_inline]] inline void Run::put_clip(const GraphMotion& outer, std::uint16_t leaf, double weight,
                                                 double in_list) {
  if (item_count_ == kMostItems) return;  // read_graph saw that it never happens
  const GraphMotion& motion = g_.motions[leaf];
  const GraphClip& clip = at_.clips[motion.first];
  Item& item = scratch_.items[item_count_];
  item.inside = item.sync = item.event = item.root = weight;
  item.line = in_list;
  item.clip = motion.first;
  item.motion = leaf;
  item.group = motion.markers == kNone16 ? kNone16 : outer.group;
  item.mask = kNone16;
  item.source = source_count_;
  item.additive = clip.additive;
  item.tells = !clip.events.empty();
  item.stays = in_list > 0;
  scratch_.members[member_count_] = static_cast<std::uint8_t>(item_count_++);
  member_count_ += item.group != kNone16;
}

[[gnu::always_inline]] inline Run::Strength Run::hear_simple(std::uint16_t index, Voice& voice, bool newest) {
  const GraphMotion& motion = g_.motions[index];
  const double time_s = voice.time_s;
  voice.time_s += h_s_;
  if (motion.kind == GraphMotionKind::none) return {};
  const std::uint32_t begin = item_count_;
  double sum = 0;
  const bool plain = visit_leaves(
      at_, index, 1, [&](std::uint16_t leaf, double weight) __attribute__((always_inline)) {
        put_clip(motion, leaf, weight, weight);
        sum += weight;
      });
  const bool changes = varies_ && !(plain && stands(at_, motion));
  if (begin == item_count_ && !changes) return {};
  const bool synced = motion.group != kNone16;
  Source& source = scratch_.sources[source_count_];
  source.from = synced ? time_s : voice.position;
  source.per_s = 1;
  if (h_s_ > 0 && begin != item_count_) {
    const std::span<const Item> leaves = items(begin);
    source.rate = rate_of(at_, motion, leaves);
    if (!synced) source.per_s = go_on(motion, voice.position, duration_of(at_, leaves), source.rate, h_s_);
  }
  source.to = synced ? voice.time_s : voice.position;
  source.layer = layer_;
  source.state = state_;
  source.motion = index;
  source.kind = synced ? Source::Kind::synced : Source::Kind::unsynced;
  source.loops = synced || motion.loops != 0;
  source.newest = newest;
  const double in_list = changes ? put_later(motion, index, begin) : sum;
  if (begin != item_count_) ++source_count_;
  return {sum, in_list, sum};
}

// The list has the weights of the end; returns what they are together.
double Run::put_later(const GraphMotion& motion, std::uint16_t index, std::uint32_t begin) {
  for (Item& item : items(begin)) item.line = 0, item.stays = false;
  std::uint32_t next = begin;  // the same clips come in the same order, or at the end
  const std::uint32_t end = item_count_;
  at_end([&] {
    visit_leaves(at_, index, 1, [&](std::uint16_t leaf, double weight) {
      std::uint32_t i = next;
      while (i < end && scratch_.items[i].motion != leaf) ++i;
      if (i == end || item_count_ != end) return put_clip(motion, leaf, 0, weight);
      scratch_.items[i].line = weight;
      scratch_.items[i].stays = true;
      next = i + 1;
    });
  });
  double sum = 0;
  for (const Item& item : items(begin)) sum += item.line;
  return sum;
}

inline Run::Strength Run::hear_slot(std::uint16_t index, bool newest) {
  Slot& slot = at_.block.slots[index];
  if (slot.count == 0) return {};
  const double duration_s = at_.clips[slot.newest_clip()].duration_s;
  const double strength = slot_strength(slot, duration_s, at_.ahead_s);
  const double share = slot_newest(slot, at_.ahead_s);
  const double in_list = slot_strength(slot, duration_s, h_s_);  // at the end
  const double share_in_list = slot_newest(slot, h_s_);
  Strength all;
  for (std::uint32_t k = 0; k < slot.count && item_count_ < kMostItems; ++k) {
    Play& play = slot.plays[k];
    const bool top = k + 1u == slot.count;
    const GraphClip& clip = at_.clips[slot.clips[k]];
    Source& source = scratch_.sources[source_count_];
    source = {};
    source.from = play.time_s;
    source.to = std::min(play.time_s + h_s_, clip.duration_s);
    if (h_s_ > 0) play.time_s = source.to;
    source.per_s = 1;
    source.layer = layer_;
    source.state = kNone16;
    source.kind = Source::Kind::slot;
    source.newest = newest && top;
    Item& item = scratch_.items[item_count_++];
    item.inside = 1;
    item.sync = item.event = item.root = strength * (top ? share : 1 - share);
    item.line = in_list * (top ? share_in_list : 1 - share_in_list);
    item.clip = slot.clips[k];
    item.motion = 0;
    item.group = item.mask = kNone16;
    item.source = source_count_++;
    item.additive = clip.additive;
    item.tells = !clip.events.empty();
    all.heard += item.event;
    all.in_list += item.line;
    all.moves += item.root;
  }
  if (h_s_ > 0) advance_slot(index);
  return all;
}

// --- machines
// ------------------------------------------------------------------------------------------------

// The rest of a motion that is not simple.
inline Run::Strength Run::hear_inside(std::uint16_t index, bool newest) {
  const GraphMotion& motion = g_.motions[index];
  return motion.kind == GraphMotionKind::machine ? hear_machine(motion.first, newest)
                                                 : hear_layers(motion.first, motion.count, newest);
}

inline Run::Strength Run::hear_state(std::uint16_t machine, std::uint8_t index, bool newest) {
  Voice& voice = at_.block.machines[machine].voices[index];
  const std::uint16_t motion = g_.nodes[voice.state].motion;
  state_ = voice.state;
  if (h_s_ > 0) scratch_.before[machine][index] = voice.position;
  if (is_simple(g_.motions[motion])) return hear_simple(motion, voice, newest);
  voice.time_s += h_s_;
  return hear_inside(motion, newest);
}

inline Run::Strength Run::hear_machine(std::uint16_t index, bool newest) {
  const Machine& machine = at_.block.machines[index];
  const std::uint16_t outer = state_;
  Strength strength;
  if (machine.count == 1)
    strength = hear_state(index, machine.entries[0].voice, newest);
  else if (machine.count != 0)
    strength = hear_stack(index, newest);
  state_ = outer;
  return strength;
}

Run::Strength Run::hear_stack(std::uint16_t index, bool newest) {
  Machine& machine = at_.block.machines[index];
  StackWeights weights, later;
  weigh_stack(g_, machine, at_.ahead_s, weights);
  const StackWeights* in_list = &weights;
  if (h_s_ > 0) {
    weigh_stack(g_, machine, h_s_, later);
    in_list = &later;
  }
  for (std::uint32_t k = 1; k < machine.count; ++k)  // by stages
    if (fade_of(g_, machine.entries[k]).profile != kNone16) listed_ = false;
  const double* const of = full_ ? in_list->full : in_list->linear;
  Strength strength;
  std::uint32_t heard = 0;  // a bit for each voice
  for (std::uint32_t k = 0; k < machine.count; ++k) {
    const std::uint8_t voice = machine.entries[k].voice;
    if ((heard >> voice & 1) != 0) continue;
    double full = 0, linear = 0, line = 0;
    bool top = false;
    for (std::uint32_t i = k; i < machine.count; ++i) {
      const std::uint8_t other = machine.entries[i].voice;
      if (!is_heard_with(g_, machine, voice, other)) continue;
      if (h_s_ > 0 && other != voice && (heard >> other & 1) == 0) machine.voices[other].time_s += h_s_;
      heard |= 1u << other;
      full += weights.full[i];
      linear += weights.linear[i];
      line += of[i];
      top = top || i + 1 == machine.count;
    }
    const std::uint32_t begin = item_count_;
    const Strength inside = hear_state(index, voice, newest && top);
    for (Item& item : items(begin)) {
      item.sync *= full;
      item.event *= full;
      item.root *= linear;
      item.line *= line;
    }
    strength.heard += full * inside.heard;
    strength.in_list += line * inside.in_list;
    strength.moves += linear * inside.moves;
  }
  if (h_s_ > 0) advance_fades(index);
  return strength;
}

// --- layers
// --------------------------------------------------------------------------------------------------

// What something leaves of 1: sums of weights are not 1 to the last bit.
inline double rest_of(double taken) {
  return taken < play_state::kAll ? 1 - taken : 0;
}

// Rule "layers": items from `begin` on over those from `below` on. In the list they take what `in_list` says
// of them, and weigh 1 together if the layer has a mask; additive ones over nothing stay what they are. Of
// what is told, layers with a mask take nothing (rule "event weight").
inline void Run::put_override(const GraphLayer& layer, std::uint32_t below, std::uint32_t begin,
                              double weight, double in_list, Strength strength) {
  const double a = in_list * strength.in_list;
  const bool masked = layer.mask != kNone16, poses = strength.in_list > 0;
  const double share = !(in_list > 0) ? 0 : !masked ? in_list : poses ? 1 / strength.in_list : 1;
  for (Item& item : items(begin)) {
    item.sync *= weight;
    item.event *= weight;
    item.root *= weight * layer.root_motion;
    item.line *= share;
  }
  const double takes = masked ? 0 : weight * strength.heard;
  const double takes_root = weight * strength.moves * layer.root_motion;
  if (takes != 0 || takes_root != 0 || !masked) {
    const double leaves = masked || !(a > 0) ? 1 : rest_of(a), hears = rest_of(takes);
    for (Item& item : std::span(scratch_.items + below, begin - below)) {
      item.event *= hears;
      item.root *= 1 - takes_root;
      item.line *= leaves;
    }
  }
  if (!masked) return;
  if (a > 0)
    put_stage(below, begin, a, layer.mask);
  else if (!poses && is_in_list(begin))
    put_stage(begin, begin, in_list, layer.mask);
}

inline bool Run::is_in_list(std::uint32_t begin) const {
  const std::span<const Item> own = items(begin);
  return std::any_of(own.begin(), own.end(), [](const Item& item) { return item.line != 0; });
}

inline void Run::put_additive(const GraphLayer& layer, std::uint32_t begin, double weight, double in_list) {
  const bool nested = layer.motion != kNone16 && g_.motions[layer.motion].kind == GraphMotionKind::layers;
  for (Item& item : items(begin)) {
    item.sync *= weight;
    item.event *= weight;
    item.root = 0;
    item.line *= in_list;
    if (!nested && item.clip != kCrowdStage) item.mask = layer.mask;
  }
  if (nested && layer.mask != kNone16 && in_list != 0) put_stage(begin, begin, 1, layer.mask);
}

// Layers one over another; returns what all that is not additive weighs.
Run::Strength Run::hear_layers(std::uint32_t first, std::uint32_t count, bool newest) {
  const std::uint16_t outer = layer_;
  const std::uint32_t below = item_count_;
  constexpr double kWhole = 1 - 1e-6;
  const bool nested = first >= g_.top_layers;
  Strength all;
  for (std::uint32_t i = first; i < first + count; ++i) {
    const GraphLayer& layer = g_.layers[i];
    layer_ = static_cast<std::uint16_t>(i);
    const std::uint32_t begin = item_count_;
    Strength strength;
    if (layer.slot != kNone16)
      strength = hear_slot(layer.slot, newest);
    else if (layer.voice != kNone16)
      strength = hear_simple(layer.motion, at_.block.voices[layer.voice], newest);
    else
      strength = hear_inside(layer.motion, newest);
    if (begin == item_count_) continue;
    if (layer.mode == GraphLayerMode::base) {
      all = strength;
      if (layer.root_motion != 1)
        for (Item& item : items(begin)) item.root *= layer.root_motion;
      continue;
    }
    const double weight = at_.layer_weight(layer);
    const bool changes = varies_ && layer.weight_parameter != kNone16;
    const double in_list = changes ? at_end([&] { return at_.layer_weight(layer); }) : weight;
    if (layer.mode == GraphLayerMode::override) {
      put_override(layer, below, begin, weight, in_list, strength);
      if (nested && layer.mask != kNone16 && all.in_list < kWhole)
        listed_ = false;  // strength differs by joints
      all.heard += (1 - all.heard) * weight * strength.heard;
      all.in_list += (1 - all.in_list) * in_list * strength.in_list;
      all.moves += (1 - all.moves) * weight * strength.moves;
    } else {
      put_additive(layer, begin, weight, in_list);
    }
  }
  layer_ = outer;
  return all;
}

void Run::put_stage(std::uint32_t begin, std::uint32_t split, double weight, std::uint16_t mask) {
  if (item_count_ == kMostItems) return;  // read_graph saw that it never happens
  Source& source = scratch_.sources[source_count_];
  source = {};
  source.layer = layer_;
  source.state = kNone16;
  Item& item = scratch_.items[item_count_++];
  item = {};
  item.inside = weight;
  item.line = 1;
  item.clip = kCrowdStage;
  item.group = kNone16;
  item.mask = mask;
  item.source = source_count_++;
  item.begin = static_cast<std::uint8_t>(begin);
  item.split = static_cast<std::uint8_t>(split);
}

// --- the list
// -------------------------------------------------------------------------------------------------

Way Run::way_of(const Item& item) const {
  if (item.group != kNone16) {
    Way way{};
    markers_of(at_, item.motion)
        .play_times_s(scratch_.group_before[item.group], at_.block.groups[item.group], way.from_s, way.to_s);
    return way;
  }
  const Source& source = source_of(item);
  if (source.kind != Source::Kind::unsynced) return {source.from, source.to, source.per_s};
  const double round_s = at_.clips[item.clip].duration_s;
  return {source.from * round_s, source.to * round_s, source.per_s * round_s};
}

// In the clip, now.
inline double Run::time_of(const Item& item) const {
  if (item.group != kNone16) {
    const double position = at_.block.groups[item.group];
    if (position < 0) return 0;
    const double whole = floor_of(position);
    return interval_of(item, whole).time_in_clip_s(position - whole, at_.clips[item.clip].duration_s);
  }
  const Source& source = source_of(item);
  if (source.kind == Source::Kind::slot) return source.to;
  const double round_s = at_.clips[item.clip].duration_s;
  if (source.kind == Source::Kind::synced) return looped_s(source.to, round_s);
  return round_s * (source.loops ? fraction(source.to) : std::clamp(source.to, 0.0, 1.0));
}

std::uint32_t Run::make_list(CrowdLayer* lines) {
  if (!listed_) return ListMaker(at_, full_, lines).make();
  std::uint8_t place[kMostItems];  // of items among lines
  std::uint8_t count = 0;
  for (std::uint32_t i = 0; i < item_count_; ++i) {
    const Item& item = scratch_.items[i];
    place[i] = count;
    if (item.line == 0 || count == g_.max_lines) continue;
    CrowdLayer& line = lines[count++];
    if (item.clip == kCrowdStage)
      line = {kCrowdStage, item.mask,         static_cast<float>(item.inside),
              0,           place[item.begin], place[item.split]};
    else
      line = {item.clip,
              item.mask,
              static_cast<float>(item.line),
              static_cast<float>(time_of(item)),
              0,
              0,
              source_of(item).loops ? Loop::loop : Loop::once};
  }
  return count;
}

}  // namespace skelter::graph_state
