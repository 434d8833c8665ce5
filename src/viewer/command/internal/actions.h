#pragma once
// User actions, one call each. Panels, keys, scripts and dropped files all use them.

#include <string>
#include <string_view>
#include <vector>

#include "scene/lint/internal/lint.h"
#include "viewer/image/orbit.h"
#include "viewer/internal/viewer_data.h"

namespace skelter {

void say(ViewerData& data, const std::string& text);
void say(ViewerData& data, const Error& error);

// --- files -----------------------------------------------------------------------------------------------

// Opens files, folders (all files with a supported extension), saved views and animation graphs. Graphs play
// on the model shown last. All files are listed. The first readable file is read and shown, and up to
// ViewerOptions::most_models files are read. The others are read when they are shown. Unreadable files are
// reported. In a window, after its first frame, files are read in the background. Returns the first error.
Result<void> open_paths(ViewerData& data, const std::vector<std::string>& paths);
// Shows the file. If files are read in the background, it may be shown later (ViewerData::awaited). Errors:
// those of reading; the file then moves from the list to ViewerData::failed.
Result<void> show_file(ViewerData& data, std::uint32_t file);
// Stores the newest reason why a file cannot be opened, or clears it if there is no error.
void note_result(ViewerData& data, const std::string& path, const std::optional<Error>& error);
void show_next_file(ViewerData& data, int by = 1);  // -1: the previous one
void close_file(ViewerData& data, std::uint32_t file);
// Reads the file again. Keeps the clip (by name), the time, the camera and the selection (by name). On error,
// nothing changes.
Result<void> reload_file(ViewerData& data, std::uint32_t file);
// Reads the file again with other options; on error, the document stays unchanged.
Result<void> read_file_with(ViewerData& data, std::uint32_t file, const FileReading& reading);
// Tick rate shared by the clips of an `.x` file; none for other files.
std::optional<double> tick_rate(const Scene& scene);
// Sets the tick rate of the shown `.x` file. None restores the rate of the file or the command line. Errors:
// invalid_argument for a rate that is not above 0 or a file without ticks; those of reading.
Result<void> set_tick_rate(ViewerData& data, std::optional<double> ticks_per_second);
// Reloads files that changed on disk.
void reload_changed(ViewerData& data);
// True if an open file, or a file of the graph, changed on disk since it was read.
bool has_changed_file(const ViewerData& data);

// Opens the Report tab and scrolls to the messages about the file.
void show_messages(ViewerData& data);

Result<void> restore_state(ViewerData& data, const ViewerState& state);
Result<void> save_view(ViewerData& data, const std::string& path);

// --- time ------------------------------------------------------------------------------------------------

void choose_clip(ViewerData& data, std::uint32_t clip);  // kNone: the rest pose
void next_clip(ViewerData& data, int by);
double frame_rate(const ViewerData& data);  // rate of the clip; 30 without a clip

// Restarts a clip that plays once and is at its end.
void start_playing(ViewerData& data);

// Plays the tracks instead of the clip; starts with the shown clip and the next one.
void start_mix(ViewerData& data);
// Fades from the shown clip, or from the current mix. Errors: limit_exceeded if every track is in use.
Result<void> cross_fade_to(ViewerData& data, std::uint32_t clip, double seconds, bool linear);

// --- checks ----------------------------------------------------------------------------------------------

// Runs the checks of `skelter check` on the shown file and stores the results in Document::findings and
// Document::checked. Errors: invalid_argument without a file.
Result<void> check_file(ViewerData& data, const LintOptions& options);
// Shows the finding's clip, time and joint. Precondition: the finding exists.
void go_to_finding(ViewerData& data, std::size_t finding);

// --- conversion ------------------------------------------------------------------------------------------

// Converts the file in memory and lists the losses. write_conversion() then writes the file. Errors: those of
// the writer; invalid_argument without a file.
Result<void> prepare_conversion(ViewerData& data, const std::string& path);
// Returns the text of a loss without the file name, such as "Material skin: has no place".
std::string loss_line(const Diagnostic& loss);
Result<void> write_conversion(ViewerData& data);

// --- display -----------------------------------------------------------------------------------------------

struct ShownToggle {
  const char* name;   // for scripts: "skeleton"
  const char* label;  // for the user
  char key;           // on the US layout
  bool ShownParts::*part;
};
const std::vector<ShownToggle>& shown_toggles();

void select_node(ViewerData& data, std::uint32_t node);
// Hides or shows a node of the shown file and its subtree.
void hide_node(ViewerData& data, std::uint32_t node, bool hide);
// For each node of the shown file, true if the node or an ancestor is hidden. Empty if no node is hidden.
std::vector<bool> hidden_nodes(const ViewerData& data);
// Saves an image of the current view. Errors: those of checked(ExportSettings).
Result<void> take_screenshot(ViewerData& data, const std::string& path);
// Saves to a new file in the working folder: skelter-1.png, skelter-2.png, ...
void take_screenshot(ViewerData& data);
// Tabs of the inspector, in order.
inline constexpr const char* kTabNames[] = {"View",   "Select", "Tracks", "Compare", "Export",
                                            "Report", "Matrix", "Graph",  "Check"};
inline constexpr std::uint32_t kExportTab = 4, kReportTab = 5, kGraphTab = 7;

// Selects the item under the mouse: a joint if bones are shown, otherwise a vertex, otherwise nothing.
void pick(ViewerData& data, double px, double py);

// --- camera ----------------------------------------------------------------------------------------------

Camera current_camera(const ViewerData& data);
// Overrides the clip's weight of the morph target with this name.
void hold_morph(ViewerData& data, const std::string& name, double weight);
// Bounds of the current motion over its whole duration.
Bounds current_motion(const ViewerData& data);
void fit_view(ViewerData& data);
void look(ViewerData& data, AxisView view);

}  // namespace skelter
