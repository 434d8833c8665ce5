#include "viewer/graph/graph_script.h"

#include "compile/internal/json_values.h"
#include "play/internal/format/graph_records.h"

namespace skelter {
namespace {

using ScriptJson = compile::Json;

Error no_script(const char* why) {
  return {Status::unsupported, "viewer.graph-inputs", why, {}};
}

ScriptJson value_json(const GraphParameterRecord& parameter, float value) {
  if (parameter.type == GraphParameterType::boolean) return value != 0;
  return double{value};
}

// Returns null if the actions are not in the order of a script: set, fire, play, stop.
ScriptJson step_json(const GraphFrame& frame) {
  const OpenGraph& graph = *frame.graph;
  ScriptJson step = {{"dt_s", frame.dt_s}};
  for (const GraphAction& action : frame.actions) {
    if (action.kind == GraphAction::Kind::set) {
      step["set"][graph.parameter_name(action.index)] =
          value_json(graph.view.parameters[action.index], action.value);
    } else if (action.kind == GraphAction::Kind::fire) {
      step["fire"].push_back(graph.parameter_name(action.index));
    } else if (const std::string slot = graph.layer_name(graph.view.slots[action.index].layer);
               action.kind == GraphAction::Kind::stop) {
      step["stop_slot"].push_back(slot);
    } else {
      if (step.contains("stop_slot")) return nullptr;
      ScriptJson play = {{"slot", slot}, {"clip", graph.clip_names[action.play.clip]}};
      if (action.play.fade_in_s >= 0) play["fade_in_s"] = action.play.fade_in_s;
      if (action.play.fade_out_s >= 0) play["fade_out_s"] = action.play.fade_out_s;
      step["play_slot"].push_back(std::move(play));
    }
  }
  return step;
}

}  // namespace

Result<std::string> graph_script(const GraphRecording& recording) {
  if (!recording.is_complete())
    return no_script(
        "the recording does not begin at the start, or the graph was reloaded during it; start a new one "
        "with \"graph restart\"");
  ScriptJson steps = ScriptJson::array();
  for (std::size_t i = 1; i <= recording.shown_index(); ++i) {
    ScriptJson step = step_json(recording.frames()[i]);
    if (step.is_null()) return no_script("a slot is stopped and then played within one frame");
    const bool plain = step.size() == 1;
    if (plain && !steps.empty() && steps.back()["dt_s"] == step["dt_s"] &&
        (steps.back().size() == 1 || steps.back().contains("repeat"))) {
      steps.back()["repeat"] = steps.back().value("repeat", 1) + 1;
      continue;
    }
    steps.push_back(std::move(step));
  }
  std::string text = "{ \"steps\": [\n";
  for (std::size_t i = 0; i < steps.size(); ++i)
    text += compile::dumped(steps[i]) + (i + 1 < steps.size() ? ",\n" : "\n");
  return text + "] }\n";
}

}  // namespace skelter
