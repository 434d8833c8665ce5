#pragma once
// A scene with clips that are compiled when they are first played.

#include <cstdint>
#include <memory>
#include <vector>

#include "compile/build_clip/internal/clip.h"
#include "compile/build_skeleton/internal/skeleton.h"
#include "skelter/core/result.h"
#include "skelter/play/character_data.h"
#include "skelter/scene/scene.h"

namespace skelter {

// The input of clip builds, and their results.
struct ClipSource {
  const Scene* scene = nullptr;
  ClipSettings settings;
  SkeletonBuild skeleton;
  std::vector<ClipReport> reports;  // each is written before its clip is ready
};

// The compiled parts of the meshes: none; those needed for a pose; everything that is drawn.
enum class MeshParts : std::uint8_t { none, skins, all };

// Compiles the skeleton into `source`, and these parts of the meshes. The data shares `source`. Errors: those
// of compile_scene and CharacterData::create.
Result<CharacterData> compile_character(const std::shared_ptr<ClipSource>& source, MeshParts meshes);

}  // namespace skelter
