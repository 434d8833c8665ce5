#pragma once
// Scenes with clips that are hard on players, all made from the crowd's rig (crowd_rig.h).

#include <string>

#include "skelter/scene/scene.h"

namespace skelter::bench {

// Two clips of five minutes: walking, and running, over and over.
Scene long_scene(const std::string& mannequin_file);

// The 16 clips, with 52 joints turning linearly between keys at times of their own, on no grid.
Scene off_grid_scene(const std::string& mannequin_file);

}  // namespace skelter::bench
