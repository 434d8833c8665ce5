// The commonest step by far, 24 of 25 of the example: no slot plays, no machine is inside another, nothing
// passes a marker or an event, and what is heard of a sync group is one motion. It goes as hear() and what
// follows it go, by the same arithmetic in the same order, but layer by layer straight to lines. Whatever it
// does not know it leaves to those, before it has changed anything.
#include <algorithm>
#include <cmath>

#include "play/graph/run.h"

namespace skelter::graph_state {

class PlainStep {
 public:
  PlainStep(Run& run, double h_s)
      : run_(run), g_(run.g_), at_(run.at_), lines_(run.lines_), h_s_(h_s), varies_(run.moves_) {}

  // Whether it is one. Lines are written, but nothing else has changed.
  [[gnu::always_inline]] bool find() {
    if (!run_.plain_ || g_.top_layers > kMostLayers || g_.groups.size() > kMostGroups) return false;
    for (const GraphLayer& layer : g_.layers.first(g_.top_layers))
      if (!find_layer(layer)) return false;
    for (std::size_t i = 0; i < g_.groups.size(); ++i)
      if ((woken_ >> i & 1) == 0 && at_.block.groups[i] >= 0) return false;
    return true;
  }
  void take();

 private:
  static constexpr std::uint32_t kMostLayers = 8, kMostGroups = 4;

  // A clip that is heard.
  struct Heard {
    double inside;  // weight in its motion, in the middle of the step
    double line;    // at the end
    const GraphClip* clip;
    std::uint16_t motion;  // the leaf
    std::uint16_t markers;
    std::uint16_t index;  // of the clip
    Interval interval;    // of those with markers
  };
  friend const GraphClip& clip_of(const Instance&, const Heard& heard) { return *heard.clip; }
  // Neighbours in the middle, and those that are new at the end.
  struct Clips {
    Heard of[4];
    std::uint32_t count = 0;

    // False: of another kind.
    [[gnu::always_inline]] bool put(const Instance& at, std::uint16_t leaf, double inside, double line) {
      const GraphMotion& motion = at.graph.motions[leaf];
      if (motion.kind != GraphMotionKind::clip) return motion.kind == GraphMotionKind::none;
      Heard& heard = of[count++];
      heard.inside = inside;
      heard.line = line;
      heard.clip = &at.clips[motion.first];
      heard.motion = leaf;
      heard.markers = motion.markers;
      heard.index = motion.first;
      return true;
    }
  };
  // What a voice weighs in its machine, as StackWeights; `line` at the end.
  struct Shares {
    double full, linear, line;
  };
  static constexpr Shares kWhole{1, 1, 1};
  // How a voice goes.
  struct Way {
    double from, to;  // positions; of a motion with a group seconds in the state
    double group_from = kAsleep, group_to = kAsleep, whole = kAsleep;
    bool synced, loops;
  };
  // Where it will be.
  struct Moved {
    Voice* voice;
    double position;
  };

  bool find_layer(const GraphLayer& layer);
  bool find_stack(Machine& machine, double* before);
  bool begin_layer(const GraphLayer& layer);
  bool end_layer(const GraphLayer& layer);
  bool find_clips(const GraphMotion& motion, std::uint16_t index, Clips& clips, bool& changes);
  bool move(const GraphMotion& motion, const Shares& shares, Clips& clips, bool changes, Moved& moved);
  Moved& keep(Voice& voice) {
    Moved& moved = moved_[moved_count_++];
    moved = {&voice, voice.position};
    return moved;
  }
  static bool find_later(Instance& at, double h_s, const GraphMotion& motion, Clips& clips);
  // As many clips as are heard, or kAny: the parameter of the motion is on its way. Each has code of its own:
  // without loops of one or two, whose ends nobody could foretell.
  static constexpr std::uint32_t kAny = 0;
  template <std::uint32_t kCount, bool kSynced>
  bool move_as(const GraphMotion& motion, const Shares& shares, Clips& clips, Moved& moved);
  bool move_group(std::uint16_t index, double rate, const Shares& shares, std::span<Heard> clips, Way& way);
  bool passes_nothing(std::span<const Heard> clips, const Way& way) const;
  static std::uint32_t add_root(const Instance& at, std::span<const Heard> clips, const Way& way,
                                double share, RootMotionLayer* parts);
  void put_line(std::uint16_t clip, std::uint16_t mask, double weight, double time_s, Loop loop,
                std::uint32_t split = 0) {
    weights_[line_count_] = weight;
    lines_[line_count_++] = {clip,
                             mask,
                             static_cast<float>(weight),
                             static_cast<float>(time_s),
                             0,
                             static_cast<std::uint8_t>(split),
                             loop};
  }

