#pragma once
// An independent FBX reader as a peer of `bench load_fbx`. It reads a file into its own document.

#include <string>

namespace skelter::bench {

using LoadFbx = bool (*)(const std::string& path);

// github.com/ufbx/ufbx. Returns null in a build without it.
LoadFbx ufbx_load();

}  // namespace skelter::bench
