#include "formats/x/read/animation_diagnostics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "scene/edit/internal/frame_numbers.h"
#include "scene/edit/internal/jump_keys.h"

namespace skelter::x {
namespace {

// Reports something about the whole file, not about an object.
void say_of_file(SceneBuilder& b, Severity severity, std::string_view code, std::string message,
                 std::uint64_t count = 1) {
  b.scene.diagnostics.add(severity, code, {b.tree.file, 0, {}, {}}, std::move(message), count);
}

// Statistics of clips that use frame numbers as times: the longest duration as read, and that duration as the
// exporter meant it.
struct FrameLengths {
  double longest_s = 0, meant_s = 0;
  std::uint64_t count = 0;

  void add(double length_s, double clip_meant_s) {
    ++count;
    if (length_s <= longest_s) return;
    longest_s = length_s;
    meant_s = clip_meant_s;
  }
  std::string text() const { return fmt::format("{:.6g} s instead of {:.6g} s", meant_s, longest_s); }
};

void say_frame_numbers(SceneBuilder& b, bool played, const std::string& message) {
  if (played)
    say_of_file(b, Severity::warning, "x.frame-ticks", message);
  else
    say_of_file(b, Severity::note, "x.frame-numbers", message);
}

// Rotation and axis lengths of a rest matrix. rest_parts() returns nullopt for matrices that flatten or
// mirror.
struct RestParts {
  Vec3d scale;
  Mat3d rotation;
};
std::optional<RestParts> rest_parts(const Mat4& rest) {
  RestParts parts;
  parts.rotation = linear_part(to_double(rest));
  if (!(determinant(parts.rotation) > 0)) return std::nullopt;
  double* scale[3] = {&parts.scale.x, &parts.scale.y, &parts.scale.z};
  for (std::size_t c = 0; c < 3; ++c) {
    *scale[c] = length(Vec3d{parts.rotation(0, c), parts.rotation(1, c), parts.rotation(2, c)});
    for (std::size_t i = 0; i < 3; ++i) parts.rotation(i, c) /= *scale[c];
  }
  return parts;
}

bool is_unturned(const Mat3d& rotation) {
  const Mat3d identity;
  for (std::size_t i = 0; i < identity.m.size(); ++i)
    if (std::abs(rotation.m[i] - identity.m[i]) > 1e-4) return false;
  return true;
}

// Parts of a clip target that have keys.
struct KeyedParts {
  bool translation = false, rotation = false, scale = false, matrix = false;
};
std::vector<KeyedParts> keyed_parts(const Clip& clip) {
  std::vector<KeyedParts> keyed(clip.targets.size());
  for (const Channel& channel : clip.channels) {
    KeyedParts& parts = keyed[channel.target];
    switch (channel.path) {
      case ChannelPath::translation:
        parts.translation = true;
        break;
      case ChannelPath::rotation:
        parts.rotation = true;
        break;
      case ChannelPath::scale:
        parts.scale = true;
        break;
      default:
        parts.matrix = true;
        break;
    }
  }
  return keyed;
}

// Returns the first part, such as "translation", that has no keys but a rest value other than the neutral
// one; null if there is none.
const char* absent_part(const KeyedParts& keyed, const Mat4& rest) {
  if (keyed.matrix || !(keyed.translation || keyed.rotation || keyed.scale)) return nullptr;
  if (!keyed.translation && length(to_double(translation_part(rest))) > 1e-4) return "translation";
  const std::optional<RestParts> parts = rest_parts(rest);
  if (!parts) return !keyed.scale ? "scale" : !keyed.rotation ? "rotation" : nullptr;
  if (!keyed.rotation && !is_unturned(parts->rotation)) return "rotation";
  const Vec3d off = parts->scale - Vec3d{1, 1, 1};
  if (!keyed.scale && length(off) > 1e-4) return "scale";
  return nullptr;
}

}  // namespace

void read_frame_numbers(SceneBuilder& b) {
  if (!has_frame_numbers(b.scene)) return;
  const bool play = b.options.frame_numbers.value_or(false) && !b.options.strict;
  FrameLengths frames, switches;
  for (Clip& clip : b.scene.clips) {
    const double rate = *clip.ticks_per_second, last_frame = std::round(clip.duration_s * rate);
    const bool switches_only = is_switch(clip);
    const double per_second = switches_only ? last_frame / kSwitch_s : kFrameNumbersPerSecond;
    (switches_only ? switches : frames).add(clip.duration_s, last_frame / per_second);
    if (!play) continue;
    const auto retime = [&](double& time_s) { time_s = std::round(time_s * rate) / per_second; };
    for (Channel& channel : clip.channels) {
      std::for_each(channel.times_s.begin(), channel.times_s.end(), retime);
      separate_equal(channel.times_s);
    }
    retime(clip.duration_s);
    clip.ticks_per_second = per_second;
  }
  if (play) b.scene.ticks_in_file = true;
  if (frames.count == 0)
    return say_frame_numbers(b, play,
                             "two keys look like the two states of a switch: " +
                                 std::string(play ? "played in " : "as such they last ") + switches.text());
  const std::string also =
      switches.count == 0 ? "" : fmt::format(", and {} of two keys in {} s", switches.count, kSwitch_s);
  say_frame_numbers(b, play,
                    "keys look like frame numbers: " + std::string(play ? "played " : "") +
                        "at 30 per second" + (play ? ", " : " they last ") + frames.text() + also);
}

void note_absent_parts(SceneBuilder& b) {
  const char* first_part = nullptr;
  std::string first_target;
  std::uint64_t count = 0;
  for (const Clip& clip : b.scene.clips) {
    const std::vector<KeyedParts> keyed = keyed_parts(clip);
    for (std::size_t t = 0; t < keyed.size(); ++t) {
      if (clip.targets[t].node == kNone) continue;
      const char* part = absent_part(keyed[t], b.scene.nodes[clip.targets[t].node].rest);
      if (part == nullptr) continue;
      if (count++ == 0) {
        first_part = part;
        first_target = clip.targets[t].name;
      }
    }
  }
  if (count > 0)
    say_of_file(b, Severity::note, "x.absent-keys",
                "animation of " + first_target + " has no " + first_part +
                    " keys; the frame's own value is used, where D3DX uses none",
                count);
}

void note_rotation_reading(SceneBuilder& b) {
  constexpr double kSame = 1 - 1e-6;  // limit for |dot|: 0.16 degrees apart
  std::vector<std::optional<Quatd>> rest(b.scene.nodes.size());
  std::vector<bool> known(b.scene.nodes.size(), false);
  std::uint64_t as_read = 0, other = 0;
  for (const Clip& clip : b.scene.clips)
    for (const Channel& channel : clip.channels) {
      const std::uint32_t node = clip.targets[channel.target].node;
      if (channel.path != ChannelPath::rotation || node == kNone) continue;
      if (!known[node]) {
        known[node] = true;
        if (const auto parts = rest_parts(b.scene.nodes[node].rest)) rest[node] = to_quat(parts->rotation);
      }
      if (!rest[node]) continue;
      const Quatd q = *rest[node], turned = conjugate(q);
      bool fits = false, fits_turned = false;
      for (std::size_t i = 0; i < channel.values.size(); i += 4) {
        const Quatd key{channel.values[i], channel.values[i + 1], channel.values[i + 2],
                        channel.values[i + 3]};
        fits = fits || std::abs(dot(key, q)) > kSame;
        fits_turned = fits_turned || std::abs(dot(key, turned)) > kSame;
      }
      if (fits != fits_turned) ++(fits ? as_read : other);
    }
  if (other <= as_read) return;
  const bool as_stored = b.options.rotations_as_stored;
  say_of_file(b, Severity::note, "x.rotation-keys",
              std::string("rest poses suggest that rotation keys are stored ") +
                  (as_stored ? "as D3DX reads them; pass rotations_as_stored = false"
                             : "unconjugated; pass rotations_as_stored = true"),
              other);
}

}  // namespace skelter::x
