#pragma once
// The configuration of `skelter compile`: what a scene file cannot say. JSON with // comments; every key is
// explained in docs/compile.md.

#include <string>
#include <string_view>

#include "skelter/compile/compile.h"
#include "skelter/core/result.h"
#include "skelter/scene/scene.h"

namespace skelter {

// Settings for `scene`; `file` is what the configuration is called in errors. Everything is checked against
// the scene here, so that each error has the JSON pointer of its cause:
//   mannequin.json: /clips/walk/events/0/time_s: 3 is after the clip's end; expected 0 to 1.1
// Errors: bad_data.
Result<CompileSettings> read_compile_settings(std::string_view json, const std::string& file,
                                              const Scene& scene);

}  // namespace skelter
