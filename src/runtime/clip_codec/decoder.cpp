#include "runtime/internal/format/blob_headers.h"
#include "runtime/internal/format/clip_records.h"
#include "skelter/runtime/clip.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "runtime/internal/clip_codec/corrections_kernel.h"
#include "runtime/internal/clip_codec/groups.h"
#include "runtime/internal/clip_codec/head.h"
#include "runtime/internal/clip_codec/parts.h"
#include "runtime/internal/clip_codec/rotation_kernel.h"

namespace skelter {
namespace {

using namespace clip_codec;

constexpr Problem bad(const char* what) {
  return {Status::bad_data, what};
}

// Decodes one clip. Writes only inside `out`, which has the size that the prefix declares.
class ClipDecoder {
 public:
  ClipDecoder(ByteSpan payload, std::span<std::byte> out) : bits_(payload), out_(out), size_(out.size()) {}
  // Has no memory for the clip; only for check_size().
  ClipDecoder(ByteSpan payload, std::size_t size) : bits_(payload), size_(size) {}

  // Whether the declared size matches the head and its parts. A clip with Content::whole has neither.
  Problem check_size() {
    if (code_number(bits_, Field::count, 0) == static_cast<std::uint32_t>(Content::whole)) return {};
    code_head(bits_, head_);
    const Problem problem = place();
    return problem.ok() ? check_end() : problem;
  }

  Problem run() {
    if (code_number(bits_, Field::count, 0) == static_cast<std::uint32_t>(Content::whole))
      return decode_whole();
    code_head(bits_, head_);
    Problem problem = place();
    if (problem.ok()) problem = check_end();
    if (!problem.ok()) return problem;
    for_each_list(header(), out_.data(), [&](std::span<std::byte> list, std::size_t words) {
      if (words == 0)
        code_characters(bits_, list);
      else
        code_words(bits_, list, words);
    });
    problem = decode_still();
    if (problem.ok()) problem = decode_packed();
    return problem.ok() ? decode_wide() : problem;
  }

  std::size_t position() const { return bits_.at; }

 private:
  Problem decode_whole() {
    std::memset(out_.data(), 0, out_.size());
    code_whole(bits_, out_, 0);
    return check_rest();
  }

  ClipHeader& header() { return head_.header; }
  const ClipHeader& header() const { return head_.header; }
  Problem check_end() const { return bits_.passed_end() ? bad("a stored clip ends early") : Problem{}; }
  // Call this after everything has been read.
  Problem check_rest() const {
    if (bits_.passed_end() || bits_.ends_well()) return check_end();
    return bad("the data of a stored clip does not match its end");
  }
  std::size_t part_count() const { return 3 * std::size_t{blocks_for(header().joint_count)}; }
  static PartKind kind_of(std::size_t part) { return static_cast<PartKind>(part % 3); }

