#pragma once
// Pictures into files: which moments, and the format by the ending. Shared by render and demo.

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>

#include "cli/output/console.h"
#include "skelter/picture/picture.h"

namespace skelter::cli {

// What to write, as given on the command line.
struct PictureRequest {
  std::string out;  // .png, .webp, .gif, .mp4, NAME.####.png; "-": PNG on standard output
  std::optional<double> time_s;
  std::optional<double> from_s, to_s, fps;
  std::uint32_t strip = 0;  // moments side by side; 0: no strip
  double turntable_deg = 0;

  bool asks_for_range() const { return from_s || to_s || fps; }
  // Frames after each other: a film format, numbered pictures (NAME.####.png), or an animated .webp for a
  // range or a turn of the camera.
  bool is_film() const;
  // Whether time matters, so that a clip should play.
  bool asks_for_time() const { return time_s || asks_for_range() || strip != 0 || is_film(); }
};

// --time, --from, --to, --fps. `request` must live as long as the subcommand.
void add_time_options(CLI::App& command, PictureRequest& request);

// Checks that the request makes sense: a known ending, no moment for a film, to after from, and a
// folder that it can be written to. Errors: invalid_argument, io.
Result<void> expect_valid(const PictureRequest& request);

// Begin and end of the range, or of the strip; what was not given is the whole clip of `duration_s`.
double range_begin_s(const PictureRequest& request);
double range_end_s(const PictureRequest& request, double duration_s);

// Makes the picture and writes it, replacing an older one. `moment_at` makes pictures of width x height;
// `duration_s` is that of the motion. Errors: those of the encoders and of writing.
Result<void> write_picture(const MomentAt& moment_at, std::uint32_t width, std::uint32_t height,
                           const PictureRequest& request, double duration_s, const ConsoleOptions& console);
// Of a scene.
Result<void> write_picture(PictureMaker& maker, const PictureOptions& options, const PictureRequest& request,
                           double duration_s, const ConsoleOptions& console);

}  // namespace skelter::cli
