// Measures mannequins that fade between two clips, up to model matrices and palettes, with the same data as
// actors in a page. web/tests/actors_speed.mjs compares the page with it. Prints "us per character" for this
// processor's instructions and for SSE4, which has vectors as wide as those of a page.
//
//   bench_actor [--characters N] [--assets FOLDER]

#include <hwy/targets.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "cli/internal/measure.h"
#include "load/internal/actor.h"
#include "result_file.h"
#include "skelter/load.h"

namespace skelter::bench {
namespace {

constexpr double kStep_s = 1.0 / 60;
constexpr std::size_t kUpdates = 200;  // updates per sample

void expect(bool done) {
  if (!done) std::abort();
}

// Samples are short, so that few of them are interrupted.
int run(int argc, char** argv) {
  std::string assets = argument(argc, argv, "--assets"), text = argument(argc, argv, "--characters");
  if (assets.empty()) assets = SKELTER_ASSETS;
  const std::size_t count = text.empty() ? 200 : std::max(std::stoul(text), 1ul);
  const auto scene = load_scene(assets + "/mannequin.x");
  expect(bool(scene));
  auto first = Actor::create(*scene, {}, {.source = {}, .meshes = true});
  expect(bool(first) && (*first)->is_compiled() && bool((*first)->prepare_all()));
  const CharacterData& data = (*first)->data();
  std::vector<std::unique_ptr<Actor>> actors;
  std::vector<Character*> characters;
  for (std::size_t i = 0; i < count; ++i) {
    actors.push_back((*first)->another(false));
    Character& character = *characters.emplace_back(actors.back()->character());
    PlayOptions play;
    play.loop = Loop::loop;
    play.start_s = static_cast<double>(i) / static_cast<double>(count);
    expect(character.clips()->play(data.find_clip("walk"), play) == Status::ok &&
           character.update(0) == Status::ok);
    play.start_s = 0;
    play.fade_s = 1000;  // longer than the measurement
    expect(character.clips()->play(data.find_clip("run"), play) == Status::ok);
  }
  const std::size_t frames = std::max(kUpdates / count, std::size_t{1});
  const auto all = [&] {
    for (std::size_t frame = 0; frame < frames; ++frame)
      for (Character* character : characters) {
        expect(character->update(kStep_s) == Status::ok);
        character->finish();
      }
  };
  const auto time = [&](std::int64_t targets) {
    hwy::SetSupportedTargetsForTest(targets);
    return measure({{"all", all}}, 2000, 0.5, 20000)[0];
  };
  const Timing best = time(0), sse4 = time(HWY_SSE4);
  const double units = 1e6 / static_cast<double>(frames * count);
  std::printf("%zu characters, us per character: %.3f (least %.3f), by SSE4 %.3f (least %.3f)\n", count,
              best.median_s * units, best.min_s * units, sse4.median_s * units, sse4.min_s * units);
  return 0;
}

}  // namespace
}  // namespace skelter::bench

int main(int argc, char** argv) {
  return skelter::bench::run(argc, argv);
}
