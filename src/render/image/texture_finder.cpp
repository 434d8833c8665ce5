#include "render/image/internal/texture_finder.h"

#include <algorithm>

#include "render/image/texture_search.h"
#include "skelter/system/file.h"
#include "system/internal/filesystem.h"

namespace skelter {
namespace {

constexpr std::size_t kMaxNamedOthers = 3;

std::string how_it_was_found(const TextureCandidate& found) {
  std::string how;
  if (found.by_name_alone)
    how = "its name matches, ";
  else if (found.parts > 1)
    how = "the last " + std::to_string(found.parts) + " parts of the path match, ";
  return how + found.place + (found.other_ending ? ", with a different extension" : "");
}

// Returns the candidates after `taken` that match equally or almost equally well.
std::vector<std::string> others_after(const std::vector<TextureCandidate>& candidates, std::size_t taken) {
  std::vector<std::string> others;
  for (std::size_t i = taken + 1; i < candidates.size(); ++i)
    if (candidates[taken].by_name_alone || !candidates[i].by_name_alone) others.push_back(candidates[i].path);
  return others;
}

std::string list_of(const std::vector<std::string>& others) {
  std::string text = others.size() == 1 ? std::string("another file also matches: ")
                                        : std::to_string(others.size()) + " other files also match: ";
  for (std::size_t i = 0; i < std::min(others.size(), kMaxNamedOthers); ++i)
    text.append(i == 0 ? "" : ", ").append(others[i]);
  return others.size() > kMaxNamedOthers ? text + ", ..." : text;
}

Error refused(const Error& why, const std::string& path, const SourceSpot& spot) {
  return {why.status, "texture.unreadable", why.message + " (" + path + ")", spot};
}

}  // namespace

struct TextureFinder::State {
  TextureSearch search;
};

TextureFinder::TextureFinder(const std::string& file, bool exact_paths, const TextureOptions& options)
    : state_(std::make_unique<State>(State{TextureSearch(
          options.folder.empty() ? parent_folder(file) : options.folder, exact_paths, options)})) {}

TextureFinder::~TextureFinder() = default;

Result<std::string> TextureFinder::find(const std::string& written, const SourceSpot& spot,
                                        Diagnostics& diagnostics, const Take& take) {
  TextureSearch& search = state_->search;
  std::optional<Error> unreadable;
  std::set<std::string> known;
  for (const std::string& path : search.as_written(written)) {
    const Result<void> taken = take(path);
    if (taken) return path;
    const Error error = refused(taken.error(), path, spot);
    if (error.status == Status::limit_exceeded) return error;
    if (!unreadable) unreadable = error;
    known.insert(real_path(path));
  }
  const WrittenPath wanted = written_path(written);
  std::vector<TextureCandidate> candidates;
  if (!wanted.name.empty()) candidates = search.candidates(wanted, std::move(known));
  search.report_cut_search(spot, diagnostics);
  std::string left_out = unreadable ? "; skipped: " + unreadable->message : std::string();
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const TextureCandidate& found = candidates[i];
    const Result<void> taken = take(found.path);
    if (!taken) {
      const Error error = refused(taken.error(), found.path, spot);
      if (error.status == Status::limit_exceeded) return error;
      if (left_out.empty()) left_out = "; skipped: " + error.message;
      continue;
    }
    const std::vector<std::string> others = others_after(candidates, i);
    std::string how = found.path + " is used: " + how_it_was_found(found);
    if (found.by_name_alone && !others.empty()) how += ", in the folders most similar to the model's";
    diagnostics.add(Severity::note, "texture.found-elsewhere", spot, how + left_out);
    if (!others.empty()) diagnostics.add(Severity::note, "texture.several", spot, list_of(others));
    return found.path;
  }
  if (unreadable) return *unreadable;
  if (search.leads_out(written))
    return Error{Status::not_found, "texture.outside",
                 "is a link to a file outside the model's folder" + left_out, spot};
  return Error{Status::not_found, "texture.missing", search.where_it_is_not(wanted) + left_out, spot};
}

}  // namespace skelter
