// Step 4 of showing a character: load it. Prints the contents of the file and draws the bones as lines, in
// the rest pose. A missing or invalid file ends the program with a message.
// Usage: step_4_load FILE
#include "../gl_tools.h"
#include "../show.h"
#include "skelter/skelter.h"

using namespace skelter;

namespace {

const char* const kVertexShader = R"(layout(location = 0) in vec3 place;
uniform mat4 clip_from_world;
void main() { gl_Position = clip_from_world * vec4(place, 1); })";
const char* const kFragmentShader = R"(out vec4 pixel;
void main() { pixel = vec4(0, 0, 0, 1); })";

Vec3 place_of(const Affine& joint) {
  return {joint.m[0][3], joint.m[1][3], joint.m[2][3]};
}

class Step : public Program {
 public:
  explicit Step(const CharacterData& data) : hero_(data) {
    (void)hero_.update(0);
    hero_.finish();  // no clip plays, so this gives the rest pose
    camera_ = camera_for(hero_.model_from_joint());
  }

  Result<void> gain_context() override {
    const auto linked = link_program(kVertexShader, kFragmentShader);
    if (!linked) return linked.error();
    program_ = *linked;
    find_uniforms(program_, {{"clip_from_world", &clip_from_world_}});
    glGenVertexArrays(1, &vertex_array_);
    glBindVertexArray(vertex_array_);
    glGenBuffers(1, &buffer_);
    glBindBuffer(GL_ARRAY_BUFFER, buffer_);
    glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, 0, nullptr);
    glEnableVertexAttribArray(0);
    return {};
  }
  void lose_context() override {
    glDeleteBuffers(1, &buffer_);
    glDeleteVertexArrays(1, &vertex_array_);
    glDeleteProgram(program_);
  }
  void update(double) override {}

  Result<void> draw(const FrameSize& size) override {
    const auto clip_from_world = clip_from_world_of(camera_, double(size.width) / size.height);
    if (!clip_from_world) return clip_from_world.error();
    glViewport(0, 0, GLsizei(size.width), GLsizei(size.height));
    glClearColor(0, 1, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    glUseProgram(program_);
    glUniformMatrix4fv(clip_from_world_, 1, GL_FALSE, clip_from_world->m.data());
    const std::vector<Vec3> ends = bone_ends();
    glBindVertexArray(vertex_array_);
    glBindBuffer(GL_ARRAY_BUFFER, buffer_);
    glBufferData(GL_ARRAY_BUFFER, GLsizeiptr(ends.size() * sizeof(Vec3)), ends.data(), GL_STREAM_DRAW);
    glDrawArrays(GL_LINES, 0, GLsizei(ends.size()));
    return {};
  }
  std::string title() const override { return "Step 4: a character is loaded"; }

 private:
  // One line from every joint to its parent.
  std::vector<Vec3> bone_ends() const {
    std::vector<Vec3> ends;
    const auto parents = hero_.data().skeleton().parents;
    for (std::size_t joint = 0; joint < parents.size(); ++joint) {
      if (parents[joint] == kNone16) continue;
      ends.push_back(place_of(hero_.model_from_joint()[joint]));
      ends.push_back(place_of(hero_.model_from_joint()[parents[joint]]));
    }
    return ends;
  }

  Character hero_;
  Camera camera_;
  GLuint program_ = 0, vertex_array_ = 0, buffer_ = 0;
  GLint clip_from_world_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  const Arguments arguments = arguments_of(argc, argv);
  if (arguments.plain.size() != 1) return std::puts("usage: step_4_load FILE"), 2;
  const auto data = load_character(arguments.plain[0]);
  if (!data) return std::puts(to_string(data.error()).c_str()), 1;
  std::printf("%u joints\n", data->skeleton().joint_count());
  for (const ModelMesh& mesh : data->meshes())
    std::printf("mesh %s: %u vertices, %zu triangles\n", std::string(mesh.name).c_str(),
                mesh.mesh.vertex_count, mesh.mesh.indices.size() / 3);
  for (std::uint32_t clip = 0; clip < data->clip_count(); ++clip)
    std::printf("clip %u: %s\n", clip + 1, std::string(data->clip_name(clip)).c_str());
  Step step(*data);
  return show(step, arguments);
}
