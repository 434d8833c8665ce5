#include "scene/lint/internal/lint.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "scene/edit/internal/frame_numbers.h"
#include "scene/edit/internal/up_axis.h"
#include "scene/lint/lint_detail.h"
#include "skelter/scene/size.h"

namespace skelter {
namespace {

using lint_detail::DeclaredLoop;
using lint_detail::LintWork;
using lint_detail::LoopIntent;
using lint_detail::Measured;

constexpr std::size_t kRules = 16;

// docs/check.md explains the thresholds of all rules.
constexpr std::array<LintRule, kRules> kLintRules{{
    {"loop-seam", "H", lint_detail::kLoopSeam},
    {"closing-key", "H", lint_detail::kLoopSeam},
    {"foot-slide", "H", lint_detail::kFootSlide},
    {"bounds", "times rest", 3.0},
    {"skin-stretch", "times own", lint_detail::kSkinStretch},
    {"bind-pose", "H", lint_detail::kBindPose},
    {"quaternion-flip", "keys", 0.0},
    {"scale-drift", "ratio", lint_detail::kScaleDrift},
    {"frame-ticks", "keys/s", kMaxKeysPerSecond},
    {"redundant-keys", "ratio", std::nullopt},
    {"missing-skin", "joints", 0.0},
    {"weight-sum", "vertices", 0.0},
    {"dead-joint", "joints", std::nullopt},
    {"bones", "joints", std::nullopt},
    {"influences", "joints", std::nullopt},
    {"duplicate-name", "names", 0.0},
}};

using RuleFunction = lint_detail::MeasuredList (*)(const LintWork&);
constexpr std::array<RuleFunction, kRules> kRuleFunctions{
    lint_detail::loop_seam,        lint_detail::closing_key,  lint_detail::foot_slide,
    lint_detail::animated_bounds,  lint_detail::skin_stretch, lint_detail::bind_pose,
    lint_detail::quaternion_flips, lint_detail::scale_drift,  lint_detail::frame_ticks,
    lint_detail::redundant_keys,   lint_detail::missing_skin, lint_detail::weight_sums,
    lint_detail::dead_joints,      lint_detail::bone_count,   lint_detail::influence_count,
    lint_detail::duplicate_names,
};

// Advice for the findings of each rule.
constexpr std::array<std::string_view, kRules> kAdvice{
    "make the last pose equal to the first; if the clip is meant to play once, set \"loop\" to false in the "
    "configuration",
    "export one frame more, so that the last key repeats the first",
    "keep the foot still over the ground while it stands, or move the figure at the speed of its feet",
    "compare the inverse bind matrices and the unit with those of the exporting program",
    "export the mesh again in its bind pose: an inverse bind matrix or a weight of this joint is wrong",
    "export the inverse bind matrices of the pose that the mesh was bound in",
    "export with continuous rotations, or negate the second quaternion of each pair",
    "export without scale keys, or set them all to the first one",
    "give the file its rate, in `.x` AnimTicksPerSecond",
    "`convert` and `compile` leave them out",
    "export the skin with the mesh: in `.x` XSkinMeshHeader and SkinWeights, in glTF the skin of the node",
    "normalise the weights of each vertex in the exporting program",
    "remove the joints from the skin if the engine's palette is small",
    "split the mesh, or use an engine with a larger palette",
    "limit the weights in the exporting program if the engine keeps fewer",
    "give each node a name of its own",
};

bool wanted(const LintOptions& options, std::string_view rule) {
  return !options.rules ||
         std::find(options.rules->begin(), options.rules->end(), rule) != options.rules->end();
}

// If several are given, the last one applies.
std::optional<double> given_threshold(const LintOptions& options, std::string_view rule) {
  std::optional<double> threshold;
  for (const auto& given : options.thresholds)
    if (given.first == rule) threshold = given.second;
  return threshold;
}

LintFinding judged(std::size_t index, Measured measured, std::optional<double> given) {
  const LintRule& rule = kLintRules[index];
  LintFinding finding;
  finding.rule = rule.name;
  finding.value = measured.value;
  finding.unit = rule.unit;
  finding.threshold = given;
  if (!given && !measured.info_only && !measured.unsure) finding.threshold = rule.threshold;
  finding.ok = !finding.threshold || measured.value <= *finding.threshold;
  finding.clip = measured.clip;
  finding.time_s = measured.time_s;
  finding.object = std::move(measured.object);
  finding.note = std::move(measured.note);
  finding.bounds = measured.bounds;
  if (measured.unsure && !given) finding.confidence = LintConfidence::low;
  if (!finding.ok || !finding.note.empty())
    finding.advice = measured.advice.empty() ? kAdvice[index] : measured.advice;
  return finding;
}

// Returns the caller's declaration for each clip. The last entry for a clip applies.
std::vector<DeclaredLoop> declared_loops(const Scene& scene, const LintOptions& options) {
  std::vector<DeclaredLoop> declared(scene.clips.size());
  for (std::uint32_t clip = 0; clip < scene.clips.size(); ++clip) {
    const std::string name = scene.clips[clip].name.value_or("");
    for (std::size_t i = 0; i < options.loops.size(); ++i) {
      const auto& [which, loops] = options.loops[i];
      if ((name.empty() || which != name) && which != fmt::format("#{}", clip)) continue;
      const std::string source =
          i < options.loop_sources.size() ? options.loop_sources[i] : std::string("the caller");
      declared[clip] = {loops ? LoopIntent::loops : LoopIntent::once,
                        (loops ? "loops, as " : "plays once, as ") + source + " says"};
    }
  }
  return declared;
}

}  // namespace

std::string_view to_text(LintConfidence confidence) {
  return confidence == LintConfidence::high ? "high" : "low";
}

std::span<const LintRule> lint_rules() {
  return kLintRules;
}

const LintRule* find_lint_rule(std::string_view name) {
  for (const LintRule& rule : kLintRules)
    if (rule.name == name) return &rule;
  return nullptr;
}

std::vector<LintFinding> lint(const Scene& scene, const LintOptions& options) {
  const LintWork work{scene, scene_size(scene), guess_up(scene), declared_loops(scene, options)};
  std::vector<LintFinding> findings;
  for (std::size_t i = 0; i < kRules; ++i) {
    if (!wanted(options, kLintRules[i].name)) continue;
    const std::optional<double> given = given_threshold(options, kLintRules[i].name);
    for (Measured& measured : kRuleFunctions[i](work))
      findings.push_back(judged(i, std::move(measured), given));
  }
  return findings;
}

}  // namespace skelter
