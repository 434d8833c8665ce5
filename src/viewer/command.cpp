#include "viewer/command.h"

#include <cmath>
#include <cstdlib>
#include <functional>
#include <map>

#include "skelter/model/edit.h"
#include "viewer/actions.h"
#include "viewer/timeline.h"

namespace skelter {
namespace {

Error unknown(const std::string& what, const std::string& expected) {
  return {
      Status::invalid_argument, "viewer.command", "\"" + what + "\" is not known; expected " + expected, {}};
}

Result<double> number(const std::string& text) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0' || !std::isfinite(value)) return unknown(text, "a number");
  return value;
}

using Deed = std::function<Result<void>(ViewerData&, const std::string& rest)>;

Result<void> set_clip(ViewerData& data, const std::string& name) {
  const Document* document = data.document();
  if (document == nullptr) return unknown(name, "an open file");
  if (name == "rest") {
    choose_clip(data, kNone);
    return {};
  }
  const Result<std::uint32_t> clip = find_clip(document->scene, name);
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

Result<void> shade(ViewerData& data, const std::string& name) {
  if (name == "lit")
    set_shading(data, Shading::lit);
  else if (name == "unlit")
    set_shading(data, Shading::unlit);
  else if (name == "weights")
    set_shading(data, Shading::weights);
  else
    return unknown(name, "lit, unlit or weights");
  return {};
}

Result<void> select(ViewerData& data, const std::string& name) {
  const Document* document = data.document();
  const std::uint32_t node = document == nullptr ? kNone : find_node(document->scene, name);
  if (node == kNone) return unknown(name, "the name of a frame");
  select_node(data, node);
  return {};
}

Result<void> set_loop(ViewerData& data, const std::string& name) {
  Timeline& timeline = data.state.timeline;
  if (name == "once")
    timeline.loop = LoopMode::once;
  else if (name == "loop")
    timeline.loop = LoopMode::loop;
  else if (name == "pingpong")
    timeline.loop = LoopMode::pingpong;
  else
    return unknown(name, "once, loop or pingpong");
  return {};
}

Result<void> set_speed(ViewerData& data, const std::string& text) {
  const Result<double> speed = number(text);
  if (!speed) return speed.error();
  if (*speed < Timeline::kSlowest || *speed > Timeline::kFastest) return unknown(text, "0.01 to 10");
  data.state.timeline.speed = *speed;
  return {};
}

Result<void> set_tab(ViewerData& data, const std::string& text) {
  const Result<double> tab = number(text);
  if (!tab) return tab.error();
  data.tab_to_open = static_cast<std::uint32_t>(std::max(*tab, 0.0));
  return {};
}

const std::map<std::string, Deed>& deeds() {
  static const std::map<std::string, Deed> all = {
      {"open", [](ViewerData& data, const std::string& path) { return open_paths(data, {path}); }},
      {"save-view", [](ViewerData& data, const std::string& path) { return save_view(data, path); }},
      {"reload",
       [](ViewerData& data, const std::string&) { return reload_file(data, data.state.active_file); }},
      {"clip", set_clip},
      {"toggle", toggle},
      {"shading", shade},
      {"select", select},
      {"loop", set_loop},
      {"speed", set_speed},
      {"tab", set_tab},
      {"play",
       [](ViewerData& data, const std::string&) {
         data.state.timeline.playing = true;
         return Result<void>();
       }},
      {"pause",
       [](ViewerData& data, const std::string&) {
         data.state.timeline.playing = false;
         return Result<void>();
       }},
      {"seek",
       [](ViewerData& data, const std::string& text) -> Result<void> {
         const Result<double> time_s = number(text);
         if (!time_s) return time_s.error();
         seek(data.state.timeline, *time_s, data.duration_s());
         return {};
       }},
      {"fit",
       [](ViewerData& data, const std::string&) {
         fit_view(data);
         return Result<void>();
       }},
      {"renew-context",
       [](ViewerData& data, const std::string&) {
         data.wants_new_context = true;
         return Result<void>();
       }},
  };
  return all;
}

}  // namespace

Result<void> run_command(ViewerData& data, const std::string& line) {
  const std::size_t space = line.find(' ');
  const std::string name = line.substr(0, space);
  const std::string rest = space == std::string::npos ? "" : line.substr(line.find_first_not_of(' ', space));
  const auto deed = deeds().find(name);
  if (deed != deeds().end()) return deed->second(data, rest);
  std::string expected;
  for (const auto& known : deeds()) expected += (expected.empty() ? "" : ", ") + known.first;
  return unknown(name, expected);
}

}  // namespace skelter
