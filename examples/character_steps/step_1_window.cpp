// Step 1 of showing a character: a window, which calls an Application. Usage: step_1_window
#include "../show.h"

using namespace skelter;

namespace {

class Step : public Application {
 public:
  // OpenGL is now available: create graphics resources here.
  Result<void> gain_context() override { return {}; }
  // OpenGL is about to be lost: release the resources.
  void lose_context() override {}
  // Receives keys, mouse input and the close button.
  void handle(const InputEvent& event) override {
    const auto* key = std::get_if<KeyEvent>(&event);
    quits_ =
        quits_ || std::holds_alternative<CloseEvent>(event) || (key != nullptr && key->key == Key::escape);
  }
  // Advances time.
  void update(double /*step_s*/) override {}
  // Draws a frame at the current size of the window.
  Result<void> draw(const FrameSize& size) override {
    glViewport(0, 0, GLsizei(size.width), GLsizei(size.height));
    glClearColor(0, 1, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    return {};
  }
  void draw_panels(const FrameSize&) override {}
  bool wants_to_quit() const override { return quits_; }
  std::string title() const override { return "Step 1: a window"; }

 private:
  bool quits_ = false;
};

}  // namespace

int main(int argc, char** argv) {
  const Arguments arguments = arguments_of(argc, argv);
  if (!arguments.plain.empty()) return std::puts("usage: step_1_window"), 2;
  Step step;
  return show(step, arguments);
}
