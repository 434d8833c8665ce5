#include "demos/tower/tower_state.h"

#include "demos/keys.h"

namespace skelter::demos {

void TowerState::handle(const KeyEvent& event) {
  if (event.press == Press::up) return;
  if (event.key == Key::left) clock.step(-kTowerStep_s);
  if (event.key == Key::right) clock.step(kTowerStep_s);
  if (event.press != Press::down) return;
  if (is_letter(event.key, 'B')) bones = !bones;
  if (is_letter(event.key, 'W')) weights = !weights;
  if (is_letter(event.key, 'M')) matrices = !matrices;
  if (is_letter(event.key, 'N')) products = !products;
  if (is_letter(event.key, 'V')) tenth = tenth ? (*tenth + 1) % 11 : 1;
  if (is_letter(event.key, 'K')) on_gpu = !on_gpu;
  if (is_letter(event.key, 'T'))
    clock_kind = clock_kind == TowerClock::smooth ? TowerClock::whole_ms : TowerClock::smooth;
  if (event.key == Key::space) clock.playing = !clock.playing;
}

}  // namespace skelter::demos
