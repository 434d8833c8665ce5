#include "skelter/render/renderer.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "render/gpu_scene.h"
#include "render/ground_shadow.h"
#include "render/mesh_colors.h"
#include "render/shader_program.h"
#include "render/skeleton_overlay.h"

namespace skelter {

struct UploadedScene::State {
  GpuScene gpu;
};

UploadedScene::UploadedScene(std::unique_ptr<State> state) : state_(std::move(state)) {}
UploadedScene::UploadedScene(UploadedScene&&) noexcept = default;
UploadedScene& UploadedScene::operator=(UploadedScene&&) noexcept = default;
UploadedScene::~UploadedScene() = default;

namespace {

// All that one draw call knows of the view.
struct View {
  Mat4 clip_from_world;
  Vec3 eye;
  Vec3d forward;
  Vec3 to_key, to_rim;
  float aspect = 1;
};

// The lights go round with the camera but stay level, so that every view of a turntable is lit from the
// front.
Vec3 light_direction(const Camera& camera, double to_the_right, double upwards, double towards_eye) {
  Vec3d back = camera.eye - camera.target;
  back.y = 0;
  if (!(length(back) > 1e-9 * length(camera.eye - camera.target))) back = {0, 0, 1};
  back = normalized(back);
  const Vec3d right = cross(Vec3d{0, 1, 0}, back);
  return to_float(normalized(right * to_the_right + Vec3d{0, upwards, 0} + back * towards_eye));
}

Result<View> view_of(const Camera& camera, std::uint32_t width, std::uint32_t height) {
  if (width == 0 || height == 0)
    return Error{
        Status::invalid_argument,
        "render.size",
        "picture size " + std::to_string(width) + "x" + std::to_string(height) + "; expected at least 1x1",
        {}};
  const Result<Mat4d> camera_from_world = view_matrix(camera);
  if (!camera_from_world) return camera_from_world.error();
  const Result<Mat4d> clip_from_camera = projection_matrix(camera, double(width) / double(height));
  if (!clip_from_camera) return clip_from_camera.error();
  View view;
  view.clip_from_world = to_float(*clip_from_camera * *camera_from_world);
  view.eye = to_float(camera.eye);
  view.forward = normalized(camera.target - camera.eye);
  view.to_key = light_direction(camera, -0.55, 0.85, 0.75);
  view.to_rim = light_direction(camera, 0.75, 0.35, -0.8);
  view.aspect = static_cast<float>(double(width) / double(height));
  return view;
}

// Grid lines a power of ten apart, about five of the fine ones to the scene.
double chosen_grid_step(double extent) {
  return std::pow(10.0, std::floor(std::log10(extent / 2.5)));
}

Bounds transformed(const Bounds& box, const Mat4d& matrix) {
  Bounds out;
  if (box.empty()) return out;
  for (int i = 0; i < 8; ++i)
    out.add(transform_point(matrix, {i & 1 ? box.max.x : box.min.x, i & 2 ? box.max.y : box.min.y,
                                     i & 4 ? box.max.z : box.min.z}));
  return out;
}

}  // namespace

struct Renderer::State {
  gl::ShaderProgram lit, flat, background, grid, bone;
  GroundShadow shadow;
  gl::VertexArray no_vertices;
  gl::VertexArray bone_vertices;
  gl::Buffer bone_buffer;

