#pragma once
// What to export.

#include <cstdint>
#include <optional>
#include <string>

#include "skelter/core/result.h"

namespace skelter {

struct ExportSettings {
  std::string path;  // .png, .webp; films: .webp, .gif, .mp4, NAME.####.png
  std::uint32_t width = 960, height = 720;
  double fps = 30;
  bool film = false;                   // else one picture of this moment
  std::optional<double> from_s, to_s;  // of a film; nothing: what plays
  double turntable_deg = 0;            // by which the camera turns during a film
  friend bool operator==(const ExportSettings&, const ExportSettings&) = default;
};

// ".gif", ".mp4" and numbered pictures are films whatever the settings say. Errors: invalid_argument for an
// ending, a size or a rate that is not possible.
Result<ExportSettings> checked(ExportSettings settings);

// "turn.gif 640x480 fps 24 turntable 360 from 0 to 1": the words after the path in any order, each as it is
// needed. Errors: invalid_argument for other words.
Result<ExportSettings> export_settings_from(const std::string& text);

}  // namespace skelter
