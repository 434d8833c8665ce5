#include "skelter/runtime/clip.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "runtime/internal/clip_codec/head.h"
#include "runtime/internal/clip_codec/parts.h"

namespace skelter {
namespace {

using namespace clip_codec;

constexpr Problem bad(const char* what) {
  return {Status::bad_data, what};
}

// Decodes one clip. Writes only inside `out`, which is as large as the prefix claims.
class ClipDecoder {
 public:
  ClipDecoder(ByteSpan payload, std::span<std::byte> out) : bits_(payload), out_(out) {}

  Problem run() {
    HeadModels head_models;
    if (bits_.code(false, kWholeChance)) return decode_whole(head_models);
    head_models.code(bits_, head_);
    Problem problem = place();
    if (problem.ok()) problem = check_end();
    if (!problem.ok()) return problem;
    for_each_list(header(), out_.data(), [&](std::span<std::byte> list, std::size_t words) {
      if (words == 0)
        head_models.code_characters(bits_, list);
      else
        head_models.code_words(bits_, list, words);
    });
    return decode_parts();
  }

  std::size_t position() const { return bits_.position(); }

 private:
  Problem decode_whole(HeadModels& models) {
    std::memset(out_.data(), 0, out_.size());
    models.code_whole(bits_, out_, 0);
    return check_end();
  }

  ClipHeader& header() { return head_.header; }
  Problem check_end() const { return bits_.passed_end() ? bad("a stored clip ends early") : Problem{}; }

  // Formats come first: with them the size of everything is known.
  Problem place() {
    if (bits_.passed_end()) return check_end();
    if (header().joint_count > kMaxJoints) return bad("more joints than 16 bits can number");
    if (header().frame_count == 0) return bad("no frames");
    const std::size_t part_count = 3 * std::size_t{blocks_for(header().joint_count)};
    ClipHeader first = header();
    Counts none;
    none.spread_bytes = kSpreadBytes;  // so that they have a place
    if (lay_out(first, none, 0) > out_.size() + kSpreadBytes) return sizes_differ();
    std::memset(out_.data(), 0, out_.size());
    Counts& counts = head_.counts;
    counts.rates = std::min<std::uint32_t>(counts.rates, kMostRates);
    for (std::uint32_t i = 0; i < counts.rates; ++i)
      rates_[i].divisor = std::max(rates_model_.code(bits_, 0), std::uint32_t{1});
    for (std::size_t i = 0; i < part_count; ++i) {
      const PartKind kind = static_cast<PartKind>(i % 3);
      ClipPart part;
      part.format = models_.code_format(bits_, kind, PartFormat::rest);
      if (part.format == PartFormat::constant) part.data = counts.constants;
      if (part.format >= PartFormat::packed) {
        if (counts.rates == 0) return bits_.passed_end() ? check_end() : bad("a part has an unknown rate");
        part.rate = static_cast<std::uint16_t>(models_.code_rate(bits_, counts.rates, 0));
      }
      std::uint32_t& stride = rates_[part.rate].stride;
      if (part.format == PartFormat::wide) {
        part.data = aligned(stride);
        stride = part.data + wide_bytes(kind);
      }
      if (part.format == PartFormat::packed) {
        const PackedLayout layout = code_layout(i / 3, kind);
        part.data = stride;
        part.range = counts.constants;
        part.spread = static_cast<std::uint16_t>(counts.spread_bytes / kSpreadBytes);
        std::copy_n(layout.group_begin, 3, part.group_begin);
        stride += layout.bytes;
        // The spreads follow the parts, so their place is known before their number is.
        const std::uint64_t at = std::uint64_t{first.spreads.offset} + counts.spread_bytes;
        if (at + kSpreadBytes > out_.size()) return sizes_differ();
        std::memcpy(out_.data() + at, layout.spread.data(), kSpreadBytes);
        counts.spread_bytes += kSpreadBytes;
      }
      counts.constants += constant_floats(part.format, kind);
      std::memcpy(out_.data() + first.parts.offset + i * sizeof(ClipPart), &part, sizeof(part));
    }
    const std::span<ClipRate> rates(rates_.data(), counts.rates);
    const std::uint64_t frames = place_rates(rates, header().frame_count);
    if (lay_out(header(), counts, frames) != out_.size()) return sizes_differ();
    std::memcpy(out_.data(), &header(), sizeof(ClipHeader));
    if (!rates.empty()) std::memcpy(out_.data() + header().rates.offset, rates.data(), rates.size_bytes());
    constant_step_ = step_size(constant_step_model_.code(bits_, 0) % kStepCount);
    return {};
  }
  // Which lanes move, and how many bytes their numbers take.
  PackedLayout code_layout(std::size_t block, PartKind kind) {
    Widths widths{};
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      if (block * kLanes + lane >= header().joint_count || !models_.code_moves(bits_, kind, false)) continue;
      for (std::size_t row = 0; row < rows_of(kind); ++row)
        widths[row][lane] = head_.fine ? 2 : models_.code_width(bits_, kind, row, 0);
      // A lane that moves has a number.
      if (std::all_of(widths.begin(), widths.end(), [&](const auto& row) { return row[lane] == 0; }))
        widths[0][lane] = 1;
    }
    return lay_out_packed(widths);
  }
  static Problem sizes_differ() { return bad("sizes of a stored clip do not agree"); }

