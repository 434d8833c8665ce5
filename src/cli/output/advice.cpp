#include "cli/output/advice.h"

#include <algorithm>

namespace skelter::cli {
namespace {

// `ending`: end of the messages to which the advice applies; "" for all messages with this code.
struct Advice {
  std::string_view code, ending, text;
};
constexpr Advice kAdvices[] = {
    {"check.z-up", "so +Z is up; engines expect +Y", " (--up z turns it)"},
    {"check.z-up", "so -Z is up; engines expect +Y", " (--up -z turns it)"},
    {"load.up-of-pack", "", " (skelter compile --up)"},
    {"load.without-assimp", "", "; install libassimp-dev and build again (./run.sh build)"},
    {"merge.names-differ", "", "; --map-names matches them"},
    {"merge.target-not-found", "by prefix, suffix or case only", ", and --map-names matches them"},
    {"x.frame-numbers", "", "; --ticks-per-second auto plays them as frames"},
    {"x.frame-ticks", "", "; --ticks-per-second file keeps the ticks"},
};

}  // namespace

std::string advice_on(std::string_view code, std::string_view message) {
  const auto found = std::find_if(std::begin(kAdvices), std::end(kAdvices), [&](const Advice& advice) {
    return advice.code == code && message.ends_with(advice.ending);
  });
  return std::string(found == std::end(kAdvices) ? std::string_view() : found->text);
}

std::string note_text(const LintFinding& finding) {
  const bool in_ticks = finding.rule == "frame-ticks" && !finding.note.empty();
  return finding.note + (in_ticks ? "; if they are frames, --ticks-per-second 30 plays them" : "");
}

std::string advice_text(const LintFinding& finding) {
  std::string text(finding.advice);
  if (text.empty()) return text;
  if (finding.rule == "frame-ticks") text += ", or read it with --ticks-per-second 30";
  if (text.ends_with("declare it as a loop")) text += " (--loop NAME)";
  if (text.ends_with("declare that")) text += " (--once NAME)";
  return text;
}

}  // namespace skelter::cli
