#include "compile/clip_codec/cost.h"

#include <cmath>

namespace skelter {

using namespace clip_codec;

double rough_log2(double x) {
  int exponent;
  const double m = std::frexp(x, &exponent) * 2;  // 1 to 2
  return exponent - 1 + (m - 1) * (1.3465 - 0.3465 * (m - 1));
}

namespace {

using SymbolCosts = std::array<double, kMostSymbols>;

// Of the symbols with the bits that always follow, by table.
std::array<SymbolCosts, kCorrectionTables.size()> symbol_costs() {
  std::array<SymbolCosts, kCorrectionTables.size()> costs{};
  for (std::size_t i = 0; i < costs.size(); ++i)
    for (std::uint32_t symbol = 0; symbol <= kCorrectionTables[i].last; ++symbol)
      costs[i][symbol] = kProbabilityBits - rough_log2(kCorrectionTables[i].symbols.frequencies[symbol]) +
                         (kCorrectionTables[i].signs >> symbol & 1);
  return costs;
}

}  // namespace

double correction_bits(Scale scale, std::int32_t correction) {
  static const auto kCosts = symbol_costs();
  const std::uint32_t size = static_cast<std::uint32_t>(scale.low_bits == 0 ? std::abs(correction)
                                                        : correction < 0    ? ~correction
                                                                            : correction);
  const std::uint32_t steps = size >> scale.low_bits, last = kCorrectionTables[scale.table].last;
  if (steps < last) return kCosts[scale.table][steps] + scale.low_bits;
  return kCosts[scale.table][last] + scale.low_bits + 4 + std::bit_width(steps - last + 1);
}

}  // namespace skelter
