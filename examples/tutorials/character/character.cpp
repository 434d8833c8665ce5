// The program of the DX9 character tutorial: a character plays the animation sets of its file and is skinned
// by a vertex shader. "Animating Characters with DirectX", Douglas MacLeod, 22 April 2014, licence GDOL. Its
// further reading: "Character Animation with Direct3D", Carl Granberg.
//
// A frame advances the controller, computes the world matrices and draws all meshes. Skinned meshes are drawn
// in groups of at most 40 bones, the size of a palette. Static meshes follow their bone. A point light makes
// each vertex max(N.L, 0.2) bright. Names in comments are those of the tutorial. Differences from the
// tutorial: matrices act on columns and z points out of the screen; both cameras have a valid target and up
// vector; each group uploads the matrices of its own bones; the shader blends up to four bones; all its
// uniforms are set. Keys: 1 to 9 choose the set, R restarts it, C switches to the next camera, D loses the
// graphics context, Escape quits. Usage: character [FILE [SET]]
#include "../../gl_tools.h"
#include "../../show.h"
#include "skelter/d3dx/bone_palette.h"
#include "skelter/d3dx/scene_controller.h"
#include "skelter/load.h"
#include "skelter/picture/picture.h"
#include "skelter/scene/size.h"

using namespace skelter;

namespace {

constexpr std::uint32_t kPalette = 40, kInfluences = 4;

struct Vertex {
  Vec3 position, normal;
  Vec2 uv;
  float weights[kInfluences] = {}, bones[kInfluences] = {};
};

// A mesh of the file with its bones.
struct BoneMesh {
  const Primitive* source;
  SkinInfo skin;                         // names and offset matrices of the bones
  std::vector<std::uint32_t> bone_node;  // per bone, the node that moves it. AddBoneMatrixPointers
  bool is_static = false;
  BlendedMesh blended{};  // the same mesh in groups. ConvertToIndexedBlendedMesh
  GLuint vertex_array = 0, buffers[2] = {};
};

// The tutorial's two cameras fit models of different sizes.
struct View {
  Vec3d eye, target;
  double height, feet;  // size of the model to draw
};
constexpr View kViews[] = {{{0, 0, 10}, {0, 0, 0}, 6, -3}, {{0, 0, 20}, {0, 10, 0}, 16, 2}};

class SkinnedModel : public Program {
 public:
  SkinnedModel(Scene scene, SceneController controller)
      : scene_(std::move(scene)), controller_(std::move(controller)) {
    Diagnostics notes;
    textures_ = load_textures(scene_, notes);
    (void)controller_.controller.set_track_speed(0, 0.5);
  }

  // Finds the meshes of the tree and splits them into groups.
  Result<void> load() {
    for (std::uint32_t node = 0; node < scene_.nodes.size(); ++node)
      for (std::uint32_t i = 0; i < scene_.nodes[node].meshes.size(); ++i)
        for (std::uint32_t p = 0; p < scene_.meshes[scene_.nodes[node].meshes[i].mesh].primitives.size(); ++p)
          if (const auto made = add_mesh(node, i, p); !made) return made;
    return play(0);
  }

  // Changes the set of track 0. The track keeps its position. An unknown name gives an error that lists the
  // sets. SetAnimation
  Result<void> set_animation(const std::string& name) {
    return controller_.controller.play(name, false, NameMatch::ignore_case);
  }

  // Advances the time, then computes the world matrices. `world` is the position of the model. AdvanceTime,
  // CalculateWorldMatrices, PlayAnimation
  Result<void> play(double step_s) {
    const auto advanced = controller_.controller.advance(step_s);
    if (!advanced) return advanced;
    const double scale = kViews[view_].height / scene_size(scene_);
    const Mat4d world =
        translation_matrix(Vec3d{0, kViews[view_].feet, 0}) * scale_matrix(Vec3d{scale, scale, scale});
    pose_ = scene_pose(scene_, controller_.node_of_output, controller_.controller.pose(), world);
    return {};
  }

