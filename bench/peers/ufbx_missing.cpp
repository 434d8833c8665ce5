#include "peers/fbx.h"

namespace skelter::bench {

LoadFbx ufbx_load() {
  return nullptr;
}

}  // namespace skelter::bench
