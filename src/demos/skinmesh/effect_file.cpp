#include "demos/skinmesh/effect_file.h"

#include <cmath>
#include <optional>

#include "system/internal/text.h"

namespace skelter::demos {
namespace {

Error failure(const std::string& file, std::uint32_t line, std::string message) {
  return {Status::bad_data, "render.effect", std::move(message), {file, line, {}, {}}};
}

std::vector<std::string> words_of(std::string_view line) {
  line = line.substr(0, line.find('#'));
  std::vector<std::string> words;
  constexpr std::string_view kSpaces = " \t\r";
  for (std::size_t at = line.find_first_not_of(kSpaces); at != std::string_view::npos;
       at = line.find_first_not_of(kSpaces, at)) {
    const std::size_t end = std::min(line.find_first_of(kSpaces, at), line.size());
    words.emplace_back(line.substr(at, end - at));
    at = end;
  }
  return words;
}

std::optional<float> number_of(const std::string& word) {
  const std::optional<double> value = parse_number(word);
  if (!value || !std::isfinite(static_cast<float>(*value))) return std::nullopt;
  return static_cast<float>(*value);
}

// Parses an effect line by line. Each function returns an error message or none.
class Reader {
 public:
  Effect effect;

  std::optional<std::string> line(const std::vector<std::string>& words) {
    if (words.empty()) return std::nullopt;
    if (words[0] == "parameter") return parameter(words);
    if (words[0] == "technique") return technique(words);
    if (words[0] == "vertex" || words[0] == "fragment") return files(words);
    return "'" + words[0] + "'; expected parameter, technique, vertex or fragment";
  }

  std::optional<std::string> end() const {
    if (technique_.empty()) return std::nullopt;
    const auto& [vertex, fragment] = effect.techniques.at(technique_);
    if (!vertex.empty() && !fragment.empty()) return std::nullopt;
    return "technique " + technique_ + " has no " + (vertex.empty() ? "vertex" : "fragment") +
           " line; expected both";
  }

 private:
  std::optional<std::string> parameter(const std::vector<std::string>& words) {
    if (words.size() < 3 || words.size() > 6)
      return "parameter line of " + std::to_string(words.size()) +
             " words; expected a name and one to four numbers";
    const auto [value, is_new] = effect.parameters.try_emplace(words[1]);
    if (!is_new) return "parameter " + words[1] + " appears twice here";
    for (std::size_t i = 2; i < words.size(); ++i) {
      const std::optional<float> number = number_of(words[i]);
      if (!number) return "parameter " + words[1] + ": '" + words[i] + "'; expected a number";
      value->second.push_back(*number);
    }
    return std::nullopt;
  }

  std::optional<std::string> technique(const std::vector<std::string>& words) {
    if (words.size() != 2)
      return "technique line of " + std::to_string(words.size()) + " words; expected one name";
    if (effect.techniques.contains(words[1])) return "technique " + words[1] + " appears twice here";
    if (std::optional<std::string> unfinished = end()) return unfinished;
    technique_ = words[1];
    effect.techniques[technique_] = {{}, {}};
    return std::nullopt;
  }

  std::optional<std::string> files(const std::vector<std::string>& words) {
    if (technique_.empty()) return words[0] + " line before the first technique; move it below one";
    if (words.size() < 2) return words[0] + " line without a file";
    auto& [vertex, fragment] = effect.techniques.at(technique_);
    if (words[0] == "fragment" && words.size() > 2) return "fragment with several files";
    if (words[0] == "fragment")
      fragment = words[1];
    else
      vertex.assign(words.begin() + 1, words.end());
    return std::nullopt;
  }

  std::string technique_;  // the technique of the last `technique` line
};

// Returns a parameter that must be a single integer in a range.
Result<std::uint32_t> whole_number(const Effect& effect, const std::string& file, const std::string& name,
                                   std::uint32_t most) {
  const auto value = effect.parameters.find(name);
  const std::string range = "expected an integer from 1 to " + std::to_string(most);
  if (value == effect.parameters.end()) return failure(file, 0, "no parameter " + name + "; " + range);
  const float number = value->second[0];
  if (value->second.size() != 1 || number < 1 || number > static_cast<float>(most) ||
      number != std::floor(number))
    return failure(file, 0, "parameter " + name + " is out of its range; " + range);
  return static_cast<std::uint32_t>(number);
}

}  // namespace

Result<Effect> parse_effect(std::string_view text, const std::string& file) {
  Reader reader;
  std::uint32_t number = 0;
  while (!text.empty()) {
    ++number;
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (const std::optional<std::string> wrong = reader.line(words_of(text.substr(0, end))))
      return failure(file, number, *wrong);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  if (const std::optional<std::string> wrong = reader.end()) return failure(file, number, *wrong);
  return std::move(reader.effect);
}

Result<VariantPlan> plan_of_effect(std::string_view text, const std::string& file) {
  Result<Effect> effect = parse_effect(text, file);
  if (!effect) return effect.error();
  for (const char* name : {"Skinning", "Lighting"})
    if (!effect->techniques.contains(name))
      return failure(file, 0, std::string("no technique ") + name + "; expected Skinning and Lighting");
  const Result<std::uint32_t> palette_size = whole_number(*effect, file, "PaletteSize", 256);
  if (!palette_size) return palette_size.error();
  const Result<std::uint32_t> influences = whole_number(*effect, file, "Influences", 8);
  if (!influences) return influences.error();
  VariantPlan plan{effect->techniques.at("Skinning"),
                   effect->techniques.at("Lighting"),
                   "#define EFFECT\n",
                   *palette_size,
                   *influences,
                   {}};
  for (auto& [name, numbers] : effect->parameters)
    plan.values.push_back({name, 1, static_cast<std::uint32_t>(numbers.size()), std::move(numbers)});
  return plan;
}

}  // namespace skelter::demos
