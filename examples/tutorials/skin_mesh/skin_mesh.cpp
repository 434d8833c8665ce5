// The program of the skin mesh article: it loads a skinned mesh from an .x file, or from any other supported
// format, and plays its animation. "Implementing Skin Meshes with DirectX 8", Sarmad Kh. Abdulla, 6 June
// 2002.
//
// A frame has two phases: first the world matrices of all frames of the hierarchy are computed, then all
// meshes. Vertices are blended on the CPU, so that each step is easy to follow. Names in comments are those
// of the article. Differences from the article: matrices act on columns, animation sets are read wherever
// files have them, missing keys come from the frame's own matrix, and an unknown bone is an error message
// instead of a crash. The article's program is lost; the window, the camera, the light and the keys are ours:
// Space pauses, Escape quits. Usage: skin_mesh [FILE [CLIP]]
#include "../../gl_tools.h"
#include "../../show.h"
#include "skelter/load.h"
#include "skelter/picture/picture.h"
#include "skelter/scene/edit.h"
#include "skelter/scene/hierarchy.h"

using namespace skelter;

namespace {

struct DrawnVertex {
  Vec3 position, normal;
  Vec2 uv;
};

// The triangles of a mesh that share a material. DrawSubset
struct Subset {
  std::vector<DrawnVertex> vertices;  // in world space; three per triangle
  std::vector<std::uint32_t> source;  // per vertex: its index in the mesh
  GLuint vertex_array = 0, buffer = 0;
  std::uint32_t material = kNone;
};

// A mesh and the frame that it is attached to. CMeshNode
struct MeshNode {
  std::uint32_t frame = 0;
  const Primitive* mesh = nullptr;
  const Skin* skin = nullptr;  // null: the frame moves the mesh
  std::vector<Subset> subsets;
};

class SkinMesh : public Program {  // CSkinMesh
 public:
  // load_scene() reads the file and links bones to frames, as CSkinMesh::Create does.
  SkinMesh(Scene scene, std::uint32_t clip) : scene_(std::move(scene)), clip_(clip) {
    order_ = depth_first(scene_);
    for (const std::uint32_t frame : order_) create_mesh_nodes(frame);
    Diagnostics notes;
    textures_ = load_textures(scene_, notes);
    for (const Diagnostic& note : notes.entries()) std::puts(to_string(note).c_str());
    set_time(0);
    Bounds bounds;
    for (const MeshNode& node : mesh_nodes_)
      for (const Subset& subset : node.subsets)
        for (const DrawnVertex& vertex : subset.vertices) bounds.add(to_double(vertex.position));
    camera_ = auto_camera(bounds);
  }

  Result<void> gain_context() override {
    const auto linked = link_program(
        "layout(location = 0) in vec3 position; layout(location = 1) in vec3 normal;\n"
        "layout(location = 2) in vec2 uv; uniform mat4 clip_from_world; uniform vec3 eye;\n"
        "out float brightness; out vec2 texture_place;\n"
        "void main() {\n"
        "  brightness = max(dot(normalize(normal), normalize(eye - position)), 0.2);  // a lamp at the eye\n"
        "  texture_place = uv;\n"
        "  gl_Position = clip_from_world * vec4(position, 1);\n"
        "}",
        "uniform vec3 color; uniform sampler2D image; in float brightness; in vec2 texture_place;\n"
        "out vec4 pixel;\n"
        "void main() { pixel = vec4(brightness * color * texture(image, texture_place).rgb, 1); }");
    if (!linked) return linked.error();
    program_ = *linked;
    find_uniforms(program_, {{"clip_from_world", &clip_from_world_}, {"eye", &eye_}, {"color", &color_}});
    for (const auto& image : textures_) uploaded_.push_back(upload_texture(image ? &*image : nullptr));
    white_ = upload_texture(nullptr);
    for (MeshNode& node : mesh_nodes_)
      for (Subset& subset : node.subsets) {
        glGenVertexArrays(1, &subset.vertex_array);
        glBindVertexArray(subset.vertex_array);
        glGenBuffers(1, &subset.buffer);
        glBindBuffer(GL_ARRAY_BUFFER, subset.buffer);
        float_attribute(0, 3, sizeof(DrawnVertex), offsetof(DrawnVertex, position));
        float_attribute(1, 3, sizeof(DrawnVertex), offsetof(DrawnVertex, normal));
        float_attribute(2, 2, sizeof(DrawnVertex), offsetof(DrawnVertex, uv));
      }
    return {};
  }

