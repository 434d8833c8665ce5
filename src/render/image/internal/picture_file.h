#pragma once
// Writes image and video files. The extension selects the format: .png or .webp for an image; .webp, .gif or
// .mp4 for a video. "walk.####.png" means numbered images: walk.0000.png, walk.0001.png and so on.

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "image/internal/movie.h"
#include "skelter/core/result.h"

namespace skelter {

// Whether the path denotes numbered images: .png or .webp, with at least one # in the file name.
bool is_frame_sequence(const std::string& path);

// Returns the path of frame `index`. The last run of # is replaced by the number, padded with zeros to the
// length of the run.
std::string frame_file(const std::string& path, std::size_t index);

// Writes one image and overwrites an existing file. Errors: encoding and writing errors.
Result<void> write_picture_file(const Image& image, const std::string& path);

// A video that receives its frames one by one. Nothing is written before finish().
class VideoFile {
 public:
  // Errors: see make_movie_encoder().
  static Result<VideoFile> create(const std::string& path, const MovieOptions& options);
  // Errors: see MovieEncoder::add, or encode_png and encode_webp.
  Result<void> add(const Image& frame);
  // Writes the file or files and overwrites existing ones. Call once, after at least one frame. Errors: see
  // MovieEncoder::finish; writing errors.
  Result<void> finish();

 private:
  VideoFile() = default;
  std::string path_;
  std::unique_ptr<MovieEncoder> encoder_;       // null for numbered images
  std::vector<std::vector<std::byte>> frames_;  // encoded numbered images
};

}  // namespace skelter
