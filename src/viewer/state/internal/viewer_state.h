#pragma once
// ViewerState: all user settings of the viewer, as plain data. `view --state` prints it, a saved view
// contains it, and opening the view restores it exactly.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "load/internal/timeline.h"
#include "load/internal/tracks.h"
#include "skelter/core/result.h"
#include "skelter/math/vec.h"
#include "skelter/scene/scene.h"

namespace skelter {

// An orbit camera.
struct OrbitCamera {
  Vec3d target{};
  double distance = 5;        // above 0
  double azimuth_deg = 25;    // 0 looks from +Z, 90 from +X
  double elevation_deg = 12;  // -90 to 90
  double fov_y_deg = 30;
  bool parallel = false;  // orthographic, with the same size at the target
  friend bool operator==(const OrbitCamera&, const OrbitCamera&) = default;
};

enum class Shading : std::uint8_t { lit, unlit, weights };

// The axis of a file that points up. The model is rotated so that it becomes +Y.
enum class UpAxis : std::uint8_t { y, z, minus_z };

// Overlays and parts that are drawn.
struct ShownParts {
  bool meshes = true;
  bool skeleton = false;
  bool names = false;  // joint names
  bool axes = false;   // joint axes
  bool wireframe = false;
  bool normals = false;
  bool bounds = false;  // box around the current vertices
  bool grid = true;
  bool shadow = true;
  bool file_lights = false;  // replace the viewer's own lights if the file has lights
  Shading shading = Shading::lit;
  friend bool operator==(const ShownParts&, const ShownParts&) = default;
};

// Light intensities as factors, and the direction of the viewer's own key light.
struct LightState {
  double exposure = 1;     // for all light, before tone mapping
  double strength = 1;     // viewer's own lights
  double environment = 1;  // sky and ground
  // Direction of the key light as seen from the target. The azimuth is measured around the vertical: 0 on the
  // side of the eye, positive to its right. If either angle is none, the light comes from the upper left.
  std::optional<double> azimuth_deg, elevation_deg;
  static constexpr double kUsualAzimuth_deg = -36, kUsualElevation_deg = 42;  // near the default direction
  static constexpr double kStrongest = 100;
  friend bool operator==(const LightState&, const LightState&) = default;
};

// A vertex of scene.nodes[node].meshes[instance].
struct VertexLocation {
  std::uint32_t node = 0, instance = 0, primitive = 0, vertex = 0;
  friend bool operator==(const VertexLocation&, const VertexLocation&) = default;
};

struct Selection {
  std::uint32_t node = kNone;
  bool isolated = false;  // show only its bones and the vertices that they move
  std::optional<VertexLocation> vertex;
  friend bool operator==(const Selection&, const Selection&) = default;
};

struct MixState : Tracks {
  bool on = false;  // plays the tracks instead of the chosen clip
  friend bool operator==(const MixState&, const MixState&) = default;
};

enum class CompareWith : std::uint8_t { nothing, clip, file, compiled };

struct CompareState {
  CompareWith with = CompareWith::nothing;
  std::uint32_t clip = 0;     // in this file, or in the other one
  std::uint32_t file = 0;     // index into ViewerState::files
  bool side_by_side = false;  // false: the difference as colours
  friend bool operator==(const CompareState&, const CompareState&) = default;
};

// A test product of matrices, and a point to transform.
struct MatrixState {
  std::string expression = "translate(1,0,0) * rotate_z(90)";  // syntax: internal/matrix_expression.h
  Vec3d point{1, 0, 0};
  bool rows = false;   // row vectors: the left matrix acts first
  bool shown = false;  // draws the point and its image in the view
  friend bool operator==(const MatrixState&, const MatrixState&) = default;
};

// Last value set for a parameter of the animation graph.
struct GraphSetting {
  std::string parameter;
  double value = 0;
  friend bool operator==(const GraphSetting&, const GraphSetting&) = default;
};

// An animation graph that plays on the model.
struct GraphPlayState {
  bool on = false;   // plays the graph instead of the chosen clip
  std::string file;  // path of a *.graph.json file, or ""
  std::string name;  // name of a graph in the model's pack
  std::vector<GraphSetting> set;
  bool travels = true;  // root motion moves the model and the camera; otherwise neither moves
  double seconds = 10;  // visible range of the bands
  // View of the state diagram. Zoom 1 shows everything; the centre is in diagram points.
  double zoom = 1, pan_x = 0, pan_y = 0;
  static constexpr double kMinSeconds = 1, kMaxSeconds = 60;
  friend bool operator==(const GraphPlayState&, const GraphPlayState&) = default;
};

// Weight of all morph targets with this name, in all meshes.
struct MorphSetting {
  std::string name;
  double weight = 0;
  friend bool operator==(const MorphSetting&, const MorphSetting&) = default;
};

struct OpenPanels {
  bool browser = true;    // left: files, clips, nodes
  bool inspector = true;  // right: view, selection, tracks, compare, export, report, matrix, ...
  bool timeline = true;   // bottom
  bool help = false;
  std::uint32_t tab = 0;                              // selected tab of the inspector
  double browser_width = 250, inspector_width = 390;  // in points
  friend bool operator==(const OpenPanels&, const OpenPanels&) = default;
};

struct ViewerState {
  std::vector<std::string> files;
  std::uint32_t active_file = 0;
  std::uint32_t clip = kNone;              // in the active file; kNone: the rest pose
  UpAxis up = UpAxis::y;                   // for the active file
  std::optional<double> ticks_per_second;  // for reading the active file; none: the file's rate
  Timeline timeline;
  OrbitCamera camera;
  std::uint32_t file_camera = kNone;  // index into Scene::cameras; kNone: `camera`
  ShownParts shown;
  LightState light;
  std::vector<std::uint32_t> hidden;  // nodes of the active file that are hidden with their subtrees
  Selection selection;
  MixState mix;
  GraphPlayState graph;  // for the active file
  CompareState compare;
  MatrixState matrix;
  OpenPanels panels;
  std::vector<MorphSetting> morphs;  // manual weights in the active file; other targets follow the clip
  friend bool operator==(const ViewerState&, const ViewerState&) = default;
};

// Returns the JSON form. Equal states give equal text. Numbers round-trip exactly.
std::string to_json_text(const ViewerState& state);

// Missing members keep their defaults. Errors: bad_data, with the name of the member and the expected value.
Result<ViewerState> viewer_state_from_json(const std::string& text, const std::string& file = {});

// Makes all paths absolute, for text that is stored in another folder.
ViewerState with_absolute_paths(ViewerState state);

// Text of a saved view. The paths of models and of the graph are stored relative to the file's folder, so
// that the folder can be moved as a whole, and also as absolute paths. Reading tries the relative path first.
std::string saved_view_text(const ViewerState& state, const std::string& view_file);
Result<ViewerState> viewer_state_from_saved_view(const std::string& text, const std::string& view_file);

}  // namespace skelter
