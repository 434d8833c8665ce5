#pragma once
// What a person names on the command line: joints and vertices (clips: choose_clip in scene/edit.h). An
// unknown name is a usage error that lists the valid ones.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "skelter/core/result.h"
#include "skelter/scene/scene.h"

namespace skelter::cli {

// "all", "none", or names separated by commas; a name that holds a comma must be alone. Indices into
// Scene::nodes in file order; every node of a name that several have. Errors: invalid_argument.
Result<std::vector<std::uint32_t>> choose_nodes(const Scene& scene, const std::string& names);

// Source vertices to list.
struct VertexChoice {
  bool all = false;
  std::vector<std::uint32_t> ids;
};
// "all", "none", or indices separated by commas, each of which some mesh must have. Errors: invalid_argument.
Result<VertexChoice> choose_vertices(const Scene& scene, const std::string& ids);

// The scene's diagnostics for somebody who asked for one clip, or for none: a pack's notes about other clips,
// "plays in place", are left out.
Diagnostics diagnostics_about(const Scene& scene, std::optional<std::uint32_t> clip);

// The error with the scene's file as its place, for functions that know names only.
Error in_file(Error error, const Scene& scene);

std::vector<std::string> split_text(std::string_view text, char separator);

// The whole text as a finite number, or an error that names `option`.
Result<double> to_number(const std::string& text, const std::string& option);
// "X,Y,Z", likewise.
Result<Vec3d> parse_point(const std::string& text, const std::string& option);

}  // namespace skelter::cli
