// A reduced version of the loop that clang 14 compiles incorrectly for WebAssembly unless -fno-vectorize
// disables vectorization: it reads a number again after it was overwritten. The loop is from
// convert_rotations (formats/x/read). Prints the w of each key, which the loop does not change.

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "formats/x/axes.h"
#include "skelter/math/quat.h"

using namespace skelter;
using namespace skelter::x;

namespace {

__attribute__((noinline)) std::uint64_t convert(std::vector<float>& values, bool as_stored) {
  std::uint64_t not_unit = 0, zero = 0;
  for (std::size_t i = 0; i < values.size(); i += 4) {
    float* v = &values[i];
    Quat q = as_stored ? rotation_from_key_as_stored(v[0], v[1], v[2], v[3])
                       : rotation_from_key(v[0], v[1], v[2], v[3]);
    const double squared = dot(to_double(q), to_double(q));
    if (std::abs(squared - 1) > 2e-6) {
      const double length = std::sqrt(squared);
      if (!(length > 0))
        ++zero;
      else if (std::abs(length - 1) > 1e-2)
        ++not_unit;
      q = to_float(normalized(to_double(q)));
    }
    v[0] = q.x, v[1] = q.y, v[2] = q.z, v[3] = q.w;
  }
  return zero * 1000 + not_unit;
}

}  // namespace

int main() {
  const std::vector<float> two{0.9985433f, 0.01663313f, -0.04836455f, -0.01719248f,
                               0.9986007f, 0.01655688f, -0.04627142f, -0.0195322f};
  std::vector<float> values;
  for (int i = 0; i < 4; ++i) values.insert(values.end(), two.begin(), two.end());
  convert(values, false);
  for (std::size_t i = 3; i < values.size(); i += 4) std::printf("%.6g ", static_cast<double>(values[i]));
  std::puts("");
}
