#include "formats/fbx/internal/bake.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "skelter/math/quat.h"

namespace skelter::fbx {
namespace {

constexpr int kMaxParts = 1024;            // maximum parts of a segment between two given times
constexpr int kMaxCuts = 64;               // maximum cuts per step
constexpr int kFewParts = 4;               // with fewer parts, each is sampled between its keys
constexpr std::int64_t kEvenTicks = 1000;  // rounding makes shorter parts differ in length

Quatd rotation_of(const double* row) {
  return {row[0], row[1], row[2], row[3]};
}

// Squared sine of half the angle between the rotations.
double half_sine_squared(const Quatd& a, const Quatd& b) {
  const Quatd d = conjugate(a) * b;
  return d.x * d.x + d.y * d.y + d.z * d.z;
}

class Baker {
 public:
  Baker(const BakeSource& source, const BakeRange& range)
      : source_(source), range_(range), width_(source.width), inner_(width_), line_(width_) {}

  bool run(std::vector<std::int64_t> times, Channel& channel, std::uint64_t* work) {
    std::erase_if(times, [&](std::int64_t t) { return t < range_.begin || t > range_.end; });
    times.push_back(range_.begin);
    times.push_back(range_.end);
    std::sort(times.begin(), times.end());
    times.erase(std::unique(times.begin(), times.end()), times.end());
    const std::size_t expected = std::min(times.size() + times.size() / 2, range_.most_keys);
    times_s_.reserve(expected);
    rows_.reserve(expected * width_);
    source_.evaluate(times[0], Side::after, inner_.data());
    add(0, inner_.data());
    for (std::size_t i = 1; i < times.size(); ++i) {
      if (!add_segment(times[i - 1], times[i])) break;
      if (source_.may_jump) add_jump(times[i]);
    }
    if (work != nullptr) *work += count();
    drop_keys();
    write(channel);
    return whole_;
  }

 private:
  std::size_t count() const { return times_s_.size(); }
  double* row(std::size_t key) { return rows_.data() + width_ * key; }
  const double* row(std::size_t key) const { return rows_.data() + width_ * key; }
  double seconds(std::int64_t time) const {
    return static_cast<double>(time - range_.begin) * range_.seconds_per_tick;
  }
  // Adds a row. Flips its sign if needed, so that players take the shorter arc from the previous row.
  void add(double time_s, const double* values) {
    const bool turned =
        source_.rotation && !times_s_.empty() && dot(rotation_of(row(count() - 1)), rotation_of(values)) < 0;
    times_s_.push_back(time_s);
    rows_.insert(rows_.end(), values, values + width_);
    if (turned)
      for (std::size_t i = 0; i < width_; ++i) row(count() - 1)[i] = -values[i];
  }

  // Compares numbers or, for rotations, the angle between them, which is exact near 0.
  bool differ(const double* a, const double* b, double most) const {
    if (source_.rotation) return half_sine_squared(rotation_of(a), rotation_of(b)) > most * most / 4;
    for (std::size_t i = 0; i < width_; ++i)
      if (!(std::abs(a[i] - b[i]) <= most)) return true;
    return false;
  }
  // Interpolates between two rows and writes the result to `line_`.
  void go_between(const double* a, const double* b, double ratio) {
    if (source_.rotation) {
      const Quatd p = rotation_of(a), r = rotation_of(b);
      constexpr double kClose = 0.9998;  // lines differ from arcs by less than 1e-7
      if (dot(p, r) > kClose) {
        for (std::size_t i = 0; i < 4; ++i) line_[i] = a[i] + (b[i] - a[i]) * ratio;
        const double size = 1 / std::sqrt(dot(rotation_of(line_.data()), rotation_of(line_.data())));
        for (double& number : line_) number *= size;
        return;
      }
      const Quatd q = slerp(p, r, ratio);
      line_[0] = q.x, line_[1] = q.y, line_[2] = q.z, line_[3] = q.w;
      return;
    }
    for (std::size_t i = 0; i < width_; ++i) line_[i] = a[i] + (b[i] - a[i]) * ratio;
  }

