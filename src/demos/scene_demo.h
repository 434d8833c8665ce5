#pragma once
// SceneDemo: what demonstrations of one scene have in common: the graphics card, the mouse, quitting, the
// help.

#include <optional>
#include <string>
#include <vector>

#include "demos/internal/demo.h"
#include "demos/overlay.h"
#include "skelter/render/renderer.h"
#include "viewer/internal/orbit_view.h"

namespace skelter::demos {

class SceneDemo : public DemoApplication {
 public:
  Result<void> gain_context() override;
  void lose_context() override;
  void handle(const InputEvent& event) override;
  Result<void> draw(const FrameSize& size) override;
  void draw_panels(const FrameSize& size) override;
  bool wants_to_quit() const override { return quits_; }
  const Diagnostics& diagnostics() const override { return diagnostics_; }

  // What draw_panels() shows, and the help above it, when a person asked for it.
  Overlay overlay(double width, double height) const;
  Overlay help_overlay(double width, double height) const;
  const Scene& scene() const { return scene_; }
  const OrbitView& view() const { return view_; }

 protected:
  // Reads the textures that the scene names.
  explicit SceneDemo(Scene scene);

  virtual void on_key(const KeyEvent& event) = 0;
  virtual Pose pose() const { return rest_pose(scene_); }
  // Draws the scene in its pose.
  virtual Result<void> draw_scene(Renderer& renderer, UploadedScene& uploaded, const FrameSize& size);
  virtual DrawOptions draw_options() const = 0;
  virtual void add_overlay(Overlay& overlay, double width, double height) const = 0;
  virtual std::vector<std::string> help() const = 0;

  Diagnostics& diagnostics() { return diagnostics_; }
  OrbitView& view() { return view_; }
  // Of the last draw.
  const DrawCounters& counters() const { return counters_; }
  // Another scene with the same nodes and textures; uploaded with the next draw.
  void replace_scene(Scene scene);

 private:
  struct OnCard {
    Renderer renderer;
    std::optional<UploadedScene> uploaded;
  };
  Result<void> upload();

  Scene scene_;
  Diagnostics diagnostics_;
  std::vector<std::optional<Image>> textures_;
  OrbitView view_;
  DrawCounters counters_;
  std::optional<OnCard> on_card_;
  bool quits_ = false;
  bool help_shown_ = false;
};

// The scene below a new root that places it.
Scene placed(Scene scene, const Mat4d& world_from_scene);

}  // namespace skelter::demos
