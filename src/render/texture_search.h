#pragma once
// Which files may be the picture that a path means, best first. What is taken of them: TextureFinder.

#include <map>
#include <set>
#include <string>
#include <vector>

#include "render/written_path.h"
#include "skelter/core/diagnostics.h"
#include "skelter/render/textures.h"

namespace skelter {

struct TextureCandidate {
  std::string path;       // for people
  std::string real;       // links resolved
  std::size_t parts = 0;  // how many of the path fit, with its name
  std::string place;      // "3 folders above the model"
  bool other_ending = false;
  bool by_name_alone = false;  // found anywhere below a search folder
};

// The steps of TextureFinder, for one folder.
class TextureSearch {
 public:
  // `exact`: paths mean what they say.
  TextureSearch(const std::string& folder, bool exact, const TextureOptions& options);

  // Step 1: where the written path leads, and its last part alone.
  std::vector<std::string> as_written(const std::string& written) const;

  // Steps 2 to 6, each file once. `known`: real paths of files that have been looked at.
  std::vector<TextureCandidate> candidates(const WrittenPath& wanted, std::set<std::string> known);

  // After candidates(): "no such file next to the model or in the folders above it".
  std::string where_it_is_not(const WrittenPath& wanted) const;
  // Whether the written path, or its last part, is a link that leads out of the folder and is not followed.
  bool leads_out(const std::string& written) const;
  // Once for each search folder of which not all was looked at.
  void tell_what_was_cut(const SourceSpot& spot, Diagnostics& diagnostics);

 private:
  using Names = std::multimap<std::string, std::string>;  // by their lower case
  struct Below {                                          // one of the search folders
    std::string folder, real;
    std::multimap<std::string, std::string> files;  // relative paths by the lower case of their stems
    std::string problem;                            // why not all are there
  };
  struct Lookup;

  const Names& names_of(const std::string& in);
  void add_files(const std::string& in, Lookup& lookup);
  void descend(const std::string& in, Lookup& lookup, std::size_t depth);
  void add_tails(std::size_t above, const WrittenPath& wanted, std::vector<TextureCandidate>& found);
  void read_below();
  std::vector<TextureCandidate> found_below(const WrittenPath& wanted);
  std::string shown(const std::string& real) const;

  std::string folder_;               // as the caller names it
  std::vector<std::string> around_;  // the real folder, then those above it that may be looked into
  std::vector<std::string> parts_;   // of the real folder
  std::vector<std::string> search_folders_;
  bool exact_, allow_outside_;
  std::map<std::string, Names> listings_;
  std::vector<Below> below_;
  bool below_is_read_ = false;
};

}  // namespace skelter
