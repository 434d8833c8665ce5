// Step 3 of showing a character: the context may be lost at any time with all its resources, and come back. A
// triangle turns once in four seconds. D loses the context, and the triangle reappears at its current angle.
// Time and pose belong to the program, shaders and buffers to the context. Usage: step_3_lost_context
#include <cmath>

#include "../gl_tools.h"
#include "../show.h"

using namespace skelter;

namespace {

const char* const kVertexShader = R"(uniform float angle;
void main() {
  float corner = angle + 2.0943951 * gl_VertexID;  // a third of a turn
  gl_Position = vec4(0.45 * sin(corner), 0.6 * cos(corner), 0, 1);
})";
const char* const kFragmentShader = R"(out vec4 pixel;
void main() { pixel = vec4(1, 1, 0, 1); })";

class Step : public Program {
 public:
  Result<void> gain_context() override {
    const auto linked = link_program(kVertexShader, kFragmentShader);
    if (!linked) return linked.error();
    program_ = *linked;
    find_uniforms(program_, {{"angle", &angle_}});
    glGenVertexArrays(1, &vertex_array_);
    ++contexts_;
    return {};
  }
  void lose_context() override {
    glDeleteVertexArrays(1, &vertex_array_);
    glDeleteProgram(program_);
  }
  void on_key(Key key, bool down) override { loses_ = loses_ || (down && key == Key('D')); }
  bool wants_new_context() override { return std::exchange(loses_, false); }

  void update(double step_s) override { now_s_ += step_s; }
  Result<void> draw(const FrameSize& size) override {
    glViewport(0, 0, GLsizei(size.width), GLsizei(size.height));
    glClearColor(0, 1, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    glUseProgram(program_);
    glUniform1f(angle_, float(std::fmod(now_s_ / 4, 1) * 6.28318531));
    glBindVertexArray(vertex_array_);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    return {};
  }
  std::string title() const override {
    return "Step 3: context " + std::to_string(contexts_) + ", D loses it";
  }

 private:
  double now_s_ = 0;
  bool loses_ = false;
  int contexts_ = 0;
  GLuint program_ = 0, vertex_array_ = 0;
  GLint angle_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  const Arguments arguments = arguments_of(argc, argv);
  if (!arguments.plain.empty()) return std::puts("usage: step_3_lost_context"), 2;
  Step step;
  const int code = show(step, arguments);
  std::puts(step.title().c_str());
  return code;
}
