#pragma once
// From a controller to what plays packs: its pose in the joints of a CharacterData, so that it can be mixed,
// have IK on top, and be skinned by the runtime. Outputs and joints meet by name.
//
//   ControllerPose bridge(data, controller);                // at set-up
//   controller.advance(dt_s);
//   bridge.write(controller, local_pose);                   // then LocalToModelJob, PaletteJob

#include <span>
#include <vector>

#include "skelter/core/diagnostics.h"
#include "skelter/d3dx/controller.h"
#include "skelter/play/character_data.h"

namespace skelter {

class ControllerPose {
 public:
  // Warnings for joints whose value shears now, as a joint cannot ("control.sheared-joint"): unless the data
  // has two joints for the node, the shear is left out of what is written. Notes for joints that no output
  // moves, which rest ("control.still-joint").
  ControllerPose(const CharacterData& data, const Controller& controller);
  const Diagnostics& diagnostics() const { return diagnostics_; }

  // parent_from_joint of every joint; exact where nothing shears, to the rounding of floats. Does not
  // allocate. The controller: the one above, or a clone of it. Errors: invalid_argument for another number of
  // outputs or fewer than block_count() entries.
  [[nodiscard]] Status write(const Controller& controller, std::span<SoaTransform> out) const;

 private:
  const Skeleton* skeleton_;
  std::uint32_t outputs_;
  std::vector<std::uint32_t> output_of_joint_;  // kNone: at rest
  Diagnostics diagnostics_;
};

// Both in one, for those who do so once.
[[nodiscard]] inline Status controller_pose(const CharacterData& data, const Controller& controller,
                                            std::span<SoaTransform> out) {
  return ControllerPose(data, controller).write(controller, out);
}

}  // namespace skelter
