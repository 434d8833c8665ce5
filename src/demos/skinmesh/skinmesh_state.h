#pragma once
// The skin mesh demo without its window: the state that the keys change, and the effects of this state on the
// scene.

#include <string>
#include <vector>

#include "demos/skinmesh/sample_skinning.h"
#include "load/internal/timeline.h"
#include "skelter/scene/evaluate.h"
#include "skelter/viewer/input.h"

namespace skelter::demos {

inline constexpr double kSkinmeshStep_s = 1.0 / 30;

class SkinmeshState {
 public:
  // Space pauses, arrows step, 1 to 5 select the skinning method, and R, O, Y, S and F toggle the states
  // below.
  void handle(const KeyEvent& event);

  SampleSkinning path() const { return path_; }
  bool rigid() const { return rigid_; }                      // R: every triangle follows a single bone
  bool without_offsets() const { return without_offsets_; }  // O: ignores inverse bind matrices
  MatrixKeys matrix_keys() const { return matrix_keys_; }    // Y
  bool subsets() const { return subsets_; }  // S: subsets are coloured and listed with their bones
  bool tree() const { return tree_; }        // F: shows the node tree
  Timeline& clock() { return clock_; }
  const Timeline& clock() const { return clock_; }

 private:
  SampleSkinning path_ = SampleSkinning::indexed_blend;
  MatrixKeys matrix_keys_ = MatrixKeys::decompose;
  bool rigid_ = false, without_offsets_ = false, subsets_ = false, tree_ = false;
  Timeline clock_;
};

// Labels that include the key, such as "1 blended, not indexed".
std::string path_label(SampleSkinning path);
std::string matrix_keys_label(MatrixKeys mode);

// Makes every triangle follow a single bone, that of most of its corners, so that cracks open at the joints.
Scene rigid_weights(Scene scene);
// Sets the skins' inverse bind matrices to the identity. This is the mistake that the article warns about.
Scene without_offsets(Scene scene);

// Whether a mesh has a skin; whether the clip has a matrix key.
bool has_skin(const Scene& scene);
bool has_matrix_keys(const Clip& clip);

// The node tree, two spaces per level; meshes and bones are marked.
std::vector<std::string> frame_tree(const Scene& scene);

// A draw call for a part of a skinned primitive, with the names of its bones.
struct SubsetBones {
  std::string material;
  std::uint32_t faces = 0;
  std::vector<std::string> bones;
};
// Subsets of all skinned primitives. `palette_size`: maximum number of bones per indexed group; 0: not
// indexed, at most four bones. Vertices keep their `max_influences` largest weights. Skips primitives with a
// face that needs more bones.
std::vector<SubsetBones> subset_bones(const Scene& scene, std::uint32_t palette_size,
                                      std::uint32_t max_influences = 4);

}  // namespace skelter::demos
