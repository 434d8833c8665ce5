#pragma once
// Another FBX reader as a peer of `bench load_fbx`: reads a file to its document.

#include <string>

namespace skelter::bench {

using LoadFbx = bool (*)(const std::string& path);

// github.com/ufbx/ufbx. Null in a build without it.
LoadFbx ufbx_load();

}  // namespace skelter::bench