  void put(std::uint64_t at, const void* bytes, std::size_t size) {
    if (!out_.empty()) std::memcpy(out_.data() + at, bytes, size);
  }
  // Reads the formats first, because they determine all sizes.
  Problem place() {
    if (bits_.passed_end()) return check_end();
    if (header().joint_count > kMaxJoints) return bad("more than 65534 joints");
    if (header().frame_count == 0) return bad("no frames");
    ClipHeader first = header();
    Counts none;
    none.spread_bytes = kSpreadBytes;  // reserves space for the spreads
    if (lay_out(first, none, 0) > size_ + kSpreadBytes) return sizes_differ();
    if (!out_.empty()) std::memset(out_.data(), 0, out_.size());
    Counts& counts = head_.counts;
    counts.rates = std::min<std::uint32_t>(counts.rates, kMaxRates);
    for (std::uint32_t i = 0; i < counts.rates; ++i)
      rates_[i].divisor = std::max(code_number(bits_, Field::count, 0), std::uint32_t{1});
    for (std::size_t i = 0; i < part_count(); ++i) {
      const PartKind kind = kind_of(i);
      ClipPart part;
      part.format = code_format(bits_, kind, PartFormat::rest);
      if (part.format == PartFormat::constant) part.data = counts.constants;
      if (part.format >= PartFormat::packed) {
        if (counts.rates == 0) return bits_.passed_end() ? check_end() : bad("a part has an unknown rate");
        part.rate = static_cast<std::uint16_t>(code_rate(bits_, counts.rates, 0));
      }
      std::uint32_t& stride = rates_[part.rate].stride;
      if (part.format == PartFormat::wide) {
        part.data = aligned(stride);
        stride = part.data + wide_bytes(kind);
        part.group_begin[0] = code_wide_lanes(i / 3, kind);
      }
      if (part.format == PartFormat::packed) {
        const PackedLayout layout = code_layout(i / 3, kind);
        part.data = stride;
        part.range = counts.constants;
        part.spread = static_cast<std::uint16_t>(counts.spread_bytes / kSpreadBytes);
        std::copy_n(layout.group_begin, 3, part.group_begin);
        stride += layout.bytes;
        // The spreads follow the parts, so their offset is known before their number.
        const std::uint64_t at = std::uint64_t{first.spreads.offset} + counts.spread_bytes;
        if (at + kSpreadBytes > size_) return sizes_differ();
        put(at, layout.spread.data(), kSpreadBytes);
        counts.spread_bytes += kSpreadBytes;
      }
      counts.constants += constant_floats(part.format, kind);
      put(first.parts.offset + i * sizeof(ClipPart), &part, sizeof(part));
    }
    const std::span<ClipRate> rates(rates_.data(), counts.rates);
    const std::uint64_t frames = place_rates(rates, header().frame_count);
    if (lay_out(header(), counts, frames) != size_) return sizes_differ();
    put(0, &header(), sizeof(ClipHeader));
    if (!rates.empty()) put(header().rates.offset, rates.data(), rates.size_bytes());
    constant_step_ = step_size(code_number(bits_, Field::count, 0) % kStepCount);
    return {};
  }
  // Reads which lanes move, and the byte widths of their integers.
  PackedLayout code_layout(std::size_t block, PartKind kind) {
    Widths widths{};
    for (std::size_t lane = 0; lane < lanes_of(block); ++lane) {
      if (!code_moves(bits_, kind, false)) continue;
      for (std::size_t row = 0; row < rows_of(kind); ++row)
        widths[row][lane] = head_.fine ? 2 : code_width(bits_, kind, row, 0);
      // A moving lane has at least one integer.
      if (std::all_of(widths.begin(), widths.end(), [&](const auto& row) { return row[lane] == 0; }))
        widths[0][lane] = 1;
    }
    return lay_out_packed(widths);
  }
  // Reads the moving lanes of a wide part, which keeps them in group_begin[0] until everything is decoded.
  std::uint8_t code_wide_lanes(std::size_t block, PartKind kind) {
    std::uint32_t lanes = 0;
    for (std::size_t lane = 0; lane < lanes_of(block); ++lane)
      lanes |= code_moves(bits_, kind, false) ? 1u << lane : 0;
    return static_cast<std::uint8_t>(lanes);
  }
  std::size_t lanes_of(std::size_t block) const {
    return std::min<std::size_t>(kLanes, header().joint_count - block * kLanes);
  }
  static Problem sizes_differ() { return bad("the sizes in a stored clip do not match"); }

  // --- constant lanes ------------------------------------------------------------------------------------

  std::span<ClipPart> parts() {
    return {reinterpret_cast<ClipPart*>(out_.data() + header().parts.offset), part_count()};
  }
  std::span<const std::uint8_t> spread_of(const ClipPart& part) const {
    const std::byte* spreads = out_.data() + header().spreads.offset + part.spread * kSpreadBytes;
    return {reinterpret_cast<const std::uint8_t*>(spreads), kSpreadBytes};
  }
  // Returns one bit for each moving lane.
  std::uint32_t moving_lanes(const ClipPart& part, PartKind kind) const {
    if (part.format == PartFormat::wide) return part.group_begin[0];
    if (part.format != PartFormat::packed) return 0;
    const std::span<const std::uint8_t> spread = spread_of(part);
    std::uint32_t lanes = 0;
    for (std::size_t row = 0; row < rows_of(kind); ++row)
      for (std::size_t lane = 0; lane < kLanes; ++lane)
        lanes |= spread[place_index(row, lane)] != kNoByte ? 1u << lane : 0;
    return lanes;
  }

