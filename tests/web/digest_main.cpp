// Prints the digest of each file that standard input names, one per line, relative to the working folder: the
// same text natively and under Node.

#ifndef __EMSCRIPTEN__
#include <hwy/targets.h>
#endif

#include <cstdio>
#include <iostream>
#include <string>

#include "skelter/load.h"
#include "web/digest.h"
#include "web/engine_digest.h"

int main() {
#if !defined(__EMSCRIPTEN__) && HWY_ARCH_X86
  // Uses the instruction set of the browser: four lanes, products and sums rounded separately.
  hwy::SetSupportedTargetsForTest(HWY_SSE4);
#endif
  std::string path;
  while (std::getline(std::cin, path)) {
    const auto scene = skelter::load_scene(path);
    std::string text = skelter::web::digest(path, scene);
    if (scene) text += skelter::web::engine_digest(*scene);
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fflush(stdout);
  }
}
