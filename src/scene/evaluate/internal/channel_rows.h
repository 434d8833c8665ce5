#pragma once
// Samples channels at many times, faster than sample_vector and sample_rotation
// (scene/evaluate/sample_channel.h). Values that depend on a pair of keys are computed once, and keys are
// searched once for all channels that share their times. Results are bit-identical.

#include <cstddef>
#include <span>
#include <vector>

#include "scene/evaluate/internal/key_span.h"
#include "skelter/scene/evaluate.h"

namespace skelter {

// Finds the keys around each time. Fast for ascending times. Precondition for all functions here: the channel
// is valid.
void find_spans(const Channel& channel, std::span<const double> times_s, std::vector<KeySpan>& out);
// Whether both channels have the same spans.
bool share_spans(const Channel& a, const Channel& b);

// Samples translations or scales into three rows, `stride` apart.
void sample_vectors(const Channel& channel, std::span<const KeySpan> spans, double* rows, std::size_t stride);

// Inputs for mixing rotations: normalised a * weight_a + b * weight_b, or a unchanged if weight_b is 0.
struct RotationMixes {
  std::size_t stride = 0;
  std::vector<double> a, b;  // four rows each
  std::vector<double> weight_a, weight_b;

  explicit RotationMixes(std::size_t rows_stride)
      : stride(rows_stride), a(4 * stride), b(4 * stride), weight_a(stride), weight_b(stride) {}
};
// Rows are padded with copies of the last time.
void find_mixes(const Channel& channel, std::span<const KeySpan> spans, RotationMixes& out);

}  // namespace skelter
