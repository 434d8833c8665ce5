#include "skelter/runtime/clip.h"

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
    if (header().joint_count > kMaxJoints) return bad("more joints than 16 bits can number");
    if (header().frame_count == 0) return bad("no frames");
    const std::size_t part_count = 3 * std::size_t{blocks_for(header().joint_count)};
    Counts none;
    ClipHeader first = header();
    first.frame_stride = 0;
    if (lay_out(first, none, 0) > out_.size()) return sizes_differ();
    std::memset(out_.data(), 0, out_.size());
    std::uint32_t constants = 0, stride = 0;
    for (std::size_t i = 0; i < part_count; ++i) {
      const PartKind kind = static_cast<PartKind>(i % 3);
      ClipPart part;
      part.format = models_.code_format(bits_, kind, PartFormat::rest);
      part.data = part.format == PartFormat::constant ? constants : stride;
      part.range =
          constant_floats(part.format, kind) > 0 && part.format == PartFormat::packed ? constants : 0;
      if (part.format == PartFormat::rest) part.data = 0;
      constants += constant_floats(part.format, kind);
      stride += frame_bytes(part.format, kind);
      std::memcpy(out_.data() + first.parts.offset + i * sizeof(ClipPart), &part, sizeof(part));
    }
    header().frame_stride = stride;
    if (lay_out(header(), head_.counts, constants) != out_.size()) return sizes_differ();
    std::memcpy(out_.data(), &header(), sizeof(ClipHeader));
    constant_step_ = step_size(constant_step_model_.code(bits_, 0) % kStepCount);
    return {};
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
    if (kind_ == PartKind::rotation)
      write_constant(lane, {0, 0, 0, 1});
    else
      write_constant(lane,
                     {constant_value(kind_, 0, 0), constant_value(kind_, 0, 0), constant_value(kind_, 0, 0)});
    return {};
  }

  Problem decode_lane(std::uint32_t lane) {
    const bool moves = part_.format >= PartFormat::packed && models_.code_moves(bits_, kind_, false);
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

  // The same value in all frames: in the constants, in the centre of a range, or in every frame.
  void write_constant(std::uint32_t lane, const std::array<float, 4>& value) {
    const bool rotation = kind_ == PartKind::rotation;
    for (std::size_t row = 0; row < rows_of(kind_); ++row) {
      if (part_.format == PartFormat::constant)
        set_constant(part_.data + row * kLanes + lane, value[row]);
      else if (part_.format == PartFormat::packed && !rotation)
        set_constant(part_.range + row * kLanes + lane, value[row]);
      else
        for (std::uint32_t frame = 0; frame < header().frame_count; ++frame)
          set_rotation_or_wide(frame, lane, row, value[row]);
    }
  }

  // The last frame is a copy when the clip is closed.
  std::uint32_t coded_frames() const {
    const std::uint32_t frames = head_.header.frame_count;
    return head_.closed && frames > 1 ? frames - 1 : frames;
  }

  Problem decode_rotation_track(std::uint32_t lane) {
    RotationTrack track;
    models_.tracks.code(bits_, track);
    const RotationRule rule(track);
    RotationState state{track.first.value()};
    std::array<History, 3> histories;
    write_rotation(0, lane, state.value);
    for (std::uint32_t frame = 1; frame < coded_frames(); ++frame) {
      state.advance(rule, code_corrections(bits_, models_.tracks.rotations, histories, Numbers{}));
      write_rotation(frame, lane, state.value);
      if (bits_.passed_end()) return check_end();
    }
    if (coded_frames() == header().frame_count) return check_end();
    const Quatd first = track.first.value();
    const double side = dot(first, state.value) < 0 ? -1 : 1;
    write_rotation(header().frame_count - 1, lane,
                   {first.x * side, first.y * side, first.z * side, first.w * side});
    return check_end();
  }

  void write_rotation(std::uint32_t frame, std::uint32_t lane, const Quatd& q) {
    const double rows[4] = {q.x, q.y, q.z, q.w};
    for (std::size_t row = 0; row < 4; ++row) set_rotation_or_wide(frame, lane, row, rows[row]);
  }

  Problem decode_vector_track(std::uint32_t lane) {
    VectorTrack track;
    models_.tracks.code(bits_, track);
    const double step = step_size(track.step);
    if (part_.format == PartFormat::packed)
      for (std::size_t row = 0; row < 3; ++row) {
        set_constant(part_.range + row * kLanes + lane, static_cast<float>(track.first[row] * step));
        set_constant(part_.range + (3 + row) * kLanes + lane, static_cast<float>(step));
      }
    VectorState state;
    for (std::size_t c = 0; c < 3; ++c) state.value[c] = track.first[c];
    const Position first = state.value;
    std::array<History, 3> histories;
    for (std::uint32_t frame = 0; frame < header().frame_count; ++frame) {
      if (frame > 0 && frame < coded_frames())
        state.advance(track.predictor, code_corrections(bits_, models_.tracks.vectors, histories, Numbers{}));
      const Position& value = frame < coded_frames() ? state.value : first;
      for (std::size_t row = 0; row < 3; ++row)
        if (!write_vector(frame, lane, row, value[row], first[row], step))
          return bad("a number of a stored clip leaves its range");
      if (bits_.passed_end()) return check_end();
    }
    return check_end();
  }

  bool write_vector(std::uint32_t frame, std::uint32_t lane, std::size_t row, std::int64_t value,
                    std::int64_t first, double step) {
    if (part_.format == PartFormat::wide) {
      set_rotation_or_wide(frame, lane, row, static_cast<double>(value) * step);
      return true;
    }
    const std::int64_t offset = value - first;
    if (offset < -32767 || offset > 32767) return false;
    const std::int16_t number = static_cast<std::int16_t>(offset);
    std::memcpy(frame_element(frame, lane, row, 2), &number, 2);
    return true;
  }

  void set_rotation_or_wide(std::uint32_t frame, std::uint32_t lane, std::size_t row, double value) {
    if (part_.format == PartFormat::packed) {
      const std::int16_t number = pack_rotation(value);
      std::memcpy(frame_element(frame, lane, row, 2), &number, 2);
    } else {
      const float number = static_cast<float>(value);
      std::memcpy(frame_element(frame, lane, row, 4), &number, 4);
    }
  }
  std::byte* frame_element(std::uint32_t frame, std::uint32_t lane, std::size_t row, std::size_t size) {
    return out_.data() + header().frames.offset + std::size_t{frame} * header().frame_stride + part_.data +
           size * element_index(part_.format, kind_, row, lane);
  }
  void set_constant(std::size_t index, float value) {
    std::memcpy(out_.data() + header().constants.offset + 4 * index, &value, 4);
  }

  Decoder bits_;
  std::span<std::byte> out_;
  Head head_;
  PartModels models_;
  NumberModel constant_step_model_;
  double constant_step_ = 0;
  ClipPart part_;
  PartKind kind_ = PartKind::translation;
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
