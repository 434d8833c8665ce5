// Chapter 10: one pack, three characters, one job.
// Usage: course_10_game tower.skelter
#include <cstdio>
#include <vector>

#include "skelter/crowd/crowd_job.h"
#include "skelter/load.h"
#include "skelter/play/character.h"

using namespace skelter;

int main(int argc, char** argv) {
  if (argc != 2) return std::puts("usage: course_10_game tower.skelter"), 2;
  const auto data = load_character(argv[1]);  // shared by the three characters
  if (!data) return std::puts(to_string(data.error()).c_str()), 1;
  const std::uint32_t tip = data->find_joint("bone3");
  if (tip == kNone) return std::puts("the tower is expected"), 1;

  CharacterOptions options;
  options.posed = false;  // the crowd computes the poses
  std::vector<Character> towers;
  for (const double start_s : {0.0, 0.55, 2.0}) {
    Character& tower = towers.emplace_back(*data, options);
    if (tower.clips()->play(data->find_clip("tower"), {.loop = Loop::loop, .start_s = start_s}) != Status::ok)
      return std::puts(tower.why().c_str()), 1;
  }

  CharacterCrowd crowd(*data, /*skin*/ kNone, 3);
  std::vector<Affine> model_from_joint(towers.size() * crowd.rig().output_size());
  AlignedBytes scratch(crowd_scratch_bytes({&crowd.rig(), 1}));

  // A frame of 0.1 s.
  for (Character& tower : towers)
    if (tower.update(0.1) != Status::ok || crowd.add(tower) != Status::ok)
      return std::puts(tower.why().c_str()), 1;
  if (crowd.job(model_from_joint, {scratch.data(), scratch.size()}).run() != Status::ok)
    return std::puts("the job was refused"), 1;

  for (std::size_t i = 0; i < towers.size(); ++i) {
    const auto& m = model_from_joint[i * crowd.rig().output_size() + tip].m;
    std::printf("at %.2f s: bone3 at (%.2f, %.2f)\n", towers[i].clips()->position_s(), m[0][3], m[1][3]);
  }
}
