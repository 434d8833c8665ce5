#include "compile/build_clip/clip_tracks.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <string_view>

#include "compile/build_clip/clip_grid.h"
#include "compile/build_pack/internal/blob_writer.h"
#include "core/internal/packed.h"
#include "runtime/internal/clip_codec/layout.h"
#include "runtime/internal/format/blob_headers.h"
#include "runtime/internal/format/clip_records.h"

namespace skelter {
namespace {

using namespace clip_codec;

std::size_t index_of(PartKind kind) {
  return static_cast<std::size_t>(kind);
}

std::array<double, 4> numbers_of(const Transformd& t, PartKind kind) {
  if (kind == PartKind::translation) return {t.translation.x, t.translation.y, t.translation.z, 0};
  if (kind == PartKind::scale) return {t.scale.x, t.scale.y, t.scale.z, 0};
  return {t.rotation.x, t.rotation.y, t.rotation.z, t.rotation.w};
}

double rotation_distance(const Quatd& a, const Quatd& b) {
  const auto chord = [&](double s) {
    const double x = a.x - b.x * s, y = a.y - b.y * s, z = a.z - b.z * s, w = a.w - b.w * s;
    return std::sqrt(x * x + y * y + z * z + w * w);
  };
  return 2 * std::min(chord(1), chord(-1));  // the chord approximates the angle if it is small
}

Quatd on_side_of(const Quatd& q, const Quatd& side) {
  return dot(q, side) < 0 ? Quatd{-q.x, -q.y, -q.z, -q.w} : q;
}

// Format that a block needs for its joints. Keyed joints need no storage.
Need block_need(const JointPlans& plans, std::size_t block, PartKind kind) {
  Need need = Need::rest;
  for (std::size_t j = block * kLanes; j < std::min(plans.size(), (block + 1) * kLanes); ++j) {
    const PartPlan& plan = plans[j][index_of(kind)];
    if (plan.keyed_tolerance == 0) need = std::max(need, plan.need);
  }
  return need;
}

using Row = std::array<std::array<double, 4>, kLanes>;  // numbers of a part, per lane

// Numbers of the eight lanes of a block in one frame. Keyed joints are constant here, because their track
// replaces them.
Row lanes_at(const ClipCurves& curves, const FrameSamples& frames, const JointPlans& plans, std::size_t block,
             PartKind kind, std::size_t frame) {
  Row row;
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    const std::size_t joint = block * kLanes + lane;
    if (joint >= curves.joint_count()) {
      row[lane] = numbers_of(Transformd{}, kind);
      continue;
    }
    const bool keyed = plans[joint][index_of(kind)].keyed_tolerance > 0;
    row[lane] = numbers_of(frames.poses[keyed ? 0 : frame][joint], kind);
  }
  return row;
}

// The numbers of a packed part. Offset and step are floats: value = offset + step * number.
struct PackedBlock {
  Widths widths{};
  std::array<std::array<float, kLanes>, 4> offset{};
  std::array<float, kLanes> step{};
};

// Percentage of bytes that an additional rate must save to be worth its playback time.
constexpr std::size_t kWorthARate = 5;

void still_lane(PackedBlock& block, std::size_t lane, const std::array<double, 4>& value) {
  for (std::size_t row = 0; row < 4; ++row) block.offset[row][lane] = static_cast<float>(value[row]);
}

void moving_lane(PackedBlock& block, std::size_t lane, const PartExtent& extent, double step) {
  step = std::max(step, extent.finest_step());
  // Uses the finest step that takes the same number of bytes. The precision gained for free leaves more of
  // the error budget to the rest of the chain.
  double finest = extent.finest_step();
  for (std::size_t row = 0; row < 4; ++row) {
    const double range = extent.most[row] - extent.least[row];
    const double middle = (extent.least[row] + extent.most[row]) / 2;
    const int width = !(range > step) ? 0 : range <= kMaxInByte * step ? 1 : 2;
    if (width < 2) finest = std::max(finest, width == 0 ? range : range / kMaxInByte);
    block.widths[row][lane] = static_cast<std::uint8_t>(width);
    block.offset[row][lane] = static_cast<float>(width == 1 ? extent.least[row] : middle);
  }
  block.step[lane] = static_cast<float>(std::min(step, finest));
}

PackedBlock pack_block(const ClipCurves& curves, const FrameSamples& frames, const JointPlans& plans,
                       std::size_t block, PartKind kind) {
  PackedBlock packed;
  for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
    const auto joint = static_cast<std::uint32_t>(block * kLanes + lane);
    if (joint >= curves.joint_count()) {
      still_lane(packed, lane, numbers_of(Transformd{}, kind));
      continue;
    }
    const PartPlan& plan = plans[joint][index_of(kind)];
    if (plan.keyed_tolerance > 0 || plan.need < Need::packed)
      still_lane(packed, lane, numbers_of(frames.poses[0][joint], kind));
    else
      moving_lane(packed, lane, frames.extents[joint][index_of(kind)], plan.step);
  }
  return packed;
}

