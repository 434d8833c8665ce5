#include <array>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <span>
#include <string>

#include "image/movie_encoders.h"
#include "skelter/system/file.h"
#include "system/internal/process.h"

namespace skelter {
namespace {

// Whether a file consists of complete boxes (ISO/IEC 14496-12, 4.2), including the index, "moov".
bool is_whole_mp4(ByteSpan bytes) {
  const auto number = [&](std::size_t at, std::size_t size) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < size; ++i) value = value << 8 | std::to_integer<std::uint64_t>(bytes[at + i]);
    return value;
  };
  bool has_index = false;
  std::size_t at = 0;
  while (bytes.size() - at >= 8) {
    std::uint64_t size = number(at, 4);
    has_index = has_index || std::memcmp(&bytes[at + 4], "moov", 4) == 0;
    if (size == 1 && bytes.size() - at >= 16) size = number(at + 8, 8);
    if (size < 8 || size > bytes.size() - at) return false;
    at += static_cast<std::size_t>(size);
  }
  return has_index && at == bytes.size();
}

// Feeds frames to ffmpeg, which writes a temporary file: a streamable MP4 has its index at the start, but the
// index is only known at the end.
class Mp4Movie : public MovieEncoder {
 public:
  Mp4Movie(TemporaryFile file, ChildProcess ffmpeg) : file_(std::move(file)), ffmpeg_(std::move(ffmpeg)) {}

  Result<void> add(const Image& frame) override {
    any_ = true;
    return ffmpeg_.write(std::as_bytes(std::span(frame.rgba)));
  }

  Result<std::vector<std::byte>> finish() override {
    if (!any_) return no_frames();
    if (const Result<void> ended = ffmpeg_.finish(); !ended) return ended.error();
    Result<std::vector<std::byte>> bytes = read_file(file_.path());
    if (!bytes || is_whole_mp4(*bytes)) return bytes;
    // If the disk is full, ffmpeg reports the error but exits with status 0.
    const std::string said = ffmpeg_.last_error_line();
    return Error{Status::io,
                 "movie.incomplete",
                 "ffmpeg wrote an incomplete file" + (said.empty() ? said : ": " + said),
                 {file_.path(), 0, {}, {}}};
  }

 private:
  TemporaryFile file_;
  ChildProcess ffmpeg_;
  bool any_ = false;
};

std::string short_number(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.9g", value);
  return text.data();
}

}  // namespace

Result<std::unique_ptr<MovieEncoder>> make_mp4_movie(const MovieOptions& options) {
  const std::optional<std::string> ffmpeg = find_program("ffmpeg");
  if (!ffmpeg)
    return Error{Status::not_found, "movie.no-ffmpeg", "MP4 needs ffmpeg; .webp and .gif work without", {}};
  Result<TemporaryFile> file = TemporaryFile::create(".mp4");
  if (!file) return file.error();
  const std::string size = std::to_string(options.width) + "x" + std::to_string(options.height);
  // One thread and bit-exact flags give the same bytes on every run. Players expect 4:2:0.
  Result<ChildProcess> process = ChildProcess::start(*ffmpeg, {"-loglevel",
                                                               "error",
                                                               "-y",
                                                               "-f",
                                                               "rawvideo",
                                                               "-pix_fmt",
                                                               "rgba",
                                                               "-s",
                                                               size,
                                                               "-r",
                                                               short_number(options.fps),
                                                               "-i",
                                                               "-",
                                                               "-an",
                                                               "-c:v",
                                                               "libx264",
                                                               "-pix_fmt",
                                                               "yuv420p",
                                                               "-crf",
                                                               "18",
                                                               "-preset",
                                                               "veryfast",
                                                               "-threads",
                                                               "1",
                                                               "-movflags",
                                                               "+faststart",
                                                               "-fflags",
                                                               "+bitexact",
                                                               "-flags:v",
                                                               "+bitexact",
                                                               file->path()});
  if (!process) return process.error();
  return std::unique_ptr<MovieEncoder>(std::make_unique<Mp4Movie>(std::move(*file), std::move(*process)));
}

}  // namespace skelter
