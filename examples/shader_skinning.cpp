// Skinning in custom shaders. The engine plays the clip and computes the palette, which contains one matrix
// per bone. The rest is plain OpenGL: a uniform block for the palette, four bones and weights per vertex, and
// toon shading. Usage: shader_skinning FILE CLIP
#include "gl_tools.h"
#include "show.h"
#include "skelter/skelter.h"

using namespace skelter;

namespace {

constexpr GLsizeiptr kMaxBones = 341;  // 16 KB, the size that every uniform block supports

// A palette entry consists of three rows of four numbers. GLSL stores matrices by columns, so the rows are
// three columns there.
const char* const kVertexShader = R"(layout(location = 0) in vec3 place;
layout(location = 1) in vec3 normal;
layout(location = 2) in uvec4 bones;
layout(location = 3) in vec4 weights;
layout(std140) uniform Palette { mat3x4 palette[341]; };
uniform mat4 clip_from_model;
out vec3 outward;
void main() {
  vec3 moved = vec3(0);
  outward = vec3(0);
  for (int i = 0; i < 4; ++i) {
    moved += weights[i] * (vec4(place, 1) * palette[bones[i]]);
    outward += weights[i] * (vec4(normal, 0) * palette[bones[i]]);
  }
  gl_Position = clip_from_model * vec4(moved, 1);
})";
const char* const kFragmentShader = R"(in vec3 outward;
out vec4 pixel;
void main() {
  float light = dot(normalize(outward), normalize(vec3(0.5, 0.7, 0.6)));
  float band = light > 0.55 ? 1.0 : light > 0.0 ? 0.72 : 0.45;
  pixel = vec4(band * vec3(0.95, 0.55, 0.20), 1);
})";

struct Drawn {
  GLuint vertex_array = 0, buffers[2] = {};
  GLsizei index_count = 0;
  std::uint32_t skin = 0;
};

Drawn upload(const ModelMesh& mesh) {
  Drawn drawn{0, {}, GLsizei(mesh.mesh.indices.size()), mesh.skin};
  glGenVertexArrays(1, &drawn.vertex_array);
  glBindVertexArray(drawn.vertex_array);
  glGenBuffers(2, drawn.buffers);
  const std::vector<SkinnedVertex> vertices = vertices_of(mesh.mesh);
  glBindBuffer(GL_ARRAY_BUFFER, drawn.buffers[0]);
  glBufferData(GL_ARRAY_BUFFER, GLsizeiptr(vertices.size() * sizeof(SkinnedVertex)), vertices.data(),
               GL_STATIC_DRAW);
  glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, drawn.buffers[1]);
  glBufferData(GL_ELEMENT_ARRAY_BUFFER, GLsizeiptr(mesh.mesh.indices.size_bytes()), mesh.mesh.indices.data(),
               GL_STATIC_DRAW);
  const auto at = [](std::size_t offset) { return reinterpret_cast<const void*>(offset); };
  glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, sizeof(SkinnedVertex), at(0));
  glVertexAttribPointer(1, 3, GL_FLOAT, GL_FALSE, sizeof(SkinnedVertex), at(12));
  glVertexAttribIPointer(2, 4, GL_UNSIGNED_SHORT, sizeof(SkinnedVertex), at(24));
  glVertexAttribPointer(3, 4, GL_FLOAT, GL_FALSE, sizeof(SkinnedVertex), at(32));
  for (GLuint i = 0; i < 4; ++i) glEnableVertexAttribArray(i);
  return drawn;
}

class ShaderWindow : public Program {
 public:
  ShaderWindow(const CharacterData& data, std::uint32_t clip) : hero_(data) {
    PlayOptions options;
    options.loop = Loop::loop;
    (void)hero_.clips()->play(clip, options);
    (void)hero_.update(0);
    hero_.finish();
    camera_ = camera_for(hero_.model_from_joint());
  }

  Result<void> gain_context() override {
    const auto linked = link_program(kVertexShader, kFragmentShader);
    if (!linked) return linked.error();
    program_ = *linked;
    find_uniforms(program_, {{"clip_from_model", &clip_from_model_}});
    glUniformBlockBinding(program_, glGetUniformBlockIndex(program_, "Palette"), 0);
    glGenBuffers(1, &palette_);
    glBindBuffer(GL_UNIFORM_BUFFER, palette_);
    glBufferData(GL_UNIFORM_BUFFER, kMaxBones * GLsizeiptr(sizeof(Affine)), nullptr, GL_STREAM_DRAW);
    for (const ModelMesh& mesh : hero_.data().meshes()) drawn_.push_back(upload(mesh));
    return {};
  }
  void lose_context() override {
    for (const Drawn& drawn : drawn_) {
      glDeleteBuffers(2, drawn.buffers);
      glDeleteVertexArrays(1, &drawn.vertex_array);
    }
    drawn_.clear();
    glDeleteBuffers(1, &palette_);
    glDeleteProgram(program_);
  }

  void update(double step_s) override {
    if (hero_.update(step_s) != Status::ok) std::puts(hero_.why().c_str());
    hero_.finish();
  }

  Result<void> draw(const FrameSize& size) override {
    const auto clip_from_model = clip_from_world_of(camera_, double(size.width) / size.height);
    if (!clip_from_model) return clip_from_model.error();
    glViewport(0, 0, GLsizei(size.width), GLsizei(size.height));
    glEnable(GL_DEPTH_TEST);
    glClearColor(0.96f, 0.94f, 0.88f, 1);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    glUseProgram(program_);
    glUniformMatrix4fv(clip_from_model_, 1, GL_FALSE, clip_from_model->m.data());
    glBindBufferBase(GL_UNIFORM_BUFFER, 0, palette_);
    for (const Drawn& drawn : drawn_) {
      const auto palette = hero_.palette(drawn.skin);
      glBufferSubData(GL_UNIFORM_BUFFER, 0, GLsizeiptr(palette.size_bytes()), palette.data());
      glBindVertexArray(drawn.vertex_array);
      glDrawElements(GL_TRIANGLES, drawn.index_count, GL_UNSIGNED_INT, nullptr);
    }
    return {};
  }
  std::string title() const override { return "Skinning in a shader of one's own"; }

 private:
  Character hero_;
  Camera camera_;
  std::vector<Drawn> drawn_;
  GLuint program_ = 0, palette_ = 0;
  GLint clip_from_model_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  const Arguments arguments = arguments_of(argc, argv);
  if (arguments.plain.size() != 2) return std::puts("usage: shader_skinning FILE CLIP"), 2;
  const auto data = load_character(arguments.plain[0]);
  if (!data) return std::puts(to_string(data.error()).c_str()), 1;
  const std::uint32_t clip = data->find_clip(arguments.plain[1]);
  if (clip == kNone) return std::printf("%s: no clip %s\n", argv[1], argv[2]), 1;
  for (const SkinView& skin : data->skins())
    if (skin.size() > kMaxBones)
      return std::printf("%s: a skin of %u bones; expected at most 341\n", argv[1], skin.size()), 1;
  ShaderWindow window(*data, clip);
  return show(window, arguments);
}
