// Skins a character on the CPU, from a file to vertices in model space. This program uses the rest pose; a
// game plays clips. Usage: skin_on_cpu FILE
#include <algorithm>
#include <cstdio>
#include <vector>

#include "skelter/load.h"
#include "skelter/play/character.h"
#include "skelter/skinning/linear_skinning_job.h"

using namespace skelter;

namespace {

// Prints the number of vertices and their bounding box. Returns false if the job rejects its input.
bool skin_and_print(const SkinnedMesh& mesh, std::span<const Affine> palette) {
  // A game keeps these two buffers for the next frame.
  AlignedBytes scratch(LinearSkinningJob::scratch_bytes(mesh.palette_size));
  std::vector<float> positions(std::size_t{mesh.vertex_count} * 3);
  LinearSkinningJob skinning;
  skinning.mesh = &mesh;
  skinning.palette = palette;
  skinning.scratch = {scratch.data(), scratch.size()};
  skinning.out.positions = positions;
  if (skinning.run() != Status::ok) return false;

  float low[3] = {}, high[3] = {};
  for (std::size_t i = 0; i < positions.size(); ++i) {
    low[i % 3] = i < 3 ? positions[i] : std::min(low[i % 3], positions[i]);
    high[i % 3] = i < 3 ? positions[i] : std::max(high[i % 3], positions[i]);
  }
  std::printf("%u vertices from (%.3f %.3f %.3f) to (%.3f %.3f %.3f)\n", mesh.vertex_count, low[0], low[1],
              low[2], high[0], high[1], high[2]);
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return std::puts("usage: skin_on_cpu FILE"), 2;
  const Result<CharacterData> data = load_character(argv[1]);
  if (!data) return std::puts(to_string(data.error()).c_str()), 1;

  Character hero(*data);
  if (hero.update(0) != Status::ok) return std::puts(hero.why().c_str()), 1;
  hero.finish();  // computes model matrices and one palette per skin
  for (const ModelMesh& mesh : data->meshes())
    if (!skin_and_print(mesh.mesh, hero.palette(mesh.skin))) return std::puts("the job was refused"), 1;
}
