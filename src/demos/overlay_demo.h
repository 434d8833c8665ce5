#pragma once
// OverlayDemo: base of all demos. Handles the mouse, quitting and help, and draws text over the view that
// mentions the help key.

#include <optional>
#include <string>
#include <vector>

#include "demos/internal/demo.h"
#include "demos/overlay.h"
#include "viewer/image/internal/orbit_view.h"

namespace skelter::demos {

class OverlayDemo : public DemoApplication {
 public:
  void handle(const InputEvent& event) override;
  void set_shaders(const std::string& folder, bool debug) override {
    shader_folder_ = folder;
    debug_shaders_ = debug;
  }
  // Reloads changed shaders first. If a shader does not compile, the old one stays in use and draw_panels()
  // shows the error.
  Result<void> draw(const FrameSize& size) final;
  void draw_panels(const FrameSize& size) override;
  // Paused demos rest. With a shader folder, they rest for a quarter of a second at a time, to detect changed
  // files.
  double rest_s() override;
  bool wants_to_quit() const override { return quits_; }
  const Diagnostics& diagnostics() const override { return diagnostics_; }

  // The contents of draw_panels(), and the help on top if the user has opened it. Sizes are in points.
  Overlay overlay(double width, double height) const;
  Overlay help_overlay(double width, double height) const;
  const OrbitView& view() const { return view_; }

 protected:
  // Like the tutorials, faithful demos show no help hint.
  explicit OverlayDemo(bool faithful) : faithful_(faithful) {}

  virtual Result<void> draw_frame(const FrameSize& size) = 0;
  // See Renderer::reload_changed_shaders().
  virtual Result<bool> reload_changed_shaders() = 0;
  // True if the next frame differs even without input.
  virtual bool is_moving() const { return true; }
  virtual void on_key(const KeyEvent& event) = 0;
  // Called for a press and a release at the same position, in framebuffer pixels.
  virtual void on_click(double, double) {}
  virtual void add_overlay(Overlay& overlay, double width, double height) const = 0;
  virtual std::vector<std::string> help() const = 0;

  bool faithful() const { return faithful_; }
  const std::string& shader_folder() const { return shader_folder_; }
  bool debug_shaders() const { return debug_shaders_; }
  Diagnostics& diagnostics() { return diagnostics_; }
  OrbitView& view() { return view_; }

 private:
  void listen_for_click(const InputEvent& event);

  bool faithful_, debug_shaders_ = false;
  std::string shader_folder_, shader_error_;
  Diagnostics diagnostics_;
  OrbitView view_;
  std::optional<Vec2d> pressed_at_;  // position of a press that has not become a drag
  bool quits_ = false;
  bool help_shown_ = false;
};

}  // namespace skelter::demos
