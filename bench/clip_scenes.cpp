#include "clip_scenes.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <utility>
#include <vector>

#include "crowd_rig.h"
#include "skelter/math/quat.h"

namespace skelter::bench {
namespace {

// Repeats the clip until the time is reached. Drops the keys at the end of a cycle if a further cycle
// follows.
Clip repeated(Clip clip, double until_s) {
  const int rounds = static_cast<int>(std::ceil(until_s / clip.duration_s));
  for (Channel& channel : clip.channels) {
    const std::vector<double> times_s = channel.times_s;
    const std::vector<float> values = channel.values;
    const std::size_t width = values.size() / times_s.size();
    channel.times_s.clear();
    channel.values.clear();
    for (int round = 0; round < rounds; ++round)
      for (std::size_t k = 0; k < times_s.size(); ++k) {
        const double time_s = times_s[k] + round * clip.duration_s;
        if (round + 1 < rounds && times_s.size() > 1 && times_s[k] + 1e-3 > clip.duration_s) continue;
        channel.times_s.push_back(time_s);
        channel.values.insert(channel.values.end(), values.begin() + static_cast<std::ptrdiff_t>(k * width),
                              values.begin() + static_cast<std::ptrdiff_t>((k + 1) * width));
      }
  }
  clip.duration_s *= rounds;
  return clip;
}

// Replaces the keys by random rotations from the rest pose at random times, at least 30 ms apart.
void move_off_the_grid(Channel& channel, const Quat& rest, double duration_s, std::mt19937& random) {
  const auto between = [&](double low, double high) {
    return low + (high - low) * (random() % 65536) / 65535.0;
  };
  channel.interpolation = Interpolation::linear;
  channel.times_s.clear();
  channel.values.clear();
  double time_s = 0;
  while (true) {
    const Vec3 axis{static_cast<float>(between(-1, 1)), static_cast<float>(between(-1, 1)), 1.0f};
    const Quat q = rest * from_axis_angle(axis, static_cast<float>(between(-0.3, 0.3)));
    channel.times_s.push_back(time_s);
    channel.values.insert(channel.values.end(), {q.x, q.y, q.z, q.w});
    if (time_s >= duration_s) return;
    time_s += between(0.03, 0.3);
    if (time_s > duration_s - 0.03) time_s = duration_s;
  }
}

}  // namespace

Scene long_scene(const std::string& mannequin_file) {
  constexpr double kFiveMinutes_s = 300;
  Scene scene = crowd_scene(mannequin_file);
  std::vector<Clip> clips;
  for (const std::size_t clip : {0u, 1u}) clips.push_back(repeated(scene.clips[clip], kFiveMinutes_s));
  scene.clips = std::move(clips);
  return scene;
}

Scene off_grid_scene(const std::string& mannequin_file) {
  constexpr int kJoints = 52;
  Scene scene = crowd_scene(mannequin_file);
  std::mt19937 random(5);
  for (Clip& clip : scene.clips) {
    int moved = 0;
    for (Channel& channel : clip.channels) {
      const std::uint32_t node = clip.targets[channel.target].node;
      if (channel.path != ChannelPath::rotation || node == kNone || moved == kJoints) continue;
      const auto& rest = scene.nodes[node].rest_trs;
      move_off_the_grid(channel, rest ? rest->rotation : Quat{}, clip.duration_s, random);
      ++moved;
    }
  }
  return scene;
}

}  // namespace skelter::bench
