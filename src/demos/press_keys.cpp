#include <array>
#include <cctype>
#include <sstream>

#include "demos/internal/demo.h"

namespace skelter {
namespace {

struct NamedKey {
  std::string_view name;
  Key key;
};
constexpr std::array kNamedKeys{NamedKey{"space", Key::space}, NamedKey{"left", Key::left},
                                NamedKey{"right", Key::right}, NamedKey{"up", Key::up},
                                NamedKey{"down", Key::down},   NamedKey{"plus", Key::equal},
                                NamedKey{"minus", Key::minus}, NamedKey{"+", Key::equal},
                                NamedKey{"-", Key::minus},     NamedKey{"f1", Key::f1}};

// Returns Key::none for an unknown word.
Key key_of(const std::string& word) {
  if (word.size() == 1 && std::isalnum(static_cast<unsigned char>(word[0])) != 0)
    return static_cast<Key>(std::toupper(static_cast<unsigned char>(word[0])));
  std::string name = word;  // accepts "Space" and "F1" as in the help
  for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  for (const NamedKey& named : kNamedKeys)
    if (named.name == name) return named.key;
  return Key::none;
}

}  // namespace

Result<void> press_keys(Application& application, std::string_view keys) {
  std::istringstream words{std::string(keys)};
  for (std::string word; words >> word;) {
    const Key key = key_of(word);
    if (key == Key::none)
      return Error{Status::invalid_argument,
                   "demo.no-key",
                   "\"" + word +
                       "\" is not a key; expected letters, digits, space, left, right, up, down, +, - "
                       "or f1, with spaces between",
                   {"--keys", 0, {}, {}}};
    application.handle(KeyEvent{key, Press::down, {}});
    application.handle(KeyEvent{key, Press::up, {}});
  }
  return {};
}

}  // namespace skelter
