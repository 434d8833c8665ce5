#include "skelter/formats/gltf/read.h"

#include <cmath>

#include "core/internal/memory_budget.h"
#include "formats/gltf/read/builder.h"
#include "system/internal/file_bytes.h"

namespace skelter {
namespace {

using gltf::Builder;

Result<void> read_parts(Builder& b) {
  for (const auto part :
       {gltf::check_asset, gltf::check_extensions, gltf::read_lists, gltf::read_cameras_and_lights,
        gltf::read_nodes, gltf::read_scenes, gltf::read_materials, gltf::read_meshes, gltf::read_skins,
        gltf::check_instances, gltf::read_instances, gltf::read_animations})
    if (auto done = part(b); !done) return done;
  return {};
}

}  // namespace

bool is_gltf(ByteSpan bytes) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()),
                              std::min<std::size_t>(bytes.size(), 512));
  if (text.substr(0, 4) == "glTF") return true;
  const std::size_t begin = text.find_first_not_of("\xEF\xBB\xBF \t\r\n");
  return begin != std::string_view::npos && text[begin] == '{';
}

Result<Scene> read_gltf(ByteSpan bytes, const std::string& file, const ReadOptions& shared,
                        const GltfReadOptions& options) {
  const std::optional<double>& metres = shared.metres_per_unit;
  if (metres && !(std::isfinite(*metres) && *metres > 0))
    return Error{
        Status::invalid_argument, "gltf.bad-option", "metres per unit; expected above 0", {file, 0, {}, {}}};
  Diagnostics diagnostics;
  const auto container = gltf::open_container(bytes, file, diagnostics);
  if (!container) return container.error();
  MemoryBudget budget(shared.limits, bytes.size());
  const auto tree = gltf::JsonTree::parse(container->json, file, shared.limits, budget);
  if (!tree) return tree.error();

  Builder b(*tree, *container, file, shared, options, budget);
  b.scene.file = file;
  b.scene.format = std::string(container->glb ? "glb" : "gltf");
  b.scene.linear_colors = true;
  b.scene.metres_per_unit = metres.value_or(1);
  b.scene.diagnostics = std::move(diagnostics);
  if (!b.root.is(gltf::JsonKind::object))
    return b.error("gltf.type", b.root, "the file is not a JSON object");
  if (auto done = read_parts(b); !done) return done.error();
  if (options.check_all) check_all(b);
  return std::move(b.scene);
}

Result<Scene> read_gltf_file(const std::string& path, const ReadOptions& shared,
                             const GltfReadOptions& options) {
  const auto bytes = read_file_bytes(path);
  if (!bytes) return bytes.error();
  return read_gltf(bytes->span(), path, shared, options);
}

}  // namespace skelter
