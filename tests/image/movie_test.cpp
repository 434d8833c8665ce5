#include "image/internal/movie.h"

#include <gif_lib.h>
#include <gtest/gtest.h>
#include <webp/demux.h>

#include <cstdlib>
#include <cstring>
#include <string>

#include "system/internal/process.h"

namespace skelter {
namespace {

constexpr std::uint32_t kWidth = 32, kHeight = 20;

// A soft gradient with a bright square that moves to the right.
Image frame(std::uint32_t index) {
  Image image(kWidth, kHeight);
  for (std::uint32_t y = 0; y < kHeight; ++y)
    for (std::uint32_t x = 0; x < kWidth; ++x) {
      std::uint8_t* p = image.at(x, y);
      const bool square = x >= 4 + 5 * index && x < 8 + 5 * index && y >= 8 && y < 12;
      p[0] = square ? 250 : static_cast<std::uint8_t>(60 + y * 4);
      p[1] = square ? 40 : static_cast<std::uint8_t>(80 + y * 4);
      p[2] = square ? 30 : static_cast<std::uint8_t>(100 + y * 4);
      p[3] = 255;
    }
  return image;
}

std::vector<std::byte> encoded(MovieFormat format, double fps) {
  Result<std::unique_ptr<MovieEncoder>> movie = make_movie_encoder(format, {kWidth, kHeight, fps});
  if (!movie) {
    ADD_FAILURE() << to_string(movie.error());
    return {};
  }
  for (std::uint32_t i = 0; i < 4; ++i) EXPECT_TRUE((*movie)->add(frame(i)));
  Result<std::vector<std::byte>> bytes = (*movie)->finish();
  if (!bytes) {
    ADD_FAILURE() << to_string(bytes.error());
    return {};
  }
  return *bytes;
}

TEST(Movie, webp_returns_every_frame_exactly_and_loops_forever) {
  const std::vector<std::byte> bytes = encoded(MovieFormat::webp, 30);
  const WebPData data{reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()};
  WebPAnimDecoder* decoder = WebPAnimDecoderNew(&data, nullptr);
  ASSERT_NE(decoder, nullptr);
  WebPAnimInfo info;
  ASSERT_TRUE(WebPAnimDecoderGetInfo(decoder, &info));
  EXPECT_EQ(info.frame_count, 4u);
  EXPECT_EQ(info.loop_count, 0u);
  const int ends_ms[] = {33, 67, 100, 133};  // 1000 / 30 each, rounded so that errors do not accumulate
  for (std::uint32_t i = 0; i < 4; ++i) {
    std::uint8_t* pixels = nullptr;
    int end_ms = 0;
    ASSERT_TRUE(WebPAnimDecoderGetNext(decoder, &pixels, &end_ms));
    EXPECT_EQ(end_ms, ends_ms[i]);
    EXPECT_EQ(std::memcmp(pixels, frame(i).rgba.data(), frame(i).rgba.size()), 0) << "frame " << i;
  }
  WebPAnimDecoderDelete(decoder);
}

struct ReadState {
  const std::vector<std::byte>* bytes;
  std::size_t at = 0;
};
int read_bytes(GifFileType* gif, GifByteType* to, int size) {
  auto& state = *static_cast<ReadState*>(gif->UserData);
  const std::size_t count =
      std::min<std::size_t>(static_cast<std::size_t>(size), state.bytes->size() - state.at);
  std::memcpy(to, state.bytes->data() + state.at, count);
  state.at += count;
  return static_cast<int>(count);
}

TEST(Movie, gif_shows_every_frame_near_its_colors) {
  const std::vector<std::byte> bytes = encoded(MovieFormat::gif, 30);
  ReadState state{&bytes};
  int error = 0;
  GifFileType* gif = DGifOpen(&state, read_bytes, &error);
  ASSERT_NE(gif, nullptr);
  ASSERT_EQ(DGifSlurp(gif), GIF_OK);
  ASSERT_EQ(gif->ImageCount, 4);
  // 100 / 30 each: frames begin at 0, 3, 7 and 10, and the video ends at 13.
  const int delays_cs[] = {3, 4, 3, 3};
  std::vector<GifColorType> screen(kWidth * kHeight);
  for (int i = 0; i < 4; ++i) {
    GraphicsControlBlock control;
    ASSERT_EQ(DGifSavedExtensionToGCB(gif, i, &control), GIF_OK);
    EXPECT_EQ(control.DelayTime, delays_cs[i]);
    const SavedImage& saved = gif->SavedImages[i];
    const GifImageDesc& place = saved.ImageDesc;
    if (i > 0) {
      EXPECT_LT(place.Width * place.Height, 60) << "only the square's way has changed";
    }
    for (int y = 0; y < place.Height; ++y)
      for (int x = 0; x < place.Width; ++x) {
        const GifByteType color = saved.RasterBits[y * place.Width + x];
        if (color != control.TransparentColor)
          screen[static_cast<std::size_t>((place.Top + y) * gif->SWidth + place.Left + x)] =
              gif->SColorMap->Colors[color];
      }
    // There are 23 colours in all, so the palette is exact. Only the dither pattern changes colours, by less
    // than one step of the gradient.
    const Image wanted = frame(static_cast<std::uint32_t>(i));
    for (std::uint32_t p = 0; p < kWidth * kHeight; ++p) {
      const std::uint8_t* rgb = &wanted.rgba[p * 4];
      ASSERT_NEAR(screen[p].Red, rgb[0], 5) << "frame " << i << " pixel " << p;
      ASSERT_NEAR(screen[p].Green, rgb[1], 5);
      ASSERT_NEAR(screen[p].Blue, rgb[2], 5);
    }
  }
  DGifCloseFile(gif, &error);
  const std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  EXPECT_NE(text.find(std::string("NETSCAPE2.0\x03\x01\x00\x00", 15)), std::string::npos) << "loops for ever";
}

TEST(Movie, the_same_frames_give_the_same_bytes) {
  EXPECT_EQ(encoded(MovieFormat::gif, 25), encoded(MovieFormat::gif, 25));
  EXPECT_EQ(encoded(MovieFormat::webp, 25), encoded(MovieFormat::webp, 25));
}

TEST(Movie, mp4_is_written_by_ffmpeg) {
  if (!find_program("ffmpeg")) GTEST_SKIP() << "no ffmpeg on the PATH";
  const std::vector<std::byte> bytes = encoded(MovieFormat::mp4, 30);
  ASSERT_GT(bytes.size(), 100u);
  EXPECT_EQ(std::memcmp(bytes.data() + 4, "ftyp", 4), 0);
  const std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  EXPECT_LT(text.find("moov"), text.find("mdat")) << "the index stands in front, so that it plays at once";
  EXPECT_EQ(bytes, encoded(MovieFormat::mp4, 30));
}

// Sets PATH during one test.
class Path {
 public:
  explicit Path(const char* value) : old_(std::getenv("PATH")) { ::setenv("PATH", value, 1); }
  ~Path() { ::setenv("PATH", old_.c_str(), 1); }

