#include "compile/clip_codec/content.h"

#include <algorithm>

namespace skelter {
namespace {

using namespace clip_codec;

// The other half of clip_codec::Decoder. Carries run back into bytes that are already out, as in LZMA.
class RangeEncoder {
 public:
  bool code(bool bit, std::uint32_t probability) {
    const std::uint32_t bound = (range_ >> 16) * probability;
    if (bit) {
      range_ = bound;
    } else {
      low_ += bound;
      range_ -= bound;
    }
    while (range_ < (1u << 24)) {
      range_ <<= 8;
      put_byte();
    }
    return bit;
  }
  static constexpr bool passed_end() { return false; }

  std::vector<std::byte> finish() {
    for (int i = 0; i < 4; ++i) put_byte();
    return std::move(bytes_);
  }

 private:
  void put_byte() {
    if (low_ >> 32 != 0) {
      std::size_t at = bytes_.size();
      while (bytes_[--at] == std::byte{0xFF}) bytes_[at] = std::byte{0};
      bytes_[at] = static_cast<std::byte>(std::to_integer<unsigned>(bytes_[at]) + 1);
    }
    bytes_.push_back(static_cast<std::byte>(low_ >> 24 & 0xFF));
    low_ = (low_ & 0x00FFFFFF) << 8;
  }

  std::vector<std::byte> bytes_;
  std::uint64_t low_ = 0;  // 32 bits and a carry
  std::uint32_t range_ = 0xFFFFFFFFu;
};

template <class T>
void copy(std::vector<std::byte>& blob, BlobArray to, std::span<const T> from) {
  if (!from.empty()) std::memcpy(blob.data() + to.offset, from.data(), from.size_bytes());
}

// The lists of `hot` where the decoder will put them; everything else is empty.
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

// Which lanes of a packed part move, and how many bytes their numbers take.
PackedLayout code_layout(RangeEncoder& bits, PartModels& models, const StoredContent& content,
                         std::size_t part) {
  const auto kind = static_cast<PartKind>(part % 3);
  const bool fine = content.head.fine;
  Widths widths{};
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    const std::size_t joint = part / 3 * kLanes + lane;
    if (joint >= content.head.header.joint_count) continue;
    const StoredLane& from = content.lanes[joint * 3 + part % 3];
    models.code_moves(bits, kind, from.moves);
    for (std::size_t row = 0; from.moves && row < rows_of(kind); ++row)
      widths[row][lane] = fine ? 2 : models.code_width(bits, kind, row, from.numbers->widths[row]);
  }
  return lay_out_packed(widths);
}

void code_biases(RangeEncoder& bits, PartModels& models, PartKind kind, const PackedNumbers& numbers) {
  for (std::size_t row = 0; row < rows_of(kind); ++row)
    models.code_bias(bits, numbers.widths[row], numbers.bias[row]);
}

void code_lane(RangeEncoder& bits, PartModels& models, PartKind kind, PartFormat format, bool fine,
               StoredLane lane) {
  if (format == PartFormat::wide) models.code_moves(bits, kind, lane.moves);
  const bool rotation = kind == PartKind::rotation;
  if (!lane.moves) {
    if (rotation)
      models.code_constant(bits, lane.rotation);
    else
      models.code_constant(bits, kind, lane.vector);
    return;
  }
  if (rotation)
    models.tracks.code(bits, lane.rotation_track);
  else
    models.tracks.code(bits, lane.vector_track);
  if (format == PartFormat::packed && !fine) {
    if (rotation) models.tracks.code_grid(bits, lane.rotation_track);
    code_biases(bits, models, kind, *lane.numbers);
  }
  std::array<History, 3> histories;
  for (const Numbers& numbers : lane.corrections)
    code_corrections(bits, rotation ? models.tracks.rotations : models.tracks.vectors, histories, numbers);
}

// Zeros at the end where a clip decodes to more than its bytes may claim.
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
  RangeEncoder bits;
  HeadModels head_models;
  PartModels models;
  NumberModel constant_step_model, rates_model;
  head.counts.rates = static_cast<std::uint32_t>(content.divisors.size());
  bits.code(false, kWholeChance);
  head_models.code(bits, head);
  std::vector<ClipRate> rates(std::max<std::size_t>(content.divisors.size(), 1));
  for (std::size_t i = 0; i < content.divisors.size(); ++i)
    rates[i].divisor = rates_model.code(bits, content.divisors[i]);
  for (std::size_t i = 0; i < content.formats.size(); ++i) {
    const auto kind = static_cast<PartKind>(i % 3);
    const PartFormat format = models.code_format(bits, kind, content.formats[i]);
    const std::uint32_t rate =
        format >= PartFormat::packed ? models.code_rate(bits, head.counts.rates, content.rates[i]) : 0;
    std::uint32_t& stride = rates[rate].stride;
    if (format == PartFormat::wide) stride = aligned(stride) + wide_bytes(kind);
    if (format == PartFormat::packed) {
      stride += code_layout(bits, models, content, i).bytes;
      head.counts.spread_bytes += kSpreadBytes;
    }
    head.counts.constants += constant_floats(format, kind);
  }
  const std::uint64_t frames = place_rates(rates, head.header.frame_count);
  const std::uint64_t hot_bytes = lay_out(head.header, head.counts, frames);
  std::vector<std::byte> lists = lists_of(head.header, hot_bytes, hot);
  const ClipHeader header = head.header;
  constant_step_model.code(bits, content.constant_step);
  for_each_list(header, lists.data(), [&](std::span<std::byte> list, std::size_t words) {
    if (words == 0)
      head_models.code_characters(bits, list);
    else
      head_models.code_words(bits, list, words);
  });
  for (std::size_t i = 0; i < content.formats.size(); ++i)
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      const std::size_t joint = i / 3 * kLanes + lane;
      if (content.formats[i] == PartFormat::rest || joint >= header.joint_count) continue;
      code_lane(bits, models, static_cast<PartKind>(i % 3), content.formats[i], head.fine,
                content.lanes[joint * 3 + i % 3]);
    }

  return with_prefix(bits.finish(), hot_bytes, hot.skeleton_hash);
}

AlignedBytes write_whole(ByteSpan hot, const ClipView& view) {
  std::vector<std::byte> copied(hot.begin(), hot.end());
  std::memset(copied.data() + offsetof(ClipHeader, skeleton_hash), 0,
              sizeof(view.skeleton_hash));  // in front
  RangeEncoder bits;
  HeadModels models;
  bits.code(true, kWholeChance);
  models.code_whole(bits, copied, view.rates.empty() ? 0 : view.rates.front().stride / 4);
  return with_prefix(bits.finish(), hot.size(), view.skeleton_hash);
}

}  // namespace skelter
