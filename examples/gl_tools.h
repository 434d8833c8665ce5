#pragma once
// Helpers for programs that draw with OpenGL directly: shader programs and their uniforms, textures, vertex
// attributes, mesh vertices in vertex buffer layout, and a camera with its matrix.

#include <epoxy/gl.h>

#include <initializer_list>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "skelter/core/result.h"
#include "skelter/image/image.h"
#include "skelter/render/camera.h"
#include "skelter/runtime/skinned_mesh.h"
#include "skelter/skinning/gpu.h"
#include "skelter/system/file.h"

// The shaders must not contain a #version line. This function adds one, which differs between desktop and
// browser. Errors: unsupported, with the driver's message.
inline skelter::Result<GLuint> link_program(const char* vertex, const char* fragment) {
  const char* const version = epoxy_is_desktop_gl() ? "#version 330\n"
                                                    : "#version 300 es\nprecision highp float;\n"
                                                      "precision highp int;\n";
  const GLuint program = glCreateProgram();
  for (const auto& [kind, text] :
       {std::pair(GL_VERTEX_SHADER, vertex), std::pair(GL_FRAGMENT_SHADER, fragment)}) {
    const GLuint shader = glCreateShader(GLenum(kind));
    const char* const parts[] = {version, text};
    glShaderSource(shader, 2, parts, nullptr);
    glCompileShader(shader);
    GLint fine = 0;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &fine);
    char log[1024] = {};
    if (fine != GL_TRUE) glGetShaderInfoLog(shader, sizeof(log), nullptr, log);
    if (fine != GL_TRUE) return skelter::Error{skelter::Status::unsupported, "example.shader", log, {}};
    glAttachShader(program, shader);
    glDeleteShader(shader);  // deleted with the program
  }
  glLinkProgram(program);
  GLint linked = 0;
  glGetProgramiv(program, GL_LINK_STATUS, &linked);
  if (linked != GL_TRUE)
    return skelter::Error{skelter::Status::unsupported, "example.shader", "shaders that do not fit", {}};
  return program;
}

// Like link_program(), for shader files. Errors: also those of read_file().
inline skelter::Result<GLuint> link_program_of_files(const std::string& vertex, const std::string& fragment) {
  std::string texts[2];
  for (int i = 0; i < 2; ++i) {
    const auto bytes = skelter::read_file(i == 0 ? vertex : fragment);
    if (!bytes) return bytes.error();
    texts[i].assign(reinterpret_cast<const char*>(bytes->data()), bytes->size());
  }
  return link_program(texts[0].c_str(), texts[1].c_str());
}

// Finds the locations of uniforms once per program, so that frames need not look up names.
inline void find_uniforms(GLuint program,
                          std::initializer_list<std::pair<const char*, GLint*>> location_of_name) {
  for (const auto& [name, location] : location_of_name) *location = glGetUniformLocation(program, name);
}

// Creates a texture that repeats in both directions and has mipmaps. Without an image, creates a single white
// pixel, so that every material has a texture.
inline GLuint upload_texture(const skelter::Image* image) {
  const std::uint8_t white[] = {255, 255, 255, 255};
  GLuint texture = 0;
  glGenTextures(1, &texture);
  glBindTexture(GL_TEXTURE_2D, texture);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, image != nullptr ? GLsizei(image->width) : 1,
               image != nullptr ? GLsizei(image->height) : 1, 0, GL_RGBA, GL_UNSIGNED_BYTE,
               image != nullptr ? image->rgba.data() : white);
  glGenerateMipmap(GL_TEXTURE_2D);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
  return texture;
}

// Defines attribute `index` of the bound vertex array as `count` floats in the bound buffer.
inline void float_attribute(GLuint index, GLint count, std::size_t stride, std::size_t offset) {
  glVertexAttribPointer(index, count, GL_FLOAT, GL_FALSE, GLsizei(stride),
                        reinterpret_cast<const void*>(offset));
  glEnableVertexAttribArray(index);
}

struct SkinnedVertex {
  float place[3], normal[3];
  skelter::GpuInfluences<4> bones;  // the four with the largest weights
};

inline std::vector<SkinnedVertex> vertices_of(const skelter::SkinnedMesh& mesh) {
  using skelter::kMeshBlock;
  std::vector<SkinnedVertex> vertices(mesh.vertex_count);
  for (std::uint32_t v = 0; v < mesh.vertex_count; ++v)
    for (std::uint32_t k = 0; k < 3; ++k) {
      const float* block = &mesh.vertices[v / kMeshBlock * mesh.floats_per_block() + v % kMeshBlock];
      vertices[v].place[k] = block[k * kMeshBlock];
      vertices[v].normal[k] = mesh.has_normals != 0 ? block[(3 + k) * kMeshBlock] : 0;
    }
  for (const skelter::InfluenceSection& section : mesh.sections)
    for (std::uint32_t i = 0; i < section.vertex_count; ++i) {
      std::vector<skelter::Influence> weights;
      for (std::uint32_t k = 0; k < section.influences; ++k) {
        const std::uint32_t at = (i / kMeshBlock * section.influences + k) * kMeshBlock + i % kMeshBlock;
        weights.push_back({mesh.joints[section.first_joint + at],
                           section.influences > 1 ? mesh.weights[section.first_weight + at] : 1});
      }
      (void)pack_influences(weights, vertices[section.first_vertex + i].bones);
    }
  return vertices;
}

// Errors: those of view_matrix() and projection_matrix().
inline skelter::Result<skelter::Mat4> clip_from_world_of(const skelter::Camera& camera, double aspect) {
  const auto view = view_matrix(camera);
  if (!view) return view.error();
  const auto lens = projection_matrix(camera, aspect);
  if (!lens) return lens.error();
  return to_float(*lens * *view);
}

// Returns a camera that shows all joints, with a margin for the body around them. The second argument is
// additional space for walking, in body heights.
inline skelter::Camera camera_for(std::span<const skelter::Affine> model_from_joint, double room = 0) {
  skelter::Bounds bounds;
  for (const skelter::Affine& joint : model_from_joint)
    bounds.add(skelter::Vec3d{joint.m[0][3], joint.m[1][3], joint.m[2][3]});
  const skelter::Vec3d more = skelter::Vec3d{room, 0, room} * bounds.size().y;
  skelter::AutoCameraOptions options;
  options.margin = 0.15;
  return auto_camera({bounds.min - more, bounds.max + more}, options);
}
