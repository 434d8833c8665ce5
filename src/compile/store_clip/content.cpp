#include "compile/store_clip/content.h"

#include <algorithm>
#include <span>

#include "compile/store_clip/encoder.h"
#include "runtime/internal/clip_codec/groups.h"
#include "runtime/internal/format/blob.h"
#include "runtime/internal/format/blob_headers.h"
#include "runtime/internal/format/clip_records.h"

namespace skelter {
namespace {

using namespace clip_codec;

template <class List>
void copy(std::vector<std::byte>& blob, BlobArray to, const List& from) {
  if (!from.empty()) std::memcpy(blob.data() + to.offset, from.data(), from.size() * sizeof(from[0]));
}

// Places the lists of `hot` at the offsets where the decoder will put them. All other bytes are zero.
std::vector<std::byte> lists_of(const ClipHeader& header, std::uint64_t size, const ClipView& hot) {
  std::vector<std::byte> blob(size);
  copy(blob, header.keyed, hot.keyed);
  copy(blob, header.key_times_s, hot.key_times_s);
  copy(blob, header.key_values, hot.key_values);
  copy(blob, header.scalars, hot.scalars);
  copy(blob, header.scalar_times_s, hot.scalar_times_s);
  copy(blob, header.scalar_values, hot.scalar_values);
  copy(blob, header.events, hot.events);
  copy(blob, header.root_motion, hot.root_motion);
  copy(blob, header.string_begin, hot.string_begin);
  copy(blob, header.strings, hot.strings);
  return blob;
}

// Codes which lanes of a packed part move, and how many bytes their numbers need.
PackedLayout code_layout(Encoder& coder, const StoredContent& content, std::size_t part) {
  const auto kind = static_cast<PartKind>(part % 3);
  Widths widths{};
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    const std::size_t joint = part / 3 * kLanes + lane;
    if (joint >= content.head.header.joint_count) continue;
    const StoredLane& from = content.lanes[joint * 3 + part % 3];
    code_moves(coder, kind, from.moves);
    for (std::size_t row = 0; from.moves && row < rows_of(kind); ++row)
      widths[row][lane] = content.head.fine ? 2 : code_width(coder, kind, row, from.numbers->widths[row]);
  }
  return lay_out_packed(widths);
}
void code_wide_lanes(Encoder& coder, const StoredContent& content, std::size_t part) {
  for (std::size_t lane = 0; lane < kLanes; ++lane)
    if (const std::size_t joint = part / 3 * kLanes + lane; joint < content.head.header.joint_count)
      code_moves(coder, static_cast<PartKind>(part % 3), content.lanes[joint * 3 + part % 3].moves);
}

// Codes the lanes of a clip in the order in which ClipDecoder reads them.
class LaneWriter {
 public:
  LaneWriter(Encoder& coder, const StoredContent& content, std::span<const ClipPart> parts)
      : coder_(coder), content_(content), parts_(parts) {}

  void run() {
    for (std::size_t part = 0; part < parts_.size(); ++part)
      if (parts_[part].format != PartFormat::rest)
        for (std::size_t lane = 0; lane < kLanes; ++lane)
          if (exists(part, lane) && !lane_at(part, lane).moves) write_still(part, lane_at(part, lane));
    for_each_group(
        parts_, static_cast<std::uint32_t>(content_.divisors.size()),
        [&](std::uint32_t part) { return moving_lanes(part); },
        [&](bool rotations, std::span<const TrackAt> tracks) {
          write_group(rotations, tracks);
          return true;
        });
    for (std::size_t part = 0; part < parts_.size(); ++part)
      if (parts_[part].format == PartFormat::wide)
        for (std::size_t lane = 0; lane < kLanes; ++lane)
          if (exists(part, lane) && lane_at(part, lane).moves) write_wide(part, lane_at(part, lane));
  }

 private:
  bool exists(std::size_t part, std::size_t lane) const {
    return part / 3 * kLanes + lane < content_.head.header.joint_count;
  }
  const StoredLane& lane_at(std::size_t part, std::size_t lane) const {
    return content_.lanes[(part / 3 * kLanes + lane) * 3 + part % 3];
  }
  std::uint32_t moving_lanes(std::uint32_t part) const {
    std::uint32_t lanes = 0;
    for (std::size_t lane = 0; lane < kLanes; ++lane)
      if (exists(part, lane) && lane_at(part, lane).moves) lanes |= 1u << lane;
    return lanes;
  }

