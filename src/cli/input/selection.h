#pragma once
// Selects joints and vertices named on the command line. (For clips, see choose_clip in scene/edit.h.) An
// unknown name is a usage error that lists the valid names.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "skelter/core/result.h"
#include "skelter/scene/scene.h"

namespace skelter::cli {

// `names`: "all", "none", or names separated by commas; a name that contains a comma must be the only one.
// Returns indices into Scene::nodes in file order. A name shared by several nodes selects all of them.
// Errors: invalid_argument.
Result<std::vector<std::uint32_t>> choose_nodes(const Scene& scene, const std::string& names);

// The source vertices to list.
struct VertexChoice {
  bool all = false;
  std::vector<std::uint32_t> ids;
};
// `ids`: "all", "none", or indices separated by commas. Each index must exist in at least one mesh. Errors:
// invalid_argument.
Result<VertexChoice> choose_vertices(const Scene& scene, const std::string& ids);

// Returns the scene's diagnostics for one clip, or for no clip: omits notes of a pack about other clips, such
// as "plays in place".
Diagnostics diagnostics_about(const Scene& scene, std::optional<std::uint32_t> clip);

// Adds the scene's file as the location of an error, for functions that only know names.
Error in_file(Error error, const Scene& scene);

std::vector<std::string> split_text(std::string_view text, char separator);

// Parses the entire text as a finite number. The error names `option`.
Result<double> to_number(const std::string& text, const std::string& option);
// Parses a point "X,Y,Z", with the same errors.
Result<Vec3d> parse_point(const std::string& text, const std::string& option);

}  // namespace skelter::cli
