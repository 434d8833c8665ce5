#include "cli/input/selection.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/output/console.h"
#include "core/internal/close_name.h"
#include "skelter/scene/edit.h"
#include "system/internal/text.h"

namespace skelter::cli {
namespace {

// Parses the entire text as an index.
std::optional<std::uint32_t> to_index(std::string_view text) {
  if (text.empty() || text.size() > 9) return {};
  std::uint32_t value = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return {};
    value = value * 10 + static_cast<std::uint32_t>(c - '0');
  }
  return value;
}

Error unknown_joint(const Scene& scene, const std::string& given) {
  std::vector<std::string> names;
  for (const Node& node : scene.nodes)
    if (!node.name.empty()) names.push_back(node.name);
  return {Status::invalid_argument,
          "cli.unknown-name",
          fmt::format("no joint is named \"{}\"; {}", given,
                      names.empty() ? "the file has no named joints" : known_names(given, names, "joints")),
          {scene.file, 0, {}, {}}};
}

std::uint32_t largest_source_count(const Scene& scene) {
  std::uint32_t largest = 0;
  for (const Mesh& mesh : scene.meshes)
    for (const Primitive& primitive : mesh.primitives) largest = std::max(largest, primitive.source_vertices);
  return largest;
}

}  // namespace

Result<std::vector<std::uint32_t>> choose_nodes(const Scene& scene, const std::string& names) {
  std::vector<bool> chosen(scene.nodes.size(), names == "all");
  const auto choose = [&](const std::string& name) {
    bool found = false;
    for (std::size_t i = 0; i < scene.nodes.size(); ++i) {
      if (scene.nodes[i].name != name) continue;
      chosen[i] = true;
      found = true;
    }
    return found;
  };
  if (names != "all" && names != "none" && !choose(names)) {
    for (const std::string& name : split_text(names, ','))
      if (!choose(name)) return unknown_joint(scene, name);
  }
  std::vector<std::uint32_t> indices;
  for (std::size_t i = 0; i < chosen.size(); ++i)
    if (chosen[i]) indices.push_back(static_cast<std::uint32_t>(i));
  return indices;
}

Result<VertexChoice> choose_vertices(const Scene& scene, const std::string& ids) {
  VertexChoice choice;
  choice.all = ids == "all";
  if (ids == "all" || ids == "none") return choice;
  const std::uint32_t count = largest_source_count(scene);
  for (const std::string& text : split_text(ids, ',')) {
    const auto id = to_index(text);
    if (!id || *id >= count) {
      const std::string valid =
          count == 0 ? "the file has no vertices" : fmt::format("expected 0 to {}", count - 1);
      return Error{Status::invalid_argument,
                   "cli.unknown-name",
                   fmt::format("no vertex \"{}\"; {}", text, valid),
                   {scene.file, 0, {}, {}}};
    }
    choice.ids.push_back(*id);
  }
  return choice;
}

Diagnostics diagnostics_about(const Scene& scene, std::optional<std::uint32_t> clip) {
  const std::string about = clip ? "clip " + clip_label(scene, *clip) : std::string();
  Diagnostics asked;
  for (const Diagnostic& entry : scene.diagnostics.entries())
    if (!entry.code.starts_with("pack.") || !entry.spot.object.starts_with("clip ") ||
        entry.spot.object == about)
      asked.add(entry.severity, entry.code, entry.spot, entry.message, entry.count);
  return asked;
}

Error in_file(Error error, const Scene& scene) {
  if (error.where.file.empty()) error.where.file = scene.file;
  return error;
}

std::vector<std::string> split_text(std::string_view text, char separator) {
  std::vector<std::string> parts;
  while (true) {
    const std::size_t end = text.find(separator);
    parts.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

Result<double> to_number(const std::string& text, const std::string& option) {
  if (const std::optional<double> value = parse_number(text)) return *value;
  return usage_error(option, fmt::format("\"{}\" is not a finite number", text));
}

Result<Vec3d> parse_point(const std::string& text, const std::string& option) {
  const std::vector<std::string> parts = split_text(text, ',');
  if (parts.size() != 3)
    return usage_error(option, fmt::format("\"{}\" is not a point; expected X,Y,Z", text));
  double values[3] = {};
  for (std::size_t i = 0; i < 3; ++i) {
    const auto value = to_number(parts[i], option);
    if (!value) return value.error();
    values[i] = *value;
  }
  return Vec3d{values[0], values[1], values[2]};
}

}  // namespace skelter::cli