  void lose_context() override {
    for (MeshNode& node : mesh_nodes_)
      for (Subset& subset : node.subsets) {
        glDeleteBuffers(1, &subset.buffer);
        glDeleteVertexArrays(1, &subset.vertex_array);
      }
    glDeleteTextures(1, &white_);
    glDeleteTextures(GLsizei(uploaded_.size()), uploaded_.data());
    uploaded_.clear();
    glDeleteProgram(program_);
    report();
  }

  void on_key(Key key, bool down) override { paused_ = paused_ != (down && key == Key::space); }

  void update(double step_s) override {
    if (!paused_) now_s_ += step_s;
    set_time(now_s_);
  }

  Result<void> draw(const FrameSize& size) override {
    const auto clip_from_world = clip_from_world_of(camera_, double(size.width) / size.height);
    if (!clip_from_world) return clip_from_world.error();
    glViewport(0, 0, GLsizei(size.width), GLsizei(size.height));
    glEnable(GL_DEPTH_TEST);
    glClearColor(0.5f, 0.5f, 0.5f, 1);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    glUseProgram(program_);
    glUniformMatrix4fv(clip_from_world_, 1, GL_FALSE, clip_from_world->m.data());
    glUniform3f(eye_, float(camera_.eye.x), float(camera_.eye.y), float(camera_.eye.z));
    for (const MeshNode& node : mesh_nodes_)
      for (const Subset& subset : node.subsets) draw_subset(subset);
    return {};
  }
  std::string title() const override { return "Skin mesh"; }

 private:
  // CMeshNode::Create
  void create_mesh_nodes(std::uint32_t frame) {
    if (!scene_.nodes[frame].shown) return;
    for (const MeshInstance& instance : scene_.nodes[frame].meshes)
      for (const Primitive& mesh : scene_.meshes[instance.mesh].primitives) {
        MeshNode node{frame, &mesh, instance.skin != kNone ? &scene_.skins[instance.skin] : nullptr, {}};
        node.subsets.resize(std::max<std::size_t>(mesh.materials.size(), 1));
        for (std::size_t s = 0; s < mesh.materials.size(); ++s) node.subsets[s].material = mesh.materials[s];
        for (std::size_t i = 0; i < mesh.indices.size(); ++i)
          node.subsets[mesh.triangle_slots.empty() ? 0 : mesh.triangle_slots[i / 3]].source.push_back(
              mesh.indices[i]);
        mesh_nodes_.push_back(std::move(node));
      }
  }

  // Evaluates the keys of all frames at a time (for matrix keys, the nearest one) and then does both phases,
  // except for drawing. CSkinMesh::SetTime
  void set_time(double time_s) {
    EvaluateOptions options;
    options.matrix_keys = MatrixKeys::nearest;
    pose_ = clip_ == kNone ? rest_pose(scene_) : evaluate(scene_, clip_, time_s, options);
    update_world_matrices();
    for (MeshNode& node : mesh_nodes_) blend_vertices(node);
  }

  // In the article's row order: FingerWorld = Finger * Palm * Forearm * ... * Body.
  void update_world_matrices() {
    for (const std::uint32_t frame : order_) {
      const std::uint32_t parent = scene_.nodes[frame].parent;
      pose_.world[frame] = parent == kNone ? pose_.local[frame] : pose_.world[parent] * pose_.local[frame];
    }
  }