 private:
  std::string old_;
};

TEST(Movie, without_ffmpeg_mp4_names_the_other_formats) {
  const Path nowhere("/nowhere");
  const auto movie = make_movie_encoder(MovieFormat::mp4, {kWidth, kHeight, 30});
  ASSERT_FALSE(movie);
  EXPECT_EQ(to_string(movie.error()), "MP4 needs ffmpeg; .webp and .gif work without");
}

std::string refusal(MovieFormat format, const MovieOptions& options) {
  const auto movie = make_movie_encoder(format, options);
  return movie ? "no error" : to_string(movie.error());
}

TEST(Movie, unsupported_content_of_a_format_is_refused) {
  EXPECT_EQ(refusal(MovieFormat::mp4, {401, 300, 30}), "MP4 of 401x300 pixels; expected even numbers");
  EXPECT_EQ(refusal(MovieFormat::webp, {0, 300, 30}), "WebP of 0x300 pixels; expected 1x1 to 16383x16383");
  EXPECT_EQ(refusal(MovieFormat::gif, {70000, 300, 30}),
            "GIF of 70000x300 pixels; expected 1x1 to 65535x65535");
  EXPECT_EQ(refusal(MovieFormat::gif, {400, 300, 60}),
            "GIF with 60 frames per second; expected more than 0, at most 50");
  EXPECT_EQ(refusal(MovieFormat::webp, {400, 300, 0}),
            "WebP with 0 frames per second; expected more than 0, at most 1000");
}

TEST(Movie, a_video_without_frames_is_refused) {
  for (const MovieFormat format : {MovieFormat::webp, MovieFormat::gif}) {
    const auto movie = make_movie_encoder(format, {kWidth, kHeight, 30});
    ASSERT_TRUE(movie);
    EXPECT_EQ(to_string((*movie)->finish().error()), "a video without frames");
  }
}

}  // namespace
}  // namespace skelter
