#pragma once
// The intended use of a clip: loop or play once, as declared by the caller; walk or action, judged by its
// name. Rules only fail if the clip contradicts its intent.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace skelter::lint_detail {

enum class LoopIntent : std::uint8_t {
  loops,
  once,
  unknown,  // no declaration: judged by poses and speeds
};

struct DeclaredLoop {
  LoopIntent intent = LoopIntent::unknown;
  std::string note;  // "loops, as the caller says"; "" for unknown
};

enum class GaitIntent : std::uint8_t {
  walks,    // alternating feet: walk, run, trot
  acts,     // feet follow the action: attack, jump, dance
  unknown,  // "Idle", "Take 001"
};

// Splits a clip's name into lower-case words: "Armature|toIdle_2H" gives armature, to, idle, 2, h.
std::vector<std::string> words_of(std::string_view name);
// Whether any of the words begins with one of the stems.
bool has_stem(const std::vector<std::string>& words, std::span<const std::string_view> stems);

GaitIntent gait_intent(std::string_view name);

}  // namespace skelter::lint_detail
