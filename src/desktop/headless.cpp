#include "desktop/internal/headless.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "desktop/gui.h"
#include "desktop/internal/frame_clock.h"
#include "render/gl/internal/target.h"
#include "skelter/render/headless.h"

namespace skelter {

struct HeadlessRun::State {
  Application* application = nullptr;
  FrameSize size;
  Gui gui;
  std::optional<HeadlessContext> context;
  std::optional<RenderTarget> target;
  std::optional<RenderTarget> pixel;  // render target for frames that are not seen
  bool is_seen = true;

  Result<void> gain() {
    Result<HeadlessContext> made = HeadlessContext::create();
    if (!made) return made.error();
    context = std::move(*made);
    Result<RenderTarget> smallest = RenderTarget::create(1, 1);
    if (!smallest) return smallest.error();
    pixel = std::move(*smallest);
    if (const Result<void> targeted = make_target(); !targeted) return targeted;
    if (const Result<void> gained = application->gain_context(); !gained) return gained;
    gui.gain_context();
    return {};
  }
  Result<void> make_target() {
    Result<RenderTarget> made = RenderTarget::create(size.width, size.height);
    if (!made) return made.error();
    target = std::move(*made);
    return {};
  }
  void lose() {
    if (!context) return;
    (void)context->make_current();
    application->lose_context();
    gui.lose_context();
    target.reset();
    pixel.reset();
    context.reset();
  }
  ~State() { lose(); }
};

HeadlessRun::HeadlessRun(std::unique_ptr<State> state) : state_(std::move(state)) {}
HeadlessRun::HeadlessRun(HeadlessRun&&) noexcept = default;
HeadlessRun::~HeadlessRun() = default;

Result<HeadlessRun> HeadlessRun::create(Application& application, const FrameSize& size) {
  auto state = std::make_unique<State>();
  state->application = &application;
  state->size = size;
  if (const Result<void> gained = state->gain(); !gained) return gained.error();
  return HeadlessRun(std::move(state));
}

Result<void> HeadlessRun::frame(std::span<const InputEvent> events, double step_s) {
  if (state_->application->wants_new_context())
    if (const Result<void> renewed = renew_context(); !renewed) return renewed;
  if (const Result<void> current = state_->context->make_current(); !current) return current;
  (state_->is_seen ? state_->target : state_->pixel)->bind();
  const auto passed = run_frame(*state_->application, state_->gui, {events.begin(), events.end()},
                                std::min(step_s, FrameClock::kLongestStep_s), state_->size);
  return passed ? Result<void>() : passed.error();
}

void HeadlessRun::set_seen(bool seen) {
  state_->is_seen = seen;
}

Image HeadlessRun::picture() const {
  (void)state_->context->make_current();
  return state_->target->read_pixels();
}

Result<void> HeadlessRun::resize(const FrameSize& size) {
  state_->size = size;
  if (const Result<void> current = state_->context->make_current(); !current) return current;
  return state_->make_target();
}

Result<void> HeadlessRun::renew_context() {
  state_->lose();
  return state_->gain();
}

}  // namespace skelter
