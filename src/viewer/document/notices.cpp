#include "viewer/document/internal/notices.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <unordered_set>

#include "scene/edit/internal/name_map.h"
#include "skelter/core/name_match.h"
#include "skelter/scene/edit.h"
#include "skelter/system/file.h"
#include "system/internal/filesystem.h"
#include "viewer/command/internal/actions.h"
#include "viewer/document/internal/file_list.h"
#include "viewer/state/state_json.h"

namespace skelter {
namespace {

double longest_clip_s(const Scene& scene) {
  double longest_s = 0;
  for (const Clip& clip : scene.clips) longest_s = std::max(longest_s, clip.duration_s);
  return longest_s;
}

std::size_t messages_with(const Document& document, std::string_view code) {
  const auto& entries = document.diagnostics.entries();
  return static_cast<std::size_t>(std::count_if(entries.begin(), entries.end(),
                                                [&](const Diagnostic& entry) { return entry.code == code; }));
}

// Number of animation targets that match a joint of the model.
std::size_t matched_targets(const Scene& model, const Scene& animation) {
  std::size_t matched = 0;
  for (const Clip& clip : animation.clips)
    for (const MappedTarget& target : map_target_names(model, clip)) matched += target.node != kNone ? 1 : 0;
  return matched;
}

std::size_t matched_names(const std::vector<std::string>& nodes, const Scene& animation) {
  const std::unordered_set<std::string_view> names(nodes.begin(), nodes.end());
  std::size_t matched = 0;
  for (const Clip& clip : animation.clips)
    for (const ClipTarget& target : clip.targets) matched += names.count(target.name);
  return matched;
}

// Finds the open file with meshes that matches the most animation targets, and at least half of them. Prefers
// a file with a skeleton that fits the animation.
ModelForAnimation look_for_model(const ViewerData& data, const Scene& animation) {
  ModelForAnimation best;
  std::size_t most = 0, targets = 0;
  for (const Clip& clip : animation.clips) targets += clip.targets.size();
  for (std::uint32_t i = 0; i < data.documents.size(); ++i) {
    // If the model is not in memory, only its node names are known.
    const Document* document = data.documents[i].get();
    const std::vector<std::string>& nodes = data.kept[i].facts.nodes;
    if (document != nullptr ? document->scene.meshes.empty() : nodes.empty()) continue;
    const std::size_t matched =
        document != nullptr ? matched_targets(document->scene, animation) : matched_names(nodes, animation);
    if (matched == 0 || 2 * matched < targets) continue;
    const bool fits = document == nullptr || check_clips_fit(document->scene, animation).ok();
    if (best.model != kNone && (fits == best.fits ? matched <= most : best.fits)) continue;
    best.model = i;
    best.fits = fits;
    most = matched;
  }
  return best;
}

const ModelForAnimation& model_for(const ViewerData& data) {
  std::vector<std::uint64_t> documents{data.document_number()};
  for (const auto& document : data.documents) documents.push_back(document != nullptr ? document->number : 0);
  if (data.model_for.documents != documents) {
    data.model_for = look_for_model(data, data.document()->scene);
    data.model_for.documents = std::move(documents);
  }
  return data.model_for;
}

void add_no_mesh(const ViewerData& data, const Scene& scene, std::vector<Banner>& list) {
  if (!scene.meshes.empty() || scene.clips.empty()) return;
  const ModelForAnimation& found = model_for(data);
  std::string text = "Animation without a mesh", button;
  if (found.model != kNone && found.fits) {
    button = "Play on " + file_name(data.state.files[found.model]);
  } else if (found.model != kNone) {
    text += ", made for a different skeleton than " + file_name(data.state.files[found.model]);
  } else {
    bool is_open = false;
    for (std::size_t i = 0; i < data.documents.size(); ++i)
      is_open |= data.documents[i] != nullptr ? !data.documents[i]->scene.meshes.empty()
                                              : !data.kept[i].facts.nodes.empty();
    text += is_open ? ": no open model has its joints" : ": open its model as well to play it";
  }
  list.push_back({"no-mesh", std::move(text), std::move(button)});
}

Result<void> play_on_model(ViewerData& data) {
  const Scene& animation = data.document()->scene;
  const std::uint32_t model = model_for(data).model;
  const std::size_t clips = animation.clips.size();
  FileReading reading = reading_of(data, model);
  reading.with_clips.push_back(data.document()->path);
  reading.map_names = true;
  if (const Result<void> read = read_file_with(data, model, reading); !read) return read;
  if (const Result<void> shown = show_file(data, model); !shown) return shown;
  const std::size_t all = data.document()->scene.clips.size();  // the added clips are last
  choose_clip(data, static_cast<std::uint32_t>(all - std::min(std::max<std::size_t>(clips, 1), all)));
  data.fit_needed = true;
  return {};
}

Result<void> look_for_textures(ViewerData& data, const std::string& folder) {
  if (folder.empty()) {
    data.dialogs.textures = true;
    return {};
  }
  if (!is_folder(folder))
    return Error{Status::not_found,
                 "viewer.no-textures",
                 "no such folder; expected a folder with textures",
                 {folder, 0, {}, {}}};
  data.options.textures.search_folders.push_back(folder);
  return reload_file(data, data.state.active_file);
}

}  // namespace

std::vector<Banner> banners(const ViewerData& data) {
  std::vector<Banner> list;
  const Document* document = data.document();
  if (document == nullptr) return list;
  const double longest_s = longest_clip_s(document->scene);
  if (messages_with(*document, "x.frame-ticks") > 0)
    list.push_back({"frame-ticks", fmt::format("Keys look like frame numbers: played in {:.2g} s", longest_s),
                    "Play as in the file"});
  if (messages_with(*document, "x.frame-numbers") > 0)
    list.push_back({"frame-numbers", fmt::format("{:.2g} s long: keys look like frame numbers", longest_s),
                    "Play as frame numbers"});
  if (document->guessed_up != data.state.up && data.state.up == UpAxis::y)
    list.push_back({"up", fmt::format("Lies on its side: {} looks like up", to_text(document->guessed_up)),
                    "Turn upright"});
  add_no_mesh(data, document->scene, list);
  if (const std::size_t missing = messages_with(*document, "texture.missing"); missing > 0)
    list.push_back({"textures", fmt::format("{} texture{} missing", missing, missing == 1 ? "" : "s"),
                    "Look in a folder..."});
  std::erase_if(list, [&](const Banner& banner) {
    const auto& dismissed = document->dismissed;
    return std::find(dismissed.begin(), dismissed.end(), banner.name) != dismissed.end();
  });
  return list;
}

Result<void> answer_banner(ViewerData& data, const std::string& name, const std::string& folder) {
  const std::vector<Banner> list = banners(data);
  std::string expected;
  bool is_there = false;
  for (const Banner& banner : list) {
    if (banner.button.empty()) continue;
    is_there = is_there || banner.name == name;
    expected += (expected.empty() ? "" : ", ") + banner.name;
  }
  if (!is_there)
    return Error{Status::invalid_argument,
                 "viewer.banner",
                 "\"" + name + "\" is not a banner with a button here; expected " +
                     (expected.empty() ? "none" : expected),
                 {}};
  FileReading reading = data.document()->reading;
  if (name == "frame-ticks" || name == "frame-numbers") {
    reading.frame_numbers = name == "frame-numbers";
    reading.ticks_per_second.reset();
    return read_file_with(data, data.state.active_file, reading);
  }
  if (name == "no-mesh") return play_on_model(data);
  if (name == "textures") return look_for_textures(data, folder);
  data.state.up = data.document()->guessed_up;
  data.fit_needed = true;
  return {};
}

void dismiss_banner(ViewerData& data, const std::string& name) {
  if (data.document() != nullptr) data.document()->dismissed.push_back(name);
}

NoticeCounts count_notices(const ViewerData& data) {
  NoticeCounts counts;
  counts.errors = data.failed.size();
  if (data.document() == nullptr) return counts;
  for (const Diagnostic& entry : data.document()->all_diagnostics().entries()) {
    if (entry.severity == Severity::error) ++counts.errors;
    if (entry.severity == Severity::warning) ++counts.warnings;
  }
  return counts;
}

bool passes(const std::string& name, const std::string& filter) {
  const auto same = [](char a, char b) { return lower_ascii(a) == lower_ascii(b); };
  return std::search(name.begin(), name.end(), filter.begin(), filter.end(), same) != name.end() ||
         filter.empty();
}

}  // namespace skelter
