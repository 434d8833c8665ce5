#pragma once
// The character demo without its window: what the keys change.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "demos/walker.h"
#include "skelter/math/mat.h"
#include "skelter/render/camera.h"
#include "skelter/render/skinning_path.h"
#include "skelter/scene/scene.h"
#include "skelter/viewer/input.h"

namespace skelter::demos {

inline constexpr double kFadeSeconds = 0.25;
inline constexpr double kStartSpeed = 0.5;  // of the clip, as in the tutorial

// The clips on the keys 1 to 9, by index: those that move at least half as many nodes as the fullest.
std::vector<std::uint32_t> keyed_clips(const Scene& scene);

enum class CharacterCamera { first, second, automatic };

class CharacterState {
 public:
  // `clips` are on the keys 1 to 9, `start` is the index in it that plays; `height` of the figure.
  CharacterState(std::vector<std::uint32_t> clips, std::size_t start, double height, bool faithful);

  void handle(const KeyEvent& event);
  // Moves the figure over the ground; not where its graph does.
  void update(double step_s);

  // The figure has a graph: arrows, J, T and W play it from now on, digits play clips again.
  void add_graph() { has_graph_ = true; }
  // The graph goes round by itself (demos/walk_tour.h), until a person plays it; again with G.
  void begin_tour() { graph_plays_ = tours_ = true; }
  bool tours() const { return tours_; }
  // What the tour wants now, from which a person goes on.
  void set_wish(const FigureWish& wish) { wish_ = wish; }
  bool graph_plays() const { return graph_plays_; }
  FigureWish wish() const {
    FigureWish wish = wish_;
    wish.turn = tours_ ? wish_.turn : (left_ ? 1 : 0) - (right_ ? 1 : 0);
    return wish;
  }
  // Where the graph has brought it.
  void set_place(const Vec3d& position, double heading_rad) {
    position_ = position;
    heading_rad_ = heading_rad;
  }

  // The place in `clips`, of the clip that shall play.
  std::size_t clip() const { return clip_; }
  std::uint32_t scene_clip() const { return clips_[clip_]; }
  double speed() const { return speed_; }
  CharacterCamera camera() const { return camera_; }
  // World position: that of the tutorial, turned about the vertical by L; for other figures than a person in
  // metres as much farther away as they are taller. Faithful: as printed.
  Vec3d light() const;
  // Bones of one draw call; 0: any number.
  std::uint32_t palette() const;
  // D was pressed; asked once.
  bool takes_new_context();

  // world_from_model of the figure, where the arrows have brought it.
  Mat4d place() const;
  Vec3d position() const { return position_; }
  double heading_rad() const { return heading_rad_; }  // 0 looks along +z, counter-clockwise from above
  // How fast the ground goes by at speed 1, in heights per second; of clips that walk or run.
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
  bool forward_ = false, backward_ = false, left_ = false, right_ = false;  // held
  Vec3d position_{};
  double heading_rad_ = 0;
  double stride_ = 0.583;
  void handle_graph(const KeyEvent& event);
  bool has_graph_ = false, graph_plays_ = false, tours_ = false;
  FigureWish wish_;
};

// The tutorial's cameras: eye (0, 0, -10) to the origin and (0, 0, -20) to (0, 10, 0), 45 degrees, in
// Direct3D's axes. Faithful: as printed. Else they are scaled to a figure of that height, and the second one
// stands on the ground at `ground_y`, far enough away to see the shoes. `automatic` has none.
std::optional<Camera> character_camera(CharacterCamera camera, double height, double ground_y, bool faithful);

}  // namespace skelter::demos
