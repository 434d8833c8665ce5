#pragma once
// The demonstrations: the tutorials' programs as applications, shown in a window by run_application() or as
// pictures by HeadlessRun. What each shows, its keys and where its numbers come from: docs/demos.md.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "render/internal/shader_files.h"
#include "skelter/core/diagnostics.h"
#include "skelter/core/result.h"
#include "skelter/desktop/application.h"
#include "skelter/render/textures.h"
#include "skelter/scene/evaluate.h"
#include "skelter/scene/scene.h"

namespace skelter {

class DemoApplication : public Application {
 public:
  // Puts the clock at `time_s` seconds after the start; what keys have changed stays.
  virtual void seek(double time_s) = 0;
  // Seconds after which the motion comes round, at the speed of the start; 0 when nothing moves.
  virtual double cycle_s() const = 0;
  // The moment of a picture when nobody asks for one.
  virtual double moment_s() const { return 0; }
  // What was missing or was chosen for the person: textures, sets made by splitting a clip.
  virtual const Diagnostics& diagnostics() const = 0;
  // RendererOptions::shader_folder and debug_shaders; before gain_context().
  virtual void set_shaders(const std::string& folder, bool debug) = 0;
};

struct Demo {
  std::unique_ptr<DemoApplication> application;
  ApplicationWindow window;
};

struct DemoOptions {
  bool faithful = false;  // the tutorial's own numbers, camera and clock
  std::string clip;       // character, skinmesh: name, #N or N; "": the demonstration's choice
  // character, crowd: a configuration of `skelter compile` that names the figure's graph; "": none.
  std::string config;
  bool poses_on_card = false;  // crowd: the graphics card poses the members, where it can
  std::uint32_t members = 0;   // crowd: at the start, 125 to 4,000, on the card to 128,000; 0: 500
  EvaluateOptions evaluate;
  TextureOptions textures;
  std::string shader_folder;   // RendererOptions::shader_folder; files are read again when they change
  bool debug_shaders = false;  // RendererOptions::debug_shaders
};

// "character", "tower", "blend", ...; the first is the default.
const std::vector<std::string>& demo_names();
// The bundled file that a demonstration shows unless a person names another: "tower.x".
std::string_view demo_asset(std::string_view name);

// The shader and effect files of the demonstrations alone.
std::vector<ShaderFile> demo_shader_files();

// Presses and lets go of keys, as "1 n space f1": letters, digits, and the names space, left, right, up,
// down, plus, minus, f1. Errors: invalid_argument for another word.
Result<void> press_keys(Application& application, std::string_view keys);

// The demonstration with the scene that it shows. Errors: invalid_argument for an unknown name or clip or too
// few or many members,
// bad_data when the scene lacks what the demonstration needs.
Result<Demo> make_demo(std::string_view name, Scene scene, const DemoOptions& options);

}  // namespace skelter
