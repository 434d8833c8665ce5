#include "cli/input/mix_spec.h"

#include <fmt/format.h>

#include <optional>

#include "cli/input/selection.h"
#include "cli/output/console.h"
#include "skelter/d3dx/scene_controller.h"
#include "skelter/scene/edit.h"

namespace skelter::cli {
namespace {

struct Settings {
  double weight = 1;
  double speed = 1;
  std::optional<double> time_s;
  Priority priority = Priority::low;
};

Result<Priority> parse_priority(const std::string& value, Mixer mixer) {
  if (mixer == Mixer::sum)
    return usage_error("--mix", "priority is for --mode controller and d3dx; expected weight, time or speed");
  if (value == "high") return Priority::high;
  if (value == "low") return Priority::low;
  return usage_error("--mix", fmt::format("priority \"{}\"; expected low or high", value));
}

Result<Settings> parse_settings(const std::string& text, Mixer mixer) {
  Settings settings;
  for (const std::string& setting : split_text(text, ',')) {
    const std::size_t equals = setting.find('=');
    const std::string key = setting.substr(0, equals);
    const std::string value = equals == std::string::npos ? "" : setting.substr(equals + 1);
    if (key == "priority") {
      const auto priority = parse_priority(value, mixer);
      if (!priority) return priority.error();
      settings.priority = *priority;
      continue;
    }
    if (key != "weight" && key != "time" && key != "speed")
      return usage_error("--mix", fmt::format("unknown setting \"{}\"; expected weight, time{}", key,
                                              mixer == Mixer::sum ? " or speed" : ", speed or priority"));
    auto number = to_number(value, "--mix: " + key);
    if (!number) return number.error();
    if (key == "weight") settings.weight = *number;
    if (key == "speed") settings.speed = *number;
    if (key == "time") settings.time_s = *number;
  }
  return settings;
}

Result<ParsedLayer> parse_layer(const Scene& scene, const std::string& text, double time_s, Mixer mixer) {
  const std::size_t colon = text.rfind(':');
  auto clip = choose_clip(scene, text.substr(0, colon));
  if (!clip) return in_file(clip.error(), scene);
  Settings settings;
  if (colon != std::string::npos) {
    auto parsed = parse_settings(text.substr(colon + 1), mixer);
    if (!parsed) return parsed.error();
    settings = *parsed;
  }
  return ParsedLayer{{*clip, settings.weight, settings.time_s.value_or(time_s * settings.speed)},
                     settings.priority};
}

}  // namespace

Result<std::vector<ParsedLayer>> parse_mix(const Scene& scene, const std::string& spec, double time_s,
                                           Mixer mixer) {
  std::vector<ParsedLayer> layers;
  for (const std::string& text : split_text(spec, ';')) {
    auto layer = parse_layer(scene, text, time_s, mixer);
    if (!layer) return layer.error();
    layers.push_back(*layer);
  }
  return layers;
}

Result<Pose> controller_mix(const Scene& scene, const std::vector<ParsedLayer>& layers, ControllerMode mode,
                            const EvaluateOptions& options) {
  SceneControllerSettings settings;
  settings.mode = mode;
  settings.source = options;
  settings.playback = options.loop;
  auto made = make_controller(scene, settings);
  if (!made) return made.error();
  Controller& controller = made->controller;
  for (std::uint32_t track = 0; track < layers.size(); ++track) {
    const ParsedLayer& layer = layers[track];
    for (const auto& done :
         {controller.set_track_set(track, layer.mix.clip),
          controller.set_track_position(track, layer.mix.time_s),
          controller.set_track_weight(track, layer.mix.weight),
          controller.set_track_priority(track, layer.priority), controller.set_track_enabled(track, true)})
      if (!done) return usage_error("--mix", to_string(done.error()));
  }
  if (auto done = controller.advance(0); !done) return done.error();
  return scene_pose(scene, made->node_of_output, controller.pose());
}

}  // namespace skelter::cli
