#include "skelter/scene/lint.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "scene/internal/frame_numbers.h"
#include "scene/internal/up_axis.h"
#include "scene/lint_detail.h"
#include "skelter/scene/size.h"

namespace skelter {
namespace {

using lint_detail::LintWork;
using lint_detail::Measured;

constexpr std::size_t kRules = 12;

// The thresholds are explained, rule by rule, in docs/check.md.
constexpr std::array<LintRule, kRules> kLintRules{{
    {"loop-seam", "H", lint_detail::kLoopSeam},
    {"foot-slide", "H", 0.05},
    {"bounds", "times rest", 3.0},
    {"quaternion-flip", "keys", 0.0},
    {"scale-drift", "ratio", 0.002},
    {"frame-ticks", "keys/s", kMostKeysPerSecond},
    {"redundant-keys", "ratio", std::nullopt},
    {"weight-sum", "vertices", 0.0},
    {"dead-joint", "joints", std::nullopt},
    {"bones", "joints", std::nullopt},
    {"influences", "joints", std::nullopt},
    {"duplicate-name", "names", 0.0},
}};

using RuleFunction = lint_detail::MeasuredList (*)(const LintWork&);
constexpr std::array<RuleFunction, kRules> kRuleFunctions{
    lint_detail::loop_seam,        lint_detail::foot_slide,      lint_detail::animated_bounds,
    lint_detail::quaternion_flips, lint_detail::scale_drift,     lint_detail::frame_ticks,
    lint_detail::redundant_keys,   lint_detail::weight_sums,     lint_detail::dead_joints,
    lint_detail::bone_count,       lint_detail::influence_count, lint_detail::duplicate_names,
};

bool wanted(const LintOptions& options, std::string_view rule) {
  return !options.rules ||
         std::find(options.rules->begin(), options.rules->end(), rule) != options.rules->end();
}

// The last one given wins.
std::optional<double> given_threshold(const LintOptions& options, std::string_view rule) {
  std::optional<double> threshold;
  for (const auto& given : options.thresholds)
    if (given.first == rule) threshold = given.second;
  return threshold;
}

LintFinding judged(const LintRule& rule, Measured measured, std::optional<double> given) {
  LintFinding finding;
  finding.rule = rule.name;
  finding.value = measured.value;
  finding.unit = rule.unit;
  finding.threshold = given;
  if (!given && !measured.info_only) finding.threshold = rule.threshold;
  finding.ok = !finding.threshold || measured.value <= *finding.threshold;
  finding.clip = measured.clip;
  finding.time_s = measured.time_s;
  finding.object = std::move(measured.object);
  finding.note = std::move(measured.note);
  finding.bounds = measured.bounds;
  return finding;
}

}  // namespace

std::span<const LintRule> lint_rules() {
  return kLintRules;
}

const LintRule* find_lint_rule(std::string_view name) {
  for (const LintRule& rule : kLintRules)
    if (rule.name == name) return &rule;
  return nullptr;
}

std::vector<LintFinding> lint(const Scene& scene, const LintOptions& options) {
  const LintWork work{scene, scene_size(scene), guess_up(scene)};
  std::vector<LintFinding> findings;
  for (std::size_t i = 0; i < kRules; ++i) {
    if (!wanted(options, kLintRules[i].name)) continue;
    const std::optional<double> given = given_threshold(options, kLintRules[i].name);
    for (Measured& measured : kRuleFunctions[i](work))
      findings.push_back(judged(kLintRules[i], std::move(measured), given));
  }
  return findings;
}

}  // namespace skelter
