#include "viewer/document/internal/file_list.h"

#include <fmt/format.h>

#include <algorithm>

#include "skelter/system/file.h"
#include "viewer/command/internal/actions.h"

namespace skelter {
namespace {

constexpr std::uint32_t kMaxAhead = 2;  // files to read ahead

void note_need(ViewerData& data, Document& document) {
  document.needed = ++data.needs;
}

FileFacts facts_of(const Document& document) {
  FileFacts facts;
  facts.was_read = true;
  facts.bytes = document.stamp ? std::optional(document.stamp->bytes) : std::nullopt;
  facts.format = document.scene.format;
  facts.encoding = document.scene.encoding;
  facts.clips = document.scene.clips.size();
  facts.errors = document.all_diagnostics().count(Severity::error);
  facts.warnings = document.all_diagnostics().count(Severity::warning);
  if (!document.scene.meshes.empty())
    for (const Node& node : document.scene.nodes) facts.nodes.push_back(node.name);
  return facts;
}

// Resets selections that are out of range, because the file may have changed since it was shown.
void fit_to_scene(KeptView& view, const Scene& scene) {
  if (view.clip != kNone && view.clip >= scene.clips.size()) view.clip = scene.clips.empty() ? kNone : 0;
  if (view.selection.node != kNone && view.selection.node >= scene.nodes.size()) view.selection = {};
  std::erase_if(view.hidden, [&](std::uint32_t node) { return node >= scene.nodes.size(); });
}

bool is_compared(const ViewerData& data, std::uint32_t file) {
  return data.state.compare.with == CompareWith::file && data.state.compare.file == file;
}

// Drops data that points into the model.
void drop_derived_of(ViewerData& data, const Document& document) {
  if (data.comparison && (data.comparison->other == &document || data.comparison->shown == document.number))
    data.comparison.reset();
  if (data.graph.document == document.number) data.graph = {};
}

// Drops the model but keeps the data that does not point into it.
void forget_model(ViewerData& data, std::uint32_t file) {
  Document& document = *data.documents[file];
  drop_derived_of(data, document);
  KeptFile& kept = data.kept[file];
  kept.reading = document.reading;
  kept.dismissed = document.dismissed;
  kept.findings = document.findings;
  kept.facts = facts_of(document);
  data.documents[file].reset();
  data.upload_needed = true;
}

// Removes the least recently used models until there is space for one more.
void make_room(ViewerData& data) {
  while (true) {
    std::size_t models = 0;
    std::uint32_t oldest = kNone;
    for (std::uint32_t i = 0; i < data.documents.size(); ++i) {
      if (!data.documents[i]) continue;
      ++models;
      if ((data.showing && i == data.state.active_file) || is_compared(data, i)) continue;
      if (oldest == kNone || data.documents[i]->needed < data.documents[oldest]->needed) oldest = i;
    }
    if (models < data.options.most_models || oldest == kNone) return;
    forget_model(data, oldest);
  }
}

Document* take_model(ViewerData& data, std::uint32_t file, std::unique_ptr<Document> document) {
  data.stages.read = document->read_ms;
  data.stages.textures = document->textures_ms;
  KeptFile& kept = data.kept[file];
  document->dismissed = kept.dismissed;
  document->findings = kept.findings;
  if (kept.facts.was_read)
    fit_to_scene(kept.view, document->scene);
  else if (!document->scene.clips.empty())
    kept.view.clip = 0;  // a file that was never shown starts with its first clip
  kept.facts = facts_of(*document);
  note_need(data, *document);
  data.documents[file] = std::move(document);
  data.upload_needed = true;
  return data.documents[file].get();
}

// Returns the file to read next, or kNone.
std::uint32_t next_to_read(const ViewerData& data) {
  const auto count = static_cast<std::uint32_t>(data.documents.size());
  if (data.awaited)
    if (const std::uint32_t file = listed_file(data, *data.awaited); file != kNone) return file;
  const std::uint32_t other = data.state.compare.with == CompareWith::file ? data.state.compare.file : kNone;
  if (other < count && !data.documents[other]) return other;
  if (!data.showing) return kNone;
  const auto models = std::count_if(data.documents.begin(), data.documents.end(),
                                    [](const auto& document) { return document != nullptr; });
  for (std::uint32_t ahead = 1; ahead <= std::min<std::uint32_t>(count - 1, kMaxAhead); ++ahead) {
    const std::uint32_t file = (data.state.active_file + ahead) % count;
    if (data.documents[file]) continue;
    // A file after the next one is read only if there is space. Otherwise it would evict the next one.
    if (ahead == 1 || static_cast<std::size_t>(models) < data.options.most_models) return file;
  }
  return kNone;
}

// If an awaited file cannot be read, the next file in the list is awaited instead.
void await_next(ViewerData& data, std::uint32_t file) {
  data.awaited.reset();
  if (data.showing || data.documents.empty()) return;
  data.awaited = data.state.files[std::min<std::size_t>(file, data.state.files.size() - 1)];
}

void take_read(ViewerData& data) {
  const std::string path = data.reading.path();
  auto read = data.reading.take();
  const std::uint32_t file = listed_file(data, path);
  if (file == kNone || data.documents[file]) return;  // closed, or already read
  const bool is_awaited = data.awaited == path;
  note_result(data, path, read ? std::optional<Error>() : read.error());
  if (!read) {
    say(data, read.error());
    unlist_file(data, file);
    if (is_awaited) await_next(data, file);
    return;
  }
  make_room(data);
  take_model(data, file, std::move(*read));
  if (is_awaited) (void)show_file(data, file);  // already in memory
}

}  // namespace

std::uint32_t listed_file(const ViewerData& data, const std::string& path) {
  const auto known = std::find(data.state.files.begin(), data.state.files.end(), path);
  return known == data.state.files.end() ? kNone
                                         : static_cast<std::uint32_t>(known - data.state.files.begin());
}

std::uint32_t list_file(ViewerData& data, const std::string& path) {
  if (const std::uint32_t known = listed_file(data, path); known != kNone) return known;
  data.documents.emplace_back();
  data.kept.emplace_back();
  data.state.files.push_back(path);
  return static_cast<std::uint32_t>(data.documents.size() - 1);
}

Result<Document*> read_listed(ViewerData& data, std::uint32_t file) {
  if (data.documents[file]) {
    note_need(data, *data.documents[file]);
    return data.documents[file].get();
  }
  const std::string path = data.state.files[file];
  make_room(data);
  auto read = open_document(path, data.kept[file].reading, data.options);
  note_result(data, path, read ? std::optional<Error>() : read.error());
  if (!read) return read.error();
  return take_model(data, file, std::move(*read));
}

void unlist_file(ViewerData& data, std::uint32_t file) {
  if (data.documents[file]) drop_derived_of(data, *data.documents[file]);
  const auto at = static_cast<std::ptrdiff_t>(file);
  if (data.awaited == data.state.files[file]) data.awaited.reset();
  data.documents.erase(data.documents.begin() + at);
  data.state.files.erase(data.state.files.begin() + at);
  data.kept.erase(data.kept.begin() + at);
  data.upload_needed = true;
  CompareState& compare = data.state.compare;
  if (compare.with == CompareWith::file && compare.file == file) compare = {};
  if (compare.with == CompareWith::file && compare.file > file) --compare.file;
  std::uint32_t& active = data.state.active_file;
  if (active > file) --active;
}

void unlist_failed(ViewerData& data) {
  for (const FailedFile& failed : data.failed)
    if (const std::uint32_t file = listed_file(data, failed.path); file != kNone && !data.documents[file])
      unlist_file(data, file);
}

FileReading& reading_of(ViewerData& data, std::uint32_t file) {
  return data.documents[file] ? data.documents[file]->reading : data.kept[file].reading;
}

bool reads_in_background(const ViewerData& data) {
  return data.options.compile_in_background && data.stages.frames > 0;
}

std::string awaited_text(const ViewerData& data) {
  const std::uint32_t file = data.awaited ? listed_file(data, *data.awaited) : kNone;
  if (file == kNone) return {};
  return fmt::format("Reading {} ({} of {}) ...", file_name(*data.awaited), file + 1,
                     data.state.files.size());
}

bool is_reading(const ViewerData& data) {
  return data.reading.is_running() || (reads_in_background(data) && next_to_read(data) != kNone);
}

void go_on_reading(ViewerData& data) {
  if (!reads_in_background(data)) return;
  if (data.reading.is_done()) take_read(data);
  if (data.reading.is_running()) return;
  const std::uint32_t file = next_to_read(data);
  if (file == kNone) return;
  if (data.documents[file]) {
    (void)show_file(data, file);  // an awaited file that was read in the meantime
    return;
  }
  make_room(data);
  data.reading.start(data.state.files[file], data.kept[file].reading, data.options);
}

}  // namespace skelter
