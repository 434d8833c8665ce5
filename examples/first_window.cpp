// Loads a character, plays it, fades between its first two clips, and shows it in a window. The README
// contains the lines between the marks.

// [readme]
#include <cstdio>

#include "skelter/desktop/application.h"
#include "skelter/skelter.h"
#include "skelter/system/file.h"

int main(int argc, char** argv) {
  if (argc != 4) return std::puts("usage: first_window FILE CLIP CLIP"), 2;
  const auto data = skelter::load_character(argv[1]);  // .x, .glb, .skelter, ...
  if (!data) return std::puts(to_string(data.error()).c_str()), 1;
  skelter::Character hero(*data);
  double time_s = 0;
  const auto on_frame = [&](double step_s) {
    time_s += step_s;
    skelter::PlayOptions options{.fade_s = 0.3, .restart = false};
    const auto clip = data->find_clip(int(time_s / 3) % 2 == 0 ? argv[2] : argv[3]);
    if (hero.clips()->play(clip, options) != skelter::Status::ok) std::puts(hero.why().c_str());
    (void)hero.update(step_s);
    hero.finish();
  };
  const std::string textures = skelter::parent_folder(argv[1]);
  const auto shown = skelter::show_character(hero, on_frame, textures);
  if (!shown) return std::puts(to_string(shown.error()).c_str()), 1;
}
// [readme]