  Problem decode_still() {
    for (std::size_t i = 0; i < part_count(); ++i) {
      const ClipPart& part = parts()[i];
      if (part.format == PartFormat::rest) continue;
      const PartKind kind = kind_of(i);
      const std::uint32_t moving = moving_lanes(part, kind);
      for (std::uint32_t lane = 0; lane < kLanes; ++lane)
        if ((moving >> lane & 1) == 0)
          write_still(part, kind, lane, lane < lanes_of(i / 3) ? decode_still(kind) : padding(kind));
      if (bits_.passed_end()) return check_end();
    }
    return {};
  }
  using Row4 = std::array<float, 4>;
  static Row4 padding(PartKind kind) {
    const float value = kind == PartKind::scale ? 1.0f : 0.0f;
    return {value, value, value, kind == PartKind::rotation ? 1.0f : 0.0f};
  }
  Row4 decode_still(PartKind kind) {
    if (kind == PartKind::rotation) {
      FirstRotation rotation;
      code_constant(bits_, rotation);
      const Quatd q = rotation.value();
      return {static_cast<float>(q.x), static_cast<float>(q.y), static_cast<float>(q.z),
              static_cast<float>(q.w)};
    }
    ConstantVector v;
    code_constant(bits_, kind, v);
    Row4 numbers{};
    for (std::size_t c = 0; c < 3; ++c)
      numbers[c] = v.exact ? v.numbers[c] : constant_value(kind, constant_step_, v.multiples[c]);
    return numbers;
  }
  // Writes the same value for all frames: to the constants, the offsets of a range, or every frame.
  void write_still(const ClipPart& part, PartKind kind, std::uint32_t lane, const Row4& value) {
    for (std::size_t row = 0; row < rows_of(kind); ++row) {
      if (part.format == PartFormat::constant)
        set_constant(part.data + row * kLanes + lane, value[row]);
      else if (part.format == PartFormat::packed)
        set_constant(part.range + row * kLanes + lane, value[row]);
      else
        for (std::uint32_t frame = 0; frame < frames_of(part.rate); ++frame)
          write_wide(part, frame, lane, row, value[row]);
    }
  }
  void set_constant(std::size_t index, float value) {
    std::memcpy(out_.data() + header().constants.offset + 4 * index, &value, 4);
  }

  std::uint32_t frames_of(std::uint32_t rate) const {
    return frames_kept(header().frame_count, rates_[rate].divisor);
  }
  // The last frame of a closed clip is a copy of the first and is not coded.
  std::uint32_t coded_frames(std::uint32_t rate) const {
    const std::uint32_t frames = frames_of(rate);
    return head_.closed && frames > 1 ? frames - 1 : frames;
  }
  std::byte* frame_at(std::uint32_t rate, std::uint32_t frame) {
    return out_.data() + header().frames.offset + rates_[rate].begin +
           std::size_t{frame} * rates_[rate].stride;
  }

  // --- packed tracks, up to eight at once ----------------------------------------------------------------

  Problem decode_packed() {
    Problem problem;
    for_each_group(
        parts(), head_.counts.rates,
        [&](std::uint32_t part) { return moving_lanes(parts()[part], kind_of(part)); },
        [&](bool rotations, std::span<const TrackAt> tracks) {
          problem = rotations ? decode_rotations(tracks) : decode_vectors(tracks);
          return problem.ok();
        });
    return problem;
  }

  // Byte offsets of a group's integers in a frame, by row and lane of FrameNumbers.
  struct Places {
    struct Place {
      std::uint32_t from = 0, to = 0;
    };
    std::array<Place, 4 * kLanes> bytes, pairs;
    std::size_t byte_count = 0, pair_count = 0;

    void add(std::uint32_t width, std::uint32_t from, std::uint32_t to) {
      if (width == 1) bytes[byte_count++] = {from, to};
      if (width == 2) pairs[pair_count++] = {from, to};
    }
    void write(const FrameNumbers& numbers, std::byte* frame) const {
      const std::int32_t* all = &numbers.of[0][0];
      for (std::size_t i = 0; i < byte_count; ++i)
        frame[bytes[i].to] = static_cast<std::byte>(all[bytes[i].from] & 0xFF);
      for (std::size_t i = 0; i < pair_count; ++i) {
        const auto pair = static_cast<std::uint16_t>(all[pairs[i].from]);
        std::memcpy(frame + pairs[i].to, &pair, sizeof(pair));
      }
    }
  };

