// Chapter 8: a vertex with three bones, and splitting a mesh for small palettes. Usage: course_08_palette
// assets/mannequin.x
#include <cstdio>

#include "skelter/d3dx/bone_palette.h"
#include "skelter/load.h"

using namespace skelter;

int main(int argc, char** argv) {
  if (argc != 2) return std::puts("usage: course_08_palette assets/mannequin.x"), 2;

  // As in a shader, there is one weight fewer than bones. The last weight is 1 minus the sum of the others.
  const double stored[] = {0.5, 0.3}, moved[] = {0, 10, 20};
  const double last = 1 - stored[0] - stored[1];
  std::printf("last weight %.1f\n", last);
  std::printf("three bones: %g\n", stored[0] * moved[0] + stored[1] * moved[1] + last * moved[2]);
  std::printf("two bones only: %g\n", stored[0] * moved[0] + (1 - stored[0]) * moved[1]);

  const auto scene = load_scene(argv[1]);
  if (!scene) return std::puts(to_string(scene.error()).c_str()), 1;
  for (std::uint32_t node = 0; node < scene->nodes.size(); ++node) {
    if (scene->nodes[node].meshes.empty() || scene->nodes[node].meshes[0].skin == kNone) continue;
    const SkinInfo info = make_skin_info(*scene, node, /*instance*/ 0, /*primitive*/ 0);
    const Primitive& mesh = scene->meshes[scene->nodes[node].meshes[0].mesh].primitives[0];
    std::printf("%u bones\n", info.bone_count());
    for (const std::uint32_t size : {26u, 30u, 40u, 50u}) {
      BlendedMeshOptions options;
      options.palette_size = size;
      const auto cut = to_indexed_blended_mesh(info, mesh.indices, {}, options);
      if (!cut) return std::puts(to_string(cut.error()).c_str()), 1;
      std::printf("palette of %u: %zu draw call%s\n", size, cut->combinations.size(),
                  cut->combinations.size() == 1 ? "" : "s");
    }
  }
}
