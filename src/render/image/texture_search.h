#pragma once
// Finds files that may be the image that a written path denotes, best match first. TextureFinder selects one
// of them.

#include <map>
#include <set>
#include <string>
#include <vector>

#include "render/image/written_path.h"
#include "skelter/core/diagnostics.h"
#include "skelter/render/textures.h"

namespace skelter {

struct TextureCandidate {
  std::string path;       // for messages
  std::string real;       // with links resolved
  std::size_t parts = 0;  // matching parts of the path, including its name
  std::string place;      // such as "3 folders above the model"
  bool other_ending = false;
  bool by_name_alone = false;  // found below a search folder by file name only
};

// The search steps of TextureFinder for the model's folder.
class TextureSearch {
 public:
  // `exact`: paths are used as written, without a search.
  TextureSearch(const std::string& folder, bool exact, const TextureOptions& options);

  // Step 1: the written path, and its last part alone.
  std::vector<std::string> as_written(const std::string& written) const;

  // Steps 2 to 6. Each file is listed once. `known`: real paths of files that were already examined.
  std::vector<TextureCandidate> candidates(const WrittenPath& wanted, std::set<std::string> known);

  // Returns a text such as "no such file next to the model or in the folders above it". Call after
  // candidates().
  std::string where_it_is_not(const WrittenPath& wanted) const;
  // Whether the written path, or its last part, is a link that leads out of the folder and is therefore not
  // followed.
  bool leads_out(const std::string& written) const;
  // Adds a diagnostic for each search folder that was not searched completely.
  void report_cut_search(const SourceSpot& spot, Diagnostics& diagnostics);

 private:
  using Names = std::multimap<std::string, std::string>;  // keyed by lower-case name
  struct Below {                                          // a search folder
    std::string folder, real;
    std::multimap<std::string, std::string> files;  // relative paths, keyed by lower-case stem
    std::string problem;                            // reason for an incomplete list
  };
  struct Lookup;

  const Names& names_of(const std::string& in);
  void add_files(const std::string& in, Lookup& lookup);
  void descend(const std::string& in, Lookup& lookup, std::size_t depth);
  void add_tails(std::size_t above, const WrittenPath& wanted, std::vector<TextureCandidate>& found);
  void read_below();
  std::vector<TextureCandidate> found_below(const WrittenPath& wanted);
  std::string shown(const std::string& real) const;

  std::string folder_;               // in the caller's form
  std::vector<std::string> around_;  // the real folder, then the folders above it that may be searched
  std::vector<std::string> parts_;   // parts of the real folder
  std::vector<std::string> search_folders_;
  bool exact_, allow_outside_;
  std::map<std::string, Names> listings_;
  std::vector<Below> below_;
  bool below_is_read_ = false;
};

}  // namespace skelter
