// Additive blending: adds the difference between a clip and its first pose to a different clip, with any
// weight. Usage: additive FILE BASE_CLIP ADDED_CLIP JOINT
#include <cstdio>

#include "skelter/compile/compile.h"
#include "skelter/load.h"
#include "skelter/play/character.h"
#include "skelter/scene/edit.h"

using namespace skelter;

int main(int argc, char** argv) {
  if (argc != 5) return std::puts("usage: additive FILE BASE_CLIP ADDED_CLIP JOINT"), 2;
  const auto scene = load_scene(argv[1]);
  if (!scene) return std::puts(to_string(scene.error()).c_str()), 1;
  const auto index = choose_clip(*scene, argv[3]);
  if (!index) return std::puts(to_string(index.error()).c_str()), 1;

  // Compiles the clip as differences from its own pose at 0 s. A game does this in advance, with `skelter
  // compile` and its configuration (docs/compile.md), and loads the pack.
  CompileSettings settings;
  settings.store_clips = false;  // compiles faster, but needs more memory
  settings.clips.resize(scene->clips.size());
  settings.clips[*index].additive = true;
  settings.clips[*index].additive_from = *index;
  const auto pack = compile_scene(*scene, settings);
  if (!pack) return std::puts(to_string(pack.error()).c_str()), 1;
  const auto data = load_character(pack->bytes.span(), argv[1]);
  if (!data) return std::puts(to_string(data.error()).c_str()), 1;
  const std::uint32_t joint = data->find_joint(argv[4]);
  if (joint == kNone) return std::printf("no joint is named %s\n", argv[4]), 1;

  Character hero(*data);
  LayerSettings on_top;
  on_top.mode = LayerMode::additive;
  if (hero.clips()->set_layer(1, on_top) != Status::ok ||
      hero.clips()->play(data->find_clip(argv[2]), {.loop = Loop::loop}) != Status::ok ||
      hero.clips()->play(*index, {.layer = 1, .loop = Loop::loop}) != Status::ok ||
      hero.update(0.5) != Status::ok)
    return std::puts(hero.why().c_str()), 1;

  for (const float weight : {0.0f, 0.5f, 1.0f}) {
    on_top.weight = weight;
    if (hero.clips()->set_layer(1, on_top) != Status::ok || hero.update(0) != Status::ok)
      return std::puts(hero.why().c_str()), 1;
    hero.finish();
    const auto& m = hero.model_from_joint()[joint].m;
    std::printf("weight %.1f: %s at %.3f %.3f %.3f\n", static_cast<double>(weight), argv[4], m[0][3], m[1][3],
                m[2][3]);
  }
}
