#pragma once
// Settings of an image or video export.

#include <cstdint>
#include <optional>
#include <string>

#include "skelter/core/result.h"

namespace skelter {

struct ExportSettings {
  std::string path;  // .png, .webp; videos: .webp, .gif, .mp4, NAME.####.png
  std::uint32_t width = 960, height = 720;
  double fps = 30;
  bool video = false;                  // false: one image of the current time
  std::optional<double> from_s, to_s;  // video range; none: the part that plays
  double turntable_deg = 0;            // camera rotation over a video
  friend bool operator==(const ExportSettings&, const ExportSettings&) = default;
};

// Checks and completes the settings. ".gif", ".mp4" and numbered images are always videos. Errors:
// invalid_argument for an unsupported file extension, size or rate.
Result<ExportSettings> checked(ExportSettings settings);

// Parses "turn.gif 640x480 fps 24 turntable 360 from 0 to 1". The words after the path are optional and may
// come in any order. Errors: invalid_argument for other words.
Result<ExportSettings> export_settings_from(const std::string& text);

}  // namespace skelter
