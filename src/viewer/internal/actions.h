#pragma once
// What a person can do, each as one call: panels, keys, scripts and dropped files go through these.

#include <string>
#include <string_view>
#include <vector>

#include "skelter/scene/lint.h"
#include "viewer/input/orbit.h"
#include "viewer/internal/viewer_data.h"

namespace skelter {

void say(ViewerData& data, const std::string& text);
void say(ViewerData& data, const Error& error);

// --- files -----------------------------------------------------------------------------------------------

// Files, folders (all files with an ending that can be read), saved views, and animation graphs, which play
// on the figure that is shown then. All are listed; the first that can be read is read and shown, and up to
// ViewerOptions::most_models files are all read. The others are read when they are shown. What cannot be read
// is said. In a window, after its first frame, reading goes on in the background. Errors: the first one.
Result<void> open_paths(ViewerData& data, const std::vector<std::string>& paths);
// Shows it, or awaits it (ViewerData::awaited) where files are read in the background. Errors: those of
// reading; then the file is in ViewerData::failed instead of the list.
Result<void> show_file(ViewerData& data, std::uint32_t file);
// Keeps the newest reason why a file cannot be opened, or forgets it if there is no error.
void note_result(ViewerData& data, const std::string& path, const std::optional<Error>& error);
void show_next_file(ViewerData& data, int by = 1);  // -1: the one before
void close_file(ViewerData& data, std::uint32_t file);
// Reads the file again; clip (by name), time, camera, selection (by name) stay; on an error all of it.
Result<void> reload_file(ViewerData& data, std::uint32_t file);
// Reads the file again in another way; on an error it stays as it was read.
Result<void> read_file_with(ViewerData& data, std::uint32_t file, const FileReading& reading);
// Of the clips of an `.x` file, which share one; none for other files.
std::optional<double> tick_rate(const Scene& scene);
// The tick rate of the shown `.x` file; none: as the file or the command says. Errors: invalid_argument for a
// rate that is not above 0 or a file without ticks; those of reading.
Result<void> set_tick_rate(ViewerData& data, std::optional<double> ticks_per_second);
// Reloads what changed on disk.
void reload_changed(ViewerData& data);
// Whether a file that is open, or one of its graph, changed on disk since it was read.
bool has_changed_file(const ViewerData& data);

// Opens the tab Report at the messages about the file.
void show_messages(ViewerData& data);

Result<void> restore_state(ViewerData& data, const ViewerState& state);
Result<void> save_view(ViewerData& data, const std::string& path);

// --- time ------------------------------------------------------------------------------------------------

void choose_clip(ViewerData& data, std::uint32_t clip);  // kNone: the rest pose
void next_clip(ViewerData& data, int by);
double frame_rate(const ViewerData& data);  // of the clip; 30 without one

// From the start again where the clip stands at its end and plays once.
void start_playing(ViewerData& data);

// The tracks play instead of the clip; begins with the shown clip and the next one.
void start_mix(ViewerData& data);
// From the shown clip, or from what the tracks show. Errors: limit_exceeded when no track is silent.
Result<void> cross_fade_to(ViewerData& data, std::uint32_t clip, double seconds, bool linear);

// --- checks ----------------------------------------------------------------------------------------------

// Makes the checks of `skelter check` on the shown file: Document::findings and Document::checked. Errors:
// invalid_argument without a file.
Result<void> check_file(ViewerData& data, const LintOptions& options);
// Shows its clip, its moment, and the joint that it names. Precondition: it is there.
void go_to_finding(ViewerData& data, std::size_t finding);

// --- conversion ------------------------------------------------------------------------------------------

// Makes the file in memory and says what it would lose; write_conversion writes it. Errors: those of the
// writer; invalid_argument without a file.
Result<void> prepare_conversion(ViewerData& data, const std::string& path);
// "Material skin: has no place" of a loss: without the file, which is the one that is shown.
std::string loss_line(const Diagnostic& loss);
Result<void> write_conversion(ViewerData& data);

// --- what is shown ---------------------------------------------------------------------------------------

struct ShownToggle {
  const char* name;   // for scripts: "skeleton"
  const char* label;  // for people
  char key;           // of the US layout
  bool ShownParts::*part;
};
const std::vector<ShownToggle>& shown_toggles();

void select_node(ViewerData& data, std::uint32_t node);
// Hides a node of the shown file with all below it, or takes that back.
void hide_node(ViewerData& data, std::uint32_t node, bool hide);
// Per node of the shown file whether it is hidden, by itself or by one above it; empty: none is.
std::vector<bool> hidden_nodes(const ViewerData& data);
// The picture as it is. Errors: those of checked(ExportSettings).
Result<void> take_screenshot(ViewerData& data, const std::string& path);
// In a new file in the working folder: skelter-1.png, skelter-2.png, ...
void take_screenshot(ViewerData& data);
// Tabs of the inspector, in their order.
inline constexpr const char* kTabNames[] = {"View",   "Select", "Tracks", "Compare", "Export",
                                            "Report", "Matrix", "Graph",  "Check"};
inline constexpr std::uint32_t kExportTab = 4, kReportTab = 5, kGraphTab = 7;

// What is under the mouse: a joint where bones are shown, else a vertex, else nothing.
void pick(ViewerData& data, double px, double py);

// --- camera ----------------------------------------------------------------------------------------------

Camera current_camera(const ViewerData& data);
// Holds a morph target of that name at a weight, whatever the clip says.
void hold_morph(ViewerData& data, const std::string& name, double weight);
// Of what plays, over all of its time.
Bounds current_motion(const ViewerData& data);
void fit_view(ViewerData& data);
void look(ViewerData& data, AxisView view);

}  // namespace skelter
