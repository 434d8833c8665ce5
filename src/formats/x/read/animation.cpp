// Converts animation sets to clips: one target per frame, one channel per key type, times in seconds.

#include <algorithm>
#include <cmath>
#include <utility>

#include "formats/x/axes.h"
#include "formats/x/read/animation_diagnostics.h"
#include "formats/x/read/scene_builder.h"
#include "scene/edit/internal/jump_keys.h"

namespace skelter::x {
namespace {

constexpr double kDefaultTicksPerSecond = 4800;

// If AnimTicksPerSecond occurs several times, the last is used. The caller's rate overrides it.
double find_tick_rate(SceneBuilder& b) {
  double rate = kDefaultTicksPerSecond;
  for (std::uint32_t o = 0; o < b.tree.objects.size(); ++o) {
    if (b.tree.objects[o].reference || b.kind(o) != Kind::ticks_per_second) continue;
    b.scene.ticks_in_file = true;
    rate = WordsCursor(b.words(o)).next();
    if (rate == 0) {
      b.warn("x.zero-tick-rate", o, "0 ticks per second; 4800 assumed");
      rate = kDefaultTicksPerSecond;
    }
  }
  if (!b.shared.ticks_per_second) return rate;
  b.scene.ticks_in_file = true;
  return *b.shared.ticks_per_second;
}

// --- targets ----------------------------------------------------------------------------------------------

struct Target {
  std::uint32_t object = kNone;  // the reference or the inline frame; kNone: the animation has no frame
  std::string name;
  std::uint32_t node = kNone;
};

// Finds the frame that an animation moves: a reference `{ Frame }`, or a frame inside the animation. If no
// frame has the referenced name, the target only stores the name.
Target find_target(SceneBuilder& b, std::uint32_t animation) {
  Target target;
  for (const std::uint32_t child : b.children(b.resolved(animation))) {
    const XObject& object = b.tree.objects[child];
    const Kind kind = b.kind(child);
    if (kind != Kind::frame && !object.reference) continue;
    if (object.reference && (kind == Kind::animation_key || kind == Kind::animation_options)) continue;
    if (target.object != kNone) {
      b.warn("x.several-targets", child, "a second frame in this animation; the first is used");
      continue;
    }
    if (kind != Kind::frame && object.name.empty()) continue;  // a GUID that matches no object
    target.object = child;
    target.name = object.name;
    if (kind == Kind::frame) {
      const bool by_name_only = object.reference && !object.guid;
      if (by_name_only) target.node = b.node_named(object.name);
      if (target.node == kNone) target.node = b.index_of_object[b.resolved(child)];
      target.name = b.tree.objects[b.resolved(child)].name;
    } else if (kind != Kind::unresolved) {
      b.warn("x.target-is-no-frame", child, "expected a frame; the clip keeps the name");
    }
  }
  return target;
}

// --- keys -------------------------------------------------------------------------------------------------

std::optional<ChannelPath> path_of_key_type(std::uint32_t type) {
  constexpr ChannelPath kPaths[] = {ChannelPath::rotation, ChannelPath::scale, ChannelPath::translation,
                                    ChannelPath::matrix, ChannelPath::matrix};
  return type < std::size(kPaths) ? std::optional(kPaths[type]) : std::nullopt;
}

// Reads one AnimationKey word by word: for every key a time, a count, then that many numbers.
class KeyReader {
 public:
  KeyReader(SceneBuilder& b, std::uint32_t object, const std::string& target, double ticks_per_second)
      : b_(b), object_(object), target_(target), ticks_per_second_(ticks_per_second) {}

  // Returns nullopt if the list has no keys.
  Result<std::optional<Channel>> read() {
    WordsCursor words(b_.words(object_));
    const std::uint32_t type = words.next();
    const std::uint32_t count = words.next();
    const std::optional<ChannelPath> path = path_of_key_type(type);
    if (!path) return error("x.bad-key-type", "key type " + std::to_string(type) + "; expected 0 to 4");
    if (count == 0) return std::optional<Channel>();
    const std::uint32_t width = channel_width(*path);
    if (auto checked = check_widths(words.rest(), count, width); !checked) return checked.error();
    if (auto taken = b_.take_memory(object_, count, sizeof(double) + sizeof(float) * width); !taken)
      return taken.error();

    Channel channel;
    channel.path = *path;
    channel.times_s.resize(count);
    channel.values.resize(std::size_t{count} * width);
    const bool sorted = read_times(words.rest(), width, channel.times_s);
    if (auto done = read_values(words.rest(), channel); !done) return done.error();
    if (!sorted) sort_keys(words.rest(), channel);
    for (double& time : channel.times_s) time /= ticks_per_second_;
    separate_equal(channel.times_s);
    return std::optional<Channel>(std::move(channel));
  }

