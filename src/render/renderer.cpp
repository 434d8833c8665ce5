#include "skelter/render/renderer.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "render/gl/shader_library.h"
#include "render/look/blob_shadows.h"
#include "render/look/ground_shadow.h"
#include "render/look/skeleton_overlay.h"
#include "render/model/gpu_scene.h"
#include "render/model/internal/read_skinned.h"
#include "render/model/internal/upload_size.h"
#include "render/model/mesh_colors.h"
#include "render/model/mesh_painter.h"

namespace skelter {

namespace {

Result<void> expect_pose_of(const ModelShape& shape, const ModelPose& pose) {
  const auto refusal = [&](std::size_t given, const char* what, std::size_t expected, const char* each) {
    return Error{Status::invalid_argument,
                 "render.pose",
                 std::to_string(given) + what + "; expected " + std::to_string(expected) + each,
                 {std::string(shape.file), 0, {}, {}}};
  };
  if (pose.model_from_joint.size() != shape.joints.size())
    return refusal(pose.model_from_joint.size(), " matrices", shape.joints.size(), ", one per joint");
  if (pose.palettes.size() != shape.matrix_count)
    return refusal(pose.palettes.size(), " matrices in palettes", shape.matrix_count,
                   ", the total of all skins");
  if (!pose.morph_weights.empty() && pose.morph_weights.size() != shape.rest_morph_weights.size())
    return refusal(pose.morph_weights.size(), " morph weights", shape.rest_morph_weights.size(),
                   ", one per target");
  return {};
}

}  // namespace

struct UploadedModel::State {
  GpuModel gpu;
  Diagnostics diagnostics;
};

UploadedModel::UploadedModel(std::unique_ptr<State> state) : state_(std::move(state)) {}
UploadedModel::UploadedModel(UploadedModel&&) noexcept = default;
UploadedModel& UploadedModel::operator=(UploadedModel&&) noexcept = default;
UploadedModel::~UploadedModel() = default;

const Diagnostics& UploadedModel::diagnostics() const {
  return state_->diagnostics;
}

Bounds UploadedModel::bounds(const ModelPose& pose) const {
  const GpuModel& gpu = state_->gpu;
  Bounds bounds;
  if (!expect_pose_of(gpu.shape, pose)) return bounds;
  const auto add = [&](const Vec3& position) {
    bounds.add(transform_point(pose.world_from_model, to_double(position)));
  };
  for (const DrawItem& item : gpu.items)
    for (const MotionVertex& vertex :
         skinned_vertices(item.mesh->mesh, pose.palettes.subspan(item.skin->first, item.skin->size),
                          morph_weights_of(item, gpu.shape, pose)))
      add(vertex.position);
  if (bounds.empty())
    for (const Affine& joint : pose.model_from_joint) add({joint.m[0][3], joint.m[1][3], joint.m[2][3]});
  return bounds;
}

struct UploadedRig::State {
  PosedCrowd posed;
};

UploadedRig::UploadedRig(std::unique_ptr<State> state) : state_(std::move(state)) {}
UploadedRig::UploadedRig(UploadedRig&&) noexcept = default;
UploadedRig& UploadedRig::operator=(UploadedRig&&) noexcept = default;
UploadedRig::~UploadedRig() = default;

std::uint32_t UploadedRig::members() const {
  return state_->posed.members();
}

std::uint32_t UploadedRig::output_size() const {
  return state_->posed.entries();
}

double grid_step(double extent) {
  return std::pow(10.0, std::floor(std::log10(extent / 2.5)));
}

namespace {

constexpr float kPointSize =
    3;  // pixels, as in mesh_vertex.glsl; glTF recommends 1, but single pixels are easily overlooked
constexpr double kGridReach = 4;      // in model sizes, from its centre
constexpr double kBlobRadius = 0.17;  // in model sizes
// If the target is farther from the origin than this many eye distances, the model is drawn around a local
// origin, so that single precision still places it to within a twentieth of a pixel.
constexpr double kFarAway = 1000;

Look look_of(const DrawOptions& options) {
  return options.unlit_color ? Look::flat : options.point_light ? Look::point_light : Look::lit;
}

// Bounds of the members' positions, for the centre of the grid.
Bounds crowd_bounds(const CrowdFrame& crowd) {
  Bounds bounds;
  for (const Affine& member : crowd.world_from_model)
    bounds.add(Vec3d{member.m[0][3], member.m[1][3], member.m[2][3]});
  return bounds;
}

double grid_step_of(const DrawOptions& options, double extent) {
  return options.grid_step > 0 ? options.grid_step : grid_step(extent);
}

// Returns the local origin for a distant model, at a crossing of coarse grid lines; otherwise (0, 0, 0).
Vec3d own_origin(const Camera& camera, double grid_step) {
  const Vec3d& at = camera.target;
  const double distance = length(camera.eye - at);
  if (!(std::max({std::abs(at.x), std::abs(at.y), std::abs(at.z)}) > kFarAway * distance)) return {};
  const double coarse = 10 * grid_step;
  return {std::round(at.x / coarse) * coarse, at.y, std::round(at.z / coarse) * coarse};
}

// A frame relative to a different origin.
struct MovedPicture {
  Camera camera;
  DrawOptions options;
  std::vector<OverlayLine> lines;
  std::vector<PunctualLight> lights;

