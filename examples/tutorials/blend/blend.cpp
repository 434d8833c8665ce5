// The blending demo of the book chapter: a character walks, and each key switches the walk of one part of the
// body. "Blended Skeletal Animation Demo" (SkeletalAnimBlend), author not stated.
//
// A frame resets all bones to their original matrices, adds amount * (sampled - original) for each animation
// set, element by element, and computes the world matrices. Amounts above 1 exaggerate. Sums of matrices also
// stretch limbs, as in the demo. Releasing a key switches a part: 1 left arm, 2 right arm, 3 left leg, 4
// right leg, 5 body, Space all on. Pressing Escape quits. Names in comments are those of the chapter.
// Differences from the chapter: matrices act on columns, clips follow their own tick rate and length, missing
// keys come from the bone's original matrix, and unknown sets are an error. The chapter does not state the
// projection; here it is 45 degrees, near 1, far 10000. Usage: blend [FILE [SET AMOUNT]...]
#include "../../gl_tools.h"
#include "../../show.h"
#include "skelter/compile/scene_shape.h"
#include "skelter/image/decode.h"
#include "skelter/load.h"
#include "skelter/picture/picture.h"
#include "skelter/scene/edit.h"
#include "skelter/scene/hierarchy.h"

using namespace skelter;

namespace {

struct Set {
  std::string name;
  double amount = 1;
  std::uint32_t clip = kNone;
  bool on = true;
};

// Rotates a bone at its joint until `tip` is below it. Only the original matrix changes. The offset matrices
// still fit the vertices, which were modelled with the arms away from the body.
void let_hang(Scene& scene, const char* bone_name, const char* tip_name) {
  const std::uint32_t bone = find_node(scene, bone_name), tip = find_node(scene, tip_name);
  if (bone == kNone || tip == kNone) return;
  const Pose rest = rest_pose(scene);
  const Vec3d joint = translation_part(rest.world[bone]);
  const Vec3d along = normalized(translation_part(rest.world[tip]) - joint), down{0, -1, 0};
  const Mat4d turn = rotation_matrix(
      from_axis_angle(cross(along, down), std::acos(std::clamp(dot(along, down), -1.0, 1.0))));
  const Mat4d hanging = translation_matrix(joint) * turn * translation_matrix(-joint) * rest.world[bone];
  const Mat4d parent = rest.world[bone] * inverse_affine(rest.local[bone]);
  scene.nodes[bone].rest = to_float(inverse_affine(parent) * hanging);
  scene.nodes[bone].rest_trs.reset();
}

// The list of keys: an image with black made transparent and white tinted. ID3DXSprite
class KeyGuide {
 public:
  Result<void> gain_context() {
    auto image = decode_image_file(SKELTER_TUTORIALS "/blend/keys.png");
    if (!image) return image.error();
    for (std::size_t i = 0; i < image->rgba.size(); i += 4)  // the colour key
      if (image->rgba[i] + image->rgba[i + 1] + image->rgba[i + 2] == 0) image->rgba[i + 3] = 0;
    width_ = float(image->width), height_ = float(image->height);
    const auto linked = link_program(
        R"(uniform vec2 size;  // as a share of the window
out vec2 place;
void main() {
  place = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  gl_Position = vec4(place.x * size.x * 2.0 - 1.0, 1.0 - place.y * size.y * 2.0, 0, 1);
})",
        R"(uniform sampler2D image;
uniform vec3 tint;
in vec2 place;
out vec4 pixel;
void main() {
  pixel = textureLod(image, place, 0.0) * vec4(tint, 1);
  if (pixel.a < 1.0 / 255.0) discard;  // the alpha test: reference 1, passes if greater or equal
})");
    if (!linked) return linked.error();
    program_ = *linked;
    find_uniforms(program_, {{"size", &size_}, {"tint", &tint_}, {"image", &image_}});
    texture_ = upload_texture(&*image);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glGenVertexArrays(1, &no_vertices_);
    return {};
  }
  void lose_context() {
    glDeleteVertexArrays(1, &no_vertices_);
    glDeleteTextures(1, &texture_);
    glDeleteProgram(program_);
  }
  void draw(const FrameSize& size) const {
    glDisable(GL_DEPTH_TEST);
    glDisable(GL_CULL_FACE);
    glUseProgram(program_);
    glUniform2f(size_, width_ / float(size.width), height_ / float(size.height));
    glUniform3f(tint_, 1, 1, 0);
    glActiveTexture(GL_TEXTURE0);
    glUniform1i(image_, 0);
    glBindTexture(GL_TEXTURE_2D, texture_);
    glBindVertexArray(no_vertices_);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
  }

 private:
  GLuint program_ = 0, texture_ = 0, no_vertices_ = 0;
  GLint size_ = 0, tint_ = 0, image_ = 0;  // uniform locations
  float width_ = 0, height_ = 0;
};

class Blend : public Program {
 public:
  Blend(Scene scene, const Mat4d& world_from_scene, std::vector<Set> sets)
      : scene_(std::move(scene)), world_from_scene_(world_from_scene), sets_(std::move(sets)) {
    original_ = rest_pose(scene_);
    order_ = depth_first(scene_);
    Diagnostics notes;
    textures_ = load_textures(scene_, notes);
    camera_.eye = {600, 200, 600};  // z -600 in the chapter's left-handed axes
    camera_.target = {0, 0, 0};
    camera_.fov_y_deg = 45;
    camera_.near_distance = 1;
    camera_.far_distance = 10000;
  }

