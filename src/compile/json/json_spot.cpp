#include "compile/json/internal/json_spot.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "core/internal/close_name.h"

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

// Returns the parser's message without its prefix and position.
std::string sentence_of(const std::string& what) {
  const std::size_t begin = what.find("syntax error");
  return begin == std::string::npos ? what.substr(what.find("] ") + 2) : what.substr(begin);
}

// Returns the offset of the token at which the parser stopped. Invalid words, malformed numbers and malformed
// strings are reported at their start.
std::size_t fault_offset(std::string_view text, const Json::parse_error& e) {
  const std::size_t stopped = std::min(e.byte == 0 ? 0 : e.byte - 1, text.size());
  const std::string_view what = e.what();
  if (what.find("invalid comment") != std::string_view::npos) return stopped;
  const bool begun = what.find("invalid ") != std::string_view::npos;
  std::size_t offset = stopped;
  for (const JsonToken& token : json_tokens(text)) {
    if (token.offset > stopped) break;
    if (begun ? token.offset < stopped || token.kind != JsonToken::punctuation
              : stopped < token.offset + token.size)
      offset = token.offset;
  }
  return offset;
}

// Returns the offset of the first number that is too large for a double.
std::size_t overflow_offset(std::string_view text) {
  for (const JsonToken& token : json_tokens(text))
    if (token.kind == JsonToken::word &&
        std::isinf(std::strtod(std::string(text.substr(token.offset, token.size)).c_str(), nullptr)))
      return token.offset;
  return 0;
}

// Limits the number of keys per object, because the parser compares every key with all previous ones.
constexpr std::size_t kMaxKeys = 4096;

std::optional<std::size_t> crowded_object(std::string_view text, const std::vector<JsonToken>& tokens) {
  std::vector<std::pair<std::size_t, std::size_t>> open;  // offset and number of keys of each open object
  for (const JsonToken& token : tokens) {
    const char c = text[token.offset];
    if (token.kind != JsonToken::punctuation) continue;
    if (c == '{' || c == '[') open.emplace_back(token.offset, 0);
    if ((c == '}' || c == ']') && !open.empty()) open.pop_back();
    if (c == ':' && !open.empty() && ++open.back().second > kMaxKeys) return open.back().first;
  }
  return std::nullopt;
}

}  // namespace

std::string_view nearest_name(std::string_view name, std::span<const std::string_view> known) {
  constexpr std::size_t kLongest = 32;  // only this many characters are compared
  const std::string_view shown = name.substr(0, kLongest);
  return *std::min_element(known.begin(), known.end(), [&](std::string_view a, std::string_view b) {
    return edit_distance(shown, a.substr(0, kLongest)) < edit_distance(shown, b.substr(0, kLongest));
  });
}

Error JsonErrors::first() const {
  const JsonError& error = all_.front();
  return {Status::bad_data, error.code, error.message, {file_, error.line, {}, error.pointer}};
}

JsonSpot JsonSpot::at(std::string_view key, const Json& value) const {
  return {value, pointer_ + "/" + escaped_for_pointer(key), *errors_};
}

void JsonSpot::fail_as(std::string_view code, std::string message) const {
  errors_->add({code, std::move(message), pointer_, offset()});
}

void JsonSpot::fail_at_key(std::string message, JsonFault fault) const {
  const JsonPositions* places = errors_->places();
  errors_->add(
      {errors_->code(fault), std::move(message), pointer_, places == nullptr ? 0 : places->key(*json_)});
}

void JsonSpot::warn_as(std::string_view code, std::string message) const {
  errors_->add({code, std::move(message), pointer_, offset(), 0, Severity::warning});
}

void JsonSpot::fail_inside(std::string_view code, std::size_t index, std::string message) const {
  const JsonPositions* places = errors_->places();
  errors_->add({code, std::move(message), pointer_, places == nullptr ? 0 : places->inside(*json_, index)});
}

void JsonSpot::warn_inside(std::string_view code, std::size_t index, std::string message) const {
  const JsonPositions* places = errors_->places();
  errors_->add({code, std::move(message), pointer_, places == nullptr ? 0 : places->inside(*json_, index), 0,
                Severity::warning});
}

std::size_t JsonSpot::offset() const {
  return errors_->places() == nullptr ? 0 : errors_->places()->value(*json_);
}

void JsonSpot::wrong_type(std::string_view expected) const {
  fail(JsonFault::bad_type, fmt::format("{}; expected {}", type_of(*json_), expected));
}

bool JsonSpot::is_object() const {
  if (!json_->is_object()) wrong_type("an object");
  return json_->is_object();
}

bool JsonSpot::is_object(std::span<const std::string_view> keys) const {
  if (!is_object()) return false;
  for (const auto& item : json_->items()) {
    if (std::find(keys.begin(), keys.end(), item.key()) != keys.end()) continue;
    std::string message = fmt::format("unknown key; expected {}", fmt::join(keys, ", "));
    if (keys.size() > 1) message += fmt::format("; nearest: {}", nearest_name(item.key(), keys));
    at(item.key(), item.value()).fail_at_key(std::move(message), JsonFault::unknown_key);
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
  if (!found) fail(JsonFault::missing_key, fmt::format("has no \"{}\"; expected one", key));
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
  fail(json_->is_number() ? JsonFault::bad_value : JsonFault::bad_type,
       fmt::format("{}; expected an integer from {} to {}",
                   json_->is_number() ? json_->dump() : type_of(*json_), least, most));
  return least;
}

std::optional<Json> parse_json(std::string_view text, JsonErrors& errors) {
  const auto fail_at = [&](std::size_t offset, std::string message) {
    errors.add({errors.code(JsonFault::bad_json), std::move(message), "", offset,
                TextPositions(text).at(offset).line});
  };
  const std::vector<JsonToken> tokens = json_tokens(text);
  if (const auto crowded = crowded_object(text, tokens)) {
    fail_at(*crowded, fmt::format("an object with more than {} keys", kMaxKeys));
    return std::nullopt;
  }
  try {
    Json json = Json::parse(text.begin(), text.end(), nullptr, true, true);
    // The library silently keeps the last value of a duplicate key.
    const std::vector<DuplicateKey> twice = duplicate_keys(text, tokens);
    if (twice.empty()) return json;
    TextPositions places(text);
    for (const DuplicateKey& key : twice)
      errors.add({errors.code(JsonFault::duplicate_key),
                  fmt::format("the key \"{}\" appears twice in one object", key.key), key.pointer,
                  key.value_offset, places.at(key.value_offset).line});
  } catch (const Json::parse_error& e) {
    fail_at(fault_offset(text, e), sentence_of(e.what()));
  } catch (const Json::exception& e) {  // a number does not fit in a double
    fail_at(overflow_offset(text), sentence_of(e.what()) + "; expected a number that a double can hold");
  }
  return std::nullopt;
}

}  // namespace skelter::compile
