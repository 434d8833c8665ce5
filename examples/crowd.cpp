// A thousand characters in one call. Each walks and waves with its own time offset, and all processors share
// the work. Usage: crowd assets/mannequin.x
#include <cstdio>
#include <vector>

#include "skelter/compile/compile.h"
#include "skelter/crowd/crowd_job.h"
#include "skelter/crowd/task_tbb.h"
#include "skelter/load.h"
#include "skelter/play/character.h"

using namespace skelter;

namespace {

constexpr std::uint32_t kMembers = 1000;
constexpr std::uint32_t kFrames = 60;

// The waving layer uses a mask. A game would load a pack made by `skelter compile` instead (docs/compile.md).
Result<CharacterData> compile(const char* path) {
  auto scene = load_scene(path);
  if (!scene) return scene.error();
  CompileSettings settings;
  settings.store_clips = false;  // compiles faster, but needs more memory
  settings.masks = {{"left_arm", 0, {{"left_clavicle", 1, true}}}};
  const auto pack = compile_scene(*scene, settings);
  if (!pack) return pack.error();
  return load_character(pack->bytes.span(), path);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return std::puts("usage: crowd FILE"), 2;
  const Result<CharacterData> data = compile(argv[1]);
  if (!data) return std::puts(to_string(data.error()).c_str()), 1;
  const std::uint32_t walk = data->find_clip("walk"), wave = data->find_clip("wave_left_arm"),
                      hand = data->find_joint("left_hand");
  if (hand == kNone) return std::puts("a mannequin is expected"), 1;

  CharacterOptions options;
  options.layers = 2;
  options.posed = false;  // characters only create pose lists; the crowd computes the poses
  LayerSettings arm;
  arm.mask = data->find_mask("left_arm");
  std::vector<Character> members;
  for (std::uint32_t i = 0; i < kMembers; ++i) {
    Character& member = members.emplace_back(*data, options);
    if (member.clips()->set_layer(1, arm) != Status::ok ||
        member.clips()->play(walk, {.loop = Loop::loop, .start_s = 0.37 * i}) != Status::ok ||
        member.clips()->play(wave, {.layer = 1, .loop = Loop::loop, .start_s = 0.23 * i}) != Status::ok)
      return std::puts(member.why().c_str()), 1;
  }

  CharacterCrowd crowd(*data, /*skin*/ kNone, kMembers);  // without a skin, the outputs are model matrices
  TbbTasks tasks;
  std::vector<Affine> model_from_joint(std::size_t{kMembers} * crowd.rig().output_size());
  AlignedBytes scratch(tasks.runner().workers * crowd_scratch_bytes({&crowd.rig(), 1}));
  for (std::uint32_t frame = 0; frame < kFrames; ++frame) {
    crowd.clear();
    for (Character& member : members)
      if (member.update(1.0 / kFrames) != Status::ok || crowd.add(member) != Status::ok)
        return std::puts(member.why().c_str()), 1;
    CrowdJob job = crowd.job(model_from_joint, {scratch.data(), scratch.size()});
    job.tasks = tasks.runner();
    if (job.run() != Status::ok) return std::puts("the job was refused"), 1;
  }

  const auto& m = model_from_joint[hand].m;  // the first member's hand
  std::printf("%u mannequins, 2 layers, %u frames; after 1 s the first has its left hand at %.2f %.2f %.2f\n",
              kMembers, kFrames, m[0][3], m[1][3], m[2][3]);
}
