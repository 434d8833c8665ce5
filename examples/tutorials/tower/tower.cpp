// The program of the tower tutorial: a strip of 600 vertices moved by four bones, computed on the CPU.
// "Introduction to the skeletal animation technique", Game Coder Mag Physics 2/2012.
//
// The window calls init, update, render and deinit. Each update computes the local matrices of the bones,
// their world matrices and the vertices, in this order. Names in comments are those of the tutorial.
// Differences from the tutorial: matrices act on columns, z points out of the screen, the image keeps the
// window's aspect ratio, the clock is read once per update, and heights are row * step instead of a sum.
// Usage: tower
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "../../gl_tools.h"
#include "../../show.h"

namespace {

// --- matrices ---------------------------------------------------------------------------------------------

struct Point {
  double x = 0, y = 0, z = 0;
};

using Matrix = std::array<std::array<double, 4>, 4>;  // [row][column]

// Applies b first, then a.
Matrix operator*(const Matrix& a, const Matrix& b) {
  Matrix product{};
  for (int row = 0; row < 4; ++row)
    for (int column = 0; column < 4; ++column)
      for (int k = 0; k < 4; ++k) product[row][column] += a[row][k] * b[k][column];
  return product;
}

// The fourth coordinate of a point is 1. MultiplyVectorAndMatrix
Point transform(const Matrix& m, const Point& p) {
  const auto row = [&](int i) { return m[i][0] * p.x + m[i][1] * p.y + m[i][2] * p.z + m[i][3]; };
  return {row(0), row(1), row(2)};
}

Matrix translation(double x, double y, double z) {
  return {{{1, 0, 0, x}, {0, 1, 0, y}, {0, 0, 1, z}, {0, 0, 0, 1}}};
}

// Counter-clockwise about z.
Matrix rotation_z(double angle_rad) {
  const double c = std::cos(angle_rad), s = std::sin(angle_rad);
  return {{{c, -s, 0, 0}, {s, c, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}}};
}

Matrix perspective(double fov_y_rad, double aspect, double near, double far) {
  const double f = 1 / std::tan(fov_y_rad / 2), d = near - far;
  return {{{f / aspect, 0, 0, 0}, {0, f, 0, 0}, {0, 0, (far + near) / d, 2 * far * near / d}, {0, 0, -1, 0}}};
}

// --- the data ---------------------------------------------------------------------------------------------

constexpr int kBones = 4;
constexpr int kRows = 100, kVertices = kRows * 6;
constexpr double kPi = 3.1415;  // as in the tutorial

struct Bone {
  Matrix local;     // relative to the parent
  Matrix world;     // in world space
  int parent = -1;  // parents precede their children; -1: none
};

struct SkinVertex {
  Point bind;                            // position in the model
  Point world;                           // current position
  std::array<double, kBones> weights{};  // sum to 1
};

struct DrawnVertex {
  float x, y, z;
  std::uint8_t color[4];  // red, green, blue, alpha
};

std::array<Bone, kBones> skeleton;
std::array<SkinVertex, kVertices> skin_mesh;
double clock_s = 0;
GLuint program = 0, vertex_array = 0, buffer = 0;
GLint matrix_location = 0;

// CreateSkeleton
void create_skeleton() {
  for (int i = 0; i < kBones; ++i) skeleton[i].parent = i - 1;
}

// The weight shifts from one bone to the next over a quarter of the height. EvaluateSkinWeightForVertex
std::array<double, kBones> weights_at(double y) {
  if (y < 0.25) return {1 - 4 * y, 4 * y, 0, 0};
  if (y < 0.50) return {0, 1 - 4 * (y - 0.25), 4 * (y - 0.25), 0};
  if (y < 0.75) return {0, 0, 1 - 4 * (y - 0.50), 4 * (y - 0.50)};
  return {0, 0, 0, 1};
}

// Two triangles per row. The top and bottom edges of a row are equally wide, so the outline is stepped.
// CreateSkinMeshVertices
void create_skin_mesh() {
  for (int row = 0; row < kRows; ++row) {
    const double low = row * 0.01, high = (row + 1) * 0.01, half = 0.31 - row * 0.003;
    const Point corners[6] = {{-half, low, 0}, {half, low, 0},  {-half, high, 0},
                              {half, low, 0},  {half, high, 0}, {-half, high, 0}};
    for (int i = 0; i < 6; ++i) skin_mesh[row * 6 + i] = {corners[i], {}, weights_at(corners[i].y)};
  }
}

// --- each frame -------------------------------------------------------------------------------------------

// Bone 0 does not move. Each other bone first moves up and then rotates about its parent's joint. Lower bones
// rotate slowly and far, upper bones fast and little. UpdateSkeleton_Movement
void update_local_matrices(std::uint64_t time_ms) {
  const double phase_1 = double(time_ms / 3 % 1000) / 1000;  // a cycle of 3 s
  const double phase_2 = double(time_ms % 1000) / 1000;      // 1 s
  const double phase_3 = double(time_ms * 2 % 1000) / 1000;  // 0.5 s
  skeleton[0].local = translation(0, -1, 0);
  skeleton[1].local = rotation_z(0.52 * std::sin(2 * kPi * phase_1)) * translation(0, 1.25, 0);
  skeleton[2].local = rotation_z(0.30 * std::sin(2 * kPi * phase_2)) * translation(0, 0.80, 0);
  skeleton[3].local = rotation_z(0.20 * std::sin(2 * kPi * phase_3)) * translation(0, 0.60, 0);
}

// UpdateSkeleton_EvaluteWorldMatrices
void update_world_matrices() {
  for (Bone& bone : skeleton)
    bone.world = bone.parent < 0 ? bone.local : skeleton[bone.parent].world * bone.local;
}

// Weighted sum of the positions to which the four bones would move the vertex.
// UpdateSkinMesh_EvaluateVerticesPosition
void update_vertices() {
  for (SkinVertex& vertex : skin_mesh) {
    vertex.world = {};
    for (int i = 0; i < kBones; ++i) {
      const Point moved = transform(skeleton[i].world, vertex.bind);
      vertex.world.x += vertex.weights[i] * moved.x;
      vertex.world.y += vertex.weights[i] * moved.y;
      vertex.world.z += vertex.weights[i] * moved.z;
    }
  }
}

// --- the four entry points --------------------------------------------------------------------------------

// SkeletalAnimationTechnique_INIT
skelter::Result<void> init() {
  create_skeleton();
  create_skin_mesh();
  const auto linked = link_program(
      "layout(location = 0) in vec3 position; layout(location = 1) in vec4 color; out vec4 vertex_color;\n"
      "uniform mat4 clip_from_world;\n"
      "void main() { gl_Position = clip_from_world * vec4(position, 1.0); vertex_color = color; }",
      "in vec4 vertex_color; out vec4 pixel; void main() { pixel = vertex_color; }");
  if (!linked) return linked.error();
  program = *linked;
  find_uniforms(program, {{"clip_from_world", &matrix_location}});
  glGenVertexArrays(1, &vertex_array);
  glBindVertexArray(vertex_array);
  glGenBuffers(1, &buffer);
  glBindBuffer(GL_ARRAY_BUFFER, buffer);
  float_attribute(0, 3, sizeof(DrawnVertex), 0);
  glVertexAttribPointer(1, 4, GL_UNSIGNED_BYTE, GL_TRUE, sizeof(DrawnVertex),
                        reinterpret_cast<const void*>(offsetof(DrawnVertex, color)));
  glEnableVertexAttribArray(1);
  return {};
}

// SkeletalAnimationTechnique_UPDATE
void update(double step_s) {
  clock_s += step_s;
  update_local_matrices(std::uint64_t(clock_s * 1000 + 1e-6));
  update_world_matrices();
  update_vertices();
}

// Draws without light, culling or a depth buffer.
void render(int width, int height) {
  glViewport(0, 0, width, height);
  glDisable(GL_DEPTH_TEST);
  glDisable(GL_CULL_FACE);
  glClearColor(0, 0, 0, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  std::vector<DrawnVertex> drawn;
  for (const SkinVertex& vertex : skin_mesh)
    drawn.push_back({float(vertex.world.x), float(vertex.world.y), float(vertex.world.z), {0, 0, 255, 255}});
  glBindBuffer(GL_ARRAY_BUFFER, buffer);
  glBufferData(GL_ARRAY_BUFFER, sizeof(DrawnVertex) * kVertices, drawn.data(), GL_STREAM_DRAW);
  // The eye is at (0, 1, 5) and looks at (0, 1, 0).
  const Matrix clip_from_world =
      perspective(kPi / 4, double(width) / height, 0.1, 100) * translation(0, -1, -5);
  float columns[16];  // OpenGL uses column-major order
  for (int i = 0; i < 16; ++i) columns[i] = float(clip_from_world[i % 4][i / 4]);
  glUseProgram(program);
  glUniformMatrix4fv(matrix_location, 1, GL_FALSE, columns);
  glBindVertexArray(vertex_array);
  glDrawArrays(GL_TRIANGLES, 0, kVertices);
}

// Reverse order of init.
void deinit() {
  glDeleteBuffers(1, &buffer);
  glDeleteVertexArrays(1, &vertex_array);
  glDeleteProgram(program);
}

// --- the window -------------------------------------------------------------------------------------------

class Tower : public Program {
 public:
  skelter::Result<void> gain_context() override { return init(); }
  void lose_context() override {
    deinit();
    const Matrix& bone_3 = skeleton[3].world;
    const Point& tip = skin_mesh[599].world;
    std::printf("%.2f s: bone 3 at %.6f %.6f, vertex 599 at %.6f %.6f\n", clock_s, bone_3[0][3], bone_3[1][3],
                tip.x, tip.y);
  }
  void update(double step_s) override { ::update(step_s); }
  skelter::Result<void> draw(const skelter::FrameSize& size) override {
    return render(int(size.width), int(size.height)), skelter::Result<void>();
  }
  std::string title() const override { return "Skeletal Animation Technique"; }
};

}  // namespace

int main(int argc, char** argv) {
  const Arguments arguments = arguments_of(argc, argv);
  if (!arguments.plain.empty()) return std::puts("usage: tower"), 2;
  skelter::ApplicationWindow window;  // 800 x 600
  window.x = window.y = 100;
  return show(std::make_unique<Tower>(), arguments, window);
}
