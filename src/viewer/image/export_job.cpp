#include "viewer/image/export_job.h"

#include <epoxy/gl.h>

#include <algorithm>
#include <cmath>

#include "picture/internal/image_sequence.h"
#include "render/gl/internal/target.h"
#include "skelter/picture/picture.h"
#include "viewer/command/internal/actions.h"
#include "viewer/playing/internal/playing.h"
#include "viewer/playing/internal/timeline.h"

namespace skelter {
namespace {

constexpr double kWithoutClip_s = 4;  // video length for a model without a clip, or for a graph

Error no_graph_plays(const ViewerData& data, const std::string& path) {
  return {Status::not_ready,
          "viewer.export",
          "no graph plays, so there is nothing to record: " + data.graph.why_not,
          {path, 0, {}, {}}};
}

// Seeks in the recording. Past its end, or after a change, plays the graph instead.
void show_at(GraphRecording& graph, double time_s) {
  if (!graph.has_changes()) {
    const std::size_t frame = graph.frame_at(time_s);
    if (frame != graph.shown_index()) graph.seek(frame);
  }
  const double step_s = time_s - graph.shown().time_s;
  if ((graph.at_end() || graph.has_changes()) && step_s > 0) graph.update(step_s);
}

}  // namespace

Result<Image> draw_picture(ViewerData& data, Graphics& graphics, std::uint32_t width, std::uint32_t height) {
  GLint before = 0;
  glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &before);
  const auto restore = [&] { glBindFramebuffer(GL_FRAMEBUFFER, static_cast<GLuint>(before)); };
  Result<RenderTarget> target = RenderTarget::create(width, height);
  if (!target) {
    restore();
    return target.error();
  }
  target->bind();
  const Result<void> drawn = graphics.draw_all(data, {0, 0, width, height});
  Image image;
  if (drawn) image = target->read_pixels();
  restore();
  if (!drawn) return drawn.error();
  return image;
}

Result<std::unique_ptr<ExportJob>> ExportJob::start(const ViewerData& data, const ExportSettings& wanted,
                                                    TakeFrames take_frames) {
  const Result<ExportSettings> settings = checked(wanted);
  if (!settings) return settings.error();
  auto job = std::unique_ptr<ExportJob>(new ExportJob());
  job->settings_ = *settings;
  if (!settings->video) {
    job->times_s_ = {data.state.timeline.time_s};
    return job;
  }
  PlayRange range = data.state.timeline.range(data.duration_s());
  if (data.state.graph.on) {
    if (!data.graph.recording) return no_graph_plays(data, settings->path);
    job->graph_ = std::make_unique<GraphRecording>(*data.graph.recording);
    job->document_ = data.document_number();
    range.from_s = range.to_s = job->graph_->shown().time_s;
  }
  const double from_s = settings->from_s.value_or(range.from_s);
  const double end_s = settings->to_s.value_or(range.to_s);
  job->times_s_ = frame_times(from_s, end_s > from_s ? end_s : from_s + kWithoutClip_s, settings->fps);
  job->take_frames_ = std::move(take_frames);
  if (!job->writes_file()) return job;
  auto video = VideoFile::create(settings->path, {settings->width, settings->height, settings->fps});
  if (!video) return video.error();
  job->video_ = std::move(*video);
  return job;
}

Result<void> ExportJob::step(ViewerData& data, Graphics& graphics) {
  if (next_ == times_s_.size()) {
    done_ = true;
    if (writes_file()) return video_->finish();
    take_frames_(nullptr);
    return {};
  }
  if (graph_ && (!data.state.graph.on || !data.graph.recording || data.document_number() != document_))
    return Error{Status::invalid_argument,
                 "viewer.export",
                 "the graph was closed during the video export",
                 {settings_.path, 0, {}, {}}};
  const ViewerState before = data.state;
  if (settings_.video) data.shown_pose = {};
  if (settings_.video) {
    if (graph_) {
      show_at(*graph_, times_s_[next_]);
      std::swap(graph_, data.graph.recording);
    } else {
      data.state.timeline.time_s = std::clamp(times_s_[next_], 0.0, data.duration_s());
    }
    data.state.camera.azimuth_deg += settings_.turntable_deg * double(next_) / double(times_s_.size());
    update_comparison(data);
  }
  const Result<Image> image = draw_picture(data, graphics, settings_.width, settings_.height);
  if (settings_.video && graph_) std::swap(graph_, data.graph.recording);
  data.state = before;
  if (settings_.video) data.shown_pose = {};
  if (settings_.video) update_comparison(data);
  ++next_;
  if (!image) return image.error();
  if (settings_.video && writes_file()) return video_->add(*image);
  if (settings_.video) {
    take_frames_(&*image);
    return {};
  }
  done_ = true;
  return write_picture_file(*image, settings_.path);
}

}  // namespace skelter
