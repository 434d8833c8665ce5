#pragma once
// A scene whose clips are compiled when they are first played.

#include <memory>
#include <vector>

#include "skelter/compile/clip.h"
#include "skelter/compile/skeleton.h"
#include "skelter/core/result.h"
#include "skelter/play/character_data.h"
#include "skelter/scene/scene.h"

namespace skelter {

// What clips are compiled from, and what became of them.
struct ClipSource {
  const Scene* scene = nullptr;
  ClipSettings settings;
  SkeletonBuild skeleton;
  std::vector<ClipReport> reports;  // each is written before its clip is ready
};

// Compiles the skeleton into `source`, and what else a picture needs if `meshes` says so. The data shares
// `source`. Errors: those of compile_scene and CharacterData::create.
Result<CharacterData> compile_character(const std::shared_ptr<ClipSource>& source, bool meshes);

}  // namespace skelter
