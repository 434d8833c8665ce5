// Computes the root motion of a sub-step: rules "root motion", "inertialized root motion" and "root motion of
// layers".
#include "play/graph/step.h"

namespace skelter::graph_state {

RigidMotion root_of(const GraphClip& clip, const Way& way, bool loops) {
  RigidMotion delta;
  if (clip.view == nullptr) {
    delta.translation.z = clip.speed_m_s * (way.to_s - way.from_s);
    return delta;
  }
  RootMotionJob job;
  job.clip = clip.view;
  job.from_time_s = way.from_s;
  job.to_time_s = way.to_s;
  job.loop = loops ? Loop::loop : Loop::once;
  job.out_delta = &delta;
  (void)job.run();
  return delta;
}

void add_root_motion(Step& step) {
  RootMotionLayer* const parts = root_parts(step);
  std::size_t count = 0;
  for (const Item& item : items_from(step, 0)) {
    if (!(item.weight.root > 0) || item.additive || count == kMaxGraphLines) continue;
    const GraphClip& clip = step.at.clips[item.clip];
    parts[count++] = {root_of(clip, way_of(step, item), source_of(step, item).loops), item.weight.root};
  }
  add_root_parts(step, count);
}

void add_root_parts(Step& step, std::size_t count) {
  if (count == 0) return;
  RootMotionLayer* const parts = root_parts(step);
  double sum = 0;
  for (const RootMotionLayer& part : std::span(parts, count)) sum += part.weight;
  // The share that the first layer does not use.
  if (sum < 1 - kSame) parts[count++] = {{}, 1 - sum};
  const RigidMotion delta = blend_root_motion({parts, count});
  RigidMotion& root = *step.wanted.root;
  root = step.clock.begin_s == 0 ? delta : root * delta;
}

}  // namespace skelter::graph_state
