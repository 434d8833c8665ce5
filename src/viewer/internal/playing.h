#pragma once
// What the figure does now.

#include "viewer/internal/viewer_data.h"

namespace skelter {

// The pose of the state: of its clip, of its graph, of the mixed tracks, or at rest, with morph weights set
// by hand; for the shape of the document's actor. Empty without a document.
const ModelPose& model_pose(const ViewerData& data);
// The same as matrices of all nodes, for what lists, compares or marks them.
const Pose& node_pose(const ViewerData& data);

// The pose of the clip at another time.
Pose pose_of_shown_clip(const ViewerData& data, double time_s);

// Why it is not the engine that plays; "" when it is.
std::string why_not_engine(const ViewerData& data);

// At once in scripts; in a window on another thread, and after the first frame.
Prepare when_to_compile(const ViewerData& data);

// For how many seconds the picture stays as it is without input, as far as it follows from what plays, is
// compiled or compared, and from messages; infinity: until an input.
double picture_rest_s(const ViewerData& data);

// A step of real time: the clip, the graph or the tracks go on.
void play(ViewerData& data, double step_s);

}  // namespace skelter
