#pragma once
// The current pose of the model.

#include "viewer/internal/viewer_data.h"

namespace skelter {

// Pose of the state: of its clip, its graph, the mixed tracks, or the rest pose, with manual morph weights;
// for the shape of the document's actor. Empty without a document.
const ModelPose& model_pose(const ViewerData& data);
// The same pose as matrices of all nodes, for lists, comparisons and marks.
const Pose& node_pose(const ViewerData& data);

// Pose of the clip at another time.
Pose pose_of_shown_clip(const ViewerData& data, double time_s);

// The reason for using the reference evaluator; "" while the engine plays.
std::string why_not_engine(const ViewerData& data);

// Immediately in scripts; in a window on another thread after the first frame.
Prepare when_to_compile(const ViewerData& data);

// Seconds for which the view stays unchanged without input, as far as playback, compilation, comparison and
// messages are concerned. Infinity: until an input.
double picture_rest_s(const ViewerData& data);

// Advances the clip, graph or tracks by a step of real time.
void play(ViewerData& data, double step_s);

}  // namespace skelter
