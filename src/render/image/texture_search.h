#pragma once
// Finds files that may be the image of a written path, best first. TextureFinder selects among them.

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
  std::string place;      // "3 folders above the model"
  bool other_ending = false;
  bool by_name_alone = false;  // found below a search folder by file name only
};

// The steps of TextureFinder for one folder.
class TextureSearch {
 public:
  // `exact`: paths are used as written, without a search.
  TextureSearch(const std::string& folder, bool exact, const TextureOptions& options);

  // Step 1: the written path, and its last part only.
  std::vector<std::string> as_written(const std::string& written) const;

  // Steps 2 to 6, each file once. `known`: real paths of files that were already examined.
  std::vector<TextureCandidate> candidates(const WrittenPath& wanted, std::set<std::string> known);

  // Call after candidates(): "no such file next to the model or in the folders above it".
  std::string where_it_is_not(const WrittenPath& wanted) const;
  // True if the written path, or its last part, is a link that leads out of the folder and is not followed.
  bool leads_out(const std::string& written) const;
  // Adds a diagnostic for each search folder that was not searched completely.
  void report_cut_search(const SourceSpot& spot, Diagnostics& diagnostics);

 private:
  using Names = std::multimap<std::string, std::string>;  // keyed by lower case
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
  std::vector<std::string> around_;  // the real folder, then the searchable folders above it
  std::vector<std::string> parts_;   // parts of the real folder
  std::vector<std::string> search_folders_;
  bool exact_, allow_outside_;
  std::map<std::string, Names> listings_;
  std::vector<Below> below_;
  bool below_is_read_ = false;
};

}  // namespace skelter
