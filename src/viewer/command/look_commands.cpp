// Commands for display: light, hidden nodes, selection, panels.

#include <algorithm>
#include <cmath>

#include "viewer/command/command_words.h"
#include "viewer/command/internal/actions.h"
#include "viewer/document/internal/notices.h"
#include "viewer/report/internal/vertex_inspector.h"

namespace skelter {
namespace {

Result<void> set_factor(double& factor, const std::string& text) {
  const auto value = number_of(text);
  if (!value || !(*value >= 0) || !(*value <= LightState::kStrongest))
    return unknown_word(text, "a factor, 0 to 100");
  factor = *value;
  return {};
}

// "light from 90 30", "light strength 2", "light default".
Result<void> light_command(ViewerData& data, const std::string& text) {
  const auto [word, rest] = first_word_of(text);
  LightState& light = data.state.light;
  if (word == "strength") return set_factor(light.strength, rest);
  if (word == "default" && rest.empty()) {
    light = {};
    return {};
  }
  const char* expected =
      "from and two angles (degrees to the right of the eye, degrees up), strength or default";
  if (word != "from") return unknown_word(text, expected);
  const auto angles = numbers_of(rest, 2, 2, expected);
  if (!angles) return angles.error();
  if (std::abs((*angles)[0]) > 360 || std::abs((*angles)[1]) > 90) return unknown_word(rest, expected);
  light.azimuth_deg = (*angles)[0];
  light.elevation_deg = (*angles)[1];
  return {};
}

// "show skeleton", "show skeleton off".
Result<void> show_command(ViewerData& data, const std::string& text) {
  const auto [name, word] = first_word_of(text);
  std::string expected;
  for (const ShownToggle& part : shown_toggles()) {
    if (part.name == name) return switch_over(data.state.shown.*part.part, word.empty() ? "on" : word);
    expected += (expected.empty() ? "" : ", ") + std::string(part.name);
  }
  return unknown_word(name, expected);
}

Result<void> hide_command(ViewerData& data, const std::string& name) {
  const auto node = node_of(data, name);
  if (!node) return node.error();
  hide_node(data, *node, true);
  return {};
}
Result<void> unhide_command(ViewerData& data, const std::string& name) {
  if (name == "all") {
    data.state.hidden.clear();
    return {};
  }
  const auto node = node_of(data, name);
  if (!node) return node.error();
  const auto& hidden = data.state.hidden;
  if (std::find(hidden.begin(), hidden.end(), *node) == hidden.end())
    return unknown_word(name, "a frame that is itself hidden, or all");
  hide_node(data, *node, false);
  return {};
}

Result<void> select_command(ViewerData& data, const std::string& name) {
  if (name == "none") {
    data.state.selection = {};
    return {};
  }
  const auto node = node_of(data, name);
  if (!node) return node.error();
  select_node(data, *node);
  return {};
}

Result<void> isolate_command(ViewerData& data, const std::string& word) {
  if (data.state.selection.node == kNone) return unknown_word("isolate", "a selected joint (select NAME)");
  return switch_over(data.state.selection.isolated, word);
}

// "vertex worst", "vertex none", "vertex 2 0 0 17".
Result<void> vertex_command(ViewerData& data, const std::string& text) {
  if (text == "none") {
    data.state.selection.vertex.reset();
    return {};
  }
  if (text == "worst") {
    if (!data.comparison || !data.comparison->vertices)
      return unknown_word(text, "a comparison of models with the same vertices");
    data.state.selection.vertex = data.comparison->vertices->worst;
    return {};
  }
  const char* expected = "worst, none, or four numbers from 0: frame, mesh, primitive and vertex";
  const auto numbers = numbers_of(text, 4, 4, expected);
  if (!numbers) return numbers.error();
  std::uint32_t place[4] = {};
  for (std::size_t i = 0; i < 4; ++i) {
    const double number = (*numbers)[i];
    if (!(number >= 0) || number != std::floor(number) || number >= double{kNone})
      return unknown_word(text, expected);
    place[i] = static_cast<std::uint32_t>(number);
  }
  const VertexLocation vertex{place[0], place[1], place[2], place[3]};
  if (data.document() == nullptr || !exists(data.document()->scene, vertex))
    return unknown_word(text, "a vertex of the shown file");
  data.state.selection.vertex = vertex;
  return {};
}

Result<void> pick_command(ViewerData& data, const std::string& text) {
  const auto at = numbers_of(text, 2, 2, "a position in the image: pixels from its upper left corner");
  if (!at) return at.error();
  pick(data, data.view.x + (*at)[0], data.view.y + (*at)[1]);
  return {};
}

Result<void> panel_command(ViewerData& data, const std::string& text) {
  const auto [name, word] = first_word_of(text);
  constexpr std::pair<const char*, bool OpenPanels::*> kPanels[] = {{"browser", &OpenPanels::browser},
                                                                    {"inspector", &OpenPanels::inspector},
                                                                    {"timeline", &OpenPanels::timeline},
                                                                    {"help", &OpenPanels::help}};
  for (const auto& [known, open] : kPanels)
    if (name == known) return switch_over(data.state.panels.*open, word);
  return unknown_word(name, "browser, inspector, timeline or help");
}

Result<void> dialog_command(ViewerData& data, const std::string& name) {
  Dialogs wanted;
  if (name == "open")
    wanted.open = true;
  else if (name == "save-view")
    wanted.save_view = true;
  else if (name == "textures")
    wanted.textures = true;
  else if (name != "none")
    return unknown_word(name, "open, save-view, textures or none");
  data.dialogs = wanted;
  return {};
}

Result<void> dismiss_command(ViewerData& data, const std::string& name) {
  const std::vector<Banner> list = banners(data);
  const bool is_there =
      std::any_of(list.begin(), list.end(), [&](const Banner& banner) { return banner.name == name; });
  if (!is_there) return unknown_word(name, "a banner that is shown over the image");
  dismiss_banner(data, name);
  return {};
}

}  // namespace

void add_look_commands(CommandTable& table) {
  table["light"] = light_command;
  table["exposure"] = [](ViewerData& data, const std::string& text) {
    return set_factor(data.state.light.exposure, text);
  };
  table["environment"] = [](ViewerData& data, const std::string& text) {
    return set_factor(data.state.light.environment, text);
  };
  table["show"] = show_command;
  table["hide"] = hide_command;
  table["unhide"] = unhide_command;
  table["select"] = select_command;
  table["isolate"] = isolate_command;
  table["vertex"] = vertex_command;
  table["pick"] = pick_command;
  table["panel"] = panel_command;
  table["dialog"] = dialog_command;
  table["dismiss"] = dismiss_command;
  table["messages"] = alone_command(show_messages);
}

}  // namespace skelter
