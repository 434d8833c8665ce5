#include "clips.h"

#include <cmath>
#include <functional>

#include "acts.h"
#include "gait.h"
#include "parts.h"
#include "travel.h"

namespace skelter::assets {

namespace {

// Key intervals are an integer number of ticks. Running needs more keys than the other motions.
constexpr double kKeysPerSecond = 60, kRunKeysPerSecond = 120;

using Motion = std::function<void(Puppet&, double time_s)>;

bool moves(const Channel& channel, std::size_t width) {
  for (std::size_t i = width; i < channel.values.size(); ++i)
    if (channel.values[i] != channel.values[i % width]) return true;
  return false;
}

// Appends a rotation in the hemisphere of the previous key, so that players that interpolate numbers take the
// shorter path.
void append_near(std::vector<float>& values, Quatd q) {
  if (values.size() >= 4) {
    const float* last = &values[values.size() - 4];
    if (dot(q, Quatd{last[0], last[1], last[2], last[3]}) < 0) q = {-q.x, -q.y, -q.z, -q.w};
  }
  append_value(values, q);
}

void keep_first_key(Channel& channel) {
  channel.times_s.resize(1);
  channel.values.resize(4);
}

bool is_rest(const Channel& channel) {
  return channel.values[0] == 0 && channel.values[1] == 0 && channel.values[2] == 0;
}

// A single translation key, because D3DX places a frame without one at its parent's origin.
Channel rest_place(const Skeleton& skeleton, std::uint32_t joint) {
  const SkeletonJoint& j = skeleton.joints()[joint];
  Channel channel;
  channel.times_s = {0};
  append_value(channel.values, j.position - skeleton.joints()[j.parent].position);
  return channel;
}

// Keys for every joint that rotates or differs from rest, and the position of the pelvis. A loop ends in its
// first pose, moved ahead by `way_m`.
Clip sample(const Skeleton& skeleton, const std::string& name, double duration_s, bool loop,
            const Motion& motion, double keys_per_second = kKeysPerSecond, double way_m = 0) {
  const auto joints = static_cast<std::uint32_t>(skeleton.joints().size());
  const int keys = static_cast<int>(std::lround(duration_s * keys_per_second));
  std::vector<Channel> turns(joints);
  Channel place;
  for (int key = 0; key <= keys; ++key) {
    // Times are integer ticks; the last one is the duration.
    const double time_s = key / keys_per_second;
    Puppet puppet(skeleton);
    motion(puppet, loop && key == keys ? 0 : time_s);
    if (loop && key == keys) puppet.pelvis.z += way_m;
    place.times_s.push_back(time_s);
    append_value(place.values, kPelvis + puppet.pelvis);
    for (std::uint32_t j = 0; j < joints; ++j) {
      turns[j].times_s.push_back(time_s);
      append_near(turns[j].values, puppet.rotations[j]);
    }
  }
  Clip clip;
  clip.name = name;
  clip.duration_s = keys / keys_per_second;
  clip.ticks_per_second = kTicksPerSecond;
  const auto add = [&](std::uint32_t joint, Channel channel, ChannelPath path, bool target) {
    if (target) clip.targets.push_back({skeleton.joints()[joint].name, joint, {}});
    channel.target = static_cast<std::uint32_t>(clip.targets.size() - 1);
    channel.path = path;
    clip.channels.push_back(std::move(channel));
  };
  add(0, place, ChannelPath::translation, true);
  add(0, turns[0], ChannelPath::rotation, false);
  for (std::uint32_t j = 1; j < joints; ++j) {
    if (!moves(turns[j], 4) && is_rest(turns[j])) continue;
    add(j, rest_place(skeleton, j), ChannelPath::translation, true);
    if (!moves(turns[j], 4)) keep_first_key(turns[j]);
    add(j, turns[j], ChannelPath::rotation, false);
  }
  return clip;
}

// Whether a joint belongs to a part of the body: the descendants of its root.
bool belongs(const Skeleton& skeleton, std::uint32_t joint, const std::string& root) {
  for (; joint != kNone; joint = skeleton.joints()[joint].parent)
    if (skeleton.joints()[joint].name == root) return true;
  return false;
}

// The channels of one part of a clip. `body` contains the joints outside the limbs.
Clip part_of(const Skeleton& skeleton, const Clip& whole, const std::string& part) {
  struct Limb {
    const char *part, *root;
  };
  constexpr Limb kLimbs[] = {{"left_arm", "left_clavicle"}, {"right_arm", "right_clavicle"},
                             {"left_leg", "left_thigh"},    {"left_leg", "left_hip"},
                             {"right_leg", "right_thigh"},  {"right_leg", "right_hip"}};
  Clip clip;
  clip.name = part;
  clip.duration_s = whole.duration_s;
  clip.ticks_per_second = whole.ticks_per_second;
  std::vector<std::uint32_t> new_target(whole.targets.size(), kNone);
  for (std::uint32_t t = 0; t < whole.targets.size(); ++t) {
    std::string owner = "body";
    for (const Limb& limb : kLimbs)
      if (belongs(skeleton, whole.targets[t].node, limb.root)) owner = limb.part;
    if (owner != part) continue;
    new_target[t] = static_cast<std::uint32_t>(clip.targets.size());
    clip.targets.push_back(whole.targets[t]);
  }
  for (Channel channel : whole.channels) {
    channel.target = new_target[channel.target];
    if (channel.target != kNone) clip.channels.push_back(std::move(channel));
  }
  return clip;
}

}  // namespace

std::vector<Clip> make_clips(const Skeleton& skeleton) {
  const Clip walk = sample(skeleton, "walk", walk_gait().period_s, true, pose_walk);
  std::vector<Clip> clips = {walk,
                             sample(skeleton, "run", run_gait().period_s, true, pose_run, kRunKeysPerSecond),
                             sample(skeleton, "idle", kIdle_s, true, pose_idle),
                             sample(skeleton, "wave", kWave_s, false, pose_wave),
                             sample(skeleton, "jump", kJump_s, false, pose_jump),
                             sample(skeleton, "sit", kSit_s, false, pose_sit)};
  for (const char* part : {"left_arm", "right_arm", "left_leg", "right_leg", "body"})
    clips.push_back(part_of(skeleton, walk, part));
  const auto wave = [](Puppet& puppet, double time_s) { wave_arm(puppet, 1, time_s); };
  Clip arm = part_of(skeleton, sample(skeleton, "", 1.2, true, wave), "left_arm");
  arm.name = "wave_left_arm";
  clips.push_back(std::move(arm));
  for (const TravelClip& travel : kTravelClips) {
    const TravelGait gait = travel_gait(travel);
    const double period_s = travel.period_s;
    clips.push_back(sample(
        skeleton, travel.name, period_s, true,
        [&gait](Puppet& puppet, double time_s) { pose_travel(puppet, gait, time_s); }, travel.keys_per_second,
        travel.speed_m_s * period_s));
  }
  clips.push_back(sample(skeleton, "fall", kFall_s, true, pose_fall));
  for (const double side : {1.0, -1.0})
    clips.push_back(sample(skeleton, side > 0 ? "lean_left" : "lean_right", kLean_s, true,
                           [side](Puppet& puppet, double) { pose_lean(puppet, side); }));
  return clips;
}

}  // namespace skelter::assets
