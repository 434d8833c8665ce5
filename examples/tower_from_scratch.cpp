// A tower of four bones that sways, from nothing but arrays: matrices, bones, weights, vertices and drawing.
// The window calls four functions: init, update, render and deinit. M shows the numbers behind the picture.
// Usage: tower_from_scratch
#include <imgui.h>

#include <array>
#include <cmath>

#include "gl_tools.h"
#include "show.h"

namespace {

// --- matrices ---------------------------------------------------------------------------------------------

using Matrix = std::array<std::array<double, 4>, 4>;  // [row][column]; they act on columns: m * (x, y, z, 1)
using Point = std::array<double, 4>;

Matrix operator*(const Matrix& a, const Matrix& b) {  // b acts first
  Matrix product{};
  for (int row = 0; row < 4; ++row)
    for (int column = 0; column < 4; ++column)
      for (int k = 0; k < 4; ++k) product[row][column] += a[row][k] * b[k][column];
  return product;
}
Point operator*(const Matrix& m, const Point& p) {
  Point image{};
  for (int row = 0; row < 4; ++row)
    for (int k = 0; k < 4; ++k) image[row] += m[row][k] * p[k];
  return image;
}
Matrix moved(double x, double y, double z) {
  return {{{1, 0, 0, x}, {0, 1, 0, y}, {0, 0, 1, z}, {0, 0, 0, 1}}};
}
Matrix turned(double angle) {  // about z, counter-clockwise
  const double c = std::cos(angle), s = std::sin(angle);
  return {{{c, -s, 0, 0}, {s, c, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}}};
}
Matrix lens(double angle, double aspect, double near, double far) {
  const double f = 1 / std::tan(angle / 2), d = near - far;
  return {{{f / aspect, 0, 0, 0}, {0, f, 0, 0}, {0, 0, (far + near) / d, 2 * far * near / d}, {0, 0, -1, 0}}};
}

// --- the tower --------------------------------------------------------------------------------------------

constexpr double kPi = 3.14159265358979323846;
constexpr int kBones = 4, kRows = 100, kVertices = kRows * 6;
constexpr double kLengths[] = {1.25, 0.80, 0.60};
constexpr double kAmplitudes[] = {0.52, 0.30, 0.20}, kPeriods_s[] = {3.0, 1.0, 0.5};

std::array<std::array<double, 2>, kVertices> bind;          // where the vertices are before bones move them
std::array<std::array<double, kBones>, kVertices> weights;  // how much each bone moves each vertex
std::array<Matrix, kBones> local, world;                    // bones: to their parent, and in the world
std::array<std::array<float, 3>, kVertices> vertices;       // where they are now: what is drawn
GLuint program = 0, vertex_array = 0, buffer = 0;
double now_s = 0;
bool shows_numbers = false;

// A bone hands over to the next one within a quarter of the height.
std::array<double, kBones> weights_at(double y) {
  if (y < 0.25) return {1 - 4 * y, 4 * y, 0, 0};
  if (y < 0.50) return {0, 1 - 4 * (y - 0.25), 4 * (y - 0.25), 0};
  if (y < 0.75) return {0, 0, 1 - 4 * (y - 0.50), 4 * (y - 0.50)};
  return {0, 0, 0, 1};
}

void make_mesh() {
  for (int row = 0; row < kRows; ++row) {
    const double low = row * 0.01, high = (row + 1) * 0.01, half = 0.31 - 0.003 * row;
    const double corners[6][2] = {{-half, low}, {half, low},  {-half, high},
                                  {half, low},  {half, high}, {-half, high}};
    for (int i = 0; i < 6; ++i) {
      bind[row * 6 + i] = {corners[i][0], corners[i][1]};
      weights[row * 6 + i] = weights_at(corners[i][1]);
    }
  }
}

// --- the four functions -----------------------------------------------------------------------------------

skelter::Result<void> init() {
  make_mesh();
  const auto linked = link_program(
      "#version 330\nlayout(location = 0) in vec3 place; uniform mat4 clip_from_world;\n"
      "void main() { gl_Position = clip_from_world * vec4(place, 1); }",
      "#version 330\nout vec4 pixel; void main() { pixel = vec4(0, 0, 1, 1); }");
  if (!linked) return linked.error();
  program = *linked;
  glGenVertexArrays(1, &vertex_array);
  glBindVertexArray(vertex_array);
  glGenBuffers(1, &buffer);
  glBindBuffer(GL_ARRAY_BUFFER, buffer);
  glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, 0, nullptr);
  glEnableVertexAttribArray(0);
  return {};
}

