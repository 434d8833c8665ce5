// Mask: one clip moves the whole body, and a second clip moves only the joints of a mask. Usage: mask FILE
// BODY_CLIP UPPER_CLIP SUBTREE JOINT
#include <cstdio>

#include "skelter/compile/compile.h"
#include "skelter/load.h"
#include "skelter/play/character.h"

using namespace skelter;

int main(int argc, char** argv) {
  if (argc != 6) return std::puts("usage: mask FILE BODY_CLIP UPPER_CLIP SUBTREE JOINT"), 2;
  const auto scene = load_scene(argv[1]);
  if (!scene) return std::puts(to_string(scene.error()).c_str()), 1;

  // A mask contains joint weights by name, here 1 for a subtree and 0 elsewhere, and is compiled into the
  // pack. A game does this in advance, with `skelter compile` and its configuration (docs/compile.md), and
  // loads the pack.
  CompileSettings settings;
  settings.store_clips = false;  // compiles faster, but needs more memory
  settings.masks = {{"upper", 0, {{argv[4], 1, true}}}};
  const auto pack = compile_scene(*scene, settings);
  if (!pack) return std::puts(to_string(pack.error()).c_str()), 1;
  const auto data = load_character(pack->bytes.span(), argv[1]);
  if (!data) return std::puts(to_string(data.error()).c_str()), 1;
  const std::uint32_t joint = data->find_joint(argv[5]);
  if (joint == kNone) return std::printf("no joint is named %s\n", argv[5]), 1;

  // Layer 0 is the body. The layer above replaces it where the mask is 1 and does not affect other joints.
  Character hero(*data);
  LayerSettings upper;
  upper.mask = data->find_mask("upper");
  if (hero.clips()->set_layer(1, upper) != Status::ok ||
      hero.clips()->play(data->find_clip(argv[2]), {.loop = Loop::loop}) != Status::ok ||
      hero.clips()->play(data->find_clip(argv[3]), {.layer = 1, .loop = Loop::loop}) != Status::ok ||
      hero.update(0.5) != Status::ok)
    return std::puts(hero.why().c_str()), 1;
  hero.finish();
  const auto& m = hero.model_from_joint()[joint].m;
  std::printf("%s at %.3f %.3f %.3f\n", argv[5], m[0][3], m[1][3], m[2][3]);
}