  Result<void> gain_context() override {
    auto renderer = Renderer::create();
    if (!renderer) return renderer.error();
    auto shape = SceneShape::create(scene_);
    if (!shape) return shape.error();
    auto model = renderer->upload(shape->shape(), textures_);
    if (!model) return model.error();
    on_card_.emplace(OnCard{std::move(*renderer), std::move(*shape), std::move(*model)});
    return guide_.gain_context();
  }
  void lose_context() override {
    guide_.lose_context();
    on_card_.reset();
    report();
  }

  // WindowProc
  void on_key(Key key, bool down) override {
    if (down) return;
    for (std::size_t i = 0; i < sets_.size() && i < 9; ++i)
      if (code(key) == int('1' + i) || code(key) == code(Key::pad_1) + int(i)) sets_[i].on = !sets_[i].on;
    for (Set& set : sets_) set.on = set.on || key == Key::space;
  }

  // DoFrame
  void update(double step_s) override {
    now_s_ += step_s;               // 0 in the first frame
    pose_.local = original_.local;  // Reset
    for (const Set& set : sets_)
      if (set.on) blend(set);
    update_hierarchy();
  }

  Result<void> draw(const FrameSize& size) override {
    DrawOptions draw;
    draw.background = Vec3{0, 0, 64 / 255.0f};
    draw.shadow = false;
    draw.skinning.path = SkinningPath::cpu;  // UpdateSkinnedMesh, as in the chapter
    const ModelPose shown = on_card_->shape.pose(pose_);
    const auto drawn =
        on_card_->renderer.draw(on_card_->model, shown, camera_, size.width, size.height, draw);
    if (drawn) guide_.draw(size);
    return drawn;
  }
  std::string title() const override { return "Blended Skeletal Animation Demo"; }

 private:
  // Adds the difference of one set to the bones' matrices. cBlendAnimationCollection::Blend
  void blend(const Set& set) {
    EvaluateOptions options;
    options.matrix_keys = MatrixKeys::elements;
    const Pose sampled = evaluate(scene_, set.clip, now_s_, options);
    for (std::size_t bone = 0; bone < pose_.local.size(); ++bone)
      for (std::size_t i = 0; i < 16; ++i)
        pose_.local[bone].m[i] += set.amount * (sampled.local[bone].m[i] - original_.local[bone].m[i]);
  }

  // D3DXFRAME_EX::UpdateHierarchy
  void update_hierarchy() {
    pose_.world.resize(pose_.local.size());
    for (const std::uint32_t bone : order_) {
      const std::uint32_t parent = scene_.nodes[bone].parent;
      pose_.world[bone] = (parent == kNone ? world_from_scene_ : pose_.world[parent]) * pose_.local[bone];
    }
  }

  void report() const {
    std::printf("%.2f s:", now_s_);
    for (const Set& set : sets_) std::printf(" %s %s", set.name.c_str(), set.on ? "on" : "off");
    for (std::uint32_t node = 0; node < scene_.nodes.size(); ++node)
      if (!scene_.nodes[node].meshes.empty()) {
        const Vec3d last = skin(scene_, pose_, node, 0).positions.back();
        std::printf(", %s: last vertex at %.6f %.6f %.6f", scene_.nodes[node].name.c_str(), last.x, last.y,
                    last.z);
      }
    std::puts("");
  }

  struct OnCard {
    Renderer renderer;
    SceneShape shape;
    UploadedModel model;
  };
  Scene scene_;
  Mat4d world_from_scene_;
  std::vector<Set> sets_;
  Pose original_, pose_;
  std::vector<std::uint32_t> order_;  // bone indices: parents before children
  std::vector<std::optional<Image>> textures_;
  Camera camera_;
  std::optional<OnCard> on_card_;
  KeyGuide guide_;
  double now_s_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  const Arguments arguments = arguments_of(argc, argv);
  const std::vector<std::string>& words = arguments.plain;
  if (words.size() > 1 && words.size() % 2 == 0) return std::puts("usage: blend [FILE [SET AMOUNT]...]"), 2;
  auto scene = load_scene(words.empty() ? SKELTER_ASSETS "/mannequin.x" : words[0]);
  if (!scene) return std::puts(to_string(scene.error()).c_str()), 1;
  Mat4d world_from_scene;
  // The model is 1.8 units tall with its feet at the origin; the chapter's is 513 tall and centred.
  if (words.empty()) {
    world_from_scene = scale_matrix(Vec3d{285, 285, 285}) * translation_matrix(Vec3d{0, -0.9, 0});
    let_hang(*scene, "left_upper_arm", "left_hand");
    let_hang(*scene, "right_upper_arm", "right_hand");
  }
  std::vector<Set> sets{
      {"left_arm", 1.5}, {"right_arm", 1.5}, {"left_leg", 1.2}, {"right_leg", 1.2}, {"body", 1.0}};
  if (words.size() > 1) sets.clear();
  for (std::size_t i = 1; i < words.size(); i += 2)
    sets.push_back({words[i], std::atof(words[i + 1].c_str())});
  for (Set& set : sets) {
    const auto clip = choose_clip(*scene, set.name, NameMatch::ignore_case);
    if (!clip) return std::puts(to_string(clip.error()).c_str()), 1;
    set.clip = *clip;
  }
  ApplicationWindow window;
  window.x = window.y = 0;
  window.width = 640;
  window.height = 480;
  window.resizable = false;
  return show(std::make_unique<Blend>(std::move(*scene), world_from_scene, std::move(sets)), arguments,
              window);
}
