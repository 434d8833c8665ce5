// Reads arbitrary bytes as a compile configuration. If it is accepted, it must compile, unless the error
// bound is unattainable, and the pack must contain everything that was requested.

#include "fuzz/fuzz.h"
#include "skelter/compile/compile.h"
#include "viewer/figures.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace skelter;
  static const Scene scene = test::figure();
  auto settings = read_compile_settings(fuzz::text_of(data, size), "fuzz.json", scene);
  if (!settings) {
    fuzz::expect(settings.error().status == Status::bad_data && settings.error().where.file == "fuzz.json",
                 "an error is one of the file");
    return 0;
  }
  fuzz::expect(settings->clips.size() == scene.clips.size(), "every clip has its settings");
  settings->graphs.clear();  // no files are available
  const auto compiled = compile_scene(scene, *settings);
  fuzz::expect_ok(compiled, "what was accepted compiles");
  PackView pack;
  fuzz::expect(PackView::open(compiled->bytes.span(), pack).ok(), "a pack that was made opens");
  fuzz::expect(pack.skeleton().mask_count() == settings->masks.size(), "every mask is there");
  return 0;
}
