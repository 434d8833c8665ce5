#pragma once
// Renderer: draws models with OpenGL 3.3 core, into a RenderTarget or a window. Every call needs the context
// that was current at create(); the caller manages windows. picture/picture.h draws scenes.

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "skelter/core/diagnostics.h"
#include "skelter/core/result.h"
#include "skelter/core/tasks.h"
#include "skelter/crowd/crowd_job.h"
#include "skelter/image/image.h"
#include "skelter/math/bounds.h"
#include "skelter/math/light.h"
#include "skelter/math/soa.h"
#include "skelter/render/camera.h"
#include "skelter/render/skinning_path.h"
#include "skelter/render/textures.h"
#include "skelter/runtime/model_pose.h"

namespace skelter {

// The light of the DirectX 9 tutorials: one point light, no specular light. A vertex has the brightness
// max(N.L, ambient), with L pointing from the vertex to the light. Its colour is this brightness times the
// material's diffuse colour times the texture.
struct PointLight {
  Vec3d position{0, 50, 100};  // world
  float ambient = 0.2f;
  // A second, weaker light, which the tutorials do not have. It raises the brightness of a vertex to at least
  // fill * N.L. 0: none.
  Vec3d fill_position{0, 50, 100};
  float fill = 0;
};

// A light of KHR_lights_punctual in world space.
struct PunctualLight {
  LightKind kind = LightKind::point;
  Vec3d position{};           // point, spot
  Vec3d direction{0, 0, -1};  // unit, the direction of the light; directional, spot
  // Linear. Candela, or lux if directional: a directional light of intensity 1 gives a white matt surface
  // brightness 1 / pi.
  Vec3 intensity{1, 1, 1};
  double range = 0;  // no light beyond this distance; 0: unlimited
  double inner_cone_rad = 0, outer_cone_rad = 0.7853981633974483;
};
inline constexpr std::size_t kMaxPunctualLights = 16;  // maximum per image

// Factor for intensities with which all lights together give a white matt surface in the middle of the box
// brightness 1, like a camera's automatic exposure. Files contain lights from 1 to 100,000 candela. A light
// inside the box counts as half its diagonal away. Returns 1 without lights.
double light_exposure(std::span<const PunctualLight> lights, const Bounds& bounds);

// Light strengths, as factors from 0 on, and the direction of the default key light.
struct LightLevels {
  float exposure = 1;      // factor for all light, before tone mapping of bright colours
  float own = 1;           // factor for the two default lights
  float surroundings = 1;  // factor for sky and ground
  // Direction to the key light: x to the right of the image, y up, z towards the eye. It turns with the
  // camera. nullopt: from the upper left.
  std::optional<Vec3d> key;
};

// A straight line in world space. Colours are display colours (sRGB), 0 to 1.
struct OverlayLine {
  Vec3 from, to;
  Vec3 color{1, 1, 1};
  bool on_top = false;  // drawn over everything; false: hidden by surfaces in front
};

// Vertex colours of one mesh that replace its materials, for example to show weights or errors.
struct MeshColors {
  std::uint32_t node = 0, instance = 0, primitive = 0;  // as in ModelSkin and ModelMesh
  std::span<const Vec3> colors;                         // sRGB, one per vertex in source order
};

// World units between two grid lines: a power of ten, with about five lines for a model of that extent.
double grid_step(double extent);

struct DrawOptions {
  std::optional<Vec3> background;  // nullopt: a soft gradient
  bool meshes = true;
  bool skeleton = false;            // bones drawn over everything else; always on if no node has a mesh
  bool wireframe = false;           // triangle edges over the surface
  bool grid = false;                // on the ground, with the x axis red and the z axis blue
  bool shadow = true;               // soft contact shadow on the ground
  double ground_y = 0;              // world height of grid and shadow
  double grid_step = 0;             // world units between lines; 0: grid_step() of the model
  std::optional<Vec3> unlit_color;  // draws all triangles in this colour: no light, no texture, no shadow
  bool cull_back_faces = false;     // off: both sides are drawn and lit
  bool depth_test = true;           // off: later triangles cover earlier ones
  std::uint32_t highlighted_node = kNone;  // this node's bone is drawn in a different colour
  SkinningOptions skinning;
  std::optional<PointLight> point_light;  // replaces the default lights
  // Lights that replace the default lights, over a faint ambient light; the first kMaxPunctualLights.
  std::span<const PunctualLight> lights;
  LightLevels levels;                   // for lit surfaces
  bool color_groups = false;            // draws every draw call of a skinned mesh in a different colour
  std::uint32_t isolated_node = kNone;  // only bones at and below it are drawn
  // Per node, whether its own meshes and bone are hidden; nodes below it are not affected. null: none.
  const std::vector<bool>* hidden_nodes = nullptr;
  bool unlit = false;  // textures and colours without lighting
  // Lower left corner of the image in the framebuffer, in pixels; nothing changes outside the image.
  std::uint32_t left = 0, lower = 0;
  std::span<const OverlayLine> lines;
  std::span<const MeshColors> mesh_colors;  // for primitives with vertex colours
};

// Palettes of all members of a crowd for one skin of the model.
struct CrowdPalettes {
  std::uint32_t node = 0, instance = 0;  // as in ModelSkin
  // model_from_mesh, entries in the order of build_skin(): the entries of member m start at m * stride, as in
  // CrowdJob. Several meshes may share one array, which is uploaded once if the largest span comes first.
  std::span<const Affine> matrices;
  std::uint32_t stride = 0;
};

class UploadedRig;

struct CrowdFrame {
  std::span<const Affine> world_from_model;  // one per member
  std::span<const CrowdPalettes> palettes;   // mesh instances without palettes are not drawn
  std::span<const Vec4> tints;               // one per member, multiplies its colours; empty: none
  // Set for crowds posed on the GPU by pose_crowd(), with the same number of members; `palettes` and `tints`
  // are then ignored.
  const UploadedRig* posed = nullptr;
};

// A skin of the model with palettes computed by the GPU.
struct CrowdSkin {
  std::uint32_t node = 0, instance = 0;  // as in ModelSkin
  const SkinView* skin = nullptr;        // from build_skin(), for the rig's skeleton
};

// The lists that the members of a crowd play in one frame, as in CrowdJob, for one rig. This is all the data
// that is uploaded per frame: 64 bytes per member, or 80 with tints, and 16 per list entry.
struct CrowdLists {
  std::span<const CrowdInstance> instances;  // one per member, `rig` 0; first_output is ignored
  std::span<const PoseListEntry> layers;
  std::span<const Affine> world_from_model;  // one per member
  std::span<const Vec4> tints;               // one per member, multiplies its colours; empty: none
  float blend_threshold = 0.1f;              // see BlendJob
  TaskRunner tasks = serial_tasks();         // for checking the lists
};

struct RendererOptions {
  // Folder of shader and effect files that override the library's own.
  std::string shader_folder;
  // Compiles with debugging on and optimisation off, on drivers that support this.
  bool debug_shaders = false;
  // Maximum GPU memory for the meshes of one model in bytes, counting all instances. 0: 256 MB plus 40 times
  // the size of the meshes, each counted once.
  std::uint64_t max_upload_bytes = 0;
};

// Skeleton, clips and skins of a crowd on the GPU, and the palettes that the GPU computes from lists. The
// Renderer must outlive this object and must not be moved.
class UploadedRig {
 public:
  UploadedRig(UploadedRig&&) noexcept;
  UploadedRig& operator=(UploadedRig&&) noexcept;
  ~UploadedRig();

