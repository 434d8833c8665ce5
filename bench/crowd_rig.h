#pragma once
// The rig that crowds are measured with: the bundled mannequin with more small bones (68 joints), 16 clips of
// different keys and lengths, scale in every clip, and a mask. Shared by the benchmark and the examples'
// numbers.

#include <span>
#include <string>
#include <vector>

#include "skelter/compile/clip.h"
#include "skelter/compile/skeleton.h"
#include "skelter/play/character_data.h"
#include "skelter/scene/scene.h"

namespace skelter::bench {

struct CrowdAssets {
  SkeletonBuild skeleton;
  std::vector<ClipBuild> clips;
  std::vector<ClipView> views;  // of clips
};

Scene mannequin_scene(const std::string& mannequin_file);
// The scene: mannequin.x of the assets folder with finger tips, jaw, eyes and a braid, all moving.
Scene crowd_scene(const std::string& mannequin_file);
CrowdAssets build_crowd_assets(const Scene& scene);
// The same as a pack for characters, all clips prepared.
CharacterData build_crowd_character(const Scene& scene);

// Largest difference of any matrix element: contenders must do the same work.
float largest_difference(std::span<const Affine> a, std::span<const Affine> b);

}  // namespace skelter::bench
