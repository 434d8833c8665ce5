#pragma once
// The data that a graph is played with: the skeleton and the clips of a figure, with the masks of the graph's
// profiles, so that Character plays graphs that the figure's pack does not hold.

#include <span>

#include "skelter/compile/skeleton.h"
#include "skelter/core/result.h"
#include "skelter/play/character_data.h"

namespace skelter {

// Copies the clips, which are prepared by a graph that is added; until then `figure` has to be there, with
// all of them prepared. `profiles`: masks of its skeleton's joints, after those that it has. Errors:
// CharacterData::create.
Result<CharacterData> graph_data(const CharacterData& figure, std::span<const MaskSettings> profiles);

}  // namespace skelter
