#include "viewer/command/internal/actions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

#include "skelter/picture/picture.h"
#include "skelter/scene/edit.h"
#include "skelter/system/file.h"
#include "system/internal/paths.h"
#include "system/internal/text.h"
#include "viewer/compare/internal/matrix_trial.h"
#include "viewer/document/internal/file_list.h"
#include "viewer/document/upright.h"
#include "viewer/playing/internal/playing.h"
#include "viewer/playing/internal/timeline.h"
#include "viewer/report/internal/scene_check.h"

namespace skelter {
namespace {

constexpr double kMessage_s = 6;
constexpr std::size_t kMaxRecent = 12;
constexpr double kPickReach = 11;  // points

bool is_readable(const ViewerData& data, const std::string& path) {
  const std::vector<std::string>& endings = data.options.services.read_endings;
  return std::find(endings.begin(), endings.end(), extension(path)) != endings.end();
}

bool is_graph_file(const std::string& path) {
  constexpr std::string_view kEnding = ".graph.json";
  return path.size() > kEnding.size() &&
         std::string_view(path).substr(path.size() - kEnding.size()) == kEnding;
}

void remember(ViewerData& data, const std::string& typed) {
  const std::string path = absolute_path(typed);  // absolute, as the working folder may change
  auto& recent = data.recent;
  recent.erase(std::remove(recent.begin(), recent.end(), path), recent.end());
  recent.insert(recent.begin(), path);
  if (recent.size() > kMaxRecent) recent.resize(kMaxRecent);
}

// Adds the file to the recent files when it is first opened.
void remember_listed(ViewerData& data, std::uint32_t file) {
  if (!std::exchange(data.kept[file].is_remembered, true)) remember(data, data.state.files[file]);
}

void keep_view(ViewerData& data) {
  if (!data.showing || data.state.active_file >= data.kept.size()) return;
  KeptView& kept = data.kept[data.state.active_file].view;
  kept = {data.state.clip,      data.state.up,    data.state.timeline, data.state.camera,
          data.state.selection, data.state.graph, data.state.hidden};
}

std::vector<std::string> readable_below(const ViewerData& data, const std::string& folder) {
  std::vector<std::string> files;
  const auto below = files_below(folder);
  if (!below) return files;
  for (const std::string& file : *below)
    if (is_readable(data, file)) files.push_back(folder + "/" + file);
  return files;
}

Result<void> open_view(ViewerData& data, const std::string& path) {
  const auto bytes = read_file(path);
  if (!bytes) return bytes.error();
  auto state = viewer_state_from_saved_view(
      std::string(reinterpret_cast<const char*>(bytes->data()), bytes->size()), path);
  if (!state) return state.error();
  std::map<std::string, std::string> open;  // keys are absolute paths
  for (const std::string& file : data.state.files) open.emplace(absolute_path(file), file);
  for (std::string& file : state->files)
    if (const auto known = open.find(absolute_path(file)); known != open.end()) file = known->second;
  return restore_state(data, *state);
}

// Reads the first readable file into memory; if there are few files, reads all, to report every error.
// Missing files are always reported. Returns the first file read.
std::uint32_t read_some(ViewerData& data, const std::vector<std::uint32_t>& files,
                        const std::function<void(const Error&)>& failed) {
  std::uint32_t first = kNone;
  for (const std::uint32_t file : files) {
    const bool is_needed = files.size() <= data.options.most_models || first == kNone;
    if (!is_needed && file_exists(data.state.files[file])) continue;
    const Result<Document*> read = read_listed(data, file);
    if (!read)
      failed(read.error());
    else if (first == kNone)
      first = file;
    if (read) remember_listed(data, file);
  }
  return first;
}

// Drops data that points into documents; it is rebuilt on demand.
void drop_derived(ViewerData& data) {
  data.graph = {};
  data.comparison.reset();
  data.worst.reset();
  data.conversion = {};
}

// After a reload, finds the clip with the same name, or keeps the index if no clip has this name.
std::uint32_t same_named_clip(const Scene& before, const Scene& after, std::uint32_t clip) {
  if (clip == kNone) return kNone;
  const Result<std::uint32_t> found = choose_clip(after, clip_label(before, clip));
  if (found) return *found;
  return after.clips.empty() ? kNone : std::min(clip, static_cast<std::uint32_t>(after.clips.size() - 1));
}

}  // namespace

void note_result(ViewerData& data, const std::string& path, const std::optional<Error>& error) {
  std::erase_if(data.failed, [&](const FailedFile& failed) { return failed.path == path; });
  if (error) data.failed.push_back({path, *error});
}

void say(ViewerData& data, const std::string& text) {
  data.message = {text, false, kMessage_s};
  data.messages.push_back(text);
}

void say(ViewerData& data, const Error& error) {
  data.message = {to_string(error), true, 2 * kMessage_s};
  data.messages.push_back(to_string(error));
}

// --- files -----------------------------------------------------------------------------------------------

Result<void> open_paths(ViewerData& data, const std::vector<std::string>& paths) {
  std::optional<Error> first;
  std::size_t failures = 0;
  const auto failed = [&](const Error& error) {
    say(data, error);
    ++failures;
    if (!first) first = error;
  };
  std::vector<std::string> files;
  for (const std::string& path : paths) {
    if (is_folder(path)) {
      const std::vector<std::string> found = readable_below(data, path);
      if (found.empty()) {
        const Error empty{Status::not_found,
                          "viewer.empty-folder",
                          "has no file that can be shown; expected " +
                              fmt::format("{}", fmt::join(data.options.services.read_endings, " or ")),
                          {path, 0, {}, {}}};
        note_result(data, path, empty);
        failed(empty);
      }
      files.insert(files.end(), found.begin(), found.end());
    } else {
      files.push_back(path);
    }
  }
  std::vector<std::string> graphs, views;
  std::vector<std::uint32_t> listed;
  for (const std::string& path : files) {
    if (is_graph_file(path))
      graphs.push_back(path);
    else if (extension(path) == ".json")
      views.push_back(path);
    else
      listed.push_back(list_file(data, path));
  }
  for (const std::string& path : views) {
    const Result<void> opened = open_view(data, path);
    note_result(data, path, opened ? std::optional<Error>() : opened.error());
    if (!opened) failed(opened.error());
  }
  // A graph plays on a model, which must therefore be read now.
  if (reads_in_background(data) && graphs.empty()) {
    if (!listed.empty()) (void)show_file(data, listed.front());  // errors are reported later
  } else if (const std::uint32_t shown = read_some(data, listed, failed); shown != kNone) {
    (void)show_file(data, shown);  // already in memory
  }
  unlist_failed(data);
  if (failures > 1)
    data.message.text = fmt::format("{} files cannot be opened; the list on the left shows why", failures);
  for (const std::string& path : graphs)
    if (const Result<void> opened = open_graph(data, path); !opened) failed(opened.error());
  return first ? Result<void>(*first) : Result<void>();
}

Result<void> show_file(ViewerData& data, std::uint32_t file) {
  if (file >= data.documents.size()) return {};
  if (!data.documents[file] && reads_in_background(data)) {
    data.awaited = data.state.files[file];
    return {};
  }
  const Result<Document*> read = read_listed(data, file);
  if (!read) {
    unlist_file(data, file);
    return read.error();
  }
  data.awaited.reset();
  remember_listed(data, file);
  keep_view(data);
  ViewerState& state = data.state;
  const KeptView& kept = data.kept[file].view;
  const bool first_time = kept.camera == OrbitCamera{};
  const bool is_another = !data.showing || state.active_file != file;
  state.active_file = file;
  state.clip = kept.clip;
  state.up = kept.up;
  state.ticks_per_second = data.documents[file]->reading.ticks_per_second;
  state.timeline = kept.timeline;
  state.camera = kept.camera;
  state.selection = kept.selection;
  state.graph = kept.graph;
  state.hidden = kept.hidden;
  state.file_camera = kNone;
  state.mix = {};
  state.morphs.clear();
  if (state.compare.with != CompareWith::file) state.compare = {};
  data.showing = true;
  data.fit_needed = first_time || (data.fit_needed && !is_another);
  return {};
}

void show_next_file(ViewerData& data, int by) {
  std::int64_t from = data.state.active_file;
  if (data.awaited) from = listed_file(data, *data.awaited);
  for (std::size_t tries = data.documents.size(); tries > 0; --tries) {
    const auto count = static_cast<std::int64_t>(data.documents.size());
    if (count == 0) return;
    const std::int64_t next = ((from + by) % count + count) % count;
    const Result<void> shown = show_file(data, static_cast<std::uint32_t>(next));
    if (shown) return;
    say(data, shown.error());
    from = by > 0 ? next - 1 : next;  // the list is now shorter
  }
}

void close_file(ViewerData& data, std::uint32_t file) {
  if (file >= data.documents.size()) return;
  drop_derived(data);
  data.state.compare = {};
  const bool was_shown = data.state.active_file == file;
  const bool was_awaited = !data.showing && data.awaited == data.state.files[file];
  unlist_file(data, file);
  if (!was_shown && !was_awaited) return;
  data.showing = false;  // leave no view to save
  data.state.clip = kNone;
  data.state.selection = {};
  data.state.graph = {};
  data.state.hidden.clear();
  data.state.mix = {};
  data.state.morphs.clear();
  data.state.active_file = 0;
  while (!data.documents.empty()) {
    const auto next = std::min(file, static_cast<std::uint32_t>(data.documents.size() - 1));
    data.state.active_file = next;
    const Result<void> shown = show_file(data, next);
    if (shown) return;
    say(data, shown.error());
  }
}

Result<void> reload_file(ViewerData& data, std::uint32_t file) {
  if (file >= data.documents.size() || !data.documents[file]) return {};  // read on demand
  Result<std::unique_ptr<Document>> opened =
      open_document(data.documents[file]->path, data.documents[file]->reading, data.options);
  if (!opened) {
    data.documents[file]->stamp = file_stamp(data.documents[file]->path);  // no retry until the next change
    return opened.error();
  }
  drop_derived(data);
  const std::unique_ptr<Document> old = std::exchange(data.documents[file], std::move(*opened));
  data.documents[file]->dismissed = old->dismissed;
  data.documents[file]->needed = old->needed;
  const Scene& before = old->scene;
  const Scene& after = data.documents[file]->scene;
  data.stages.read = data.documents[file]->read_ms;
  data.stages.textures = data.documents[file]->textures_ms;
  data.upload_needed = true;
  const auto fix = [&](std::uint32_t& clip, Selection& selection, std::vector<std::uint32_t>& hidden) {
    for (std::uint32_t& node : hidden)
      node = node < before.nodes.size() ? find_node(after, before.nodes[node].name) : kNone;
    std::erase(hidden, kNone);
    clip = same_named_clip(before, after, clip);
    if (selection.node != kNone) selection.node = find_node(after, before.nodes[selection.node].name);
    if (selection.node == kNone) selection.isolated = false;
    selection.vertex.reset();
  };
  if (file == data.state.active_file) {
    fix(data.state.clip, data.state.selection, data.state.hidden);
    seek(data.state.timeline, data.state.timeline.time_s, data.duration_s());
    data.state.mix = {};
    data.state.compare = {};
    data.state.file_camera = kNone;
    data.state.morphs.clear();
  } else {
    KeptView& kept = data.kept[file].view;
    fix(kept.clip, kept.selection, kept.hidden);
    data.state.compare = {};
  }
  return {};
}

Result<void> read_file_with(ViewerData& data, std::uint32_t file, const FileReading& reading) {
  const FileReading before = std::exchange(reading_of(data, file), reading);
  const bool is_in_memory = data.documents[file] != nullptr;
  Result<void> read;
  if (is_in_memory)
    read = reload_file(data, file);
  else if (const Result<Document*> opened = read_listed(data, file); !opened)
    read = opened.error();
  if (!read) reading_of(data, file) = before;
  if (file == data.state.active_file) data.state.ticks_per_second = data.document()->reading.ticks_per_second;
  return read;
}

std::optional<double> tick_rate(const Scene& scene) {
  return scene.clips.empty() ? std::nullopt : scene.clips[0].ticks_per_second;
}

Result<void> set_tick_rate(ViewerData& data, std::optional<double> ticks_per_second) {
  const Document* document = data.document();
  if (document == nullptr || !tick_rate(document->scene))
    return Error{
        Status::invalid_argument, "viewer.ticks", "only a .x file with an animation has a tick rate", {}};
  if (ticks_per_second && !(*ticks_per_second > 0 && std::isfinite(*ticks_per_second)))
    return Error{Status::invalid_argument, "viewer.ticks", "the tick rate must be above 0", {}};
  FileReading reading = document->reading;
  reading.ticks_per_second = ticks_per_second;
  reading.frame_numbers.reset();
  return read_file_with(data, data.state.active_file, reading);
}

void reload_changed(ViewerData& data) {
  for (std::uint32_t i = 0; i < data.documents.size(); ++i) {
    if (!data.documents[i] || !has_changed(*data.documents[i])) continue;
    if (const Result<void> reloaded = reload_file(data, i); !reloaded)
      say(data, reloaded.error());
    else
      say(data, file_name(data.documents[i]->path) + " changed and was read again");
  }
}

bool has_changed_file(const ViewerData& data) {
  return std::any_of(data.documents.begin(), data.documents.end(),
                     [](const auto& document) { return document && has_changed(*document); }) ||
         has_changed_graph(data);
}

void show_messages(ViewerData& data) {
  data.state.panels.inspector = true;
  data.state.panels.tab = kReportTab;
  data.show_messages = true;
}

Result<void> restore_state(ViewerData& data, const ViewerState& wanted) {
  std::optional<Error> first;
  const auto failed = [&](const Error& error) {
    if (!first) first = error;
  };
  std::vector<std::uint32_t> listed;
  for (const std::string& path : wanted.files) listed.push_back(list_file(data, path));
  (void)read_some(data, listed, failed);
  std::vector<std::uint32_t> needed;
  if (wanted.active_file < listed.size()) needed.push_back(listed[wanted.active_file]);
  if (wanted.compare.with == CompareWith::file && wanted.compare.file < listed.size())
    needed.push_back(listed[wanted.compare.file]);
  for (const std::uint32_t file : needed)
    if (const Result<Document*> read = read_listed(data, file); !read) failed(read.error());
  unlist_failed(data);
  std::vector<std::uint32_t> index_of;
  for (const std::string& path : wanted.files) index_of.push_back(listed_file(data, path));
  const std::uint32_t active = wanted.active_file < index_of.size() ? index_of[wanted.active_file] : kNone;
  if (active == kNone) return first ? Result<void>(*first) : Result<void>();
  if (const Result<Document*> read = read_listed(data, active); !read) failed(read.error());
  if (const Result<void> shown = show_file(data, active); !shown) return first ? *first : shown.error();
  if (wanted.ticks_per_second != data.state.ticks_per_second) {
    const Result<void> read = set_tick_rate(data, wanted.ticks_per_second);
    if (!read && !first) first = read.error();
  }
  const std::optional<double> ticks_per_second = data.state.ticks_per_second;
  const std::vector<std::string> files = data.state.files;
  const OpenPanels panels = data.state.panels;
  data.state = wanted;
  data.state.files = files;
  data.state.active_file = active;
  data.state.ticks_per_second = ticks_per_second;
  if (wanted.panels == OpenPanels{}) data.state.panels = panels;
  const Scene& scene = data.document()->scene;
  ViewerState& state = data.state;
  // A saved view may be older than its file.
  if (state.clip >= scene.clips.size()) state.clip = kNone;
  if (state.selection.node >= scene.nodes.size()) state.selection.node = kNone;
  std::erase_if(state.hidden, [&](std::uint32_t node) { return node >= scene.nodes.size(); });
  if (state.file_camera >= scene.cameras.size()) state.file_camera = kNone;
  if (state.mix.tracks.size() > kMaxMixTracks) state.mix.tracks.resize(kMaxMixTracks);
  for (TrackState& track : state.mix.tracks) {
    if (track.clip >= scene.clips.size()) track.clip = kNone;
    if (track.mask >= scene.nodes.size()) track.mask = kNone;
  }
  const bool file_known = state.compare.file < index_of.size() && index_of[state.compare.file] != kNone;
  if (state.compare.with == CompareWith::file && !file_known) state.compare = {};
  if (state.compare.with == CompareWith::file) state.compare.file = index_of[state.compare.file];
  if (state.compare.with == CompareWith::clip && state.compare.clip >= scene.clips.size()) state.compare = {};
  seek(state.timeline, state.timeline.time_s, data.duration_s());
  data.fit_needed = state.camera == OrbitCamera{};
  return first ? Result<void>(*first) : Result<void>();
}

Result<void> save_view(ViewerData& data, const std::string& path) {
  for (const std::string& file : data.state.files)
    if (!is_utf8(file))  // it could not be reopened
      return Error{Status::unsupported,
                   "viewer.view-name",
                   "the view cannot be saved: the name of this file is not UTF-8, which JSON needs; rename "
                   "the file or its folders",
                   {file, 0, {}, {}}};
  const std::string text = saved_view_text(data.state, path);
  const Result<void> written =
      write_file(path, {reinterpret_cast<const std::byte*>(text.data()), text.size()}, true);
  if (written) say(data, "saved this view as " + path);
  return written;
}

// --- time ------------------------------------------------------------------------------------------------

void choose_clip(ViewerData& data, std::uint32_t clip) {
  const Document* document = data.document();
  if (document == nullptr || (clip != kNone && clip >= document->scene.clips.size())) return;
  data.state.clip = clip;
  data.state.mix.on = false;
  data.state.graph.on = false;
  data.state.timeline.time_s = 0;
  data.state.timeline.from_s.reset();
  data.state.timeline.to_s.reset();
}

double frame_rate(const ViewerData& data) {
  const Document* document = data.document();
  if (document == nullptr || data.state.clip == kNone) return 30;
  return document->frame_rate(data.state.clip);
}

void next_clip(ViewerData& data, int by) {
  const Document* document = data.document();
  if (document == nullptr || document->scene.clips.empty()) return;
  const int count = static_cast<int>(document->scene.clips.size());
  const int now = data.state.clip == kNone ? (by > 0 ? -1 : 0) : static_cast<int>(data.state.clip);
  choose_clip(data, static_cast<std::uint32_t>(((now + by) % count + count) % count));
}

void start_playing(ViewerData& data) {
  Timeline& timeline = data.state.timeline;
  timeline.playing = true;
  if (timeline.loop != Loop::once) return;
  const PlayRange range = timeline.range(data.duration_s());
  if (timeline.time_s == (timeline.backward ? range.from_s : range.to_s))
    timeline.time_s = timeline.backward ? range.to_s : range.from_s;
}

void start_mix(ViewerData& data) {
  const Document* document = data.document();
  if (document == nullptr) return;
  MixState& mix = data.state.mix;
  mix.on = true;
  data.state.graph.on = false;
  data.state.compare = {};
  if (!mix.tracks.empty() || document->scene.clips.empty()) return;
  const auto count = static_cast<std::uint32_t>(document->scene.clips.size());
  const std::uint32_t first = data.state.clip == kNone ? 0 : data.state.clip;
  mix.tracks.resize(2);
  mix.tracks[0].clip = first;
  mix.tracks[0].position_s = data.state.timeline.time_s;
  mix.tracks[1].clip = (first + 1) % count;
  mix.tracks[1].weight = 0;
}

Result<void> cross_fade_to(ViewerData& data, std::uint32_t clip, double seconds, bool linear) {
  MixState& mix = data.state.mix;
  if (!mix.on) {
    mix = {};
    start_mix(data);
    mix.tracks.resize(data.state.clip == kNone ? 0 : 1);
  }
  if (cross_fade(mix, clip, seconds, linear) != kNone) return {};
  return Error{Status::limit_exceeded,
               "viewer.tracks",
               fmt::format("all {} tracks are in use; stop one first", kMaxMixTracks),
               {}};
}

// --- checks ----------------------------------------------------------------------------------------------

Result<void> check_file(ViewerData& data, const LintOptions& options) {
  Document* document = data.document();
  if (document == nullptr) return Error{Status::invalid_argument, "viewer.check", "no file is open", {}};
  document->findings = lint(document->scene, options);
  document->checked = document->diagnostics;
  check_scene(document->scene, data.options.textures, options.rules && !options.rules->empty(),
              *document->checked);
  ++data.findings_made;
  return {};
}

void go_to_finding(ViewerData& data, std::size_t finding) {
  const LintFinding found = (*data.document()->findings)[finding];
  if (found.clip != kNone) choose_clip(data, found.clip);
  data.state.timeline.playing = false;
  if (found.time_s) seek(data.state.timeline, *found.time_s, data.duration_s());
  const std::uint32_t node = found.object.empty() ? kNone : find_node(data.document()->scene, found.object);
  if (node != kNone) select_node(data, node);
}

// --- conversion ------------------------------------------------------------------------------------------

std::string loss_line(const Diagnostic& loss) {
  Diagnostic line = loss;
  line.spot.file.clear();
  return to_string(line);
}

Result<void> prepare_conversion(ViewerData& data, const std::string& path) {
  data.conversion = {};
  const Document* document = data.document();
  const std::vector<std::string>& endings = data.options.services.write_endings;
  if (document == nullptr)
    return Error{Status::invalid_argument, "viewer.convert", "no file is open", {path, 0, {}, {}}};
  if (std::find(endings.begin(), endings.end(), extension(path)) == endings.end())
    return Error{
        Status::invalid_argument,
        "viewer.convert",
        fmt::format("cannot be written; expected a name that ends in {}", fmt::join(endings, " or ")),
        {path, 0, {}, {}}};
  Result<WriteResult> written = data.options.services.write(document->scene, path);
  if (!written) return written.error();
  data.conversion = {path, std::move(*written), document->number};
  return {};
}

Result<void> write_conversion(ViewerData& data) {
  if (!data.conversion.written) return {};
  const std::string folder = parent_folder(data.conversion.path);
  for (const SideFile& file : data.conversion.written->files) {
    const std::string path = folder.empty() ? file.name : folder + "/" + file.name;
    // The main file is written last, so that it never exists without its dependencies.
    if (const Result<void> saved = write_file(path, file.bytes, true); !saved) return saved;
  }
  const Result<void> written = write_file(data.conversion.path, data.conversion.written->bytes, true);
  if (!written) return written;
  say(data, fmt::format("wrote {} ({} bytes)", data.conversion.path, data.conversion.written->bytes.size()));
  data.conversion = {};
  return {};
}

// --- display -----------------------------------------------------------------------------------------------

const std::vector<ShownToggle>& shown_toggles() {
  static const std::vector<ShownToggle> toggles = {{"skeleton", "Skeleton", '1', &ShownParts::skeleton},
                                                   {"names", "Joint names", '2', &ShownParts::names},
                                                   {"axes", "Joint axes", '3', &ShownParts::axes},
                                                   {"wireframe", "Wireframe", '4', &ShownParts::wireframe},
                                                   {"normals", "Normals", '5', &ShownParts::normals},
                                                   {"bounds", "Bounds", '6', &ShownParts::bounds},
                                                   {"grid", "Grid", '7', &ShownParts::grid},
                                                   {"shadow", "Shadow", '8', &ShownParts::shadow},
                                                   {"meshes", "Meshes", '9', &ShownParts::meshes}};
  return toggles;
}

std::vector<bool> hidden_nodes(const ViewerData& data) {
  const Document* document = data.document();
  if (document == nullptr || data.state.hidden.empty()) return {};
  const std::vector<Node>& nodes = document->scene.nodes;
  std::vector<bool> chosen(nodes.size(), false), hidden(nodes.size(), false);
  for (const std::uint32_t node : data.state.hidden)
    if (node < nodes.size()) chosen[node] = true;
  for (std::uint32_t n = 0; n < nodes.size(); ++n)
    for (std::uint32_t at = n; at != kNone && !hidden[n]; at = nodes[at].parent) hidden[n] = chosen[at];
  return hidden;
}

void hide_node(ViewerData& data, std::uint32_t node, bool hide) {
  std::erase(data.state.hidden, node);
  if (hide) data.state.hidden.push_back(node);
}

void select_node(ViewerData& data, std::uint32_t node) {
  data.state.selection.node = node;
  if (node == kNone) data.state.selection.isolated = false;
}

Result<void> take_screenshot(ViewerData& data, const std::string& path) {
  ExportSettings settings;
  settings.path = path;
  settings.width = static_cast<std::uint32_t>(std::max(data.view.width, 1.0));
  settings.height = static_cast<std::uint32_t>(std::max(data.view.height, 1.0));
  const Result<ExportSettings> fine = checked(settings);
  if (!fine) return fine.error();
  data.to_export = *fine;
  return {};
}

void take_screenshot(ViewerData& data) {
  int number = 1;
  while (file_exists(fmt::format("skelter-{}.png", number))) ++number;
  if (const auto taken = take_screenshot(data, fmt::format("skelter-{}.png", number)); !taken)
    say(data, taken.error());
}

void pick(ViewerData& data, double px, double py) {
  Document* document = data.document();
  if (document == nullptr) return;
  const Projector projector(current_camera(data), data.view);
  const bool bones_seen = data.state.shown.skeleton || document->scene.meshes.empty();
  const std::vector<bool> hidden = hidden_nodes(data);
  if (bones_seen) {
    std::vector<bool> seen = document->bones;
    for (std::size_t n = 0; n < hidden.size(); ++n)
      if (hidden[n]) seen[n] = false;
    const std::uint32_t joint = pick_joint(document->scene, node_pose(data), seen, projector, px, py,
                                           kPickReach * data.pixels_per_point);
    if (joint != kNone) return select_node(data, joint);
  }
  const auto posed = posed_primitives(document->scene, node_pose(data), hidden);
  data.state.selection.vertex = pick_vertex(document->scene, posed, projector.ray(px, py));
  if (!data.state.selection.vertex) data.state.selection = {};
}

// --- camera ----------------------------------------------------------------------------------------------

Bounds current_motion(const ViewerData& data) {
  const Document* document = data.document();
  if (document == nullptr) return {};
  return upright(document->motion(data.state.clip, data.options.evaluate), data.state.up);
}

namespace {

// Bounds of everything that may be visible: near and far must enclose it.
Bounds drawn_bounds(const ViewerData& data) {
  const Document* document = data.document();
  if (document == nullptr) return {};
  const EvaluateOptions& evaluate = data.options.evaluate;
  Bounds all = current_motion(data);
  if (data.state.mix.on)
    for (const TrackState& track : data.state.mix.tracks)
      all.add(upright(document->motion(track.clip, evaluate), data.state.up));
  if (const CompareState& compare = data.state.compare;
      data.comparison && data.comparison->other != nullptr) {
    const Document& other = *data.comparison->other;
    const std::uint32_t clip = compare.clip < other.scene.clips.size() ? compare.clip : kNone;
    all.add(upright(other.motion(clip, evaluate), data.up_of(other)));
  }
  add_matrix_points(all, data.state.matrix);
  return all;
}

}  // namespace

Camera current_camera(const ViewerData& data) {
  const Document* document = data.document();
  if (document != nullptr && data.state.file_camera != kNone)
    if (const auto camera = file_camera(document->scene, node_pose(data), data.state.file_camera))
      return *camera;
  Camera camera = to_camera(data.state.camera, drawn_bounds(data));
  const Vec3d travel = transform_direction(upright_turn(data.state.up), graph_travel(data));
  camera.eye = camera.eye + travel;
  camera.target = camera.target + travel;
  if (document == nullptr) return camera;
  // Joints may be far from all vertices. They must not move the near plane, which would clip vertices.
  const ModelPose& pose = model_pose(data);
  const ModelShape shape = document->actor->shape();
  for (std::size_t j = 0; j < std::min(shape.joints.size(), pose.model_from_joint.size()); ++j) {
    const Affine& joint = pose.model_from_joint[j];
    const Vec3d at =
        transform_point(pose.world_from_model, to_double(Vec3{joint.m[0][3], joint.m[1][3], joint.m[2][3]}));
    if (shape.joints[j].is_bone)
      camera.far_distance = std::max(camera.far_distance, 1.01 * length(at - camera.eye));
  }
  return camera;
}

void fit_view(ViewerData& data) {
  data.state.file_camera = kNone;
  Bounds around = current_motion(data);
  add_matrix_points(around, data.state.matrix);
  fit(data.state.camera, around, data.view.width / data.view.height);
}

void hold_morph(ViewerData& data, const std::string& name, double weight) {
  for (MorphSetting& setting : data.state.morphs)
    if (setting.name == name) {
      setting.weight = weight;
      return;
    }
  data.state.morphs.push_back({name, weight});
}

void look(ViewerData& data, AxisView view) {
  data.state.file_camera = kNone;
  look_from(data.state.camera, view);
}

}  // namespace skelter
