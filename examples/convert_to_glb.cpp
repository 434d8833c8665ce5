// Converts .x to glTF with the library: reads, writes, and prints what changed.
// Usage: convert_to_glb FILE.x FILE.glb
#include <cstdio>

#include "skelter/formats/gltf/write.h"
#include "skelter/load.h"
#include "skelter/system/file.h"

using namespace skelter;

namespace {

int fail(const Error& error) {
  std::fprintf(stderr, "%s\n", to_string(error).c_str());
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return std::puts("usage: convert_to_glb FILE.x FILE.glb"), 2;
  const auto scene = load_scene(argv[1]);
  if (!scene) return fail(scene.error());
  const auto written = write_gltf(*scene);
  if (!written) return fail(written.error());
  for (const Diagnostic& loss : written->losses.entries()) std::puts(to_string(loss).c_str());
  if (const auto saved = write_file(argv[2], written->bytes, true); !saved) return fail(saved.error());
  std::printf("%s: %zu nodes, %zu clips, %zu bytes\n", argv[2], scene->nodes.size(), scene->clips.size(),
              written->bytes.size());
}
