#include "image/internal/movie.h"

#include <cmath>
#include <string>

#include "image/movie_encoders.h"

namespace skelter {
namespace {

Error bad_option(std::string message) {
  return {Status::invalid_argument, "movie.option", std::move(message), {}};
}

struct FormatLimits {
  const char* name;
  std::uint32_t largest_side;
  double largest_fps;
};

FormatLimits limits_of(MovieFormat format) {
  switch (format) {
    case MovieFormat::webp:
      return {"WebP", 16383, 1000};
    case MovieFormat::gif:
      return {"GIF", 65535, 50};  // browsers slow down frames shorter than 0.02 s
    case MovieFormat::mp4:
      break;
  }
  return {"MP4", 16384, 1000};
}

Result<void> check(MovieFormat format, const MovieOptions& options) {
  const FormatLimits limits = limits_of(format);
  const std::string size = std::to_string(options.width) + "x" + std::to_string(options.height);
  const std::string largest = std::to_string(limits.largest_side);
  if (options.width == 0 || options.height == 0 || options.width > limits.largest_side ||
      options.height > limits.largest_side)
    return bad_option(std::string(limits.name) + " of " + size + " pixels; expected 1x1 to " + largest + "x" +
                      largest);
  if (format == MovieFormat::mp4 && (options.width % 2 != 0 || options.height % 2 != 0))
    return bad_option("MP4 of " + size + " pixels; expected even numbers");
  if (!(options.fps > 0) || options.fps > limits.largest_fps) {
    std::string fps = std::to_string(options.fps);
    fps.erase(fps.find_last_not_of('0') + 1);
    if (fps.back() == '.') fps.pop_back();
    return bad_option(std::string(limits.name) + " with " + fps +
                      " frames per second; expected more than 0, at most " +
                      std::to_string(static_cast<int>(limits.largest_fps)));
  }
  return {};
}

}  // namespace

Result<std::unique_ptr<MovieEncoder>> make_movie_encoder(MovieFormat format, const MovieOptions& options) {
  if (const Result<void> checked = check(format, options); !checked) return checked.error();
  switch (format) {
    case MovieFormat::webp:
      return make_webp_movie(options);
    case MovieFormat::gif:
      return make_gif_movie(options);
    case MovieFormat::mp4:
      break;
  }
  return make_mp4_movie(options);
}

}  // namespace skelter
