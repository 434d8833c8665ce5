// Loads a file, evaluates its first clip at one time, and prints the position of every joint.

#include <cstdio>

#include "skelter/load.h"
#include "skelter/scene/evaluate.h"

int main(int argc, char** argv) {
  if (argc != 2) return std::puts("usage: first_steps FILE"), 2;
  const auto scene = skelter::load_scene(argv[1]);
  if (!scene) return std::puts(to_string(scene.error()).c_str()), 1;
  const skelter::Pose pose = skelter::evaluate(*scene, /*clip*/ 0, /*time_s*/ 0.4);
  for (std::size_t i = 0; i < scene->nodes.size(); ++i)
    std::printf("%-20s %8.3f %8.3f %8.3f\n", scene->nodes[i].name.c_str(), pose.world[i].m[12],
                pose.world[i].m[13], pose.world[i].m[14]);
}
