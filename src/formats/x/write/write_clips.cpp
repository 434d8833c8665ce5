// Writes animation sets: one per clip, one Animation per target, one AnimationKey per channel.

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "formats/x/axes.h"
#include "formats/x/read/tick_rate.h"
#include "formats/x/write/scene_writer.h"
#include "scene/internal/words.h"

namespace skelter::x {
namespace {

constexpr std::uint32_t kDefaultRate = 4800;

std::uint32_t key_type(ChannelPath path) {
  return path == ChannelPath::rotation      ? 0
         : path == ChannelPath::scale       ? 1
         : path == ChannelPath::translation ? 2
                                            : 4;
}

// Converts the numbers of a key to the order and axes of the file.
std::vector<float> file_values(ChannelPath path, const float* values) {
  switch (path) {
    case ChannelPath::rotation:
      return key_from_rotation({values[0], values[1], values[2], values[3]});
    case ChannelPath::translation:
      return {values[0], values[1], -values[2]};
    case ChannelPath::matrix: {
      Mat4 matrix;
      std::copy(values, values + 16, matrix.m.begin());
      matrix = mirrored(matrix);
      return {matrix.m.begin(), matrix.m.end()};
    }
    default:
      return {values, values + 3};
  }
}

struct Key {
  std::uint32_t tick = 0;
  const float* values = nullptr;
};

// Converts keys to ticks. A step becomes a jump: the old value again, one tick before the new one. If several
// keys are on the same tick, the first and the last are kept, which readers treat as a jump; at tick 0, only
// the last is kept.
std::vector<Key> keys_in_ticks(const Channel& channel, const TickRate& rate) {
  const std::size_t width = channel_width(channel.path);
  std::vector<Key> keys;
  for (std::size_t k = 0; k < channel.times_s.size(); ++k) {
    const Key key{rate.tick(channel.times_s[k]), &channel.values[k * width]};
    if (!keys.empty() && keys.back().tick == key.tick) {
      const bool is_second_side = keys.size() > 1 && keys[keys.size() - 2].tick == key.tick;
      const bool is_step = channel.interpolation == Interpolation::step;
      if (is_second_side || is_step || key.tick == 0)
        keys.back() = key;
      else
        keys.push_back(key);
      continue;
    }
    if (channel.interpolation == Interpolation::step && !keys.empty() && keys.back().tick + 1 < key.tick)
      keys.push_back({key.tick - 1, keys.back().values});
    keys.push_back(key);
  }
  return keys;
}

class ClipWriter {
 public:
  ClipWriter(SceneWriter& writer, const TickRate& rate) : writer_(writer), rate_(rate) {}

  void write(std::uint32_t index) {
    const Clip& clip = writer_.scene.clips[index];
    object_ = label_of("AnimationSet", clip.name.value_or(""), index);
    const std::string name = writer_.object_name(clip.name.value_or(""), "AnimationSet");
    writer_.sink.begin("AnimationSet", {name});
    for (std::uint32_t target = 0; target < clip.targets.size(); ++target) write_target(clip, target);
    writer_.sink.end();
  }

 private:
  // Name of the target in the file, or "" if nothing can refer to the target by name.
  std::string target_name(const ClipTarget& target) {
    if (target.node != kNone && writer_.is_frame(target.node)) return writer_.frame_name(target.node);
    return writer_.object_name(target.name, "Animation");
  }

  // Channels of one target. Channels are sorted by target.
  static std::span<const Channel> channels_of(const Clip& clip, std::uint32_t target) {
    const auto begin = std::lower_bound(
        clip.channels.begin(), clip.channels.end(), target,
        [](const Channel& channel, std::uint32_t wanted) { return channel.target < wanted; });
    auto end = begin;
    while (end != clip.channels.end() && end->target == target) ++end;
    return {clip.channels.data() + (begin - clip.channels.begin()), static_cast<std::size_t>(end - begin)};
  }

  // Whether a target has only morph weights. It must be skipped, because it would become an Animation without
  // keys, which Assimp rejects.
  static bool only_morphs(std::span<const Channel> channels) {
    return !channels.empty() && std::all_of(channels.begin(), channels.end(), [](const Channel& channel) {
      return channel.path == ChannelPath::weights;
    });
  }
  void lose_morph_weights() {
    writer_.lose("x.morph-weights", object_, "morph weights, which .x cannot hold; dropped");
  }

  void write_target(const Clip& clip, std::uint32_t index) {
    const ClipTarget& target = clip.targets[index];
    const std::string name = target_name(target);
    if (name.empty()) {
      writer_.lose("x.target-without-name", object_,
                   "an animation of a node that is not a frame in the file; dropped");
      return;
    }
    const std::span<const Channel> channels = channels_of(clip, index);
    if (only_morphs(channels)) return lose_morph_weights();
    writer_.sink.begin("Animation");
    writer_.sink.reference({name});
    if (target.open && target.linear) {
      writer_.sink.begin("AnimationOptions");
      writer_.sink.integer(*target.open ? 1 : 0, ";\n");
      writer_.sink.integer(*target.linear ? 1 : 0, ";\n");
      writer_.sink.end();
    }
    for (const Channel& channel : channels) write_channel(channel);
    writer_.sink.end();
  }

  void write_channel(const Channel& channel) {
    if (channel.path == ChannelPath::weights) return lose_morph_weights();
    if (channel.interpolation == Interpolation::step)
      writer_.lose("x.step-keys", object_,
                   "stepped keys, which .x cannot hold; each step is written as a jump within one tick");

    const std::vector<Key> keys = keys_in_ticks(channel, rate_);
    Sink& sink = writer_.sink;
    sink.begin("AnimationKey");
    sink.integer(key_type(channel.path), ";\n");
    sink.integer(static_cast<std::uint32_t>(keys.size()), ";\n");
    for (std::size_t k = 0; k < keys.size(); ++k) {
      const std::vector<float> values = file_values(channel.path, keys[k].values);
      sink.integer(keys[k].tick, ";");
      sink.integer(static_cast<std::uint32_t>(values.size()), ";");
      for (std::size_t i = 0; i + 1 < values.size(); ++i) sink.real(values[i], ",");
      sink.real(values.back(), k + 1 < keys.size() ? ";;,\n" : ";;;\n");
    }
    sink.end();
  }

  SceneWriter& writer_;
  TickRate rate_;
  std::string object_;
};

}  // namespace

void write_clips(SceneWriter& writer) {
  if (writer.scene.clips.empty()) return;
  const TickRate rate = choose_tick_rate(writer.scene);
  if (rate.largest_error_s > 0)
    writer.lose("x.times-rounded", "AnimTicksPerSecond",
                fmt::format("no rate makes all key times integer ticks; at {} ticks per second they are off "
                            "by up to {:.3g} s",
                            rate.per_second, rate.largest_error_s));
  if (writer.scene.ticks_in_file || rate.per_second != kDefaultRate) {
    writer.sink.begin("AnimTicksPerSecond");
    writer.sink.integer(rate.per_second, ";\n");
    writer.sink.end();
  }
  ClipWriter clips(writer, rate);
  for (std::uint32_t i = 0; i < writer.scene.clips.size(); ++i) clips.write(i);
}

}  // namespace skelter::x
