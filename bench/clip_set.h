#pragma once
// The clips of one rig in all the forms that the contenders play.

#include <memory>
#include <vector>

#include "crowd_rig.h"
#include "peers/acl.h"
#include "peers/ozz.h"
#include "sampled_clip.h"
#include "skelter/core/aligned_bytes.h"
#include "skelter/scene/scene.h"

namespace skelter::bench {

// Source of the peers' keys.
enum class PeerKeys {
  frames,  // our clips sampled at their frames
  source,  // our clips sampled at every key of the source; not for ACL, which needs uniform keys
};

struct ClipSet {
  CrowdAssets assets;
  std::vector<AlignedBytes> copies;
  std::vector<ClipView> views;  // `copies` times all clips, each at its own address
  std::uint32_t copy_count = 1;
  std::vector<SampledClip> sampled;            // clips of the first copy
  std::vector<std::unique_ptr<AclClip>> acl;   // compressed; empty without ACL
  std::unique_ptr<OzzRig> ozz, ozz_for_seeks;  // null without ozz

  const Skeleton& skeleton() const { return assets.skeleton.skeleton.view; }
};

ClipSet make_clip_set(const Scene& scene, PeerKeys keys = PeerKeys::frames, std::uint32_t copies = 1);

}  // namespace skelter::bench
