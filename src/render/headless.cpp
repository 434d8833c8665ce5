#include "skelter/render/headless.h"

#include <epoxy/egl.h>
#include <epoxy/gl.h>

#include <cstdio>
#include <string>

namespace skelter {
namespace {

Error failure(const std::string& what) {
  char number[16];
  std::snprintf(number, sizeof number, "0x%04x", static_cast<unsigned>(eglGetError()));
  return {Status::unsupported,
          "render.no-context",
          "no OpenGL 3.3 without a display: " + what + " (EGL error " + number +
              "); expected an EGL with Mesa's software driver (Debian: libegl1 libgl1-mesa-dri)",
          {}};
}

// eglGetDisplay would want X; so the platform is named. Surfaceless first, then the first EGL device.
EGLDisplay open_display() {
  if (epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_MESA_platform_surfaceless")) {
    const EGLDisplay display =
        eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
    if (display != EGL_NO_DISPLAY && eglInitialize(display, nullptr, nullptr)) return display;
  }
  if (epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_EXT_platform_device") &&
      epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_EXT_device_enumeration")) {
    EGLDeviceEXT device{};
    EGLint count = 0;
    if (eglQueryDevicesEXT(1, &device, &count) && count > 0) {
      const EGLDisplay display = eglGetPlatformDisplayEXT(EGL_PLATFORM_DEVICE_EXT, device, nullptr);
      if (display != EGL_NO_DISPLAY && eglInitialize(display, nullptr, nullptr)) return display;
    }
  }
  return EGL_NO_DISPLAY;
}

EGLContext open_context(EGLDisplay display) {
  if (!eglBindAPI(EGL_OPENGL_API)) return EGL_NO_CONTEXT;
  const EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
  EGLConfig config = EGL_NO_CONFIG_KHR;
  EGLint count = 0;
  if (!eglChooseConfig(display, wanted, &config, 1, &count) || count == 0) config = EGL_NO_CONFIG_KHR;
  const EGLint attributes[] = {EGL_CONTEXT_MAJOR_VERSION,
                               3,
                               EGL_CONTEXT_MINOR_VERSION,
                               3,
                               EGL_CONTEXT_OPENGL_PROFILE_MASK,
                               EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                               EGL_NONE};
  return eglCreateContext(display, config, EGL_NO_CONTEXT, attributes);
}

}  // namespace

// The display is the process's, shared by all contexts, and is not terminated: that would end the others too.
struct HeadlessContext::State {
  EGLDisplay display = EGL_NO_DISPLAY;
  EGLContext context = EGL_NO_CONTEXT;
  ~State() {
    if (context == EGL_NO_CONTEXT) return;
    if (eglGetCurrentContext() == context)
      eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglDestroyContext(display, context);
  }
};

HeadlessContext::HeadlessContext(std::unique_ptr<State> state) : state_(std::move(state)) {}
HeadlessContext::HeadlessContext(HeadlessContext&&) noexcept = default;
HeadlessContext& HeadlessContext::operator=(HeadlessContext&&) noexcept = default;
HeadlessContext::~HeadlessContext() = default;

Result<HeadlessContext> HeadlessContext::create() {
  if (!epoxy_has_egl())
    return Error{
        Status::unsupported,
        "render.no-context",
        "no OpenGL 3.3 without a display: libEGL is not installed; expected an EGL with Mesa's software "
        "driver (Debian: libegl1 libgl1-mesa-dri)",
        {}};
  auto state = std::make_unique<State>();
  state->display = open_display();
  if (state->display == EGL_NO_DISPLAY) return failure("no EGL display opens");
  state->context = open_context(state->display);
  if (state->context == EGL_NO_CONTEXT) return failure("eglCreateContext failed");
  HeadlessContext context(std::move(state));
  if (const Result<void> current = context.make_current(); !current) return current.error();
  return context;
}

Result<void> HeadlessContext::make_current() {
  if (!eglMakeCurrent(state_->display, EGL_NO_SURFACE, EGL_NO_SURFACE, state_->context))
    return failure("eglMakeCurrent failed");
  return {};
}

}  // namespace skelter
