#include "peers/gltf.h"

namespace skelter::bench {

DecodeGltf fastgltf_decode() {
  return nullptr;
}

}  // namespace skelter::bench
