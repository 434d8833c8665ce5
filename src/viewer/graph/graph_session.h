#pragma once
// GraphSession: the animation graph that plays on the shown model, with its recording, the errors of the last
// read, and its diagram. The user's settings are in ViewerState::graph.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "load/internal/actor.h"
#include "skelter/math/mat.h"
#include "system/internal/filesystem.h"
#include "viewer/graph/graph_picture.h"
#include "viewer/graph/graph_recording.h"
#include "viewer/graph/internal/graph_bands.h"
#include "viewer/image/internal/picking.h"
#include "viewer/image/plot.h"
#include "viewer/image/task_picture.h"

namespace skelter {

struct Document;
struct ViewerData;

// Position of a row of the bands.
struct GraphRowLocation {
  std::string layer;
  Plot plot;
};

// The graph item under the mouse.
struct GraphHover {
  double time_s = 0;
  std::string text;  // tooltip text
};

// A state of the diagram: its centre in window pixels.
struct GraphShownState {
  std::string path;
  double x = 0, y = 0, weight = 0;
};

struct GraphSession {
  std::unique_ptr<GraphRecording> recording;  // null until the graph has been read
  std::string why_not;                        // why no graph plays; "" while it plays
  std::vector<Diagnostic> diagnostics;        // from the last read, even if it failed
  double now_s = 0;                           // replay time

  // The opened graph. A different document or file starts a new session.
  std::uint64_t document = 0;  // document number
  std::string file, name;
  struct Watched {
    std::string file;
    std::optional<FileStamp> stamp;
  };
  std::vector<Watched> watched;  // the graph's files, with their stamps

  GraphPicture picture;  // for the recording's graph
  PictureTask better_picture;

  // Panel layout.
  std::vector<GraphRowLocation> rows;
  std::vector<GraphShownState> shown_states;
  std::optional<GraphHover> hover;
};

// Plays a step of the graph of ViewerState::graph. Opens the graph first, once the model's clips are
// compiled. Does nothing while the graph is off.
void play_graph(ViewerData& data, double step_s);
// The actor in the pose of the shown frame; null without a recording.
Actor* graph_actor(const ViewerData& data);
// The scene's world transform from root motion; the identity if the model stays in place.
Mat4d graph_place(const ViewerData& data);
// Root translation of the shown model, in the file's axes; 0 if the model stays in place.
Vec3d graph_travel(const ViewerData& data);

// --- user actions. Errors: invalid_argument for an unknown name; the message lists the known ones ----------

// Opens a *.graph.json file, or a graph of the model's pack. All problems are in GraphSession::diagnostics;
// the first error is returned.
Result<void> open_graph(ViewerData& data, const std::string& file_or_name);
void close_graph(ViewerData& data);
// Reads the file again. The recording continues with the new graph or, on error, with the old one.
Result<void> reload_graph(ViewerData& data);
// Reloads if a file stamp changed.
bool has_changed_graph(const ViewerData& data);
void reload_changed_graph(ViewerData& data);

Result<void> set_graph_parameter(ViewerData& data, const std::string& name, double value);
Result<void> fire_graph_trigger(ViewerData& data, const std::string& name);
// Negative fade times stand for the slot's own.
Result<void> play_graph_slot(ViewerData& data, const std::string& slot, const std::string& clip,
                             double fade_in_s = -1, double fade_out_s = -1);
Result<void> stop_graph_slot(ViewerData& data, const std::string& slot);

// Pauses and shows the last frame at or before the time.
Result<void> seek_graph(ViewerData& data, double time_s);
// Pauses and steps through the recording. A step past the end, or after a change, plays a frame of 1/60 s.
Result<void> step_graph(ViewerData& data, int frames);
Result<void> restart_graph(ViewerData& data);  // keeps the parameter values
Result<void> return_to_recording(ViewerData& data);
Result<void> write_graph_script(const ViewerData& data, const std::string& path);

}  // namespace skelter