  // Vw = Vm * M1 * w + Vm * M2 * (1 - w), for any number of bones. The matrix of a bone is its offset, which
  // moves the vertex into the bone's space, followed by the world matrix of the bone.
  void blend_vertices(MeshNode& node) const {
    std::vector<Mat4d> world_from_mesh;
    if (node.skin != nullptr)
      for (const Joint& bone : node.skin->joints)
        world_from_mesh.push_back(pose_.world[bone.node] * to_double(bone.joint_from_mesh));
    const Primitive& mesh = *node.mesh;
    for (Subset& subset : node.subsets) {
      subset.vertices.resize(subset.source.size());
      for (std::size_t i = 0; i < subset.source.size(); ++i) {
        const std::uint32_t v = subset.source[i];
        const Vec3d position = to_double(mesh.positions[v]);
        const Vec3d normal = mesh.normals.empty() ? Vec3d{0, 0, 1} : to_double(mesh.normals[v]);
        Vec3d moved, outward;
        const auto add = [&](const Mat4d& matrix, double weight) {
          moved += transform_point(matrix, position) * weight;
          outward += transform_direction(matrix, normal) * weight;
        };
        const bool has_bones = node.skin != nullptr && !mesh.influence_begin.empty() &&
                               mesh.influence_begin[v] < mesh.influence_begin[v + 1];
        if (!has_bones) add(pose_.world[node.frame], 1);
        for (std::uint32_t k = has_bones ? mesh.influence_begin[v] : 0;
             has_bones && k < mesh.influence_begin[v + 1]; ++k)
          add(world_from_mesh[mesh.influences[k].joint], mesh.influences[k].weight);
        subset.vertices[i] = {to_float(moved), to_float(normalized(outward)),
                              mesh.uvs.empty() ? Vec2{} : mesh.uvs[0][v]};
      }
    }
  }

  void draw_subset(const Subset& subset) const {
    const Material material = subset.material == kNone ? Material() : scene_.materials[subset.material];
    const bool has_texture = material.base_color_texture != kNone;
    glBindTexture(GL_TEXTURE_2D, has_texture ? uploaded_[material.base_color_texture] : white_);
    glUniform3f(color_, material.base_color.x, material.base_color.y, material.base_color.z);
    glBindVertexArray(subset.vertex_array);
    glBindBuffer(GL_ARRAY_BUFFER, subset.buffer);
    glBufferData(GL_ARRAY_BUFFER, GLsizeiptr(subset.vertices.size() * sizeof(DrawnVertex)),
                 subset.vertices.data(), GL_STREAM_DRAW);
    glDrawArrays(GL_TRIANGLES, 0, GLsizei(subset.vertices.size()));
  }

  void report() const {
    std::printf("%zu frames, %zu mesh nodes", scene_.nodes.size(), mesh_nodes_.size());
    for (const MeshNode& node : mesh_nodes_)
      std::printf(", %zu bones", node.skin != nullptr ? node.skin->joints.size() : 0);
    Vec3 last;
    for (const MeshNode& node : mesh_nodes_)
      for (const Subset& subset : node.subsets)
        if (!subset.vertices.empty()) last = subset.vertices.back().position;
    std::printf("; %.2f s: last corner at %.6f %.6f %.6f\n", now_s_, last.x, last.y, last.z);
  }

  Scene scene_;
  std::uint32_t clip_;
  std::vector<std::uint32_t> order_;  // frame indices with parents before children
  std::vector<MeshNode> mesh_nodes_;
  std::vector<std::optional<Image>> textures_;
  std::vector<GLuint> uploaded_;  // textures on the GPU
  GLuint program_ = 0, white_ = 0;
  GLint clip_from_world_ = 0, eye_ = 0, color_ = 0;  // uniform locations
  Pose pose_;
  Camera camera_;
  double now_s_ = 0;
  bool paused_ = false;
};

}  // namespace

int main(int argc, char** argv) {
  const Arguments arguments = arguments_of(argc, argv);
  const std::vector<std::string>& names = arguments.plain;
  if (names.size() > 2) return std::puts("usage: skin_mesh [FILE [CLIP]]"), 2;
  auto scene = load_scene(names.empty() ? SKELTER_ASSETS "/mannequin.x" : names[0]);
  if (!scene) return std::puts(to_string(scene.error()).c_str()), 1;
  std::uint32_t clip = scene->clips.empty() ? kNone : 0;
  if (names.size() == 2) {
    const auto chosen = choose_clip(*scene, names[1], NameMatch::ignore_case);
    if (!chosen) return std::puts(to_string(chosen.error()).c_str()), 1;
    clip = *chosen;
  }
  return show(std::make_unique<SkinMesh>(std::move(*scene), clip), arguments);
}
