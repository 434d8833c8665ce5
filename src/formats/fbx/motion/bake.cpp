#include "formats/fbx/internal/bake.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "skelter/math/quat.h"
#include "skelter/math/trig.h"

namespace skelter::fbx {
namespace {

using Row = std::vector<double>;

constexpr int kMostHalvings = 10;
constexpr double kInnerPoints[] = {0.2113, 0.5, 0.7887};

Quatd rotation_of(const Row& row) {
  return {row[0], row[1], row[2], row[3]};
}

// In radians.
double angle_between(const Quatd& a, const Quatd& b) {
  const Quatd d = conjugate(a) * b;
  return 2 * trig::atan2(length(Vec3d{d.x, d.y, d.z}), std::abs(d.w));
}

class Baker {
 public:
  Baker(const BakeSource& source, const BakeRange& range) : source_(source), range_(range) {}

  bool run(std::vector<std::int64_t> times, Channel& channel, std::uint64_t* work) {
    std::erase_if(times, [&](std::int64_t t) { return t < range_.begin || t > range_.end; });
    times.push_back(range_.begin);
    times.push_back(range_.end);
    std::sort(times.begin(), times.end());
    times.erase(std::unique(times.begin(), times.end()), times.end());
    add(0, at(times[0], Side::after));
    for (std::size_t i = 1; i < times.size(); ++i) {
      if (!add_segment(times[i - 1], times[i])) break;
      add_jump(times[i]);
    }
    if (work != nullptr) *work += rows_.size();
    drop_keys();
    write(channel);
    return whole_;
  }

 private:
  Row at(std::int64_t time, Side side) const {
    Row row(source_.width);
    source_.evaluate(time, side, row.data());
    return row;
  }
  double seconds(std::int64_t time) const {
    return static_cast<double>(time - range_.begin) * range_.seconds_per_tick;
  }
  // On the side of the one before, so that players take the shorter way.
  void align(const Row& before, Row& row) const {
    if (source_.rotation && dot(rotation_of(before), rotation_of(row)) < 0)
      for (double& number : row) number = -number;
  }
  void add(double time_s, Row row) {
    if (!rows_.empty()) align(rows_.back(), row);
    times_s_.push_back(time_s);
    rows_.push_back(std::move(row));
  }

  double difference(const Row& a, const Row& b) const {
    if (source_.rotation) return angle_between(rotation_of(a), rotation_of(b));
    double most = 0;
    for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, std::abs(a[i] - b[i]));
    return most;
  }
  Row between(const Row& a, const Row& b, double ratio) const {
    Row row(a.size());
    if (source_.rotation) {
      const Quatd q = slerp(rotation_of(a), rotation_of(b), ratio);
      row = {q.x, q.y, q.z, q.w};
    } else {
      for (std::size_t i = 0; i < a.size(); ++i) row[i] = a[i] + (b[i] - a[i]) * ratio;
    }
    return row;
  }

  // Keys after `begin`, up to just before `end`'s jump.
  bool add_segment(std::int64_t begin, std::int64_t end) {
    struct Piece {
      std::int64_t end;
      int halvings;
      Row row;
    };
    std::vector<Piece> open;
    open.push_back({end, 0, at(end, Side::before)});
    std::int64_t from = begin;
    while (!open.empty()) {
      Piece& piece = open.back();
      if (piece.halvings < kMostHalvings && piece.end - from >= 8 &&
          !fits(from, rows_.back(), piece.end, piece.row)) {
        const std::int64_t middle = from + (piece.end - from) / 2;
        const int halvings = ++piece.halvings;
        open.push_back({middle, halvings, at(middle, Side::after)});
        continue;
      }
      if (rows_.size() >= range_.most_keys) return whole_ = false;
      from = piece.end;
      add(seconds(from), std::move(piece.row));
      open.pop_back();
    }
    return true;
  }

  bool fits(std::int64_t begin, const Row& first, std::int64_t end, const Row& second) {
    constexpr double kLargestTurn = trig::kPi / 2;
    if (source_.rotation && difference(first, second) > kLargestTurn) return false;
    for (const double ratio : kInnerPoints) {
      const std::int64_t time = begin + static_cast<std::int64_t>(ratio * static_cast<double>(end - begin));
      const double exact = static_cast<double>(time - begin) / static_cast<double>(end - begin);
      const Row row = at(time, Side::after);
      if (difference(row, between(first, second, exact)) > source_.bound) return false;
    }
    return true;
  }

