#pragma once
// ViewerData: the plain data that the viewer's panels and actions share. User settings are in `state`;
// everything else is derived from it.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "viewer/compare/comparison.h"
#include "viewer/document/document.h"
#include "viewer/document/task_reading.h"
#include "viewer/graph/graph_session.h"
#include "viewer/image/export_settings.h"
#include "viewer/image/internal/picking.h"
#include "viewer/image/plot.h"
#include "viewer/internal/viewer.h"
#include "viewer/playing/weight_history.h"

namespace skelter {

// The view of a file, saved while another file is shown.
struct KeptView {
  std::uint32_t clip = kNone;
  UpAxis up = UpAxis::y;
  Timeline timeline;
  OrbitCamera camera;
  Selection selection;
  GraphPlayState graph;
  std::vector<std::uint32_t> hidden;
};

// Summary of a file, available while its model is not in memory.
struct FileFacts {
  bool was_read = false;  // false: all other members are unknown
  std::optional<std::uint64_t> bytes;
  std::string format, encoding;
  std::size_t clips = 0, errors = 0, warnings = 0;
  std::vector<std::string> nodes;  // node names; only for files with meshes
};

// Data kept for every file of the list.
struct KeptFile {
  KeptView view;
  bool is_remembered = false;  // is in `recent`
  // Used while the model is not in memory:
  FileFacts facts;
  FileReading reading;
  std::vector<std::string> dismissed;
  std::optional<std::vector<LintFinding>> findings;
};

// A temporary line at the bottom of the view.
struct Message {
  std::string text;
  bool is_error = false;
  double left_s = 0;
};

// Dialogs that are open.
struct Dialogs {
  bool open = false;
  bool save_view = false;
  bool textures = false;  // asks for a texture folder
  std::string path;       // typed text
};

// The losses of a conversion, shown before the file is written.
struct Conversion {
  std::string path;
  std::optional<WriteResult> written;  // in memory
  std::uint64_t document = 0;          // number of the source document
};

// A file that could not be opened.
struct FailedFile {
  std::string path;
  Error why;
};

// Text that list entries must contain, ignoring case.
struct ListFilters {
  std::string files, clips;
};

// The open model that fits an animation without a mesh. Cached, as matching names and bones is slow.
struct ModelForAnimation {
  std::vector<std::uint64_t> documents;  // numbers of the animation and of all documents that were searched
  std::uint32_t model = kNone;  // index into ViewerData::documents; kNone: no open model has its joints
  bool fits = false;            // false: the animation was made for a different skeleton
};

// The pose for the state, computed on demand once per update.
struct ShownPose {
  std::uint64_t number = 0;  // number of the actor that shows the pose, if any
  std::optional<ModelPose> model;
  std::optional<Pose> nodes;
};

struct ViewerData {
  ViewerOptions options;
  ViewerState state;
  std::vector<std::unique_ptr<Document>> documents;  // parallel to state.files; null: not in memory
  std::vector<KeptFile> kept;                        // parallel to state.files
  ReadingTask reading;
  std::optional<std::string> awaited;  // the file to show as soon as it is read
  std::uint64_t needs = 0;             // counter of model uses
  std::vector<FailedFile> failed;      // with the error of the last attempt
  std::vector<std::string> recent;     // newest first
  ListFilters filters;
  mutable ModelForAnimation model_for;
  std::uint64_t findings_made = 0;  // number of checks so far
  bool show_messages = false;       // scrolls the Report tab to its messages
  Message message;
  std::vector<std::string> messages;  // all messages so far, for the state file

  std::unique_ptr<Comparison> comparison;  // null if nothing is compared
  std::optional<WorstTime> worst;          // set by the search for the largest difference
  std::optional<Plot> error_plot;          // position of the error curve
  ExportSettings export_settings;
  std::optional<ExportSettings> to_export;  // requested but not started
  // Receives the frames of the next video, then null. The video is then not written to a file.
  std::function<void(const Image* frame)> take_frames;
  std::optional<double> export_progress;  // 0 to 1 while a video is written
  bool cancel_export = false;
  Conversion conversion;
  double fade_s = 0.5;  // duration of track fades
  bool linear_fade = false;
  WeightHistory weights;            // track weights over time
  std::optional<Plot> weight_plot;  // position of the weight curves
  GraphSession graph;               // for state.graph
  std::string graph_to_open;        // text typed in the Graph tab

  mutable ShownPose shown_pose;       // set by internal/playing.h
  std::vector<PosedPrimitive> posed;  // computed when vertices are needed
  StageTimes stages;
  ViewRectangle view;  // area of the view in the window
  double pixels_per_point = 1;

  Dialogs dialogs;

  bool showing = false;  // a document is shown
  bool wants_to_quit = false;
  bool wants_new_context = false;
  bool upload_needed = false;  // a document is not on the GPU yet
  bool fit_needed = false;     // frame the model as soon as the size of the view is known

  Document* document() {
    return state.active_file < documents.size() ? documents[state.active_file].get() : nullptr;
  }
  const Document* document() const {
    return state.active_file < documents.size() ? documents[state.active_file].get() : nullptr;
  }
  std::uint64_t document_number() const { return number_of(document()); }
  // Up axis chosen for an open file.
  UpAxis up_of(const Document& of) const {
    if (&of == document()) return state.up;
    for (std::size_t i = 0; i < documents.size(); ++i)
      if (documents[i].get() == &of) return kept[i].view.up;
    return UpAxis::y;
  }
  double duration_s() const { return document() == nullptr ? 0 : document()->duration_s(state.clip); }
};

}  // namespace skelter
