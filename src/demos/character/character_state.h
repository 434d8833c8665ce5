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

// Indices of the clips on keys 1 to 9: those that move at least half as many nodes as the largest clip.
std::vector<std::uint32_t> keyed_clips(const Scene& scene);

enum class CharacterCamera { first, second, automatic };

class CharacterState {
 public:
  // `clips` are on the keys 1 to 9; `start` is the index of the initial one; `height` is the model's.
  CharacterState(std::vector<std::uint32_t> clips, std::size_t start, double height, bool faithful);

  void handle(const KeyEvent& event);
  // Moves the model over the ground, unless its graph does.
  void update(double step_s);

  // The model has a graph: arrows, J, T and W control it from now on; digits play clips again.
  void add_graph() { has_graph_ = true; }
  // The graph runs a tour (demos/character/walk_tour.h) until a key controls it; G starts the tour again.
  void begin_tour() { graph_plays_ = tours_ = true; }
  bool tours() const { return tours_; }
  // The tour's current wish, from which keys continue.
  void set_wish(const WalkCommand& wish) { wish_ = wish; }
  bool graph_plays() const { return graph_plays_; }
  WalkCommand wish() const {
    WalkCommand wish = wish_;
    wish.turn = tours_ ? wish_.turn : (left_ ? 1 : 0) - (right_ ? 1 : 0);
    return wish;
  }
  // Sets the position from the graph.
  void set_place(const Vec3d& position, double heading_rad) {
    position_ = position;
    heading_rad_ = heading_rad;
  }

  // Index in `clips` of the requested clip.
  std::size_t clip() const { return clip_; }
  std::uint32_t scene_clip() const { return clips_[clip_]; }
  double speed() const { return speed_; }
  CharacterCamera camera() const { return camera_; }
  // World position: the tutorial's, rotated about the vertical by L. For models taller than a person in
  // metres, the distance scales with the height. Faithful: as printed.
  Vec3d light() const;
  // Bones per draw call; 0: no limit.
  std::uint32_t palette() const;
  // True once after D was pressed.
  bool takes_new_context();

  // world_from_model of the model, as moved by the arrows.
  Mat4d place() const;
  Vec3d position() const { return position_; }
  double heading_rad() const { return heading_rad_; }  // 0 looks along +z, counter-clockwise from above
  // Ground speed of walking or running clips at speed 1, in heights per second.
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

// The tutorial's cameras: eye (0, 0, -10) to the origin and (0, 0, -20) to (0, 10, 0), 45 degrees, in
// Direct3D's axes. Faithful: as printed. Otherwise they are scaled to the model's height, and the second one
// stands on the ground at `ground_y`, far enough to show the shoes. `automatic` has no camera.
std::optional<Camera> character_camera(CharacterCamera camera, double height, double ground_y, bool faithful);

}  // namespace skelter::demos
