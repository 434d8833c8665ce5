#pragma once
// Source files with the configuration of `skelter compile` (docs/compile.md), which adds masks, loops,
// events, root motion and graphs.

#include <cstdint>
#include <string>

#include "compile/build_skeleton/internal/skeleton.h"
#include "skelter/compile/compile.h"
#include "skelter/core/result.h"
#include "skelter/runtime/pack_view.h"
#include "skelter/scene/scene.h"

namespace skelter {

// Reads the whole file. Errors: those of read_file.
Result<std::string> read_text(const std::string& path);

// Reads the settings for a scene. An empty path means the defaults. Graphs are read from the paths in the
// configuration. Errors: those of read_file and read_compile_settings.
Result<CompileSettings> read_configuration(const std::string& path, const Scene& scene);

// The compiled parts of the meshes: none; those needed for a pose; everything that is drawn.
enum class MeshParts : std::uint8_t { none, skins, all };

struct ConfiguredPack {
  Pack pack;
  SkeletonBuild skeleton;
};
// Compiles like `skelter compile`, but quickly and with clips in the playing form, because file size does not
// matter here. Errors: those of read_configuration and compile_scene.
Result<ConfiguredPack> compile_configured(const Scene& scene, const std::string& configuration,
                                          MeshParts meshes = MeshParts::all);

}  // namespace skelter
