#include "demos/character/clip_loop.h"

#include <algorithm>

#include "skelter/scene/evaluate.h"

namespace skelter::demos {

bool wraps_around(const Scene& scene, std::uint32_t clip) {
  EvaluateOptions options;
  options.loop = Loop::once;
  const Pose first = evaluate(scene, clip, 0, options);
  const Pose last = evaluate(scene, clip, scene.clips[clip].duration_s, options);
  const Vec3d size = pose_bounds(scene, first).size();
  const double near = 1e-3 * std::max({size.x, size.y, size.z, 1e-9});
  for (std::size_t n = 0; n < first.world.size(); ++n)
    if (length(translation_part(first.world[n]) - translation_part(last.world[n])) > near) return false;
  return true;
}

}  // namespace skelter::demos
