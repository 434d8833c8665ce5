#pragma once
// CharacterWindow: the application of show_character().

#include <functional>
#include <optional>
#include <string>

#include "skelter/desktop/application.h"
#include "skelter/play/character.h"
#include "skelter/render/renderer.h"
#include "viewer/image/internal/orbit_view.h"

namespace skelter {

class CharacterWindow : public Application {
 public:
  CharacterWindow(const Character& hero, std::function<void(double step_s)> on_frame, std::string folder)
      : hero_(&hero), on_frame_(std::move(on_frame)), folder_(std::move(folder)) {}

  Result<void> gain_context() override;
  void lose_context() override { on_card_.reset(); }
  void handle(const InputEvent& event) override;
  void update(double step_s) override { on_frame_(step_s); }
  Result<void> draw(const FrameSize& size) override;
  void draw_panels(const FrameSize&) override {}
  bool wants_to_quit() const override { return quits_; }
  std::string title() const override { return "Skelter"; }

 private:
  struct OnCard {
    Renderer renderer;
    UploadedModel uploaded;
  };
  const Character* hero_;
  std::function<void(double step_s)> on_frame_;
  std::string folder_;
  std::optional<OnCard> on_card_;
  std::optional<OrbitView> view_;  // set by the first frame
  double ground_y_ = 0;
  bool quits_ = false;
};

}  // namespace skelter
