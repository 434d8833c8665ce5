#include "cli/mix_spec.h"

#include <fmt/format.h>

#include <optional>

#include "cli/console.h"
#include "cli/selection.h"
#include "skelter/model/edit.h"

namespace skelter::cli {
namespace {

struct Settings {
  double weight = 1;
  double speed = 1;
  std::optional<double> time_s;
};

Result<Settings> parse_settings(const std::string& text) {
  Settings settings;
  for (const std::string& setting : split_text(text, ',')) {
    const std::size_t equals = setting.find('=');
    const std::string key = setting.substr(0, equals);
    const std::string value = equals == std::string::npos ? "" : setting.substr(equals + 1);
    if (key == "priority")
      return usage_error("--mix", "priority comes with the controller; expected weight, time or speed");
    if (key != "weight" && key != "time" && key != "speed")
      return usage_error("--mix", fmt::format("unknown setting \"{}\"; expected weight, time or speed", key));
    auto number = to_number(value, "--mix: " + key);
    if (!number) return number.error();
    if (key == "weight") settings.weight = *number;
    if (key == "speed") settings.speed = *number;
    if (key == "time") settings.time_s = *number;
  }
  return settings;
}

Result<MixLayer> parse_layer(const Scene& scene, const std::string& text, double time_s) {
  const std::size_t colon = text.rfind(':');
  auto clip = find_clip(scene, text.substr(0, colon));
  if (!clip) return in_file(clip.error(), scene);
  Settings settings;
  if (colon != std::string::npos) {
    auto parsed = parse_settings(text.substr(colon + 1));
    if (!parsed) return parsed.error();
    settings = *parsed;
  }
  MixLayer layer;
  layer.clip = *clip;
  layer.weight = settings.weight;
  layer.time_s = settings.time_s.value_or(time_s * settings.speed);
  return layer;
}

}  // namespace

Result<std::vector<MixLayer>> parse_mix(const Scene& scene, const std::string& spec, double time_s) {
  std::vector<MixLayer> layers;
  for (const std::string& text : split_text(spec, ';')) {
    auto layer = parse_layer(scene, text, time_s);
    if (!layer) return layer.error();
    layers.push_back(*layer);
  }
  return layers;
}

}  // namespace skelter::cli
