#include "compile/json_spot.h"

#include <algorithm>
#include <set>

namespace skelter::compile {
namespace {

constexpr std::string_view kCode = "build.config";

std::string_view type_of(const Json& json) {
  switch (json.type()) {
    case Json::value_t::null:
      return "null";
    case Json::value_t::boolean:
      return "true or false";
    case Json::value_t::string:
      return "a text";
    case Json::value_t::array:
      return "a list";
    case Json::value_t::object:
      return "an object";
    default:
      return "a number";
  }
}

// RFC 6901, section 3.
std::string escaped(std::string_view key) {
  std::string text;
  for (const char c : key) {
    if (c == '~')
      text += "~0";
    else if (c == '/')
      text += "~1";
    else
      text += c;
  }
  return text;
}

std::uint32_t line_of(std::string_view text, std::size_t byte) {
  const auto end = text.begin() + static_cast<std::ptrdiff_t>(std::min(byte, text.size()));
  return 1 + static_cast<std::uint32_t>(std::count(text.begin(), end, '\n'));
}

// The parser's sentence without its own prefix and position.
std::string sentence_of(const std::string& what) {
  const std::size_t begin = what.find("syntax error");
  return begin == std::string::npos ? what.substr(what.find("] ") + 2) : what.substr(begin);
}

// The library keeps the last of two equal keys without a word.
class DuplicateKeys {
 public:
  bool operator()(int, Json::parse_event_t event, Json& parsed) {
    if (event == Json::parse_event_t::object_start) open_.emplace_back();
    if (event == Json::parse_event_t::object_end) open_.pop_back();
    if (event == Json::parse_event_t::key && !open_.back().insert(parsed.get<std::string>()).second &&
        found_.empty())
      found_ = parsed.get<std::string>();
    return true;
  }
  const std::string& found() const { return found_; }

 private:
  std::vector<std::set<std::string>> open_;
  std::string found_;
};

}  // namespace

void JsonErrors::add(const std::string& pointer, std::string message) {
  if (!first_) first_ = Error{Status::bad_data, kCode, std::move(message), {file_, 0, {}, pointer}};
}

JsonSpot JsonSpot::at(std::string_view key, const Json& value) const {
  return {value, pointer_ + "/" + escaped(key), *errors_};
}

void JsonSpot::wrong_type(std::string_view expected) const {
  fail(fmt::format("{}; expected {}", type_of(*json_), expected));
}

bool JsonSpot::is_object() const {
  if (!json_->is_object()) wrong_type("an object");
  return json_->is_object();
}

bool JsonSpot::is_object(std::initializer_list<std::string_view> keys) const {
  if (!is_object()) return false;
  for (const auto& item : json_->items())
    if (std::find(keys.begin(), keys.end(), item.key()) == keys.end()) {
      at(item.key(), item.value()).fail(fmt::format("unknown key; expected {}", fmt::join(keys, ", ")));
      return false;
    }
  return true;
}

std::optional<JsonSpot> JsonSpot::member(std::string_view key) const {
  const auto found = json_->find(std::string(key));
  if (found == json_->end()) return std::nullopt;
  return at(key, *found);
}

std::optional<JsonSpot> JsonSpot::required(std::string_view key) const {
  std::optional<JsonSpot> found = member(key);
  if (!found) fail(fmt::format("has no \"{}\"; expected one", key));
  return found;
}

std::string JsonSpot::text() const {
  if (json_->is_string()) return json_->get<std::string>();
  wrong_type("a text");
  return {};
}

bool JsonSpot::boolean() const {
  if (json_->is_boolean()) return json_->get<bool>();
  wrong_type("true or false");
  return false;
}

double JsonSpot::number(double least, double most) const {
  if (!json_->is_number()) {
    wrong_type("a number");
    return least;
  }
  const double value = json_->get<double>();
  if (!(value >= least && value <= most)) fail(fmt::format("{}; expected {} to {}", value, least, most));
  return value;
}

double JsonSpot::positive() const {
  if (!json_->is_number()) {
    wrong_type("a number above 0");
    return 1;
  }
  const double value = json_->get<double>();
  if (!(value > 0)) fail(fmt::format("{}; expected a number above 0", value));
  return value;
}

std::uint32_t JsonSpot::whole(std::uint32_t least, std::uint32_t most) const {
  const bool fits = json_->is_number_unsigned() && json_->get<std::uint64_t>() >= least &&
                    json_->get<std::uint64_t>() <= most;
  if (fits) return json_->get<std::uint32_t>();
  fail(fmt::format("{}; expected a whole number from {} to {}",
                   json_->is_number() ? json_->dump() : type_of(*json_), least, most));
  return least;
}

std::optional<Json> parse_json(std::string_view text, const std::string& file, std::optional<Error>& error) {
  DuplicateKeys keys;
  const auto watch = [&](int depth, Json::parse_event_t event, Json& parsed) {
    return keys(depth, event, parsed);
  };
  try {
    Json json = Json::parse(text.begin(), text.end(), watch, true, true);
    if (keys.found().empty()) return json;
    error = Error{Status::bad_data,
                  kCode,
                  fmt::format("the key \"{}\" stands twice in one object; expected it once", keys.found()),
                  {file, 0, {}, {}}};
  } catch (const Json::parse_error& e) {
    error = Error{Status::bad_data, kCode, sentence_of(e.what()), {file, line_of(text, e.byte), {}, {}}};
  } catch (const Json::exception& e) {  // a number that no double can hold
    error = Error{Status::bad_data,
                  kCode,
                  sentence_of(e.what()) + "; expected a number that a double can hold",
                  {file, 0, {}, {}}};
  }
  return std::nullopt;
}

}  // namespace skelter::compile
