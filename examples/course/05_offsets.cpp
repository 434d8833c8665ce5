// Chapter 5: a vertex without and with the offset of its bone, and the effect of the order of the two
// matrices.
#include <cstdio>

#include "skelter/math/mat.h"

using namespace skelter;

namespace {

void print(const char* what, const Mat4d& matrix, const Vec3d& vertex) {
  const Vec3d to = transform_point(matrix, vertex);
  std::printf("%-28s (%g, %g, %g) -> (%g, %g, %g)\n", what, vertex.x, vertex.y, vertex.z, to.x, to.y, to.z);
}

}  // namespace

int main() {
  const Mat4d bind = translation_matrix(Vec3d{0, 50, 0});  // the bone when the mesh was bound
  const Mat4d now = translation_matrix(Vec3d{0, 51, 0});   // the bone now
  const Mat4d offset = inverse_affine(bind);

  const Vec3d vertex{0, 51, 0};
  print("without offset, wrong", now, vertex);
  print("seen from the bone", offset, vertex);
  print("with offset", now * offset, vertex);

  // A quarter turn about z in exact numbers: x becomes y, and y becomes -x.
  const Mat4d turn = to_mat4(Mat3d{{0, 1, 0, -1, 0, 0, 0, 0, 1}}, Vec3d{});
  print("turned", now * turn * offset, {2, 51, 0});
  print("turned, wrong order", offset * now * turn, {2, 51, 0});
}
