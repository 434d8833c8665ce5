#include "acl_clips.h"

namespace skelter::bench {

std::unique_ptr<AclClip> make_acl_clip(const SampledClip&) {
  return nullptr;
}

}  // namespace skelter::bench