  // Adds keys after `begin`, up to just before the jump at `end`. A piece that exceeds the bound is cut into
  // equal parts. The error is proportional to the square of the length, which determines the number of parts.
  bool add_segment(std::int64_t begin, std::int64_t end) {
    // Stack of the remaining pieces, with the next one on top. Their rows are consecutive in `open_rows_`.
    open_.clear();
    source_.evaluate(end, Side::before, push({end, 1}));
    std::int64_t from = begin;
    while (!open_.empty()) {
      const Piece piece = open_.back();
      const double* const values = open_rows_.data() + width_ * (open_.size() - 1);
      const std::int64_t length = piece.end - from;
      if (piece.parts < kMaxParts && length >= 8) {
        const double error = error_of(from, row(count() - 1), piece.end, values, piece.parts);
        if (error > 1) {
          const double wanted = std::ceil(std::sqrt(std::min(error, 1e6)) * 1.05);
          const auto most = static_cast<double>(std::min<std::int64_t>(kMaxCuts, length / 4));
          const auto parts = static_cast<int>(std::clamp(wanted, 2.0, most));
          const std::int64_t part = length / parts;
          const std::int64_t start = from;
          open_.back().parts = piece.parts * parts;
          for (int i = parts - 1; i > 0; --i) {
            const std::int64_t time = start + part * i;
            source_.evaluate(time, Side::after, push({time, piece.parts * parts}));
          }
          if (parts >= kFewParts && part >= kEvenTicks) accept_even_parts(parts);
          continue;
        }
      }
      if (count() >= range_.most_keys) return whole_ = false;
      from = piece.end;
      add(seconds(from), values);
      open_.pop_back();
    }
    return true;
  }
  struct Piece {
    std::int64_t end;
    int parts;  // number of parts of this length in the whole segment
  };
  // Estimates the errors of the equal parts that were just pushed. The estimate uses the bend at each key and
  // does not evaluate the function. Parts near the bound are evaluated later.
  void accept_even_parts(int parts) {
    const std::size_t last = open_.size() - 1;
    const auto key = [&](int i) {  // 0 is the start of the first part
      return i == 0 ? row(count() - 1)
                    : open_rows_.data() + width_ * (last + 1 - static_cast<std::size_t>(i));
    };
    double before = bend_at(key(0), key(1), key(2));
    for (int i = 1; i <= parts; ++i) {  // the part that ends at key i
      const double after = i < parts ? bend_at(key(i - 1), key(i), key(i + 1)) : before;
      constexpr double kSafe = 0.8;
      if (std::max(before, after) / 8 <= kSafe * source_.bound && turn_of(key(i - 1), key(i)) <= 1)
        open_[last + 1 - static_cast<std::size_t>(i)].parts = kMaxParts;
      before = after;
    }
  }
  // Second difference. For rotations it is in radians and excludes the curvature of the arc itself.
  double bend_at(const double* a, const double* b, const double* c) const {
    double most = 0, radial = 0, squared = 0;
    if (!source_.rotation) {
      for (std::size_t i = 0; i < width_; ++i) most = std::max(most, std::abs(a[i] - 2 * b[i] + c[i]));
      return most;
    }
    const double of_a = dot(rotation_of(a), rotation_of(b)) < 0 ? -1 : 1,
                 of_c = dot(rotation_of(c), rotation_of(b)) < 0 ? -1 : 1;
    for (std::size_t i = 0; i < 4; ++i) {
      const double bend = of_a * a[i] - 2 * b[i] + of_c * c[i];
      radial += bend * b[i];
      squared += bend * bend;
    }
    return 2 * std::sqrt(std::max(squared - radial * radial, 0.0));
  }
  // Squared angle between two rotations, relative to the largest one that a piece may have. Up to 14 degrees,
  // programs that blend quaternions component by component, such as Blender, are within 1e-4 radians of the
  // arc.
  double turn_of(const double* a, const double* b) const {
    constexpr double kLargestTurn = 0.01485210;  // squared sine of half the angle
    return source_.rotation ? half_sine_squared(rotation_of(a), rotation_of(b)) / kLargestTurn : 0;
  }
  double* push(const Piece& piece) {
    open_.push_back(piece);
    if (open_rows_.size() < width_ * open_.size()) open_rows_.resize(2 * width_ * open_.size());
    return open_rows_.data() + width_ * (open_.size() - 1);
  }

  // Largest distance between the line and the function, relative to the bound. A sample in the middle detects
  // a bend. An S shape needs two samples, but is small in short parts.
  double error_of(std::int64_t begin, const double* first, std::int64_t end, const double* second,
                  int parts) {
    if (const double turn = turn_of(first, second); turn > 1) return turn;
    if (source_.straight) return 0;
    constexpr double kBoth[] = {0.3, 0.7}, kMiddle[] = {0.5};
    constexpr int kShort = 8;
    const std::span<const double> ratios = parts < kShort ? std::span<const double>(kBoth) : kMiddle;
    double most = 0;
    for (const double ratio : ratios) {
      const std::int64_t time = begin + static_cast<std::int64_t>(ratio * static_cast<double>(end - begin));
      const double exact = static_cast<double>(time - begin) / static_cast<double>(end - begin);
      source_.evaluate(time, Side::after, inner_.data());
      go_between(first, second, exact);
      most = std::max(most, difference(inner_.data(), line_.data()));
    }
    const double whole = parts < kShort ? 1.19 : 1;  // scales the error at 0.3 and 0.7 to that in the middle
    return most * whole / source_.bound;
  }
  // Largest difference of a number or, for rotations, the angle between them, which is exact near 0.
  double difference(const double* a, const double* b) const {
    if (source_.rotation) return 2 * std::sqrt(half_sine_squared(rotation_of(a), rotation_of(b)));
    double most = 0;
    for (std::size_t i = 0; i < width_; ++i) most = std::max(most, std::abs(a[i] - b[i]));
    return most;
  }

