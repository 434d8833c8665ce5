// Creates a model in code: a skeleton from an array of parents, a mesh, its weights, and a clip. Usage:
// made_in_code PARENT..., for example made_in_code 0 0 1 2. Each argument is the parent of a bone; a root is
// its own parent.
#include <cstdio>
#include <cstdlib>
#include <numbers>
#include <utility>
#include <vector>

#include "skelter/scene/build.h"
#include "skelter/scene/evaluate.h"

using namespace skelter;

int main(int argc, char** argv) {
  if (argc < 2) return std::puts("usage: made_in_code PARENT..."), 2;
  std::vector<SkeletonBone> bones;
  for (int i = 1; i < argc; ++i)  // each bone is 1 above its parent; roots are at the origin
    bones.push_back({"bone" + std::to_string(i - 1), static_cast<std::uint32_t>(std::atoi(argv[i])),
                     translation_matrix(Vec3d{0, std::atoi(argv[i]) == i - 1 ? 0.0 : 1.0, 0})});
  const auto last = static_cast<std::uint32_t>(bones.size() - 1);

  Scene scene;
  const Result<std::uint32_t> skin_index = append_skeleton(scene, bones);
  if (!skin_index) return std::puts(to_string(skin_index.error()).c_str()), 1;
  const Pose rest = rest_pose(scene);
  for (std::uint32_t bone = 0; bone <= last; ++bone) {
    const std::uint32_t parent = scene.nodes[bone].parent;
    std::printf("%s, %s, height %g\n", bones[bone].name.c_str(),
                parent == kNone ? "a root" : ("child of " + bones[parent].name).c_str(),
                rest.world[bone].m[13]);
  }

  // A triangle with its top 1 unit above the last bone, weighted half to that bone and half to its parent.
  const double y = rest.world[last].m[13];
  const std::uint32_t parent = scene.nodes[last].parent == kNone ? last : scene.nodes[last].parent;
  Primitive flag;
  flag.positions = {{-1, float(y), 0}, {1, float(y), 0}, {0, float(y + 1), 0}};
  flag.indices = {0, 1, 2};
  append_influences(flag, {{last, 1}});
  append_influences(flag, {{last, 1}});
  if (parent == last)
    append_influences(flag, {{last, 1}});
  else
    append_influences(flag, {{last, 0.5f}, {parent, 0.5f}});
  const Result<std::uint32_t> node = append_skinned_mesh(scene, {"flag", {flag}}, *skin_index);
  if (!node) return std::puts(to_string(node.error()).c_str()), 1;

  // The last bone makes a quarter turn to the left within 1 s.
  Clip clip;
  Channel& turn = append_channel(clip, bones[last].name, ChannelPath::rotation);
  append_key(turn, 0, Quatd{});
  append_key(turn, 1, from_axis_angle(Vec3d{0, 0, 1}, std::numbers::pi / 2));
  if (const auto added = append_clip(scene, std::move(clip)); !added)
    return std::puts(to_string(added.error()).c_str()), 1;

  for (const double time_s : {0.0, 1.0}) {
    const Pose pose = evaluate(scene, 0, time_s, {.loop = Loop::once});
    const Vec3d top = skin(scene, pose, *node, 0).positions[2];
    std::printf("top at %g s: %.3f %.3f %.3f\n", time_s, top.x, top.y, top.z);
  }
}
