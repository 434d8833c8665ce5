#include "load/clip_source.h"

#include <utility>

#include "compile/build_pack/internal/build_pack.h"
#include "skelter/scene/edit.h"

namespace skelter {

Result<CharacterData> compile_character(const std::shared_ptr<ClipSource>& source, MeshParts meshes) {
  source->settings.effort = Effort::quick;
  CompileSettings settings;
  settings.source = source->settings.source;
  settings.add_clips = false;
  settings.add_meshes = meshes != MeshParts::none;
  settings.add_vertices = meshes == MeshParts::all;
  auto compiled = build_pack(*source->scene, settings);
  if (!compiled) return compiled.error();
  source->skeleton = std::move(compiled->skeleton);
  Pack pack;
  if (const Problem problem = Pack::open(std::move(compiled->bytes), pack); !problem.ok())
    return Error{problem.status, "pack.bad", problem.what, {source->scene->file, 0, {}, {}}};
  ClipMaker maker;
  for (std::uint32_t clip = 0; clip < source->scene->clips.size(); ++clip)
    maker.names.push_back(clip_label(*source->scene, clip));
  source->reports.resize(maker.names.size());
  maker.make = [source](std::uint32_t clip) -> Result<AlignedBytes> {
    auto built = build_clip(*source->scene, clip, source->skeleton, source->settings);
    if (!built) return built.error();
    source->reports[clip] = built->report;
    return std::move(built->clip.bytes);
  };
  return CharacterData::create(std::move(pack), std::move(maker), source->scene->file);
}

}  // namespace skelter
