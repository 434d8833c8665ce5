// Mixing: first the tracks of each priority, in proportion to their weights, then the low and the high mix.
#include <cmath>

#include "d3dx/controller_parts.h"
#include "skelter/d3dx/controller.h"

namespace skelter {
namespace {

// One mix of an output, accumulated over the tracks in order.
struct Mix {
  double weight = 0;
  AffineParts parts;
  std::uint32_t count = 0;

  // Scale and translation become the weighted mean; rotations are mixed by a chain of slerps.
  void add(const AffineParts& sampled, double w) {
    weight += w;
    parts = count++ == 0 ? sampled : interpolate(parts, sampled, w / weight);
  }
};

struct Candidate {
  double weight = 0;
  Quatd rotation;
};
// Returns true if `a` is preferred to `b` as the reference rotation: the higher weight wins, then the larger
// components. The result depends only on values, so that the order of tracks does not matter.
bool is_reference_before(const Candidate& a, const Candidate& b) {
  if (a.weight != b.weight) return a.weight > b.weight;
  const double pa[4] = {std::abs(a.rotation.w), std::abs(a.rotation.x), std::abs(a.rotation.y),
                        std::abs(a.rotation.z)};
  const double pb[4] = {std::abs(b.rotation.w), std::abs(b.rotation.x), std::abs(b.rotation.y),
                        std::abs(b.rotation.z)};
  for (int i = 0; i < 4; ++i)
    if (pa[i] != pb[i]) return pa[i] > pb[i];
  return false;
}

}  // namespace

void Controller::sample_tracks() {
  for (TrackState& state : tracks_) {
    const Track& track = state.track;
    state.bound = nullptr;
    if (!track.enabled || track.set == nullptr || !(track.weight > 0)) continue;
    state.bound = bound(track.set.get());
    const double inside_s = periodic_position(track.position_s, track.set->period_s(),
                                              track.playback.value_or(track.set->playback()));
    track.set->sample_all(inside_s, state.sampled, scratch_);
  }
}

// The contribution of a track to an output, or null.
const AffineParts* Controller::contribution(const TrackState& state, std::uint32_t output) const {
  if (state.bound == nullptr) return nullptr;
  const std::uint32_t animation = state.bound->animation_of_output[output];
  return animation == kNone ? nullptr : &state.sampled[animation];
}

// The normalised weighted sum of rotations, with signs that agree with the rotation that has the largest
// weight.
Quatd Controller::summed_rotation(std::uint32_t output, Priority priority) const {
  Candidate reference;
  for (const TrackState& state : tracks_) {
    const AffineParts* parts = contribution(state, output);
    if (parts == nullptr || state.track.priority != priority) continue;
    const Candidate candidate{state.track.weight, parts->rotation};
    if (is_reference_before(candidate, reference)) reference = candidate;
  }
  Quatd sum{0, 0, 0, 0};
  for (const TrackState& state : tracks_) {
    const AffineParts* parts = contribution(state, output);
    if (parts == nullptr || state.track.priority != priority) continue;
    const Quatd& q = parts->rotation;
    const double w = dot(q, reference.rotation) < 0 ? -state.track.weight : state.track.weight;
    sum = {sum.x + w * q.x, sum.y + w * q.y, sum.z + w * q.z, sum.w + w * q.w};
  }
  return normalized(sum);
}

void Controller::evaluate() {
  sample_tracks();
  for (std::uint32_t output = 0; output < outputs_.size(); ++output) {
    Mix mixes[2];
    for (const TrackState& state : tracks_)
      if (const AffineParts* parts = contribution(state, output))
        mixes[state.track.priority == Priority::high ? 1 : 0].add(*parts, state.track.weight);
    if (settings_.mode == ControllerMode::standard)
      for (const Priority priority : {Priority::low, Priority::high}) {
        Mix& mix = mixes[priority == Priority::high ? 1 : 0];
        if (mix.count > 2) mix.parts.rotation = summed_rotation(output, priority);
      }
    const Mix &low = mixes[0], &high = mixes[1];
    if (low.count > 0 && high.count > 0)
      pose_[output] = interpolate(low.parts, high.parts, priority_blend_);
    else if (low.count > 0 || high.count > 0)
      pose_[output] = low.count > 0 ? low.parts : high.parts;
    else if (settings_.unmoved_at_rest)
      pose_[output] = outputs_[output].rest;
  }
  write_targets(pose_);
}

}  // namespace skelter
