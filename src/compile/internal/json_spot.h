#pragma once
// JsonSpot: a value of a JSON document together with its pointer, for errors that say where. Reading goes on
// after an error, with defaults; of configurations and saved views the first error is the one that counts, of
// graphs all of them are told, with line and column (json_places.h). glTF has a reader of its own
// (formats/gltf/container): its files are large and hostile, so that it counts memory and builds no tree.

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compile/internal/json_places.h"
#include "skelter/core/diagnostics.h"
#include "skelter/core/error.h"

namespace skelter::compile {

// What can be wrong with any document; a reader of its own kind may add more.
enum class JsonFault : std::uint8_t {
  bad_json,
  duplicate_key,
  unknown_key,
  missing_key,
  bad_type,
  bad_value
};
inline constexpr std::size_t kJsonFaults = 6;

struct JsonError {
  std::string_view code;
  std::string message;
  std::string pointer;
  std::size_t offset = 0;  // in the text, where the document has places; of bad JSON always
  std::uint32_t line = 0;
  Severity severity = Severity::error;
};

// Collects the errors of a document. Codes are static text: one for all, or one for each fault.
class JsonErrors {
 public:
  JsonErrors(std::string file, std::string_view code) : file_(std::move(file)) { codes_.fill(code); }
  JsonErrors(std::string file, const std::array<std::string_view, kJsonFaults>& codes)
      : file_(std::move(file)), codes_(codes) {}

  // From here on errors know their offsets. Precondition: the places outlive the errors.
  void use(const JsonPlaces& places) { places_ = &places; }
  const JsonPlaces* places() const { return places_; }

  std::string_view code(JsonFault fault) const { return codes_[static_cast<std::size_t>(fault)]; }
  void add(JsonError error) { all_.push_back(std::move(error)); }
  const std::string& file() const { return file_; }
  bool empty() const { return all_.empty(); }
  const std::vector<JsonError>& all() const { return all_; }
  Error first() const;  // precondition: not empty

 private:
  std::string file_;
  std::array<std::string_view, kJsonFaults> codes_;
  const JsonPlaces* places_ = nullptr;
  std::vector<JsonError> all_;
};

// Both ends are allowed, unless it is open.
struct NumberRange {
  static constexpr double kAny = std::numeric_limits<double>::max();
  double least = -kAny, most = kAny;
  bool open = false;
};

// The name that is most like `name`: fewest letters to change. Precondition: there are some.
std::string_view nearest_name(std::string_view name, std::span<const std::string_view> known);

class JsonSpot {
 public:
  JsonSpot(const Json& json, std::string pointer, JsonErrors& errors)
      : json_(&json), pointer_(std::move(pointer)), errors_(&errors) {}

  void fail(std::string message) const { fail(JsonFault::bad_value, std::move(message)); }
  void fail(JsonFault fault, std::string message) const { fail_as(errors_->code(fault), std::move(message)); }
  void fail_as(std::string_view code, std::string message) const;
  void warn_as(std::string_view code, std::string message) const;  // for readers that give all, not the first
  // At the key of a member.
  void fail_at_key(std::string message, JsonFault fault = JsonFault::bad_value) const;
  // At byte `index` of a string.
  void fail_inside(std::string_view code, std::size_t index, std::string message) const;
  void warn_inside(std::string_view code, std::size_t index, std::string message) const;

  // An object; every key that is not in this list is an error that names them. False if it is no object.
  bool is_object(std::span<const std::string_view> keys) const;
  bool is_object(std::initializer_list<std::string_view> keys) const {
    return is_object(std::span<const std::string_view>(keys.begin(), keys.size()));
  }
  bool is_object() const;  // with any keys
  // Members that may be missing, and one that may not.
  std::optional<JsonSpot> member(std::string_view key) const;
  std::optional<JsonSpot> required(std::string_view key) const;
  // Calls `use(key, spot)` for each member, `use(spot)` for each element of a list.
  template <class Use>
  void each_member(Use&& use) const {
    for (const auto& item : json_->items()) use(item.key(), at(item.key(), item.value()));
  }
  template <class Use>
  void each_element(Use&& use) const {
    if (!json_->is_array()) return wrong_type("a list");
    std::size_t index = 0;
    for (const Json& element : *json_) use(at(std::to_string(index++), element));
  }

  bool is_null() const { return json_->is_null(); }
  bool is_text() const { return json_->is_string(); }
  bool is_number() const { return json_->is_number(); }
  bool is_list() const { return json_->is_array(); }
  bool is_structure() const { return json_->is_object(); }
  std::size_t size() const { return json_->size(); }  // of lists and objects
  JsonSpot element(std::size_t index) const { return at(std::to_string(index), (*json_)[index]); }
  std::string text() const;  // "" after an error
  bool boolean() const;
  double number(const NumberRange& range = {}) const;
  std::uint32_t whole(std::uint32_t least, std::uint32_t most) const;
  void wrong_type(std::string_view expected) const;

  const Json& json() const { return *json_; }
  const std::string& pointer() const { return pointer_; }
  std::size_t offset() const;         // in the text, where the document has places
  std::string_view written() const {  // the same
    return errors_->places() == nullptr ? std::string_view() : errors_->places()->written(*json_);
  }
  std::size_t error_count() const { return errors_->all().size(); }  // of the document so far

 private:
  JsonSpot at(std::string_view key, const Json& value) const;

  const Json* json_;
  std::string pointer_;
  JsonErrors* errors_;
};

// The document, comments allowed, or nothing and the error, or an error for every key that stands twice;
// these have offsets and lines without JsonErrors::use.
std::optional<Json> parse_json(std::string_view text, JsonErrors& errors);

}  // namespace skelter::compile
