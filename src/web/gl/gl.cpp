#include <epoxy/gl.h>

#include <emscripten/emscripten.h>

#include <cstring>
#include <string>
#include <string_view>

namespace {

EM_JS(void, copy_from_buffer, (GLenum target, GLintptr offset, GLsizeiptr size, void* data),
      { GLctx.getBufferSubData(target, offset, HEAPU8, data, size); });

}  // namespace

extern "C" {

bool epoxy_has_gl_extension(const char* name) {
  const auto* all = reinterpret_cast<const char*>(glGetString(GL_EXTENSIONS));
  std::string_view list = all == nullptr ? "" : all;
  const std::string_view wanted = name;
  while (!list.empty()) {
    const std::size_t end = list.find(' ');
    if (list.substr(0, end) == wanted) return true;
    list.remove_prefix(end == std::string_view::npos ? list.size() : end + 1);
  }
  return false;
}

void glPointSize(GLfloat) {}
void glTexBuffer(GLenum, GLenum, GLuint) {}
void glGetBufferSubData(GLenum target, GLintptr offset, GLsizeiptr size, void* data) {
  copy_from_buffer(target, offset, size, data);
}

}  // extern "C"
