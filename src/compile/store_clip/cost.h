#pragma once
// Estimates the cost of corrections in a stored clip, in bits.

#include <cstdlib>

#include "runtime/internal/clip_codec/numbers.h"

namespace skelter {

// Returns the base-2 logarithm to within 0.01, identical on every machine.
double rough_log2(double x);

class CorrectionBits {
 public:
  static const CorrectionBits& all();

  double of(clip_codec::Scale scale, std::int32_t correction) const {
    const std::uint32_t size = static_cast<std::uint32_t>(scale.low_bits == 0 ? std::abs(correction)
                                                          : correction < 0    ? ~correction
                                                                              : correction);
    const std::uint32_t steps = size >> scale.low_bits;
    if (steps < clip_codec::kCorrectionTables[scale.table].last)
      return costs_[scale.table][steps] + scale.low_bits;
    return of_rare(scale, steps);
  }

 private:
  CorrectionBits();
  double of_rare(clip_codec::Scale scale, std::uint32_t steps) const;

  // Table of bits per symbol, including its extra bits.
  std::array<std::array<double, clip_codec::kMaxSymbols>, clip_codec::kCorrectionTables.size()> costs_{};
};

}  // namespace skelter
