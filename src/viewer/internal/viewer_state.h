#pragma once
// ViewerState: all that a person can set in the viewer, as plain data. What `view --state` prints, what a
// saved view holds, and what comes back exactly when it is opened again.

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

// A camera that goes round its target.
struct OrbitCamera {
  Vec3d target{};
  double distance = 5;        // above 0
  double azimuth_deg = 25;    // 0 looks from +Z, 90 from +X
  double elevation_deg = 12;  // -90 to 90
  double fov_y_deg = 30;
  bool parallel = false;  // without perspective, as large as with it at the target
  friend bool operator==(const OrbitCamera&, const OrbitCamera&) = default;
};

enum class Shading : std::uint8_t { lit, unlit, weights };

// Which way is up in a file; the figure is turned so that it is +Y.
enum class UpAxis : std::uint8_t { y, z, minus_z };

// What is drawn with the figure.
struct ShownParts {
  bool meshes = true;
  bool skeleton = false;
  bool names = false;  // of joints
  bool axes = false;   // of joints
  bool wireframe = false;
  bool normals = false;
  bool bounds = false;  // of this moment's vertices
  bool grid = true;
  bool shadow = true;
  bool file_lights = false;  // instead of the viewer's own, where the file has some
  Shading shading = Shading::lit;
  friend bool operator==(const ShownParts&, const ShownParts&) = default;
};

// Light of lit surfaces, as factors; and where the viewer's own key light stands.
struct LightState {
  double exposure = 1;     // of all light, before bright colours are softened
  double strength = 1;     // of the viewer's own lights
  double environment = 1;  // of sky and ground
  // Where the key light comes from, seen from the target: around the vertical, 0 from the eye's side and
  // positive from its right; and above the horizon. Either nothing: from the upper left.
  std::optional<double> azimuth_deg, elevation_deg;
  static constexpr double kUsualAzimuth_deg = -36, kUsualElevation_deg = 42;  // nearly where nothing puts it
  static constexpr double kStrongest = 100;
  friend bool operator==(const LightState&, const LightState&) = default;
};

// One vertex of scene.nodes[node].meshes[instance].
struct VertexPlace {
  std::uint32_t node = 0, instance = 0, primitive = 0, vertex = 0;
  friend bool operator==(const VertexPlace&, const VertexPlace&) = default;
};

struct Selection {
  std::uint32_t node = kNone;
  bool isolated = false;  // only its bones, and what they move
  std::optional<VertexPlace> vertex;
  friend bool operator==(const Selection&, const Selection&) = default;
};

struct MixState : Tracks {
  bool on = false;  // the tracks play, instead of the chosen clip
  friend bool operator==(const MixState&, const MixState&) = default;
};

enum class CompareWith : std::uint8_t { nothing, clip, file, compiled };

struct CompareState {
  CompareWith with = CompareWith::nothing;
  std::uint32_t clip = 0;     // of this file, or of the other one
  std::uint32_t file = 0;     // index into ViewerState::files
  bool side_by_side = false;  // else the difference as colours
  friend bool operator==(const CompareState&, const CompareState&) = default;
};

// A product of matrices that a person tries out, and a point that it moves.
struct MatrixState {
  std::string expression = "translate(1,0,0) * rotate_z(90)";  // internal/matrix_expression.h
  Vec3d point{1, 0, 0};
  bool rows = false;   // row vectors: the left matrix acts first
  bool shown = false;  // the point and its image, in the picture
  friend bool operator==(const MatrixState&, const MatrixState&) = default;
};

// A parameter of the animation graph, as it was set last.
struct GraphSetting {
  std::string parameter;
  double value = 0;
  friend bool operator==(const GraphSetting&, const GraphSetting&) = default;
};

// An animation graph beside the figure.
struct GraphPlayState {
  bool on = false;   // it plays, instead of the chosen clip
  std::string file;  // *.graph.json, or
  std::string name;  // one that the figure's pack holds
  std::vector<GraphSetting> set;
  bool travels = true;  // root motion moves the figure, and the camera with it; else it stays in its place
  double seconds = 10;  // that the bands show
  double zoom = 1, pan_x = 0, pan_y = 0;  // of the picture of states: 1 shows all; the middle, in its points
  static constexpr double kFewestSeconds = 1, kMostSeconds = 60;
  friend bool operator==(const GraphPlayState&, const GraphPlayState&) = default;
};

// A morph target of that name, in all meshes that have it.
struct MorphSetting {
  std::string name;
  double weight = 0;
  friend bool operator==(const MorphSetting&, const MorphSetting&) = default;
};

struct OpenPanels {
  bool browser = true;    // left: files, clips, frames
  bool inspector = true;  // right: view, selection, tracks, compare, export, report, matrix, ...
  bool timeline = true;   // below
  bool help = false;
  std::uint32_t tab = 0;                              // of the inspector
  double browser_width = 250, inspector_width = 390;  // points
  friend bool operator==(const OpenPanels&, const OpenPanels&) = default;
};

struct ViewerState {
  std::vector<std::string> files;
  std::uint32_t active_file = 0;
  std::uint32_t clip = kNone;              // of the active file; kNone: the rest pose
  UpAxis up = UpAxis::y;                   // of the active file
  std::optional<double> ticks_per_second;  // that the active file is read with; none: as it says
  Timeline timeline;
  OrbitCamera camera;
  std::uint32_t file_camera = kNone;  // index into Scene::cameras; kNone: `camera`
  ShownParts shown;
  LightState light;
  std::vector<std::uint32_t> hidden;  // nodes of the active file that are not drawn, nor what is below them
  Selection selection;
  MixState mix;
  GraphPlayState graph;  // of the active file
  CompareState compare;
  MatrixState matrix;
  OpenPanels panels;
  std::vector<MorphSetting> morphs;  // of the active file, set by hand; the others are the clip's
  friend bool operator==(const ViewerState&, const ViewerState&) = default;
};

// The JSON form; the same state gives the same text. Numbers come back exactly.
std::string to_json_text(const ViewerState& state);

// Missing members keep their defaults. Errors: bad_data, naming the member and what was expected.
Result<ViewerState> viewer_state_from_json(const std::string& text, const std::string& file = {});

// For a text that goes somewhere else.
ViewerState with_absolute_paths(ViewerState state);

// The same for a file: the paths of models and of the graph are relative to its folder, so that a folder can
// be moved as a whole, and absolute besides. Reading tries the first, then the second.
std::string saved_view_text(const ViewerState& state, const std::string& view_file);
Result<ViewerState> viewer_state_from_saved_view(const std::string& text, const std::string& view_file);

}  // namespace skelter
