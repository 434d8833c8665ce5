#pragma once
// Key curves of FBX: one number over time, with every kind of interpolation, tangent and extrapolation.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace skelter::fbx {

// How a curve goes on from a key to the next one.
enum class SegmentKind : std::uint8_t {
  constant,       // the key's value, up to the next key
  constant_next,  // the next key's value, from just after the key
  linear,
  cubic,
};

struct CurveKey {
  std::int64_t time = 0;  // ticks
  double value = 0;
  SegmentKind kind = SegmentKind::linear;
  // Of a cubic: slopes per second at its two ends, and how far the inner points of the Bezier are from them,
  // as a share of its length.
  double right_slope = 0, next_left_slope = 0;
  double right_weight = 1.0 / 3, next_left_weight = 1.0 / 3;
};

enum class ExtrapolationKind : std::uint8_t {
  constant,
  repeat,
  mirror,           // every other round backwards
  repeat_relative,  // each round goes on where the one before ends
  slope,            // along the end tangent
};
struct Extrapolation {
  ExtrapolationKind kind = ExtrapolationKind::constant;
  std::int64_t rounds = -1;  // below 0: without end
};
// By the letter that files use: C R M A K; others are constant.
ExtrapolationKind extrapolation_kind(std::int64_t letter);

// Where a curve jumps, it has two values at one time.
enum class Side : std::uint8_t { before, after };

struct Curve {
  std::vector<CurveKey> keys;  // times strictly increasing; within +-kLargestTime
  Extrapolation pre, post;
  double seconds_per_tick = 1.0 / 46186158000.0;
  // The end of the segment in which the last value was looked up, as most times come one after the other. So
  // one curve is evaluated by one thread at a time.
  mutable std::size_t last_segment_end = 1;
  // A cubic without weights as a polynomial of the share of its length, and the end of its segment; 0: none.
  mutable std::array<double, 4> cubic{};
  mutable std::size_t cubic_end = 0;
  bool rests = false;  // its value is that of its first key at all times
};

inline constexpr std::int64_t kLargestTime = std::int64_t{1} << 53;

// 0 for a curve without keys.
double evaluate(const Curve& curve, std::int64_t time, Side side = Side::after);

// Appends the times from `begin` to `end` at which something happens: keys, also those of the rounds of an
// extrapolation. Not sorted. False, with the first ones alone, where there are more than `most`.
bool append_times(const Curve& curve, std::int64_t begin, std::int64_t end, std::size_t most,
                  std::vector<std::int64_t>& times);

// Whether every value is the same.
bool is_constant(const Curve& curve);
// Whether the value may change all at once: at the end of a segment that is constant, or of a round.
bool may_jump(const Curve& curve);

// What was wrong with the keys of a file, as counts.
struct KeyRepairs {
  std::uint64_t unsorted = 0;      // keys earlier than the one before; sorted
  std::uint64_t repeated = 0;      // keys at the time of another one; the last one stays
  std::uint64_t out_of_range = 0;  // keys beyond kLargestTime; dropped
  std::uint64_t unmatched = 0;     // keys without a value or attributes, and values or attributes without key
  bool any() const { return unsorted + repeated + out_of_range + unmatched != 0; }
};

// KeyTime, KeyValueFloat, KeyAttrFlags, KeyAttrDataFloat (as bits of 32-bit floats, four for each entry of
// flags), KeyAttrRefCount. Sets the keys of the curve.
struct KeyLists {
  std::span<const std::int64_t> times;
  std::span<const float> values;
  std::span<const std::int32_t> flags;
  std::span<const std::uint32_t> data;
  std::span<const std::int32_t> counts;
};
KeyRepairs decode_keys(const KeyLists& lists, Curve& curve);

// The mixed list of numbers and letters after `Key` in files of version 6 and before.
struct KeyWord {
  char letter = 0;  // 0: a number
  double number = 0;
};
// False where the list does not fit; then the curve has no keys.
bool decode_key_words(std::span<const KeyWord> words, int key_version, Curve& curve, KeyRepairs& repairs);

}  // namespace skelter::fbx
