#include "viewer/command/command.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <map>

#include "skelter/picture/picture.h"
#include "skelter/scene/edit.h"
#include "system/internal/text.h"
#include "viewer/command/command_words.h"
#include "viewer/command/graph_command.h"
#include "viewer/command/internal/actions.h"
#include "viewer/compare/internal/matrix_expression.h"
#include "viewer/document/internal/file_list.h"
#include "viewer/document/internal/notices.h"
#include "viewer/playing/internal/timeline.h"
#include "viewer/state/state_json.h"

namespace skelter {
namespace {

Error unknown(const std::string& what, const std::string& expected) {
  return unknown_word(what, expected);
}
Result<double> number(const std::string& text) {
  return number_of(text);
}

Result<void> set_clip(ViewerData& data, const std::string& name) {
  const Document* document = data.document();
  if (document == nullptr) return unknown(name, "an open file");
  if (name == "rest") {
    choose_clip(data, kNone);
    return {};
  }
  const Result<std::uint32_t> clip = choose_clip(document->scene, name);
  if (!clip) return clip.error();
  choose_clip(data, *clip);
  return {};
}

Result<void> toggle(ViewerData& data, const std::string& name) {
  std::string expected;
  for (const ShownToggle& part : shown_toggles()) {
    if (part.name == name) {
      bool& shown = data.state.shown.*part.part;
      shown = !shown;
      return {};
    }
    expected += (expected.empty() ? "" : ", ") + std::string(part.name);
  }
  return unknown(name, expected);
}

// Sets `value` to the choice that `word` names.
template <class E>
Result<void> set_word(E& value, std::initializer_list<E> choices, const std::string& word,
                      const char* expected) {
  for (const E choice : choices)
    if (to_text(choice) == word) {
      value = choice;
      return {};
    }
  return unknown(word, expected);
}

Result<void> shade(ViewerData& data, const std::string& name) {
  return set_word(data.state.shown.shading, {Shading::lit, Shading::unlit, Shading::weights}, name,
                  "lit, unlit or weights");
}

Result<void> set_loop(ViewerData& data, const std::string& name) {
  return set_word(data.state.timeline.loop, {Loop::once, Loop::loop, Loop::pingpong}, name,
                  "once, loop or pingpong");
}

Result<void> set_speed(ViewerData& data, const std::string& text) {
  const Result<double> speed = number(text);
  if (!speed) return speed.error();
  if (*speed < Timeline::kSlowest || *speed > Timeline::kFastest) return unknown(text, "0.01 to 10");
  data.state.timeline.speed = *speed;
  return {};
}

constexpr const char* kMatrixWords = "\"EXPRESSION\" in quotes, point X Y Z, rows, columns, show or hide";

// Parses three numbers from `at` on, and advances `at` to the next word.
Result<Vec3d> take_point(const std::string& text, std::size_t& at) {
  double numbers[3];
  for (double& value : numbers) {
    if (at == std::string::npos) return unknown(text, "point and three numbers");
    const std::size_t end = std::min(text.find(' ', at), text.size());
    const Result<double> read = number(text.substr(at, end - at));
    if (!read) return read.error();
    value = *read;
    at = text.find_first_not_of(' ', end);
  }
  return Vec3d{numbers[0], numbers[1], numbers[2]};
}

// Selects a tab by its lower-case title or its number.
Result<void> set_tab(ViewerData& data, const std::string& text) {
  std::string expected;
  for (std::uint32_t tab = 0; tab < std::size(kTabNames); ++tab) {
    std::string name = kTabNames[tab];
    name[0] = lower_ascii(name[0]);
    if (text == name || text == std::to_string(tab)) {
      data.state.panels.tab = tab;
      return {};
    }
    expected += (tab == 0 ? "" : ", ") + name;
  }
  return unknown(text, expected);
}

// Parses "matrix scale(2) * rotate_x(30) point 1 0 0 rows". Every part is optional, and the order is free.
Result<void> set_matrix(ViewerData& data, const std::string& text) {
  MatrixState wanted = data.state.matrix;
  std::size_t at = text.find_first_not_of(' ');
  if (at == std::string::npos) return unknown(text, kMatrixWords);
  while (at != std::string::npos) {
    const bool quoted = text[at] == '"';
    const std::size_t end = std::min(text.find(quoted ? '"' : ' ', at + 1), text.size());
    const std::string word = text.substr(at + quoted, end - at - quoted);
    at = text.find_first_not_of(' ', end + quoted);
    if (quoted) {
      wanted.expression = word;
    } else if (word == "point") {
      const Result<Vec3d> point = take_point(text, at);
      if (!point) return point.error();
      wanted.point = *point;
    } else if (word == "rows" || word == "columns") {
      wanted.rows = word == "rows";
    } else if (word == "show" || word == "hide") {
      wanted.shown = word == "show";
    } else {
      return unknown(word, kMatrixWords);
    }
  }
  if (const auto product = parse_matrix(wanted.expression, MatrixConvention::columns); !product)
    return product.error();
  data.state.matrix = wanted;
  return {};
}

Result<std::uint32_t> clip_of_file(const ViewerData& data, const std::string& name) {
  if (data.document() == nullptr) return unknown(name, "an open file");
  return choose_clip(data.document()->scene, name);
}

Result<void> set_track_number(TrackState& track, const std::string& what, const std::string& value) {
  const Result<double> amount = number(value);
  if (!amount) return amount.error();
  if (what == "weight" && *amount >= 0) {
    track.weight = *amount;
    track.fade.reset();
  } else if (what == "speed") {
    track.speed = *amount;
  } else if (what == "position") {
    track.position_s = *amount;
  } else if (what == "enabled") {
    track.enabled = *amount != 0;
  } else {
    return unknown(what, "clip, weight (0 or more), speed, position, enabled, priority, additive or mask");
  }
  return {};
}

Result<void> set_track_part(const ViewerData& data, TrackState& track, const std::string& what,
                            const std::string& value) {
  if (what == "clip") {
    const Result<std::uint32_t> clip = clip_of_file(data, value);
    if (!clip) return clip.error();
    track.clip = *clip;
  } else if (what == "priority") {
    if (value != "high" && value != "low") return unknown(value, "high or low");
    track.high_priority = value == "high";
  } else if (what == "additive") {
    const Result<bool> additive = on_or_off(value);
    if (!additive) return additive.error();
    track.additive = *additive;
  } else if (what == "mask") {
    const std::uint32_t node = data.document() == nullptr ? kNone : find_node(data.document()->scene, value);
    if (node == kNone && value != "none")
      return unknown(value, "the name of a frame, or none" + close_frame(data, value));
    track.mask = node;
  } else {
    return set_track_number(track, what, value);
  }
  return {};
}

// Parses "track 1 weight 0.5". Other settings: clip NAME, speed, position, enabled 0 or 1, priority high or
// low, additive on or off, mask JOINT or none. Also "track add wave" and "track 1 remove". Tracks are
// identified by number, so only the last track is really removed; the others are emptied.
Result<void> set_track(ViewerData& data, const std::string& text) {
  if (const auto [word, name] = first_word_of(text); word == "add") {
    const Result<std::uint32_t> clip = clip_of_file(data, name);
    if (!clip) return clip.error();
    start_mix(data);
    if (data.state.mix.tracks.size() >= kMaxMixTracks) return unknown(text, "at most 16 tracks");
    data.state.mix.tracks.emplace_back().clip = *clip;
    return {};
  }
  if (const auto [word, what] = first_word_of(text); what == "remove") {
    auto& tracks = data.state.mix.tracks;
    const Result<double> track = number(word);
    if (!track || !(*track >= 0) || *track >= static_cast<double>(tracks.size()) ||
        *track != std::floor(*track))
      return unknown(text, "the number of a track, from 0");
    const auto removed = static_cast<std::size_t>(*track);
    if (removed + 1 == tracks.size())
      tracks.pop_back();
    else
      tracks[removed] = {};
    return {};
  }
  const std::size_t first = text.find(' '), second = text.find(' ', first + 1);
  const Result<double> index = number(text.substr(0, first));
  const bool complete = first != std::string::npos && second != std::string::npos;
  if (!index || !complete || *index < 0 || *index > kMaxMixTracks - 1)
    return unknown(text, "a track from 0 to 15, a setting and a value");
  start_mix(data);
  auto& tracks = data.state.mix.tracks;
  const auto at = static_cast<std::size_t>(*index);
  if (at >= tracks.size()) tracks.resize(at + 1);
  return set_track_part(data, tracks[at], text.substr(first + 1, second - first - 1),
                        text.substr(second + 1));
}

// Removes a trailing word "linear". Returns true if it was present.
bool take_linear(std::string& text) {
  const std::size_t space = text.rfind(' ');
  if (space == std::string::npos || text.substr(space + 1) != "linear") return false;
  text.erase(space);
  return true;
}

// "fade 1 1 0.5" or "fade 1 1 0.5 linear": track 1 fades to weight 1 within half a second.
Result<void> fade_track(ViewerData& data, const std::string& line) {
  std::string text = line;
  const bool linear = take_linear(text);
  const std::size_t first = text.find(' '), second = text.find(' ', first + 1);
  if (first == std::string::npos || second == std::string::npos)
    return unknown(text, "track, weight and seconds");
  const Result<double> track = number(text.substr(0, first));
  const Result<double> weight = number(text.substr(first + 1, second - first - 1));
  const Result<double> seconds = number(text.substr(second + 1));
  MixState& mix = data.state.mix;
  if (!track || !weight || !seconds || !mix.on || !(*track >= 0) ||
      *track >= static_cast<double>(mix.tracks.size()) || *weight < 0 || *seconds < 0)
    return unknown(text, "track, weight and seconds, while tracks play");
  fade_weight(mix, static_cast<std::uint32_t>(*track), *weight, *seconds, linear);
  return {};
}

// "crossfade wave 0.5", "crossfade wave 0.5 linear".
Result<void> cross_fade_command(ViewerData& data, const std::string& line) {
  std::string text = line;
  const bool linear = take_linear(text);
  const std::size_t space = text.rfind(' ');
  const Result<double> seconds = number(space == std::string::npos ? "" : text.substr(space + 1));
  if (!seconds || *seconds < 0) return unknown(line, "a clip and seconds");
  const Result<std::uint32_t> clip = clip_of_file(data, text.substr(0, space));
  if (!clip) return clip.error();
  return cross_fade_to(data, *clip, *seconds, linear);
}

Result<void> compare(ViewerData& data, const std::string& text) {
  const Document* document = data.document();
  const std::size_t space = text.find(' ');
  const std::string with = text.substr(0, space),
                    rest = space == std::string::npos ? "" : text.substr(space + 1);
  CompareState wanted = data.state.compare;
  if (with == "nothing") {
    wanted = {};
  } else if (with == "compiled") {
    wanted.with = CompareWith::compiled;
  } else if (with == "clip" && document != nullptr) {
    const Result<std::uint32_t> clip = choose_clip(document->scene, rest);
    if (!clip) return clip.error();
    wanted.with = CompareWith::clip;
    wanted.clip = *clip;
  } else if (with == "file") {
    const Result<double> file = number(rest);
    if (!file || *file < 0 || *file >= static_cast<double>(data.documents.size()))
      return unknown(rest, "the number of an open file, from 0");
    wanted.with = CompareWith::file;
    wanted.file = static_cast<std::uint32_t>(*file);
    const Result<Document*> read = read_listed(data, wanted.file);
    if (!read) return read.error();
    const Scene& other = (*read)->scene;
    const auto same = document == nullptr || data.state.clip == kNone
                          ? Result<std::uint32_t>(kNone)
                          : choose_clip(other, clip_label(document->scene, data.state.clip));
    wanted.clip = same ? *same : 0;
  } else if (with == "side-by-side") {
    wanted.side_by_side = true;
  } else if (with == "colours") {
    wanted.side_by_side = false;
  } else {
    return unknown(text, "nothing, compiled, clip NAME, file N, side-by-side or colours");
  }
  data.state.compare = wanted;
  if (wanted.with != CompareWith::nothing) data.state.mix.on = data.state.graph.on = false;
  data.worst.reset();
  return {};
}

// "worst" seeks to the time of the largest error. "worst joint" measures joints only. "worst at 0.5" selects
// the worst joint at 0.5 s.
Result<void> find_worst(ViewerData& data, const std::string& text) {
  if (data.comparison && !data.comparison->problem.empty())
    return Error{Status::invalid_argument, "viewer.compare", data.comparison->problem, {}};
  if (text.empty()) {
    data.worst = find_worst_time(data);
    return {};
  }
  const bool is_at = text.compare(0, 3, "at ") == 0;
  if (!is_at && text != "joint") return unknown(text, "nothing, joint or at SECONDS");
  const Result<double> time_s = is_at ? number(text.substr(3)) : Result<double>(0.0);
  if (!time_s) return time_s.error();
  complete_error_curve(data);
  const auto worst = data.comparison ? worst_joint(data.comparison->curve) : std::nullopt;
  if (!worst) return unknown(text, "a comparison with a clip that plays");
  go_to_error(data, is_at ? *time_s : worst->time_s);
  return {};
}

// "morph smile 0.5", "morph 0 1": sets a weight by name or number, in all meshes. "morph clip": resets all
// weights to those of the clip.
Result<void> set_morph_command(ViewerData& data, const std::string& text) {
  const Document* document = data.document();
  if (document == nullptr || document->morphs.empty()) return unknown(text, "a file with morph targets");
  if (text == "clip") {
    data.state.morphs.clear();
    return {};
  }
  const std::size_t space = text.rfind(' ');
  const Result<double> weight = number(space == std::string::npos ? "" : text.substr(space + 1));
  if (!weight) return unknown(text, "clip, or a morph target and a weight");
  const Result<std::uint32_t> morph = choose_morph(document->morphs, text.substr(0, space));
  if (!morph) return morph.error();
  hold_morph(data, document->morphs[*morph].name, *weight);
  return {};
}

// "camera Closeup", "camera #1": chooses a camera from the file. "camera own": the viewer's own camera.
Result<void> set_camera(ViewerData& data, const std::string& name) {
  const Document* document = data.document();
  if (document == nullptr) return unknown(name, "an open file");
  if (name == "own") {
    data.state.file_camera = kNone;
    return {};
  }
  const Result<std::uint32_t> camera = choose_camera(document->scene, name);
  if (!camera) return camera.error();
  if (!file_camera(document->scene, rest_pose(document->scene), *camera))
    return unknown(name, "a camera that is attached to a node");
  data.state.file_camera = *camera;
  return {};
}

Result<void> set_lights_command(ViewerData& data, const std::string& word) {
  if (word != "file" && word != "studio") return unknown(word, "file or studio");
  data.state.shown.file_lights = word == "file";
  return {};
}

// "answer up", "answer textures FOLDER".
Result<void> answer(ViewerData& data, const std::string& text) {
  const std::size_t space = text.find(' ');
  const std::string folder = space == std::string::npos ? "" : text.substr(space + 1);
  return answer_banner(data, text.substr(0, space), folder);
}

// "filter clips jump"; "filter files" without a text shows all files.
Result<void> set_filter(ViewerData& data, const std::string& text) {
  const std::size_t space = text.find(' ');
  const std::string list = text.substr(0, space);
  if (list != "clips" && list != "files") return unknown(list, "clips or files");
  (list == "clips" ? data.filters.clips : data.filters.files) =
      space == std::string::npos ? "" : text.substr(space + 1);
  return {};
}

Result<void> set_up(ViewerData& data, const std::string& text) {
  data.fit_needed = true;
  return set_word(data.state.up, {UpAxis::y, UpAxis::z, UpAxis::minus_z}, text, "y, z or -z");
}

Result<void> set_ticks(ViewerData& data, const std::string& text) {
  if (text == "file") return set_tick_rate(data, {});
  const std::optional<double> rate = parse_number(text);
  if (!rate || *rate <= 0) return unknown(text, "a number above 0, or file");
  return set_tick_rate(data, rate);
}

// "other-clip wave", "other-clip rest": chooses the clip of the other file.
Result<void> set_other_clip(ViewerData& data, const std::string& name) {
  CompareState& compare = data.state.compare;
  if (compare.with != CompareWith::file || compare.file >= data.documents.size())
    return unknown(name, "a comparison with another file");
  const Result<Document*> read = read_listed(data, compare.file);
  if (!read) return read.error();
  const auto clip = name == "rest" ? Result<std::uint32_t>(kNone) : choose_clip((*read)->scene, name);
  if (!clip) return clip.error();
  compare.clip = *clip;
  data.worst.reset();
  return {};
}

Result<void> set_priority_blend(ViewerData& data, const std::string& text) {
  const auto blend = number(text);
  if (!blend || !(*blend >= 0) || !(*blend <= 1))
    return unknown(text, "0 (only low-priority tracks) to 1 (only high-priority tracks)");
  data.state.mix.priority_blend = *blend;
  return {};
}

CommandTable own_commands() {
  return {
      {"open", [](ViewerData& data, const std::string& path) { return open_paths(data, {path}); }},
      {"save-view", [](ViewerData& data, const std::string& path) { return save_view(data, path); }},
      {"reload",
       [](ViewerData& data, const std::string&) { return reload_file(data, data.state.active_file); }},
      {"clip", set_clip},
      {"up", set_up},
      {"ticks", set_ticks},
      {"answer", answer},
      {"filter", set_filter},
      {"toggle", toggle},
      {"shading", shade},
      {"loop", set_loop},
      {"speed", set_speed},
      {"tab", set_tab},
      {"matrix", set_matrix},
      {"graph", run_graph_command},
      {"track", set_track},
      {"fade", fade_track},
      {"crossfade", cross_fade_command},
      {"mix",
       [](ViewerData& data, const std::string& text) -> Result<void> {
         if (text != "on" && text != "off") return unknown(text, "on or off");
         if (text == "on")
           start_mix(data);
         else
           data.state.mix.on = false;
         return {};
       }},
      {"compare", compare},
      {"morph", set_morph_command},
      {"camera", set_camera},
      {"lights", set_lights_command},
      {"worst", find_worst},
      {"screenshot", [](ViewerData& data, const std::string& path) { return take_screenshot(data, path); }},
      {"renew-context",
       [](ViewerData& data, const std::string&) {
         data.wants_new_context = true;
         return Result<void>();
       }},
      {"other-clip", set_other_clip},
      {"priority-blend", set_priority_blend},
      {"quit", alone_command([](ViewerData& data) { data.wants_to_quit = true; })},
  };
}

const CommandTable& all_commands() {
  static const CommandTable kCommands = [] {
    CommandTable table = own_commands();
    add_camera_commands(table);
    add_look_commands(table);
    add_time_commands(table);
    add_file_commands(table);
    return table;
  }();
  return kCommands;
}

}  // namespace

std::vector<std::string> command_names() {
  std::vector<std::string> names;
  for (const auto& command : all_commands()) names.push_back(command.first);
  return names;
}

Result<void> run_command(ViewerData& data, const std::string& line) {
  const auto [name, rest] = first_word_of(line);
  const auto action = all_commands().find(name);
  if (action != all_commands().end()) return action->second(data, rest);
  std::string expected;
  for (const auto& known : all_commands()) expected += (expected.empty() ? "" : ", ") + known.first;
  Error error = unknown(name, expected);
  error.code = "viewer.no-command";
  return error;
}

}  // namespace skelter
