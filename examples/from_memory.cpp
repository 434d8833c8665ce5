// The smallest game: opens a pack from bytes in memory, plays a clip, fades to a second one, and prints the
// path of a joint. It links only `play` and its dependencies. Usage: from_memory PACK.skelter FIRST_CLIP
// SECOND_CLIP JOINT
#include <cstddef>
#include <cstdio>
#include <utility>
#include <vector>

#include "skelter/play/character.h"

using namespace skelter;

namespace {

std::vector<std::byte> bytes_of(const char* path) {
  std::vector<std::byte> bytes;
  std::FILE* file = std::fopen(path, "rb");
  if (file == nullptr) return bytes;
  std::byte block[4096];
  for (std::size_t n = 0; (n = std::fread(block, 1, sizeof block, file)) > 0;)
    bytes.insert(bytes.end(), block, block + n);
  (void)std::fclose(file);
  return bytes;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) return std::puts("Usage: from_memory PACK.skelter FIRST_CLIP SECOND_CLIP JOINT"), 2;
  Pack pack;
  if (const Problem problem = Pack::open(bytes_of(argv[1]), pack); !problem.ok())
    return std::puts(problem.what), 1;
  const auto data = CharacterData::create(std::move(pack));
  if (!data) return std::puts(data.error().message.c_str()), 1;
  const std::uint32_t joint = data->find_joint(argv[4]);
  if (joint == kNone) return std::printf("no joint is named %s\n", argv[4]), 1;

  Character hero(*data);
  if (hero.clips()->play(data->find_clip(argv[2])) != Status::ok) return std::puts(hero.why().c_str()), 1;
  for (int step = 0; step <= 8; ++step) {
    if (step == 4 && hero.clips()->play(data->find_clip(argv[3]), {.fade_s = 0.25}) != Status::ok)
      return std::puts(hero.why().c_str()), 1;
    if (hero.update(step == 0 ? 0 : 0.125) != Status::ok) return std::puts(hero.why().c_str()), 1;
    hero.finish();
    const auto& m = hero.model_from_joint()[joint].m;
    std::printf("%.3f s: %.3f %.3f %.3f\n", step * 0.125, m[0][3], m[1][3], m[2][3]);
  }
  return 0;
}
