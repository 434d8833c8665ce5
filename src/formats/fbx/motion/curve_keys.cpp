// Decodes the keys in binary and text files, and computes the slopes of automatic tangents.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include "formats/fbx/internal/curve.h"
#include "formats/fbx/internal/same_bits.h"
#include "formats/fbx/internal/sorting.h"

namespace skelter::fbx {
namespace {

// Bits of KeyAttrFlags.
constexpr std::uint32_t kConstant = 0x2, kLinear = 0x4, kCubic = 0x8;
constexpr std::uint32_t kNext = 0x100, kAutomatic = 0x100;  // the meaning depends on kConstant or kCubic
constexpr std::uint32_t kTcb = 0x200, kUser = 0x400;
constexpr std::uint32_t kClamp = 0x1000, kTimeIndependent = 0x2000, kClampProgressive = 0x4000;
constexpr std::uint32_t kRightWeighted = 0x1000000, kNextLeftWeighted = 0x2000000;

// A key as stored in the file.
struct StoredKey {
  std::int64_t time = 0;
  double value = 0;
  std::uint32_t flags = kLinear;
  // The flags determine the meaning: slopes, biases in percent, or tension, continuity and bias.
  std::array<double, 3> numbers{};
  double right_weight = 1.0 / 3, next_left_weight = 1.0 / 3;
};

bool is_cubic(const StoredKey& key) {
  return (key.flags & (kConstant | kLinear)) == 0 && (key.flags & kCubic) != 0;
}
bool is_tcb(const StoredKey& key) {
  return (key.flags & kConstant) == 0 && (key.flags & kTcb) != 0;
}
bool is_automatic(const StoredKey& key) {
  return (key.flags & (kConstant | kTcb | kUser)) == 0 && (key.flags & kAutomatic) != 0;
}

// Tangents of a list of keys that are sorted by time.
class Tangents {
 public:
  Tangents(const std::vector<StoredKey>& keys, double seconds_per_tick)
      : keys_(keys), seconds_per_tick_(seconds_per_tick) {}

  double right(std::size_t i) const {
    const StoredKey& key = keys_[i];
    if (is_tcb(key)) return tcb(i, 1);
    if (is_automatic(key)) return automatic(i, key.flags, key.numbers[0]);
    return key.numbers[0];
  }
  // Left tangent. The previous key stores the numbers, but the key itself determines what they mean.
  double left(std::size_t i) const {
    const StoredKey &key = keys_[i], &before = keys_[i - 1];
    if (is_tcb(key)) return tcb(i, -1);
    const bool idle = !is_cubic(key) && !is_automatic(before) && !is_tcb(before);
    if (is_automatic(key) && !idle)
      return automatic(i, key.flags, is_automatic(before) ? -before.numbers[1] : 0);
    if (is_tcb(before)) return is_cubic(key) ? key.numbers[0] : slope_before(i);
    return before.numbers[1];
  }

 private:
  double seconds(std::size_t from, std::size_t to) const {
    return static_cast<double>(keys_[to].time - keys_[from].time) * seconds_per_tick_;
  }
  double slope(std::size_t from, std::size_t to) const {
    return (keys_[to].value - keys_[from].value) / seconds(from, to);
  }
  double slope_before(std::size_t i) const { return slope(i - 1, i); }
  double slope_after(std::size_t i) const { return slope(i, i + 1); }

  // `side`: 1 for the right tangent, -1 for the left one.
  double tcb(std::size_t i, double side) const {
    const auto& [tension, continuity, bias] = keys_[i].numbers;
    const bool first = i == 0, last = i + 1 == keys_.size();
    const double factor = first || last ? 1 : 0.5, c = side * continuity;
    const double before = first ? 0 : slope_before(i), after = last ? 0 : slope_after(i);
    return factor * (1 - tension) * ((1 + bias) * (1 + c) * before + (1 - bias) * (1 - c) * after);
  }

  double automatic(std::size_t i, std::uint32_t flags, double bias_percent) const {
    const bool first = i == 0, last = i + 1 == keys_.size();
    if (first && last) return 0;
    if (first || last) {
      if ((flags & kClampProgressive) != 0) return 0;
      return first ? slope_after(i) : slope_before(i);
    }
    const double value = keys_[i].value, before = keys_[i - 1].value, after = keys_[i + 1].value;
    double slope = inner_automatic(i, flags, bias_percent);
    if ((flags & kClampProgressive) != 0) {
      const double sign = slope < 0 ? -1 : 1;
      const double left_s = keys_[i - 1].next_left_weight * seconds(i - 1, i);
      const double right_s = keys_[i].right_weight * seconds(i, i + 1);
      const auto most = [&](double rise, double width_s) {
        return width_s > 0 ? std::max(sign * rise / width_s, 0.0) : 0.0;
      };
      slope = sign * std::min({std::abs(slope), most(value - before, left_s), most(after - value, right_s)});
    } else if ((flags & kClamp) != 0 && (value == before || value == after)) {
      slope = 0;
    }
    return slope;
  }