  void draw_background(const View& view, const DrawOptions& options) const;
  void draw_surfaces(const GpuScene& scene, const Pose& pose, const View& view, const DrawOptions& options,
                     bool blended) const;
  void draw_edges(GpuScene& uploaded, const Scene& scene, const Pose& pose, const View& view) const;
  void draw_grid(const View& view, const DrawOptions& options, const Bounds& bounds, double extent) const;
  void draw_bones(const Scene& scene, const Pose& pose, const View& view, const DrawOptions& options,
                  double extent) const;
  void draw_lines(const View& view, const DrawOptions& options, bool on_top) const;
};

namespace {

// Sets the matrices of an item; skinned vertices are in world space already.
void set_placement(const gl::ShaderProgram& program, const DrawItem& item, const Pose& pose) {
  if (item.skinned) {
    program.set("u_world_from_mesh", Mat4{});
    program.set("u_normal_matrix", Mat3{});
    return;
  }
  const Mat4d& world = pose.world[item.node];
  const Mat3d linear = linear_part(world);
  Mat3d normals = cofactors(linear);
  // Scaled to about 1, so that tiny and huge units stay inside what a float can hold.
  double largest = 0;
  for (const double e : normals.m) largest = std::max(largest, std::abs(e));
  const double scale = largest > 0 ? (determinant(linear) < 0 ? -1 : 1) / largest : 1;
  Mat3 normal_matrix;
  for (std::size_t i = 0; i < 9; ++i) normal_matrix.m[i] = static_cast<float>(normals.m[i] * scale);
  program.set("u_world_from_mesh", to_float(world));
  program.set("u_normal_matrix", normal_matrix);
}

bool is_mirrored(const DrawItem& item, const Pose& pose) {
  return !item.skinned && determinant(linear_part(pose.world[item.node])) < 0;
}

void draw_range(const Surface& surface) {
  glDrawElements(GL_TRIANGLES, static_cast<GLsizei>(surface.index_count), GL_UNSIGNED_INT,
                 reinterpret_cast<const void*>(surface.first_index * sizeof(std::uint32_t)));
}

void set_material(const gl::ShaderProgram& program, const GpuMaterial& material) {
  program.set("u_base_color", material.base_color);
  program.set("u_specular", material.specular);
  program.set("u_power", material.specular_power);
  program.set("u_emissive", material.emissive);
  program.set("u_alpha_cut", material.coverage == Coverage::cut_out   ? 0.5f
                             : material.coverage == Coverage::blended ? 0.004f
                                                                      : 0.0f);
  program.set("u_blended", material.coverage == Coverage::blended ? 1 : 0);
  glBindTexture(GL_TEXTURE_2D, material.texture);
}

Bounds world_bounds(const GpuScene& scene, const Pose& pose) {
  Bounds bounds;
  for (const DrawItem& item : scene.items)
    bounds.add(item.skinned ? item.bounds : transformed(item.bounds, pose.world[item.node]));
  return bounds;
}

// The items farthest first, by the middle of their boxes.
std::vector<const DrawItem*> farthest_first(const GpuScene& scene, const Pose& pose, const View& view) {
  std::vector<std::pair<double, const DrawItem*>> order;
  for (const DrawItem& item : scene.items) {
    const Bounds box = item.skinned ? item.bounds : transformed(item.bounds, pose.world[item.node]);
    order.emplace_back(box.empty() ? 0 : dot(box.center(), view.forward), &item);
  }
  std::stable_sort(order.begin(), order.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<const DrawItem*> items;
  items.reserve(order.size());
  for (const auto& entry : order) items.push_back(entry.second);
  return items;
}

void renew_skinned_vertices(GpuScene& uploaded, const Scene& scene, const Pose& pose) {
  std::vector<MotionVertex> vertices;
  for (DrawItem& item : uploaded.items) {
    if (!item.skinned) continue;
    const SkinnedVertices skinned = skin(scene, pose, item.node, item.instance, item.primitive);
    vertices.resize(skinned.positions.size());
    for (std::size_t v = 0; v < vertices.size(); ++v)
      vertices[v] = {to_float(skinned.positions[v]),
                     skinned.normals.empty() ? Vec3{} : to_float(skinned.normals[v])};
    upload_motion(item, vertices, GL_STREAM_DRAW);
  }
}

}  // namespace

void Renderer::State::draw_background(const View& view, const DrawOptions& options) const {
  const Vec3 solid = options.background.value_or(Vec3{});
  glClearColor(solid.x, solid.y, solid.z, 1);
  glDepthMask(GL_TRUE);
  glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
  if (options.background) return;
  glDisable(GL_DEPTH_TEST);
  background.use();
  background.set("u_aspect", view.aspect);
  glBindVertexArray(no_vertices.get());
  glDrawArrays(GL_TRIANGLES, 0, 3);
}

void Renderer::State::draw_surfaces(const GpuScene& scene, const Pose& pose, const View& view,
                                    const DrawOptions& options, bool blended) const {
  const gl::ShaderProgram& program = options.unlit_color ? flat : lit;
  program.use();
  program.set("u_clip_from_world", view.clip_from_world);
  program.set("u_depth_bias", 0.0f);
  if (options.unlit_color)
    program.set("u_color", Vec4{options.unlit_color->x, options.unlit_color->y, options.unlit_color->z, 1});
  program.set("u_eye", view.eye);
  program.set("u_to_key", view.to_key);
  program.set("u_to_rim", view.to_rim);
  program.set("u_texture", 0);
  program.set("u_unlit", options.unlit ? 1 : 0);
  const auto draw_item = [&](const DrawItem& item) {
    set_placement(program, item, pose);
    glFrontFace(is_mirrored(item, pose) ? GL_CW : GL_CCW);
    glBindVertexArray(item.vertex_array.get());
    for (const Surface& surface : item.surfaces) {
      const GpuMaterial material = item.colors_shown ? plain_material(scene.white.get()) : surface.material;
      const bool is_blended = material.coverage == Coverage::blended && !options.unlit_color;
      if (is_blended != blended || surface.index_count == 0) continue;
      if (!options.unlit_color) set_material(program, material);
      draw_range(surface);
    }
  };
  if (blended) {
    for (const DrawItem* item : farthest_first(scene, pose, view)) draw_item(*item);
  } else {
    for (const DrawItem& item : scene.items) draw_item(item);
  }
}

void Renderer::State::draw_edges(GpuScene& uploaded, const Scene& scene, const Pose& pose,
                                 const View& view) const {
  flat.use();
  flat.set("u_clip_from_world", view.clip_from_world);
  flat.set("u_depth_bias", 2e-4f);
  flat.set("u_color", Vec4{0.07f, 0.10f, 0.16f, 0.55f});
  for (DrawItem& item : uploaded.items) {
    const MeshInstance& instance = scene.nodes[item.node].meshes[item.instance];
    need_edges(item, scene.meshes[instance.mesh].primitives[item.primitive]);
    set_placement(flat, item, pose);
    glBindVertexArray(item.edge_vertex_array.get());
    glDrawElements(GL_LINES, item.edge_index_count, GL_UNSIGNED_INT, nullptr);
  }
}

void Renderer::State::draw_grid(const View& view, const DrawOptions& options, const Bounds& bounds,
                                double extent) const {
  const Vec3d center = bounds.empty() ? Vec3d{} : bounds.center();
  const double step = options.grid_step > 0 ? options.grid_step : chosen_grid_step(extent);
  grid.use();
  grid.set("u_clip_from_world", view.clip_from_world);
  // A hair below the ground, so that soles and floors win.
  grid.set("u_centre", to_float(Vec3d{center.x, options.ground_y - 1e-3 * extent, center.z}));
  grid.set("u_half_size", static_cast<float>(extent * 4));
  grid.set("u_step", static_cast<float>(step));
  const Vec3 on = options.background.value_or(Vec3{0.8f, 0.8f, 0.8f});
  const bool dark = 0.3f * on.x + 0.6f * on.y + 0.1f * on.z < 0.35f;
  grid.set("u_line_color", dark ? Vec3{0.75f, 0.78f, 0.82f} : Vec3{0.20f, 0.24f, 0.30f});
  grid.set("u_strength", dark ? 0.8f : 1.0f);
  glBindVertexArray(no_vertices.get());
  glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

void Renderer::State::draw_bones(const Scene& scene, const Pose& pose, const View& view,
                                 const DrawOptions& options, double extent) const {
  const BoneShapes shapes = bone_shapes(scene, pose, extent, options.highlighted_node, options.isolated_node);
  std::vector<BoneVertex> vertices = shapes.triangles;
  vertices.insert(vertices.end(), shapes.edges.begin(), shapes.edges.end());
  glBindVertexArray(bone_vertices.get());
  glBindBuffer(GL_ARRAY_BUFFER, bone_buffer.get());
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(vertices.size() * sizeof(BoneVertex)),
               vertices.data(), GL_STREAM_DRAW);
  glClear(GL_DEPTH_BUFFER_BIT);  // over the meshes, but nearer bones over farther ones
  bone.use();
  bone.set("u_clip_from_world", view.clip_from_world);
  bone.set("u_to_key", view.to_key);
  bone.set("u_shade", 1.0f);
  bone.set("u_depth_bias", 0.0f);
  const auto triangles = static_cast<GLsizei>(shapes.triangles.size());
  glDrawArrays(GL_TRIANGLES, 0, triangles);
  bone.set("u_shade", 0.0f);
  bone.set("u_depth_bias", 1e-5f);
  glDrawArrays(GL_LINES, triangles, static_cast<GLsizei>(shapes.edges.size()));
}

void Renderer::State::draw_lines(const View& view, const DrawOptions& options, bool on_top) const {
  std::vector<BoneVertex> vertices;
  for (const OverlayLine& line : options.lines) {
    if (line.on_top != on_top) continue;
    vertices.push_back({line.from, {}, line.color});
    vertices.push_back({line.to, {}, line.color});
  }
  if (vertices.empty()) return;
  glBindVertexArray(bone_vertices.get());
  glBindBuffer(GL_ARRAY_BUFFER, bone_buffer.get());
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(vertices.size() * sizeof(BoneVertex)),
               vertices.data(), GL_STREAM_DRAW);
  bone.use();
  bone.set("u_clip_from_world", view.clip_from_world);
  bone.set("u_shade", 0.0f);
  bone.set("u_depth_bias", on_top ? 0.0f : 1e-4f);
  glDrawArrays(GL_LINES, 0, static_cast<GLsizei>(vertices.size()));
}

Renderer::Renderer(std::unique_ptr<State> state) : state_(std::move(state)) {}
Renderer::Renderer(Renderer&&) noexcept = default;
Renderer& Renderer::operator=(Renderer&&) noexcept = default;
Renderer::~Renderer() = default;

Result<Renderer> Renderer::create() {
  if (epoxy_gl_version() < 33)
    return Error{Status::unsupported,
                 "render.old-context",
                 "OpenGL " + std::to_string(epoxy_gl_version() / 10) + "." +
                     std::to_string(epoxy_gl_version() % 10) + "; expected 3.3 or later",
                 {}};
  using gl::ShaderProgram;
  Result<ShaderProgram> lit = ShaderProgram::create("mesh_vertex.glsl", "mesh_fragment.glsl");
  if (!lit) return lit.error();
  Result<ShaderProgram> flat = ShaderProgram::create("mesh_vertex.glsl", "flat_fragment.glsl");
  if (!flat) return flat.error();
  Result<ShaderProgram> background = ShaderProgram::create("screen_vertex.glsl", "background_fragment.glsl");
  if (!background) return background.error();
  Result<ShaderProgram> grid = ShaderProgram::create("ground_vertex.glsl", "grid_fragment.glsl");
  if (!grid) return grid.error();
  Result<ShaderProgram> bone = ShaderProgram::create("bone_vertex.glsl", "bone_fragment.glsl");
  if (!bone) return bone.error();
  Result<GroundShadow> shadow = GroundShadow::create();
  if (!shadow) return shadow.error();

  auto state = std::unique_ptr<State>(
      new State{std::move(*lit), std::move(*flat), std::move(*background), std::move(*grid), std::move(*bone),
                std::move(*shadow), gl::make_vertex_array(), gl::make_vertex_array(), gl::make_buffer()});
  glBindVertexArray(state->bone_vertices.get());
  glBindBuffer(GL_ARRAY_BUFFER, state->bone_buffer.get());
  for (GLuint attribute = 0; attribute < 3; ++attribute) {
    glVertexAttribPointer(attribute, 3, GL_FLOAT, GL_FALSE, sizeof(BoneVertex),
                          reinterpret_cast<const void*>(attribute * sizeof(Vec3)));
    glEnableVertexAttribArray(attribute);
  }
  return Renderer(std::move(state));
}

Result<UploadedScene> Renderer::upload(const Scene& scene, std::span<const std::optional<Image>> textures) {
  while (glGetError() != GL_NO_ERROR) {
  }
  UploadedScene uploaded(
      std::make_unique<UploadedScene::State>(UploadedScene::State{upload_scene(scene, textures)}));
  if (glGetError() != GL_NO_ERROR)
    return Error{Status::limit_exceeded,
                 "render.upload",
                 "the graphics driver refuses the scene's meshes or textures; expected room for them",
                 {scene.file, 0, {}, {}}};
  return uploaded;
}

Result<void> Renderer::draw(UploadedScene& uploaded, const Scene& scene, const Pose& pose,
                            const Camera& camera, std::uint32_t width, std::uint32_t height,
                            const DrawOptions& options) {
  const Result<View> made = view_of(camera, width, height);
  if (!made) return made.error();
  const View& view = *made;
  GpuScene& items = uploaded.state_->gpu;
  renew_skinned_vertices(items, scene, pose);
  show_mesh_colors(items, options.mesh_colors);
  const Bounds bounds = world_bounds(items, pose);
  const bool ground_seen = view.eye.y > options.ground_y;
  const bool shadowed =
      options.shadow && options.meshes && !options.unlit_color && !bounds.empty() && ground_seen;

  const auto set_viewport = [&](auto call) {
    call(static_cast<GLint>(options.left), static_cast<GLint>(options.lower), static_cast<GLsizei>(width),
         static_cast<GLsizei>(height));
  };
  set_viewport([](auto... at) { glViewport(at...); });
  glDisable(GL_SCISSOR_TEST);
  glDisable(GL_BLEND);
  glActiveTexture(GL_TEXTURE0);
  if (shadowed) {
    const auto draw_all = [&](const gl::ShaderProgram& program) {
      program.set("u_depth_bias", 0.0f);
      for (const DrawItem& item : items.items) {
        set_placement(program, item, pose);
        glBindVertexArray(item.vertex_array.get());
        for (const Surface& surface : item.surfaces) draw_range(surface);
      }
    };
    state_->shadow.prepare(bounds, options.ground_y, draw_all);
  }

  set_viewport([](auto... at) { glScissor(at...); });
  glEnable(GL_SCISSOR_TEST);
  state_->draw_background(view, options);
  if (options.depth_test) glEnable(GL_DEPTH_TEST);
  glDepthFunc(GL_LEQUAL);
  if (options.cull_back_faces) glEnable(GL_CULL_FACE);
  if (options.meshes) state_->draw_surfaces(items, pose, view, options, false);

  glEnable(GL_BLEND);
  glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  glDepthMask(GL_FALSE);
  glDisable(GL_CULL_FACE);
  if (shadowed) state_->shadow.draw(view.clip_from_world);
  if (options.grid) state_->draw_grid(view, options, bounds, items.extent);
  if (options.cull_back_faces) glEnable(GL_CULL_FACE);
  if (options.meshes) state_->draw_surfaces(items, pose, view, options, true);
  glDisable(GL_CULL_FACE);
  if (options.wireframe) state_->draw_edges(items, scene, pose, view);
  glDepthMask(GL_TRUE);
  glDisable(GL_BLEND);
  state_->draw_lines(view, options, false);
  if (options.skeleton || items.items.empty()) {  // a scene without meshes is its skeleton
    glEnable(GL_DEPTH_TEST);
    state_->draw_bones(scene, pose, view, options, items.extent);
  }
  glDisable(GL_DEPTH_TEST);
  state_->draw_lines(view, options, true);
  glDisable(GL_SCISSOR_TEST);
  glFrontFace(GL_CCW);
  glBindVertexArray(0);
  return {};
}

}  // namespace skelter
