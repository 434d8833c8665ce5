#pragma once
// ModelShape and ModelPose: the constant parts of a model, and its current pose. A Character fills a pose,
// and so does the reference evaluator (ReferencePose). All code that draws or compares models reads both.
//
//   const ModelShape shape = data.shape();    // once
//   ModelPose pose = hero.pose();             // every frame, after finish()
//   pose.world_from_model = place;
//
// All members are views. A shape is valid as long as its CharacterData (or SceneShape) exists, a pose until
// its owner changes it.

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "skelter/core/none.h"
#include "skelter/math/mat.h"
#include "skelter/math/soa.h"
#include "skelter/runtime/pack_scene.h"
#include "skelter/runtime/skeleton.h"
#include "skelter/runtime/skinned_mesh.h"

namespace skelter {

struct ModelJoint {
  std::string_view name;
  std::uint32_t parent = kNone;  // index into ModelShape::joints; kNone: a root
  std::uint32_t node = 0;        // node of the scene that the model was made from
  bool is_bone = false;          // moves vertices of a skin; in models without skins all joints are bones
};

// The pose data of one mesh instance: a palette, and the weights of its morph targets.
struct ModelSkin {
  std::uint32_t node = 0, instance = 0;  // scene.nodes[node].meshes[instance]
  std::uint32_t first = 0, size = 0;     // range of its matrices in ModelPose::palettes; equal skins share
                                         // them
  std::uint32_t node_entry = kNone;      // the palette entry that is the node itself; kNone: none
  std::uint32_t first_morph = 0;         // in ModelPose::morph_weights
  std::uint32_t morph_count = 0;
  bool shown = true;  // false: its meshes are not drawn
};

struct ModelMesh {
  std::string_view name;
  SkinnedMesh mesh;
  std::uint32_t skin = 0;       // index into ModelShape::skins, and into CharacterData::skins()
  std::uint32_t primitive = 0;  // primitive of the mesh instance
  // Vertex indices (two for each line), and the material of lines and points. Empty for packs.
  std::span<const std::uint32_t> lines, points;
  std::uint32_t line_material = kNone;
};

struct ModelShape {
  std::string_view file;               // for messages
  const Skeleton* skeleton = nullptr;  // null: the scene was not compiled
  std::span<const ModelJoint> joints;
  std::span<const ModelSkin> skins;
  std::span<const ModelMesh> meshes;  // ordered by skin
  std::uint32_t matrix_count = 0;     // size of all palettes
  std::span<const float> rest_morph_weights;
  PackLook look;
  std::span<const ByteSpan> images;  // the files of look.images
  bool exact_paths = false;          // texture names in `look` are paths from the file's folder, as in glTF
  Vec3d origin;                      // origin of model space in the source: PackView::origin
  double extent = 1;                 // H of the source: scene_size
  bool linear_colors = false;        // colours of vertices and materials are linear, not sRGB
};

// Skins that have their own palette, in palette order; every other skin shares one of these palettes.
std::vector<std::uint32_t> skins_with_palettes(const ModelShape& shape);

struct ModelPose {
  std::span<const Affine> model_from_joint;  // indexed like ModelShape::joints
  std::span<const Affine> palettes;          // model_from_mesh, ModelShape::matrix_count
  std::span<const float> morph_weights;      // as in ModelShape::rest_morph_weights; empty: the rest weights
  Mat4d world_from_model;
};

}  // namespace skelter
