#pragma once
// Reads BVH motion capture files into a Scene: joints as nodes, the motion as one clip. What is accepted,
// repaired and refused: docs/bvh.md.

#include <string>

#include "skelter/core/bytes.h"
#include "skelter/core/read_options.h"
#include "skelter/core/result.h"
#include "skelter/scene/scene.h"

namespace skelter {

// `file` names the source in messages, and the clip is named after it ("walk" of "out/walk.bvh"). The scene
// is valid (scene/validate.h): BVH is right-handed with +Y up, so nothing is turned. Lengths are in the
// file's own unit, which BVH does not name; degrees become quaternions, a key per frame. A tick of
// ReadOptions::ticks_per_second is a frame. Limits::max_depth does not apply: depth costs nothing. Errors,
// with the line: bad_data; limit_exceeded; invalid_argument for a rate or unit out of range. Safe on any
// bytes; no global state; thread-safe. Cost: linear in the file. Source: M. Meredith, S. Maddock, "Motion
// Capture File Formats Explained", 2001.
Result<Scene> read_bvh(ByteSpan bytes, const std::string& file = {}, const ReadOptions& options = {});

// Reads the file first. Errors also: not_found, io.
Result<Scene> read_bvh_file(const std::string& path, const ReadOptions& options = {});

// Whether the bytes begin as a BVH file does: HIERARCHY, in any case. A quick look, no promise that it opens.
bool is_bvh(ByteSpan bytes);

}  // namespace skelter
