#include "viewer/playing/internal/playing.h"

#include <algorithm>
#include <limits>

#include "viewer/command/internal/actions.h"
#include "viewer/document/upright.h"
#include "viewer/playing/internal/timeline.h"

namespace skelter {
namespace {

void play_tracks(ViewerData& data, double step_s) {
  data.state.timeline.advance(data.state.mix, step_s);
  data.weights.record(data.state.mix);
}

std::vector<HeldMorph> held_morphs(const ViewerData& data) {
  std::vector<HeldMorph> held;
  for (const MorphSetting& setting : data.state.morphs)
    for (const NamedMorph& morph : data.document()->morphs)
      if (morph.name == setting.name) held.push_back({morph, setting.weight});
  return held;
}

// The actor that plays the state, posed for the current time.
Actor& shown_actor(const ViewerData& data) {
  Actor* const of_graph = graph_actor(data);
  Actor& actor = of_graph != nullptr ? *of_graph : *data.document()->actor;
  if (data.shown_pose.number == actor.number()) return actor;
  actor.hold_morphs(held_morphs(data));
  if (of_graph == nullptr && data.state.mix.on)
    actor.show_tracks(data.state.mix, when_to_compile(data));
  else if (of_graph == nullptr)
    actor.show_clip(data.state.clip, data.state.timeline.time_s, when_to_compile(data));
  data.shown_pose = {actor.number(), {}, {}};
  return actor;
}

Mat4d world_from_scene(const ViewerData& data) {
  return upright_turn(data.state.up) * graph_place(data);
}

}  // namespace

Prepare when_to_compile(const ViewerData& data) {
  if (!data.options.compile_in_background) return Prepare::now;
  return data.stages.frames == 0 ? Prepare::later : Prepare::in_background;
}

const ModelPose& model_pose(const ViewerData& data) {
  static const ModelPose kNoPose;
  if (data.document() == nullptr) return kNoPose;
  Actor& actor = shown_actor(data);
  std::optional<ModelPose>& model = data.shown_pose.model;
  if (model) return *model;
  model = actor.pose();
  model->world_from_model = world_from_scene(data) * model->world_from_model;
  return *model;
}

const Pose& node_pose(const ViewerData& data) {
  static const Pose kNoPose;
  if (data.document() == nullptr) return kNoPose;
  Actor& actor = shown_actor(data);
  if (!data.shown_pose.nodes) data.shown_pose.nodes = actor.node_pose(world_from_scene(data));
  return *data.shown_pose.nodes;
}

Pose pose_of_shown_clip(const ViewerData& data, double time_s) {
  Actor& actor = *data.document()->actor;
  actor.hold_morphs({});
  actor.show_clip(data.state.clip, time_s, when_to_compile(data));
  return upright(actor.node_pose(), data.state.up);
}

std::string why_not_engine(const ViewerData& data) {
  if (data.document() == nullptr) return {};
  if (data.state.graph.on) return data.graph.why_not;
  return data.document()->why_reference();
}

namespace {

// True if the time advances until the next frame.
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
  constexpr double kLongestMessage_s = 0.25;  // longest time step while a message is shown
  constexpr double kLookAtShaders_s = 0.25;
  if (data.document() != nullptr && (is_moving(data) || is_computing(data))) return 0;
  double rest_s = std::numeric_limits<double>::infinity();
  if (data.message.left_s > 0) rest_s = std::min(data.message.left_s, kLongestMessage_s);
  if (!data.options.shader_folder.empty()) rest_s = std::min(rest_s, kLookAtShaders_s);
  return rest_s;
}

void play(ViewerData& data, double step_s) {
  if (!data.state.mix.on) data.weights = {};
  data.shown_pose = {};
  if (data.document() == nullptr) return;
  data.document()->actor->collect();
  if (data.state.graph.on)
    play_graph(data, step_s);
  else if (data.state.mix.on)
    play_tracks(data, step_s);
  else
    data.state.timeline.advance(step_s, data.duration_s());
  (void)model_pose(data);
}

}  // namespace skelter
