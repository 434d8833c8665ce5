// Step 6 of showing a character: it plays. Its first clip starts at half speed. Keys 1 to 9 fade to the other
// clips, and the arrow keys make it walk and turn on the ground. D loses the context, as in step 3, and the
// motion continues. Usage: step_6_play FILE
#include <cmath>
#include <set>

#include "../gl_tools.h"
#include "../show.h"
#include "skelter/skelter.h"

using namespace skelter;

namespace {

constexpr double kWalk = 1.2;          // units per second
constexpr GLsizeiptr kMaxBones = 341;  // 16 KB, the size that every uniform block supports

const char* const kVertexShader = R"(layout(location = 0) in vec3 place;
layout(location = 1) in vec3 normal;
layout(location = 2) in uvec4 bones;
layout(location = 3) in vec4 weights;
layout(std140) uniform Palette { mat3x4 palette[341]; };  // its columns are the rows of the bones' matrices
uniform mat4 clip_from_world, world_from_model;
uniform vec3 lamp;
out float brightness;
void main() {
  vec3 moved = vec3(0), outward = vec3(0);
  for (int i = 0; i < 4; ++i) {
    moved += weights[i] * (vec4(place, 1) * palette[bones[i]]);
    outward += weights[i] * (vec4(normal, 0) * palette[bones[i]]);
  }
  moved = vec3(world_from_model * vec4(moved, 1));
  outward = mat3(world_from_model) * outward;
  brightness = max(dot(normalize(outward), normalize(lamp - moved)), 0.2);
  gl_Position = clip_from_world * vec4(moved, 1);
})";
const char* const kFragmentShader = R"(uniform vec3 color;
in float brightness;
out vec4 pixel;
void main() { pixel = vec4(brightness * color, 1); })";

// A mesh in GPU memory.
struct Drawn {
  const ModelMesh* mesh;
  GLuint vertex_array = 0, buffers[2] = {};
};

Drawn upload(const ModelMesh& mesh) {
  Drawn drawn{&mesh};
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

class Step : public Program {
 public:
  explicit Step(const CharacterData& data) : hero_(data) {
    play(0);
    (void)hero_.set_speed(0.5);
    (void)hero_.update(0);
    hero_.finish();
    camera_ = camera_for(hero_.model_from_joint(), 0.4);
  }

  Result<void> gain_context() override {
    const auto linked = link_program(kVertexShader, kFragmentShader);
    if (!linked) return linked.error();
    program_ = *linked;
    find_uniforms(program_, {{"clip_from_world", &clip_from_world_},
                             {"world_from_model", &world_from_model_},
                             {"lamp", &lamp_},
                             {"color", &color_}});
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
  bool wants_new_context() override { return std::exchange(loses_, false); }

  void on_key(Key key, bool down) override {
    down ? (void)held_.insert(key) : (void)held_.erase(key);
    if (down && key >= Key('1') && key <= Key('9')) play(std::uint32_t(key) - '1');
    loses_ = loses_ || (down && key == Key('D'));
  }
  void update(double step_s) override {
    facing_rad_ += 2.5 * step_s * (double(held_.count(Key::left)) - double(held_.count(Key::right)));
    const double way = kWalk * step_s * (double(held_.count(Key::up)) - double(held_.count(Key::down)));
    place_ += Vec3d{std::sin(facing_rad_), 0, std::cos(facing_rad_)} * way;
    if (hero_.update(step_s) != Status::ok) std::puts(hero_.why().c_str());
    hero_.finish();
  }

  Result<void> draw(const FrameSize& size) override {
    const auto clip_from_world = clip_from_world_of(camera_, double(size.width) / size.height);
    if (!clip_from_world) return clip_from_world.error();
    glViewport(0, 0, GLsizei(size.width), GLsizei(size.height));
    glEnable(GL_DEPTH_TEST);
    glClearColor(0, 1, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    glUseProgram(program_);
    const Mat4 world_from_model =
        to_float(translation_matrix(place_) * rotation_matrix(from_axis_angle(Vec3d{0, 1, 0}, facing_rad_)));
    glUniformMatrix4fv(world_from_model_, 1, GL_FALSE, world_from_model.m.data());
    glUniformMatrix4fv(clip_from_world_, 1, GL_FALSE, clip_from_world->m.data());
    glUniform3f(lamp_, 0, 50, 100);
    glBindBufferBase(GL_UNIFORM_BUFFER, 0, palette_);
    for (const Drawn& drawn : drawn_) draw_mesh(drawn);
    return {};
  }
  std::string title() const override { return "Step 6: 1 to 9, arrows, D"; }

 private:
  void play(std::uint32_t clip) {
    if (clip >= hero_.data().clip_count()) return;
    PlayOptions options;
    options.fade_s = 0.25;
    options.loop = Loop::loop;
    if (hero_.clips()->play(clip, options) != Status::ok) std::puts(hero_.why().c_str());
  }
  void draw_mesh(const Drawn& drawn) const {
    const auto palette = hero_.palette(drawn.mesh->skin);
    glBufferSubData(GL_UNIFORM_BUFFER, 0, GLsizeiptr(palette.size_bytes()), palette.data());
    glBindVertexArray(drawn.vertex_array);
    for (const MeshPart& part : drawn.mesh->mesh.parts) {
      const Vec4 color = hero_.data().pack().look().base_color(part.material);
      glUniform3f(color_, color.x, color.y, color.z);
      glDrawElements(GL_TRIANGLES, GLsizei(part.index_count), GL_UNSIGNED_INT,
                     reinterpret_cast<const void*>(part.first_index * sizeof(std::uint32_t)));
    }
  }

  Character hero_;
  Camera camera_;
  std::vector<Drawn> drawn_;
  GLuint program_ = 0, palette_ = 0;
  GLint clip_from_world_ = 0, world_from_model_ = 0, lamp_ = 0, color_ = 0;
  std::set<Key> held_;
  bool loses_ = false;
  Vec3d place_;
  double facing_rad_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  const Arguments arguments = arguments_of(argc, argv);
  if (arguments.plain.size() != 1) return std::puts("usage: step_6_play FILE"), 2;
  const auto data = load_character(arguments.plain[0]);
  if (!data) return std::puts(to_string(data.error()).c_str()), 1;
  for (const SkinView& skin : data->skins())
    if (skin.size() > kMaxBones)
      return std::printf("%s: a skin of %u bones; expected at most 341\n", argv[1], skin.size()), 1;
  Step step(*data);
  return show(step, arguments);
}
