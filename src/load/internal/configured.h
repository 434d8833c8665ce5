#pragma once
// Source files with the configuration of `skelter compile` (docs/compile.md), which adds masks, loops,
// events, root motion and graphs.

#include <string>

#include "compile/build_skeleton/internal/skeleton.h"
#include "skelter/compile/compile.h"
#include "skelter/core/result.h"
#include "skelter/runtime/pack_view.h"
#include "skelter/scene/scene.h"

namespace skelter {

// Reads the whole file. Errors: those of read_file.
Result<std::string> read_text(const std::string& path);

// The settings for a scene; "": the defaults. Graphs are read from the paths in the configuration. Errors:
// those of read_file and read_compile_settings.
Result<CompileSettings> read_configuration(const std::string& path, const Scene& scene);

struct ConfiguredPack {
  Pack pack;
  SkeletonBuild skeleton;
};
// Compiles like `skelter compile`, but quickly and with clips in the playing form, because file size does not
// matter here. Errors: those of read_configuration and compile_scene.
Result<ConfiguredPack> compile_configured(const Scene& scene, const std::string& configuration,
                                          bool add_meshes = true);

}  // namespace skelter