void update(double step_s) {
  now_s += step_s;
  local[0] = world[0] = moved(0, -1, 0);  // the foot stands still
  for (int bone = 1; bone < kBones; ++bone) {
    const int i = bone - 1;
    const double angle = kAmplitudes[i] * std::sin(2 * kPi * now_s / kPeriods_s[i]);
    local[bone] = turned(angle) * moved(0, kLengths[i], 0);  // up first, then turned about the parent's joint
    world[bone] = world[bone - 1] * local[bone];             // parents come before children
  }
  for (int v = 0; v < kVertices; ++v) {
    vertices[v] = {};
    for (int bone = 0; bone < kBones; ++bone) {
      const Point place = world[bone] * Point{bind[v][0], bind[v][1], 0, 1};
      for (int k = 0; k < 3; ++k) vertices[v][k] += float(weights[v][bone] * place[k]);
    }
  }
}

void render(int width, int height) {
  glViewport(0, 0, width, height);
  glDisable(GL_DEPTH_TEST);
  glDisable(GL_CULL_FACE);
  glClearColor(0, 0, 0, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  glUseProgram(program);
  const Matrix clip_from_world =
      lens(kPi / 4, double(width) / height, 0.1, 100) * moved(0, -1, -5);  // eye (0, 1, 5)
  GLfloat numbers[16];
  for (int i = 0; i < 16; ++i) numbers[i] = float(clip_from_world[i / 4][i % 4]);
  glUniformMatrix4fv(glGetUniformLocation(program, "clip_from_world"), 1, GL_TRUE,
                     numbers);  // GL_TRUE: row by row
  glBindVertexArray(vertex_array);
  glBindBuffer(GL_ARRAY_BUFFER, buffer);
  glBufferData(GL_ARRAY_BUFFER, sizeof(vertices), vertices.data(), GL_STREAM_DRAW);
  glDrawArrays(GL_TRIANGLES, 0, kVertices);
}

void deinit() {
  glDeleteBuffers(1, &buffer);
  glDeleteVertexArrays(1, &vertex_array);
  glDeleteProgram(program);
}

// --- the window, which calls them -------------------------------------------------------------------------

class Tower : public Program {
 public:
  skelter::Result<void> gain_context() override { return init(); }
  void lose_context() override { deinit(); }
  void update(double step_s) override { ::update(step_s); }
  skelter::Result<void> draw(const skelter::FrameSize& size) override {
    return render(int(size.width), int(size.height)), skelter::Result<void>();
  }
  void on_key(skelter::Key key, bool down) override {
    if (down && key == skelter::Key('M')) shows_numbers = !shows_numbers;
  }
  void draw_panels(const skelter::FrameSize&) override {
    if (!shows_numbers) return;
    ImGui::SetNextWindowPos({8, 8}, ImGuiCond_FirstUseEver);
    ImGui::Begin("Numbers");
    for (int bone = 0; bone < kBones; ++bone) {
      ImGui::Text("bone %d in the world", bone);
      for (const auto& row : world[bone])
        ImGui::Text("%+.4f %+.4f %+.4f %+.4f", row[0], row[1], row[2], row[3]);
    }
    ImGui::Text("vertex 150 at height %.2f: weights %.2f %.2f %.2f %.2f", bind[150][1], weights[150][0],
                weights[150][1], weights[150][2], weights[150][3]);
    ImGui::End();
  }
  std::string title() const override { return "Tower from scratch"; }
};

}  // namespace

int main(int argc, char** argv) {
  const Arguments arguments = arguments_of(argc, argv);
  if (!arguments.plain.empty()) return std::puts("usage: tower_from_scratch"), 2;
  Tower tower;
  const int code = show(tower, arguments);
  std::printf("%.2f s: bone 3 at %.6f %.6f, vertex 599 at %.6f %.6f\n", now_s, world[3][0][3], world[3][1][3],
              double(vertices[599][0]), double(vertices[599][1]));
  return code;
}
