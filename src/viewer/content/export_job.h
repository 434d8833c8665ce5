#pragma once
// Pictures and films of what is shown, with its overlays and without its panels.

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "render/internal/picture_file.h"
#include "viewer/content/export_settings.h"
#include "viewer/graphics.h"

namespace skelter {

// A film that is being made, a frame at a time, so that the window stays alive.
class ExportJob {
 public:
  using TakeFrames = std::function<void(const Image* frame)>;

  // With `take_frames`, a film becomes no file: it gets each frame, and null after the last one.
  static Result<std::unique_ptr<ExportJob>> start(const ViewerData& data, const ExportSettings& settings,
                                                  TakeFrames take_frames = nullptr);

  // Draws the next frame, or writes the file after the last one. Leaves the framebuffer binding and the state
  // as they were. Errors: those of drawing, encoding and writing.
  Result<void> step(ViewerData& data, Graphics& graphics);
  bool is_done() const { return done_; }
  bool writes_file() const { return take_frames_ == nullptr; }
  double progress() const { return double(next_) / double(std::max<std::size_t>(times_s_.size(), 1)); }
  const ExportSettings& settings() const { return settings_; }

 private:
  ExportSettings settings_;
  std::vector<double> times_s_;
  std::size_t next_ = 0;
  std::unique_ptr<GraphRecording> graph_;  // of its own, while a graph plays: the film's times are its
  std::uint64_t document_ = 0;             // that it plays on
  TakeFrames take_frames_;
  std::optional<FilmFile> film_;
  bool done_ = false;
};

// One picture of the state as it is.
Result<Image> draw_picture(ViewerData& data, Graphics& graphics, std::uint32_t width, std::uint32_t height);

}  // namespace skelter
