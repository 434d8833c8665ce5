#include "compile/store_clip/cost.h"

#include <cmath>

namespace skelter {

using namespace clip_codec;

double rough_log2(double x) {
  int exponent;
  const double m = std::frexp(x, &exponent) * 2;  // 1 to 2
  return exponent - 1 + (m - 1) * (1.3465 - 0.3465 * (m - 1));
}

CorrectionBits::CorrectionBits() {
  for (std::size_t i = 0; i < costs_.size(); ++i)
    for (std::uint32_t symbol = 0; symbol <= kCorrectionTables[i].last; ++symbol)
      costs_[i][symbol] = kProbabilityBits - rough_log2(kCorrectionTables[i].symbols.frequencies[symbol]) +
                          (kCorrectionTables[i].signs >> symbol & 1);
}

const CorrectionBits& CorrectionBits::all() {
  static const CorrectionBits kAll;
  return kAll;
}

double CorrectionBits::of_rare(Scale scale, std::uint32_t steps) const {
  const std::uint32_t last = kCorrectionTables[scale.table].last;
  return costs_[scale.table][last] + scale.low_bits + 4 + std::bit_width(steps - last + 1);
}

}  // namespace skelter
