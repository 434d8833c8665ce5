#pragma once
// SceneDemo: base of the demos that show one scene. Owns the scene, its textures, its actor and its GPU data.

#include <memory>
#include <optional>
#include <vector>

#include "demos/overlay_demo.h"
#include "load/internal/actor.h"
#include "skelter/render/renderer.h"

namespace skelter::demos {

class SceneDemo : public OverlayDemo {
 public:
  Result<void> gain_context() override;
  void lose_context() override;

  const Scene& scene() const { return scene_; }
  // The actor that the next frame draws, and its pose in the world. Valid until the next call. Errors: those
  // of Actor::create.
  Result<Actor*> shown_actor();
  Result<ModelPose> shown_pose();

 protected:
  Result<void> draw_frame(const FrameSize& size) override;
  Result<bool> reload_changed_shaders() override { return on_card_->renderer.reload_changed_shaders(); }
  // Reads the textures of the scene. The actor reads keys as `source` says.
  SceneDemo(Scene scene, bool faithful, const TextureOptions& textures, const EvaluateOptions& source = {});

  // The actor of the scene, made on first use. Errors: those of Actor::create.
  Result<Actor*> actor();
  // Shows the current state by `actor`, or by another actor of the scene; returns the one that is drawn.
  virtual Actor& show(Actor& actor) { return actor; }
  virtual Mat4d world_from_scene() const { return {}; }
  // Draws the scene in its pose.
  virtual Result<void> draw_scene(Renderer& renderer, UploadedModel& model, const FrameSize& size);
  virtual DrawOptions draw_options() const = 0;

  // Counters of the last draw.
  const DrawCounters& counters() const { return counters_; }
  // Sets a different scene with the same nodes and textures. The next draw uploads it.
  void replace_scene(Scene scene, const EvaluateOptions& source);

 private:
  struct OnCard {
    Renderer renderer;
    const Actor* drawn = nullptr;  // the actor of `model`; null: not uploaded yet
    std::optional<UploadedModel> model;
  };

  Scene scene_;
  EvaluateOptions source_;
  std::unique_ptr<Actor> actor_;
  std::vector<std::optional<Image>> textures_;
  DrawCounters counters_;
  std::optional<OnCard> on_card_;
};

// Puts the scene under a new root node with the given transform.
Scene placed(Scene scene, const Mat4d& world_from_scene);

// Turns a model that lies along z upright, and adds a note.
Scene stood_up(Scene scene, Diagnostics& notes);

}  // namespace skelter::demos