class PartEncoder {
 public:
  PartEncoder(const ClipCurves& curves, const FrameSamples& frames, const JointPlans& plans)
      : curves_(curves), frames_(frames), plans_(plans) {
    for (std::size_t block = 0; block < blocks_for(curves_.joint_count()); ++block)
      for (const PartKind kind : kPartKinds) add_part(block, kind);
    choose_rates();
    place_parts();
  }

  std::size_t frames_bytes() const { return frames_bytes_; }
  const std::vector<ClipPart>& parts() const { return parts_; }
  const std::vector<ClipRate>& rates() const { return rates_; }
  const std::vector<float>& constants() const { return constants_; }
  const std::vector<std::uint8_t>& spreads() const { return spreads_; }

  std::vector<std::byte> frames() const {
    if (frames_bytes_ == 0) return {};
    std::vector<std::byte> bytes(frames_bytes_ + kGroupBytes);
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      if (parts_[i].format == PartFormat::wide) write_wide(i, bytes);
      if (parts_[i].format == PartFormat::packed) write_packed(i, bytes);
    }
    return bytes;
  }

 private:
  void add_part(std::size_t block, PartKind kind) {
    ClipPart part;
    part.format = static_cast<PartFormat>(block_need(plans_, block, kind));
    PackedBlock packed;
    if (part.format == PartFormat::packed) {
      packed = pack_block(curves_, frames_, plans_, block, kind);
      // No number in the block changes by a full step.
      if (lay_out_packed(packed.widths).bytes == 0) part.format = PartFormat::constant;
    }
    if (part.format == PartFormat::constant) {
      part.data = static_cast<std::uint32_t>(constants_.size());
      const Row row = lanes_at(curves_, frames_, plans_, block, kind, 0);
      for (std::size_t component = 0; component < rows_of(kind); ++component)
        for (std::size_t lane = 0; lane < kLanes; ++lane)
          constants_.push_back(static_cast<float>(row[lane][component]));
    } else if (part.format == PartFormat::packed) {
      add_packed(packed, kind, part);
    }
    parts_.push_back(part);
    packed_.push_back(packed);
    sizes_.push_back(part.format == PartFormat::wide     ? wide_bytes(kind)
                     : part.format == PartFormat::packed ? lay_out_packed(packed.widths).bytes
                                                         : 0);
    divisors_.push_back(part.format == PartFormat::packed ? block_divisors(block, kind) : 1);
  }

  // Returns the divisors that all joints of a block accept, as bits.
  std::uint32_t block_divisors(std::size_t block, PartKind kind) const {
    std::uint32_t bits = ~0u;
    for (std::size_t joint = block * kLanes; joint < std::min(plans_.size(), (block + 1) * kLanes); ++joint) {
      const PartPlan& plan = plans_[joint][index_of(kind)];
      if (plan.keyed_tolerance == 0 && plan.need >= Need::packed) bits &= plan.divisors;
    }
    return bits;
  }

  // Returns the index in `set` of the largest divisor that a part may use. Index 0 is always allowed.
  static std::size_t best_of(std::span<const std::size_t> set, std::uint32_t divisors) {
    for (std::size_t i = set.size(); i-- > 1;)
      if ((divisors >> set[i] & 1) != 0) return i;
    return 0;
  }
  std::size_t cost_of(std::span<const std::size_t> set) const {
    std::size_t cost = set.size() * sizeof(ClipRate);
    for (std::size_t i = 0; i < parts_.size(); ++i)
      if (sizes_[i] > 0)
        cost += std::size_t{sizes_[i]} * frames_of(kDivisors[set[best_of(set, divisors_[i])]]);
    return cost;
  }
  std::uint32_t frames_of(std::uint32_t divisor) const {
    return frames_kept(static_cast<std::uint32_t>(frames_.times_s.size()), divisor);
  }

  // Repeatedly adds the divisor that saves most, until no divisor saves enough.
  void choose_rates() {
    std::vector<std::size_t> set{0};  // ascending indices of kDivisors
    while (set.size() < kMaxRates) {
      std::vector<std::size_t> best;
      std::size_t least = cost_of(set) * (100 - kWorthARate) / 100;
      for (std::size_t i = 1; i < std::size(kDivisors); ++i) {
        std::vector<std::size_t> with = set;
        with.insert(std::upper_bound(with.begin(), with.end(), i), i);
        if (const std::size_t cost = cost_of(with); cost < least) {
          least = cost;
          best = with;
        }
      }
      if (best.empty()) break;
      set = best;
    }
    for (std::size_t i = 0; i < parts_.size(); ++i)
      if (sizes_[i] > 0) parts_[i].rate = static_cast<std::uint16_t>(best_of(set, divisors_[i]));
    for (const std::size_t i : set) rates_.push_back({kDivisors[i], 0, 0});
  }

  // Assigns each part its offset within the frames of its rate.
  void place_parts() {
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      ClipPart& part = parts_[i];
      std::uint32_t& stride = rates_[part.rate].stride;
      if (sizes_[i] == 0) continue;
      part.data = part.format == PartFormat::wide ? aligned(stride) : stride;
      stride = part.data + sizes_[i];
    }
    frames_bytes_ = place_rates(rates_, static_cast<std::uint32_t>(frames_.times_s.size()));
    if (frames_bytes_ == 0) rates_.clear();
  }

  void add_packed(const PackedBlock& packed, PartKind kind, ClipPart& part) {
    const PackedLayout layout = lay_out_packed(packed.widths);
    std::copy_n(layout.group_begin, 3, part.group_begin);
    part.spread = static_cast<std::uint16_t>(spreads_.size() / kSpreadBytes);
    spreads_.insert(spreads_.end(), layout.spread.begin(), layout.spread.end());
    part.range = static_cast<std::uint32_t>(constants_.size());
    for (std::size_t row = 0; row < rows_of(kind); ++row)
      constants_.insert(constants_.end(), packed.offset[row].begin(), packed.offset[row].end());
    constants_.insert(constants_.end(), packed.step.begin(), packed.step.end());
  }

  Row lanes(std::size_t part, std::size_t frame) const {
    return lanes_at(curves_, frames_, plans_, part / 3, kPartKinds[part % 3], frame);
  }
  // Index, among all frames, of a frame of the rate.
  std::size_t source_frame(const ClipRate& rate, std::size_t frame) const {
    return std::min(frame * rate.divisor, frames_.times_s.size() - 1);
  }
  void write_wide(std::size_t i, std::vector<std::byte>& bytes) const {
    const ClipRate& rate = rates_[parts_[i].rate];
    for (std::size_t frame = 0; frame < frames_of(rate.divisor); ++frame) {
      const Row row = lanes(i, source_frame(rate, frame));
      std::byte* at = bytes.data() + rate.begin + frame * rate.stride + parts_[i].data;
      for (std::size_t component = 0; component < rows_of(kPartKinds[i % 3]); ++component)
        for (std::size_t lane = 0; lane < kLanes; ++lane, at += sizeof(float)) {
          const auto value = static_cast<float>(row[lane][component]);
          std::memcpy(at, &value, sizeof(value));
        }
    }
  }
  void write_packed(std::size_t i, std::vector<std::byte>& bytes) const {
    const ClipPart& part = parts_[i];
    const ClipRate& rate = rates_[part.rate];
    const PackedBlock& packed = packed_[i];
    for (std::size_t row = 0; row < rows_of(kPartKinds[i % 3]); ++row)
      for (std::size_t lane = 0; lane < kLanes; ++lane) {
        const std::uint32_t width = packed.widths[row][lane];
        if (width == 0) continue;
        const std::uint8_t* where = &spreads_[part.spread * kSpreadBytes + place_index(row, lane)];
        const std::size_t begin = rate.begin + part.data + part.begin_of(group_of(row, lane));
        const double offset = packed.offset[row][lane], step = packed.step[lane];
        const NumberRange range = range_of(width);
        const double* values = frames_.rows.row(part_joint(i, lane), first_row(kPartKinds[i % 3]) + row);
        for (std::size_t frame = 0; frame < frames_of(rate.divisor); ++frame) {
          const double value = values[source_frame(rate, frame)];
          const double nearest = std::floor((value - offset) / step + 0.5);
          const auto number = static_cast<std::int32_t>(
              std::clamp(nearest, static_cast<double>(range.least), static_cast<double>(range.most)));
          for (std::uint32_t byte = 0; byte < width; ++byte)
            bytes[frame * rate.stride + begin + where[byte]] =
                static_cast<std::byte>(static_cast<std::uint32_t>(number) >> (8 * byte) & 0xFF);
        }
      }
  }
  static std::size_t part_joint(std::size_t part, std::size_t lane) { return part / 3 * kLanes + lane; }

  const ClipCurves& curves_;
  const FrameSamples& frames_;
  const JointPlans& plans_;
  std::size_t frames_bytes_ = 0;
  std::vector<ClipRate> rates_;
  std::vector<ClipPart> parts_;
  // Per part:
  std::vector<PackedBlock> packed_;
  std::vector<std::uint32_t> sizes_;     // bytes per frame
  std::vector<std::uint32_t> divisors_;  // bits of kDivisors
  std::vector<float> constants_;
  std::vector<std::uint8_t> spreads_;
};

