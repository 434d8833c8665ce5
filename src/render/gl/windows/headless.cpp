#include "skelter/render/headless.h"

// Before the other header: it includes windows.h, and that one needs its macros.
#include <epoxy/wgl.h>

#include <epoxy/gl.h>

#include <string>

namespace skelter {
namespace {

Error failure(const std::string& what) {
  return {
      Status::unsupported,
      "render.no-context",
      "no OpenGL 3.3: " + what + " (error " + std::to_string(::GetLastError()) +
          " of Windows); expected a driver of the graphics card, or opengl32.dll of Mesa next to the program",
      {}};
}

HGLRC open_context(HDC device) {
  // Newest version first: 4.3 adds compute shaders; the renderer needs only 3.3.
  constexpr int kVersions[][2] = {{4, 6}, {4, 5}, {4, 3}, {3, 3}};
  for (const auto& version : kVersions) {
    const int attributes[] = {WGL_CONTEXT_MAJOR_VERSION_ARB,
                              version[0],
                              WGL_CONTEXT_MINOR_VERSION_ARB,
                              version[1],
                              WGL_CONTEXT_PROFILE_MASK_ARB,
                              WGL_CONTEXT_CORE_PROFILE_BIT_ARB,
                              0};
    if (const HGLRC context = wglCreateContextAttribsARB(device, nullptr, attributes); context != nullptr)
      return context;
  }
  return nullptr;
}

}  // namespace

// A context of Windows belongs to a window, which is never shown.
struct HeadlessContext::State {
  HWND window = nullptr;
  HDC device = nullptr;
  HGLRC context = nullptr;

  void drop_context() {
    if (context == nullptr) return;
    if (wglGetCurrentContext() == context) wglMakeCurrent(nullptr, nullptr);
    wglDeleteContext(context);
    context = nullptr;
  }
  ~State() {
    drop_context();
    if (device != nullptr) ::ReleaseDC(window, device);
    if (window != nullptr) ::DestroyWindow(window);
  }
};

HeadlessContext::HeadlessContext(std::unique_ptr<State> state) : state_(std::move(state)) {}
HeadlessContext::HeadlessContext(HeadlessContext&&) noexcept = default;
HeadlessContext& HeadlessContext::operator=(HeadlessContext&&) noexcept = default;
HeadlessContext::~HeadlessContext() = default;

Result<HeadlessContext> HeadlessContext::create() {
  auto state = std::make_unique<State>();
  state->window =
      ::CreateWindowExW(0, L"STATIC", L"", WS_POPUP, 0, 0, 1, 1, nullptr, nullptr, nullptr, nullptr);
  if (state->window == nullptr) return failure("no window can be made");
  state->device = ::GetDC(state->window);
  PIXELFORMATDESCRIPTOR wanted{};
  wanted.nSize = sizeof wanted;
  wanted.nVersion = 1;
  wanted.dwFlags = PFD_DRAW_TO_WINDOW | PFD_SUPPORT_OPENGL | PFD_DOUBLEBUFFER;
  wanted.iPixelType = PFD_TYPE_RGBA;
  wanted.cColorBits = 32;
  const int format = ::ChoosePixelFormat(state->device, &wanted);
  if (format == 0 || !::SetPixelFormat(state->device, format, &wanted))
    return failure("no pixel format for OpenGL");
  // Only a context can say how newer contexts are made.
  state->context = wglCreateContext(state->device);
  if (state->context == nullptr || !wglMakeCurrent(state->device, state->context))
    return failure("wglCreateContext failed");
  if (!epoxy_has_wgl_extension(state->device, "WGL_ARB_create_context_profile"))
    return failure("the driver has only OpenGL 1 or 2");
  const HGLRC context = open_context(state->device);
  state->drop_context();
  state->context = context;
  if (context == nullptr) return failure("wglCreateContextAttribsARB failed");
  HeadlessContext made(std::move(state));
  if (const Result<void> current = made.make_current(); !current) return current.error();
  return made;
}

Result<void> HeadlessContext::make_current() {
  if (!wglMakeCurrent(state_->device, state_->context)) return failure("wglMakeCurrent failed");
  return {};
}

}  // namespace skelter
