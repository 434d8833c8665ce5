#pragma once
// Edits of a whole Scene: choose, split and merge clips, and scale. What `convert` and the reading options
// do, as plain functions: each takes a valid scene and leaves a valid one; on an error it is unchanged.

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

// What people call a clip: its name, or "#2" for the unnamed clip at index 2.
std::string clip_label(const Scene& scene, std::uint32_t clip);

// The clip that `text` names: a clip of that name (the first one), else "#N" or "N" as an index. With
// ignore_case, the first clip of that name in other letters comes after the exact one. Errors:
// invalid_argument, listing the clips.
Result<std::uint32_t> choose_clip(const Scene& scene, std::string_view text,
                                  NameMatch match = NameMatch::exact);

// What people call a camera: its name, else that of the first node that carries it, else "#2".
std::string camera_label(const Scene& scene, std::uint32_t camera);

// The camera that `text` names: one of that name, one on a node of that name, else "#N" or "N" as an index.
// Errors: invalid_argument, listing the cameras.
Result<std::uint32_t> choose_camera(const Scene& scene, std::string_view text);

// Keeps the clips that `names` name (as choose_clip does), in that order, each once; drops all others.
// Errors: invalid_argument.
Result<void> keep_clips(Scene& scene, std::span<const std::string> names);

// A new clip made of what moves below some nodes.
struct ClipSubset {
  std::string name;
  std::vector<std::string> nodes;  // roots of subtrees, by name
};

// Cuts every clip into one clip per part, in the order of `parts`, and "rest" for targets below none of the
// named nodes and for targets without a node. A target belongs to the nearest named node at or above it, so a
// named node inside another's subtree takes its own subtree out. Together the parts have exactly the targets
// and channels of the clip. Parts that would be empty are left out, with a warning. The duration of a part is
// its own largest key time. A scene with several clips gets names with the clip's label in front:
// "walk_left_arm". Errors: invalid_argument for an unknown or repeated node, and a part named "", "rest" or
// twice.
Result<void> split_clips(Scene& scene, std::span<const ClipSubset> parts, Diagnostics& diagnostics);

// Adds the clips of `other` to `scene`, after its own. Targets find their nodes by name; the first node of
// that name in depth-first order is taken. A target without a node of its name stays in the clip, without a
// node, and is listed in a warning per clip. A target whose node is taken by an earlier target of the clip is
// dropped, with a warning, and so are morph weights where the numbers of morph targets differ.
//
// The bones of both files are compared: for each joint that the clip moves, the rest offsets of its child
// joints in its own frame. Rest rotations may differ. Bones that agree within 10 degrees (30 where a joint
// has several child joints) and 5 % of their length play as they are; where only what is above the topmost
// moved joint differs, the keys of that joint are corrected, with a note. Where lengths differ, rotations
// play, joints keep the offsets of `scene`, and the translation of the topmost joint is scaled by the ratio
// of its rest heights, with a note. Clips with bones in other directions, and clips of which no target has a
// node, are left out, with a warning; nothing is retargeted. Errors: unsupported ("merge.other-skeleton",
// "merge.target-not-found") where no clip is left; nothing is added then.
Result<void> merge_clips(Scene& scene, const Scene& other, NameMatch match, Diagnostics& diagnostics);

// Makes everything `factor` times as large: positions, morph offsets, translations at rest and in keys, and
// inverse bind matrices. Rotations, scales and normals stay; a known metres_per_unit is divided by it, so
// real sizes stay too. Errors: invalid_argument for a factor that is not finite and above 0, or an overflow.
Result<void> scale_scene(Scene& scene, double factor);

}  // namespace skelter
