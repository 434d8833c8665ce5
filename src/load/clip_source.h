#pragma once
// A scene with clips that are compiled when they are first played.

#include <memory>
#include <vector>

#include "compile/build_clip/internal/clip.h"
#include "compile/build_skeleton/internal/skeleton.h"
#include "load/internal/configured.h"
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

// Compiles the skeleton into `source`, and these parts of the meshes. The data shares `source`. Errors: those
// of compile_scene and CharacterData::create.
Result<CharacterData> compile_character(const std::shared_ptr<ClipSource>& source, MeshParts meshes);

}  // namespace skelter