  Problem decode_parts() {
    const std::size_t part_count = 3 * std::size_t{blocks_for(header().joint_count)};
    for (std::size_t i = 0; i < part_count; ++i) {
      std::memcpy(&part_, out_.data() + header().parts.offset + i * sizeof(ClipPart), sizeof(ClipPart));
      kind_ = static_cast<PartKind>(i % 3);
      if (part_.format == PartFormat::rest) continue;
      for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
        const std::size_t joint = i / 3 * kLanes + lane;
        const Problem problem = joint < header().joint_count ? decode_lane(lane) : fill_padding(lane);
        if (!problem.ok()) return problem;
      }
    }
    return check_end();
  }

  Problem fill_padding(std::uint32_t lane) {
    write_constant(lane, kind_ == PartKind::rotation
                             ? std::array<float, 4>{0, 0, 0, 1}
                             : std::array<float, 4>{constant_value(kind_, 0, 0), constant_value(kind_, 0, 0),
                                                    constant_value(kind_, 0, 0)});
    return {};
  }

  // Of the part.
  std::span<const std::uint8_t> spread() const {
    const std::byte* spreads = out_.data() + head_.header.spreads.offset + part_.spread * kSpreadBytes;
    return {reinterpret_cast<const std::uint8_t*>(spreads), kSpreadBytes};
  }
  std::uint32_t width(std::size_t row, std::uint32_t lane) const { return width_of(spread(), row, lane); }
  bool lane_moves(std::uint32_t lane) {
    if (part_.format == PartFormat::wide) return models_.code_moves(bits_, kind_, false);
    if (part_.format != PartFormat::packed) return false;
    for (std::size_t row = 0; row < rows_of(kind_); ++row)
      if (width(row, lane) != 0) return true;
    return false;
  }

  Problem decode_lane(std::uint32_t lane) {
    const bool moves = lane_moves(lane);
    if (kind_ == PartKind::rotation) {
      if (moves) return decode_rotation_track(lane);
      FirstRotation rotation;
      models_.code_constant(bits_, rotation);
      const Quatd q = rotation.value();
      write_constant(lane, {static_cast<float>(q.x), static_cast<float>(q.y), static_cast<float>(q.z),
                            static_cast<float>(q.w)});
    } else {
      if (moves) return decode_vector_track(lane);
      ConstantVector v;
      models_.code_constant(bits_, kind_, v);
      float numbers[4] = {};
      for (std::size_t c = 0; c < 3; ++c)
        numbers[c] = v.exact ? v.numbers[c] : constant_value(kind_, constant_step_, v.multiples[c]);
      write_constant(lane, {numbers[0], numbers[1], numbers[2]});
    }
    return check_end();
  }

