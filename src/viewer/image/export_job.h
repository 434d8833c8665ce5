#pragma once
// Images and videos of the view, with its overlays but without panels.

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "render/image/internal/picture_file.h"
#include "viewer/image/export_settings.h"
#include "viewer/image/graphics.h"

namespace skelter {

// Writes a video one frame at a time, so that the window stays responsive.
class ExportJob {
 public:
  using TakeFrames = std::function<void(const Image* frame)>;

  // With `take_frames`, no file is written. The callback receives each frame, then null.
  static Result<std::unique_ptr<ExportJob>> start(const ViewerData& data, const ExportSettings& settings,
                                                  TakeFrames take_frames = nullptr);

  // Draws the next frame, or writes the file after the last frame. Restores the framebuffer binding and the
  // state. Errors: those of drawing, encoding and writing.
  Result<void> step(ViewerData& data, Graphics& graphics);
  bool is_done() const { return done_; }
  bool writes_file() const { return take_frames_ == nullptr; }
  double progress() const { return double(next_) / double(std::max<std::size_t>(times_s_.size(), 1)); }
  const ExportSettings& settings() const { return settings_; }

 private:
  ExportSettings settings_;
  std::vector<double> times_s_;
  std::size_t next_ = 0;
  // Private copy if a graph plays, because the frames of the video have different times.
  std::unique_ptr<GraphRecording> graph_;
  std::uint64_t document_ = 0;  // number of the document that the graph plays on
  TakeFrames take_frames_;
  std::optional<VideoFile> video_;
  bool done_ = false;
};

// Draws the current state as one image.
Result<Image> draw_picture(ViewerData& data, Graphics& graphics, std::uint32_t width, std::uint32_t height);

}  // namespace skelter
