// Reads arbitrary bytes as a Scene, from .x or glTF, and compiles a pack. The pack must open, play, convert
// back to a valid scene, and compile to the same bytes again.

#include <algorithm>

#include "fuzz/fuzz.h"
#include "skelter/compile/compile.h"
#include "skelter/formats/gltf/read.h"
#include "skelter/formats/x/read.h"
#include "support/play_pack.h"

namespace {

using namespace skelter;

// Excludes long clips with many keys, which take seconds to compile.
bool is_quick(const Scene& scene) {
  std::size_t keys = 0;
  for (const Clip& clip : scene.clips) {
    if (clip.duration_s > 20) return false;
    for (const Channel& channel : clip.channels) keys += channel.times_s.size();
  }
  return keys <= 500 && scene.nodes.size() <= 100;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const ByteSpan bytes = fuzz::bytes_of(data, size);
  ReadOptions options;
  options.neighbour_folder = "/no/such/folder";
  const auto scene = is_gltf(bytes) ? read_gltf(bytes, "fuzz.gltf", options) : read_x(bytes, "fuzz.x");
  if (!scene || !is_quick(*scene)) return 0;
  CompileSettings settings;
  settings.store_clips = size % 2 == 0;
  const auto compiled = compile_scene(*scene, settings);
  if (!compiled) {
    fuzz::expect(!compiled.error().message.empty(), "an error says what is wrong");
    return 0;
  }
  PackView pack;
  fuzz::expect(PackView::open(compiled->bytes.span(), pack).ok(), "a pack that was made opens");
  fuzz::expect(test::PackPlayer(pack).play(), "a pack that was made plays");
  const auto back = scene_from_pack(pack, "fuzz.skelter");
  fuzz::expect_ok(back, "a pack that was made becomes a scene");
  fuzz::expect_ok(validate(*back), "the scene of a pack is valid");
  fuzz::expect(back->clips.size() == scene->clips.size(), "no clip is lost");
  if (size % 3 != 0) return 0;
  const auto again = compile_scene(*scene, settings);
  fuzz::expect_ok(again, "what compiled compiles once more");
  const ByteSpan a = again->bytes.span(), b = compiled->bytes.span();
  fuzz::expect(std::equal(a.begin(), a.end(), b.begin(), b.end()),
               "compiled once more, the bytes are the same");
  return 0;
}
