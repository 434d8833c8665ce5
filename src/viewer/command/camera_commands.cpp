// Commands that move the camera.

#include <algorithm>
#include <cmath>
#include <numbers>

#include "skelter/math/trig.h"
#include "viewer/command/command_words.h"
#include "viewer/command/internal/actions.h"
#include "viewer/image/orbit.h"

namespace skelter {
namespace {

constexpr double kNarrowest_deg = 1, kWidest_deg = 120;

// The camera that a command moves: switches to the viewer's own camera.
OrbitCamera& own_camera(ViewerData& data) {
  data.state.file_camera = kNone;
  return data.state.camera;
}

// Applies the pending initial framing first; otherwise it would override this command.
void frame_first(ViewerData& data) {
  if (!data.fit_needed || data.document() == nullptr) return;
  data.fit_needed = false;
  fit_view(data);
}

double extent_of(const ViewerData& data) {
  return data.document() == nullptr ? 1 : data.document()->extent;
}

Result<void> look_command(ViewerData& data, const std::string& side) {
  constexpr std::pair<const char*, AxisView> kSides[] = {
      {"front", AxisView::front}, {"back", AxisView::back}, {"left", AxisView::left},
      {"right", AxisView::right}, {"top", AxisView::top},   {"bottom", AxisView::bottom}};
  for (const auto& [name, view] : kSides)
    if (side == name) {
      look(data, view);
      return {};
    }
  return unknown_word(side, "front, back, left, right, top or bottom");
}

// "orbit 90 0", "orbit 90 0 4": degrees, optional distance.
Result<void> orbit_command(ViewerData& data, const std::string& text) {
  const char* expected = "degrees around, degrees up from -90 to 90, and optionally a distance above 0";
  const auto numbers = numbers_of(text, 2, 3, expected);
  if (!numbers) return numbers.error();
  const std::vector<double>& n = *numbers;
  if (std::abs(n[1]) > 90 || (n.size() == 3 && !(n[2] > 0))) return unknown_word(text, expected);
  if (n.size() == 3) frame_first(data);
  OrbitCamera& camera = own_camera(data);
  camera.azimuth_deg = std::remainder(n[0], 360);
  camera.elevation_deg = n[1];
  if (n.size() == 3) camera.distance = n[2];
  return {};
}

// Turns the camera like a mouse drag, in points.
Result<void> turn_command(ViewerData& data, const std::string& text) {
  const auto by = numbers_of(text, 2, 2, "points to the right and down");
  if (!by) return by.error();
  turn(own_camera(data), (*by)[0], (*by)[1]);
  return {};
}
Result<void> pan_command(ViewerData& data, const std::string& text) {
  const auto by = numbers_of(text, 2, 2, "points to the right and down");
  if (!by) return by.error();
  const double unit = data.pixels_per_point;
  pan(own_camera(data), (*by)[0] * unit, (*by)[1] * unit, data.view.height);
  return {};
}
Result<void> zoom_command(ViewerData& data, const std::string& text) {
  const auto steps = numbers_of(text, 1, 1, "a number of steps; positive numbers zoom in");
  if (!steps) return steps.error();
  zoom(own_camera(data), steps->front(), extent_of(data));
  return {};
}

// "place 0 1 5 0 1 0": eye and target.
Result<void> place_command(ViewerData& data, const std::string& text) {
  const char* expected = "six numbers: the eye and a different target";
  const auto numbers = numbers_of(text, 6, 6, expected);
  if (!numbers) return numbers.error();
  const std::vector<double>& n = *numbers;
  const Vec3d target{n[3], n[4], n[5]}, back = Vec3d{n[0], n[1], n[2]} - target;
  const double distance = length(back);
  if (!(distance > 0) || !std::isfinite(distance)) return unknown_word(text, expected);
  frame_first(data);
  OrbitCamera& camera = own_camera(data);
  camera.target = target;
  camera.distance = distance;
  camera.elevation_deg = std::asin(std::clamp(back.y / distance, -1.0, 1.0)) * 180 / std::numbers::pi;
  if (back.x != 0 || back.z != 0) camera.azimuth_deg = std::atan2(back.x, back.z) * 180 / std::numbers::pi;
  return {};
}

Result<void> fov_command(ViewerData& data, const std::string& text) {
  const auto degrees = number_of(text);
  if (!degrees || !(*degrees >= kNarrowest_deg) || !(*degrees <= kWidest_deg))
    return unknown_word(text, "degrees, 1 to 120");
  data.state.camera.fov_y_deg = *degrees;
  return {};
}

}  // namespace

void add_camera_commands(CommandTable& table) {
  table["fit"] = [](ViewerData& data, const std::string&) -> Result<void> {
    fit_view(data);
    return {};
  };
  table["look"] = look_command;
  table["orbit"] = orbit_command;
  table["turn"] = turn_command;
  table["pan"] = pan_command;
  table["zoom"] = zoom_command;
  table["place"] = place_command;
  table["fov"] = fov_command;
  table["parallel"] = [](ViewerData& data, const std::string& word) {
    return switch_over(data.state.camera.parallel, word);
  };
}

}  // namespace skelter