  void add_jump(std::int64_t time) {
    Row after = at(time, Side::after);
    align(rows_.back(), after);
    if (difference(rows_.back(), after) <= source_.bound * 0.01) return;
    const double time_s = times_s_.back();
    const double before_s = std::nextafter(time_s, -std::numeric_limits<double>::infinity());
    if (times_s_.size() < 2 || before_s > times_s_[times_s_.size() - 2]) {
      times_s_.back() = before_s;
      add(time_s, std::move(after));
      jumps_.push_back(rows_.size() - 1);
    } else {
      rows_.back() = std::move(after);
    }
  }

  // Whether nothing but jumps changes the value.
  bool steps_only() const {
    if (jumps_.empty()) return false;
    std::size_t jump = 0;
    for (std::size_t i = 1; i < rows_.size(); ++i) {
      if (jump < jumps_.size() && jumps_[jump] == i) {
        ++jump;
        continue;
      }
      if (rows_[i] != rows_[i - 1]) return false;
    }
    return true;
  }

  void drop_keys() {
    if (steps_only()) {
      step_ = true;
      std::vector<std::size_t> kept{0};
      kept.insert(kept.end(), jumps_.begin(), jumps_.end());
      keep(kept);
      return;
    }
    // Longest lines first: from each kept key as far as all keys between are on the line. The cone of slopes
    // that pass every key within the tolerance narrows with each key.
    const double tolerance = source_.bound * (source_.rotation ? 0.05 : 0.1);
    std::vector<std::size_t> kept{0};
    std::size_t anchor = 0;
    Row low(source_.width, -HUGE_VAL), high(source_.width, HUGE_VAL);
    for (std::size_t i = 1; i < rows_.size(); ++i) {
      const double length_s = times_s_[i] - times_s_[anchor];
      bool inside = i == anchor + 1 || turn_is_small(anchor, i);
      for (std::size_t c = 0; c < source_.width && inside; ++c) {
        const double slope = (rows_[i][c] - rows_[anchor][c]) / length_s;
        inside = i == anchor + 1 || (slope >= low[c] && slope <= high[c]);
      }
      if (!inside) {
        anchor = i - 1;
        kept.push_back(anchor);
        std::fill(low.begin(), low.end(), -HUGE_VAL);
        std::fill(high.begin(), high.end(), HUGE_VAL);
      }
      const double span_s = times_s_[i] - times_s_[anchor];
      for (std::size_t c = 0; c < source_.width; ++c) {
        const double rise = rows_[i][c] - rows_[anchor][c];
        low[c] = std::max(low[c], (rise - tolerance) / span_s);
        high[c] = std::min(high[c], (rise + tolerance) / span_s);
      }
    }
    if (rows_.size() > 1) kept.push_back(rows_.size() - 1);
    keep(kept);
    const auto same = [&](const Row& row) { return difference(row, rows_[0]) <= tolerance; };
    if (std::all_of(rows_.begin(), rows_.end(), same)) keep({0});
  }
  bool turn_is_small(std::size_t a, std::size_t b) const {
    constexpr double kSmall = 0.05;  // radians: slerp and straight lines are the same
    return !source_.rotation || difference(rows_[a], rows_[b]) <= kSmall;
  }
  void keep(const std::vector<std::size_t>& kept) {
    for (std::size_t i = 0; i < kept.size(); ++i) {
      times_s_[i] = times_s_[kept[i]];
      if (i != kept[i]) rows_[i] = std::move(rows_[kept[i]]);
    }
    times_s_.resize(kept.size());
    rows_.resize(kept.size());
  }

  void write(Channel& channel) {
    channel.interpolation = step_ ? Interpolation::step : Interpolation::linear;
    channel.times_s = std::move(times_s_);
    channel.values.reserve(rows_.size() * source_.width);
    for (const Row& row : rows_)
      for (const double number : row) channel.values.push_back(static_cast<float>(number));
  }

  const BakeSource& source_;
  const BakeRange& range_;
  std::vector<double> times_s_;
  std::vector<Row> rows_;
  std::vector<std::size_t> jumps_;
  bool whole_ = true, step_ = false;
};

}  // namespace

bool bake(const BakeSource& source, const BakeRange& range, std::vector<std::int64_t> times, Channel& channel,
          std::uint64_t* work) {
  return Baker(source, range).run(std::move(times), channel, work);
}

}  // namespace skelter::fbx
