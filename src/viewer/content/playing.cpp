#include "viewer/internal/playing.h"

#include <algorithm>
#include <limits>

#include "viewer/content/upright.h"
#include "viewer/internal/actions.h"
#include "viewer/internal/timeline.h"

namespace skelter {
namespace {

void play_tracks(ViewerData& data, double step_s) {
  data.state.timeline.advance(data.state.mix, step_s);
  data.weights.record(data.state.mix);
}

void set_morph_weights(const ViewerData& data, const Scene& scene, Pose& pose) {
  for (const MorphSetting& setting : data.state.morphs)
    for (const NamedMorph& morph : data.document()->morphs)
      if (morph.name == setting.name) set_morph(scene, morph, setting.weight, pose);
}

}  // namespace

Prepare when_to_compile(const ViewerData& data) {
  if (!data.options.compile_in_background) return Prepare::now;
  return data.stages.frames == 0 ? Prepare::later : Prepare::in_background;
}

Pose current_pose(const ViewerData& data) {
  const Document* document = data.document();
  if (document == nullptr) return {};
  const Scene& scene = document->scene;
  Pose pose;
  if (std::optional<Pose> of_graph = graph_pose(data)) {
    pose = upright(std::move(*of_graph), data.state.up);
  } else if (data.state.mix.on) {
    document->actor->show_tracks(data.state.mix, when_to_compile(data));
    pose = upright(document->actor->node_pose(), data.state.up);
  } else {
    pose = pose_of_shown_clip(data, data.state.timeline.time_s);
  }
  set_morph_weights(data, scene, pose);
  return pose;
}

Pose pose_of_shown_clip(const ViewerData& data, double time_s) {
  Actor& actor = *data.document()->actor;
  actor.show_clip(data.state.clip, time_s, when_to_compile(data));
  return upright(actor.node_pose(), data.state.up);
}

std::string why_not_engine(const ViewerData& data) {
  if (data.document() == nullptr) return {};
  if (data.state.graph.on) return data.graph.why_not;
  return data.document()->why_reference();
}

namespace {

// Whether the next frame shows another moment.
bool is_moving(const ViewerData& data) {
  const ViewerState& state = data.state;
  if (!state.timeline.playing) return false;
  if (state.graph.on) return data.graph.recording != nullptr;
  if (state.mix.on) return true;
  const PlayRange range = state.timeline.range(data.duration_s());
  return range.to_s > range.from_s;
}

bool is_computing(const ViewerData& data) {
  return data.document()->actor->is_preparing() || data.graph.better_picture.is_running() ||
         (data.comparison && !data.comparison->curve.complete());
}

}  // namespace

double picture_rest_s(const ViewerData& data) {
  constexpr double kLongestMessage_s = 0.25;  // a step of time is not longer, so that messages end in time
  constexpr double kLookAtShaders_s = 0.25;
  if (data.document() != nullptr && (is_moving(data) || is_computing(data))) return 0;
  double rest_s = std::numeric_limits<double>::infinity();
  if (data.message.left_s > 0) rest_s = std::min(data.message.left_s, kLongestMessage_s);
  if (!data.options.shader_folder.empty()) rest_s = std::min(rest_s, kLookAtShaders_s);
  return rest_s;
}

void play(ViewerData& data, double step_s) {
  if (!data.state.mix.on) data.weights = {};
  if (data.document() == nullptr) {
    data.pose = {};
    return;
  }
  data.document()->actor->collect();
  if (data.state.graph.on)
    play_graph(data, step_s);
  else if (data.state.mix.on)
    play_tracks(data, step_s);
  else
    data.state.timeline.advance(step_s, data.duration_s());
  data.pose = current_pose(data);
}

}  // namespace skelter