struct KeyedTracks {
  std::vector<KeyedTrack> tracks;
  std::vector<float> times_s, values;
};

KeyedTracks add_keyed_tracks(const ClipCurves& curves, const JointPlans& plans,
                             const std::vector<Reach>& reaches) {
  KeyedTracks keyed;
  for (std::uint32_t joint = 0; joint < plans.size(); ++joint)
    for (const PartKind kind : kPartKinds) {
      const double tolerance = plans[joint][index_of(kind)].keyed_tolerance;
      if (tolerance == 0) continue;
      const KeyedCurve curve = make_keyed_curve(curves, joint, kind, tolerance, reaches[joint]);
      KeyedTrack track;
      track.joint = static_cast<std::uint16_t>(joint);
      track.kind = kind;
      track.stepped = curve.stepped ? 1 : 0;
      track.first_key = static_cast<std::uint32_t>(keyed.times_s.size());
      track.key_count = static_cast<std::uint32_t>(curve.times_s.size());
      keyed.tracks.push_back(track);
      keyed.times_s.insert(keyed.times_s.end(), curve.times_s.begin(), curve.times_s.end());
      for (const auto& value : curve.values)
        keyed.values.insert(keyed.values.end(), value.begin(), value.end());
    }
  return keyed;
}

}  // namespace

