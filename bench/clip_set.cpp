#include "clip_set.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "skelter/runtime/clip.h"
#include "skelter/scene/size.h"

namespace skelter::bench {
namespace {

// Sorted key times of all channels, including 0 and the clip's end.
std::vector<float> key_times(const Clip& clip, float duration_s) {
  std::vector<double> all{0, duration_s};
  for (const Channel& channel : clip.channels)
    all.insert(all.end(), channel.times_s.begin(), channel.times_s.end());
  std::sort(all.begin(), all.end());
  std::vector<float> times_s;
  for (const double time_s : all)
    if (time_s <= duration_s && (times_s.empty() || time_s > times_s.back() + 1e-4))
      times_s.push_back(static_cast<float>(time_s));
  times_s.back() = duration_s;
  return times_s;
}

}  // namespace

ClipSet make_clip_set(const Scene& scene, PeerKeys keys, std::uint32_t copies) {
  ClipSet set{build_crowd_assets(scene), {}, {}, copies, {}, {}, nullptr, nullptr};
  for (std::uint32_t copy = 0; copy < copies; ++copy)
    for (const ClipBuild& clip : set.assets.clips) {
      set.copies.push_back(AlignedBytes::copy_of(clip.clip.bytes.span()));
      if (!read_clip(set.copies.back().span(), set.views.emplace_back()).ok()) std::abort();
    }
  const double extent = scene_size(scene);
  for (std::size_t i = 0; i < set.assets.views.size(); ++i) {
    const ClipView& view = set.assets.views[i];
    set.sampled.push_back(keys == PeerKeys::frames ? sample_frames(set.skeleton(), view, extent)
                                                   : sample_at(set.skeleton(), view, extent,
                                                               key_times(scene.clips[i], view.duration_s)));
    if (keys == PeerKeys::source) continue;
    if (auto clip = make_acl_clip(set.sampled.back())) {
      clip->compress();
      set.acl.push_back(std::move(clip));
    }
  }
  const auto mask = set.skeleton().mask(0);
  constexpr float kIframe_s = 0.1f;  // 0.05 makes seeks 1.1 times faster
  set.ozz = make_ozz_rig(set.sampled, mask, {true, 0, copies});
  set.ozz_for_seeks = make_ozz_rig(set.sampled, mask, {true, kIframe_s, copies});
  return set;
}

}  // namespace skelter::bench
