#include "cli/output/picture_output.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "cli/input/reading_options.h"
#include "cli/output/progress.h"
#include "render/image/internal/picture_file.h"
#include "skelter/system/file.h"

namespace skelter::cli {
namespace {

constexpr double kDefaultFps = 30;
constexpr double kStillTurntable_s = 4;  // length of a turntable video if the motion has no duration

std::string extension_of(const ImageRequest& request) {
  return request.out == "-" ? ".png" : extension(request.out);
}

Result<void> write_video(const ImageAt& image_at, std::uint32_t width, std::uint32_t height,
                         const ImageRequest& request, double duration_s, const ConsoleOptions& console) {
  const double fps = request.fps.value_or(kDefaultFps);
  auto video = VideoFile::create(request.out, {width, height, fps});
  if (!video) return video.error();
  const double from_s = range_begin_s(request);
  const double to_s = range_end_s(request, duration_s);
  {
    Progress progress("frame", frame_times(from_s, to_s, fps).size(), console.quiet);
    const auto take = [&](const Image& frame) {
      auto added = video->add(frame);
      progress.step();
      return added;
    };
    if (auto filmed = make_video(image_at, from_s, to_s, fps, take, request.turntable_deg); !filmed)
      return filmed;
  }
  return video->finish();
}

}  // namespace

bool ImageRequest::is_video() const {
  const std::string ending = extension(out);
  const bool moves = asks_for_range() || (turntable_deg != 0 && !time_s);
  return ending == ".gif" || ending == ".mp4" || is_frame_sequence(out) ||
         (ending == ".webp" && moves && strip == 0);
}

void add_time_options(CLI::App& command, ImageRequest& request) {
  command.add_option("--time", request.time_s, "Time of a single image")
      ->check(finite_number())
      ->type_name("SECONDS");
  command.add_option("--from", request.from_s, "Start of a video or strip (default 0)")
      ->check(finite_number())
      ->type_name("SECONDS");
  command.add_option("--to", request.to_s, "End of a video or strip (default: the end of the clip)")
      ->check(finite_number())
      ->type_name("SECONDS");
  command.add_option("--fps", request.fps, "Frames per second of a video (default 30)")
      ->check(positive_number())
      ->type_name("N");
}

Result<void> expect_valid(const ImageRequest& request) {
  const std::string ending = extension_of(request);
  if (ending != ".png" && ending != ".webp" && ending != ".gif" && ending != ".mp4")
    return usage_error(
        request.out,
        ending.empty()
            ? "no file extension; expected .png, .webp, .gif or .mp4"
            : ending + " is not a supported image or video format; expected .png, .webp, .gif or .mp4");
  const bool video_only = ending == ".gif" || ending == ".mp4" || is_frame_sequence(request.out);
  if (request.strip != 0 && video_only)
    return usage_error("--strip", "makes one image; expected .png or .webp");
  if (request.strip != 0 && request.turntable_deg != 0)
    return usage_error("--turntable", "cannot be combined with --strip");
  if (request.strip != 0 && request.time_s)
    return usage_error("--strip", "covers a range; use --from and --to");
  if (request.time_s && (request.asks_for_range() || video_only))
    return usage_error("--time", fmt::format("is a single time; use --from and --to for {}",
                                             video_only ? "a video" : "a range"));
  if (request.asks_for_range() && !request.is_video() && request.strip == 0)
    return usage_error(
        request.out,
        ending +
            " contains one image; use --time, --strip, .webp, .gif, .mp4 or numbered images (NAME.####.png)");
  if (request.to_s && *request.to_s <= request.from_s.value_or(0))
    return usage_error("--to", "is not after --from");
  return expect_writable(request.out);  // checked before the file is read and drawn
}

double range_begin_s(const ImageRequest& request) {
  return request.from_s.value_or(0);
}

double range_end_s(const ImageRequest& request, double duration_s) {
  const double from_s = range_begin_s(request);
  if (request.to_s) return *request.to_s;
  if (duration_s > from_s) return duration_s;
  return from_s + kStillTurntable_s;
}

Result<void> write_picture(const ImageAt& image_at, std::uint32_t width, std::uint32_t height,
                           const ImageRequest& request, double duration_s, const ConsoleOptions& console) {
  if (request.is_video()) return write_video(image_at, width, height, request, duration_s, console);
  auto image = request.strip != 0 ? make_strip(image_at, range_begin_s(request),
                                               range_end_s(request, duration_s), request.strip)
                                  : image_at(request.time_s.value_or(0), request.turntable_deg);
  if (!image) return image.error();
  return write_picture_file(*image, request.out);
}

Result<void> write_picture(ImageRenderer& maker, const ImageRendererOptions& options,
                           const ImageRequest& request, double duration_s, const ConsoleOptions& console) {
  const auto image_at = [&maker](double time_s, double turn_deg) { return maker.render(time_s, turn_deg); };
  return write_picture(image_at, options.width, options.height, request, duration_s, console);
}

}  // namespace skelter::cli
