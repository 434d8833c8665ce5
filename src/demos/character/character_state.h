#pragma once
// The character demo without its window: the state that the keys change.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "demos/character/walker.h"
#include "skelter/math/mat.h"
#include "skelter/render/camera.h"
#include "skelter/render/skinning_path.h"
#include "skelter/scene/scene.h"
#include "skelter/viewer/input.h"

namespace skelter::demos {

inline constexpr double kFadeSeconds = 0.25;
inline constexpr double kStartSpeed = 0.5;  // clip speed, as in the tutorial

// Indices of the clips on keys 1 to 9. These are the clips that move at least half as many nodes as the clip
// that moves the most.
std::vector<std::uint32_t> keyed_clips(const Scene& scene);

enum class CharacterCamera { first, second, automatic };

class CharacterState {
 public:
  // `clips` are on the keys 1 to 9, `start` is the index of the initial one, and `height` is the model's
  // height.
  CharacterState(std::vector<std::uint32_t> clips, std::size_t start, double height, bool faithful);

  void handle(const KeyEvent& event);
  // Moves the model over the ground, unless the graph does this.
  void update(double step_s);

  // Call if the model has a graph. Arrows, J, T and W then control the graph, and digits play clips again.
  void add_graph() { has_graph_ = true; }
  // Starts a tour (demos/character/walk_tour.h), which steers the graph until a key does. G starts the tour
  // again.
  void begin_tour() { graph_plays_ = tours_ = true; }
  bool tours() const { return tours_; }
  // Sets the current input of the tour, from which keys continue.
  void set_wish(const WalkCommand& wish) { wish_ = wish; }
  bool graph_plays() const { return graph_plays_; }
  WalkCommand wish() const {
    WalkCommand wish = wish_;
    wish.turn = tours_ ? wish_.turn : (left_ ? 1 : 0) - (right_ ? 1 : 0);
    return wish;
  }
  // Sets the position that the graph has reached.
  void set_place(const Vec3d& position, double heading_rad) {
    position_ = position;
    heading_rad_ = heading_rad;
  }

  // Index in `clips` of the requested clip.
  std::size_t clip() const { return clip_; }
  std::uint32_t scene_clip() const { return clips_[clip_]; }
  double speed() const { return speed_; }
  CharacterCamera camera() const { return camera_; }
  // World position of the light: the tutorial's, rotated about the vertical by L. For models taller than a
  // person in metres, the distance scales with the height. Faithful: as printed.
  Vec3d light() const;
  // Maximum number of bones per draw call; 0: no limit.
  std::uint32_t palette() const;
  // Returns true once after D was pressed.
  bool takes_new_context();

  // world_from_model, as moved by the arrows.
  Mat4d place() const;
  Vec3d position() const { return position_; }
  // 0 looks along +z; counter-clockwise as seen from above.
  double heading_rad() const { return heading_rad_; }
  // Sets the ground speed of walking or running clips at speed 1, in heights per second.
  void set_stride(double heights_per_s) { stride_ = heights_per_s; }

 private:
  std::vector<std::uint32_t> clips_;
  std::size_t clip_;
  double height_;
  bool faithful_;
  double speed_ = kStartSpeed;
  CharacterCamera camera_;
  int light_steps_ = 0;
  std::size_t palette_ = 3;
  bool wants_new_context_ = false;
  bool forward_ = false, backward_ = false, left_ = false, right_ = false;  // keys held down
  Vec3d position_{};
  double heading_rad_ = 0;
  double stride_ = 0.583;
  void handle_graph(const KeyEvent& event);
  bool has_graph_ = false, graph_plays_ = false, tours_ = false;
  WalkCommand wish_;
};

// The tutorial's cameras: from (0, 0, -10) to the origin and from (0, 0, -20) to (0, 10, 0), 45 degrees, in
// Direct3D's axes. Faithful: as printed. Otherwise they are scaled to the model's height, and the second one
// stands on the ground at `ground_y`, far enough away to show the shoes. Returns none for `automatic`.
std::optional<Camera> character_camera(CharacterCamera camera, double height, double ground_y, bool faithful);

}  // namespace skelter::demos
