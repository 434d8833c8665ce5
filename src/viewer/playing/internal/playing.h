#pragma once
// The current pose of the model.

#include "viewer/internal/viewer_data.h"

namespace skelter {

// The model's pose in the current state, from its clip, graph, mixed tracks or rest pose, with manual morph
// weights. Uses the shape of the document's actor. Empty without a document.
const ModelPose& model_pose(const ViewerData& data);
// The same pose as matrices of all nodes, for lists, comparisons and marks.
const Pose& node_pose(const ViewerData& data);

// Pose of the clip at another time.
Pose pose_of_shown_clip(const ViewerData& data, double time_s);

// Why the reference evaluator is used; "" while the engine plays.
std::string why_not_engine(const ViewerData& data);

// When clips are compiled: in scripts immediately, in a window on another thread after the first frame.
Prepare when_to_compile(const ViewerData& data);

// Seconds for which the view stays unchanged without input, considering only playback, compilation,
// comparison and messages. Infinity if only input changes the view.
double picture_rest_s(const ViewerData& data);

// Advances the clip, graph or tracks by `step_s` seconds of real time.
void play(ViewerData& data, double step_s);

}  // namespace skelter
