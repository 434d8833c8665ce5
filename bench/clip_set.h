#pragma once
// The clips of one rig in all the forms in which contenders play them.

#include <memory>
#include <vector>

#include "crowd_rig.h"
#include "peers/acl.h"
#include "peers/ozz.h"
#include "sampled_clip.h"
#include "skelter/core/aligned_bytes.h"
#include "skelter/scene/scene.h"

namespace skelter::bench {

// How peers get their keys.
enum class PeerKeys {
  frames,  // what our clips play at their frames
  source,  // what they play at every key of the source; nothing for ACL, whose keys are uniform
};

struct ClipSet {
  CrowdAssets assets;
  std::vector<AlignedBytes> copies;
  std::vector<ClipView> views;  // `copies` times all clips, each in memory of its own
  std::uint32_t copy_count = 1;
  std::vector<SampledClip> sampled;            // of the first copy
  std::vector<std::unique_ptr<AclClip>> acl;   // compressed; empty: not there
  std::unique_ptr<OzzRig> ozz, ozz_for_seeks;  // null: not there

  const Skeleton& skeleton() const { return assets.skeleton.skeleton.view; }
};

ClipSet make_clip_set(const Scene& scene, PeerKeys keys = PeerKeys::frames, std::uint32_t copies = 1);

}  // namespace skelter::bench
