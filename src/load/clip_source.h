#pragma once
// A scene whose clips are compiled when they are first played.

#include <cstdint>
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

// What of the meshes is compiled: nothing; what a pose consists of; what is drawn.
enum class MeshParts : std::uint8_t { none, skins, all };

// Compiles the skeleton into `source`, and these parts of the meshes. The data shares `source`. Errors: those
// of compile_scene and CharacterData::create.
Result<CharacterData> compile_character(const std::shared_ptr<ClipSource>& source, MeshParts meshes);

}  // namespace skelter
