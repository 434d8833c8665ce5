#include <webp/encode.h>
#include <webp/mux.h>

#include <cmath>
#include <string>

#include "image/movie_encoders.h"

namespace skelter {
namespace {

struct DeleteEncoder {
  void operator()(WebPAnimEncoder* encoder) const { WebPAnimEncoderDelete(encoder); }
};

class WebpMovie : public MovieEncoder {
 public:
  explicit WebpMovie(const MovieOptions& options) : options_(options) {
    WebPAnimEncoderOptions settings;
    if (!WebPAnimEncoderOptionsInit(&settings)) return;
    settings.anim_params.loop_count = 0;  // forever
    encoder_.reset(
        WebPAnimEncoderNew(static_cast<int>(options.width), static_cast<int>(options.height), &settings));
  }
  bool usable() const { return encoder_ != nullptr; }

  Result<void> add(const Image& frame) override {
    WebPConfig config;
    // Level 3 of 9 gives half the size of the fastest level in twice its time. Higher levels save little
    // more.
    if (!WebPConfigInit(&config) || !WebPConfigLosslessPreset(&config, 3)) return failure();
    WebPPicture picture;
    if (!WebPPictureInit(&picture)) return failure();
    picture.use_argb = 1;
    picture.width = static_cast<int>(frame.width);
    picture.height = static_cast<int>(frame.height);
    const bool added = WebPPictureImportRGBA(&picture, frame.rgba.data(), picture.width * 4) != 0 &&
                       WebPAnimEncoderAdd(encoder_.get(), &picture, time_ms(frames_), &config) != 0;
    WebPPictureFree(&picture);
    ++frames_;
    return added ? Result<void>() : failure();
  }

  Result<std::vector<std::byte>> finish() override {
    if (frames_ == 0) return no_frames();
    if (!WebPAnimEncoderAdd(encoder_.get(), nullptr, time_ms(frames_), nullptr)) return failure();
    WebPData data;
    WebPDataInit(&data);
    if (!WebPAnimEncoderAssemble(encoder_.get(), &data)) return failure();
    const auto* bytes = reinterpret_cast<const std::byte*>(data.bytes);
    std::vector<std::byte> out(bytes, bytes + data.size);
    WebPDataClear(&data);
    return out;
  }

 private:
  // Start of frame `i` in milliseconds, computed so that rounding errors do not accumulate.
  int time_ms(std::uint64_t i) const {
    return static_cast<int>(std::lround(1000.0 * double(i) / options_.fps));
  }
  Error failure() const {
    return {Status::unsupported,
            "movie.webp",
            std::string("the WebP library refuses a frame: ") + WebPAnimEncoderGetError(encoder_.get()),
            {}};
  }

  MovieOptions options_;
  std::unique_ptr<WebPAnimEncoder, DeleteEncoder> encoder_;
  std::uint64_t frames_ = 0;
};

}  // namespace

Result<std::unique_ptr<MovieEncoder>> make_webp_movie(const MovieOptions& options) {
  auto movie = std::make_unique<WebpMovie>(options);
  if (!movie->usable())
    return Error{
        Status::unsupported, "movie.webp", "the WebP library does not start; expected libwebpmux 1.x", {}};
  return std::unique_ptr<MovieEncoder>(std::move(movie));
}

}  // namespace skelter
