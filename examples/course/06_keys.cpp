// Chapter 6: interpolation of two rotation keys, three modes for two matrix keys, and times outside a clip.
// Usage: course_06_keys docs/course/files/keys.x
#include <cstdio>

#include "skelter/load.h"
#include "skelter/scene/edit.h"
#include "skelter/scene/evaluate.h"

using namespace skelter;

namespace {

void print(const char* what, const Quatd& q) {
  std::printf("%-20s (%.6f, %.6f, %.6f, %.6f)\n", what, q.x + 0, q.y + 0, q.z + 0, q.w + 0);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return std::puts("usage: course_06_keys docs/course/files/keys.x"), 2;
  const auto scene = load_scene(argv[1]);
  if (!scene) return std::puts(to_string(scene.error()).c_str()), 1;

  constexpr double kDegree = 3.14159265358979 / 180;
  const Quatd none{}, quarter = from_axis_angle(Vec3d{0, 1, 0}, 90 * kDegree);
  print("a quarter of the way", slerp(none, quarter, 0.25));
  print("with the key negated", slerp(none, Quatd{-quarter.x, -quarter.y, -quarter.z, -quarter.w}, 0.25));
  const Quatd right = from_axis_angle(Vec3d{0, 0, 1}, 170 * kDegree);
  const Quatd left = from_axis_angle(Vec3d{0, 0, 1}, -170 * kDegree);
  print("170 to -170, half", slerp(right, left, 0.5));

  const auto door = choose_clip(*scene, "door");
  if (!door) return std::puts(to_string(door.error()).c_str()), 1;
  const struct {
    const char* name;
    MatrixKeys keys;
  } ways[] = {{"elements", MatrixKeys::elements},
              {"decompose", MatrixKeys::decompose},
              {"nearest", MatrixKeys::nearest}};
  for (const auto& way : ways) {
    EvaluateOptions options;
    options.matrix_keys = way.keys;
    const Mat4d at = evaluate(*scene, *door, 0.25, options).local[2];
    const double length_x = length(axis_part(at, 0));
    // The engine's z axis points the opposite way from the file's.
    std::printf("%-10s x axis (%.6f, 0, %.6f) is %.6f long, moved by %.1f\n", way.name, at.m[0], -at.m[2] + 0,
                length_x, at.m[12]);
  }

  for (const double time_s : {3.7, -0.25, 1.5, 1.75})
    std::printf("%5.2f s: loop %.2f, once %.2f, pingpong %.2f\n", time_s, wrap_time(time_s, 1.5, Loop::loop),
                wrap_time(time_s, 1.5, Loop::once), wrap_time(time_s, 1.5, Loop::pingpong));
}
