#include "peers/ozz.h"

namespace skelter::bench {

std::unique_ptr<OzzRig> make_ozz_rig(std::span<const SampledClip>, std::span<const float>,
                                     const OzzOptions&) {
  return nullptr;
}

}  // namespace skelter::bench