  // The same value in all frames: in the constants, in the offsets of a range, or in every frame.
  void write_constant(std::uint32_t lane, const std::array<float, 4>& value) {
    for (std::size_t row = 0; row < rows_of(kind_); ++row) {
      if (part_.format == PartFormat::constant)
        set_constant(part_.data + row * kLanes + lane, value[row]);
      else if (part_.format == PartFormat::packed)
        set_constant(part_.range + row * kLanes + lane, value[row]);
      else
        for (std::uint32_t frame = 0; frame < frame_count(); ++frame)
          write_wide(frame, lane, row, value[row]);
    }
  }

  // Of the part's rate.
  std::uint32_t frame_count() const {
    return frames_kept(head_.header.frame_count, rates_[part_.rate].divisor);
  }
  // The last frame is a copy when the clip is closed.
  std::uint32_t coded_frames() const {
    const std::uint32_t frames = frame_count();
    return head_.closed && frames > 1 ? frames - 1 : frames;
  }

  Problem decode_rotation_track(std::uint32_t lane) {
    RotationTrack track;
    models_.tracks.code(bits_, track);
    grid_ = RotationGrid::fine();
    if (part_.format == PartFormat::packed && !head_.fine) {
      models_.tracks.code_grid(bits_, track);
      grid_ = RotationGrid::of(track);
    }
    if (part_.format == PartFormat::packed) begin_numbers(lane, grid_.origin, grid_.step);
    const RotationRule rule(track);
    RotationState state{track.first.value()};
    std::array<History, 3> histories;
    bool inside = write_rotation(0, lane, state.value);
    for (std::uint32_t frame = 1; frame < coded_frames(); ++frame) {
      state.advance(rule, code_corrections(bits_, models_.tracks.rotations, histories, Numbers{}));
      inside &= write_rotation(frame, lane, state.value);
      if (bits_.passed_end()) return check_end();
    }
    if (coded_frames() < frame_count()) {
      const Quatd first = track.first.value();
      const double side = dot(first, state.value) < 0 ? -1 : 1;
      inside &= write_rotation(frame_count() - 1, lane,
                               {first.x * side, first.y * side, first.z * side, first.w * side});
    }
    return inside ? check_end() : leaves_range();
  }
  Problem leaves_range() const {
    return bits_.passed_end() ? check_end() : bad("a number of a stored clip leaves its range");
  }

  bool write_rotation(std::uint32_t frame, std::uint32_t lane, const Quatd& q) {
    if (part_.format == PartFormat::packed) {
      const std::array<std::int64_t, 4> numbers = grid_.nearest(q);
      bool inside = true;
      for (std::size_t row = 0; row < 4; ++row) inside &= write_number(frame, row, numbers[row]);
      return inside;
    }
    const double rows[4] = {q.x, q.y, q.z, q.w};
    for (std::size_t row = 0; row < 4; ++row) write_wide(frame, lane, row, rows[row]);
    return true;
  }

  Problem decode_vector_track(std::uint32_t lane) {
    VectorTrack track;
    models_.tracks.code(bits_, track);
    const double step = step_size(track.step);
    VectorState state;
    for (std::size_t c = 0; c < 3; ++c) state.value[c] = track.first[c];
    const Position first = state.value;
    if (part_.format == PartFormat::packed)
      begin_numbers(lane, {track.first[0] * step, track.first[1] * step, track.first[2] * step, 0}, step);
    std::array<History, 3> histories;
    for (std::uint32_t frame = 0; frame < frame_count(); ++frame) {
      if (frame > 0 && frame < coded_frames())
        state.advance(track.predictor, code_corrections(bits_, models_.tracks.vectors, histories, Numbers{}));
      const Position& value = frame < coded_frames() ? state.value : first;
      for (std::size_t row = 0; row < 3; ++row) {
        if (part_.format == PartFormat::wide)
          write_wide(frame, lane, row, static_cast<double>(value[row]) * step);
        else if (!write_number(frame, row, value[row] - first[row]))
          return leaves_range();
      }
      if (bits_.passed_end()) return check_end();
    }
    return check_end();
  }