  // Writes the offsets and the step of a moving lane; `origin` is the value at position 0, `column` the lane
  // in the group. Returns the biases of the rows, and the ranges of their bytes.
  struct RowRange {
    std::int32_t bias = 0;
    NumberRange holds;
  };
  std::array<RowRange, 4> begin_numbers(const TrackAt& track, std::size_t column, Places& places,
                                        const std::array<double, 4>& origin, double step) {
    const ClipPart& part = parts()[track.part];
    const std::size_t rows = rows_of(kind_of(track.part));
    const std::span<const std::uint8_t> spread = spread_of(part);
    std::array<RowRange, 4> ranges;
    for (std::size_t row = 0; row < rows; ++row) {
      const std::uint32_t width = width_of(spread, row, track.lane);
      RowRange& range = ranges[row];
      range.bias = head_.fine ? 0 : code_bias(bits_, width, 0);
      // Rows without bytes are constant; the encoder has ensured that no precision is lost.
      constexpr std::int64_t kFar = std::int64_t{1} << 48;
      range.holds = width == 0 ? NumberRange{-kFar, kFar} : range_of(width);
      places.add(width, static_cast<std::uint32_t>(row * kLanes + column),
                 part.data + static_cast<std::uint32_t>(part.begin_of(group_of(row, track.lane))) +
                     spread[place_index(row, track.lane)]);
      set_constant(part.range + row * kLanes + track.lane,
                   static_cast<float>(origin[row] - step * range.bias));
    }
    set_constant(part.range + rows * kLanes + track.lane, static_cast<float>(step));
    return ranges;
  }

  // Number of frames that are decoded at a time.
  static constexpr std::uint32_t kChunk = 16;
  struct Chunk {
    std::array<FrameCorrections, kChunk> corrections;
    std::array<FrameNumbers, kChunk> numbers;
  };
  Problem decode_rotations(std::span<const TrackAt> tracks) {
    const std::uint32_t rate = parts()[tracks[0].part].rate;
    RotationGroup group;
    Places places;
    for (std::size_t column = 0; column < tracks.size(); ++column) {
      RotationTrack track;
      tracks_.code(bits_, track);
      const Quatd value = track.first.value();
      RotationGrid grid = RotationGrid::fine();
      if (!head_.fine) {
        TrackCoding::code_grid(bits_, track);
        grid = RotationGrid::of(track, value);
      }
      group.set(column, track, value, grid);
      const auto ranges = begin_numbers(tracks[column], column, places, grid.origin, grid.step);
      for (std::size_t row = 0; row < 4; ++row) {
        group.bias[row][column] = ranges[row].bias;
        group.least[row][column] = static_cast<double>(ranges[row].holds.least);
        group.most[row][column] = static_cast<double>(ranges[row].holds.most);
      }
    }
    if (bits_.passed_end()) return check_end();
    LaneDoubles first[4];
    std::memcpy(first, group.value, sizeof(first));
    GroupHistory history;
    Chunk chunk;
    std::memset(&chunk.corrections, 0, sizeof(chunk.corrections));  // clears columns without a track
    bool inside = round_rotations(group, tracks.size(), chunk.numbers[0]);
    places.write(chunk.numbers[0], frame_at(rate, 0));
    const std::uint32_t coded = coded_frames(rate);
    for (std::uint32_t frame = 1; frame < coded; frame += kChunk) {
      const std::uint32_t count = std::min(kChunk, coded - frame);
      decode_corrections(bits_, history, tracks.size(), frame - 1, count, chunk.corrections.data());
      if (bits_.passed_end()) return check_end();
      inside &=
          advance_rotations(group, tracks.size(), count, chunk.corrections.data(), chunk.numbers.data());
      if (!inside) return leaves_range();
      for (std::uint32_t i = 0; i < count; ++i) places.write(chunk.numbers[i], frame_at(rate, frame + i));
    }
    if (coded < frames_of(rate)) {
      close_loop(group, first, tracks.size());
      inside &= round_rotations(group, tracks.size(), chunk.numbers[0]);
      places.write(chunk.numbers[0], frame_at(rate, coded));
    }
    return inside ? Problem{} : leaves_range();
  }
  // Sets the group to the first rotations, with the signs of the last ones.
  static void close_loop(RotationGroup& group, const LaneDoubles (&first)[4], std::size_t lanes) {
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      double side = 0;
      for (std::size_t row = 0; row < 4; ++row) side += first[row][lane] * group.value[row][lane];
      for (std::size_t row = 0; row < 4; ++row)
        group.value[row][lane] = side < 0 ? -first[row][lane] : first[row][lane];
    }
  }
  static Problem leaves_range() { return bad("a number in a stored clip is out of range"); }

