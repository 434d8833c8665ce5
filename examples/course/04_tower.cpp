// Chapter 4: the whole tower at one time, computed by the engine.
// Usage: course_04_tower assets/tower.x
#include <cstdio>

#include "skelter/load.h"
#include "skelter/scene/evaluate.h"

using namespace skelter;

int main(int argc, char** argv) {
  if (argc != 2) return std::puts("usage: course_04_tower assets/tower.x"), 2;
  const auto scene = load_scene(argv[1]);
  if (!scene) return std::puts(to_string(scene.error()).c_str()), 1;

  // Clock, angles, local and world matrices.
  const Pose pose = evaluate(*scene, /*clip*/ 0, /*time_s*/ 0.1);
  for (std::size_t i = 0; i < 4; ++i) {  // one per bone
    const Vec3d at = translation_part(pose.world[i]);
    std::printf("%s (%.4f, %.4f)\n", scene->nodes[i].name.c_str(), at.x, at.y);
  }

  // Weights are in the first mesh of the node that has meshes.
  for (std::uint32_t node = 0; node < scene->nodes.size(); ++node) {
    if (scene->nodes[node].meshes.empty()) continue;
    const SkinnedVertices strip = skin(*scene, pose, node, /*instance*/ 0, /*primitive*/ 0);
    for (const std::size_t v : {0u, 180u, 599u})
      std::printf("vertex %zu (%.4f, %.4f)\n", v, strip.positions[v].x, strip.positions[v].y);
  }
}
