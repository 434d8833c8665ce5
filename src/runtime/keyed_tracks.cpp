#include "runtime/internal/keyed_tracks.h"

#include "runtime/internal/format/clip_records.h"
#include "runtime/internal/key_pair.h"

namespace skelter {
namespace {

struct KeyValue {
  float numbers[4];
};

// `values`: four numbers per key.
KeyValue value_at(std::span<const float> times_s, const float* values, bool stepped, bool is_rotation,
                  float time_s) {
  const KeyPair keys = find_key_pair(times_s, time_s, stepped);
  const float* a = values + 4 * keys.first;
  if (!keys.between()) return {{a[0], a[1], a[2], a[3]}};

  const float* b = a + 4;
  const float ratio = keys.ratio<float>(times_s, time_s);
  const bool opposite = is_rotation && a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3] < 0;
  const float wa = 1 - ratio, wb = opposite ? -ratio : ratio;
  KeyValue mixed;
  for (std::size_t i = 0; i < 4; ++i) mixed.numbers[i] = wa * a[i] + wb * b[i];
  if (!is_rotation) return mixed;
  const auto& m = mixed.numbers;
  const Quat q = normalized(Quat{m[0], m[1], m[2], m[3]});
  return {{q.x, q.y, q.z, q.w}};
}

constexpr std::size_t first_row(PartKind kind) {
  return kind == PartKind::translation ? 0 : kind == PartKind::rotation ? 3 : 7;
}

}  // namespace

void apply_keyed_tracks(const ClipView& clip, float time_s, std::uint32_t block_count, SoaTransform* pose) {
  for (const KeyedTrack& track : clip.keyed) {
    const std::uint32_t block = track.joint / kLanes;
    if (block >= block_count) return;  // sorted by joint
    const bool is_rotation = track.kind == PartKind::rotation;
    const KeyValue value = value_at(clip.key_times_s.subspan(track.first_key, track.key_count),
                                    clip.key_values.data() + std::size_t{4} * track.first_key,
                                    track.stepped != 0, is_rotation, time_s);
    for (std::size_t i = 0; i < (is_rotation ? 4u : 3u); ++i)
      pose[block].rows[first_row(track.kind) + i][track.joint % kLanes] = value.numbers[i];
  }
}

}  // namespace skelter
