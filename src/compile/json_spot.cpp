#include "compile/internal/json_spot.h"

#include <algorithm>
#include <set>

namespace skelter::compile {
namespace {

std::string_view type_of(const Json& json) {
  switch (json.type()) {
    case Json::value_t::null:
      return "null";
    case Json::value_t::boolean:
      return "true or false";
    case Json::value_t::string:
      return "a string";
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

void JsonErrors::add(const std::string& pointer, std::string message, std::uint32_t line) {
  if (!first_) first_ = Error{Status::bad_data, code_, std::move(message), {file_, line, {}, pointer}};
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
  wrong_type("a string");
  return {};
}

bool JsonSpot::boolean() const {
  if (json_->is_boolean()) return json_->get<bool>();
  wrong_type("true or false");
  return false;
}

double JsonSpot::number(const NumberRange& range) const {
  const auto& [least, most, open] = range;
  const bool above = open && most == NumberRange::kAny;
  const double value = json_->is_number() ? json_->get<double>() : least;
  if (!json_->is_number())
    wrong_type(above ? fmt::format("a number above {}", least) : "a number");
  else if (open ? !(value > least && value < most) : !(value >= least && value <= most))
    fail(above                       ? fmt::format("{}; expected a number above {}", value, least)
         : most == NumberRange::kAny ? fmt::format("{}; expected {} or more", value, least)
         : open ? fmt::format("{}; expected more than {}, less than {}", value, least, most)
                : fmt::format("{}; expected {} to {}", value, least, most));
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

std::optional<Json> parse_json(std::string_view text, JsonErrors& errors) {
  DuplicateKeys keys;
  const auto watch = [&](int depth, Json::parse_event_t event, Json& parsed) {
    return keys(depth, event, parsed);
  };
  try {
    Json json = Json::parse(text.begin(), text.end(), watch, true, true);
    if (keys.found().empty()) return json;
    errors.add("", fmt::format("the key \"{}\" appears twice in one object; expected once", keys.found()));
  } catch (const Json::parse_error& e) {
    errors.add("", sentence_of(e.what()), line_of(text, e.byte));
  } catch (const Json::exception& e) {  // a number that no double can hold
    errors.add("", sentence_of(e.what()) + "; expected a number that a double can hold");
  }
  return std::nullopt;
}

}  // namespace skelter::compile
