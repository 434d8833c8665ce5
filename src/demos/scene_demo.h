#pragma once
// SceneDemo: base of the demos that show one scene. Owns the scene, its textures and its GPU data.

#include <optional>
#include <vector>

#include "demos/overlay_demo.h"
#include "skelter/picture/picture.h"

namespace skelter::demos {

class SceneDemo : public OverlayDemo {
 public:
  Result<void> gain_context() override;
  void lose_context() override;

  const Scene& scene() const { return scene_; }

 protected:
  Result<void> draw_frame(const FrameSize& size) override;
  Result<bool> reload_changed_shaders() override { return on_card_->renderer.reload_changed_shaders(); }
  // Reads the textures of the scene.
  SceneDemo(Scene scene, bool faithful, const TextureOptions& textures);

  virtual Pose pose() const { return rest_pose(scene_); }
  // Draws the scene in its pose.
  virtual Result<void> draw_scene(Renderer& renderer, UploadedScene& uploaded, const FrameSize& size);
  virtual DrawOptions draw_options() const = 0;

  // Counters of the last draw.
  const DrawCounters& counters() const { return counters_; }
  // Sets a different scene with the same nodes and textures. The next draw uploads it.
  void replace_scene(Scene scene);

 private:
  struct OnCard {
    Renderer renderer;
    std::optional<UploadedScene> uploaded;
  };
  Result<void> upload();

  Scene scene_;
  std::vector<std::optional<Image>> textures_;
  DrawCounters counters_;
  std::optional<OnCard> on_card_;
};

// Puts the scene under a new root node with the given transform.
Scene placed(Scene scene, const Mat4d& world_from_scene);

// Turns a model that lies along z upright, and adds a note.
Scene stood_up(Scene scene, Diagnostics& notes);

}  // namespace skelter::demos
