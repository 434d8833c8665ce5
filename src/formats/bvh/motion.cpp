// Reads the MOTION section: each line of numbers becomes a key per joint and property.

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <numbers>

#include "formats/bvh/reader.h"
#include "skelter/math/quat.h"
#include "skelter/math/trig.h"
#include "skelter/scene/build.h"
#include "skelter/system/file.h"

namespace skelter::bvh {
namespace {

constexpr double kUsualFrameTime_s = 1.0 / 30;
constexpr double kMinFrameTime_s = 1e-9;
constexpr double kNotFinite = std::numeric_limits<double>::quiet_NaN();

bool parse_frames(std::string_view text, std::uint64_t& frames) {
  const auto read = std::from_chars(text.data(), text.data() + text.size(), frames);
  return read.ec == std::errc() && read.ptr == text.data() + text.size();
}

Quatd turn(std::size_t axis, double degrees) {
  const Vec3d axes[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  return from_axis_angle(axes[axis], std::fmod(degrees, 360) * (std::numbers::pi / 180));
}

}  // namespace

Result<void> Reader::read_frame_time() {
  bool has_frames = false, has_time = false;
  while (!has_frames || !has_time) {
    const Word word = words_.next_of_motion();
    const bool frames = is_word(word.text, "FRAMES"), frame = is_word(word.text, "FRAME");
    if (word.at_end()) return ends(word.line, has_frames ? "Frame Time:" : "Frames:");
    if (frame && !is_word(words_.next_of_motion().text, "TIME"))
      return error(word.line, "bvh.unexpected", "Frame without Time; expected Frame Time:");
    if (!frames && !frame)
      return error(word.line, "bvh.unexpected",
                   fmt::format("\"{}\"; expected {}", word.text, has_frames ? "Frame Time:" : "Frames:"));
    const Word value = words_.next_of_motion();
    if (value.at_end())
      return ends(value.line, frames ? "the number of frames" : "the frame time in seconds");
    if (frames && !parse_frames(value.text, frames_))
      return error(value.line, "bvh.number",
                   fmt::format("\"{}\"; expected the number of frames", value.text));
    if (frame && parse_value(value.text, frame_time_s_) == NumberForm::none)
      return error(value.line, "bvh.number", not_a_number(value.text));
    if (frame && !(frame_time_s_ >= kMinFrameTime_s)) {
      frame_time_s_ = kUsualFrameTime_s;
      if (!options_.ticks_per_second)
        warn("bvh.frame-time", value.line,
             fmt::format("Frame Time {}; expected more than 0 seconds, 1/30 is used", value.text));
    }
    (frames ? has_frames : has_time) = true;
  }
  if (options_.ticks_per_second) frame_time_s_ = 1 / *options_.ticks_per_second;
  return {};
}

// Creates clip channels for the joints that have channels in the file. Memory is reserved only for the frames
// that fit in the file, because the stated count may be wrong.
Result<void> Reader::make_channels(std::uint64_t frames) {
  std::uint64_t each = 0;
  for (std::uint32_t joint = 0; joint < joints_.size(); ++joint) {
    const auto first = channels_.begin() + joints_[joint].first;
    const auto positions =
        static_cast<std::uint32_t>(std::count_if(first, first + joints_[joint].count, is_position));
    JointKeys keys;
    keys.node = joint;
    const auto add = [&](ChannelPath path) {
      Channel& channel = clip_.channels.emplace_back();
      channel.target = static_cast<std::uint32_t>(clip_.targets.size());
      channel.path = path;
      each += sizeof(double) + channel_width(path) * sizeof(float);
      return static_cast<std::uint32_t>(clip_.channels.size() - 1);
    };
    if (positions != 0) keys.translation = add(ChannelPath::translation);
    if (positions != joints_[joint].count) keys.rotation = add(ChannelPath::rotation);
    if (joints_[joint].count == 0) continue;
    clip_.targets.push_back({scene_.nodes[joint].name, joint, {}});
    keys_.push_back(keys);
  }
  if (frames > budget_.limit() / std::max<std::uint64_t>(each, 1)) return take(UINT64_MAX);
  if (auto fits = take(frames * each); !fits) return fits;
  for (Channel& channel : clip_.channels) {
    channel.times_s.reserve(frames);
    channel.values.reserve(frames * channel_width(channel.path));
  }
  return {};
}

// If the first frame fills exactly one line, every frame must. Otherwise frames may span several lines.
Result<void> Reader::check_line(std::uint64_t frame, const Word& word, std::uint32_t read) {
  const std::uint32_t line = ahead_.line;
  if (read == 0 || !frame_per_line_ || word.line == line) return {};
  return error(line, "bvh.frame-width",
               fmt::format("frame {} has {} numbers; expected {}, one for each channel", frame, read,
                           channels_.size()));
}

std::uint32_t Reader::numbers_from(Words words, std::uint32_t line) const {
  std::uint32_t count = 1;
  for (Word word = words.next_of_motion(); !word.at_end() && word.line == line; word = words.next_of_motion())
    ++count;
  return count;
}

// Reads a frame into row_; false if the file ends first. `ahead_` is the frame's first word before the call,
// and the next word after it.
Result<bool> Reader::read_frame(std::uint64_t frame) {
  row_.clear();
  Word word = ahead_;
  for (std::uint32_t i = 0; i < channels_.size(); ++i) {
    if (word.at_end()) return false;
    if (auto fits = check_line(frame, word, i); !fits) return fits.error();
    double value = 0;
    const NumberForm form = parse_value(word.text, value);
    if (form == NumberForm::none) return error(word.line, "bvh.number", not_a_number(word.text));
    if (form == NumberForm::not_finite && ++bad_values_ == 1) bad_value_line_ = word.line;
    row_.push_back(form == NumberForm::finite ? value : kNotFinite);
    const std::uint32_t line = word.line;
    word = words_.next_of_motion();
    if (i + 1 == channels_.size() && !word.at_end() && word.line == line)
      return error(
          line, "bvh.frame-width",
          fmt::format(
              "extra numbers on the line where frame {} ends; expected {} for a frame, one for each channel",
              frame, channels_.size()));
  }
  ahead_ = word;
  return true;
}

// If a property has a number that is not finite, it gets no key in this frame.
void Reader::add_keys(double time_s) {
  for (const JointKeys& keys : keys_) {
    const BvhJoint& joint = joints_[keys.node];
    Vec3d position = translation_part(to_double(scene_.nodes[keys.node].rest));
    Quatd rotation;
    bool moved = true, turned = true;
    for (std::uint32_t i = joint.first; i < joint.first + joint.count; ++i) {
      const double value = row_[i];
      const std::size_t axis = axis_of(channels_[i]);
      if (!is_position(channels_[i])) {
        turned = turned && std::isfinite(value);
        if (turned) rotation = rotation * turn(axis, value);
        continue;
      }
      moved = moved && std::isfinite(value);
      (axis == 0 ? position.x : axis == 1 ? position.y : position.z) = value;
    }
    if (keys.translation != kNone && moved) append_key(clip_.channels[keys.translation], time_s, position);
    if (keys.rotation == kNone || !turned) continue;
    Channel& channel = clip_.channels[keys.rotation];
    // Uses the sign closest to the previous key, so that interpolating components takes the short path.
    if (const std::size_t n = channel.values.size(); n != 0) {
      const float* last = &channel.values[n - 4];
      if (dot(rotation, Quatd{last[0], last[1], last[2], last[3]}) < 0)
        rotation = {-rotation.x, -rotation.y, -rotation.z, -rotation.w};
    }
    append_key(channel, time_s, normalized(rotation));
  }
}

// Removes channels without keys, which validate() rejects.
void Reader::finish_clip() {
  if (bad_values_ != 0)
    warn("bvh.not-finite", bad_value_line_,
         "a number that is not finite; the joint gets no key of this kind in that frame", bad_values_);
  std::erase_if(clip_.channels, [](const Channel& channel) { return channel.times_s.empty(); });
  if (clip_.channels.empty()) return;
  std::vector<std::uint32_t> place(clip_.targets.size(), kNone);
  std::vector<ClipTarget> targets;
  for (Channel& channel : clip_.channels) {
    std::uint32_t& to = place[channel.target];
    if (to == kNone) {
      to = static_cast<std::uint32_t>(targets.size());
      targets.push_back(std::move(clip_.targets[channel.target]));
    }
    channel.target = to;
    clip_.duration_s = std::max(clip_.duration_s, channel.times_s.back());
  }
  clip_.targets = std::move(targets);
  clip_.ticks_per_second = 1 / frame_time_s_;
  if (const std::string stem = file_stem(scene_.file); !stem.empty()) clip_.name = name_of(stem);
  scene_.clips.push_back(std::move(clip_));
}

Result<void> Reader::read_motion() {
  object_ = "MOTION";
  if (auto done = read_frame_time(); !done) return done;
  scene_.ticks_in_file = !options_.ticks_per_second;
  const std::size_t width = channels_.size();
  // A number needs at least two bytes: a digit and a separator.
  const std::uint64_t most = width == 0 ? 0 : words_.left() / (2 * width) + 1;
  ahead_ = words_.next_of_motion();
  if (width != 0) {
    if (auto done = make_channels(std::min(frames_, most)); !done) return done;
    if (!ahead_.at_end()) {
      const std::uint32_t count = numbers_from(words_, ahead_.line);
      frame_per_line_ = count == width;
    }
    std::uint64_t frame = 0;
    for (; frame < frames_; ++frame) {
      auto whole = read_frame(frame);
      if (!whole) return whole.error();
      if (!*whole) break;
      add_keys(static_cast<double>(frame) * frame_time_s_);
    }
    if (frame < frames_)
      warn(
          "bvh.frames-missing", ahead_.line,
          fmt::format(
              "Frames states {}, but the file has {}{}; the clip ends there", frames_, frame,
              row_.empty() ? "" : fmt::format(", and {} of the {} numbers of the next", row_.size(), width)));
    else if (!ahead_.at_end())
      warn("bvh.frames-surplus", ahead_.line,
           fmt::format("extra numbers after the {} frames that Frames states; ignored", frames_));
  }
  if (width == 0) warn("bvh.no-motion", 0, "no joint has channels; nothing moves");
  if (width != 0 && frames_ == 0) warn("bvh.no-motion", 0, "Frames states 0; nothing moves");
  finish_clip();
  return {};
}

}  // namespace skelter::bvh