  Run& run_;
  const GraphView& g_;
  Instance& at_;
  CrowdLayer* lines_;
  const double h_s_;
  const bool varies_;  // parameters move
  bool profiled_ = false;
  // Of the layer:
  bool gives_root_;
  std::uint16_t mask_;       // of lines
  double weight_, in_list_;  // in the middle, and at the end
  double strength_;          // of what it lists
  std::uint32_t split_;      // its first line
  std::uint32_t line_count_ = 0, moved_count_ = 0, fading_count_ = 0, root_count_ = 0;
  std::uint32_t woken_ = 0, stay_ = 0;  // a bit for each group: it has members; and at the end
  double weights_[kMostGraphLines];     // of lines
  Moved moved_[kMostLayers * kMostStackEntries];
  std::uint16_t fading_[kMostLayers];  // machines
  double group_to_[kMostGroups];
};

bool Run::advance_plainly(double h_s) {
  PlainStep step(*this, h_s);
  at_.ahead_s = h_s / 2;
  const bool is_plain = step.find();
  at_.ahead_s = 0;
  if (is_plain) step.take();
  return is_plain;
}

[[gnu::always_inline]] inline bool PlainStep::find_layer(const GraphLayer& layer) {
  if (layer.slot != kNone16) return at_.block.slots[layer.slot].count == 0;
  std::uint16_t index = layer.motion;
  Voice* voice = nullptr;
  if (layer.voice != kNone16) {
    voice = &at_.block.voices[layer.voice];
  } else {
    const GraphMotion& holder = g_.motions[layer.motion];
    if (holder.kind != GraphMotionKind::machine) return false;
    const std::uint16_t number = holder.first;
    Machine& machine = at_.block.machines[number];
    double* const before = run_.scratch_.before[number];
    if (machine.count != 1) {
      fading_[fading_count_++] = number;
      return begin_layer(layer) && find_stack(machine, before) && end_layer(layer);
    }
    const std::uint8_t of = machine.entries[0].voice;
    voice = &machine.voices[of];
    before[of] = voice->position;
    index = g_.nodes[voice->state].motion;
  }
  Clips clips;
  bool changes = false;
  const GraphMotion& motion = g_.motions[index];
  if (!find_clips(motion, index, clips, changes)) return false;
  Moved& moved = keep(*voice);
  if (clips.count == 0 && !changes) return true;
  return begin_layer(layer) && move(motion, kWhole, clips, changes, moved) && end_layer(layer);
}

// Whether it is of a kind that is known, and what it weighs.
[[gnu::always_inline]] inline bool PlainStep::begin_layer(const GraphLayer& layer) {
  split_ = line_count_;
  strength_ = 0;
  mask_ = kNone16;
  weight_ = in_list_ = 1;
  gives_root_ = false;
  if (layer.mode == GraphLayerMode::base) {
    gives_root_ = run_.root_ != nullptr;
    return layer.root_motion == 1;
  }
  weight_ = in_list_ = at_.layer_weight(layer);
  if (varies_ && layer.weight_parameter != kNone16) {
    at_.ahead_s = h_s_;
    in_list_ = at_.layer_weight(layer);
    at_.ahead_s = h_s_ / 2;
  }
  if (layer.mode == GraphLayerMode::override) return layer.mask != kNone16 && layer.root_motion == 0;
  mask_ = layer.mask;
  return true;
}

// As Run::put_override and put_additive.
[[gnu::always_inline]] inline bool PlainStep::end_layer(const GraphLayer& layer) {
  if (layer.mode == GraphLayerMode::base || line_count_ == split_) return true;
  double share = in_list_, stage = 0;
  if (layer.mode == GraphLayerMode::override) {
    stage = in_list_ * strength_;
    share = !(in_list_ > 0) ? 0 : strength_ > 0 ? 1 / strength_ : 1;
  }
  if (share == 0) line_count_ = split_;
  if (share != 1)
    for (std::uint32_t i = split_; i < line_count_; ++i) {
      const double line = weights_[i] * share;
      if (line == 0) return false;
      lines_[i].weight = static_cast<float>(line);
    }
  if (stage > 0 && line_count_ == g_.max_lines) return false;
  if (stage > 0) put_line(kCrowdStage, layer.mask, stage, 0, Loop::as_made, split_);
  return true;
}

// As Run::hear_stack, of voices that stand on the stack once.
bool PlainStep::find_stack(Machine& machine, double* before) {
  if (machine.count == 0) return false;
  StackWeights middle, end;
  weigh_stack(g_, machine, h_s_ / 2, middle);
  weigh_stack(g_, machine, h_s_, end);
  std::uint32_t seen = 0;
  for (std::uint32_t k = 0; k < machine.count; ++k) {
    const std::uint8_t number = machine.entries[k].voice;
    if ((seen >> number & 1) != 0) return false;
    seen |= 1u << number;
    profiled_ = profiled_ || (k != 0 && fade_of(g_, machine.entries[k]).profile != kNone16);
    Voice& voice = machine.voices[number];
    before[number] = voice.position;
    const std::uint16_t index = g_.nodes[voice.state].motion;
    const GraphMotion& motion = g_.motions[index];
    Clips clips;
    bool changes = false;
    if (!find_clips(motion, index, clips, changes)) return false;
    Moved& moved = keep(voice);
    const Shares shares{middle.full[k], middle.linear[k], run_.full_ ? end.full[k] : end.linear[k]};
    if ((clips.count != 0 || changes) && !move(motion, shares, clips, changes, moved)) return false;
  }
  return true;
}

// What is heard in the middle. False: of another kind.
[[gnu::always_inline]] inline bool PlainStep::find_clips(const GraphMotion& motion, std::uint16_t index,
                                                         Clips& clips, bool& changes) {
  if (motion.kind == GraphMotionKind::none) return true;
  if (motion.kind == GraphMotionKind::clip) return clips.put(at_, index, 1, 1);
  if (motion.kind != GraphMotionKind::blend) return false;
  const Neighbours at_x = neighbours(at_, motion);
  const double first = 1 - at_x.to_second, second = at_x.to_second;
  changes = varies_ && !stands(at_, motion);
  if (first > 0 && !clips.put(at_, at_x.first->motion, first, first)) return false;
  return !(second > 0) || clips.put(at_, at_x.first[1].motion, second, second);
}

bool PlainStep::move(const GraphMotion& motion, const Shares& shares, Clips& clips, bool changes,
                     Moved& moved) {
  const bool synced = motion.group != kNone16;
  if (changes)
    return synced ? move_as<kAny, true>(motion, shares, clips, moved)
                  : move_as<kAny, false>(motion, shares, clips, moved);
  if (clips.count == 1)
    return synced ? move_as<1, true>(motion, shares, clips, moved)
                  : move_as<1, false>(motion, shares, clips, moved);
  return synced ? move_as<2, true>(motion, shares, clips, moved)
                : move_as<2, false>(motion, shares, clips, moved);
}

// How it goes on, and what is heard at the end.
template <std::uint32_t kCount, bool kSynced>
bool PlainStep::move_as(const GraphMotion& motion, const Shares& shares, Clips& clips, Moved& moved) {
  constexpr bool kChanges = kCount == kAny;
  const Voice& voice = *moved.voice;
  std::span<Heard> all(clips.of, kChanges ? clips.count : kCount);
  Way way;
  way.synced = kSynced;
  way.loops = kSynced || motion.loops != 0;
  double rate = 0;
  if (!kChanges || clips.count != 0) {
    rate = rate_of<Heard>(at_, motion, all);
    if (!kSynced) Run::go_on(motion, moved.position, duration_of<Heard>(at_, all), rate, h_s_);
  }
  if (kChanges) {
    if (!find_later(at_, h_s_, motion, clips)) return false;
    all = {clips.of, clips.count};
  }
  way.from = kSynced ? voice.time_s : voice.position;
  way.to = kSynced ? voice.time_s + h_s_ : moved.position;
  if (kSynced && !move_group(motion.group, rate, shares, all, way)) return false;
  if (run_.hears_ && !passes_nothing(all, way)) return false;
  if (gives_root_) root_count_ += add_root(at_, all, way, shares.linear, run_.roots() + root_count_);

  if (lines_ == nullptr) return true;
  const Loop loop = way.loops ? Loop::loop : Loop::once;
  const double part = kSynced ? 0 : way.loops ? fraction(way.to) : std::clamp(way.to, 0.0, 1.0);
  double sum = 0;
  for (const Heard& heard : all) {
    sum += heard.line;
    const double line = heard.line * shares.line, round_s = heard.clip->duration_s;
    if (line == 0) continue;
    if (line_count_ == g_.max_lines) return false;
    double time_s = round_s * part;
    if (kSynced)
      time_s = heard.markers == kNone16 ? looped_s(way.to, round_s)
                                        : heard.interval.time_in_clip_s(way.group_to - way.whole, round_s);
    put_line(heard.index, mask_, line, time_s, loop);
  }
  strength_ += shares.line * sum;
  return true;
}

// The weights of the end, where the parameter of a blend is on its way: as Run::put_later.
bool PlainStep::find_later(Instance& at, double h_s, const GraphMotion& motion, Clips& clips) {
  for (std::uint32_t i = 0; i < clips.count; ++i) clips.of[i].line = 0;
  at.ahead_s = h_s;
  const Neighbours at_x = neighbours(at, motion);
  at.ahead_s = h_s / 2;
  const std::uint32_t end = clips.count;
  std::uint32_t next = 0;
  for (int i = 0; i < 2; ++i) {
    const double weight = i == 0 ? 1 - at_x.to_second : at_x.to_second;
    if (!(weight > 0)) continue;
    const std::uint16_t leaf = at_x.first[i].motion;
    std::uint32_t k = next;
    while (k < end && clips.of[k].motion != leaf) ++k;
    if (k == end || clips.count != end) {
      if (!clips.put(at, leaf, 0, weight)) return false;
    } else {
      clips.of[k].line = weight;
      next = k + 1;
    }
  }
  return true;
}

// As Run::move_group, inside one interval, and of one motion alone.
[[gnu::always_inline]] inline bool PlainStep::move_group(std::uint16_t index, double rate,
                                                         const Shares& shares, std::span<Heard> clips,
                                                         Way& way) {
  const double position = at_.block.groups[index], whole = floor_of(position);
  double lengths = 0, weights = 0;
  bool has = false, leads = false, stays = false;
  for (Heard& heard : clips) {
    if (heard.markers == kNone16) continue;
    has = true;
    stays = stays || heard.line > 0;
    leads = leads || heard.inside > 0;
    heard.interval = markers_of(at_, heard.motion).interval_at(whole);
    const double own = heard.inside * shares.full * weight_;
    if (!(own > 0)) continue;
    lengths += own * heard.interval.length_s;
    weights += own;
  }
  if (!has) return true;
  if (!leads || !(position >= 0) || (woken_ >> index & 1) != 0) return false;
  woken_ |= 1u << index;
  stay_ |= (stays ? 1u : 0u) << index;
  way.whole = whole;
  way.group_from = way.group_to = position;
  const double rest_s = weights > 0 ? std::max(rate, 0.0) * h_s_ : 0;
  if (rest_s > 0) {
    const double length_s = lengths / weights;
    if (!(rest_s < (whole + 1 - position) * length_s)) return false;
    way.group_to += rest_s / length_s;
  }
  group_to_[index] = way.group_to;
  return way.group_to < whole + 1;
}

// Sure only if it is.
[[gnu::always_inline]] inline bool PlainStep::passes_nothing(std::span<const Heard> clips,
                                                             const Way& way) const {
  for (const Heard& heard : clips) {
    const GraphClip& clip = *heard.clip;
    if (clip.events.empty()) continue;
    double from = way.from, to = way.to;
    if (way.synced && heard.markers != kNone16) {
      from = heard.interval.begin_s + (way.group_from - way.whole) * heard.interval.length_s;
      to = from + (way.group_to - way.group_from) * heard.interval.length_s;
    } else if (!way.synced) {
      const double whole = way.loops ? floor_of(from) : 0;
      from = (from - whole) * clip.duration_s;
      to = (to - whole) * clip.duration_s;
    }
    if (is_event_near(clip, way.loops, from, to)) return false;
  }
  return true;
}

// Parts of root motion, of the first layer: those above give none.
std::uint32_t PlainStep::add_root(const Instance& at, std::span<const Heard> clips, const Way& way,
                                  double share, RootMotionLayer* parts) {
  std::uint32_t count = 0;
  for (const Heard& heard : clips) {
    const GraphClip& clip = *heard.clip;
    const double weight = heard.inside * share;
    if (!(weight > 0) || clip.additive) continue;
    graph_state::Way passed{way.from, way.to, 1};
    if (way.synced && heard.markers != kNone16)
      markers_of(at, heard.motion).play_times_s(way.group_from, way.group_to, passed.from_s, passed.to_s);
    else if (!way.synced)
      passed = {way.from * clip.duration_s, way.to * clip.duration_s, 1};
    parts[count++] = {root_of(clip, passed, way.loops), weight};
  }
  return count;
}

[[gnu::always_inline]] inline void PlainStep::take() {
  for (const Moved& moved : std::span(moved_, moved_count_)) {
    moved.voice->time_s += h_s_;
    moved.voice->position = moved.position;
  }
  for (std::size_t i = 0; i < g_.groups.size(); ++i) {
    const bool wakes = (woken_ >> i & 1) != 0;
    run_.scratch_.group_before[i] = at_.block.groups[i];
    if (wakes) at_.block.groups[i] = group_to_[i];
    run_.scratch_.has_members[i] = (stay_ >> i & 1) != 0;
  }
  if (root_count_ != 0) run_.add_roots(root_count_);
  run_.listed_ = run_.written_ = lines_ != nullptr && !profiled_;
  run_.line_count_ = line_count_;
  for (std::uint32_t i = 0; i < fading_count_; ++i) run_.advance_fades(fading_[i]);
}

}  // namespace skelter::graph_state
