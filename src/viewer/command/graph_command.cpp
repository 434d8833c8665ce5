#include "viewer/command/graph_command.h"

#include <cmath>
#include <functional>
#include <map>
#include <vector>

#include "system/internal/text.h"
#include "viewer/graph/graph_session.h"

namespace skelter {
namespace {

Error expected_words(const std::string& text, const std::string& expected) {
  return {Status::invalid_argument, "viewer.command", "\"" + text + "\"; expected " + expected, {}};
}

// Splits at spaces; names with spaces are quoted.
std::vector<std::string> split_words(const std::string& text) {
  std::vector<std::string> words;
  for (std::size_t at = text.find_first_not_of(' '); at != std::string::npos;) {
    const bool quoted = text[at] == '"';
    const std::size_t end = std::min(text.find(quoted ? '"' : ' ', at + 1), text.size());
    words.push_back(text.substr(at + quoted, end - at - quoted));
    at = text.find_first_not_of(' ', end + quoted);
  }
  return words;
}

std::optional<double> value_of(const std::string& word) {
  if (word == "true" || word == "on") return 1;
  if (word == "false" || word == "off") return 0;
  return parse_number(word);
}

using Words = std::vector<std::string>;

Result<void> set_value(ViewerData& data, const Words& words) {
  const auto value = words.size() == 2 ? value_of(words[1]) : std::nullopt;
  if (!value || !std::isfinite(*value))
    return expected_words("set", "a parameter and a number, true or false");
  return set_graph_parameter(data, words[0], *value);
}

Result<void> play_slot_words(ViewerData& data, const Words& words) {
  double fades[2] = {-1, -1};
  for (std::size_t i = 2; i < words.size() && i < 4; ++i) {
    const auto seconds = parse_number(words[i]);
    if (!seconds || !(*seconds >= 0))
      return expected_words(words[i], "seconds to fade in and out, 0 or more");
    fades[i - 2] = *seconds;
  }
  if (words.size() < 2 || words.size() > 4)
    return expected_words("play", "a slot, a clip, and optionally seconds to fade in and out");
  return play_graph_slot(data, words[0], words[1], fades[0], fades[1]);
}

Result<void> seek_words(ViewerData& data, const Words& words) {
  const auto time_s = words.size() == 1 ? parse_number(words[0]) : std::nullopt;
  if (!time_s) return expected_words("seek", "seconds");
  return seek_graph(data, *time_s);
}

Result<void> step_words(ViewerData& data, const Words& words) {
  constexpr double kMaxSteps = GraphRecording::kMaxFrames;
  const auto frames = words.empty() ? std::optional<double>(1) : parse_number(words[0]);
  if (!frames || words.size() > 1 || *frames != std::floor(*frames) || std::abs(*frames) > kMaxSteps)
    return expected_words("step", "a number of frames, -3600 to 3600, or nothing for one");
  return step_graph(data, static_cast<int>(*frames));
}

Result<void> show_seconds(ViewerData& data, const Words& words) {
  const auto seconds = words.size() == 1 ? parse_number(words[0]) : std::nullopt;
  if (!seconds || !(*seconds >= GraphPlayState::kMinSeconds) || *seconds > GraphPlayState::kMaxSeconds)
    return expected_words("seconds", "1 to 60");
  data.state.graph.seconds = *seconds;
  return {};
}

// "travel on", "travel off": whether root motion moves the model.
Result<void> travel_words(ViewerData& data, const Words& words) {
  const std::string word = words.size() == 1 ? words[0] : "";
  if (word != "on" && word != "off") return expected_words(word, "on or off");
  data.state.graph.travels = word == "on";
  return {};
}

// "view 2 40 30": zoom and centre. "view" without numbers shows everything.
Result<void> view_words(ViewerData& data, const Words& words) {
  double numbers[3] = {1, 0, 0};
  for (std::size_t i = 0; i < words.size() && i < 3; ++i) {
    const auto number = parse_number(words[i]);
    if (!number || !std::isfinite(*number) || (i == 0 && !(*number > 0)))
      return expected_words(words[i], "a zoom above 0, and an offset to the right and down");
    numbers[i] = *number;
  }
  GraphPlayState& state = data.state.graph;
  state.zoom = numbers[0];
  state.pan_x = numbers[1];
  state.pan_y = numbers[2];
  return {};
}

Result<void> turn_on(ViewerData& data, bool on) {
  GraphPlayState& state = data.state.graph;
  if (state.file.empty() && state.name.empty())
    return expected_words(on ? "on" : "off", "an open graph (graph open FILE)");
  state.on = on;
  if (on) {
    data.state.mix.on = false;
    data.state.compare = {};
  }
  return {};
}

struct GraphVerb {
  const char* expected;  // expected arguments; null: none
  std::function<Result<void>(ViewerData&, const Words&, const std::string& rest)> act;
};

template <class Act>
GraphVerb with_words(const Act& act) {
  return {"words",
          [act](ViewerData& data, const Words& words, const std::string&) { return act(data, words); }};
}
template <class Act>
GraphVerb with_text(const char* expected, const Act& act) {
  return {expected, [act, expected](ViewerData& data, const Words&, const std::string& rest) -> Result<void> {
            if (rest.empty()) return expected_words("", expected);
            return act(data, rest);
          }};
}
template <class Act>
GraphVerb alone(const Act& act) {
  return {nullptr, [act](ViewerData& data, const Words&, const std::string&) { return act(data); }};
}

const std::map<std::string, GraphVerb>& graph_verbs() {
  static const std::map<std::string, GraphVerb> kVerbs = {
      {"open", with_text("a *.graph.json file, or the name of a graph in the model's pack", open_graph)},
      {"close", alone([](ViewerData& data) {
         close_graph(data);
         return Result<void>();
       })},
      {"on", alone([](ViewerData& data) { return turn_on(data, true); })},
      {"off", alone([](ViewerData& data) { return turn_on(data, false); })},
      {"reload", alone(reload_graph)},
      {"restart", alone(restart_graph)},
      {"return", alone(return_to_recording)},
      {"inputs", with_text("a file to write", write_graph_script)},
      {"set", with_words(set_value)},
      {"fire", with_text("a trigger", fire_graph_trigger)},
      {"play", with_words(play_slot_words)},
      {"stop", with_text("a slot", stop_graph_slot)},
      {"seek", with_words(seek_words)},
      {"step", with_words(step_words)},
      {"seconds", with_words(show_seconds)},
      {"travel", with_words(travel_words)},
      {"view", with_words(view_words)},
  };
  return kVerbs;
}

}  // namespace

std::vector<std::string> graph_verb_names() {
  std::vector<std::string> names;
  for (const auto& entry : graph_verbs()) names.push_back(entry.first);
  return names;
}

Result<void> run_graph_command(ViewerData& data, const std::string& text) {
  const std::size_t space = text.find(' ');
  const std::string word = text.substr(0, space);
  const std::size_t begin = space == std::string::npos ? space : text.find_first_not_of(' ', space);
  const std::string rest = begin == std::string::npos ? std::string() : text.substr(begin);
  const auto verb = graph_verbs().find(word);
  if (verb == graph_verbs().end()) {
    std::string known;
    for (const auto& entry : graph_verbs()) known += (known.empty() ? "" : ", ") + entry.first;
    return expected_words(word, known);
  }
  if (verb->second.expected == nullptr && !rest.empty())
    return expected_words(rest, "nothing after \"graph " + word + "\"");
  return verb->second.act(data, split_words(rest), rest);
}

}  // namespace skelter
