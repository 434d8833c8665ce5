#pragma once
// FBX key curves: one number over time, with every kind of interpolation, tangent and extrapolation.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace skelter::fbx {

// Shape of a curve from one key to the next.
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
  // For cubics: the slopes per second at both ends, and the distances of the inner Bezier points from the
  // ends, as fractions of the segment's length.
  double right_slope = 0, next_left_slope = 0;
  double right_weight = 1.0 / 3, next_left_weight = 1.0 / 3;
};

enum class ExtrapolationKind : std::uint8_t {
  constant,
  repeat,
  mirror,           // every second cycle runs backwards
  repeat_relative,  // each cycle starts at the value where the previous one ends
  slope,            // along the end tangent
};
struct Extrapolation {
  ExtrapolationKind kind = ExtrapolationKind::constant;
  std::int64_t rounds = -1;  // below 0: no limit
};
// Converts the letter in the file: C, R, M, A or K. Other letters mean constant.
ExtrapolationKind extrapolation_kind(std::int64_t letter);

// At the time of a jump, a curve has two values.
enum class Side : std::uint8_t { before, after };

struct Curve {
  std::vector<CurveKey> keys;  // times strictly increase and are within +-kLargestTime
  Extrapolation pre, post;
  double seconds_per_tick = 1.0 / 46186158000.0;
  // Key that ends the segment of the previous evaluation. It is kept because most calls move forward in time.
  // As a consequence, only one thread at a time may evaluate a curve.
  mutable std::size_t last_segment_end = 1;
  // Cached polynomial of an unweighted cubic, in ticks after the segment's start, and the key that ends the
  // segment (0 if nothing is cached).
  mutable std::array<double, 4> cubic{};
  mutable std::size_t cubic_end = 0;
  bool rests = false;  // the curve always has the value of its first key
};

inline constexpr std::int64_t kLargestTime = std::int64_t{1} << 53;

// Returns 0 for a curve without keys.
double evaluate(const Curve& curve, std::int64_t time, Side side = Side::after);

// Appends the times of keys from `begin` to `end`, in any order. Includes the repeated keys of an
// extrapolation. If `times` would exceed `most` entries, appends only the first ones and returns false.
bool append_times(const Curve& curve, std::int64_t begin, std::int64_t end, std::size_t most,
                  std::vector<std::int64_t>& times);

// Whether every value is the same.
bool is_constant(const Curve& curve);
// Whether the value may jump: at the end of a constant segment or of a cycle.
bool may_jump(const Curve& curve);

// Counts of repaired faults in the keys of a file.
struct KeyRepairs {
  std::uint64_t unsorted = 0;      // keys earlier than the previous key; sorted
  std::uint64_t repeated = 0;      // keys at the same time; the last one is kept
  std::uint64_t out_of_range = 0;  // keys beyond kLargestTime; dropped
  std::uint64_t unmatched = 0;  // keys without a value or attributes, and values or attributes without a key
  bool any() const { return unsorted + repeated + out_of_range + unmatched != 0; }
};

// The lists KeyTime, KeyValueFloat, KeyAttrFlags, KeyAttrDataFloat (the bits of 32-bit floats, four for each
// entry in the flags) and KeyAttrRefCount. decode_keys() sets the keys of the curve.
struct KeyLists {
  std::span<const std::int64_t> times;
  std::span<const float> values;
  std::span<const std::int32_t> flags;
  std::span<const std::uint32_t> data;
  std::span<const std::int32_t> counts;
};
KeyRepairs decode_keys(const KeyLists& lists, Curve& curve);

// An entry in the list of numbers and letters after `Key` in files of version 6 and earlier.
struct KeyWord {
  char letter = 0;  // 0: a number
  double number = 0;
};
// Returns false if the list is malformed; the curve then has no keys.
bool decode_key_words(std::span<const KeyWord> words, int key_version, Curve& curve, KeyRepairs& repairs);

}  // namespace skelter::fbx