  Problem decode_vectors(std::span<const TrackAt> tracks) {
    const std::uint32_t rate = parts()[tracks[0].part].rate;
    struct Column {
      Predictor predictor;
      VectorState state;
      Position first;
      std::array<RowRange, 4> ranges;
    };
    std::array<Column, kLanes> columns;
    Places places;
    for (std::size_t column = 0; column < tracks.size(); ++column) {
      VectorTrack track;
      tracks_.code(bits_, track);
      const double step = step_size(track.step);
      Column& to = columns[column];
      to.predictor = track.predictor;
      for (std::size_t c = 0; c < 3; ++c) to.state.value[c] = track.first[c];
      to.first = to.state.value;
      to.ranges =
          begin_numbers(tracks[column], column, places,
                        {track.first[0] * step, track.first[1] * step, track.first[2] * step, 0}, step);
    }
    if (bits_.passed_end()) return check_end();
    GroupHistory history;
    Chunk chunk;
    const auto write = [&](std::uint32_t frame, FrameNumbers& numbers) {
      bool inside = true;
      for (std::size_t column = 0; column < tracks.size(); ++column)
        for (std::size_t c = 0; c < 3; ++c) {
          const Column& from = columns[column];
          const std::int64_t number = from.state.value[c] - from.first[c] + from.ranges[c].bias;
          inside &= number >= from.ranges[c].holds.least && number <= from.ranges[c].holds.most;
          numbers.of[c][column] = static_cast<std::int32_t>(number);
        }
      places.write(numbers, frame_at(rate, frame));
      return inside;
    };
    bool inside = write(0, chunk.numbers[0]);
    const std::uint32_t coded = coded_frames(rate);
    for (std::uint32_t frame = 1; frame < coded; frame += kChunk) {
      const std::uint32_t count = std::min(kChunk, coded - frame);
      decode_corrections(bits_, history, tracks.size(), frame - 1, count, chunk.corrections.data());
      if (bits_.passed_end()) return check_end();
      for (std::uint32_t i = 0; i < count; ++i) {
        for (std::size_t column = 0; column < tracks.size(); ++column) {
          const FrameCorrections& from = chunk.corrections[i];
          columns[column].state.advance(columns[column].predictor,
                                        {from.of[0][column], from.of[1][column], from.of[2][column]});
        }
        inside &= write(frame + i, chunk.numbers[i]);
      }
      if (!inside) return leaves_range();
    }
    if (coded < frames_of(rate)) {
      for (Column& column : columns) column.state.value = column.first;
      inside &= write(coded, chunk.numbers[0]);
    }
    return inside ? Problem{} : leaves_range();
  }

  // --- wide tracks, one by one: there are few ------------------------------------------------------------

  Problem decode_wide() {
    for (std::size_t i = 0; i < part_count(); ++i) {
      ClipPart& part = parts()[i];
      if (part.format != PartFormat::wide) continue;
      const std::uint32_t moving = moving_lanes(part, kind_of(i));
      for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
        if ((moving >> lane & 1) == 0) continue;
        if (kind_of(i) == PartKind::rotation)
          decode_wide_rotation(part, lane);
        else
          decode_wide_vector(part, lane);
        if (bits_.passed_end()) return check_end();
      }
      part.group_begin[0] = 0;
    }
    return check_rest();
  }