  // The offsets and the step of a moving packed lane. `origin`: what a position of 0 stands for.
  void begin_numbers(std::uint32_t lane, const std::array<double, 4>& origin, double step) {
    for (std::size_t row = 0; row < rows_of(kind_); ++row) {
      NumberPlace& place = places_[row];
      place = {};
      place.bytes = width(row, lane);
      place.bias = head_.fine ? 0 : models_.code_bias(bits_, place.bytes, 0);
      const std::uint8_t* where = &spread()[place_index(row, lane)];
      for (std::uint32_t i = 0; i < place.bytes; ++i)
        place.at[i] = part_.begin_of(group_of(row, lane)) + where[i];
      set_constant(part_.range + row * kLanes + lane, static_cast<float>(origin[row] - step * place.bias));
    }
    set_constant(part_.range + rows_of(kind_) * kLanes + lane, static_cast<float>(step));
  }
  // False where a number leaves what its bytes hold.
  bool write_number(std::uint32_t frame, std::size_t row, std::int64_t position) {
    const NumberPlace& place = places_[row];
    // What has no bytes stands still; the encoder saw to it that nothing is lost.
    if (place.bytes == 0) return true;
    const std::int64_t number = position + place.bias;
    const NumberRange range = range_of(place.bytes);
    if (number < range.least || number > range.most) return false;
    std::byte* part = frame_at(frame);
    for (std::uint32_t i = 0; i < place.bytes; ++i)
      part[place.at[i]] = static_cast<std::byte>(static_cast<std::uint64_t>(number) >> (8 * i) & 0xFF);
    return true;
  }

  void write_wide(std::uint32_t frame, std::uint32_t lane, std::size_t row, double value) {
    const float number = static_cast<float>(value);
    std::memcpy(frame_at(frame) + sizeof(float) * (row * kLanes + lane), &number, sizeof(number));
  }
  // Where the part begins in a frame of its rate.
  std::byte* frame_at(std::uint32_t frame) {
    const ClipRate& rate = rates_[part_.rate];
    return out_.data() + header().frames.offset + rate.begin + std::size_t{frame} * rate.stride + part_.data;
  }
  void set_constant(std::size_t index, float value) {
    std::memcpy(out_.data() + header().constants.offset + 4 * index, &value, 4);
  }

  Decoder bits_;
  std::span<std::byte> out_;
  Head head_;
  PartModels models_;
  NumberModel constant_step_model_, rates_model_;
  std::array<ClipRate, kMostRates> rates_{};
  double constant_step_ = 0;
  ClipPart part_;
  PartKind kind_ = PartKind::translation;
  RotationGrid grid_;  // of the lane's rotations

  // Of the lane's numbers, by row.
  struct NumberPlace {
    std::uint32_t bytes = 0;
    std::int32_t bias = 0;
    std::size_t at[2] = {};  // from where the part begins in a frame
  };
  std::array<NumberPlace, 4> places_{};
};

}  // namespace

std::size_t hot_size(ByteSpan stored) {
  if (stored.size() < kPrefixBytes || load_le<std::uint32_t>(stored, 0) != kMagic) return 0;
  const std::uint32_t size = load_le<std::uint32_t>(stored, 4);
  return size >= sizeof(ClipHeader) && size <= largest_hot_bytes(stored.size()) ? size : 0;
}

Problem decode_clip(ByteSpan stored, std::span<std::byte> out, ClipView& clip) {
  const std::size_t size = hot_size(stored);
  if (size == 0) return bad("not a stored clip");
  if (out.size() < size) return {Status::invalid_argument, "the memory for a decoded clip is too small"};
  if (reinterpret_cast<std::uintptr_t>(out.data()) % kBlobAlignment != 0)
    return {Status::invalid_argument, "data does not start at a multiple of 64 bytes"};
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
