#pragma once
// DesktopViewer: the viewer with its panels, as an Application.
//
//   DesktopViewer viewer({.files = {"walk.x"}, .services = {...}});
//   run_application(viewer, {.width = 1280, .height = 800});

#include <functional>
#include <string>

#include "skelter/desktop/application.h"
#include "viewer/internal/viewer.h"

namespace skelter {

struct DesktopOptions {
  std::string config_file;  // stores recent files and layout; "": not saved
  // Seconds since the program started, to measure the time to the first frame.
  std::function<double()> since_start_s;
};

class DesktopViewer : public Application {
 public:
  // Reads ViewerOptions::remembered from the configuration file, if it exists.
  explicit DesktopViewer(ViewerOptions options, DesktopOptions desktop = {});

  Viewer& viewer() { return viewer_; }
  const Viewer& viewer() const { return viewer_; }
  // Saves the configuration. Errors: io.
  Result<void> save_config() const;

  Result<void> gain_context() override { return viewer_.gain_context(); }
  void lose_context() override { viewer_.lose_context(); }
  void handle(const InputEvent& event) override { viewer_.handle(event); }
  void update(double step_s) override { viewer_.update(step_s); }
  Result<void> draw(const FrameSize& size) override;
  void draw_panels(const FrameSize& size) override;
  double rest_s() override { return viewer_.rest_s(); }
  bool wants_to_quit() const override { return viewer_.wants_to_quit(); }
  bool wants_new_context() override { return viewer_.wants_new_context(); }
  std::string title() const override { return viewer_.title(); }

 private:
  DesktopOptions desktop_;
  Viewer viewer_;
};

}  // namespace skelter
