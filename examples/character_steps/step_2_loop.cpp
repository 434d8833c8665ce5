// Step 2 of showing a character: the loop. Each iteration handles all events, updates once by the elapsed
// time, and draws once. A bar therefore crosses the window in four seconds on every machine. Space pauses it.
// From this step on, Program (show.h) contains the parts of step 1 that do not change. Usage: step_2_loop
#include "../show.h"

using namespace skelter;

namespace {

class Step : public Program {
 public:
  Result<void> gain_context() override { return {}; }
  void lose_context() override {}
  void on_key(Key key, bool down) override {
    if (down && key == Key::space) held_ = !held_;
  }
  // A step is at most 0.25 s, so that nothing jumps after the machine was busy.
  void update(double step_s) override {
    if (!held_) now_s_ += step_s;
  }
  Result<void> draw(const FrameSize& size) override {
    const GLsizei width = GLsizei(size.width), height = GLsizei(size.height);
    glViewport(0, 0, width, height);
    glClearColor(0, 1, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    const double share = now_s_ / 4 - std::int64_t(now_s_ / 4);
    glEnable(GL_SCISSOR_TEST);
    glScissor(GLint(share * width), 0, 10, height);
    glClearColor(0, 0, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    glDisable(GL_SCISSOR_TEST);
    return {};
  }
  std::string title() const override { return held_ ? "Step 2: held" : "Step 2: a loop"; }

 private:
  double now_s_ = 0;
  bool held_ = false;
};

}  // namespace

int main(int argc, char** argv) {
  const Arguments arguments = arguments_of(argc, argv);
  if (!arguments.plain.empty()) return std::puts("usage: step_2_loop"), 2;
  Step step;
  return show(step, arguments);
}
