#include "scene/lint/lint_intent.h"

#include <algorithm>
#include <span>

#include "skelter/core/name_match.h"

namespace skelter::lint_detail {
namespace {

// Words from clip names of public models. Each also matches derived forms: "swim" matches swims, swimming and
// swimcycle. These actions play once:
constexpr std::string_view kOnceWords[] = {
    "death",   "die",    "dying",  "dead",     "attack",  "punch", "kick",    "hit",    "hurt",   "damage",
    "react",   "recoil", "impact", "jump",     "leap",    "hop",   "roll",    "dodge",  "weapon", "shoot",
    "shot",    "fire",   "reload", "open",     "close",   "throw", "pick",    "grab",   "drop",   "interact",
    "use",     "land",   "block",  "parry",    "stab",    "slash", "slice",   "chop",   "swing",  "bite",
    "cast",    "spell",  "start",  "stop",     "begin",   "end",   "standup", "to",     "from",   "spawn",
    "despawn", "yes",    "no",     "cheer",    "taunt",   "bow",   "duck",    "hello",  "fall",   "pose",
    "equip",   "draw",   "sheath", "collapse", "explode", "break", "press",   "toggle", "thumbs", "impulse",
};
constexpr std::string_view kGaitWords[] = {"walk",  "run",   "jog",  "sprint", "trot",  "canter",
                                           "march", "sneak", "limp", "strafe", "stroll"};
// Further actions, in addition to those that play once.
constexpr std::string_view kActionWords[] = {"dance", "sit",   "lie",   "aim",  "crouch", "kneel", "swim",
                                             "fly",   "climb", "crawl", "turn", "spin",   "float", "hover"};

// Whether `word` is a form of `stem`. Many other words start with a short stem, so its allowed endings are
// listed.
bool is_form(std::string_view word, std::string_view stem) {
  if (word.substr(0, stem.size()) != stem) return false;
  if (stem.size() >= 4) return true;
  constexpr std::string_view kEndings[] = {"",   "s",    "es",   "d",    "ed",   "ing",
                                           "er", "ning", "ting", "ging", "ping", "ming"};
  const std::string_view ending = word.substr(stem.size());
  return ending == "loop" || ending == "cycle" ||
         std::find(std::begin(kEndings), std::end(kEndings), ending) != std::end(kEndings);
}

bool has_any(const std::vector<std::string>& words, std::span<const std::string_view> stems) {
  return std::any_of(words.begin(), words.end(), [&](const std::string& word) {
    return std::any_of(stems.begin(), stems.end(),
                       [&](std::string_view stem) { return is_form(word, stem); });
  });
}

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_upper(char c) {
  return c >= 'A' && c <= 'Z';
}

// Whether a new word begins between `before` and `c`: "toIdle", "2H", "walk2".
bool begins_word(char before, char c) {
  return is_digit(before) != is_digit(c) || (is_upper(c) && !is_upper(before));
}

}  // namespace

std::vector<std::string> words_of(std::string_view name) {
  std::vector<std::string> words;
  char before = ' ';
  for (const char c : name) {
    if (is_letter(c) || is_digit(c)) {
      if (!(is_letter(before) || is_digit(before)) || begins_word(before, c)) words.emplace_back();
      words.back() += lower_ascii(c);
    }
    before = c;
  }
  return words;
}

bool has_stem(const std::vector<std::string>& words, std::span<const std::string_view> stems) {
  return std::any_of(words.begin(), words.end(), [&](const std::string& word) {
    return std::any_of(stems.begin(), stems.end(),
                       [&](std::string_view stem) { return word.compare(0, stem.size(), stem) == 0; });
  });
}

GaitIntent gait_intent(std::string_view name) {
  const std::vector<std::string> words = words_of(name);
  if (has_any(words, kOnceWords) || has_any(words, kActionWords)) return GaitIntent::acts;
  return has_any(words, kGaitWords) ? GaitIntent::walks : GaitIntent::unknown;
}

}  // namespace skelter::lint_detail
