#include "desktop/internal/desktop_viewer.h"

#include <epoxy/gl.h>

#include "desktop/config.h"
#include "desktop/layout.h"
#include "desktop/panels/panels.h"
#include "viewer/internal/viewer_data.h"
#include "viewer/playing/internal/stopwatch.h"

namespace skelter {
namespace {

ViewerOptions with_config(ViewerOptions options, const std::string& config_file) {
  if (!config_file.empty()) options.remembered = load_config(config_file);
  return options;
}

}  // namespace

DesktopViewer::DesktopViewer(ViewerOptions options, DesktopOptions desktop)
    : desktop_(std::move(desktop)), viewer_(with_config(std::move(options), desktop_.config_file)) {}

Result<void> DesktopViewer::save_config() const {
  if (desktop_.config_file.empty()) return {};
  return skelter::save_config(desktop_.config_file, viewer_.config());
}

Result<void> DesktopViewer::draw(const FrameSize& size) {
  return viewer_.draw(size, layout_of(viewer_.data(), size).view);
}

void DesktopViewer::draw_panels(const FrameSize& size) {
  ViewerData& data = viewer_.data();
  const Stopwatch drawing;
  const Layout layout = layout_of(data, size);
  draw_labels(data, layout);
  draw_banners(data);
  draw_menu(data, layout);
  draw_browser(data, layout);
  draw_timeline(data, layout);
  draw_inspector(data, layout);
  draw_dialogs(data, layout);
  draw_help(data, layout);
  follow(data.stages.panels, drawing.ms());
  if (data.stages.first_frame == 0 && desktop_.since_start_s) {
    glFinish();
    data.stages.first_frame = desktop_.since_start_s() * 1000;
  }
}

}  // namespace skelter