  void decode_wide_rotation(const ClipPart& part, std::uint32_t lane) {
    RotationTrack track;
    tracks_.code(bits_, track);
    const RotationRule rule(track);
    const Quatd first = track.first.value();
    RotationState state{first};
    History history;
    write_wide(part, 0, lane, first);
    const std::uint32_t coded = coded_frames(part.rate);
    for (std::uint32_t frame = 1; frame < coded && !bits_.passed_end(); ++frame) {
      state.advance(rule, code_corrections(bits_, history, learning_rate(frame - 1), {}));
      write_wide(part, frame, lane, state.value);
    }
    if (coded == frames_of(part.rate)) return;
    const double side = dot(first, state.value) < 0 ? -1 : 1;
    write_wide(part, coded, lane, {first.x * side, first.y * side, first.z * side, first.w * side});
  }
  void decode_wide_vector(const ClipPart& part, std::uint32_t lane) {
    VectorTrack track;
    tracks_.code(bits_, track);
    const double step = step_size(track.step);
    VectorState state;
    for (std::size_t c = 0; c < 3; ++c) state.value[c] = track.first[c];
    const Position first = state.value;
    History history;
    const std::uint32_t coded = coded_frames(part.rate);
    for (std::uint32_t frame = 0; frame < frames_of(part.rate) && !bits_.passed_end(); ++frame) {
      if (frame > 0 && frame < coded)
        state.advance(track.predictor, code_corrections(bits_, history, learning_rate(frame - 1), {}));
      const Position& value = frame < coded ? state.value : first;
      for (std::size_t row = 0; row < 3; ++row)
        write_wide(part, frame, lane, row, static_cast<double>(value[row]) * step);
    }
  }
  void write_wide(const ClipPart& part, std::uint32_t frame, std::uint32_t lane, const Quatd& q) {
    const double rows[4] = {q.x, q.y, q.z, q.w};
    for (std::size_t row = 0; row < 4; ++row) write_wide(part, frame, lane, row, rows[row]);
  }
  void write_wide(const ClipPart& part, std::uint32_t frame, std::uint32_t lane, std::size_t row,
                  double value) {
    const auto number = static_cast<float>(value);
    std::memcpy(frame_at(part.rate, frame) + part.data + sizeof(float) * (row * kLanes + lane), &number,
                sizeof(number));
  }

  Decoder bits_;
  std::span<std::byte> out_;
  std::size_t size_;
  Head head_;
  TrackCoding tracks_;
  std::array<ClipRate, kMaxRates> rates_{};
  double constant_step_ = 0;
};

}  // namespace

std::size_t decoded_size(ByteSpan stored) {
  if (stored.size() < kPrefixBytes || load_le<std::uint32_t>(stored, 0) != kMagic) return 0;
  const std::uint32_t size = load_le<std::uint32_t>(stored, 4);
  return size >= sizeof(ClipHeader) && size <= largest_hot_bytes(stored.size()) ? size : 0;
}

Problem check_decoded_size(ByteSpan stored) {
  const std::size_t size = decoded_size(stored);
  if (size == 0) return bad("not a stored clip");
  return ClipDecoder(stored.subspan(kPrefixBytes), size).check_size();
}

Problem decode_clip(ByteSpan stored, std::span<std::byte> out, ClipView& clip) {
  const std::size_t size = decoded_size(stored);
  if (size == 0) return bad("not a stored clip");
  if (out.size() < size) return {Status::invalid_argument, "the memory for a decoded clip is too small"};
  if (reinterpret_cast<std::uintptr_t>(out.data()) % kBlobAlignment != 0)
    return {Status::invalid_argument, "data is not aligned to 64 bytes"};
  ClipDecoder decoder(stored.subspan(kPrefixBytes), out.first(size));
  const Problem problem = decoder.run();
  if (!problem.ok()) return problem;
  for (std::size_t at = kPrefixBytes + decoder.position(); at < stored.size(); ++at)
    if (stored[at] != std::byte{0}) return bad("a stored clip has bytes after its end");
  std::memcpy(out.data() + offsetof(ClipHeader, skeleton_hash), stored.data() + kHashAt,
              sizeof(std::uint64_t));
  return read_clip(out.first(size), clip);
}

}  // namespace skelter
