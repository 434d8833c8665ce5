#pragma once
// The rig of the crowd benchmarks: the bundled mannequin with additional small bones (68 joints), 16 clips
// with different keys and lengths, scale in every clip, and a mask. The benchmark and the examples share it.

#include <span>
#include <string>
#include <vector>

#include "compile/build_clip/internal/clip.h"
#include "compile/build_skeleton/internal/skeleton.h"
#include "skelter/play/character_data.h"
#include "skelter/scene/scene.h"

namespace skelter::bench {

struct CrowdAssets {
  SkeletonBuild skeleton;
  std::vector<ClipBuild> clips;
  std::vector<ClipView> views;  // views of `clips`
};

Scene mannequin_scene(const std::string& mannequin_file);
// mannequin.x of the assets folder with animated finger tips, jaw, eyes and a braid.
Scene crowd_scene(const std::string& mannequin_file);
CrowdAssets build_crowd_assets(const Scene& scene);
// The same rig as a character pack, with all clips prepared.
CharacterData build_crowd_character(const Scene& scene);

// Largest difference between matrix elements, to verify that contenders do the same work.
float largest_difference(std::span<const Affine> a, std::span<const Affine> b);

}  // namespace skelter::bench
