#pragma once
// A scene with clips that are compiled when they are first played.

#include <cstdint>
#include <memory>
#include <vector>

#include "compile/clip/internal/clip.h"
#include "compile/skeleton/internal/skeleton.h"
#include "skelter/core/result.h"
#include "skelter/play/character_data.h"
#include "skelter/scene/scene.h"

namespace skelter {

// Input and results of clip builds.
struct ClipSource {
  const Scene* scene = nullptr;
  ClipSettings settings;
  SkeletonBuild skeleton;
  std::vector<ClipReport> reports;  // a clip's report is written before the clip is ready
};

// The parts of the meshes to compile: none, those that a pose needs, or everything that is drawn.
enum class MeshParts : std::uint8_t { none, skins, all };

// Compiles the skeleton into `source`, and the requested parts of the meshes. The result shares ownership of
// `source`. Errors: those of compile_scene and CharacterData::create.
Result<CharacterData> compile_character(const std::shared_ptr<ClipSource>& source, MeshParts meshes);

}  // namespace skelter
