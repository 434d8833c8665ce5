#pragma once
// The skin mesh demo without its window: what the keys change, and what they do to the scene.

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
  // Space holds, arrows step; 1 to 5 the ways of skinning, R, O, Y, S, F as below.
  void handle(const KeyEvent& event);

  SampleSkinning path() const { return path_; }
  bool rigid() const { return rigid_; }                      // R: every triangle on one bone
  bool without_offsets() const { return without_offsets_; }  // O: inverse bind matrices left out
  MatrixKeys matrix_keys() const { return matrix_keys_; }    // Y
  bool subsets() const { return subsets_; }                  // S: in colours, with their bones
  bool tree() const { return tree_; }                        // F: the frame tree
  Timeline& clock() { return clock_; }
  const Timeline& clock() const { return clock_; }

 private:
  SampleSkinning path_ = SampleSkinning::indexed_blend;
  MatrixKeys matrix_keys_ = MatrixKeys::decompose;
  bool rigid_ = false, without_offsets_ = false, subsets_ = false, tree_ = false;
  Timeline clock_;
};

// By their key: "1 blended, not indexed", ...
std::string path_label(SampleSkinning path);
std::string matrix_keys_label(MatrixKeys mode);

// Every triangle follows one bone alone, that of most of its corners, so that cracks open at the joints.
Scene rigid_weights(Scene scene);
// The skins' inverse bind matrices are the identity: what the article warns of.
Scene without_offsets(Scene scene);

// Whether some mesh hangs on bones; whether some key of the clip is a matrix.
bool has_skin(const Scene& scene);
bool has_matrix_keys(const Clip& clip);

// The frames, two spaces per level; meshes and bones are marked.
std::vector<std::string> frame_tree(const Scene& scene);

// Of one skinned primitive: what is drawn with one call, and its bones by name.
struct SubsetBones {
  std::string material;
  std::uint32_t faces = 0;
  std::vector<std::string> bones;
};
// Of all skinned primitives: indexed with groups of at most `palette_size` bones; 0: not indexed, at most
// four bones. Vertices keep their `max_influences` largest weights. Primitives with a face that needs more
// bones are left out.
std::vector<SubsetBones> subset_bones(const Scene& scene, std::uint32_t palette_size,
                                      std::uint32_t max_influences = 4);

}  // namespace skelter::demos