  double inner_automatic(std::size_t i, std::uint32_t flags, double bias_percent) const {
    const double whole = slope(i - 1, i + 1);
    if ((flags & kTimeIndependent) != 0) return whole;
    const double before = slope_before(i), after = slope_after(i);
    const double share = seconds(i - 1, i) / seconds(i - 1, i + 1);
    double slope = whole / 2 + (before * (1 - share) + after * share) / 2;
    const double bias = std::abs(bias_percent) / 100;
    constexpr double kMinBias = 1e-4, kFreeBias = 5, kStretch = 40;
    if (bias <= kMinBias) return slope;
    const double target = bias_percent > 0 ? after : before, way = target - slope;
    slope = slope * (1 - bias) + target * bias;
    if (const double more = bias - kFreeBias; more > 0) {
      const double direction = std::abs(way) > 1e-5 ? way : bias_percent;
      slope += kStretch * more * more * (direction > 0 ? 1 : -1);
    }
    return slope;
  }

  const std::vector<StoredKey>& keys_;
  double seconds_per_tick_;
};

// Sorts the keys, drops unusable ones, and computes the slopes.
void finish_keys(std::vector<StoredKey>& stored, Curve& curve, KeyRepairs& repairs) {
  const auto earlier = [](const StoredKey& a, const StoredKey& b) { return a.time < b.time; };
  for (std::size_t i = 1; i < stored.size(); ++i)
    if (earlier(stored[i], stored[i - 1])) ++repairs.unsorted;
  if (repairs.unsorted != 0) sort_stably(stored, earlier);
  std::size_t kept = 0;
  for (const StoredKey& key : stored) {
    if (kept != 0 && stored[kept - 1].time == key.time) {
      ++repairs.repeated;
      stored[kept - 1] = key;
    } else {
      stored[kept++] = key;
    }
  }
  stored.resize(kept);

  const Tangents tangents(stored, curve.seconds_per_tick);
  curve.keys.clear();
  curve.keys.reserve(stored.size());
  for (std::size_t i = 0; i < stored.size(); ++i) {
    const StoredKey& from = stored[i];
    CurveKey& key = curve.keys.emplace_back();
    key.time = from.time;
    key.value = from.value;
    if ((from.flags & kConstant) != 0) {
      key.kind = (from.flags & kNext) != 0 ? SegmentKind::constant_next : SegmentKind::constant;
    } else if (is_cubic(from) && i + 1 < stored.size()) {
      key.kind = SegmentKind::cubic;
      key.right_slope = tangents.right(i);
      key.next_left_slope = tangents.left(i + 1);
      key.right_weight = from.right_weight;
      key.next_left_weight = from.next_left_weight;
    }
  }
}

double finite_or_zero(double value) {
  return std::isfinite(value) ? value : 0;
}

// Converts a packed weight, which is a multiple of 0.0001. 3333 means exactly a third.
double unpack_weight(std::uint32_t packed) {
  constexpr std::uint32_t kThird = 3333;
  return packed == kThird ? 1.0 / 3 : packed * 0.0001;
}

void put_attributes(StoredKey& key, std::uint32_t flags, std::span<const std::uint32_t> data) {
  key.flags = flags;
  if (data.size() < 4) return;
  for (std::size_t i = 0; i < 3; ++i) key.numbers[i] = finite_or_zero(same_bits<float>(data[i]));
  if (is_tcb(key)) return;
  key.numbers[2] = 0;
  if ((flags & kRightWeighted) != 0) key.right_weight = unpack_weight(data[2] & 0xFFFF);
  if ((flags & kNextLeftWeighted) != 0) key.next_left_weight = unpack_weight(data[2] >> 16);
}

std::uint64_t distance(std::uint64_t a, std::uint64_t b) {
  return a < b ? b - a : a - b;
}

}  // namespace

KeyRepairs decode_keys(const KeyLists& lists, Curve& curve) {
  KeyRepairs repairs;
  const std::size_t count = std::min(lists.times.size(), lists.values.size());
  repairs.unmatched += distance(lists.times.size(), lists.values.size());
  std::vector<StoredKey> stored;
  stored.reserve(count);
  std::size_t entry = 0;  // index of the attributes
  std::int64_t left = lists.counts.empty() ? 0 : lists.counts[0];
  std::uint64_t without = 0;
  for (std::size_t i = 0; i < count; ++i) {
    while (left <= 0 && entry + 1 < lists.counts.size()) left = lists.counts[++entry];
    if (left <= 0) ++without;
    --left;
    const std::int64_t time = lists.times[i];
    if (time < -kLargestTime || time > kLargestTime) {
      ++repairs.out_of_range;
      continue;
    }
    StoredKey& key = stored.emplace_back();
    key.time = time;
    key.value = finite_or_zero(lists.values[i]);
    if (lists.flags.empty()) continue;
    // Keys beyond the counts use the last attributes.
    const std::size_t at = std::min(entry, lists.flags.size() - 1);
    const auto data = lists.data.size() >= 4 * (at + 1) ? lists.data.subspan(4 * at, 4) : lists.data.first(0);
    put_attributes(key, static_cast<std::uint32_t>(lists.flags[at]), data);
  }
  // Counts attribute entries without a key.
  for (; left > 0 || entry + 1 < lists.counts.size(); left = lists.counts[++entry]) {
    if (left > 0) repairs.unmatched += static_cast<std::uint64_t>(left);
    if (entry + 1 >= lists.counts.size()) break;
  }
  repairs.unmatched += without;
  finish_keys(stored, curve, repairs);
  return repairs;
}

namespace {

// Reads the words of an old list of keys. Functions return false for a word of the wrong type.
class KeyWordReader {
 public:
  KeyWordReader(std::span<const KeyWord> words, int version) : words_(words), version_(version) {}

