#include "peers/gltf.h"

namespace skelter::bench {

DecodeGltf cgltf_decode() {
  return nullptr;
}

}  // namespace skelter::bench
