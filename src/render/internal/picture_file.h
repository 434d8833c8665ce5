#pragma once
// Pictures and films as files; the name tells the format: one picture as .png or .webp, a film as .webp, .gif
// or .mp4, or as numbered pictures: "walk.####.png" stands for walk.0000.png, walk.0001.png and so on.

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "image/internal/movie.h"
#include "skelter/core/result.h"

namespace skelter {

// Whether the name is one of numbered pictures: .png or .webp, with at least one # in the file's name.
bool is_frame_sequence(const std::string& path);

// The name of frame `index`: its last run of # holds the number, with zeros in front up to the run's length.
std::string frame_file(const std::string& path, std::size_t index);

// One picture, replacing an older one. Errors: those of encoding and writing.
Result<void> write_picture_file(const Image& image, const std::string& path);

// A film that gets its frames one by one. Nothing is written before finish().
class FilmFile {
 public:
  // Errors: as make_movie_encoder().
  static Result<FilmFile> create(const std::string& path, const MovieOptions& options);
  // Errors: as MovieEncoder::add, or of encode_png and encode_webp.
  Result<void> add(const Image& frame);
  // Writes the file or files, replacing older ones. Call once, after at least one frame. Errors: as
  // MovieEncoder::finish, and of writing.
  Result<void> finish();

 private:
  FilmFile() = default;
  std::string path_;
  std::unique_ptr<MovieEncoder> encoder_;       // nothing for numbered pictures
  std::vector<std::vector<std::byte>> frames_;  // numbered pictures, encoded
};

}  // namespace skelter
