// GIF encoder. To avoid flicker, it uses one palette for the entire video, and ordered dithering instead of
// error diffusion. Frames contain only the changed rectangle.

#include <gif_lib.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <string>

#include "image/movie_encoders.h"
#include "image/palette.h"

namespace skelter {
namespace {

constexpr std::size_t kColors = 255;  // one more index is reserved for transparent pixels
constexpr std::uint8_t kTransparent = 255;

struct Rectangle {
  std::uint32_t x = 0, y = 0, width = 0, height = 0;
};

// The rectangle of a frame that differs from the previous frame.
struct Change {
  Rectangle place;
  std::vector<std::uint8_t> rgb;  // place.width * place.height * 3
};

bool same_pixel(const Image& a, const Image& b, std::uint32_t x, std::uint32_t y) {
  return std::memcmp(a.at(x, y), b.at(x, y), 3) == 0;
}

// Returns the changed rectangle. It is never empty: an unchanged frame keeps one pixel, to carry its
// duration.
Rectangle changed_part(const Image& before, const Image& now) {
  if (before.rgba.empty()) return {0, 0, now.width, now.height};
  std::uint32_t left = now.width, right = 0, top = now.height, bottom = 0;
  for (std::uint32_t y = 0; y < now.height; ++y)
    for (std::uint32_t x = 0; x < now.width; ++x) {
      if (same_pixel(before, now, x, y)) continue;
      left = std::min(left, x);
      right = std::max(right, x);
      top = std::min(top, y);
      bottom = std::max(bottom, y);
    }
  if (left > right) return {0, 0, 1, 1};
  return {left, top, right - left + 1, bottom - top + 1};
}

Change cut_out(const Image& image, const Rectangle& place) {
  Change change{place, {}};
  change.rgb.reserve(std::size_t{place.width} * place.height * 3);
  for (std::uint32_t y = 0; y < place.height; ++y)
    for (std::uint32_t x = 0; x < place.width; ++x) {
      const std::uint8_t* pixel = image.at(place.x + x, place.y + y);
      change.rgb.insert(change.rgb.end(), pixel, pixel + 3);
    }
  return change;
}

// Returns a value of an 8 x 8 threshold pattern, -0.5 to 0.5. Source: Bayer, "An optimum method for two-level
// rendition", 1973.
double threshold(std::uint32_t x, std::uint32_t y) {
  std::uint32_t value = 0;
  for (std::uint32_t bit = 0; bit < 3; ++bit) {
    const std::uint32_t bx = x >> bit & 1, by = y >> bit & 1;
    value = value << 2 | (bx ^ by) << 1 | by;
  }
  return (value + 0.5) / 64.0 - 0.5;
}

// Returns the median distance between neighbouring colours of a palette, which limits the dither amplitude.
double typical_gap(const std::vector<Rgb>& palette) {
  std::vector<double> gaps;
  for (std::size_t i = 0; i < palette.size(); ++i) {
    double nearest = 1e9;
    for (std::size_t j = 0; j < palette.size(); ++j) {
      if (i == j) continue;
      double sum = 0;
      for (std::size_t c = 0; c < 3; ++c) {
        const double d = double(palette[i][c]) - double(palette[j][c]);
        sum += d * d;
      }
      nearest = std::min(nearest, std::sqrt(sum / 3));
    }
    gaps.push_back(nearest);
  }
  if (gaps.size() < 2) return 0;
  const auto middle = gaps.begin() + static_cast<std::ptrdiff_t>(gaps.size() / 2);
  std::nth_element(gaps.begin(), middle, gaps.end());
  return std::min(*middle, 16.0);
}

struct FreeColorMap {
  void operator()(ColorMapObject* map) const { GifFreeMapObject(map); }
};

int append_bytes(GifFileType* gif, const GifByteType* data, int size) {
  auto& out = *static_cast<std::vector<std::byte>*>(gif->UserData);
  const auto* bytes = reinterpret_cast<const std::byte*>(data);
  out.insert(out.end(), bytes, bytes + size);
  return size;
}

class GifMovie : public MovieEncoder {
 public:
  explicit GifMovie(const MovieOptions& options) : options_(options) {}

  Result<void> add(const Image& frame) override {
    changes_.push_back(cut_out(frame, changed_part(last_, frame)));
    const std::vector<std::uint8_t>& rgb = changes_.back().rgb;
    for (std::size_t i = 0; i < rgb.size(); i += 3) cloud_.add({rgb[i], rgb[i + 1], rgb[i + 2]});
    last_ = frame;
    return {};
  }