  bool at_end() const { return at_ == words_.size(); }

  bool read_key(StoredKey& key, bool& in_range) {
    double time = 0;
    if (!number(time) || !number(key.value)) return false;
    in_range = std::abs(time) <= static_cast<double>(kLargestTime);
    key.time = in_range ? static_cast<std::int64_t>(time) : 0;
    switch (letter()) {
      case 'L':
        key.flags = kLinear;
        return true;
      case 'C':
        return read_constant(key);
      case 'U':
        return read_cubic(key);
      default:
        return false;
    }
  }

 private:
  bool number(double& out) {
    if (at_end() || words_[at_].letter != 0) return false;
    out = finite_or_zero(words_[at_++].number);
    return true;
  }
  // Returns 0 if the next word is a number or there is none.
  char letter() {
    if (at_end() || words_[at_].letter == 0) return 0;
    return words_[at_++].letter;
  }

  bool read_constant(StoredKey& key) {
    key.flags = kConstant;
    if (version_ < 4004) return true;
    const char kind = letter();
    if (kind == 'n') key.flags |= kNext;
    return kind == 's' || kind == 'n';
  }

  bool read_cubic(StoredKey& key) {
    key.flags = kCubic;
    const char kind = letter();
    double unused = 0;
    int weight_letters = 1;
    switch (kind) {
      case 's':
      case 'b':
        key.flags |= kUser;
        if (!number(key.numbers[0]) || !number(key.numbers[1])) return false;
        if (version_ == 4003) weight_letters = 0;
        break;
      case 't':
        key.flags |= kTcb;
        for (double& parameter : key.numbers)
          if (!number(parameter)) return false;
        weight_letters = 0;
        break;
      case 'a':
        key.flags |= kAutomatic | kTimeIndependent | kClampProgressive;
        if (version_ <= 4004) weight_letters = 0;
        break;
      case 'p':
      case 'q':
        key.flags |= kAutomatic | kTimeIndependent | kClampProgressive;
        if (!number(unused) || !number(unused)) return false;
        if (version_ >= 4005) weight_letters = 2;
        break;
      case 'd':
        key.flags |= kAutomatic | kTimeIndependent | kClampProgressive;
        if (!number(unused)) return false;
        break;
      default:
        return false;
    }
    for (; weight_letters > 0; --weight_letters)
      if (!read_weights(key)) return false;
    return true;
  }

  bool read_weights(StoredKey& key) {
    switch (letter()) {
      case 'n':
      case 'c':
        return true;
      case 'a':
        return number(key.right_weight) && number(key.next_left_weight);
      case 'l':
        return number(key.next_left_weight);
      case 'r':
        return number(key.right_weight);
      default:
        return false;
    }
  }

  std::span<const KeyWord> words_;
  std::size_t at_ = 0;
  int version_;
};

}  // namespace

bool decode_key_words(std::span<const KeyWord> words, int key_version, Curve& curve, KeyRepairs& repairs) {
  curve.keys.clear();
  std::vector<StoredKey> stored;
  KeyWordReader reader(words, key_version);
  while (!reader.at_end()) {
    StoredKey key;
    bool in_range = true;
    if (!reader.read_key(key, in_range)) return false;
    if (in_range)
      stored.push_back(key);
    else
      ++repairs.out_of_range;
  }
  finish_keys(stored, curve, repairs);
  return true;
}

}  // namespace skelter::fbx
