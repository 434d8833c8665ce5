#include "skelter/formats/fbx/read.h"

#include <cmath>
#include <utility>

#include "core/internal/memory_budget.h"
#include "formats/fbx/internal/header.h"
#include "formats/fbx/read/scene_builder.h"
#include "skelter/scene/validate.h"
#include "system/internal/file_bytes.h"

namespace skelter {

Result<Scene> read_fbx(ByteSpan bytes, const std::string& file, const ReadOptions& options) {
  const std::optional<double>& metres = options.metres_per_unit;
  if (metres && !(std::isfinite(*metres) && *metres > 0))
    return Error{
        Status::invalid_argument, "fbx.option", "metres per unit; expected above 0", {file, 0, {}, {}}};
  MemoryBudget budget(options.limits, bytes.size());
  Diagnostics diagnostics;
  auto tree = fbx::read_records(bytes, file, budget, diagnostics);
  if (!tree) return tree.error();
  tree->code_page = options.code_page;
  const auto graph = fbx::read_objects(*tree, budget, diagnostics);
  if (!graph) return graph.error();
  fbx::SceneBuilder b(*graph, options, budget);
  b.scene.file = file;
  b.scene.format = "fbx";
  b.scene.encoding = tree->binary ? "binary" : "text";
  b.scene.diagnostics = std::move(diagnostics);
  for (const auto part :
       {fbx::read_settings, fbx::read_nodes, fbx::pose_nodes, fbx::turn_axes, fbx::read_materials,
        fbx::read_meshes, fbx::read_views, fbx::read_clips, fbx::note_unplayed})
    if (auto done = part(b); !done) return done.error();
#ifndef __EMSCRIPTEN__  // in the web build, src/load/fbx_page.cpp validates
  if (auto valid = validate(b.scene); !valid) return valid.error();
#endif
  return std::move(b.scene);
}

Result<Scene> read_fbx_file(const std::string& path, const ReadOptions& options) {
  const auto bytes = read_file_bytes(path);
  if (!bytes) return bytes.error();
  return read_fbx(bytes->span(), path, options);
}

bool is_fbx(ByteSpan bytes) {
  return fbx::begins_as_fbx(bytes);
}

}  // namespace skelter
