#include "runtime/internal/clip_codec/rotation_kernel.h"

#include "runtime/internal/two_doubles.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "runtime/clip_codec/rotation_kernel.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
//
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace skelter::clip_codec::HWY_NAMESPACE {

#if HWY_HAVE_FLOAT64
namespace hn = hwy::HWY_NAMESPACE;
#else
namespace hn = two_doubles;
#endif

using Tag = hn::CappedTag<double, kLanes>;
using IntTag = hn::Rebind<std::int32_t, Tag>;
using Doubles = hn::Vec<Tag>;
using Inside = hn::Mask<Tag>;

HWY_INLINE Doubles at(const LaneDoubles& row, std::size_t lane) {
  return hn::LoadU(Tag(), row + lane);
}

HWY_INLINE Inside round_row(const RotationGroup& g, std::size_t row, std::size_t lane, Doubles value,
                            FrameNumbers& out) {
  const Tag d;
  const Doubles position = hn::Floor(
      hn::Add(hn::Mul(hn::Sub(value, at(g.origin[row], lane)), at(g.inverse, lane)), hn::Set(d, 0.5)));
  const Doubles number = hn::Add(position, at(g.bias[row], lane));
  hn::StoreU(hn::DemoteTo(IntTag(), number), IntTag(), out.of[row] + lane);
  return hn::And(hn::Ge(number, at(g.least[row], lane)), hn::Le(number, at(g.most[row], lane)));
}

bool round_all(const RotationGroup& g, std::size_t lanes, FrameNumbers& out) {
  const Tag d;
  bool inside = true;
  for (std::size_t lane = 0; lane < lanes; lane += hn::Lanes(d))
    for (std::size_t row = 0; row < 4; ++row)
      inside &= hn::AllTrue(d, round_row(g, row, lane, at(g.value[row], lane), out));
  return inside;
}

// The operations of RotationState::advance, in the same order.
HWY_INLINE bool advance_lanes(RotationGroup& g, std::size_t lane, std::size_t frames,
                              const FrameCorrections* corrections, FrameNumbers* out) {
  const Tag d;
  const Doubles most = hn::Set(d, 4.0), least = hn::Set(d, -4.0), one = hn::Set(d, 1.0);
  Doubles x = at(g.value[0], lane), y = at(g.value[1], lane), z = at(g.value[2], lane),
          w = at(g.value[3], lane);
  Doubles last[3], before_last[3];
  for (std::size_t c = 0; c < 3; ++c) {
    last[c] = at(g.last[c], lane);
    before_last[c] = at(g.before_last[c], lane);
  }
  Inside inside = hn::Eq(one, one);
  for (std::size_t frame = 0; frame < frames; ++frame) {
    Doubles next[3];
    for (std::size_t c = 0; c < 3; ++c) {
      const Doubles sum = hn::Add(hn::Mul(at(g.last_weight[c], lane), last[c]),
                                  hn::Mul(at(g.before_last_weight[c], lane), before_last[c]));
      const Doubles correction = hn::PromoteTo(d, hn::LoadU(IntTag(), corrections[frame].of[c] + lane));
      next[c] = hn::Add(hn::Max(hn::Min(sum, most), least), hn::Mul(at(g.step[c], lane), correction));
    }
    Doubles h[3];
    for (std::size_t c = 0; c < 3; ++c) {
      before_last[c] = last[c];
      last[c] = next[c];
      h[c] = hn::Add(hn::Add(hn::Mul(at(g.half_axes[c][0], lane), next[0]),
                             hn::Mul(at(g.half_axes[c][1], lane), next[1])),
                     hn::Mul(at(g.half_axes[c][2], lane), next[2]));
    }
    const Doubles square = hn::Add(hn::Add(hn::Mul(h[0], h[0]), hn::Mul(h[1], h[1])), hn::Mul(h[2], h[2]));
    const Doubles scale = hn::Div(one, hn::Sqrt(hn::Add(square, one)));
    const Doubles qx = x, qy = y, qz = z, qw = w;
    x = hn::Mul(hn::Add(hn::Add(hn::Mul(qw, h[0]), qx), hn::Sub(hn::Mul(qy, h[2]), hn::Mul(qz, h[1]))),
                scale);
    y = hn::Mul(hn::Add(hn::Add(hn::Mul(qw, h[1]), qy), hn::Sub(hn::Mul(qz, h[0]), hn::Mul(qx, h[2]))),
                scale);
    z = hn::Mul(hn::Add(hn::Add(hn::Mul(qw, h[2]), qz), hn::Sub(hn::Mul(qx, h[1]), hn::Mul(qy, h[0]))),
                scale);
    const Doubles along = hn::Add(hn::Add(hn::Mul(qx, h[0]), hn::Mul(qy, h[1])), hn::Mul(qz, h[2]));
    w = hn::Mul(hn::Sub(qw, along), scale);
    inside = hn::And(inside, round_row(g, 0, lane, x, out[frame]));
    inside = hn::And(inside, round_row(g, 1, lane, y, out[frame]));
    inside = hn::And(inside, round_row(g, 2, lane, z, out[frame]));
    inside = hn::And(inside, round_row(g, 3, lane, w, out[frame]));
  }
  hn::StoreU(x, d, g.value[0] + lane);
  hn::StoreU(y, d, g.value[1] + lane);
  hn::StoreU(z, d, g.value[2] + lane);
  hn::StoreU(w, d, g.value[3] + lane);
  for (std::size_t c = 0; c < 3; ++c) {
    hn::StoreU(last[c], d, g.last[c] + lane);
    hn::StoreU(before_last[c], d, g.before_last[c] + lane);
  }
  return hn::AllTrue(d, inside);
}

bool advance_all(RotationGroup& g, std::size_t lanes, std::size_t frames, const FrameCorrections* corrections,
                 FrameNumbers* out) {
  bool inside = true;
  for (std::size_t lane = 0; lane < lanes; lane += hn::Lanes(Tag()))
    inside &= advance_lanes(g, lane, frames, corrections, out);
  return inside;
}

}  // namespace skelter::clip_codec::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace skelter::clip_codec {

HWY_EXPORT(round_all);
HWY_EXPORT(advance_all);

void RotationGroup::set(std::size_t lane, const RotationTrack& track, const Quatd& first,
                        const RotationGrid& grid) {
  const RotationRule rule(track);
  const double components[4] = {first.x, first.y, first.z, first.w};
  for (std::size_t row = 0; row < 4; ++row) {
    value[row][lane] = components[row];
    origin[row][lane] = grid.origin[row];
  }
  inverse[lane] = grid.inverse;
  for (std::size_t c = 0; c < 3; ++c) {
    last_weight[c][lane] = rule.last_weight[c];
    before_last_weight[c][lane] = rule.before_last_weight[c];
    step[c][lane] = rule.step[c];
    for (std::size_t i = 0; i < 3; ++i) half_axes[c][i][lane] = rule.half_axes[c][i];
  }
}

bool round_rotations(const RotationGroup& group, std::size_t lanes, FrameNumbers& out) {
  return HWY_DYNAMIC_DISPATCH(round_all)(group, lanes, out);
}
bool advance_rotations(RotationGroup& group, std::size_t lanes, std::size_t frames,
                       const FrameCorrections* corrections, FrameNumbers* out) {
  return HWY_DYNAMIC_DISPATCH(advance_all)(group, lanes, frames, corrections, out);
}

}  // namespace skelter::clip_codec
#endif  // HWY_ONCE
