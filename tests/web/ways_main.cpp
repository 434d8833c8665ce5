// Natively, `web_ways FILE FOLDER` writes an image for each mode, and prints the error of skinned vertices
// read back. In a page, it exports the same functions.

#include <cstdio>

#include "skelter/image/encode.h"
#include "skelter/system/file.h"
#include "ways.h"

using namespace skelter;

#ifdef __EMSCRIPTEN__

#include <emscripten/html5.h>

extern "C" {

EMSCRIPTEN_KEEPALIVE int ways_start(const char* canvas) {
  EmscriptenWebGLContextAttributes attributes;
  emscripten_webgl_init_context_attributes(&attributes);
  attributes.majorVersion = 2;
  return emscripten_webgl_make_context_current(emscripten_webgl_create_context(canvas, &attributes));
}

// Writes the image as PNG to /out.png; returns "" or an error.
EMSCRIPTEN_KEEPALIVE const char* ways_draw(const char* file, const char* way) {
  static std::string said;
  said.clear();
  const auto image = web::draw_way(file, way);
  auto png = image ? encode_png(*image) : image.error();
  if (!png)
    said = to_string(png.error());
  else if (auto written = write_file("/out.png", *png, true); !written)
    said = to_string(written.error());
  return said.c_str();
}

EMSCRIPTEN_KEEPALIVE double ways_capture(const char* file) {
  const auto error = web::capture_error(file);
  if (!error) std::printf("%s\n", to_string(error.error()).c_str());
  return error ? *error : -1;
}
}

#else

#include "skelter/render/headless.h"

int main(int count, char** values) {
  if (count != 3) return 2;
  const auto context = HeadlessContext::create();
  if (!context) return std::fprintf(stderr, "%s\n", to_string(context.error()).c_str()), 1;
  for (const std::string& way : web::ways()) {
    const auto image = web::draw_way(values[1], way);
    auto png = image ? encode_png(*image) : image.error();
    if (png)
      if (auto written = write_file(std::string(values[2]) + "/" + way + ".png", *png, true); !written)
        png = written.error();
    if (!png) return std::fprintf(stderr, "%s: %s\n", way.c_str(), to_string(png.error()).c_str()), 1;
    std::printf("%s\n", way.c_str());
  }
  const auto captured = web::capture_error(values[1]);
  std::fprintf(stderr, "%g\n", captured ? *captured : -1);
}

#endif
