#pragma once
// CompressedSetParts: the input of CompressedSet::create().

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "skelter/core/bytes.h"
#include "skelter/d3dx/animation_set.h"
#include "skelter/runtime/clip.h"
#include "skelter/runtime/skeleton.h"

namespace skelter {

// The joint that an animation moves. A sheared joint is split in two: see Skeleton::helpers.
struct CompressedAnimation {
  std::string name;
  std::uint16_t joint = 0;
};

struct CompressedSetParts {
  std::string name;
  Loop playback = Loop::loop;
  Skeleton skeleton;
  ClipView clip;  // must not be additive
  std::vector<CompressedAnimation> animations;
  std::vector<CallbackKey> callbacks;  // any order
  ByteSpan buffer;                     // serialized form, so that the set can be stored; may be empty
  std::shared_ptr<const void> owner;   // owner of the memory that the views and the buffer point to; may be
                                       // null
};

}  // namespace skelter
