#pragma once
// Crowds of characters (play/character.h): each is updated on its own, and one CrowdJob poses them all.
//
//   CharacterCrowd crowd(*data, skin, most);       // one rig
//   crowd.clear();                                 // every frame
//   for (Character& member : members) {            // CharacterOptions::posed = false
//     member.update(dt_s);
//     crowd.add(member);
//   }
//   CrowdJob job = crowd.job(matrices, scratch);   // output_size() matrices for each, in the order of adding
//   job.run();

#include <cstdint>
#include <span>
#include <vector>

#include "skelter/crowd/crowd_job.h"
#include "skelter/play/character.h"

namespace skelter {

// What CrowdJob needs to pose characters of this data: the palettes of one skin, or with kNone the model
// matrices. Precondition: skin < data.skins().size() or kNone.
CrowdRig crowd_rig(const CharacterData& data, std::uint32_t skin = kNone);

// The lists of characters of one data. Not for several threads at once; allocates in the constructor only.
class CharacterCrowd {
 public:
  // Room for `most` characters. `data` outlives it.
  CharacterCrowd(const CharacterData& data, std::uint32_t skin, std::uint32_t most);

  const CrowdRig& rig() const { return rig_; }
  void clear() { instance_count_ = line_count_ = 0; }
  // Copies the list of the character's last update. Errors: invalid_argument for one of other data;
  // limit_exceeded when there are `most`.
  [[nodiscard]] Status add(const Character& character);
  // Points into this object, until the next clear().
  CrowdJob job(std::span<Affine> out_matrices, std::span<std::byte> scratch) const;

 private:
  const CharacterData* data_;
  CrowdRig rig_;
  std::vector<CrowdInstance> instances_;
  std::vector<CrowdLayer> lines_;
  std::uint32_t instance_count_ = 0, line_count_ = 0;
};

}  // namespace skelter
