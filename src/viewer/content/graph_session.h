#pragma once
// GraphSession: the animation graph that plays on the shown figure: its recording, what was wrong when it was
// read, and its picture. What a person set is in ViewerState::graph.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "load/internal/actor.h"
#include "skelter/math/mat.h"
#include "system/internal/filesystem.h"
#include "viewer/content/graph_picture.h"
#include "viewer/content/graph_recording.h"
#include "viewer/content/task_picture.h"
#include "viewer/internal/graph_bands.h"
#include "viewer/internal/picking.h"
#include "viewer/plot.h"

namespace skelter {

struct Document;
struct ViewerData;

// Where a row of the bands is drawn.
struct GraphRowPlace {
  std::string layer;
  Plot plot;
};

// What is under the mouse.
struct GraphHover {
  double time_s = 0;
  std::string text;  // as the tooltip says it
};

// A state of the picture: its middle, in pixels of the window.
struct GraphShownState {
  std::string path;
  double x = 0, y = 0, weight = 0;
};

struct GraphSession {
  std::unique_ptr<GraphRecording> recording;  // null until the graph could be read
  std::string why_not;                        // "" while it plays
  std::vector<Diagnostic> diagnostics;        // of the last reading, also of one that failed
  double now_s = 0;                           // of the recording, while it is shown again

  // What it was made for; another document or file begins anew.
  std::uint64_t document = 0;  // its number
  std::string file, name;
  struct Watched {
    std::string file;
    std::optional<FileStamp> stamp;
  };
  std::vector<Watched> watched;  // the graph's files, as they were read

  GraphPicture picture;  // of the recording's graph
  PictureTask better_picture;

  // Of the panels.
  std::vector<GraphRowPlace> rows;
  std::vector<GraphShownState> shown_states;
  std::optional<GraphHover> hover;
};

// Opens what ViewerState::graph says, once the figure's clips are compiled, and plays a step. Nothing happens
// while it is off.
void play_graph(ViewerData& data, double step_s);
// In the pose of the shown frame; null without a recording.
Actor* graph_actor(const ViewerData& data);
// Where root motion has taken the scene; the identity while it stays in its place.
Mat4d graph_place(const ViewerData& data);
// How far root motion has taken the shown figure, in the file's axes; 0 while it stays in its place.
Vec3d graph_travel(const ViewerData& data);

// --- what a person does. Errors: invalid_argument for a name that is not there, with those that are ------

// A *.graph.json file, or a graph of the figure's pack. What is wrong with it is in
// GraphSession::diagnostics; the first error is returned.
Result<void> open_graph(ViewerData& data, const std::string& file_or_name);
void close_graph(ViewerData& data);
// Reads the file again; the recording goes on with the new graph. After an error the old one plays on.
Result<void> reload_graph(ViewerData& data);
// The same when a stamp has changed.
bool has_changed_graph(const ViewerData& data);
void reload_changed_graph(ViewerData& data);

Result<void> set_graph_parameter(ViewerData& data, const std::string& name, double value);
Result<void> fire_graph_trigger(ViewerData& data, const std::string& name);
// Fades below 0: as the slot has them.
Result<void> play_graph_slot(ViewerData& data, const std::string& slot, const std::string& clip,
                             double fade_in_s = -1, double fade_out_s = -1);
Result<void> stop_graph_slot(ViewerData& data, const std::string& slot);

// Pauses and shows the last frame that is not after it.
Result<void> seek_graph(ViewerData& data, double time_s);
// Pauses. Back: through the recording. Forward: the same; at its end, and where something was changed, a
// frame of 1/60 s is played.
Result<void> step_graph(ViewerData& data, int frames);
Result<void> restart_graph(ViewerData& data);  // keeps what is set
Result<void> return_to_recording(ViewerData& data);
Result<void> write_graph_script(const ViewerData& data, const std::string& path);

}  // namespace skelter