  Result<void> gain_context() override {
    const auto linked = link_program_of_files(SKELTER_TUTORIALS "/character/skinning.vert",
                                              SKELTER_TUTORIALS "/character/skinning.frag");
    if (!linked) return linked.error();
    program_ = *linked;
    find_uniforms(program_, {{"clip_from_world", &clip_from_world_}, {"light", &light_}});
    find_uniforms(program_, {{"palette", &palette_}, {"influences", &influences_}, {"color", &color_}});
    for (const auto& image : textures_) uploaded_.push_back(upload_texture(image ? &*image : nullptr));
    uploaded_.push_back(upload_texture(nullptr));  // white, for materials without a texture
    for (BoneMesh& mesh : meshes_) upload(mesh);
    return {};
  }
  void lose_context() override {
    for (BoneMesh& mesh : meshes_) {
      glDeleteBuffers(2, mesh.buffers);
      glDeleteVertexArrays(1, &mesh.vertex_array);
    }
    glDeleteTextures(GLsizei(uploaded_.size()), uploaded_.data());
    uploaded_.clear();
    glDeleteProgram(program_);
    report();
  }
  bool wants_new_context() override { return std::exchange(loses_, false); }

  void on_key(Key key, bool down) override {
    if (!down) return;
    const std::uint32_t digit = std::uint32_t(key) - '1';
    if (digit < 9 && digit < scene_.clips.size()) {
      const double position_s = controller_.controller.track(0)->position_s;
      failed_ = controller_.controller.set_track_set(0, digit);  // starts at 0
      if (failed_) failed_ = controller_.controller.set_track_position(0, position_s);
    }
    if (key == Key('R')) failed_ = controller_.controller.set_track_position(0, 0);
    if (key == Key('C')) view_ = 1 - view_;
    loses_ = loses_ || key == Key('D');
  }
  void update(double step_s) override {
    if (failed_) failed_ = play(step_s);
  }

  // Draws all meshes of the tree. Render
  Result<void> draw(const FrameSize& size) override {
    if (!failed_) return failed_;
    Camera camera{kViews[view_].eye, kViews[view_].target};
    camera.fov_y_deg = 45;
    camera.near_distance = 1;
    camera.far_distance = 10000;
    const auto clip_from_world = clip_from_world_of(camera, double(size.width) / size.height);
    if (!clip_from_world) return clip_from_world.error();
    glViewport(0, 0, GLsizei(size.width), GLsizei(size.height));
    glEnable(GL_DEPTH_TEST);
    glClearColor(0, 1, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    glUseProgram(program_);
    glUniformMatrix4fv(clip_from_world_, 1, GL_FALSE, clip_from_world->m.data());
    glUniform3f(light_, 0, 50, 100);
    draw_calls_ = 0;
    for (const BoneMesh& mesh : meshes_)
      for (const BoneCombination& group : mesh.blended.combinations) draw_group(mesh, group);
    return {};
  }
  std::string title() const override { return "Skelter: character"; }

 private:
  Result<void> add_mesh(std::uint32_t node, std::uint32_t i, std::uint32_t primitive) {
    const auto [index, skin] = scene_.nodes[node].meshes[i];
    BoneMesh mesh{
        &scene_.meshes[index].primitives[primitive], make_skin_info(scene_, node, i, primitive), {}};
    mesh.is_static = skin == kNone;
    if (!mesh.is_static)
      for (const Joint& joint : scene_.skins[skin].joints) mesh.bone_node.push_back(joint.node);
    mesh.bone_node.resize(mesh.skin.bone_count(), node);
    auto blended = to_indexed_blended_mesh(mesh.skin, mesh.source->indices, mesh.source->triangle_slots,
                                           {kPalette, kInfluences});
    if (!blended) return blended.error();
    mesh.blended = std::move(*blended);
    meshes_.push_back(std::move(mesh));
    return {};
  }

  static void upload(BoneMesh& mesh) {
    std::vector<Vertex> vertices;
    for (std::uint32_t v = 0; v < mesh.blended.old_vertex.size(); ++v) {
      const std::uint32_t old = mesh.blended.old_vertex[v];
      Vertex vertex{mesh.source->positions[old],
                    mesh.source->normals.empty() ? Vec3{0, 0, 1} : mesh.source->normals[old],
                    mesh.source->uvs.empty() ? Vec2{} : mesh.source->uvs[0][old]};
      for (std::uint32_t i = 0; i < mesh.blended.weights_per_vertex; ++i) {
        vertex.weights[i] = mesh.blended.weight(v, i);
        vertex.bones[i] = mesh.blended.palette_indices[v * mesh.blended.weights_per_vertex + i];
      }
      vertices.push_back(vertex);
    }
    glGenVertexArrays(1, &mesh.vertex_array);
    glBindVertexArray(mesh.vertex_array);
    glGenBuffers(2, mesh.buffers);
    glBindBuffer(GL_ARRAY_BUFFER, mesh.buffers[0]);
    glBufferData(GL_ARRAY_BUFFER, GLsizeiptr(vertices.size() * sizeof(Vertex)), vertices.data(),
                 GL_STATIC_DRAW);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, mesh.buffers[1]);
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, GLsizeiptr(mesh.blended.indices.size() * sizeof(std::uint32_t)),
                 mesh.blended.indices.data(), GL_STATIC_DRAW);
    float_attribute(0, 3, sizeof(Vertex), offsetof(Vertex, position));
    float_attribute(1, 3, sizeof(Vertex), offsetof(Vertex, normal));
    float_attribute(2, 2, sizeof(Vertex), offsetof(Vertex, uv));
    float_attribute(3, 4, sizeof(Vertex), offsetof(Vertex, weights));
    float_attribute(4, 4, sizeof(Vertex), offsetof(Vertex, bones));
  }