  Result<std::vector<std::byte>> finish() override {
    if (changes_.empty()) return no_frames();
    std::vector<std::byte> out;
    int error = 0;
    GifFileType* gif = EGifOpen(&out, append_bytes, &error);
    if (gif == nullptr) return failure(error);
    const bool written = write(gif);
    const int write_error = gif->Error;
    if (EGifCloseFile(gif, &error) != GIF_OK || !written) return failure(written ? error : write_error);
    return out;
  }

 private:
  bool write(GifFileType* gif) {
    PaletteSearch search(cloud_.palette(kColors));
    const std::unique_ptr<ColorMapObject, FreeColorMap> colors(GifMakeMapObject(256, nullptr));
    if (!colors) return false;
    for (std::size_t i = 0; i < search.palette().size(); ++i) {
      const Rgb& c = search.palette()[i];
      colors->Colors[i] = {c[0], c[1], c[2]};
    }
    EGifSetGifVersion(gif, true);
    if (EGifPutScreenDesc(gif, static_cast<int>(options_.width), static_cast<int>(options_.height), 8, 0,
                          colors.get()) != GIF_OK ||
        !write_endless_loop(gif))
      return false;
    const double gap = typical_gap(search.palette());
    std::vector<std::uint8_t> shown(std::size_t{options_.width} * options_.height, kTransparent);
    for (std::size_t i = 0; i < changes_.size(); ++i)
      if (!write_frame(gif, i, search, gap, shown)) return false;
    return true;
  }

  static bool write_endless_loop(GifFileType* gif) {
    const std::uint8_t endless[] = {1, 0, 0};
    return EGifPutExtensionLeader(gif, APPLICATION_EXT_FUNC_CODE) == GIF_OK &&
           EGifPutExtensionBlock(gif, 11, "NETSCAPE2.0") == GIF_OK &&
           EGifPutExtensionBlock(gif, sizeof endless, endless) == GIF_OK &&
           EGifPutExtensionTrailer(gif) == GIF_OK;
  }

  // `shown`: the screen content. Pixels that keep their colour become transparent, which compresses better.
  bool write_frame(GifFileType* gif, std::size_t index, PaletteSearch& search, double gap,
                   std::vector<std::uint8_t>& shown) {
    GraphicsControlBlock control{DISPOSE_DO_NOT, false, delay_cs(index), kTransparent};
    GifByteType packed[4];
    EGifGCBToExtension(&control, packed);
    const Change& change = changes_[index];
    const Rectangle& place = change.place;
    if (EGifPutExtension(gif, GRAPHICS_EXT_FUNC_CODE, sizeof packed, packed) != GIF_OK ||
        EGifPutImageDesc(gif, static_cast<int>(place.x), static_cast<int>(place.y),
                         static_cast<int>(place.width), static_cast<int>(place.height), false,
                         nullptr) != GIF_OK)
      return false;
    std::vector<GifPixelType> line(place.width);
    for (std::uint32_t y = 0; y < place.height; ++y) {
      for (std::uint32_t x = 0; x < place.width; ++x) {
        const std::uint8_t* rgb = &change.rgb[(std::size_t{y} * place.width + x) * 3];
        const std::uint32_t screen_x = place.x + x, screen_y = place.y + y;
        const std::uint8_t color = search.nearest(dithered(rgb, threshold(screen_x, screen_y) * gap));
        std::uint8_t& on_screen = shown[std::size_t{screen_y} * options_.width + screen_x];
        line[x] = color == on_screen ? kTransparent : color;
        on_screen = color;
      }
      if (EGifPutLine(gif, line.data(), static_cast<int>(place.width)) != GIF_OK) return false;
    }
    return true;
  }

  static Rgb dithered(const std::uint8_t* rgb, double offset) {
    Rgb out{};
    for (std::size_t c = 0; c < 3; ++c)
      out[c] = static_cast<std::uint8_t>(std::clamp(std::floor(rgb[c] + offset + 0.5), 0.0, 255.0));
    return out;
  }

  // Delay in hundredths of a second, computed so that rounding errors do not accumulate.
  int delay_cs(std::size_t index) const {
    const auto begins = [this](std::size_t i) { return std::lround(100.0 * double(i) / options_.fps); };
    return static_cast<int>(begins(index + 1) - begins(index));
  }

  static Error failure(int code) {
    const char* reason = GifErrorString(code);
    return {Status::unsupported,
            "movie.gif",
            std::string("the GIF library rejected the video: ") +
                (reason != nullptr ? reason : "no reason given"),
            {}};
  }

  MovieOptions options_;
  std::vector<Change> changes_;
  ColorCloud cloud_;
  Image last_;
};

}  // namespace

Result<std::unique_ptr<MovieEncoder>> make_gif_movie(const MovieOptions& options) {
  return std::unique_ptr<MovieEncoder>(std::make_unique<GifMovie>(options));
}

}  // namespace skelter
