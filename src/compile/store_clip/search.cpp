#include "compile/store_clip/search.h"

#include "runtime/internal/format/blob_headers.h"
#include "runtime/internal/format/clip_records.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace skelter {
namespace {

using namespace clip_codec;

constexpr double kStillShare = 0.03;          // parts that move less, as a share of the bound, count as at
                                              // rest
constexpr double kConstantStepShare = 0.125;  // step of translations at rest, as a share of the bound
constexpr double kConstantTurnShare = 0.04;   // step of rotations at rest, as a share of the bound at the end
                                              // of their lever
constexpr double kOwnOrigin = 0.85;           // share of an origin's limit that the joint's own translation
                                              // may use
constexpr double kThinnedShare = 0.75;        // share of the allowed error that parts at a lower rate may use
constexpr double kExactScale = 1e-6;          // scales at rest further than this from a full step are stored
                                              // as floats

double component(const Vec3d& v, std::size_t i) {
  return i == 0 ? v.x : i == 1 ? v.y : v.z;
}

Vec3d as_held(const Vec3d& v) {
  return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

PartFormat hot_format(const ClipView& hot, std::uint32_t joint, PartKind kind) {
  return hot.parts[joint / kLanes * 3 + static_cast<std::size_t>(kind)].format;
}

class GroundFinder {
 public:
  GroundFinder(const StoreTargets& targets, const Skeleton& skeleton, const ClipView& hot)
      : targets_(targets), skeleton_(skeleton), hot_(hot) {}

  StoreInput run() {
    ground_.still.resize(std::size_t{3} * targets_.joints);
    ground_.constant_step = step_index(kConstantStepShare * targets_.bound / largest_scale());
    find_movers();
    hold_still_parts();
    ground_.carries = find_carries(targets_, skeleton_, ground_.moving);
    return std::move(ground_);
  }

 private:
  StoredLane& lane(std::uint32_t joint, PartKind kind) {
    return ground_.still[joint * std::size_t{3} + static_cast<std::size_t>(kind)];
  }
  bool moves(std::uint32_t joint, PartKind kind) const {
    return ground_.moving.moves[joint * std::size_t{3} + static_cast<std::size_t>(kind)] != 0;
  }
  const Transformd& target(std::uint32_t joint, std::uint32_t frame) const {
    return targets_.local[targets_.at(joint, frame)];
  }

  // --- moving parts ----------------------------------------------------------------------------------------

  // Largest factor by which any translation grows on the way to model space at the first frame; at least 1.
  double largest_scale() const {
    double largest = 1;
    for (std::uint32_t joint = 0; joint < targets_.joints; ++joint) {
      const std::uint16_t parent = skeleton_.parents[joint];
      if (parent == kNone16) continue;
      const Mat4d& above = targets_.model[targets_.at(parent, 0)];
      for (std::size_t axis = 0; axis < 3; ++axis)
        largest = std::max(largest, length(axis_part(above, axis)));
    }
    return largest;
  }

  // Per joint: the distance to the farthest shell point of any descendant, in model space at the first frame.
  std::vector<double> reach_radii() const {
    std::vector<double> radii;
    for (std::uint32_t joint = 0; joint < targets_.joints; ++joint) {
      const Mat4d& model = targets_.model[targets_.at(joint, 0)];
      double radius = 0;
      for (std::size_t axis = 0; axis < 3; ++axis)
        radius = std::max(radius, component(targets_.shells[joint], axis) * length(axis_part(model, axis)));
      radii.push_back(radius);
    }
    const std::vector<double> own = radii;
    for (std::uint32_t joint = 0; joint < targets_.joints; ++joint) {
      const Vec3d end = translation_part(targets_.model[targets_.at(joint, 0)]);
      for (std::uint16_t above = skeleton_.parents[joint]; above != kNone16;
           above = skeleton_.parents[above]) {
        const Vec3d begin = translation_part(targets_.model[targets_.at(above, 0)]);
        radii[above] = std::max(radii[above], length(end - begin) + own[joint]);
      }
    }
    return radii;
  }

  void find_movers() {
    ground_.moving.moves.assign(std::size_t{3} * targets_.joints, 0);
    ground_.moving.keyed.assign(std::size_t{3} * targets_.joints, 0);
    for (const KeyedTrack& track : hot_.keyed)
      ground_.moving.keyed[track.joint * std::size_t{3} + static_cast<std::size_t>(track.kind)] = 1;
    const std::vector<double> radii = reach_radii();
    for (std::uint32_t joint = 0; joint < targets_.joints; ++joint) {
      double shift = 0, turn = 0, stretch = 0;
      const Transformd& first = target(joint, 0);
      for (std::uint32_t frame = 1; frame < targets_.frames; ++frame) {
        const Transformd& now = target(joint, frame);
        const Quatd by = conjugate(first.rotation) * now.rotation;
        shift = std::max(shift, length(now.translation - first.translation));
        turn = std::max(turn, 2 * length(Vec3d{by.x, by.y, by.z}) * radii[joint]);
        stretch = std::max(stretch, length(now.scale - first.scale) * radii[joint]);
      }
      const double far[3] = {shift, turn, stretch};
      for (std::size_t kind = 0; kind < 3; ++kind)
        ground_.moving.moves[joint * std::size_t{3} + kind] =
            hot_format(hot_, joint, static_cast<PartKind>(kind)) >= PartFormat::packed &&
            ground_.moving.keyed[joint * std::size_t{3} + kind] == 0 &&
            far[kind] > kStillShare * targets_.bound;
    }
    ground_.radii = radii;
  }

  // --- parts at rest ---------------------------------------------------------------------------------------

  void hold_still_parts() {
    ground_.moving.local_decoded.resize(targets_.joints);
    ground_.moving.local_source.resize(targets_.joints);
    ground_.moving.still.resize(targets_.joints);
    // Matrices relative to the nearest moving ancestor.
    std::vector<Mat4d> chain_decoded(targets_.joints), chain_source(targets_.joints);
    for (std::uint32_t joint = 0; joint < targets_.joints; ++joint) {
      const std::uint16_t parent = skeleton_.parents[joint];
      const bool chained =
          parent != kNone16 && !ground_.moving.any(parent) && !ground_.moving.any_keyed(parent);
      const Mat4d above_decoded = chained ? chain_decoded[parent] : Mat4d{};
      const Mat4d above_source = chained ? chain_source[parent] : Mat4d{};
      const Transformd& source = target(joint, 0);
      const Mat4d local_source = to_mat4(targets_.absolute(joint, source));
      chain_source[joint] = above_source * local_source;
      Transformd held = source;
      if (!moves(joint, PartKind::translation)) {
        const bool flat = std::abs(determinant(linear_part(above_decoded))) < 1e-12;
        Vec3d aim = source.translation;
        if (!flat) {
          aim = transform_point(inverse_affine(above_decoded), translation_part(chain_source[joint]));
          if (targets_.additive) aim = aim - targets_.reference[joint].translation;
        }
        held.translation = hold_vector(joint, PartKind::translation, aim, source.translation);
      }
      if (!moves(joint, PartKind::rotation)) held.rotation = hold_rotation(joint, source.rotation);
      if (!moves(joint, PartKind::scale))
        held.scale = hold_vector(joint, PartKind::scale, source.scale, source.scale);
      ground_.moving.local_decoded[joint] = to_mat4(targets_.absolute(joint, held));
      ground_.moving.local_source[joint] = local_source;
      chain_decoded[joint] = above_decoded * ground_.moving.local_decoded[joint];
      ground_.moving.still[joint] = held;
    }
  }

  Vec3d hold_vector(std::uint32_t joint, PartKind kind, const Vec3d& aim, const Vec3d& source) {
    if (hot_format(hot_, joint, kind) == PartFormat::rest)
      return kind == PartKind::scale ? targets_.rest[joint].scale : targets_.rest[joint].translation;
    const double step = step_size(ground_.constant_step);
    const double zero = kind == PartKind::scale ? 1 : 0;
    ConstantVector& vector = lane(joint, kind).vector;
    double held[3];
    for (std::size_t i = 0; i < 3; ++i) {
      const double multiple = std::floor((component(aim, i) - zero) / step + 0.5);
      vector.exact |= !(std::abs(multiple) < 1e6);
      if (!vector.exact) vector.multiples[i] = static_cast<std::int32_t>(multiple);
      held[i] = constant_value(kind, step, vector.multiples[i]);
      if (kind == PartKind::scale && std::abs(held[i] - component(source, i)) > kExactScale)
        vector.exact = true;
    }
    if (!vector.exact) return {held[0], held[1], held[2]};
    const Vec3d exact = as_held(kind == PartKind::scale ? source : aim);
    vector.multiples = {};
    for (std::size_t i = 0; i < 3; ++i) vector.numbers[i] = static_cast<float>(component(exact, i));
    return exact;
  }

  Quatd hold_rotation(std::uint32_t joint, const Quatd& source) {
    if (hot_format(hot_, joint, PartKind::rotation) == PartFormat::rest) return targets_.rest[joint].rotation;
    FirstRotation& rotation = lane(joint, PartKind::rotation).rotation;
    rotation = quantise_rotation(source, kConstantTurnShare * targets_.bound / ground_.radii[joint]);
    return held_as_floats(rotation.value());
  }

  const StoreTargets& targets_;
  const Skeleton& skeleton_;
  const ClipView& hot_;
  StoreInput ground_;
};

class StoreSearch {
 public:
  StoreSearch(const StoreTargets& targets, const Skeleton& skeleton, const ClipView& hot,
              const StoreInput& ground, const StoreTuning& tuning, const StoreSearchResult* before)
      : targets_(targets),
        skeleton_(skeleton),
        hot_(hot),
        ground_(ground),
        moving_(ground.moving),
        tuning_(tuning),
        before_(before) {}

  StoreSearchResult run() {
    content().formats.resize(hot_.parts.size(), PartFormat::rest);
    content().lanes = ground_.still;
    for (const ClipRate& rate : hot_.rates) content().divisors.push_back(rate.divisor);
    for (const ClipPart& part : hot_.parts) content().rates.push_back(part.rate);
    if (tuning_.all_frames) {
      content().divisors = {1};
      content().rates.assign(hot_.parts.size(), 0);
    }
    result_.missed.resize(targets_.joints);
    result_.coarseness.resize(std::size_t{3} * targets_.joints);
    content().constant_step = ground_.constant_step;
    fill_head();
    choose_formats();
    result_.decoded.resize(std::size_t{targets_.joints} * targets_.frames);
    const std::vector<std::uint8_t> again = find_affected();
    for (std::uint32_t joint = 0; joint < targets_.joints; ++joint)
      if (again[joint] != 0)
        search_joint(joint);
      else
        take_over(joint);
    widen_long_ranges();
    return std::move(result_);
  }

 private:
  StoredContent& content() { return result_.content; }
  PartFormat& format(std::uint32_t joint, PartKind kind) {
    return content().formats[joint / kLanes * 3 + static_cast<std::size_t>(kind)];
  }
  StoredLane& lane(std::uint32_t joint, PartKind kind) {
    return content().lanes[joint * std::size_t{3} + static_cast<std::size_t>(kind)];
  }
  bool moves(std::uint32_t joint, PartKind kind) const {
    return moving_.moves[joint * std::size_t{3} + static_cast<std::size_t>(kind)] != 0;
  }
  const Transformd& target(std::uint32_t joint, std::uint32_t frame) const {
    return targets_.local[targets_.at(joint, frame)];
  }

  // --- header and formats ----------------------------------------------------------------------------------

  void fill_head() {
    Head& head = content().head;
    ClipHeader& h = head.header;
    h.duration_s = hot_.duration_s;
    h.sample_rate_hz = hot_.sample_rate_hz;
    h.frame_count = hot_.frame_count;
    h.last_interval_s = hot_.last_interval_s;
    h.flags = hot_.flags;
    h.joint_count = hot_.joint_count;
    for (std::size_t i = 0; i < 3; ++i) {
      h.bounds_min[i] = -widened(-hot_.bounds_min[i] + static_cast<float>(targets_.bound));
      h.bounds_max[i] = widened(hot_.bounds_max[i] + static_cast<float>(targets_.bound));
    }
    head.closed = targets_.closed;
    head.fine = tuning_.fine;
    head.counts = {static_cast<std::uint32_t>(hot_.keyed.size()),
                   static_cast<std::uint32_t>(hot_.key_times_s.size()),
                   static_cast<std::uint32_t>(hot_.scalars.size()),
                   static_cast<std::uint32_t>(hot_.scalar_times_s.size()),
                   static_cast<std::uint32_t>(hot_.events.size()),
                   static_cast<std::uint32_t>(hot_.string_begin.size() - 1),
                   static_cast<std::uint32_t>(hot_.strings.size())};
  }
  // Rounds outwards to a float with zeros in the lower 16 bits, because the stored form has only the upper 16
  // bits of bounds.
  static float widened(float number) {
    const std::uint32_t bits = bits_of(number);
    if ((bits & 0xFFFF) == 0) return number;
    const float larger = float_of((bits & 0xFFFF0000u) + (number > 0 ? 0x10000u : 0u));
    return std::isfinite(larger) ? larger : number;
  }

  void choose_formats() {
    for (std::uint32_t joint = 0; joint < targets_.joints; ++joint)
      for (const PartKind kind : {PartKind::translation, PartKind::rotation, PartKind::scale}) {
        const PartFormat before = hot_format(hot_, joint, kind);
        PartFormat& now = format(joint, kind);
        if (before == PartFormat::rest) continue;
        if (now == PartFormat::rest) now = PartFormat::constant;
        if (moves(joint, kind))
          now = before == PartFormat::wide && tuning_.keep_wide ? PartFormat::wide : PartFormat::packed;
      }
  }

  // --- tracks, from the roots ------------------------------------------------------------------------------

  // Finds the joints that changed shares can affect: the joints that carry an affected point, and all their
  // descendants.
  std::vector<std::uint8_t> find_affected() const {
    std::vector<std::uint8_t> affected(targets_.joints, before_ == nullptr ? 1 : 0);
    for (std::uint32_t joint = 0; before_ != nullptr && joint < targets_.joints; ++joint) {
      if (tuning_.changed[joint] == 0) continue;
      affected[joint] = 1;
      for (std::uint16_t above = skeleton_.parents[joint]; above != kNone16;
           above = skeleton_.parents[above]) {
        affected[above] = 1;
        if (moves(above, PartKind::rotation) || moves(above, PartKind::scale)) break;
      }
    }
    for (std::uint32_t joint = 0; joint < targets_.joints; ++joint)
      if (const std::uint16_t parent = skeleton_.parents[joint]; parent != kNone16 && affected[parent] != 0)
        affected[joint] = 1;
    return affected;
  }
  void take_over(std::uint32_t joint) {
    for (const PartKind kind : {PartKind::translation, PartKind::rotation, PartKind::scale}) {
      const std::size_t at = joint * std::size_t{3} + static_cast<std::size_t>(kind);
      lane(joint, kind) = before_->content.lanes[at];
      result_.coarseness[at] = before_->coarseness[at];
    }
    result_.missed[joint] = before_->missed[joint];
    const auto from = before_->decoded.begin() + static_cast<std::ptrdiff_t>(targets_.at(joint, 0));
    std::copy(from, from + targets_.frames,
              result_.decoded.begin() + static_cast<std::ptrdiff_t>(targets_.at(joint, 0)));
  }

  // Rate divisor of a part of a joint.
  std::uint32_t divisor(std::uint32_t joint, PartKind kind) const {
    const StoredContent& content = result_.content;
    const std::size_t part = joint / kLanes * 3 + static_cast<std::size_t>(kind);
    return content.divisors.empty() ? 1 : content.divisors[content.rates[part]];
  }
  std::vector<std::uint32_t> kept_frames(std::uint32_t joint, PartKind kind) const {
    std::vector<std::uint32_t> kept;
    const std::uint32_t last = targets_.frames - 1, step = divisor(joint, kind);
    for (std::uint32_t frame = 0; frame < last; frame += step) kept.push_back(frame);
    if (kept.empty() || !targets_.closed) kept.push_back(last);
    return kept;
  }
  // For a part at a lower rate, lowers the limit at each frame to the smallest limit around it, and then
  // further, because the frames in between have errors of their own.
  void thin(Carry& carry, std::uint32_t joint) const {
    std::uint32_t step = 1;
    for (const PartKind kind : {PartKind::translation, PartKind::rotation, PartKind::scale})
      if (moves(joint, kind)) step = std::max(step, divisor(joint, kind));
    if (step == 1) return;
    const std::vector<double> allowed = carry.allowed;
    const auto frames = static_cast<std::ptrdiff_t>(allowed.size()),
               reach = static_cast<std::ptrdiff_t>(step);
    for (std::ptrdiff_t frame = 0; frame < frames; ++frame) {
      const std::ptrdiff_t begin = std::max<std::ptrdiff_t>(frame - reach + 1, 0),
                           end = std::min(frame + reach, frames);
      carry.allowed[static_cast<std::size_t>(frame)] =
          kThinnedShare * *std::min_element(allowed.begin() + begin, allowed.begin() + end);
    }
  }

  void search_joint(std::uint32_t joint) {
    Carry carry = ground_.carries[joint];
    if (moving_.any(joint)) {
      allow(carry, targets_, tuning_.origin_shares);
      thin(carry, joint);
    }
    JointSearch search;
    search.targets = &targets_;
    search.carry = &carry;
    search.joint = joint;
    search.fine = tuning_.fine;
    // For short clips, separate weights per component cost more than they save.
    search.effort = {tuning_.states, tuning_.target_rounds, targets_.frames < 64, tuning_.both_predictors};
    const std::uint16_t parent = skeleton_.parents[joint];
    search.parent = parent == kNone16 ? nullptr : result_.decoded.data() + targets_.at(parent, 0);
    for (std::uint32_t frame = 0; frame < targets_.frames; ++frame)
      search.local.push_back(begin_local(joint, frame));

    if (moves(joint, PartKind::scale)) store_scale(search);
    if (moves(joint, PartKind::translation)) store_translation(search);
    if (moves(joint, PartKind::rotation)) store_rotation(search);
    for (std::uint32_t frame = 0; frame < targets_.frames; ++frame) {
      const Mat4d local = to_mat4(targets_.absolute(joint, search.local[frame]));
      result_.decoded[targets_.at(joint, frame)] =
          parent == kNone16 ? local : result_.decoded[targets_.at(parent, frame)] * local;
    }
  }
  // Parts at rest and in keyed tracks are final; the other parts start at the target.
  Transformd begin_local(std::uint32_t joint, std::uint32_t frame) const {
    const Transformd& exact = target(joint, frame);
    const std::size_t at = joint * std::size_t{3};
    Transformd local = moving_.still[joint];
    if (moving_.moves[at] || moving_.keyed[at]) local.translation = exact.translation;
    if (moving_.moves[at + 1] || moving_.keyed[at + 1]) local.rotation = exact.rotation;
    if (moving_.moves[at + 2] || moving_.keyed[at + 2]) local.scale = exact.scale;
    return local;
  }

  static constexpr std::array<double, 9> kCoarseness = {1.1, 0.95, 0.8, 0.66, 0.54, 0.42, 0.32, 0.22, 0.15};
  static constexpr std::uint32_t kUsual = 4;  // usually the best, or next to the best

  // Starts from the best coarseness of the previous search, or from the usual one, and continues while the
  // cost falls. The previous coarseness is normally reused if it still meets the limits, because the best
  // value hardly changes; otherwise finer ones are tried.
  template <class Search>
  auto best_of(std::uint32_t joint, PartKind kind, const Search& search) {
    const std::size_t at = joint * std::size_t{3} + static_cast<std::size_t>(kind);
    const bool known = !tuning_.coarseness.empty();
    auto best = descend(search, known ? tuning_.coarseness[at] : kUsual, known && !tuning_.fine,
                        result_.coarseness[at]);
    result_.missed[joint] += best.missed;
    return best;
  }
  template <class Search>
  static auto descend(const Search& search, std::uint32_t from, bool stays, std::uint32_t& chosen) {
    auto best = search.find(kCoarseness[from], kNoPrice);
    chosen = from;
    const auto try_next = [&](std::uint32_t next) {
      auto found = search.find(kCoarseness[next], best.price());
      if (found.gave_up || found.price() >= best.price()) return false;
      best = std::move(found);
      chosen = next;
      return true;
    };
    const bool misses = best.missed > 0;
    if (stays && !misses) return best;
    while (!misses && chosen > 0 && try_next(chosen - 1)) {
    }
    if (chosen != from) return best;
    while (chosen + 1 < kCoarseness.size() && try_next(chosen + 1)) {
    }
    return best;
  }
  static constexpr double kNoPrice = std::numeric_limits<double>::infinity();

  void begin(JointSearch& search, PartKind kind) const {
    search.kept = kept_frames(search.joint, kind);
    search.in_two_bytes = hot_format(hot_, search.joint, kind) == PartFormat::packed;
  }
  void store_scale(JointSearch& search) {
    begin(search, PartKind::scale);
    auto found = best_of(search.joint, PartKind::scale, VectorSearch::scales(search));
    for (std::uint32_t frame = 0; frame < targets_.frames; ++frame)
      search.local[frame].scale = found.values[frame];
    keep(search.joint, PartKind::scale, found);
  }
  void store_translation(JointSearch& search) {
    const bool turns = moves(search.joint, PartKind::rotation);
    begin(search, PartKind::translation);
    auto found =
        best_of(search.joint, PartKind::translation,
                VectorSearch::translations(search, kOwnOrigin * tuning_.origin_shares[search.joint], turns));
    for (std::uint32_t frame = 0; frame < targets_.frames; ++frame)
      search.local[frame].translation = found.values[frame];
    keep(search.joint, PartKind::translation, found);
  }
  void keep(std::uint32_t joint, PartKind kind, FoundVector& found) {
    StoredLane& to = lane(joint, kind);
    to.moves = true;
    to.vector_track = found.track;
    to.numbers = found.numbers;
    to.corrections = std::move(found.corrections);
  }
  void store_rotation(JointSearch& search) {
    const bool wide = format(search.joint, PartKind::rotation) == PartFormat::wide;
    begin(search, PartKind::rotation);
    auto found = best_of(search.joint, PartKind::rotation, RotationSearch(search, wide));
    for (std::uint32_t frame = 0; frame < targets_.frames; ++frame)
      search.local[frame].rotation = found.values[frame];
    StoredLane& to = lane(search.joint, PartKind::rotation);
    to.moves = true;
    to.rotation_track = found.track;
    to.numbers = found.numbers;
    to.corrections = std::move(found.corrections);
  }

  // Makes parts wide if their numbers need more than two bytes.
  void widen_long_ranges() {
    for (std::uint32_t joint = 0; joint < targets_.joints; ++joint)
      for (const PartKind kind : {PartKind::translation, PartKind::rotation, PartKind::scale})
        if (moves(joint, kind) && !lane(joint, kind).numbers) format(joint, kind) = PartFormat::wide;
  }

  const StoreTargets& targets_;
  const Skeleton& skeleton_;
  const ClipView& hot_;
  const StoreInput& ground_;
  const MovingJoints& moving_;
  StoreTuning tuning_;
  StoreSearchResult result_;
  const StoreSearchResult* before_;
};

}  // namespace

StoreInput find_ground(const StoreTargets& targets, const Skeleton& skeleton, const ClipView& hot) {
  return GroundFinder(targets, skeleton, hot).run();
}

StoreSearchResult search_stored(const StoreTargets& targets, const Skeleton& skeleton, const ClipView& hot,
                                const StoreInput& ground, const StoreTuning& tuning,
                                const StoreSearchResult* before) {
  return StoreSearch(targets, skeleton, hot, ground, tuning, before).run();
}

}  // namespace skelter
