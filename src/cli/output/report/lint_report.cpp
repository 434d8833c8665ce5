#include "cli/output/report/lint_report.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/input/reading_options.h"
#include "cli/input/selection.h"
#include "cli/output/advice.h"
#include "cli/output/text_table.h"
#include "skelter/scene/edit.h"

namespace skelter::cli {
namespace {

std::string rule_names() {
  std::string names;
  for (const LintRule& rule : lint_rules())
    names += fmt::format("{}{}", names.empty() ? "" : ", ", rule.name);
  return names;
}

void require_rule(const std::string& option, const std::string& name) {
  if (find_lint_rule(name) == nullptr)
    throw CLI::ValidationError(option, "\"" + name + "\" is not a rule; expected one of " + rule_names());
}

std::vector<std::string> parse_rules(const std::string& text) {
  if (text == "none") return {};
  std::vector<std::string> names = split_text(text, ',');
  for (const std::string& name : names) require_rule("--rules", name);
  return names;
}

std::pair<std::string, double> parse_threshold(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos)
    throw CLI::ValidationError("--threshold", "\"" + text + "\" has no value; expected RULE=VALUE");
  const std::string name = text.substr(0, equals);
  require_rule("--threshold", name);
  const auto value = to_number(text.substr(equals + 1), "--threshold");
  if (!value || *value < 0)
    throw CLI::ValidationError("--threshold",
                               "\"" + text.substr(equals + 1) + "\" is not a threshold; expected 0 or more");
  return {name, *value};
}

std::string place(const LintFinding& finding, const Scene& scene) {
  std::string text = finding.clip == kNone ? "" : "clip " + clip_label(scene, finding.clip);
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
  if (finding.time_s) add(fmt::format("{:.3f} s", *finding.time_s));
  if (!finding.object.empty()) add(finding.object);
  return text;
}

std::string limit(const LintFinding& finding) {
  if (finding.confidence == LintConfidence::low) return "not judged";
  return finding.threshold ? fmt::format("at most {:.4g}", *finding.threshold) : "info";
}

// Whether to list the finding. If several passed findings of a rule have a note, only the largest is listed.
bool worth_a_line(const LintFinding& finding, const std::vector<LintFinding>& findings) {
  if (!finding.ok) return true;
  if (finding.note.empty()) return false;
  for (const LintFinding& other : findings) {
    if (other.rule != finding.rule || !other.ok || other.note.empty()) continue;
    if (other.value > finding.value || (other.value == finding.value && &other < &finding)) return false;
  }
  return true;
}

std::size_t other_clips(const LintFinding& finding, const std::vector<LintFinding>& findings) {
  if (!finding.ok) return 0;
  return static_cast<std::size_t>(
      std::count_if(findings.begin(), findings.end(), [&](const LintFinding& other) {
        return &other != &finding && other.rule == finding.rule && other.ok && !other.note.empty();
      }));
}

// Returns advice about the failures, one line per rule and advice.
std::string advice_lines(const std::vector<LintFinding>& findings) {
  std::vector<std::string> lines;
  for (const LintFinding& finding : findings) {
    if (finding.ok || finding.advice.empty()) continue;
    std::string line = fmt::format("  {}: {}\n", finding.rule, advice_text(finding));
    if (std::find(lines.begin(), lines.end(), line) == lines.end()) lines.push_back(std::move(line));
  }
  std::string text;
  for (const std::string& line : lines) text += line;
  return text;
}

// Returns the names of the rules that have only passed findings and no notes.
std::string fine_rules(const std::vector<LintFinding>& findings) {
  std::string names;
  for (const LintRule& rule : lint_rules()) {
    bool found = false, fine = true;
    for (const LintFinding& finding : findings) {
      if (finding.rule != rule.name) continue;
      found = true;
      fine = fine && finding.ok && finding.note.empty();
    }
    if (found && fine) names += fmt::format("{}{}", names.empty() ? "" : ", ", rule.name);
  }
  return names;
}

}  // namespace

void add_lint_options(CLI::App& command, LintOptions& options) {
  command
      .add_option_function<std::string>(
          "--rules",
          [&options](const std::string& text) {
            if (text == "all")
              options.rules.reset();
            else
              options.rules = parse_rules(text);
          },
          "Lint rules to run")
      ->type_name("a,b,...|all|none");
  make_repeatable(command.add_option_function<std::vector<std::string>>(
                      "--threshold",
                      [&options](const std::vector<std::string>& texts) {
                        for (const std::string& text : texts)
                          options.thresholds.push_back(parse_threshold(text));
                      },
                      "Largest value that a lint rule accepts; repeatable"))
      ->type_name("RULE=VALUE");
}

Json to_json(const std::vector<LintFinding>& findings, const Scene& scene) {
  Json list = Json::array();
  for (const LintFinding& finding : findings) {
    Json entry = {{"rule", finding.rule},
                  {"ok", finding.ok},
                  {"value", number(finding.value)},
                  {"unit", finding.unit},
                  {"threshold", finding.threshold ? number(*finding.threshold) : Json()},
                  {"clip", Json()},
                  {"clip_index", Json()},
                  {"time_s", finding.time_s ? number(*finding.time_s) : Json()},
                  {"object", name_or_null(finding.object)},
                  {"note", name_or_null(finding.note)},
                  {"confidence", to_text(finding.confidence)},
                  {"advice", name_or_null(std::string(finding.advice))}};
    if (finding.clip != kNone) {
      entry["clip"] = name_or_null(scene.clips[finding.clip].name.value_or(""));
      entry["clip_index"] = finding.clip;
    }
    if (finding.bounds)
      entry["bounds"] = {{"min", numbers(finding.bounds->min)}, {"max", numbers(finding.bounds->max)}};
    list.push_back(std::move(entry));
  }
  return list;
}

std::string to_text(const std::vector<LintFinding>& findings, const Scene& scene) {
  using Align = TextTable::Align;
  TextTable table({{"", Align::left},
                   {"", Align::left},
                   {"", Align::right},
                   {"", Align::left},
                   {"", Align::left},
                   {"", Align::left},
                   {"", Align::left}});
  for (const LintFinding& finding : findings) {
    if (!worth_a_line(finding, findings)) continue;
    std::string note = note_text(finding);
    if (const std::size_t more = other_clips(finding, findings); more != 0)
      note += fmt::format(" (and in {})", counted(more, "more clip"));
    table.add({finding.ok ? "note" : "FAILED", std::string(finding.rule), short_number(finding.value),
               finding.unit == "H" ? "of size" : std::string(finding.unit), limit(finding),
               place(finding, scene), note});
  }
  const std::string fine = fine_rules(findings);
  return table.text() + advice_lines(findings) + (fine.empty() ? "" : "  fine: " + fine + "\n");
}

}  // namespace skelter::cli
