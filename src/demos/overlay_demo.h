#pragma once
// OverlayDemo: what all demonstrations have in common, whatever draws them: the mouse, quitting, the help,
// and texts over the picture, which say where the help is.

#include <optional>
#include <string>
#include <vector>

#include "demos/internal/demo.h"
#include "demos/overlay.h"
#include "viewer/internal/orbit_view.h"

namespace skelter::demos {

class OverlayDemo : public DemoApplication {
 public:
  void handle(const InputEvent& event) override;
  void set_shaders(const std::string& folder, bool debug) override {
    shader_folder_ = folder;
    debug_shaders_ = debug;
  }
  // Shaders that have changed first. One that does not compile is said by draw_panels(); the old one draws.
  Result<void> draw(const FrameSize& size) final;
  void draw_panels(const FrameSize& size) override;
  // While the demonstration is held. With a shader folder four times a second, to see what has changed in it.
  double rest_s() override;
  bool wants_to_quit() const override { return quits_; }
  const Diagnostics& diagnostics() const override { return diagnostics_; }

  // What draw_panels() shows, and the help above it, when a person asked for it. Sizes in points.
  Overlay overlay(double width, double height) const;
  Overlay help_overlay(double width, double height) const;
  const OrbitView& view() const { return view_; }

 protected:
  // Faithful ones do not say where the help is: the tutorials' pictures do not.
  explicit OverlayDemo(bool faithful) : faithful_(faithful) {}

  virtual Result<void> draw_frame(const FrameSize& size) = 0;
  // As Renderer::reload_changed_shaders().
  virtual Result<bool> reload_changed_shaders() = 0;
  // Whether the next picture is another one although no key is pressed.
  virtual bool is_moving() const { return true; }
  virtual void on_key(const KeyEvent& event) = 0;
  // A press and a release at one place, in framebuffer pixels.
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
  std::optional<Vec2d> pressed_at_;  // of a press that no drag has followed
  bool quits_ = false;
  bool help_shown_ = false;
};

}  // namespace skelter::demos
