#pragma once
// Source files with the configuration of `skelter compile` (docs/compile.md), which has what they cannot
// hold: masks, loops, events, root motion, graphs.

#include <string>

#include "skelter/compile/compile.h"
#include "skelter/core/result.h"
#include "skelter/runtime/pack_view.h"
#include "skelter/scene/scene.h"

namespace skelter {

// The whole file. Errors: those of read_file.
Result<std::string> read_text(const std::string& path);

// The settings for a scene; "": as without a configuration. Graphs are read by the paths that it names.
// Errors: those of read_file and read_compile_settings.
Result<CompileSettings> read_configuration(const std::string& path, const Scene& scene);

struct ConfiguredPack {
  Pack pack;
  SkeletonBuild skeleton;
};
// As `skelter compile` makes it, but quickly, and with clips that play at once: nobody waits for a smaller
// file. Errors: those of read_configuration and compile_scene.
Result<ConfiguredPack> compile_configured(const Scene& scene, const std::string& configuration,
                                          bool add_meshes = true);

}  // namespace skelter
