#pragma once
// Replaces libepoxy's header in the browser, where Emscripten provides OpenGL ES 3.0 as WebGL2. Functions
// that WebGL2 lacks are declared here and implemented in gl.cpp, so that the renderer is the same on all
// platforms. Where they differ, it calls epoxy_is_desktop_gl().

#include <GLES3/gl3.h>

#include <GLES2/gl2ext.h>

#define GL_TEXTURE_BUFFER 0x8C2A
#define GL_MAX_TEXTURE_BUFFER_SIZE 0x8C2B
#define GL_TEXTURE_BINDING_BUFFER 0x8C2C
#define GL_COMPUTE_SHADER 0x91B9
#define GL_SHADER_STORAGE_BUFFER 0x90D2
#define GL_MAX_SHADER_STORAGE_BLOCK_SIZE 0x90DE
#define GL_WRITE_ONLY 0x88B9
#define GL_TEXTURE_FETCH_BARRIER_BIT 0x00000008
#define GL_TEXTURE_UPDATE_BARRIER_BIT 0x00000100

#ifdef __cplusplus
extern "C" {
#endif

inline bool epoxy_is_desktop_gl(void) {
  return false;
}
// WebGL2 has all features of OpenGL 3.3 that the renderer uses.
inline int epoxy_gl_version(void) {
  return 33;
}
// `name`: the desktop name of the extension, with the prefix GL_.
bool epoxy_has_gl_extension(const char* name);
// These functions are missing in WebGL2, and only called on the desktop.
void glPointSize(GLfloat size);
void glTexBuffer(GLenum target, GLenum format, GLuint buffer);
void glDispatchCompute(GLuint x, GLuint y, GLuint z);
void glMemoryBarrier(GLbitfield barriers);
void glBindImageTexture(GLuint unit, GLuint texture, GLint level, GLboolean layered, GLint layer,
                        GLenum access, GLenum format);
void glGetTexImage(GLenum target, GLint level, GLenum format, GLenum type, void* data);
void glGetBufferSubData(GLenum target, GLintptr offset, GLsizeiptr size, void* data);

#ifdef __cplusplus
}
#endif