 private:
  Error error(std::string_view code, std::string message) const {
    Error e = b_.error(code, object_, std::move(message));
    e.where.object = label();
    return e;
  }
  void report(Severity severity, std::string_view code, std::string message, std::uint64_t count) {
    SourceSpot spot = b_.tree.spot(object_);
    spot.object = label();
    b_.scene.diagnostics.add(severity, code, std::move(spot), std::move(message), count);
  }
  // Animations rarely have names, so users identify them by their target.
  std::string label() const { return "Animation " + target_; }

  Result<void> check_widths(Words words, std::uint32_t count, std::uint32_t width) const {
    WordsCursor cursor(words);
    for (std::uint32_t key = 0; key < count; ++key) {
      cursor.next();
      const std::uint32_t numbers = cursor.next();
      if (numbers != width)
        return error("x.bad-key-width", "key " + std::to_string(key) + " has " +
                                            counted(numbers, "number", "numbers") + "; expected " +
                                            std::to_string(width));
      cursor.take(width);
    }
    return {};
  }

  // Reads times in ticks. Returns false if they do not strictly increase.
  static bool read_times(Words words, std::uint32_t width, std::vector<double>& ticks) {
    const std::size_t stride = std::size_t{width} + 2;
    bool increasing = true;
    for (std::size_t key = 0; key < ticks.size(); ++key) {
      ticks[key] = words[key * stride];
      increasing = increasing && (key == 0 || words[key * stride] > words[(key - 1) * stride]);
    }
    return increasing;
  }

  Result<void> read_values(Words words, Channel& channel) {
    const std::uint32_t width = channel_width(channel.path);
    float* out = channel.values.data();
    std::uint32_t bad = 0;
    for (std::size_t key = 0; key < channel.times_s.size(); ++key, out += width) {
      const std::uint32_t* in = words.data() + key * (width + std::size_t{2}) + 2;
      for (std::uint32_t i = 0; i < width; ++i) {
        bad |= static_cast<std::uint32_t>(is_not_finite(in[i]));
        out[i] = as_float(in[i]);
      }
    }
    if (bad != 0) return error("x.bad-key-value", "key with a number that is not finite");
    switch (channel.path) {
      case ChannelPath::rotation:
        convert_rotations(channel.values);
        break;
      case ChannelPath::translation:
        for (std::size_t i = 2; i < channel.values.size(); i += 3) channel.values[i] = -channel.values[i];
        break;
      case ChannelPath::matrix:
        convert_matrices(channel.values);
        break;
      default:
        break;
    }
    return {};
  }

  // Converts w x y z from the file to x y z w of unit length. Unit quaternions are not normalised again.
  void convert_rotations(std::vector<float>& values) {
    const bool as_stored = b_.options.rotations_as_stored;
    std::uint64_t not_unit = 0, zero = 0;
    for (std::size_t i = 0; i < values.size(); i += 4) {
      float* v = &values[i];
      Quat q = as_stored ? rotation_from_key_as_stored(v[0], v[1], v[2], v[3])
                         : rotation_from_key(v[0], v[1], v[2], v[3]);
      const double squared = dot(to_double(q), to_double(q));
      if (std::abs(squared - 1) > 2e-6) {  // length differs from 1 by more than 1e-6
        const double l = std::sqrt(squared);
        if (!(l > 0))
          ++zero;
        else if (std::abs(l - 1) > 1e-2)
          ++not_unit;
        q = to_float(normalized(to_double(q)));
      }
      v[0] = q.x, v[1] = q.y, v[2] = q.z, v[3] = q.w;
    }
    if (not_unit > 0)
      report(Severity::note, "x.rotation-not-unit", "length of rotation keys is not 1; normalised", not_unit);
    if (zero > 0)
      report(Severity::warning, "x.zero-rotation", "rotation key of length 0; treated as no rotation", zero);
  }

