#pragma once
// Reads BVH motion capture files into a Scene: joints as nodes, the motion as one clip. Supported features,
// repairs and errors: docs/bvh.md.

#include <string>

#include "skelter/core/bytes.h"
#include "skelter/core/read_options.h"
#include "skelter/core/result.h"
#include "skelter/scene/scene.h"

namespace skelter {

// `file` is the source's name in messages, and the clip gets its name from it ("walk" for "out/walk.bvh").
// The scene is valid (scene/validate.h): BVH is right-handed with +Y up, so nothing is rotated. Lengths are
// in the file's own unit, which BVH does not specify; degrees become quaternions, with a key per frame. For
// ReadOptions::ticks_per_second, a tick is a frame. Limits::max_depth does not apply, because depth costs no
// memory. Errors, with the line: bad_data; limit_exceeded; invalid_argument for a rate or unit out of range.
// Safe on any bytes; no global state; thread-safe. Cost: linear in the file. Source: M. Meredith, S. Maddock,
// "Motion Capture File Formats Explained", 2001.
Result<Scene> read_bvh(ByteSpan bytes, const std::string& file = {}, const ReadOptions& options = {});

// Reads a file on disk. Additional errors: not_found, io.
Result<Scene> read_bvh_file(const std::string& path, const ReadOptions& options = {});

// Whether the bytes begin like a BVH file: with HIERARCHY in upper or lower case. A quick check; reading may
// still fail.
bool is_bvh(ByteSpan bytes);

}  // namespace skelter
