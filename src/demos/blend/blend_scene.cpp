#include "demos/blend/blend_scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "demos/scene_demo.h"
#include "skelter/scene/edit.h"
#include "skelter/scene/size.h"

namespace skelter::demos {
namespace {

// Root nodes of limbs in common rigs. The first node that the character has is used.
struct LimbNames {
  const char* set;
  std::array<const char*, 7> nodes;
};
constexpr std::array<LimbNames, 4> kLimbs{
    {{"left_arm",
      {"left_clavicle", "Bip01_L_Clavicle", "Bip01 L Clavicle", "mixamorig:LeftShoulder", "LeftShoulder",
       "Bip01_L_UpperArm", "left_upper_arm"}},
     {"right_arm",
      {"right_clavicle", "Bip01_R_Clavicle", "Bip01 R Clavicle", "mixamorig:RightShoulder", "RightShoulder",
       "Bip01_R_UpperArm", "right_upper_arm"}},
     {"left_leg",
      {"left_thigh", "Bip01_L_Thigh", "Bip01 L Thigh", "mixamorig:LeftUpLeg", "LeftUpLeg", "LeftHip",
       "left_leg"}},
     {"right_leg",
      {"right_thigh", "Bip01_R_Thigh", "Bip01 R Thigh", "mixamorig:RightUpLeg", "RightUpLeg", "RightHip",
       "right_leg"}}}};

std::array<std::optional<std::uint32_t>, kBlendSets> find_sets(const Scene& scene) {
  std::array<std::optional<std::uint32_t>, kBlendSets> found;
  for (std::size_t i = 0; i < kBlendSets; ++i)
    if (const auto clip = choose_clip(scene, blend_sets()[i].clip, NameMatch::ignore_case)) found[i] = *clip;
  return found;
}

std::vector<ClipSubset> limbs_of(const Scene& scene) {
  std::vector<ClipSubset> parts;
  for (const LimbNames& limb : kLimbs)
    for (const char* node : limb.nodes)
      if (find_node(scene, node) != kNone) {
        parts.push_back({limb.set, {node}});
        break;
      }
  return parts;
}

Result<void> split_into_sets(Scene& scene, Diagnostics& diagnostics) {
  const SourceSpot spot{scene.file, 0, {}, {}};
  if (scene.clips.empty()) return Error{Status::bad_data, "demo.no-clip", "no animation set", spot};
  const auto walk = choose_clip(scene, "walk", NameMatch::ignore_case);
  const std::string label = clip_label(scene, walk ? *walk : 0);
  const std::vector<ClipSubset> parts = limbs_of(scene);
  if (parts.empty())
    return Error{Status::bad_data, "demo.no-sets",
                 "found no clips named left_arm, right_arm, left_leg, right_leg and body, and no bones with "
                 "known names such as Bip01_L_Clavicle",
                 spot};
  if (auto kept = keep_clips(scene, std::vector<std::string>{"#" + std::to_string(walk ? *walk : 0)}); !kept)
    return kept;
  if (auto split = split_clips(scene, parts, diagnostics); !split) return split;
  for (Clip& clip : scene.clips)
    if (clip.name == "rest") clip.name = "body";
  diagnostics.add(
      Severity::note, "demo.split", spot,
      fmt::format("clip {} is cut into {} sets at shoulders and hips", label, scene.clips.size()));
  return {};
}

struct ArmNames {
  const char *upper_arm, *hand;
};
constexpr ArmNames kArms[] = {{"left_upper_arm", "left_hand"},
                              {"right_upper_arm", "right_hand"},
                              {"Bip01_L_UpperArm", "Bip01_L_Hand"},
                              {"Bip01_R_UpperArm", "Bip01_R_Hand"},
                              {"Bip01 L UpperArm", "Bip01 L Hand"},
                              {"Bip01 R UpperArm", "Bip01 R Hand"},
                              {"mixamorig:LeftArm", "mixamorig:LeftHand"},
                              {"mixamorig:RightArm", "mixamorig:RightHand"},
                              {"LeftArm", "LeftHand"},
                              {"RightArm", "RightHand"}};
constexpr double kHangingWithin_rad = 0.5;  // about 30 degrees

// Characters are modelled with their arms away from the body, but a switched-off arm hangs down. This
// function rotates the rest pose of each such arm at the shoulder until the hand is below it. Inverse bind
// matrices and keys do not change.
void let_arms_hang(Scene& scene) {
  const Vec3d down{0, -1, 0};
  for (const ArmNames& arm : kArms) {
    const std::uint32_t upper = find_node(scene, arm.upper_arm), hand = find_node(scene, arm.hand);
    if (upper == kNone || hand == kNone) continue;
    const Pose rest = rest_pose(scene);
    const Vec3d shoulder = translation_part(rest.world[upper]);
    const Vec3d along = normalized(translation_part(rest.world[hand]) - shoulder);
    const double angle_rad = std::acos(std::clamp(dot(along, down), -1.0, 1.0));
    if (angle_rad < kHangingWithin_rad) continue;
    const Mat4d hanging = translation_matrix(shoulder) *
                          rotation_matrix(from_axis_angle(cross(along, down), angle_rad)) *
                          translation_matrix(-shoulder) * rest.world[upper];
    const std::uint32_t parent = scene.nodes[upper].parent;
    scene.nodes[upper].rest =
        to_float(parent == kNone ? hanging : inverse_affine(rest.world[parent]) * hanging);
    scene.nodes[upper].rest_trs.reset();
  }
}

// Scales the scene to the size of the article's model and moves the centre to the origin.
Scene fitted(Scene scene, Diagnostics& diagnostics) {
  scene = stood_up(std::move(scene), diagnostics);
  const Bounds box = pose_bounds(scene, rest_pose(scene));
  const double factor = kTinyHeight / scene_size(scene);
  const Vec3d middle = box.empty() ? Vec3d{} : box.center();
  return placed(std::move(scene), scale_matrix(Vec3d{factor, factor, factor}) * translation_matrix(-middle));
}

}  // namespace

Result<BlendScene> make_blend_scene(Scene scene, Diagnostics& diagnostics) {
  const auto named = find_sets(scene);
  const bool has_sets =
      std::any_of(named.begin(), named.begin() + 5, [](const auto& clip) { return clip.has_value(); });
  if (!has_sets)
    if (const auto split = split_into_sets(scene, diagnostics); !split) return split.error();
  BlendScene made;
  made.scene = fitted(std::move(scene), diagnostics);
  let_arms_hang(made.scene);
  made.clips = find_sets(made.scene);
  return made;
}

}  // namespace skelter::demos