  MovedPicture(const Camera& seen, const DrawOptions& drawn, const Vec3d& origin)
      : camera(seen),
        options(drawn),
        lines(drawn.lines.begin(), drawn.lines.end()),
        lights(drawn.lights.begin(), drawn.lights.end()) {
    camera.eye = camera.eye - origin;
    camera.target = camera.target - origin;
    options.ground_y -= origin.y;
    const Vec3 by = to_float(origin);
    for (OverlayLine& line : lines) line = {line.from - by, line.to - by, line.color, line.on_top};
    options.lines = lines;
    for (PunctualLight& light : lights) light.position = light.position - origin;
    options.lights = lights;
    if (!options.point_light) return;
    options.point_light->position = options.point_light->position - origin;
    options.point_light->fill_position = options.point_light->fill_position - origin;
  }
};

MeshPainter::Request request_for(GpuModel& gpu, const ModelPose& pose, const DrawOptions& options) {
  MeshPainter::Request request;
  request.gpu = &gpu;
  request.pose = pose;
  request.skinning = options.skinning;
  request.main = look_of(options);
  request.color_groups = options.color_groups;
  request.file_lights = !options.lights.empty();
  return request;
}

// Calls `add`, which may exhaust OpenGL's memory, and returns an error if it did.
template <class Add>
auto with_room(std::string_view file, const Add& add) -> Result<decltype(add())> {
  while (glGetError() != GL_NO_ERROR) {
  }
  auto added = add();
  if (glGetError() == GL_NO_ERROR) return added;
  return Error{Status::limit_exceeded,
               "render.upload",
               "the graphics driver cannot store the model's meshes or textures",
               {std::string(file), 0, {}, {}}};
}

}  // namespace

struct Renderer::State {
  std::unique_ptr<gl::ShaderLibrary> library;  // must outlive pointers to its programs
  MeshPainter meshes;
  GroundShadow shadow;
  const gl::ShaderProgram *background, *grid;
  // The following are created on first use, because a program delays the first frame by tens of milliseconds.
  const gl::ShaderProgram* bone = nullptr;  // also draws lines
  std::optional<BlobShadows> blobs;
  gl::VertexArray no_vertices;
  gl::VertexArray bone_vertices;
  gl::Buffer bone_buffer;
  std::uint64_t max_upload_bytes = 0;

