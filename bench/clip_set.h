#pragma once
// The clips of one rig in every form that the contenders play.

#include <memory>
#include <vector>

#include "crowd_rig.h"
#include "peers/acl.h"
#include "peers/ozz.h"
#include "sampled_clip.h"
#include "skelter/core/aligned_bytes.h"
#include "skelter/scene/scene.h"

namespace skelter::bench {

// Source of the samples that the peers' keys are made of.
enum class PeerKeys {
  frames,  // our clips at their frames
  source,  // our clips at every key of the source; not for ACL, which needs uniform keys
};

struct ClipSet {
  CrowdAssets assets;
  std::vector<AlignedBytes> copies;
  std::vector<ClipView> views;  // all clips, `copy_count` times, each copy with its own memory
  std::uint32_t copy_count = 1;
  std::vector<SampledClip> sampled;            // the clips, once
  std::vector<std::unique_ptr<AclClip>> acl;   // compressed; empty without ACL
  std::unique_ptr<OzzRig> ozz, ozz_for_seeks;  // null without ozz

  const Skeleton& skeleton() const { return assets.skeleton.skeleton.view; }
};

ClipSet make_clip_set(const Scene& scene, PeerKeys keys = PeerKeys::frames, std::uint32_t copies = 1);

}  // namespace skelter::bench