double part_distance(const Transformd& a, const Transformd& b, PartKind kind, const Reach& reach) {
  if (kind == PartKind::translation) return length(a.translation - b.translation) * reach.parent_scale;
  if (kind == PartKind::rotation) return rotation_distance(a.rotation, b.rotation) * reach.radius;
  const auto relative = [](double difference, double scale) {
    return scale > 0 ? std::abs(difference) / scale : std::abs(difference);
  };
  return reach.radius * std::max({relative(a.scale.x - b.scale.x, reach.scale.x),
                                  relative(a.scale.y - b.scale.y, reach.scale.y),
                                  relative(a.scale.z - b.scale.z, reach.scale.z)});
}

void copy_part(const Transformd& from, PartKind kind, Transformd& to) {
  if (kind == PartKind::translation) to.translation = from.translation;
  if (kind == PartKind::rotation) to.rotation = from.rotation;
  if (kind == PartKind::scale) to.scale = from.scale;
}

Transformd mix(const Transformd& a, const Transformd& b, double ratio) {
  const double wa = 1 - ratio;
  const Quatd& p = a.rotation;
  const Quatd q = on_side_of(b.rotation, p);
  return {lerp(a.translation, b.translation, ratio),
          normalized(Quatd{p.x * wa + q.x * ratio, p.y * wa + q.y * ratio, p.z * wa + q.z * ratio,
                           p.w * wa + q.w * ratio}),
          lerp(a.scale, b.scale, ratio)};
}

double finest_tolerance(const Reach& reach) {
  return 3e-7 * reach.radius;
}

