#pragma once
// A demonstration for tests: created from a bundled file, driven by keys and times, and examined as images.

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "demos/internal/demo.h"
#include "desktop/internal/headless.h"
#include "skelter/formats/x/read.h"
#include "support/assets.h"

namespace skelter::test {

class Shown {
 public:
  explicit Shown(std::string_view name, const DemoOptions& options = {}, std::string file = {}) {
    if (file.empty()) file = asset_path(std::string(demo_asset(name)));
    auto scene = read_x_file(file);
    EXPECT_TRUE(scene.ok()) << file;
    auto made = make_demo(name, std::move(*scene), options);
    EXPECT_TRUE(made.ok()) << (made.ok() ? "" : to_string(made.error()));
    demo = std::move(*made);
    size = {static_cast<std::uint32_t>(demo.window.width), static_cast<std::uint32_t>(demo.window.height), 1};
  }

  void keys(std::string_view names) { EXPECT_TRUE(press_keys(*demo.application, names).ok()); }
  Image at(double time_s) {
    demo.application->seek(time_s);
    return step(0);
  }
  // Runs one iteration of the loop.
  Image step(double step_s) {
    if (!run_) {
      auto made = HeadlessRun::create(*demo.application, size);
      EXPECT_TRUE(made.ok()) << (made.ok() ? "" : to_string(made.error()));
      if (!made) return Image(size.width, size.height);
      run_.emplace(std::move(*made));
    }
    const auto drawn = run_->frame({}, step_s);
    EXPECT_TRUE(drawn.ok()) << (drawn.ok() ? "" : to_string(drawn.error()));
    return run_->picture();
  }
  HeadlessRun& run() { return *run_; }

  Demo demo;
  FrameSize size;

 private:
  std::optional<HeadlessRun> run_;
};

inline Shown faithful(std::string_view name) {
  DemoOptions options;
  options.faithful = true;
  return Shown(name, options);
}

// Number of pixels that have exactly this colour.
inline std::size_t count_color(const Image& image, int red, int green, int blue) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < image.rgba.size(); i += 4)
    count += image.rgba[i] == red && image.rgba[i + 1] == green && image.rgba[i + 2] == blue ? 1 : 0;
  return count;
}
inline bool is_color(const Image& image, double x, double y, int red, int green, int blue) {
  const std::uint8_t* p = image.at(static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y));
  return p[0] == red && p[1] == green && p[2] == blue;
}
// Largest difference in a colour channel.
inline int largest_difference(const Image& a, const Image& b) {
  if (a.rgba.size() != b.rgba.size()) return 256;
  int largest = 0;
  for (std::size_t i = 0; i < a.rgba.size(); ++i)
    largest = std::max(largest, std::abs(a.rgba[i] - b.rgba[i]));
  return largest;
}
// Number of pixels that differ by more than `by` in some channel.
inline std::size_t different_pixels(const Image& a, const Image& b, int by) {
  std::size_t count = 0;
  for (std::size_t i = 0; i + 3 < a.rgba.size(); i += 4) {
    bool differs = false;
    for (std::size_t c = 0; c < 3; ++c) differs = differs || std::abs(a.rgba[i + c] - b.rgba[i + c]) > by;
    count += differs ? 1 : 0;
  }
  return count;
}

}  // namespace skelter::test
