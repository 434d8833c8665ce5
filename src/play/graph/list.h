#pragma once
// Makes the pose list of a graph (rules "layers" and "nested layers"), for jobs and for GraphProbe.

#include <cstdint>

#include "play/graph/motion.h"
#include "play/list_writer.h"
#include "skelter/runtime/pose_list.h"

namespace skelter::graph_state {

using play_state::LineOrigin;
using play_state::StackFade;

class ListMaker : play_state::ListWriter {
 public:
  // `full`: rule "inertialization" gives the newest all the weight at once. `lines`: the graph's max_entries;
  // `origins`: as many, or null.
  ListMaker(const GraphInstance& at, bool full, PoseListEntry* lines, LineOrigin* origins = nullptr)
      : ListWriter(lines, at.graph.max_entries, origins), at_(at), g_(at.graph), full_(full) {}

  std::uint32_t make();
  // Makes make() store the strength of each active layer (a of rule "layers").
  void keep_strengths(std::span<double> strengths) { strengths_ = strengths; }

 private:
  Strength add_layers(std::uint32_t first, std::uint32_t count);
  void put_layer(const GraphLayer& layer, std::uint32_t below, std::uint32_t begin, double weight,
                 Strength strength);
  Strength add_motion(std::uint16_t motion, const StateInstance& instance);
  double add_instance(std::uint16_t motion, const StateInstance& instance);
  Strength add_machine(std::uint16_t index);
  double add_slot(std::uint16_t index);
  const GraphInstance& at_;
  const GraphRecords& g_;
  bool full_;
  bool additive_ = false;  // inside an additive layer, where there are no whole poses
  std::span<double> strengths_;
};

}  // namespace skelter::graph_state
