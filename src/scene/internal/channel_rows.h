#pragma once
// Channels at many moments, for less than sample_vector and sample_rotation (scene/sample_channel.h) take
// moment by moment: what belongs to two keys is computed once, and keys are found once for all channels that
// share their times. The same bits.

#include <cstddef>
#include <span>
#include <vector>

#include "scene/internal/key_span.h"
#include "skelter/scene/evaluate.h"

namespace skelter {

// The keys around each moment. Fast where moments rise. Precondition, as below: the channel is valid.
void find_spans(const Channel& channel, std::span<const double> times_s, std::vector<KeySpan>& out);
// Whether they are the same for another channel.
bool share_spans(const Channel& a, const Channel& b);

// Translations and scales: three rows, `stride` apart.
void sample_vectors(const Channel& channel, std::span<const KeySpan> spans, double* rows, std::size_t stride);

// Rotations: a * weight_a + b * weight_b, normalised; where weight_b is 0, a as it is.
struct RotationMixes {
  std::size_t stride = 0;
  std::vector<double> a, b;  // four rows each
  std::vector<double> weight_a, weight_b;

  explicit RotationMixes(std::size_t rows_stride)
      : stride(rows_stride), a(4 * stride), b(4 * stride), weight_a(stride), weight_b(stride) {}
};
// Moments after the last are as the last.
void find_mixes(const Channel& channel, std::span<const KeySpan> spans, RotationMixes& out);

}  // namespace skelter