KeyedCurve make_keyed_curve(const ClipCurves& curves, std::uint32_t joint, PartKind kind, double tolerance,
                            const Reach& reach) {
  const ClipCurves::Knots knots = curves.knots(joint, kind);
  tolerance = std::max(tolerance, finest_tolerance(reach));
  KeyedCurve curve;
  curve.stepped = knots.stepped;
  Quatd last_rotation;
  const auto add_key = [&](float time_s, const Transformd& value) {
    std::array<double, 4> numbers = numbers_of(value, kind);
    if (kind == PartKind::rotation) {
      const Quatd q = curve.values.empty() ? value.rotation : on_side_of(value.rotation, last_rotation);
      last_rotation = q;
      numbers = {q.x, q.y, q.z, q.w};
    }
    std::array<float, 4> floats;
    for (std::size_t i = 0; i < 4; ++i) floats[i] = static_cast<float>(numbers[i]);
    if (!curve.times_s.empty() && time_s <= curve.times_s.back()) {
      // Both times round to the same float; the later value applies from then on.
      curve.values.back() = floats;
      return;
    }
    curve.times_s.push_back(time_s);
    curve.values.push_back(floats);
  };

  if (curve.stepped) {
    double begin_s = 0;
    for (std::size_t i = 0; i <= knots.jumps_s.size(); ++i) {
      const bool last = i == knots.jumps_s.size();
      const double until_s = last ? curves.duration_s() : knots.jumps_s[i];
      // Samples the middle of the interval, where rounding of times cannot reach the next value. The end is
      // exact.
      add_key(static_cast<float>(begin_s), curves.transform(joint, begin_s + (until_s - begin_s) / 2));
      begin_s = until_s;
    }
    return curve;
  }

  // Refines (a, b] until linear segments are close enough, then adds b. Play times are floats. At bends, the
  // source is sampled at the unrounded time, because steep segments would otherwise seem to bend. Between
  // bends it is sampled at the float, which adds no rounding error.
  struct Point {
    double source_s;
    float time_s;
    Transformd value;
  };
  const auto point_at = [&](double source_s) {
    return Point{source_s, static_cast<float>(source_s), curves.transform(joint, source_s)};
  };
  const auto straight = [&](const Point& a, const Point& b) {
    for (const double ratio : {0.25, 0.5, 0.75}) {
      const Transformd source = curves.transform(joint, a.source_s + (b.source_s - a.source_s) * ratio);
      if (part_distance(mix(a.value, b.value, ratio), source, kind, reach) > tolerance) return false;
    }
    return true;
  };
  const auto refine = [&](const auto& self, const Point& a, const Point& b, int depth) -> void {
    const Point middle = point_at(static_cast<float>((a.source_s + b.source_s) / 2));
    if (depth > 0 && middle.time_s > a.time_s && middle.time_s < b.time_s && !straight(a, b)) {
      self(self, a, middle, depth - 1);
      self(self, middle, b, depth - 1);
      return;
    }
    add_key(b.time_s, b.value);
  };

  std::vector<double> times = knots.times_s;
  times.push_back(0);
  times.push_back(curves.duration_s());
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  constexpr int kDeepest = 12;
  const auto end_s = static_cast<float>(curves.duration_s());
  Point last = point_at(0);
  add_key(last.time_s, last.value);
  for (const double t : times) {
    if (t == 0) continue;
    Point next = point_at(t);
    if (std::binary_search(knots.jumps_s.begin(), knots.jumps_s.end(), t)) {
      const double side_s = 1e-9 * std::max(1.0, t);
      Point before = point_at(t - side_s);
      before.time_s = std::nextafter(next.time_s, 0.0f);
      if (before.time_s > last.time_s) refine(refine, last, before, kDeepest);
      next.value = curves.transform(joint, t + side_s);
      add_key(next.time_s, next.value);
    } else {
      // The curve bends between two floats and is too steep for one key, so a key is added on each side.
      const float before_s = next.time_s < t ? next.time_s : std::nextafter(next.time_s, 0.0f);
      const Point before = point_at(before_s), after = point_at(std::nextafter(before_s, end_s));
      const bool steep = part_distance(before.value, after.value, kind, reach) > tolerance;
      if (steep && before.time_s > last.time_s && before.source_s < t && after.source_s > t) {
        refine(refine, last, before, kDeepest);
        add_key(after.time_s, after.value);
        next = after;
      } else {
        refine(refine, last, next, kDeepest);
      }
    }
    last = next;
  }
  return curve;
}

namespace {

// Negates rotations where needed, so that each is in the same hemisphere as the previous one.
void put_on_one_side(TimeRows& rows, std::uint32_t joint) {
  double* numbers[4];
  for (std::size_t row = 0; row < 4; ++row) numbers[row] = rows.row(joint, TimeRows::kRotation + row);
  for (std::size_t f = 1; f < rows.moments(); ++f) {
    double cosine = 0;
    for (const double* row : numbers) cosine += row[f] * row[f - 1];
    if (cosine < 0)
      for (double* row : numbers) row[f] = -row[f];
  }
}

}  // namespace