  static void convert_matrices(std::vector<float>& values) {
    Mat4 matrix;
    for (std::size_t i = 0; i < values.size(); i += 16) {
      std::copy_n(&values[i], 16, matrix.m.begin());
      matrix = mirrored(matrix);
      std::copy_n(matrix.m.begin(), 16, &values[i]);
    }
  }

  // Sorts stably by time. If several keys have the same time, the first and the last are kept as a jump,
  // because those between are never visible. At tick 0 only the last is kept, since no clip plays before it.
  void sort_keys(Words words, Channel& channel) {
    const std::size_t width = channel_width(channel.path), stride = width + 2;
    std::vector<std::uint32_t> order(channel.times_s.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
    const auto tick = [&](std::uint32_t key) { return words[key * stride]; };
    const auto earlier = [&](std::uint32_t x, std::uint32_t y) { return tick(x) < tick(y); };
    if (!std::is_sorted(order.begin(), order.end(), earlier)) {
      report(Severity::warning, "x.unsorted-keys", "key times are not in order; sorted", 1);
      std::stable_sort(order.begin(), order.end(), earlier);
    }
    std::size_t kept = 0;
    std::uint64_t at_zero = 0, between = 0;
    bool same_after = false;
    for (std::size_t i = 0; i < order.size(); ++i) {
      const bool same_before = same_after;
      same_after = i + 1 < order.size() && tick(order[i]) == tick(order[i + 1]);
      if (same_after && tick(order[i]) == 0)
        ++at_zero;
      else if (same_after && same_before)
        ++between;
      else
        order[kept++] = order[i];
    }
    if (between > 0)
      report(Severity::note, "x.keys-at-one-time",
             "more than two keys at one time; the first and the last are used", between);
    if (at_zero > 0)
      report(Severity::note, "x.keys-at-one-time", "several keys at time 0; the last is used", at_zero);

    Channel sorted;
    sorted.path = channel.path;
    sorted.times_s.reserve(kept);
    sorted.values.reserve(kept * width);
    for (std::size_t i = 0; i < kept; ++i) {
      sorted.times_s.push_back(channel.times_s[order[i]]);
      const float* values = &channel.values[order[i] * width];
      sorted.values.insert(sorted.values.end(), values, values + width);
    }
    channel = std::move(sorted);
  }

  SceneBuilder& b_;
  std::uint32_t object_;
  const std::string& target_;
  double ticks_per_second_;
};

// --- clips ------------------------------------------------------------------------------------------------

// Collects the channels of one set. Several animations of the same frame share one target.
class ClipMaker {
 public:
  ClipMaker(SceneBuilder& b, double ticks_per_second) : b_(b), ticks_per_second_(ticks_per_second) {
    clip_.ticks_per_second = ticks_per_second;
  }
  Clip& clip() { return clip_; }

  Result<void> add(std::uint32_t animation) {
    if (auto counted = b_.count_reference(animation); !counted) return counted;
    const Target target = find_target(b_, animation);
    if (target.object == kNone) {
      b_.warn("x.animation-without-target", animation, "animation without a frame; dropped");
      return {};
    }
    // Twice the size of each, because vectors double their capacity, and 96 bytes for the map entry.
    const std::uint64_t bytes = 2 * sizeof(ClipTarget) + 2 * sizeof(std::vector<Channel>) + 96;
    if (auto taken = b_.take_memory(animation, 1, bytes + 2 * target.name.size()); !taken) return taken;
    const std::uint32_t index = target_index(target);
    for (const std::uint32_t child : b_.children(b_.resolved(animation))) {
      if (b_.kind(child) == Kind::animation_options) {
        WordsCursor words(b_.words(child));
        clip_.targets[index].open = words.next() != 0;
        clip_.targets[index].linear = words.next() != 0;
      } else if (b_.kind(child) == Kind::animation_key) {
        if (auto counted = b_.count_reference(child); !counted) return counted;
        Result<std::optional<Channel>> channel = KeyReader(b_, child, target.name, ticks_per_second_).read();
        if (!channel) return channel.error();
        if (auto taken = b_.take_memory<Channel>(child, 3); !taken) return taken;
        if (*channel) add_channel(index, child, *std::move(*channel));
      }
    }
    return {};
  }

  Clip finish() {
    for (std::vector<Channel>& channels : channels_)
      for (Channel& channel : channels) {
        clip_.duration_s = std::max(clip_.duration_s, channel.times_s.back());
        clip_.channels.push_back(std::move(channel));
      }
    return std::move(clip_);
  }

