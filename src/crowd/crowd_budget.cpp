#include "skelter/crowd/crowd_budget.h"

#include <algorithm>
#include <cmath>

namespace skelter {
namespace {

constexpr int kStepsPerOctave = 8;
constexpr int kOctaves = 32;  // range of importances: octaves above and below 1
constexpr int kBins = 2 * kOctaves * kStepsPerOctave;
constexpr int kLowestStep = -kBins;  // brings every importance below all levels
constexpr double kRaiseShare = 0.9;  // fraction of the budget that may be used after a step up

// 2^(k / 8) for k = 1 to 7. A table, because the last digit of a logarithm differs between libraries.
constexpr double kEighths[] = {1.0905077326652577, 1.189207115002721,  1.2968395546510096, 1.4142135623730951,
                               1.5422108254079407, 1.6817928305074290, 1.8340080864093424};

// The bin of an importance: eighths of octaves above 2^-32.
int bin_of(float importance) {
  if (!(importance > 0)) return 0;
  if (std::isinf(importance)) return kBins - 1;
  int exponent = 0;
  const double mantissa = 2 * std::frexp(static_cast<double>(importance), &exponent);  // in [1, 2)
  const auto* const above = std::upper_bound(std::begin(kEighths), std::end(kEighths), mantissa);
  const int eighths = (exponent - 1 + kOctaves) * kStepsPerOctave + static_cast<int>(above - kEighths);
  return std::clamp(eighths, 0, kBins - 1);
}

// from[i]: number of instances in bin i or above.
struct Histogram {
  std::uint32_t from[kBins + 1] = {};

  explicit Histogram(std::span<const float> importances) {
    for (const float importance : importances) ++from[bin_of(importance)];
    for (int bin = kBins - 1; bin >= 0; --bin) from[bin] += from[bin + 1];
  }
  std::uint32_t count_from(int bin) const { return from[std::clamp(bin, 0, kBins)]; }
};

class Plan {
 public:
  Plan(std::span<const CrowdLevel> levels, std::span<const float> importances)
      : levels_(levels), histogram_(importances), instances_(static_cast<std::uint32_t>(importances.size())) {
    for (std::size_t i = 0; i < levels.size(); ++i) first_bin_[i] = bin_of(levels[i].from_importance);
  }

  void count(int step, std::uint32_t (&instances)[kMaxCrowdLevels]) const {
    std::uint32_t finer = 0;
    for (std::size_t i = 0; i < levels_.size(); ++i) {
      const bool last = i + 1 == levels_.size();
      const std::uint32_t upto = last ? instances_ : histogram_.count_from(first_bin_[i] - step);
      instances[i] = upto - finer;
      finer = upto;
    }
  }

  double units(int step) const {
    std::uint32_t instances[kMaxCrowdLevels] = {};
    count(step, instances);
    double sum = 0;
    for (std::size_t i = 0; i < levels_.size(); ++i) sum += instances[i] * levels_[i].units_per_frame();
    return sum;
  }

  std::uint8_t level(float importance, int step) const {
    const int bin = bin_of(importance);
    std::size_t i = 0;
    while (i + 1 < levels_.size() && bin < first_bin_[i] - step) ++i;
    return static_cast<std::uint8_t>(i);
  }

 private:
  std::span<const CrowdLevel> levels_;
  Histogram histogram_;
  std::uint32_t instances_;
  int first_bin_[kMaxCrowdLevels] = {};
};

int next_step(const Plan& plan, int step, double budget_s, double seconds_per_unit) {
  const auto estimate_s = [&](int s) { return plan.units(s) * seconds_per_unit; };
  if (step < 0 && estimate_s(step + 1) <= kRaiseShare * budget_s) return step + 1;
  while (step > kLowestStep && estimate_s(step) > budget_s) --step;
  return step;
}

// The highest step that needs as many units as `step`; a lower step would only take longer to undo.
int highest_equal_step(const Plan& plan, int step) {
  const double units = plan.units(step);
  while (step < 0 && plan.units(step + 1) == units) ++step;
  return step;
}

}  // namespace

Status CrowdBudgetJob::validate() const {
  if (validate_levels(levels) != Status::ok) return Status::invalid_argument;
  if (!(budget_s > 0) || !(last_cost_s >= 0) || !(last_units >= 0)) return Status::invalid_argument;
  if (!std::isfinite(last_cost_s) || !std::isfinite(last_units)) return Status::invalid_argument;
  if (counters == nullptr) return Status::invalid_argument;
  if (counters->factor_step > 0 || counters->factor_step < kLowestStep) return Status::invalid_argument;
  return out_levels.size() == importances.size() ? Status::ok : Status::invalid_argument;
}

Status CrowdBudgetJob::run() const {
  if (const Status status = validate(); status != Status::ok) return status;
  if (last_cost_s > 0 && last_units > 0) counters->seconds_per_unit = last_cost_s / last_units;
  const Plan plan(levels, importances);
  int step = next_step(plan, counters->factor_step, budget_s, counters->seconds_per_unit);
  if (step < counters->factor_step) step = std::min(highest_equal_step(plan, step), counters->factor_step);
  counters->factor_step = step;
  for (std::size_t i = 0; i < importances.size(); ++i) out_levels[i] = plan.level(importances[i], step);
  plan.count(step, counters->instances);
  counters->planned_units = plan.units(step);
  counters->estimated_s = counters->planned_units * counters->seconds_per_unit;
  counters->factor = static_cast<float>(std::exp2(step / static_cast<double>(kStepsPerOctave)));
  counters->over_budget = counters->estimated_s > budget_s;
  return Status::ok;
}

}  // namespace skelter
