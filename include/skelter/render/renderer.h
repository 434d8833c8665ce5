#pragma once
// Renderer: draws models with OpenGL 3.3 core, into a RenderTarget or a window. Every call needs the context
// that was current at create(); windows are the caller's business. Scenes are drawn by picture/picture.h.

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
#include "skelter/math/soa.h"
#include "skelter/render/camera.h"
#include "skelter/render/skinning_path.h"
#include "skelter/render/textures.h"
#include "skelter/runtime/model_pose.h"

namespace skelter {

// The light of the DirectX 9 tutorials: one point, no specular light. A vertex is max(N.L, ambient) bright, L
// pointing from it to the light; that times the material's diffuse colour times the texture is the colour.
struct PointLight {
  Vec3d position{0, 50, 100};  // world
  float ambient = 0.2f;
  // Ours: a second, weaker light, so bright that a vertex is at least fill * N.L of it. 0: none.
  Vec3d fill_position{0, 50, 100};
  float fill = 0;
};

// A light of KHR_lights_punctual in world space.
struct PunctualLight {
  enum class Kind : std::uint8_t { directional, point, spot };
  Kind kind = Kind::point;
  Vec3d position{};           // point, spot
  Vec3d direction{0, 0, -1};  // unit, the way it shines; directional, spot
  // Linear. Candela, directional lux: 1 of a directional light makes a white matt surface 1 / pi bright.
  Vec3 intensity{1, 1, 1};
  double range = 0;  // lights nothing from here on; 0: no end
  double inner_cone_rad = 0, outer_cone_rad = 0.7853981633974483;
};
inline constexpr std::size_t kMostPunctualLights = 16;  // of one picture

// What intensities are multiplied with, so that all lights together make a white matt surface in the middle
// of the box 1 bright, as a camera's automatic exposure does: files have lights of 1 and of 100,000 candela.
// Lights inside the box count as half of its diagonal away. 1 without light.
double light_exposure(std::span<const PunctualLight> lights, const Bounds& bounds);

// How strong light is, as factors from 0 on, and where the renderer's own key light stands.
struct LightLevels {
  float exposure = 1;      // of all light, before bright colours are softened
  float own = 1;           // of the renderer's own two lights
  float surroundings = 1;  // of sky and ground
  // Where the key light comes from, seen from the target: around the vertical, 0 from the eye's side and
  // positive from its right; and above the horizon. It goes round with the camera. Nothing: from the upper
  // left.
  struct Direction {
    double azimuth_rad = 0, elevation_rad = 0;
    friend bool operator==(const Direction&, const Direction&) = default;
  };
  std::optional<Direction> key;
};

// A straight line in world space. Colours here are what the screen shows (sRGB), 0 to 1.
struct OverlayLine {
  Vec3 from, to;
  Vec3 color{1, 1, 1};
  bool on_top = false;  // over everything; else hidden by surfaces before it
};

// Vertex colours of one mesh, instead of materials: weights, errors.
struct MeshColors {
  std::uint32_t node = 0, instance = 0, primitive = 0;  // as ModelSkin and ModelMesh have them
  std::span<const Vec3> colors;                         // sRGB, one per vertex in the order of the source
};

// World units between two lines of the grid, about five to a model of that extent: a power of ten.
double grid_step(double extent);

struct DrawOptions {
  std::optional<Vec3> background;  // nothing: a soft gradient
  bool meshes = true;
  bool skeleton = false;                   // bones drawn over everything else; on where no node has a mesh
  bool wireframe = false;                  // triangle edges over the surface
  bool grid = false;                       // on the ground, with the x axis red and the z axis blue
  bool shadow = true;                      // soft contact shadow on the ground
  double ground_y = 0;                     // world height of grid and shadow
  double grid_step = 0;                    // world units between lines; 0: grid_step() of the model
  std::optional<Vec3> unlit_color;         // all triangles in this colour: no light, no texture, no shadow
  bool cull_back_faces = false;            // off: both sides are drawn and lit
  bool depth_test = true;                  // off: later triangles cover earlier ones
  std::uint32_t highlighted_node = kNone;  // its bone is drawn in another colour
  SkinningOptions skinning;
  std::optional<PointLight> point_light;  // instead of the renderer's own lights
  // Instead of the renderer's own lights, over a faint light from everywhere; the first kMostPunctualLights.
  std::span<const PunctualLight> lights;
  LightLevels levels;                   // of lit surfaces
  bool color_groups = false;            // every draw call of a skinned mesh in a colour of its own
  std::uint32_t isolated_node = kNone;  // only bones at and below it are drawn
  // Per node whether its meshes and its bone are left out, those of the nodes below it not; null: none.
  const std::vector<bool>* hidden_nodes = nullptr;
  bool unlit = false;  // textures and colours as they are, without light
  // Lower left corner of the picture in the framebuffer, in pixels; nothing changes outside the picture.
  std::uint32_t left = 0, lower = 0;
  std::span<const OverlayLine> lines;
  std::span<const MeshColors> mesh_colors;  // of the primitives that have some
};

// Palettes of all members of a crowd, for one skin of the model.
struct CrowdPalettes {
  std::uint32_t node = 0, instance = 0;  // as ModelSkin has them
  // model_from_mesh, entries in the order of build_skin(): member m's start at m * stride, as from CrowdJob.
  // Several meshes may have theirs in one array, which goes up once: the largest span comes first.
  std::span<const Affine> matrices;
  std::uint32_t stride = 0;
};

class UploadedRig;

struct CrowdFrame {
  std::span<const Affine> world_from_model;  // one per member
  std::span<const CrowdPalettes> palettes;   // mesh instances without palettes are not drawn
  std::span<const Vec4> tints;               // one per member, multiplies its colours; empty: none
  // Posed on the graphics card by pose_crowd(), with as many members: then `palettes` and `tints` are not
  // read.
  const UploadedRig* posed = nullptr;
};

// A skin of the model whose palettes the graphics card makes.
struct CrowdSkin {
  std::uint32_t node = 0, instance = 0;  // as ModelSkin has them
  const SkinView* skin = nullptr;        // of build_skin(), for the rig's skeleton
};

// What the members of a crowd play in one frame: the lists that CrowdJob takes, for one rig. All that goes to
// the graphics card: 64 bytes a member, 80 with tints, and 16 for every line.
struct CrowdLists {
  std::span<const CrowdInstance> instances;  // one per member, `rig` 0; first_output is not read
  std::span<const CrowdLayer> layers;
  std::span<const Affine> world_from_model;  // one per member
  std::span<const Vec4> tints;               // one per member, multiplies its colours; empty: none
  float blend_threshold = 0.1f;              // see BlendJob
  TaskRunner tasks = serial_tasks();         // for looking at the lists
};

struct RendererOptions {
  // Shader and effect files are taken from here when they are there, else from the library.
  std::string shader_folder;
  // Compiled with debugging on and optimisation off, where drivers know the difference.
  bool debug_shaders = false;
  // Most bytes that the meshes of one model may take on the graphics card, all instances counted. 0: 256 MB,
  // and 40 times the meshes without their instances.
  std::uint64_t max_upload_bytes = 0;
};

// Skeleton, clips and skins of a crowd on the graphics card, and the palettes that it makes of lists.
// Outlived by its Renderer, which is not moved meanwhile.
class UploadedRig {
 public:
  UploadedRig(UploadedRig&&) noexcept;
  UploadedRig& operator=(UploadedRig&&) noexcept;
  ~UploadedRig();

