#include "skelter/render/headless.h"

#include <epoxy/egl.h>
#include <epoxy/gl.h>

#include <cstdio>
#include <string>
#include <vector>

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

// Returns the displays to try: surfaceless first, then the EGL devices in order, because a driver may list
// devices that it cannot open. The platform is explicit, because eglGetDisplay would require X.
std::vector<EGLDisplay> displays() {
  std::vector<EGLDisplay> found;
  const auto add = [&](EGLenum platform, void* native) {
    const EGLDisplay display = eglGetPlatformDisplayEXT(platform, native, nullptr);
    if (display != EGL_NO_DISPLAY) found.push_back(display);
  };
  if (epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_MESA_platform_surfaceless"))
    add(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY);
  if (epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_EXT_platform_device") &&
      epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_EXT_device_enumeration")) {
    EGLDeviceEXT devices[16] = {};
    EGLint count = 0;
    if (eglQueryDevicesEXT(16, devices, &count))
      for (EGLint i = 0; i < count; ++i) add(EGL_PLATFORM_DEVICE_EXT, devices[i]);
  }
  return found;
}

EGLContext open_context(EGLDisplay display) {
  if (!eglBindAPI(EGL_OPENGL_API)) return EGL_NO_CONTEXT;
  const EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
  EGLConfig config = EGL_NO_CONFIG_KHR;
  EGLint count = 0;
  if (!eglChooseConfig(display, wanted, &config, 1, &count) || count == 0) config = EGL_NO_CONFIG_KHR;
  // Tries the newest version first. 4.3 adds compute shaders; the renderer needs only 3.3.
  constexpr EGLint kVersions[][2] = {{4, 6}, {4, 5}, {4, 3}, {3, 3}};
  for (const auto& version : kVersions) {
    const EGLint attributes[] = {EGL_CONTEXT_MAJOR_VERSION,
                                 version[0],
                                 EGL_CONTEXT_MINOR_VERSION,
                                 version[1],
                                 EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                 EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                 EGL_NONE};
    const EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, attributes);
    if (context != EGL_NO_CONTEXT) return context;
  }
  return EGL_NO_CONTEXT;
}

}  // namespace

// All contexts of the process share one display. It is never terminated, because that would destroy the other
// contexts.
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
  Error last = failure("no EGL display opens");
  for (const EGLDisplay display : displays()) {
    if (!eglInitialize(display, nullptr, nullptr)) continue;
    auto state = std::make_unique<State>();
    state->display = display;
    state->context = open_context(display);
    if (state->context == EGL_NO_CONTEXT) {
      last = failure("eglCreateContext failed");
      continue;
    }
    HeadlessContext context(std::move(state));
    const Result<void> current = context.make_current();
    if (current) return context;
    last = current.error();
  }
  return last;
}

Result<void> HeadlessContext::make_current() {
  if (!eglMakeCurrent(state_->display, EGL_NO_SURFACE, EGL_NO_SURFACE, state_->context))
    return failure("eglMakeCurrent failed");
  return {};
}

}  // namespace skelter