  std::uint32_t members() const;      // members of the last pose_crowd()
  std::uint32_t output_size() const;  // matrices per member: the palettes of all skins, one after another

 private:
  friend class Renderer;
  struct State;
  explicit UploadedRig(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

class Renderer;
struct ShadedVertices;  // for tests: render/model/internal/read_skinned.h

// A model's meshes, materials and textures on the GPU.
class UploadedModel {
 public:
  UploadedModel(UploadedModel&&) noexcept;
  UploadedModel& operator=(UploadedModel&&) noexcept;
  ~UploadedModel();
  const Diagnostics& diagnostics() const;  // textures that were not found
  // Bounds of the drawn meshes, in world space; for cameras.
  Bounds bounds(const ModelPose& pose) const;

 private:
  friend class Renderer;
  friend Result<ShadedVertices> read_skinned(Renderer& renderer, UploadedModel& uploaded,
                                             const ModelPose& pose, std::uint32_t node,
                                             std::uint32_t instance, std::uint32_t primitive,
                                             const DrawOptions& options);
  struct State;
  explicit UploadedModel(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

class Renderer {
 public:
  // Errors: unsupported if the context is older than 3.3, or if a shader does not compile, with file, line
  // and the driver's message.
  static Result<Renderer> create(const RendererOptions& options = {});
  Renderer(Renderer&&) noexcept;
  Renderer& operator=(Renderer&&) noexcept;
  ~Renderer();

  // `textures` is the result of load_textures(), or empty. A material with a missing texture is drawn in
  // light grey. The owner of the shape's data must outlive the result. Errors, before anything is created:
  // limit_exceeded ("render.too-many-instances") for meshes larger than RendererOptions::max_upload_bytes;
  // limit_exceeded ("render.upload") if the driver is out of memory.
  Result<UploadedModel> upload(const ModelShape& shape, std::span<const std::optional<Image>> textures);
  // Uploads a model with the textures that load_textures() finds.
  Result<UploadedModel> upload(const ModelShape& shape, const TextureOptions& textures = {});

  // Clears the bound framebuffer and draws the model in the given pose. options.skinning selects the skinning
  // path; the palettes of the pose are uploaded unchanged. Errors: invalid_argument for an impossible camera,
  // a size of 0 (a minimised window), a pose of a different shape, a palette that does not match a mesh;
  // unsupported for a shader that does not compile.
  Result<void> draw(UploadedModel& uploaded, const ModelPose& pose, const Camera& camera, std::uint32_t width,
                    std::uint32_t height, const DrawOptions& options = {});

  // Draws many copies of the model, each in its own pose: one instanced draw call per mesh and material,
  // palettes in a float texture. Transparent surfaces are drawn in member order; shadows are round and soft,
  // the grid reaches as far as the members; no skeleton or wireframe. Errors: as above; invalid_argument for
  // spans that do not match. With `posed`, the members are those of the last pose_crowd(), and dual
  // quaternions, which the GPU path does not support, are an error (invalid_argument).
  Result<void> draw_crowd(UploadedModel& uploaded, const CrowdFrame& crowd, const Camera& camera,
                          std::uint32_t width, std::uint32_t height, const DrawOptions& options = {});

  // Crowds posed on the GPU by a compute shader. Clips are uploaded once, in their playing form; only the
  // lists are uploaded every frame. Palettes are computed directly into memory that vertex shaders read, and
  // stay on the GPU. Vertices match those of CrowdJob's palettes within H/18,000, with H the model's height.
  //
  //   UploadedRig rig = *renderer.upload(crowd_rig, skins);
  //   renderer.pose_crowd(rig, lists);                      // every frame
  //   renderer.draw_crowd(uploaded, {.world_from_model = places, .posed = &rig}, camera, width, height);
  //
  // CrowdRig::skin is ignored, and the rig's data need not stay alive. Unprepared clips are skipped; no list
  // may use them. Errors: unsupported ("render.old-context") if the context is older than OpenGL 4.3, and for
  // a shader that does not compile; invalid_argument ("render.crowd-rig") without a skeleton, or for clips
  // and skins made for another skeleton; limit_exceeded ("render.crowd-rig") for a skeleton of more than 640
  // joints, and for clips larger than a buffer of this GPU.
  Result<UploadedRig> upload(const CrowdRig& rig, std::span<const CrowdSkin> skins);
  // Uploads the lists and starts the computation, which runs asynchronously on the GPU. Spans are not read
  // afterwards. Errors, before anything is changed: invalid_argument ("render.crowd") for spans that do not
  // match, a threshold that is not above 0, a member with a rig, level of detail or entries that do not exist
  // or with a list that check_list rejects; limit_exceeded ("render.palette") for more members than a texture
  // of this GPU holds palettes for. Cost: O(members + entries) on the CPU.
  Result<void> pose_crowd(UploadedRig& rig, const CrowdLists& lists);
  // Returns the palettes of the last pose_crowd(), output_size() matrices for each member. For tests and
  // tools; waits for the GPU.
  std::vector<Affine> read_palettes(const UploadedRig& rig) const;

  // Counters of the last draw() or draw_crowd().
  const DrawCounters& counters() const;

  // Recompiles the programs of changed files in the shader folder, and returns true if there were any. Cheap
  // enough for every frame. Errors: as for create(); the old programs then stay in use, and the error is not
  // reported again until a file changes.
  Result<bool> reload_changed_shaders();

 private:
  friend Result<ShadedVertices> read_skinned(Renderer& renderer, UploadedModel& uploaded,
                                             const ModelPose& pose, std::uint32_t node,
                                             std::uint32_t instance, std::uint32_t primitive,
                                             const DrawOptions& options);
  struct State;
  explicit Renderer(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace skelter
