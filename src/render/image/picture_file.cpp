#include "render/image/internal/picture_file.h"

#include "skelter/image/encode.h"
#include "skelter/system/file.h"

namespace skelter {
namespace {

MovieFormat movie_format(const std::string& ending) {
  if (ending == ".gif") return MovieFormat::gif;
  return ending == ".mp4" ? MovieFormat::mp4 : MovieFormat::webp;
}

Result<std::vector<std::byte>> encoded(const Image& image, const std::string& path) {
  return extension(path) == ".webp" ? encode_webp(image) : encode_png(image);
}

}  // namespace

bool is_frame_sequence(const std::string& path) {
  const std::string ending = extension(path);
  return (ending == ".png" || ending == ".webp") && file_name(path).find('#') != std::string::npos;
}

std::string frame_file(const std::string& path, std::size_t index) {
  const std::size_t last = path.rfind('#');
  const std::size_t before = path.find_last_not_of('#', last);
  const std::size_t begin = before == std::string::npos ? 0 : before + 1;
  const std::size_t length = last + 1 - begin;
  std::string number = std::to_string(index);
  if (number.size() < length) number.insert(0, length - number.size(), '0');
  return path.substr(0, begin) + number + path.substr(last + 1);
}

Result<void> write_picture_file(const Image& image, const std::string& path) {
  const auto bytes = encoded(image, path);
  if (!bytes) return bytes.error();
  return write_file(path, *bytes, true);
}

Result<VideoFile> VideoFile::create(const std::string& path, const MovieOptions& options) {
  VideoFile video;
  video.path_ = path;
  if (is_frame_sequence(path)) return video;
  auto encoder = make_movie_encoder(movie_format(extension(path)), options);
  if (!encoder) return encoder.error();
  video.encoder_ = std::move(*encoder);
  return video;
}

Result<void> VideoFile::add(const Image& frame) {
  if (encoder_) return encoder_->add(frame);
  auto bytes = encoded(frame, path_);
  if (!bytes) return bytes.error();
  frames_.push_back(std::move(*bytes));
  return {};
}

Result<void> VideoFile::finish() {
  if (!encoder_) {
    for (std::size_t i = 0; i < frames_.size(); ++i)
      if (auto written = write_file(frame_file(path_, i), frames_[i], true); !written) return written;
    return {};
  }
  const auto bytes = encoder_->finish();
  if (!bytes) return bytes.error();
  return write_file(path_, *bytes, true);
}

}  // namespace skelter
