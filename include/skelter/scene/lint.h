#pragma once
// Motion lint: valid data that looks wrong or costs too much: jumps where a loop closes, sliding feet, keys
// in the wrong unit, joints that nothing follows. Every rule measures one value. Rules with a threshold fail
// above it; the others only inform. docs/check.md defines the values.

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
  std::string_view name;            // stable: "loop-seam"
  std::string_view unit;            // of the value: "H" (the model's size, scene/size.h), "keys", ...
  std::optional<double> threshold;  // the largest good value; nothing: only informs
};

// In the order in which lint() runs them.
std::span<const LintRule> lint_rules();

// The rule of that name, or null.
const LintRule* find_lint_rule(std::string_view name);

struct LintOptions {
  std::optional<std::vector<std::string>> rules;  // names; nothing: all
  // Instead of the rules' own. A rule with a threshold here fails for informational findings, too.
  std::vector<std::pair<std::string, double>> thresholds;
  // Whether clips loop (true) or play once, by name, or #index. The last entry for a clip counts. A clip
  // without an entry is a loop if its poses and speeds at both ends are those of a loop.
  std::vector<std::pair<std::string, bool>> loops;
  // Where each entry of `loops` comes from, for the notes: "the configuration". Missing: "the caller".
  std::vector<std::string> loop_sources{};
};

// How sure a rule is that what it measured is not meant so.
enum class LintConfidence : std::uint8_t {
  low,   // the file does not say what is meant, or says that it is meant: told, never judged
  high,  // declared by the caller, or because nobody can mean it
};
std::string_view to_text(LintConfidence confidence);  // "low", "high"

struct LintFinding {
  std::string_view rule;  // static storage, as `unit`
  bool ok = true;         // false: over its threshold, and of high confidence
  double value = 0;
  std::string_view unit;
  std::optional<double> threshold;  // nothing: information only
  std::uint32_t clip = kNone;       // kNone: about the model, not a clip
  std::optional<double> time_s;     // where the value is largest, in clip time
  std::string object;               // the joint, mesh or name concerned; "" when there is none
  std::string note;                 // what to make of it, for people; "" when there is nothing to say
  LintConfidence confidence = LintConfidence::high;
  std::string_view advice;         // what to do about it; "" where there is nothing to do; static storage
  std::optional<Bounds> bounds{};  // rule "bounds": of all shown points through the whole clip
};

// One finding per rule and clip (rules about the model: one), good ones included; none where there is nothing
// to measure, as a clip without rotation keys. Precondition: scene valid. Names of rules that do not exist
// find nothing. Time and memory are bounded: long clips and large meshes are sampled, docs/check.md says how.
std::vector<LintFinding> lint(const Scene& scene, const LintOptions& options = {});

}  // namespace skelter