 private:
  std::uint32_t target_index(const Target& target) {
    const auto next = static_cast<std::uint32_t>(clip_.targets.size());
    const std::uint32_t index = target.node != kNone ? by_node_.emplace(target.node, next).first->second
                                                     : by_name_.emplace(target.name, next).first->second;
    if (index == next) {
      clip_.targets.push_back({target.name, target.node, {}});
      channels_.emplace_back();
    }
    return index;
  }

  void add_channel(std::uint32_t target, std::uint32_t object, Channel channel) {
    channel.target = target;
    std::vector<Channel>& channels = channels_[target];
    for (Channel& known : channels) {
      if (known.path != channel.path) continue;
      warn("x.channel-twice", object, target, "a second list of keys of this kind; the later one is used");
      known = std::move(channel);
      return;
    }
    channels.push_back(std::move(channel));
    const auto is_matrix = [](const Channel& c) { return c.path == ChannelPath::matrix; };
    const auto matrices = std::count_if(channels.begin(), channels.end(), is_matrix);
    if (matrices == 1 && channels.size() == 2)
      warn("x.matrix-and-parts", object, target, "both matrix keys and other keys; the matrix keys are used");
  }
  void warn(std::string_view code, std::uint32_t object, std::uint32_t target, std::string message) {
    SourceSpot spot = b_.tree.spot(object);
    spot.object = "Animation " + clip_.targets[target].name;
    b_.scene.diagnostics.add(Severity::warning, code, std::move(spot), std::move(message));
  }

  SceneBuilder& b_;
  double ticks_per_second_;
  Clip clip_;
  std::unordered_map<std::uint32_t, std::uint32_t> by_node_;
  std::unordered_map<std::string, std::uint32_t> by_name_;
  std::vector<std::vector<Channel>> channels_;  // one list per target
};

// Reads the animations that a set contains or refers to, and marks them in `held`.
Result<void> read_set(SceneBuilder& b, std::uint32_t set, double rate, std::vector<bool>& held) {
  ClipMaker maker(b, rate);
  const std::string& name = b.tree.objects[set].name;
  if (!name.empty()) maker.clip().name = name;
  std::uint32_t animations = 0;
  for (const std::uint32_t child : b.children(set)) {
    if (b.kind(child) != Kind::animation) continue;
    ++animations;
    held[b.resolved(child)] = true;
    if (auto added = maker.add(child); !added) return added;
  }
  if (animations == 0) b.warn("x.empty-animation-set", set, "animation set without animations");
  if (auto room = b.make_room(set, b.scene.clips); !room) return room;
  b.scene.clips.push_back(maker.finish());
  return {};
}

// Puts the animations outside all sets into one more clip, which has no name.
Result<void> read_loose_animations(SceneBuilder& b, double rate, const std::vector<bool>& held) {
  ClipMaker maker(b, rate);
  std::uint32_t first = kNone, count = 0;
  for (std::uint32_t o = 0; o < b.tree.objects.size(); ++o) {
    if (b.tree.objects[o].reference || b.kind(o) != Kind::animation || held[o]) continue;
    if (count++ == 0) first = o;
    if (auto added = maker.add(o); !added) return added;
  }
  if (count == 0) return {};
  b.warn("x.animation-outside-set", first, "animation outside an animation set; put into an unnamed clip",
         count);
  b.scene.clips.push_back(maker.finish());
  return {};
}

}  // namespace

Result<void> read_animations(SceneBuilder& b) {
  const double rate = find_tick_rate(b);
  std::vector<bool> held(b.tree.objects.size(), false);
  for (std::uint32_t o = 0; o < b.tree.objects.size(); ++o) {
    if (b.tree.objects[o].reference) continue;
    if (b.kind(o) == Kind::compressed_animation_set)
      b.warn("x.compressed-animation", o, "compressed animation sets are not supported; ignored");
    if (b.kind(o) != Kind::animation_set) continue;
    if (auto read = read_set(b, o, rate, held); !read) return read;
  }
  if (auto read = read_loose_animations(b, rate, held); !read) return read;
  if (!b.shared.ticks_per_second) read_frame_numbers(b);
  note_absent_parts(b);
  note_rotation_reading(b);
  return {};
}

}  // namespace skelter::x
