#pragma once
// BareViewer: a viewer in a context without a window, an event loop or panels, as in a web page.

#include <gtest/gtest.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "render/gl/internal/target.h"
#include "skelter/render/headless.h"
#include "viewer/internal/viewer.h"

namespace skelter::test {

class BareViewer {
 public:
  explicit BareViewer(ViewerOptions options, const FrameSize& size = {320, 200, 1})
      : viewer(std::move(options)), size_(size) {
    auto context = HeadlessContext::create();
    auto target =
        context ? RenderTarget::create(size.width, size.height) : Result<RenderTarget>(context.error());
    EXPECT_TRUE(target.ok()) << to_string(target.error());
    if (!target) return;
    context_ = std::make_unique<HeadlessContext>(std::move(*context));
    target_ = std::make_unique<RenderTarget>(std::move(*target));
    const auto gained = viewer.gain_context();
    EXPECT_TRUE(gained.ok()) << to_string(gained.error());
    frame(0);
    frame(0);  // frames the model
  }
  BareViewer(const BareViewer&) = delete;
  BareViewer& operator=(const BareViewer&) = delete;
  ~BareViewer() { viewer.lose_context(); }

  void frame(double step_s = 1.0 / 60) {
    target_->bind();
    viewer.update(step_s);
    const auto drawn = viewer.draw(size_);
    EXPECT_TRUE(drawn.ok()) << to_string(drawn.error());
  }
  void command(const std::string& line) {
    const auto done = viewer.command(line);
    EXPECT_TRUE(done.ok()) << line << ": " << to_string(done.error());
  }
  Image picture() const { return target_->read_pixels(); }
  nlohmann::json report() const { return nlohmann::json::parse(viewer.report()); }

  Viewer viewer;

 private:
  FrameSize size_;
  std::unique_ptr<HeadlessContext> context_;
  std::unique_ptr<RenderTarget> target_;
};

}  // namespace skelter::test
