// Reads the settings of the whole file: exporter, units of length and time, axes.

#include <fmt/format.h>

#include <cmath>

#include "formats/fbx/read/scene_builder.h"

namespace skelter::fbx {
namespace {

constexpr double kTicksPerSecond = 46186158000, kOtherTicksPerSecond = 141120000;

void read_generator(SceneBuilder& b, std::uint32_t header) {
  std::uint32_t info = b.tree.child(header, "SceneInfo");
  if (info == kNone) info = b.tree.child(b.tree.child(0, "Objects"), "SceneInfo");  // version 6
  std::uint32_t properties = b.tree.child(info, "Properties70");
  if (properties == kNone) properties = b.tree.child(info, "Properties60");
  const auto said = [&](std::string_view name) {
    const auto values = b.graph.property_in(properties, name);
    return values.empty() ? std::string() : std::string(b.tree.text_of(values[0]));
  };
  std::string generator = said("Original|ApplicationName");
  const std::string version = said("Original|ApplicationVersion");
  if (!generator.empty() && !version.empty()) generator += " " + version;
  if (generator.empty()) {
    // Exporters that imitate the SDK write the SDK's name in the header, and their own at the top level.
    const std::string_view in_header = b.tree.text(b.tree.child(header, "Creator")),
                           at_top = b.tree.text(b.tree.child(0, "Creator"));
    constexpr std::string_view kSdk = "FBX SDK";
    const bool imitates =
        in_header.substr(0, kSdk.size()) == kSdk && !at_top.empty() && at_top.substr(0, kSdk.size()) != kSdk;
    generator = std::string(in_header.empty() || imitates ? at_top : in_header);
  }
  if (!generator.empty()) b.scene.generator = std::move(generator);
}

}  // namespace

Result<void> read_settings(SceneBuilder& b) {
  const std::uint32_t header = b.tree.child(0, "FBXHeaderExtension");
  read_generator(b, header);
  const std::uint32_t definition = b.tree.child(b.tree.child(header, "OtherFlags"), "TCDefinition");
  b.scene.format_version = b.tree.version;
  b.seconds_per_tick = 1 / kTicksPerSecond;
  if (b.tree.version >= 8000 || (definition != kNone && b.tree.integer(definition) != 127))
    b.seconds_per_tick = 1 / kOtherTicksPerSecond;
  double unit = b.graph.number_in(b.graph.global_settings, "UnitScaleFactor", 1);
  if (!(unit > 0)) unit = 1;
  b.scene.metres_per_unit = b.options.metres_per_unit ? *b.options.metres_per_unit : unit / 100;
  return {};
}

// The file's right, up and front axes are the rows of the matrix from the file's coordinates to ours.
Result<void> turn_axes(SceneBuilder& b) {
  constexpr std::string_view kNames[3][2] = {
      {"CoordAxis", "CoordAxisSign"}, {"UpAxis", "UpAxisSign"}, {"FrontAxis", "FrontAxisSign"}};
  Mat3d turn;
  turn.m = {};
  bool used[3] = {false, false, false};
  b.scene.up_axis = "y";
  for (std::size_t row = 0; row < 3; ++row) {
    const double axis = b.graph.number_in(b.graph.global_settings, kNames[row][0],
                                          row == 0   ? 0.0
                                          : row == 1 ? 1.0
                                                     : 2.0);
    const double sign = b.graph.number_in(b.graph.global_settings, kNames[row][1], 1);
    const bool known = axis == 0 || axis == 1 || axis == 2;
    if (!known || used[static_cast<std::size_t>(axis)]) {
      b.note("fbx.axes", 0,
             "axes that are not three different ones; taken as +X right, +Y up, +Z to the front");
      return {};
    }
    used[static_cast<std::size_t>(axis)] = true;
    turn(row, static_cast<std::size_t>(axis)) = sign < 0 ? -1 : 1;
  }
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (turn(1, axis) != 0)
      b.scene.up_axis = (turn(1, axis) < 0 ? "-" : "") + std::string(1, static_cast<char>('x' + axis));
  if (turn == Mat3d{}) return {};
  const auto axis_name = [&](std::size_t row) {
    std::string name = "+X";
    for (std::size_t axis = 0; axis < 3; ++axis)
      if (turn(row, axis) != 0) name = {turn(row, axis) < 0 ? '-' : '+', static_cast<char>('X' + axis)};
    return name;
  };
  b.note("fbx.axes", 0,
         fmt::format("{} is right, {} up, {} to the front; turned by the root node \"Y up\"", axis_name(0),
                     axis_name(1), axis_name(2)));
  Node root;
  root.name = "Y up";
  root.synthetic = true;
  if (determinant(turn) > 0) {
    root.rest_trs = Transform{{}, to_float(to_quat(turn)), {1, 1, 1}};
    root.rest = to_mat4(*root.rest_trs);
    // Uses the matrix, because quarter turns are exact in it.
    root.rest = to_float(to_mat4(turn, Vec3d{}));
  } else {
    b.warn("fbx.left-handed", 0, "axes of a left-handed space; the scene is mirrored by a root node");
    root.rest = to_float(to_mat4(turn, Vec3d{}));
  }
  const auto index = static_cast<std::uint32_t>(b.scene.nodes.size());
  if (auto taken = b.take_memory<Node>(0, 1); !taken) return taken;
  for (Node& node : b.scene.nodes)
    if (node.parent == kNone) node.parent = index;
  b.scene.nodes.push_back(std::move(root));
  return {};
}

}  // namespace skelter::fbx
