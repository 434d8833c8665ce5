#include "viewer/playing.h"

namespace skelter {

Pose current_pose(const ViewerData& data) {
  const Document* document = data.document();
  if (document == nullptr) return {};
  const Scene& scene = document->scene;
  EvaluateOptions options = data.options.evaluate;
  options.wrap = Wrap::once;  // the timeline has folded the time, and its end is the last key
  Pose pose = data.state.clip == kNone
                  ? rest_pose(scene)
                  : evaluate(scene, data.state.clip, data.state.timeline.time_s, options);
  if (!data.state.morph_weights.empty())
    if (const std::uint32_t node = morphed_node(scene); node != kNone) {
      pose.morph_weights.resize(scene.nodes.size());
      pose.morph_weights[node] = data.state.morph_weights;
      pose.morph_weights[node].resize(rest_morph_weights(scene, node).size());
    }
  return pose;
}

}  // namespace skelter
