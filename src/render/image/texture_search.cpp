#include "render/image/texture_search.h"

#include <algorithm>
#include <iterator>
#include <tuple>

#include "skelter/core/name_match.h"
#include "skelter/system/file.h"
#include "system/internal/filesystem.h"
#include "system/internal/paths.h"

namespace skelter {
namespace {

constexpr std::size_t kMaxFilesBelow = 100'000;   // below a search folder
constexpr std::size_t kMaxFoldersPerTail = 1024;  // bounds the search through folders with names that differ
                                                  // only in case

bool is_picture_ending(std::string_view ending) {
  return std::find(std::begin(kImageExtensions), std::end(kImageExtensions), ending) !=
         std::end(kImageExtensions);
}

// Ranks file extensions. The extension of the written path comes first.
std::size_t ending_rank(std::string_view ending, const WrittenPath& wanted) {
  const auto* const at = std::find(std::begin(kImageExtensions), std::end(kImageExtensions), ending);
  return ending == wanted.ending ? 0 : 1 + static_cast<std::size_t>(at - std::begin(kImageExtensions));
}

bool lies_in(const std::string& real, const std::string& real_folder) {
  if (real_folder.empty() || !real.starts_with(real_folder)) return false;
  return real.size() == real_folder.size() || real_folder.ends_with('/') || real[real_folder.size()] == '/';
}

std::string joined(const std::string& folder, const std::string& name) {
  return folder.ends_with('/') ? folder + name : folder + "/" + name;
}

// Number of equal folders at the end of both paths.
std::size_t fitting_folders(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  std::size_t count = 0;
  while (count < std::min(a.size(), b.size()) &&
         lower_ascii(a[a.size() - 1 - count]) == lower_ascii(b[b.size() - 1 - count]))
    ++count;
  return count;
}

}  // namespace

TextureSearch::TextureSearch(const std::string& folder, bool exact, const TextureOptions& options)
    : folder_(folder.empty() ? "." : folder),
      search_folders_(options.search_folders),
      exact_(exact),
      allow_outside_(options.allow_outside) {
  const bool has_highest = !options.highest_folder.empty();
  const std::string highest = has_highest ? real_path(options.highest_folder) : std::string();
  std::string here = real_path(folder_);
  if (here.empty()) return;
  around_.push_back(here);
  parts_ = path_parts(here);
  for (std::uint32_t above = 0; above < std::min(options.folders_above, kMaxTextureFoldersAbove); ++above) {
    const std::string parent = parent_folder(here);
    if (parent == here || (has_highest && !lies_in(parent, highest))) break;
    around_.push_back(parent);
    here = parent;
  }
}

namespace {

std::vector<std::string> written_names(const std::string& written) {
  std::string with_slashes = written;
  std::replace(with_slashes.begin(), with_slashes.end(), '\\', '/');
  return {written, with_slashes, written_path(written).name};
}

}  // namespace

std::vector<std::string> TextureSearch::as_written(const std::string& written) const {
  std::vector<std::string> paths;
  for (const std::string& name : written_names(written)) {
    std::optional<std::string> path = find_below(folder_, name);
    if (!path && allow_outside_ && is_link_out_of(folder_, name)) path = joined(folder_, name);
    if (path && std::find(paths.begin(), paths.end(), *path) == paths.end()) paths.push_back(*path);
  }
  return paths;
}

bool TextureSearch::leads_out(const std::string& written) const {
  const std::vector<std::string> names = written_names(written);
  return std::any_of(names.begin(), names.end(),
                     [&](const std::string& name) { return is_link_out_of(folder_, name); });
}

std::vector<TextureCandidate> TextureSearch::candidates(const WrittenPath& wanted,
                                                        std::set<std::string> known) {
  std::vector<TextureCandidate> found;
  if (!exact_ && !around_.empty()) add_tails(0, wanted, found);
  std::vector<TextureCandidate> below = found_below(wanted);
  const auto names = std::find_if(below.begin(), below.end(),
                                  [](const TextureCandidate& file) { return file.by_name_alone; });
  std::move(below.begin(), names, std::back_inserter(found));
  for (std::size_t above = 1; !exact_ && above < around_.size(); ++above) add_tails(above, wanted, found);
  std::move(names, below.end(), std::back_inserter(found));
  std::erase_if(found, [&](const TextureCandidate& file) { return !known.insert(file.real).second; });
  return found;
}

std::string TextureSearch::where_it_is_not(const WrittenPath& wanted) const {
  const bool looked_above = !exact_ && around_.size() > 1 && !wanted.folders.empty();
  return std::string("no such file next to the model") + (looked_above ? " or in the folders above it" : "") +
         (below_.empty() ? ""
          : looked_above ? ", or below the given folders"
                         : " or below the given folders");
}

void TextureSearch::report_cut_search(const SourceSpot& spot, Diagnostics& diagnostics) {
  for (Below& at : below_) {
    if (!at.problem.empty())
      diagnostics.add(Severity::note, "texture.search-cut", {spot.file, 0, {}, "Textures in " + at.folder},
                      std::move(at.problem));
    at.problem.clear();
  }
}

// --- search in one folder, part by part --------------------------------------------------------------------

struct TextureSearch::Lookup {
  const WrittenPath& wanted;
  std::size_t parts;  // number of path parts to match, including the name
  std::string place;
  std::vector<TextureCandidate>& found;
  std::size_t folders_left = kMaxFoldersPerTail;
};

const TextureSearch::Names& TextureSearch::names_of(const std::string& in) {
  const auto [entry, is_new] = listings_.try_emplace(in);
  if (is_new)
    for (std::string& name : names_in(in)) {
      std::string lower = lower_ascii(name);
      entry->second.emplace(std::move(lower), std::move(name));
    }
  return entry->second;
}

// Adds files of `in` that have the wanted name. Files with the wanted extension come first, and exact names
// before names in different case.
void TextureSearch::add_files(const std::string& in, Lookup& lookup) {
  std::vector<std::tuple<std::size_t, bool, std::string>> files;
  for (const std::string_view ending : kImageExtensions) {
    const auto [begin, end] = names_of(in).equal_range(lookup.wanted.stem + std::string(ending));
    for (auto name = begin; name != end; ++name)
      files.emplace_back(ending_rank(ending, lookup.wanted), name->second != lookup.wanted.name,
                         name->second);
  }
  std::sort(files.begin(), files.end());
  for (const auto& [rank, differs, name] : files) {
    const std::string path = joined(in, name);
    if (!is_file(path)) continue;
    const std::string real = real_path(path);
    if (lies_in(real, around_.back()))
      lookup.found.push_back({shown(path), real, lookup.parts, lookup.place, rank != 0});
  }
}

void TextureSearch::descend(const std::string& in, Lookup& lookup, std::size_t depth) {
  if (lookup.folders_left == 0) return;
  --lookup.folders_left;
  if (depth + 1 == lookup.parts) return add_files(in, lookup);
  const std::vector<std::string>& folders = lookup.wanted.folders;
  const std::string& part = folders[folders.size() - (lookup.parts - 1) + depth];
  const auto [begin, end] = names_of(in).equal_range(lower_ascii(part));
  std::vector<std::string> names;
  for (auto name = begin; name != end; ++name)
    names.insert(name->second == part ? names.begin() : names.end(), name->second);
  for (const std::string& name : names) descend(joined(in, name), lookup, depth + 1);
}

// In the model's own folder, a match by name is enough.
void TextureSearch::add_tails(std::size_t above, const WrittenPath& wanted,
                              std::vector<TextureCandidate>& found) {
  const std::string place = above == 0   ? "in the model's folder"
                            : above == 1 ? "1 folder above the model"
                                         : std::to_string(above) + " folders above the model";
  for (std::size_t parts = wanted.folders.size() + 1; parts >= 2; --parts) {
    Lookup lookup{wanted, parts, place, found};
    descend(around_[above], lookup, 0);
  }
  if (above != 0) return;
  Lookup beside{wanted, 1, "next to the model", found};
  descend(around_[0], beside, 0);
}

// --- search below the search folders -----------------------------------------------------------------------

void TextureSearch::read_below() {
  below_is_read_ = true;
  for (const std::string& search_folder : search_folders_) {
    Below& at = below_.emplace_back();
    at.folder = search_folder;
    at.real = real_path(search_folder);
    auto files = files_below(search_folder, kMaxFilesBelow + 1);
    if (!files) {
      at.problem = files.error().message;
      continue;
    }
    if (files->size() > kMaxFilesBelow)
      at.problem = "more than " + std::to_string(kMaxFilesBelow) + " files; the rest was not searched";
    for (std::string& file : *files) {
      if (!is_picture_ending(extension(file))) continue;
      std::string stem = lower_ascii(file_stem(file));
      at.files.emplace(std::move(stem), std::move(file));
    }
  }
}

// Returns the candidates with the most matching parts first, and matches by name only last.
std::vector<TextureCandidate> TextureSearch::found_below(const WrittenPath& wanted) {
  if (!below_is_read_) read_below();
  // Smaller values are better. Matching parts and folders in common with the model are negated; then follow
  // the search folder, the extension and the depth.
  using Rank = std::tuple<std::ptrdiff_t, std::ptrdiff_t, std::size_t, std::size_t, std::size_t, std::string>;
  std::vector<std::pair<Rank, TextureCandidate>> ranked;
  for (std::size_t b = 0; b < below_.size(); ++b) {
    const auto [begin, end] = below_[b].files.equal_range(wanted.stem);
    for (auto file = begin; file != end; ++file) {
      const std::string path = joined(below_[b].folder, file->second), real = real_path(path);
      if (!lies_in(real, below_[b].real)) continue;
      std::vector<std::string> folders = path_parts(file->second);
      folders.pop_back();
      const std::size_t parts = 1 + fitting_folders(folders, wanted.folders);
      const std::size_t rank = ending_rank(extension(file->second), wanted);
      ranked.emplace_back(
          Rank{-static_cast<std::ptrdiff_t>(parts),
               -static_cast<std::ptrdiff_t>(common_parts(folders, parts_)), b, rank, folders.size(),
               file->second},
          TextureCandidate{path, real, parts, "below " + below_[b].folder, rank != 0, parts == 1});
    }
  }
  std::sort(ranked.begin(), ranked.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<TextureCandidate> found;
  for (auto& entry : ranked) found.push_back(std::move(entry.second));
  return found;
}

// Converts a path to the caller's form: relative if the folder was given as a relative path.
std::string TextureSearch::shown(const std::string& real) const {
  return is_absolute(folder_) ? real : from_working_folder(real);
}

}  // namespace skelter
