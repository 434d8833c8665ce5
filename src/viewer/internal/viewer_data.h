#pragma once
// ViewerData: what the viewer's panels and actions work on. All of it is plain data; what a person set is in
// `state`, the rest follows from it.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "viewer/content/comparison.h"
#include "viewer/content/document.h"
#include "viewer/content/export_settings.h"
#include "viewer/content/graph_session.h"
#include "viewer/content/task_reading.h"
#include "viewer/content/weight_history.h"
#include "viewer/internal/picking.h"
#include "viewer/internal/viewer.h"
#include "viewer/plot.h"

namespace skelter {

// What was shown of a file when another one came to the front.
struct KeptView {
  std::uint32_t clip = kNone;
  UpAxis up = UpAxis::y;
  Timeline timeline;
  OrbitCamera camera;
  Selection selection;
  GraphPlayState graph;
  std::vector<std::uint32_t> hidden;
};

// What is known of a file whose model is not in memory.
struct FileFacts {
  bool was_read = false;  // else all of this is unknown
  std::optional<std::uint64_t> bytes;
  std::string format, encoding;
  std::size_t clips = 0, errors = 0, warnings = 0;
  std::vector<std::string> nodes;  // names; of a file with meshes
};

// What is kept of every file of the list.
struct KeptFile {
  KeptView view;
  bool is_remembered = false;  // in `recent`
  // While the model is not in memory:
  FileFacts facts;
  FileReading reading;
  std::vector<std::string> dismissed;
  std::optional<std::vector<LintFinding>> findings;
};

// A line at the foot of the picture, for a while.
struct Message {
  std::string text;
  bool is_error = false;
  double left_s = 0;
};

// Windows over the picture that wait for an answer.
struct Dialogs {
  bool open = false;
  bool save_view = false;
  bool textures = false;  // a folder to look for them in
  std::string path;       // what was typed
};

// What a conversion would lose, shown before anything is written.
struct Conversion {
  std::string path;
  std::optional<GltfWriteResult> written;  // in memory
  std::uint64_t document = 0;              // number of that which it was made of
};

// A file that could not be opened.
struct FailedFile {
  std::string path;
  Error why;
};

// What names in the lists must contain, in capitals or not.
struct ListFilters {
  std::string files, clips;
};

// The open model for an animation without a mesh. Matching names and bones takes a while, so it is done once.
struct ModelForAnimation {
  std::vector<std::uint64_t> documents;  // numbers of the animation and of all files it was looked for in
  std::uint32_t model = kNone;           // index into ViewerData::documents; kNone: none has its joints
  bool fits = false;                     // else the animation was made for another skeleton
};

// The pose of the state, as far as it was needed since the last update.
struct ShownPose {
  std::uint64_t number = 0;  // of the actor that shows it, while it does
  std::optional<ModelPose> model;
  std::optional<Pose> nodes;
};

struct ViewerData {
  ViewerOptions options;
  ViewerState state;
  std::vector<std::unique_ptr<Document>> documents;  // as state.files; null: not in memory (file_list.h)
  std::vector<KeptFile> kept;                        // as state.files
  ReadingTask reading;
  std::optional<std::string> awaited;  // the file that is shown as soon as it is read
  std::uint64_t needs = 0;             // of models, counted
  std::vector<FailedFile> failed;      // since they were last tried
  std::vector<std::string> recent;     // newest first
  ListFilters filters;
  mutable ModelForAnimation model_for;
  std::uint64_t findings_made = 0;  // how often some file was checked
  bool show_messages = false;       // the tab Report comes to its messages
  Message message;
  std::vector<std::string> messages;  // all of them, for the state file

  std::unique_ptr<Comparison> comparison;  // while something is compared
  std::optional<WorstMoment> worst;        // of the comparison, when it was looked for
  std::optional<Plot> error_plot;          // where its curve is drawn
  ExportSettings export_settings;
  std::optional<ExportSettings> to_export;  // asked for, not begun
  // Takes the frames of the next film, which then becomes no file; null: it is complete.
  std::function<void(const Image* frame)> take_frames;
  std::optional<double> export_progress;  // 0 to 1, while a film is made
  bool cancel_export = false;
  Conversion conversion;
  double fade_s = 0.5;  // of fades on the tracks
  bool linear_fade = false;
  WeightHistory weights;            // of the tracks
  std::optional<Plot> weight_plot;  // where their curves are drawn
  GraphSession graph;               // of state.graph
  std::string graph_to_open;        // what was typed in its tab

  mutable ShownPose shown_pose;       // of the state; the actors' for internal/playing.h
  std::vector<PosedPrimitive> posed;  // where something needs vertices
  StageTimes stages;
  ViewRectangle view;  // of the picture in the window
  double pixels_per_point = 1;

  Dialogs dialogs;

  bool showing = false;  // a document came to the front
  bool wants_to_quit = false;
  bool wants_new_context = false;
  bool upload_needed = false;  // a document is not on the graphics card yet
  bool fit_needed = false;     // as soon as the picture's size is known

  Document* document() {
    return state.active_file < documents.size() ? documents[state.active_file].get() : nullptr;
  }
  const Document* document() const {
    return state.active_file < documents.size() ? documents[state.active_file].get() : nullptr;
  }
  std::uint64_t document_number() const { return number_of(document()); }
  // How an open file is turned.
  UpAxis up_of(const Document& of) const {
    if (&of == document()) return state.up;
    for (std::size_t i = 0; i < documents.size(); ++i)
      if (documents[i].get() == &of) return kept[i].view.up;
    return UpAxis::y;
  }
  double duration_s() const { return document() == nullptr ? 0 : document()->duration_s(state.clip); }
};

}  // namespace skelter
