#pragma once
// Scenes with clips that are hard to play, made from the crowd's rig (crowd_rig.h).

#include <string>

#include "skelter/scene/scene.h"

namespace skelter::bench {

// Two clips of five minutes: repeated walking, and repeated running.
Scene long_scene(const std::string& mannequin_file);

// The 16 clips, with 52 joints that rotate linearly between keys at irregular times, which differ from joint
// to joint.
Scene off_grid_scene(const std::string& mannequin_file);

}  // namespace skelter::bench