  // Codes copies, because coding modifies its argument and the lane must stay unchanged.
  void write_still(std::size_t part, const StoredLane& lane) {
    FirstRotation rotation = lane.rotation;
    ConstantVector vector = lane.vector;
    if (part % 3 == 1)
      code_constant(coder_, rotation);
    else
      code_constant(coder_, static_cast<PartKind>(part % 3), vector);
  }
  void write_track(bool rotation, const StoredLane& lane) {
    RotationTrack rotation_track = lane.rotation_track;
    VectorTrack vector_track = lane.vector_track;
    if (rotation)
      tracks_.code(coder_, rotation_track);
    else
      tracks_.code(coder_, vector_track);
  }
  void write_group(bool rotations, std::span<const TrackAt> tracks) {
    std::size_t frames = 0;
    for (const TrackAt& track : tracks) {
      const StoredLane& lane = lane_at(track.part, track.lane);
      frames = lane.corrections.size();
      write_track(rotations, lane);
      if (content_.head.fine) continue;
      RotationTrack rotation_track = lane.rotation_track;
      if (rotations) TrackCoding::code_grid(coder_, rotation_track);
      for (std::size_t row = 0; row < (rotations ? 4 : 3); ++row)
        code_bias(coder_, lane.numbers->widths[row], lane.numbers->bias[row]);
    }
    std::array<History, kLanes> histories;
    std::array<Numbers, kLanes> numbers;
    for (std::uint32_t frame = 0; frame < frames; ++frame) {
      for (std::size_t i = 0; i < tracks.size(); ++i)
        numbers[i] = lane_at(tracks[i].part, tracks[i].lane).corrections[frame];
      code_corrections(coder_, std::span(histories).first(tracks.size()), learning_rate(frame), numbers);
    }
  }
  void write_wide(std::size_t part, const StoredLane& lane) {
    write_track(part % 3 == 1, lane);
    History history;
    for (std::uint32_t frame = 0; frame < lane.corrections.size(); ++frame)
      code_corrections(coder_, history, learning_rate(frame), lane.corrections[frame]);
  }

  Encoder& coder_;
  const StoredContent& content_;
  std::span<const ClipPart> parts_;
  TrackCoding tracks_;
};

// Pads with zeros if the stored size is too small for the number of bytes that the clip decodes to.
AlignedBytes with_prefix(const std::vector<std::byte>& payload, std::uint64_t hot_bytes,
                         std::uint64_t skeleton_hash) {
  std::size_t size = kPrefixBytes + payload.size();
  while (hot_bytes > largest_hot_bytes(size)) ++size;
  AlignedBytes out(size);
  const std::uint32_t prefix[2] = {kMagic, static_cast<std::uint32_t>(hot_bytes)};
  std::memcpy(out.data(), prefix, sizeof(prefix));
  std::memcpy(out.data() + kHashAt, &skeleton_hash, sizeof(skeleton_hash));
  std::copy(payload.begin(), payload.end(), out.data() + kPrefixBytes);
  return out;
}

}  // namespace

AlignedBytes write_stored(const StoredContent& content, const ClipView& hot) {
  Head head = content.head;
  Encoder coder;
  head.counts.rates = static_cast<std::uint32_t>(content.divisors.size());
  code_number(coder, Field::count, static_cast<std::uint32_t>(Content::tracks));
  code_head(coder, head);
  std::vector<ClipRate> rates(std::max<std::size_t>(content.divisors.size(), 1));
  for (std::size_t i = 0; i < content.divisors.size(); ++i)
    rates[i].divisor = code_number(coder, Field::count, content.divisors[i]);
  std::vector<ClipPart> parts(content.formats.size());
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto kind = static_cast<PartKind>(i % 3);
    ClipPart& part = parts[i];
    part.format = code_format(coder, kind, content.formats[i]);
    if (part.format >= PartFormat::packed)
      part.rate = static_cast<std::uint16_t>(code_rate(coder, head.counts.rates, content.rates[i]));
    std::uint32_t& stride = rates[part.rate].stride;
    if (part.format == PartFormat::wide) {
      stride = aligned(stride) + wide_bytes(kind);
      code_wide_lanes(coder, content, i);
    }
    if (part.format == PartFormat::packed) {
      stride += code_layout(coder, content, i).bytes;
      head.counts.spread_bytes += kSpreadBytes;
    }
    head.counts.constants += constant_floats(part.format, kind);
  }
  const std::uint64_t frames = place_rates(rates, head.header.frame_count);
  const std::uint64_t hot_bytes = lay_out(head.header, head.counts, frames);
  std::vector<std::byte> lists = lists_of(head.header, hot_bytes, hot);
  code_number(coder, Field::count, content.constant_step);
  for_each_list(head.header, lists.data(), [&](std::span<std::byte> list, std::size_t words) {
    if (words == 0)
      code_characters(coder, list);
    else
      code_words(coder, list, words);
  });
  LaneWriter(coder, content, parts).run();
  return with_prefix(coder.finish(), hot_bytes, hot.skeleton_hash);
}

AlignedBytes write_whole(ByteSpan hot, const ClipView& view) {
  std::vector<std::byte> copied(hot.begin(), hot.end());
  std::memset(copied.data() + offsetof(ClipHeader, skeleton_hash), 0,
              sizeof(view.skeleton_hash));  // the skeleton hash is already in the prefix
  Encoder coder;
  code_number(coder, Field::count, static_cast<std::uint32_t>(Content::whole));
  code_whole(coder, copied, view.rates.empty() ? 0 : view.rates[0].stride / 4);
  return with_prefix(coder.finish(), hot.size(), view.skeleton_hash);
}

}  // namespace skelter
