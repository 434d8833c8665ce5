// Chapter 7: two sets with amounts, added as matrices as in the tutorial, and correctly blended rotations.
// Usage: course_07_blend docs/course/files/sleeve.x
#include <cstdio>
#include <vector>

#include "skelter/load.h"
#include "skelter/scene/evaluate.h"

using namespace skelter;

namespace {

constexpr std::uint32_t kBase = 0, kArm = 1;  // node indices
constexpr std::uint32_t kSwing = 0, kWave = 1;

// The x axis of the arm and vertex 5 of the sleeve, in the tutorial's axes, where z has the opposite sign.
void print(const char* what, const Scene& scene, std::vector<MixLayer> sets, MixMode mode) {
  EvaluateOptions options;
  options.matrix_keys = MatrixKeys::elements;
  const Pose pose = evaluate_mix(scene, sets, mode, options);
  const Vec3d axis = axis_part(pose.local[kArm], 0);
  const Vec3d vertex = skin(scene, pose, kBase, 0, 0).positions[5];
  std::printf("%s\n  x axis of the arm (%.5f, %.5f), %.5f long\n  vertex 5 (%.5f, %.5f, %.5f)\n", what,
              axis.x, axis.y, length(axis), vertex.x, vertex.y, -vertex.z);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return std::puts("usage: course_07_blend docs/course/files/sleeve.x"), 2;
  const auto scene = load_scene(argv[1]);
  if (!scene) return std::puts(to_string(scene.error()).c_str()), 1;

  constexpr double kTime = 0.25;
  print("swing, amount 1", *scene, {{kSwing, 1, kTime}}, MixMode::elements);
  print("swing, amount 1.5", *scene, {{kSwing, 1.5, kTime}}, MixMode::elements);
  print("swing 1.5 and wave 1.2", *scene, {{kSwing, 1.5, kTime}, {kWave, 1.2, kTime}}, MixMode::elements);
  print("swing 1.5, rotations kept", *scene, {{kSwing, 1.5, kTime}}, MixMode::additive);
}
