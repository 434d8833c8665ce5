#pragma once
// Edits of a whole Scene: choose, split and merge clips, and scale. `convert` and the reading options use
// these functions. Each takes a valid scene and leaves a valid one; on an error it is unchanged.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "skelter/core/diagnostics.h"
#include "skelter/core/name_match.h"
#include "skelter/core/result.h"
#include "skelter/scene/scene.h"

namespace skelter {

// Display name of a clip: its name, or "#2" for the unnamed clip at index 2.
std::string clip_label(const Scene& scene, std::uint32_t clip);

// Finds a clip: the first one named `text`, else "#N" or "N" as an index. With ignore_case, an exact match is
// preferred to one that differs in case. Errors: invalid_argument, listing the clips.
Result<std::uint32_t> choose_clip(const Scene& scene, std::string_view text,
                                  NameMatch match = NameMatch::exact);

// Display name of a camera: its name, else the name of the first node that uses it, else "#2".
std::string camera_label(const Scene& scene, std::uint32_t camera);

// Finds a camera: one named `text`, one on a node of that name, else "#N" or "N" as an index. Errors:
// invalid_argument, listing the cameras.
Result<std::uint32_t> choose_camera(const Scene& scene, std::string_view text);

// Keeps the clips in `names` (matched like choose_clip), in that order, each once; drops all others. Errors:
// invalid_argument.
Result<void> keep_clips(Scene& scene, std::span<const std::string> names);

// A new clip made of the channels below some nodes.
struct ClipSubset {
  std::string name;
  std::vector<std::string> nodes;  // roots of subtrees, by name
};

// Splits every clip into one clip per part, in the order of `parts`. An additional part "rest" contains the
// targets that are below no named node and the targets without a node. A target belongs to the nearest named
// node at or above it, so the subtree of a named node that is inside another named node's subtree belongs to
// the inner node only. Together the parts contain exactly the targets and channels of the clip. Empty parts
// are dropped, with a warning. The duration of a part is its own largest key time. If the scene has several
// clips, the parts get the clip's label as a prefix: "walk_left_arm". Errors: invalid_argument for an unknown
// or repeated node, and a part named "", "rest" or twice.
Result<void> split_clips(Scene& scene, std::span<const ClipSubset> parts, Diagnostics& diagnostics);

// Adds the clips of `other` to `scene`, after its own. Targets find their nodes by name; of several nodes
// with the same name, the first in depth-first order is used. A target that matches no node stays in the
// clip, without a node, and is listed in a warning per clip. A target is dropped, with a warning, if an
// earlier target of the clip has the same node, or if it has morph weights and the numbers of morph targets
// differ.
//
// Compares the offsets of the child joints of each joint that the clip moves, at rest or, if they differ and
// both files have skins, in the bind poses. Bones agree within 10 degrees (30 if the joint has several) and
// 5 % of their length; docs/cli.md lists all rules. If only nodes above the topmost moved joint differ, its
// keys are corrected. If lengths differ, rotations play, joints keep the offsets of `scene`, and the
// translation of the topmost joint is scaled by the ratio of rest heights. A clip with a few bones in
// different directions plays with a warning ("merge.directions"). A clip with many such bones, or without any
// target node, is dropped with a warning; nothing is retargeted. Errors: unsupported ("merge.other-skeleton",
// "merge.target-not-found") if no clip is left; the scene is then unchanged.
Result<void> merge_clips(Scene& scene, const Scene& other, NameMatch match, Diagnostics& diagnostics);

// Scales everything by `factor`: positions, morph offsets, translations at rest and in keys, and inverse bind
// matrices. Rotations, scales and normals stay; a known metres_per_unit is divided by it, so real sizes stay
// too. Errors: invalid_argument for a factor that is not finite and above 0, or an overflow.
Result<void> scale_scene(Scene& scene, double factor);

}  // namespace skelter
