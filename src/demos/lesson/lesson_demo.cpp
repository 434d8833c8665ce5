#include "demos/lesson/lesson_demo.h"

#include <utility>

#include "demos/keys.h"
#include "demos/lesson/pages.h"
#include "demos/tower/tower_strip.h"
#include "demos/triangle_demo.h"
#include "load/internal/timeline.h"

namespace skelter::demos {
namespace {

constexpr double kMargin = 16, kStep_s = 0.05;

class LessonDemo : public TriangleDemo {
 public:
  LessonDemo(Scene scene, const std::array<std::uint32_t, kTowerBones>& bones)
      : TriangleDemo(false), scene_(std::move(scene)), bones_(bones) {}

  void update(double step_s) override { clock_.advance(step_s); }
  void seek(double time_s) override { clock_.time_s = time_s; }
  double cycle_s() const override { return kTowerPeriod_s; }
  double moment_s() const override { return lesson(chapter_).shown_at_s; }
  std::string title() const override { return "Skelter: the course"; }

 protected:
  Result<void> draw_frame(const FrameSize& size) override {
    const double width = size.width / size.pixels_per_point, height = size.height / size.pixels_per_point;
    std::vector<ColoredVertex> triangles;
    Overlay unused;
    draw_page(unused, triangles, width, height);
    triangles_->fill(triangles);
    // Transforms points of the view to clip space.
    Mat4 clip_from_point;
    clip_from_point(0, 0) = static_cast<float>(2 / width);
    clip_from_point(1, 1) = static_cast<float>(-2 / height);
    clip_from_point(0, 3) = -1;
    clip_from_point(1, 3) = 1;
    triangles_->draw(size.width, size.height, kBoardGround, clip_from_point);
    return {};
  }
  void on_key(const KeyEvent& event) override {
    if (event.press == Press::up) return;
    if (event.key == Key::left || event.key == Key::right)
      return clock_.step(event.key == Key::left ? -kStep_s : kStep_s);
    if (event.press != Press::down) return;
    if (event.key == Key::space) clock_.playing = !clock_.playing;
    if (event.key == Key::page_down) turn_to((chapter_ + 1) % kLessons);
    if (event.key == Key::page_up) turn_to((chapter_ + kLessons - 1) % kLessons);
    if (const auto digit = digit_of(event.key)) turn_to(static_cast<std::size_t>(*digit + 9) % 10);
  }
  void add_overlay(Overlay& overlay, double width, double height) const override {
    std::vector<ColoredVertex> unused;
    draw_page(overlay, unused, width, height);
    if (lesson(chapter_).shown_at_s > 0)
      overlay.add_lines(kMargin, height - kMargin - kLineHeight, kWhite,
                        {clock_.playing ? "Space  pause" : "Space  continue"});
  }
  std::vector<std::string> help() const override {
    return {"1 to 9, 0\tchapters 1 to 10",
            "Page Down\tnext chapter",
            "Page Up\tprevious chapter",
            "Space\tcontinue, pause",
            "Left, Right\tone step",
            "F1 or ?\tthis help",
            "Escape\tquit"};
  }

 private:
  void turn_to(std::size_t chapter) {
    chapter_ = chapter;
    clock_ = {};
    clock_.step(lesson(chapter).shown_at_s);
  }
  void draw_page(Overlay& overlay, std::vector<ColoredVertex>& triangles, double width, double height) const {
    const Lesson& page = lesson(chapter_);
    const double top = overlay.add_lines(kMargin, kMargin, kYellow, {page.title});
    const double below = overlay.add_lines(kMargin, top, kWhite, {page.says});
    const Panel panel{kMargin, below + kLineHeight / 2, width - 2 * kMargin,
                      height - below - 2.5 * kLineHeight};
    LessonStage stage{overlay, triangles, panel, clock_.time_s, scene_, bones_};
    page.draw(stage);
  }

  Scene scene_;
  std::array<std::uint32_t, kTowerBones> bones_;
  std::size_t chapter_ = 0;
  Timeline clock_;
};

}  // namespace

Result<Demo> make_lesson_demo(Scene scene, const DemoOptions&) {
  const auto bones = tower_bones(scene);
  if (!bones) return bones.error();
  if (const auto strip = find_strip(scene); !strip) return strip.error();
  Demo demo;
  demo.application = std::make_unique<LessonDemo>(std::move(scene), *bones);
  demo.window.width = 800;
  demo.window.height = 600;
  return demo;
}

}  // namespace skelter::demos
