// Reads the joints and weights of vertices.

#include <algorithm>
#include <cmath>
#include <span>

#include "formats/gltf/read/meshes/primitive.h"

namespace skelter::gltf {
namespace {

struct InfluenceSet {
  JsonValue weights_at;
  std::vector<std::uint32_t> joints;  // four per vertex
  std::vector<float> weights;
};

// Counts of repairs. Each kind is reported once per primitive.
struct Repairs {
  std::uint64_t off_sums = 0;  // sums that are off by more than 8-bit rounding
  std::uint64_t inexact_sums = 0;
  std::uint64_t without_weight = 0;
  std::uint64_t negative = 0;
  std::uint64_t joints_twice = 0;
  double worst_sum = 1;
};

// Weight sums that deviate from 1 by more than these limits give a note or a warning. Smaller deviations are
// rounding (to 8 bits at worst).
constexpr double kNotedSum = 1e-5, kWarnedSum = 5e-3;

Result<std::vector<InfluenceSet>> read_sets(Builder& b, PrimitiveDraft& draft) {
  std::vector<InfluenceSet> sets;
  for (std::uint32_t n = 0;; ++n) {
    const std::string joints_name = fmt::format("JOINTS_{}", n), weights_name = fmt::format("WEIGHTS_{}", n);
    auto joints = draft.open(b, draft.attributes, joints_name);
    if (!joints) return joints.error();
    auto weights = draft.open(b, draft.attributes, weights_name);
    if (!weights) return weights.error();
    if (!*joints && !*weights) return sets;
    if (!*joints || !*weights) {
      b.warn("gltf.weights-alone", draft.attributes,
             fmt::format("{} without {}; ignored", *joints ? joints_name : weights_name,
                         *joints ? weights_name : joints_name));
      continue;
    }
    if ((*joints)->components != 4 || (*joints)->columns != 1)
      return wrong_accessor(b, **joints, "VEC4 of UNSIGNED_BYTE or UNSIGNED_SHORT");
    if ((*weights)->components != 4 || (*weights)->columns != 1)
      return wrong_accessor(b, **weights, "VEC4 of FLOAT or normalised integers");
    auto joint_numbers = read_whole_numbers(b, **joints);
    if (!joint_numbers) return joint_numbers.error();
    // Integer weights are always normalised; some exporters omit the flag.
    if ((*weights)->component == Component::u8 || (*weights)->component == Component::u16)
      (*weights)->normalized = true;
    std::uint64_t not_finite = 0;
    auto weight_numbers = read_floats(b, **weights, not_finite);
    if (!weight_numbers) return weight_numbers.error();
    if (not_finite != 0)
      b.warn("gltf.not-finite", (*weights)->at, "a weight is not finite; taken as 0", not_finite);
    sets.push_back({draft.attributes[weights_name], std::move(*joint_numbers), std::move(*weight_numbers)});
  }
}

// Sum of the positive weights of a vertex.
double sum_of_weights(const std::vector<InfluenceSet>& sets, std::size_t first, Repairs& repairs) {
  double sum = 0;
  std::uint64_t negative = 0;
  for (const InfluenceSet& set : sets)
    for (const float weight : std::span(set.weights).subspan(first).first<4>()) {
      sum += weight > 0 ? double{weight} : 0.0;
      negative += weight < 0 ? 1 : 0;
    }
  repairs.negative += negative;
  return sum;
}

// Inserts an influence into [begin, end), which is sorted by descending weight and then by joint. Advances
// `end`.
void add_joint(const Influence* begin, Influence*& end, const Influence& added) {
  const auto comes_before = [](const Influence& a, const Influence& b) {
    return a.weight != b.weight ? a.weight > b.weight : a.joint < b.joint;
  };
  Influence* place = end++;
  for (; place != begin && comes_before(added, place[-1]); --place) *place = place[-1];
  *place = added;
}

// Writes the influences of one vertex to `out`, which has space for four per set. Returns the end of the
// written influences.
Influence* add_vertex(const std::vector<InfluenceSet>& sets, std::size_t vertex, Influence* const out,
                      Repairs& repairs) {
  const std::size_t first = 4 * vertex;
  const double sum = sum_of_weights(sets, first, repairs);
  if (sum == 0) {
    *out = {0, 1};
    ++repairs.without_weight;
    return out + 1;
  }
  const double off = std::abs(sum - 1);
  if (off > kWarnedSum)
    ++repairs.off_sums;
  else if (off > kNotedSum)
    ++repairs.inexact_sums;
  if (off > std::abs(repairs.worst_sum - 1)) repairs.worst_sum = sum;

  const bool divide = off > 1e-6;
  Influence* end = out;
  for (const InfluenceSet& set : sets) {
    const float* const weights = &set.weights[first];
    const std::uint32_t* const joints = &set.joints[first];
    for (std::size_t i = 0; i < 4; ++i) {
      if (!(weights[i] > 0)) continue;
      // Divides before adding, because the sum of two of the largest floats overflows. Weights that become 0
      // are dropped.
      Influence added{joints[i], divide ? static_cast<float>(weights[i] / sum) : weights[i]};
      if (!(added.weight > 0)) continue;
      Influence* const known =
          std::find_if(out, end, [&](const Influence& held) { return held.joint == added.joint; });
      if (known != end) {
        ++repairs.joints_twice;
        added.weight += known->weight;
        std::move(known + 1, end--, known);
      }
      add_joint(out, end, added);
    }
  }
  return end;
}

void report(Builder& b, JsonValue at, const Repairs& repairs) {
  if (repairs.off_sums != 0)
    b.warn("gltf.weights-not-normalised", at,
           fmt::format("weights of a vertex sum to {:.6g}; expected 1, normalised", repairs.worst_sum),
           repairs.off_sums);
  if (repairs.inexact_sums != 0)
    b.note("gltf.weights-inexact", at, "weights of a vertex sum to nearly 1; normalised",
           repairs.inexact_sums);
  if (repairs.without_weight != 0)
    b.warn("gltf.no-weight", at, "all weights of a vertex are 0; bound to the first joint of the skin",
           repairs.without_weight);
  if (repairs.negative != 0)
    b.warn("gltf.negative-weight", at, "a weight below 0; taken as 0", repairs.negative);
  if (repairs.joints_twice != 0)
    b.note("gltf.joint-twice", at, "a vertex lists a joint twice; weights added", repairs.joints_twice);
}

}  // namespace

Result<void> read_influences(Builder& b, PrimitiveDraft& draft) {
  auto sets = read_sets(b, draft);
  if (!sets) return sets.error();
  if (sets->empty() || draft.out.positions.empty()) return {};
  const std::size_t vertices = draft.out.positions.size();
  if (auto taken = b.take_memory<Influence>(draft.at, vertices * 4 * sets->size()); !taken) return taken;
  if (auto taken = b.take_memory<std::uint32_t>(draft.at, vertices + 1); !taken) return taken;
  std::vector<Influence>& influences = draft.out.influences;
  std::vector<std::uint32_t>& begin = draft.out.influence_begin;
  influences.resize(vertices * 4 * sets->size());
  begin.resize(vertices + 1);
  Influence* end = influences.data();
  Repairs repairs;
  for (std::size_t v = 0; v < vertices; ++v) {
    end = add_vertex(*sets, v, end, repairs);
    begin[v + 1] = static_cast<std::uint32_t>(end - influences.data());
  }
  influences.resize(static_cast<std::size_t>(end - influences.data()));
  report(b, (*sets)[0].weights_at, repairs);
  return {};
}

}  // namespace skelter::gltf
