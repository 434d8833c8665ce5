#pragma once
// The encoders that make_movie_encoder() creates after validating the options.

#include "image/internal/movie.h"

namespace skelter {

Result<std::unique_ptr<MovieEncoder>> make_webp_movie(const MovieOptions& options);
Result<std::unique_ptr<MovieEncoder>> make_gif_movie(const MovieOptions& options);
Result<std::unique_ptr<MovieEncoder>> make_mp4_movie(const MovieOptions& options);

inline Error no_frames() {
  return {Status::invalid_argument, "movie.no-frames", "a video without frames", {}};
}

}  // namespace skelter
