#pragma once
// Motion lint: finds valid data that looks wrong or costs too much, such as pops at loop seams, sliding feet,
// keys in the wrong unit, or joints without effect. Every rule measures one value. Rules with a threshold
// fail if the value exceeds it; the others only inform. docs/check.md defines the values.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "skelter/math/bounds.h"
#include "skelter/scene/scene.h"

namespace skelter {

struct LintRule {
  std::string_view name;            // stable identifier, such as "loop-seam"
  std::string_view unit;            // unit of the value: "H" (the model's size, scene/size.h), "keys", ...
  std::optional<double> threshold;  // largest acceptable value; nullopt: the rule only informs
};

// All rules, in the order in which lint() runs them.
std::span<const LintRule> lint_rules();

// Returns the rule with this name, or null.
const LintRule* find_lint_rule(std::string_view name);

struct LintOptions {
  std::optional<std::vector<std::string>> rules;  // names; nullopt: all
  // Override the rules' thresholds. A rule with a threshold here also fails for informational findings.
  std::vector<std::pair<std::string, double>> thresholds;
  // Whether clips loop (true) or play once (false), by name or #index. The last entry for a clip counts. A
  // clip without an entry is treated as a loop if its poses and speeds at both ends match.
  std::vector<std::pair<std::string, bool>> loops;
  // Origin of each entry of `loops`, for the notes, such as "the configuration". Default: "the caller".
  std::vector<std::string> loop_sources{};
};

// Confidence that a finding is a mistake and not intended.
enum class LintConfidence : std::uint8_t {
  low,   // the intention is unknown, or the file declares it: reported, but never counted as a failure
  high,  // declared by the caller, or never intended
};
std::string_view to_text(LintConfidence confidence);  // "low", "high"

struct LintFinding {
  std::string_view rule;  // static storage, like `unit`
  bool ok = true;         // false: above the threshold, with high confidence
  double value = 0;
  std::string_view unit;
  std::optional<double> threshold;  // nullopt: information only
  std::uint32_t clip = kNone;       // kNone: the finding is about the model, not a clip
  std::optional<double> time_s;     // time of the largest value, in clip time
  std::string object;               // the joint, mesh or name concerned; "" if there is none
  std::string note;                 // explanation for users; "" if there is none
  LintConfidence confidence = LintConfidence::high;
  std::string_view advice;         // how to fix the problem; "" if there is nothing to do; static storage
  std::optional<Bounds> bounds{};  // rule "bounds": box around all shown points over the entire clip
};

// Returns one finding per rule and clip (one per rule for rules about the model), including those without a
// problem. Rules with nothing to measure, such as rotation rules in a clip without rotation keys, return
// none. Precondition: the scene is valid. Unknown rule names are ignored. Time and memory are bounded: long
// clips and large meshes are sampled (docs/check.md).
std::vector<LintFinding> lint(const Scene& scene, const LintOptions& options = {});

}  // namespace skelter
