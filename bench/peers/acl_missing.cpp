#include "peers/acl.h"

namespace skelter::bench {

std::unique_ptr<AclClip> make_acl_clip(const SampledClip&) {
  return nullptr;
}

std::unique_ptr<AclCrowd> make_acl_crowd(std::span<const std::unique_ptr<AclClip>>, std::uint32_t,
                                         std::span<const ClipMoment>) {
  return nullptr;
}

}  // namespace skelter::bench