FrameSamples sample_frames(const ClipCurves& curves, double sample_rate_hz, bool seam) {
  FrameSamples frames;
  frames.sample_rate_hz = sample_rate_hz;
  frames.times_s = frame_times(curves.duration_s(), sample_rate_hz);
  frames.rows = curves.sample(frames.times_s);
  TimeRows& rows = frames.rows;
  const std::size_t count = frames.times_s.size();
  frames.poses.assign(count, std::vector<Transformd>(curves.joint_count()));
  frames.extents.resize(curves.joint_count());
  for (std::uint32_t j = 0; j < curves.joint_count(); ++j) {
    if (seam && count > 1) rows.set(j, count - 1, rows.transform(j, 0));
    put_on_one_side(rows, j);
    rows.pad(j);
    for (std::size_t f = 0; f < count; ++f) frames.poses[f][j] = rows.transform(j, f);
    for (const PartKind kind : kPartKinds)
      for (std::size_t row = 0; row < rows_of(kind); ++row) {
        PartExtent& extent = frames.extents[j][index_of(kind)];
        clip_rows::find_extent(rows.row(j, first_row(kind) + row), rows.stride(), extent.least[row],
                               extent.most[row]);
      }
  }
  return frames;
}

double PartExtent::widest() const {
  double widest = 0;
  for (std::size_t row = 0; row < 4; ++row) widest = std::max(widest, most[row] - least[row]);
  return widest;
}
double PartExtent::finest_step() const {
  return widest() / kMaxInTwoBytes;
}

std::size_t frames_bytes(const ClipCurves& curves, const FrameSamples& frames, const JointPlans& plans) {
  return PartEncoder(curves, frames, plans).frames_bytes();
}

std::uint32_t ClipExtras::string(std::string_view text) {
  const auto& begin = strings.begin;
  for (std::uint32_t i = 0; i + 1 < begin.size(); ++i)
    if (std::string_view(strings.text.data() + begin[i], begin[i + 1] - begin[i]) == text) return i;
  strings.add(text);
  return static_cast<std::uint32_t>(begin.size()) - 2;
}

Packed<ClipView> encode_clip(const ClipCurves& curves, const FrameSamples& frames, const JointPlans& plans,
                             const std::vector<Reach>& reaches, const ClipExtras& extras, Problem& problem) {
  const PartEncoder encoder(curves, frames, plans);
  const KeyedTracks keyed = add_keyed_tracks(curves, plans, reaches);

  ClipHeader header;
  header.duration_s = static_cast<float>(curves.duration_s());
  header.sample_rate_hz = static_cast<float>(frames.sample_rate_hz);
  header.frame_count = static_cast<std::uint32_t>(frames.times_s.size());
  if (header.frame_count > 1)
    header.last_interval_s =
        static_cast<float>(curves.duration_s() - (header.frame_count - 2) / double{header.sample_rate_hz});
  header.flags = extras.flags;
  header.joint_count = curves.joint_count();
  header.skeleton_hash = curves.skeleton().hash;
  std::copy_n(extras.bounds_min, 3, header.bounds_min);
  std::copy_n(extras.bounds_max, 3, header.bounds_max);

  BlobWriter writer(sizeof(ClipHeader));
  header.parts = writer.add(encoder.parts());
  header.spreads = writer.add(encoder.spreads());
  header.constants = writer.add(encoder.constants());
  header.rates = writer.add(encoder.rates());
  header.frames = writer.add(encoder.frames());
  header.keyed = writer.add(keyed.tracks);
  header.key_times_s = writer.add(keyed.times_s);
  header.key_values = writer.add(keyed.values);
  header.scalars = writer.add(extras.scalars);
  header.scalar_times_s = writer.add(extras.scalar_times_s);
  header.scalar_values = writer.add(extras.scalar_values);
  header.events = writer.add(extras.events);
  header.root_motion = writer.add(extras.root_motion);
  header.string_begin = writer.add(extras.strings.begin);
  header.strings = writer.add(extras.strings.text);

  Packed<ClipView> packed;
  packed.bytes = writer.finish(header);
  problem = read_clip(packed.bytes.span(), packed.view);
  return packed;
}

}  // namespace skelter
