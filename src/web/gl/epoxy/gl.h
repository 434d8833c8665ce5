#pragma once
// Stands for libepoxy's header in the browser, where Emscripten gives OpenGL ES 3.0 as WebGL2. What WebGL2
// lacks is declared here and made in gl.cpp, so that the renderer is the same everywhere: it asks
// epoxy_is_desktop_gl() where the two differ.

#include <GLES3/gl3.h>

#include <GLES2/gl2ext.h>

#define GL_TEXTURE_BUFFER 0x8C2A
#define GL_MAX_TEXTURE_BUFFER_SIZE 0x8C2B
#define GL_TEXTURE_BINDING_BUFFER 0x8C2C

#ifdef __cplusplus
extern "C" {
#endif

inline bool epoxy_is_desktop_gl(void) {
  return false;
}
// WebGL2 serves what the renderer asks OpenGL 3.3 for.
inline int epoxy_gl_version(void) {
  return 33;
}
// As the desktop names extensions: with GL_ before the name.
bool epoxy_has_gl_extension(const char* name);
// Not in WebGL2, and called nowhere but on the desktop.
void glPointSize(GLfloat size);
void glTexBuffer(GLenum target, GLenum format, GLuint buffer);
void glGetBufferSubData(GLenum target, GLintptr offset, GLsizeiptr size, void* data);

#ifdef __cplusplus
}
#endif
