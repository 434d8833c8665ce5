#pragma once
// The demos: the tutorials' programs as applications. run_application() shows them in a window, and
// HeadlessRun makes images of them. docs/demos.md describes their content, their keys and the sources of
// their numbers.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "render/gl/internal/shader_files.h"
#include "skelter/core/diagnostics.h"
#include "skelter/core/result.h"
#include "skelter/desktop/application.h"
#include "skelter/render/textures.h"
#include "skelter/scene/evaluate.h"
#include "skelter/scene/scene.h"

namespace skelter {

class DemoApplication : public Application {
 public:
  // Sets the clock to `time_s` seconds after the start. Changes made by keys stay.
  virtual void seek(double time_s) = 0;
  // Seconds after which the motion repeats, at the initial speed; 0 if nothing moves.
  virtual double cycle_s() const = 0;
  // Default time of an image.
  virtual double moment_s() const { return 0; }
  // Reports missing or automatically chosen data, such as textures and sets made by splitting a clip.
  virtual const Diagnostics& diagnostics() const = 0;
  // Sets RendererOptions::shader_folder and debug_shaders. Call before gain_context().
  virtual void set_shaders(const std::string& folder, bool debug) = 0;
};

struct Demo {
  std::unique_ptr<DemoApplication> application;
  ApplicationWindow window;
};

struct DemoOptions {
  bool faithful = false;  // uses the tutorial's numbers, camera and clock
  std::string clip;       // for character and skinmesh: name, #N or N; "": the demo's default
  // For character and crowd: a configuration of `skelter compile` that names the model's graph; "": none.
  std::string config;
  bool poses_on_card = false;  // for crowd: the GPU computes the poses, if it can
  std::uint32_t members = 0;   // for crowd: initial count, 125 to 4,000, on the GPU up to 128,000; 0: 500
  EvaluateOptions evaluate;
  TextureOptions textures;
  std::string shader_folder;   // RendererOptions::shader_folder; changed files are reloaded
  bool debug_shaders = false;  // RendererOptions::debug_shaders
};

// "character", "tower", "blend", ... The first one is the default.
const std::vector<std::string>& demo_names();
// The bundled file that a demo shows by default, such as "tower.x".
std::string_view demo_asset(std::string_view name);

// The shader and effect files that belong to the demos.
std::vector<ShaderFile> demo_shader_files();

// Presses and releases the keys of a text such as "1 n space f1": letters, digits, space, left, right, up,
// down, plus, minus, f1. Errors: invalid_argument for other words.
Result<void> press_keys(Application& application, std::string_view keys);

// Creates a demo for a scene. Errors: invalid_argument for an unknown name or clip, or a member count out of
// range; bad_data if the scene lacks required data.
Result<Demo> make_demo(std::string_view name, Scene scene, const DemoOptions& options);

}  // namespace skelter
