#pragma once
// Image and video output: selects the times, and the format by file extension. Shared by render and demo.

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>

#include "cli/output/console.h"
#include "picture/internal/image_sequence.h"
#include "skelter/picture/picture.h"

namespace skelter::cli {

// The requested output, as given on the command line.
struct ImageRequest {
  std::string out;  // .png, .webp, .gif, .mp4 or NAME.####.png; "-": PNG on standard output
  std::optional<double> time_s;
  std::optional<double> from_s, to_s, fps;
  std::uint32_t strip = 0;  // number of images side by side; 0: no strip
  double turntable_deg = 0;

  bool asks_for_range() const { return from_s || to_s || fps; }
  // Whether the output is a sequence of frames: a video format, numbered images (NAME.####.png), or an
  // animated .webp for a range or a camera turn.
  bool is_video() const;
  // Whether the request depends on time, so that a clip should play.
  bool asks_for_time() const { return time_s || asks_for_range() || strip != 0 || is_video(); }
};

// Adds --time, --from, --to and --fps. `request` must outlive the subcommand.
void add_time_options(CLI::App& command, ImageRequest& request);

// Checks that the extension is known, a video has no single time, --to is after --from, and the folder is
// writable. Errors: invalid_argument, io.
Result<void> expect_valid(const ImageRequest& request);

// Begin and end of the range or strip. The default is the entire clip of `duration_s`.
double range_begin_s(const ImageRequest& request);
double range_end_s(const ImageRequest& request, double duration_s);

// Renders the image or video and writes it, replacing an existing file. `image_at` renders images of width x
// height. `duration_s`: duration of the motion. Errors: encoding and writing errors.
Result<void> write_picture(const ImageAt& image_at, std::uint32_t width, std::uint32_t height,
                           const ImageRequest& request, double duration_s, const ConsoleOptions& console);
// Like above, for a scene.
Result<void> write_picture(ImageRenderer& maker, const ImageRendererOptions& options,
                           const ImageRequest& request, double duration_s, const ConsoleOptions& console);

}  // namespace skelter::cli