  Result<void> need_bone();
  Result<void> need_blobs();
  // Draws at coordinates for which float precision is sufficient. `axes`: where the grid axes cross.
  Result<void> draw_near(GpuModel& gpu, const ModelPose& pose, const Camera& camera, std::uint32_t width,
                         std::uint32_t height, const DrawOptions& options, const Vec3d& axes);
  void begin(const View& view, const DrawOptions& options, std::uint32_t width, std::uint32_t height) const;
  void begin_blended(const DrawOptions& options) const;
  void end() const;
  void draw_background(const View& view, const DrawOptions& options) const;
  // `half_size`: of the grid square, which is centred on `bounds`. `axes`: where the axes cross.
  void draw_grid(const View& view, const DrawOptions& options, const Bounds& bounds, double extent,
                 double half_size, const Vec3d& axes = {}) const;
  void bind_bone_vertices(const std::vector<BoneVertex>& vertices) const;
  void draw_bones(const ModelShape& shape, const ModelPose& pose, const View& view,
                  const DrawOptions& options) const;
  void draw_lines(const View& view, const DrawOptions& options, bool on_top) const;
};

Result<void> Renderer::State::need_bone() {
  if (bone != nullptr) return {};
  const auto made = library->program("bone_vertex.glsl", "bone_fragment.glsl");
  if (!made) return made.error();
  bone = *made;
  return {};
}

Result<void> Renderer::State::need_blobs() {
  if (blobs) return {};
  Result<BlobShadows> made = BlobShadows::create(*library);
  if (!made) return made.error();
  blobs.emplace(std::move(*made));
  return {};
}

void Renderer::State::draw_background(const View& view, const DrawOptions& options) const {
  const Vec3 solid = options.background.value_or(Vec3{});
  glClearColor(solid.x, solid.y, solid.z, 1);
  glDepthMask(GL_TRUE);
  glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
  if (options.background) return;
  glDisable(GL_DEPTH_TEST);
  background->use();
  background->set("u_aspect", view.aspect);
  glBindVertexArray(no_vertices.get());
  glDrawArrays(GL_TRIANGLES, 0, 3);
}

void Renderer::State::draw_grid(const View& view, const DrawOptions& options, const Bounds& bounds,
                                double extent, double half_size, const Vec3d& axes) const {
  const Vec3d center = bounds.empty() ? Vec3d{} : bounds.center();
  const double step = grid_step_of(options, extent);
  grid->use();
  grid->set("u_clip_from_world", view.clip_from_world);
  // The grid is slightly below the ground, so that soles and floors win the depth test.
  grid->set("u_centre", to_float(Vec3d{center.x, options.ground_y - 1e-3 * extent, center.z}));
  grid->set("u_half_size", static_cast<float>(half_size));
  grid->set("u_step", static_cast<float>(step));
  grid->set("u_axes", Vec2{static_cast<float>(axes.x / step), static_cast<float>(axes.z / step)});
  const Vec3 on = options.background.value_or(Vec3{0.8f, 0.8f, 0.8f});
  const bool dark = 0.3f * on.x + 0.6f * on.y + 0.1f * on.z < 0.35f;
  grid->set("u_line_color", dark ? Vec3{0.75f, 0.78f, 0.82f} : Vec3{0.20f, 0.24f, 0.30f});
  grid->set("u_strength", dark ? 0.8f : 1.0f);
  glBindVertexArray(no_vertices.get());
  glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

void Renderer::State::bind_bone_vertices(const std::vector<BoneVertex>& vertices) const {
  glBindVertexArray(bone_vertices.get());
  glBindBuffer(GL_ARRAY_BUFFER, bone_buffer.get());
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(vertices.size() * sizeof(BoneVertex)),
               vertices.data(), GL_STREAM_DRAW);
}

void Renderer::State::draw_bones(const ModelShape& shape, const ModelPose& pose, const View& view,
                                 const DrawOptions& options) const {
  const BoneShapes shapes =
      bone_shapes(shape, pose, options.highlighted_node, options.isolated_node, options.hidden_nodes);
  std::vector<BoneVertex> vertices = shapes.triangles;
  vertices.insert(vertices.end(), shapes.edges.begin(), shapes.edges.end());
  bind_bone_vertices(vertices);
  glClear(GL_DEPTH_BUFFER_BIT);  // bones are drawn over the meshes, and nearer bones over farther ones
  bone->use();
  bone->set("u_clip_from_world", view.clip_from_world);
  bone->set("u_to_key", view.to_key);
  bone->set("u_shade", 1.0f);
  bone->set("u_depth_bias", 0.0f);
  const auto triangles = static_cast<GLsizei>(shapes.triangles.size());
  glDrawArrays(GL_TRIANGLES, 0, triangles);
  bone->set("u_shade", 0.0f);
  bone->set("u_depth_bias", 1e-5f);
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
  bind_bone_vertices(vertices);
  bone->use();
  bone->set("u_clip_from_world", view.clip_from_world);
  bone->set("u_shade", 0.0f);
  bone->set("u_depth_bias", on_top ? 0.0f : 1e-4f);
  glDrawArrays(GL_LINES, 0, static_cast<GLsizei>(vertices.size()));
}

Renderer::Renderer(std::unique_ptr<State> state) : state_(std::move(state)) {}
Renderer::Renderer(Renderer&&) noexcept = default;
Renderer& Renderer::operator=(Renderer&&) noexcept = default;
Renderer::~Renderer() = default;

Result<Renderer> Renderer::create(const RendererOptions& options) {
  if (epoxy_gl_version() < 33)
    return Error{Status::unsupported,
                 "render.old-context",
                 "OpenGL " + std::to_string(epoxy_gl_version() / 10) + "." +
                     std::to_string(epoxy_gl_version() % 10) + "; expected 3.3 or later",
                 {}};
  auto library = std::make_unique<gl::ShaderLibrary>(options.shader_folder, options.debug_shaders);
  Result<GroundShadow> shadow = GroundShadow::create(*library);
  if (!shadow) return shadow.error();
  const auto background = library->program("screen_vertex.glsl", "background_fragment.glsl");
  if (!background) return background.error();
  const auto grid = library->program("ground_vertex.glsl", "grid_fragment.glsl");
  if (!grid) return grid.error();

  MeshPainter meshes(*library);
  auto state = std::unique_ptr<State>(new State{std::move(library),
                                                std::move(meshes),
                                                std::move(*shadow),
                                                *background,
                                                *grid,
                                                nullptr,
                                                {},
                                                gl::make_vertex_array(),
                                                gl::make_vertex_array(),
                                                gl::make_buffer(),
                                                options.max_upload_bytes});
  glBindVertexArray(state->bone_vertices.get());
  glBindBuffer(GL_ARRAY_BUFFER, state->bone_buffer.get());
  for (GLuint attribute = 0; attribute < 3; ++attribute) {
    glVertexAttribPointer(attribute, 3, GL_FLOAT, GL_FALSE, sizeof(BoneVertex),
                          reinterpret_cast<const void*>(attribute * sizeof(Vec3)));
    glEnableVertexAttribArray(attribute);
  }
  glBindVertexArray(0);
  return Renderer(std::move(state));
}

Result<UploadedModel> Renderer::upload(const ModelShape& shape,
                                       std::span<const std::optional<Image>> textures) {
  if (const Result<void> fits = expect_upload_fits(shape, state_->max_upload_bytes); !fits)
    return fits.error();
  auto gpu = with_room(shape.file, [&] { return upload_model(shape, textures); });
  if (!gpu) return gpu.error();
  return UploadedModel(
      std::make_unique<UploadedModel::State>(UploadedModel::State{std::move(*gpu), Diagnostics()}));
}

Result<UploadedModel> Renderer::upload(const ModelShape& shape, const TextureOptions& options) {
  if (const Result<void> fits = expect_upload_fits(shape, state_->max_upload_bytes); !fits)
    return fits.error();
  Diagnostics diagnostics;
  Result<UploadedModel> uploaded = upload(shape, load_textures(shape, diagnostics, options));
  if (uploaded) uploaded->state_->diagnostics = std::move(diagnostics);
  return uploaded;
}

void Renderer::State::begin(const View& view, const DrawOptions& options, std::uint32_t width,
                            std::uint32_t height) const {
  glScissor(static_cast<GLint>(options.left), static_cast<GLint>(options.lower), static_cast<GLsizei>(width),
            static_cast<GLsizei>(height));
  glEnable(GL_SCISSOR_TEST);
  draw_background(view, options);
  if (epoxy_is_desktop_gl()) glPointSize(kPointSize);
  if (options.depth_test) glEnable(GL_DEPTH_TEST);
  glDepthFunc(GL_LEQUAL);
  if (options.cull_back_faces) glEnable(GL_CULL_FACE);
}

void Renderer::State::begin_blended(const DrawOptions& options) const {
  glEnable(GL_BLEND);
  glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  glDepthMask(GL_FALSE);
  if (options.cull_back_faces) glEnable(GL_CULL_FACE);
}

// Resets all state that would affect the next frame or the application's own drawing.
void Renderer::State::end() const {
  glDepthMask(GL_TRUE);
  glDisable(GL_BLEND);
  glDisable(GL_CULL_FACE);
  glDisable(GL_DEPTH_TEST);
  glDisable(GL_SCISSOR_TEST);
  glFrontFace(GL_CCW);
  glActiveTexture(GL_TEXTURE0);
  glBindVertexArray(0);
  glUseProgram(0);
}

Result<void> Renderer::draw(UploadedModel& uploaded, const ModelPose& pose, const Camera& camera,
                            std::uint32_t width, std::uint32_t height, const DrawOptions& options) {
  GpuModel& gpu = uploaded.state_->gpu;
  if (const Result<void> fits = expect_pose_of(gpu.shape, pose); !fits) return fits;
  const Vec3d origin = own_origin(camera, grid_step_of(options, gpu.shape.extent));
  if (origin == Vec3d{}) return state_->draw_near(gpu, pose, camera, width, height, options, {});
  const MovedPicture moved(camera, options, origin);
  ModelPose near = pose;
  near.world_from_model = translation_matrix(-origin) * pose.world_from_model;
  return state_->draw_near(gpu, near, moved.camera, width, height, moved.options, -origin);
}

Result<void> Renderer::State::draw_near(GpuModel& gpu, const ModelPose& pose, const Camera& camera,
                                        std::uint32_t width, std::uint32_t height, const DrawOptions& options,
                                        const Vec3d& axes) {
  const Result<View> made = view_of(camera, width, height, options.levels);
  if (!made) return made.error();
  const View& view = *made;
  const bool ground_seen = view.eye.y > options.ground_y;
  glActiveTexture(GL_TEXTURE0);
  show_mesh_colors(gpu, options.mesh_colors);
  MeshPainter::Request request = request_for(gpu, pose, options);
  request.hidden_nodes = options.hidden_nodes;
  request.shadow = options.shadow && options.meshes && !options.unlit_color && ground_seen;
  request.edges = options.wireframe;
  if (const Result<void> prepared = meshes.prepare(request); !prepared) return prepared.error();
  const bool skeleton = options.skeleton || gpu.items.empty();  // models without meshes are drawn as
                                                                // skeletons
  if (skeleton || !options.lines.empty())
    if (const Result<void> made_bone = need_bone(); !made_bone) return made_bone;
  const Bounds bounds = meshes.bounds();
  const bool shadowed = request.shadow && !bounds.empty();

  glDisable(GL_SCISSOR_TEST);
  glDisable(GL_BLEND);
  glViewport(static_cast<GLint>(options.left), static_cast<GLint>(options.lower), static_cast<GLsizei>(width),
             static_cast<GLsizei>(height));
  if (shadowed) shadow.prepare(bounds, options.ground_y, meshes);
  begin(view, options, width, height);
  if (options.meshes) meshes.paint(view, options, false);
  glDisable(GL_CULL_FACE);
  begin_blended({});
  if (shadowed) shadow.draw(view.clip_from_world);
  if (options.grid) draw_grid(view, options, bounds, gpu.shape.extent, kGridReach * gpu.shape.extent, axes);
  begin_blended(options);
  if (options.meshes) meshes.paint(view, options, true);
  glDisable(GL_CULL_FACE);
  if (options.wireframe) meshes.paint_edges(view);
  glDepthMask(GL_TRUE);
  glDisable(GL_BLEND);
  draw_lines(view, options, false);
  if (skeleton) {
    glEnable(GL_DEPTH_TEST);
    draw_bones(gpu.shape, pose, view, options);
  }
  glDisable(GL_DEPTH_TEST);
  draw_lines(view, options, true);
  end();
  return {};
}

Result<void> Renderer::draw_crowd(UploadedModel& uploaded, const CrowdFrame& crowd, const Camera& camera,
                                  std::uint32_t width, std::uint32_t height, const DrawOptions& options) {
  const Result<View> made = view_of(camera, width, height, options.levels);
  if (!made) return made.error();
  const View& view = *made;
  const MeshPainter::Request request = request_for(uploaded.state_->gpu, {}, options);
  glActiveTexture(GL_TEXTURE0);
  const PosedCrowd* posed = crowd.posed != nullptr ? &crowd.posed->state_->posed : nullptr;
  if (const Result<void> prepared = state_->meshes.prepare_crowd(request, crowd, posed); !prepared)
    return prepared.error();
  const bool shadows =
      options.shadow && options.meshes && !options.unlit_color && view.eye.y > options.ground_y;
  if (shadows)
    if (const Result<void> made_blobs = state_->need_blobs(); !made_blobs) return made_blobs;
  if (!options.lines.empty())
    if (const Result<void> made_bone = state_->need_bone(); !made_bone) return made_bone;

  glViewport(static_cast<GLint>(options.left), static_cast<GLint>(options.lower), static_cast<GLsizei>(width),
             static_cast<GLsizei>(height));
  state_->begin(view, options, width, height);
  if (options.meshes) state_->meshes.paint_crowd(view, options, false);
  state_->begin_blended({});
  const double extent = request.gpu->shape.extent;
  if (shadows)
    state_->blobs->draw(view.clip_from_world, crowd.world_from_model, static_cast<float>(options.ground_y),
                        static_cast<float>(kBlobRadius * extent));
  if (options.grid) {
    const Bounds members = crowd_bounds(crowd);
    const double side = members.empty() ? 0 : std::max(members.size().x, members.size().z);
    state_->draw_grid(view, options, members, extent, kGridReach * extent + side);
  }
  state_->begin_blended(options);
  if (options.meshes) state_->meshes.paint_crowd(view, options, true);
  glDepthMask(GL_TRUE);
  glDisable(GL_BLEND);
  state_->draw_lines(view, options, false);
  glDisable(GL_DEPTH_TEST);
  state_->draw_lines(view, options, true);
  state_->end();
  return {};
}

Result<UploadedRig> Renderer::upload(const CrowdRig& rig, std::span<const CrowdSkin> skins) {
  Result<PosedCrowd> posed = PosedCrowd::create(*state_->library, rig, skins);
  if (!posed) return posed.error();
  return UploadedRig(std::make_unique<UploadedRig::State>(UploadedRig::State{std::move(*posed)}));
}

Result<void> Renderer::pose_crowd(UploadedRig& rig, const CrowdLists& lists) {
  return rig.state_->posed.pose(lists);
}

std::vector<Affine> Renderer::read_palettes(const UploadedRig& rig) const {
  return rig.state_->posed.read();
}

const DrawCounters& Renderer::counters() const {
  return state_->meshes.counters;
}

Result<ShadedVertices> read_skinned(Renderer& renderer, UploadedModel& uploaded, const ModelPose& pose,
                                    std::uint32_t node, std::uint32_t instance, std::uint32_t primitive,
                                    const DrawOptions& options) {
  GpuModel& gpu = uploaded.state_->gpu;
  if (const Result<void> fits = expect_pose_of(gpu.shape, pose); !fits) return fits.error();
  MeshPainter::Request request = request_for(gpu, pose, options);
  request.main = Look::captured;
  glActiveTexture(GL_TEXTURE0);
  Result<ShadedVertices> read = renderer.state_->meshes.capture(request, node, instance, primitive);
  renderer.state_->end();
  return read;
}

Result<bool> Renderer::reload_changed_shaders() {
  return state_->library->reload_changed();
}

}  // namespace skelter
