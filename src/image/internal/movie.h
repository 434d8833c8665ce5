#pragma once
// Encodes video frame by frame: animated WebP (lossless), GIF, and MP4 through an `ffmpeg` on the PATH.
// Videos loop forever in all formats that support it. The same frames always give the same bytes.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "skelter/core/result.h"
#include "skelter/image/image.h"

namespace skelter {

enum class MovieFormat : std::uint8_t { webp, gif, mp4 };

class MovieEncoder {
 public:
  virtual ~MovieEncoder() = default;
  // Precondition: `frame` has the size given to make_movie_encoder. Errors: io (mp4), unsupported.
  virtual Result<void> add(const Image& frame) = 0;
  // Returns the entire file. Call once, after all frames. Errors: invalid_argument without frames, io (mp4).
  virtual Result<std::vector<std::byte>> finish() = 0;
};

struct MovieOptions {
  std::uint32_t width = 0;   // pixels, above 0; at most 16383 (WebP) or 65535 (GIF); even for MP4
  std::uint32_t height = 0;  // same limits as width
  double fps = 30;           // frames per second, above 0; at most 1000 (WebP) or 50 (GIF)
};

// Errors: invalid_argument for a size or rate that the format does not support; not_found for MP4 without
// ffmpeg ("MP4 needs ffmpeg; .webp and .gif work without"). GIF keeps the changed part of every frame in
// memory until finish(), because its palette is computed for the entire video.
Result<std::unique_ptr<MovieEncoder>> make_movie_encoder(MovieFormat format, const MovieOptions& options);

}  // namespace skelter