  void add_jump(std::int64_t time) {
    source_.evaluate(time, Side::after, inner_.data());
    const std::size_t last = count() - 1;
    if (!differ(row(last), inner_.data(), source_.bound * 0.01)) return;
    const double time_s = times_s_[last];
    const double before_s = std::nextafter(time_s, -std::numeric_limits<double>::infinity());
    if (count() < 2 || before_s > times_s_[last - 1]) {
      times_s_[last] = before_s;
      add(time_s, inner_.data());
      jumps_.push_back(count() - 1);
    } else {
      std::copy_n(inner_.data(), width_, row(last));
    }
  }

  // Whether the value changes only at jumps.
  bool steps_only() const {
    if (jumps_.empty()) return false;
    std::size_t jump = 0;
    for (std::size_t i = 1; i < count(); ++i) {
      if (jump < jumps_.size() && jumps_[jump] == i) {
        ++jump;
        continue;
      }
      if (!std::equal(row(i), row(i) + width_, row(i - 1))) return false;
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
    // Extends a line from each kept key as far as all keys on the way are within the tolerance. Each key
    // narrows the range of possible slopes.
    const double tolerance = source_.bound * (source_.rotation ? 0.05 : 0.1);
    std::vector<std::size_t> kept{0};
    std::size_t anchor = 0;
    std::vector<double> low(width_, -HUGE_VAL), high(width_, HUGE_VAL);
    for (std::size_t i = 1; i < count(); ++i) {
      const double per_s = 1 / (times_s_[i] - times_s_[anchor]);
      bool inside = i == anchor + 1 || turn_is_small(anchor, i);
      for (std::size_t c = 0; c < width_ && inside && i != anchor + 1; ++c) {
        const double slope = (row(i)[c] - row(anchor)[c]) * per_s;
        inside = slope >= low[c] && slope <= high[c];
      }
      if (!inside) {
        anchor = i - 1;
        kept.push_back(anchor);
        std::fill(low.begin(), low.end(), -HUGE_VAL);
        std::fill(high.begin(), high.end(), HUGE_VAL);
      }
      const double span_per_s = 1 / (times_s_[i] - times_s_[anchor]);
      for (std::size_t c = 0; c < width_; ++c) {
        const double rise = row(i)[c] - row(anchor)[c];
        low[c] = std::max(low[c], (rise - tolerance) * span_per_s);
        high[c] = std::min(high[c], (rise + tolerance) * span_per_s);
      }
    }
    if (count() > 1) kept.push_back(count() - 1);
    keep(kept);
    bool rests = true;
    for (std::size_t i = 1; i < count() && rests; ++i) rests = !differ(row(i), row(0), tolerance);
    if (rests) keep({0});
  }
  bool turn_is_small(std::size_t a, std::size_t b) const {
    constexpr double kSmall = 0.05;  // radians; up to this, slerp and lines agree
    return !source_.rotation || !differ(row(a), row(b), kSmall);
  }
  void keep(const std::vector<std::size_t>& kept) {
    for (std::size_t i = 0; i < kept.size(); ++i) {
      times_s_[i] = times_s_[kept[i]];
      if (i != kept[i]) std::copy_n(row(kept[i]), width_, row(i));
    }
    times_s_.resize(kept.size());
    rows_.resize(width_ * kept.size());
  }

  void write(Channel& channel) {
    channel.interpolation = step_ ? Interpolation::step : Interpolation::linear;
    channel.times_s.assign(times_s_.begin(), times_s_.end());
    channel.values.reserve(rows_.size());
    for (const double number : rows_) channel.values.push_back(static_cast<float>(number));
  }

  const BakeSource& source_;
  const BakeRange& range_;
  std::size_t width_;
  std::vector<double> inner_, line_;  // one row each
  std::vector<double> times_s_, rows_;
  std::vector<Piece> open_;
  std::vector<double> open_rows_;  // at least one row for each piece
  std::vector<std::size_t> jumps_;
  bool whole_ = true, step_ = false;
};

}  // namespace

bool bake(const BakeSource& source, const BakeRange& range, std::vector<std::int64_t> times, Channel& channel,
          std::uint64_t* work) {
  return Baker(source, range).run(std::move(times), channel, work);
}

}  // namespace skelter::fbx
