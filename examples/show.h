#pragma once
// Code shared by all programs that draw: a window, or a single image without a window.
//
//   PROGRAM [ARGUMENTS] [--out IMAGE.png [--time SECONDS] [--keys "2 up"] [--taps "1 space@0.5"]]
//
// The image shows the program after the given number of seconds. The keys of --keys are held down the whole
// time. The keys of --taps are pressed and released before the first frame, or at the time after @.

#include <epoxy/gl.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "skelter/desktop/application.h"
#include "skelter/image/encode.h"
#include "skelter/render/headless.h"
#include "skelter/system/file.h"

struct Arguments {
  std::vector<std::string> plain;  // arguments that are not options
  std::string out, keys, taps;
  double time_s = 0;
};

inline Arguments arguments_of(int argc, char** argv) {
  Arguments read;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const bool has_value = i + 1 < argc;
    if (word == "--out" && has_value)
      read.out = argv[++i];
    else if (word == "--keys" && has_value)
      read.keys = argv[++i];
    else if (word == "--taps" && has_value)
      read.taps = argv[++i];
    else if (word == "--time" && has_value)
      read.time_s = std::atof(argv[++i]);
    else
      read.plain.push_back(word);
  }
  return read;
}

// The Application callbacks that all programs here share. Escape closes the window.
class Program : public skelter::Application {
 public:
  void handle(const skelter::InputEvent& event) override {
    const auto* key = std::get_if<skelter::KeyEvent>(&event);
    if (key != nullptr) on_key(key->key, key->press != skelter::Press::up);
    quits_ = quits_ || std::holds_alternative<skelter::CloseEvent>(event) ||
             (key != nullptr && key->key == skelter::Key::escape && key->press == skelter::Press::down);
  }
  virtual void on_key(skelter::Key, bool /*down*/) {}
  void draw_panels(const skelter::FrameSize&) override {}
  bool wants_to_quit() const override { return quits_; }

 private:
  bool quits_ = false;
};

#ifdef __EMSCRIPTEN__

// In a web page, the page requests each frame, so the program outlives main(): see tutorials/page.cpp.
int show(std::unique_ptr<Program> program, const Arguments& arguments,
         const skelter::ApplicationWindow& window = {});

#else

struct TimedKey {
  skelter::Key key;
  double time_s = 0;
};

inline std::vector<TimedKey> keys_of(const std::string& text) {
  const std::pair<const char*, skelter::Key> names[] = {{"left", skelter::Key::left},
                                                        {"right", skelter::Key::right},
                                                        {"up", skelter::Key::up},
                                                        {"down", skelter::Key::down},
                                                        {"space", skelter::Key::space}};
  std::vector<TimedKey> keys;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    const std::size_t at = word.find('@', 1);
    TimedKey timed{skelter::Key(std::toupper(static_cast<unsigned char>(word[0])))};
    if (at != std::string::npos) timed.time_s = std::atof(word.c_str() + at + 1);
    for (const auto& [name, key] : names)
      if (word.substr(0, at) == name) timed.key = key;
    keys.push_back(timed);
  }
  return keys;
}

// A framebuffer for a single image, with four samples per pixel.
class Canvas {
 public:
  explicit Canvas(const skelter::FrameSize& size)
      : width_(GLsizei(size.width)), height_(GLsizei(size.height)) {
    glGenFramebuffers(2, framebuffers_);
    glGenRenderbuffers(3, storage_);
    attach(1, 0, GL_COLOR_ATTACHMENT0, GL_RGBA8, 0);
    attach(0, 1, GL_COLOR_ATTACHMENT0, GL_RGBA8, 4);
    attach(0, 2, GL_DEPTH_ATTACHMENT, GL_DEPTH_COMPONENT24, 4);
  }
  skelter::Image picture() const {
    glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffers_[0]);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffers_[1]);
    glBlitFramebuffer(0, 0, width_, height_, 0, 0, width_, height_, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffers_[1]);
    skelter::Image image{std::uint32_t(width_), std::uint32_t(height_)};
    for (GLint y = 0; y < height_; ++y)  // the first row in OpenGL is the lowest
      glReadPixels(0, y, width_, 1, GL_RGBA, GL_UNSIGNED_BYTE, image.at(0, std::uint32_t(height_ - 1 - y)));
    for (std::size_t i = 3; i < image.rgba.size(); i += 4) image.rgba[i] = 255;
    return image;
  }

 private:
  void attach(int framebuffer, int storage, GLenum place, GLenum format, GLsizei samples) {
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffers_[framebuffer]);
    glBindRenderbuffer(GL_RENDERBUFFER, storage_[storage]);
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, format, width_, height_);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, place, GL_RENDERBUFFER, storage_[storage]);
  }
  GLsizei width_, height_;
  GLuint framebuffers_[2] = {}, storage_[3] = {};  // deleted with the context
};

// Returns the image that a window of this size would show. The program gets the same calls in the same order.
inline skelter::Result<skelter::Image> picture_of(skelter::Application& program, const Arguments& arguments,
                                                  const skelter::FrameSize& size) {
  std::optional<skelter::HeadlessContext> context;
  const auto new_context = [&]() -> skelter::Result<void> {
    if (context) program.lose_context();
    context.reset();
    auto made = skelter::HeadlessContext::create();
    if (!made) return made.error();
    context.emplace(std::move(*made));
    return program.gain_context();
  };
  if (const auto gained = new_context(); !gained) return gained.error();
  for (const TimedKey& held : keys_of(arguments.keys))
    program.handle(skelter::KeyEvent{held.key, skelter::Press::down, {}});
  std::vector<TimedKey> taps = keys_of(arguments.taps);
  double left_s = arguments.time_s;
  do {
    for (TimedKey& tap : taps) {
      if (tap.time_s > arguments.time_s - left_s + 1e-9) continue;
      for (const skelter::Press press : {skelter::Press::down, skelter::Press::up})
        program.handle(skelter::KeyEvent{tap.key, press, {}});
      tap.time_s = std::numeric_limits<double>::infinity();
    }
    const double step_s = std::min(left_s, 1.0 / 60);
    program.update(step_s);
    left_s -= step_s;
    if (program.wants_new_context())
      if (const auto gained = new_context(); !gained) return gained.error();
  } while (left_s > 1e-9);
  const Canvas canvas(size);
  if (const auto drawn = program.draw(size); !drawn) return drawn.error();
  const skelter::Image image = canvas.picture();
  program.lose_context();
  return image;
}

inline skelter::Result<void> show_or_draw(skelter::Application& program, const Arguments& arguments,
                                          const skelter::ApplicationWindow& window) {
  if (arguments.out.empty()) return skelter::run_application(program, window);
  const auto image =
      picture_of(program, arguments, {std::uint32_t(window.width), std::uint32_t(window.height), 1});
  if (!image) return image.error();
  const auto png = skelter::encode_png(*image);
  if (!png) return png.error();
  return skelter::write_file(arguments.out, *png, true);
}

// Returns the exit code of the program.
inline int show(skelter::Application& program, const Arguments& arguments,
                const skelter::ApplicationWindow& window = {}) {
  const auto shown = show_or_draw(program, arguments, window);
  if (!shown) return std::puts(to_string(shown.error()).c_str()), 1;
  return 0;
}
inline int show(std::unique_ptr<Program> program, const Arguments& arguments,
                const skelter::ApplicationWindow& window = {}) {
  return show(*program, arguments, window);
}

#endif
