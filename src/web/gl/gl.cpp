#include <epoxy/gl.h>

#include <emscripten/emscripten.h>

#include <cstring>
#include <string>
#include <string_view>

namespace {

EM_JS(void, copy_from_buffer, (GLenum target, GLintptr offset, GLsizeiptr size, void* data),
      { GLctx.getBufferSubData(target, offset, HEAPU8, data, size); });

// Reads through a buffer, because with software rendering, browsers print a console warning for every direct
// read.
EM_JS(void, read_through_buffer, (GLint x, GLint y, GLsizei width, GLsizei height, void* data), {
  const target = GLctx.PIXEL_PACK_BUFFER;
  const size = 4 * width * height;
  const buffer = GLctx.createBuffer();
  GLctx.bindBuffer(target, buffer);
  GLctx.bufferData(target, size, GLctx.STREAM_COPY);
  GLctx.readPixels(x, y, width, height, GLctx.RGBA, GLctx.UNSIGNED_BYTE, 0);
  GLctx.getBufferSubData(target, 0, HEAPU8, data, size);
  GLctx.bindBuffer(target, null);
  GLctx.deleteBuffer(buffer);
});

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
void glDispatchCompute(GLuint, GLuint, GLuint) {}
void glMemoryBarrier(GLbitfield) {}
void glBindImageTexture(GLuint, GLuint, GLint, GLboolean, GLint, GLenum, GLenum) {}
void glGetTexImage(GLenum, GLint, GLenum, GLenum, void*) {}
// Replaces Emscripten's version; the renderer reads only four-channel bytes.
void glReadPixels(GLint x, GLint y, GLsizei width, GLsizei height, GLenum, GLenum, void* data) {
  read_through_buffer(x, y, width, height, data);
}
void glGetBufferSubData(GLenum target, GLintptr offset, GLsizeiptr size, void* data) {
  copy_from_buffer(target, offset, size, data);
}

}  // extern "C"