  // Uploads offset * world for the bones of the group and draws its triangles with its material.
  void draw_group(const BoneMesh& mesh, const BoneCombination& group) {
    std::array<Mat4, kPalette> palette;
    for (std::uint32_t i = 0; i < group.bone_count(); ++i)
      palette[i] = to_float(pose_.world[mesh.bone_node[group.bones[i]]] *
                            to_double(*mesh.skin.bone_from_mesh(group.bones[i])));
    glUniformMatrix4fv(palette_, GLsizei(group.bone_count()), GL_FALSE, palette[0].m.data());
    glUniform1i(influences_, mesh.is_static ? 0 : GLint(mesh.blended.weights_per_vertex));
    const auto& materials = mesh.source->materials;
    const std::uint32_t index = group.material < materials.size() ? materials[group.material] : kNone;
    const Material material = index == kNone ? Material() : scene_.materials[index];
    glUniform3f(color_, material.base_color.x, material.base_color.y, material.base_color.z);
    glBindTexture(GL_TEXTURE_2D,
                  uploaded_[std::min<std::size_t>(material.base_color_texture, textures_.size())]);
    glBindVertexArray(mesh.vertex_array);
    glDrawElements(GL_TRIANGLES, GLsizei(group.face_count * 3), GL_UNSIGNED_INT,
                   reinterpret_cast<const void*>(group.first_face * 3 * sizeof(std::uint32_t)));
    ++draw_calls_;
  }

  void report() const {
    const Track track = *controller_.controller.track(0);
    std::printf("%s at %.2f s, %u draw calls\n", track.set ? std::string(track.set->name()).c_str() : "rest",
                track.position_s, draw_calls_);
  }

  Scene scene_;
  SceneController controller_;
  std::vector<std::optional<Image>> textures_;
  std::vector<BoneMesh> meshes_;
  std::vector<GLuint> uploaded_;  // textures on the GPU
  GLuint program_ = 0;
  GLint clip_from_world_ = 0, light_ = 0, palette_ = 0, influences_ = 0, color_ = 0;  // uniform locations
  Pose pose_;
  std::uint32_t view_ = 0, draw_calls_ = 0;
  Result<void> failed_;
  bool loses_ = false;
};

}  // namespace

int main(int argc, char** argv) {
  const Arguments arguments = arguments_of(argc, argv);
  const std::vector<std::string>& words = arguments.plain;
  if (words.size() > 2) return std::puts("usage: character [FILE [SET]]"), 2;
  auto scene = load_scene(words.empty() ? SKELTER_ASSETS "/mannequin.x" : words[0]);
  if (!scene) return std::puts(to_string(scene.error()).c_str()), 1;
  auto controller = make_controller(*scene);
  if (!controller) return std::puts(to_string(controller.error()).c_str()), 1;
  auto model = std::make_unique<SkinnedModel>(std::move(*scene), std::move(*controller));
  auto ready = model->load();
  if (ready && words.size() != 1) ready = model->set_animation(words.empty() ? "walk" : words[1]);
  if (!ready) return std::puts(to_string(ready.error()).c_str()), 1;
  ApplicationWindow window;  // 800 x 600
  window.x = window.y = 200;
  return show(std::move(model), arguments, window);
}
