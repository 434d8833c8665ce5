#pragma once
// The flat list of an instance (R27, R28), for jobs and for those who look inside.

#include <cstdint>

#include "play/graph_motion.h"
#include "skelter/runtime/pose_list.h"

namespace skelter::graph_state {

// Whose line it is. Of stages: the layer, and no state for a mask, the state for a profile.
struct LineOrigin {
  std::uint16_t layer = kNone16, state = kNone16;
  double in_layer = 0;  // weight within the outermost layer
  double time_s = 0;    // of clips
};

class ListMaker {
 public:
  // `full`: inertialization gives the newest all at once (R26). `origins`: kMostGraphLines, or nothing.
  ListMaker(const Instance& at, bool full, CrowdLayer* lines, LineOrigin* origins = nullptr)
      : at_(at), g_(at.graph), full_(full), lines_(lines), origins_(origins) {}

  std::uint32_t make();
  // The strength of each layer of the top, a of R27. After make().
  double strength(std::uint32_t layer) const { return strengths_[layer]; }
  void keep_strengths(double* strengths) { strengths_ = strengths; }

 private:
  double add_layers(std::uint32_t first, std::uint32_t count);
  void put_layer(const GraphLayer& layer, std::uint32_t below, std::uint32_t begin, double weight,
                 double strength);
  double add_motion(std::uint16_t motion, const Voice& voice);
  double add_voice(std::uint16_t motion, const Voice& voice);
  double add_machine(std::uint16_t index);
  double add_profiled(const Machine& machine);
  double add_slot(std::uint16_t index);
  bool is_profiled(const Machine& machine);
  double strength_of(std::uint16_t motion) const;
  void add_stage(std::uint32_t begin, std::uint32_t split, double weight, std::uint16_t mask);
  bool put(CrowdLayer line, double time_s, double weight);
  void scale(std::uint32_t begin, double factor) { scale(begin, count_, factor); }
  void scale(std::uint32_t begin, std::uint32_t end, double factor);
  void cut_below(std::uint32_t below, std::uint32_t begin);

  const Instance& at_;
  const GraphView& g_;
  bool full_;
  CrowdLayer* lines_;
  LineOrigin* origins_;
  double* strengths_ = nullptr;
  std::uint32_t count_ = 0;
  std::uint16_t layer_ = 0, state_ = kNone16;
  bool nested_ = false;
  double weights_[kMaxCrowdLayers];
};

}  // namespace skelter::graph_state