  std::uint32_t members() const;      // of the last pose_crowd()
  std::uint32_t output_size() const;  // matrices of a member: the palettes of all skins, one after another

 private:
  friend class Renderer;
  struct State;
  explicit UploadedRig(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// A model's meshes, materials and textures on the graphics card.
class UploadedModel {
 public:
  UploadedModel(UploadedModel&&) noexcept;
  UploadedModel& operator=(UploadedModel&&) noexcept;
  ~UploadedModel();
  const Diagnostics& diagnostics() const;  // textures that were not found
  // Of what is drawn, in world space; for cameras.
  Bounds bounds(const ModelPose& pose) const;

 private:
  friend class Renderer;
  struct State;
  explicit UploadedModel(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

class Renderer {
 public:
  // Errors: unsupported, when the context is older than 3.3 or a shader does not compile: file, line, and
  // what the driver says.
  static Result<Renderer> create(const RendererOptions& options = {});
  Renderer(Renderer&&) noexcept;
  Renderer& operator=(Renderer&&) noexcept;
  ~Renderer();

  // `textures` are those of load_textures(), or empty. A material whose texture is absent is drawn in light
  // grey. The shape's maker outlives what is uploaded. Errors, before anything is made: limit_exceeded
  // ("render.too-many-instances") for meshes beyond RendererOptions::max_upload_bytes; limit_exceeded
  // ("render.upload") if the driver has no room.
  Result<UploadedModel> upload(const ModelShape& shape, std::span<const std::optional<Image>> textures);
  // The same with the textures that load_textures() finds.
  Result<UploadedModel> upload(const ModelShape& shape, const TextureOptions& textures = {});

  // Clears the bound framebuffer and draws the model in the given pose. Skinned vertices are made as
  // options.skinning says; the palettes of the pose go to the graphics card as they are.
  // Errors: invalid_argument for an impossible camera, a size of 0 (a minimised window), a pose of another
  // shape, a palette that a mesh does not fit; unsupported for a shader that does not compile.
  Result<void> draw(UploadedModel& uploaded, const ModelPose& pose, const Camera& camera, std::uint32_t width,
                    std::uint32_t height, const DrawOptions& options = {});

  // Draws many copies of the model, each in its own pose: one instanced draw call per mesh and material,
  // palettes in a float texture. Transparent surfaces are drawn in the order of the members; shadows are
  // round and soft, the grid reaches as far as the members; no skeleton, wireframe. Errors: as above;
  // invalid_argument for spans that do not fit each other. With `posed` the members are those of the last
  // pose_crowd(); then also invalid_argument for dual quaternions, which the card does not make.
  Result<void> draw_crowd(UploadedModel& uploaded, const CrowdFrame& crowd, const Camera& camera,
                          std::uint32_t width, std::uint32_t height, const DrawOptions& options = {});

  // Crowds that are posed on the graphics card, by a compute shader: clips go there once, as they play, and
  // of every frame the lists alone. Palettes are made where vertex shaders read them, and stay there. They
  // are those of CrowdJob within H/18,000 at any vertex, H being the figure's height.
  //
  //   UploadedRig rig = *renderer.upload(crowd_rig, skins);
  //   renderer.pose_crowd(rig, lists);                      // every frame
  //   renderer.draw_crowd(uploaded, {.world_from_model = places, .posed = &rig}, camera, width, height);
  //
  // The rig's own `skin` is not read, and nothing of it need stay alive. Clips that are not prepared are left
  // out: no list may name them. Errors: unsupported ("render.old-context") where the context is older than
  // OpenGL 4.3, and for a shader that does not compile; invalid_argument ("render.crowd-rig") without a
  // skeleton, or for clips and skins of another one; limit_exceeded ("render.crowd-rig") for a skeleton of
  // more than 640 joints, and for clips that are larger than a buffer of this machine.
  Result<UploadedRig> upload(const CrowdRig& rig, std::span<const CrowdSkin> skins);
  // Uploads the lists and starts the work; the card does it while the program goes on. Spans are not read
  // afterwards. Errors, before anything is changed: invalid_argument ("render.crowd") for spans that do not
  // fit each other, a threshold that is not above 0, a member whose rig, level of detail or lines are not
  // there or whose list check_list refuses; limit_exceeded ("render.palette") for more members than a texture
  // of this machine holds palettes for. Cost: O(members + lines) on the processor.
  Result<void> pose_crowd(UploadedRig& rig, const CrowdLists& lists);
  // The palettes of the last pose_crowd(), output_size() matrices for each member, for tests and tools: waits
  // for the card.
  std::vector<Affine> read_palettes(const UploadedRig& rig) const;

  // What the last draw() or draw_crowd() did.
  const DrawCounters& counters() const;

  // Vertices of one mesh as the path's shader makes them, in world space and the order of the source, read
  // back from the graphics card; those that no triangle uses are (0, 0, 0). Normals are unit, or zero.
  // Errors: as draw(); invalid_argument for paths of the CPU and meshes that are not skinned.
  struct ShadedVertices {
    std::vector<Vec3> positions, normals;
  };
  Result<ShadedVertices> read_skinned(UploadedModel& uploaded, const ModelPose& pose, std::uint32_t node,
                                      std::uint32_t instance, std::uint32_t primitive,
                                      const DrawOptions& options = {});

  // Compiles programs again whose files in the shader folder have changed; true if there were any. Cheap
  // enough for every frame. Errors: as create(); then the old programs stay in use, and the same error is not
  // reported again until a file changes.
  Result<bool> reload_changed_shaders();

 private:
  struct State;
  explicit Renderer(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace skelter
