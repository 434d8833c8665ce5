#pragma once
// A JSON value with its pointer, for errors with a position. After an error, reading continues with defaults.
// Configurations and saved views report only the first error; graphs report all errors, with line and column
// (json_places.h). glTF has its own reader (formats/gltf/container), which limits memory and builds no tree,
// because glTF files are large and untrusted.

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

#include "compile/json/internal/json_places.h"
#include "skelter/core/diagnostics.h"
#include "skelter/core/error.h"

namespace skelter::compile {

// Errors that can occur in any document. Readers may add their own.
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
  std::size_t offset = 0;  // offset in the text, if the document has positions; always set for bad JSON
  std::uint32_t line = 0;
  Severity severity = Severity::error;
};

// Collects the errors of a document. Codes are static text: one for all errors, or one per fault.
class JsonErrors {
 public:
  JsonErrors(std::string file, std::string_view code) : file_(std::move(file)) { codes_.fill(code); }
  JsonErrors(std::string file, const std::array<std::string_view, kJsonFaults>& codes)
      : file_(std::move(file)), codes_(codes) {}

  // Adds offsets to all later errors. `places` must outlive this object.
  void use(const JsonPositions& places) { places_ = &places; }
  const JsonPositions* places() const { return places_; }

  std::string_view code(JsonFault fault) const { return codes_[static_cast<std::size_t>(fault)]; }
  void add(JsonError error) { all_.push_back(std::move(error)); }
  const std::string& file() const { return file_; }
  bool empty() const { return all_.empty(); }
  const std::vector<JsonError>& all() const { return all_; }
  Error first() const;  // precondition: not empty

 private:
  std::string file_;
  std::array<std::string_view, kJsonFaults> codes_;
  const JsonPositions* places_ = nullptr;
  std::vector<JsonError> all_;
};

// Both ends are included, unless `open` is set.
struct NumberRange {
  static constexpr double kAny = std::numeric_limits<double>::max();
  double least = -kAny, most = kAny;
  bool open = false;
};

// Returns the name closest to `name` by edit distance. Precondition: `known` is not empty.
std::string_view nearest_name(std::string_view name, std::span<const std::string_view> known);

class JsonSpot {
 public:
  JsonSpot(const Json& json, std::string pointer, JsonErrors& errors)
      : json_(&json), pointer_(std::move(pointer)), errors_(&errors) {}

  void fail(std::string message) const { fail(JsonFault::bad_value, std::move(message)); }
  void fail(JsonFault fault, std::string message) const { fail_as(errors_->code(fault), std::move(message)); }
  void fail_as(std::string_view code, std::string message) const;
  void warn_as(std::string_view code, std::string message) const;  // for readers that report all errors
  // Reports the error at the key of a member.
  void fail_at_key(std::string message, JsonFault fault = JsonFault::bad_value) const;
  // Report at byte `index` of a string.
  void fail_inside(std::string_view code, std::size_t index, std::string message) const;
  void warn_inside(std::string_view code, std::size_t index, std::string message) const;

  // Whether the value is an object. Every key not in `keys` is reported as an error that lists the valid
  // keys.
  bool is_object(std::span<const std::string_view> keys) const;
  bool is_object(std::initializer_list<std::string_view> keys) const {
    return is_object(std::span<const std::string_view>(keys.begin(), keys.size()));
  }
  bool is_object() const;  // accepts any keys
  // Return an optional or a required member.
  std::optional<JsonSpot> member(std::string_view key) const;
  std::optional<JsonSpot> required(std::string_view key) const;
  // Call `use(key, spot)` for each member, and `use(spot)` for each element of a list.
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
  std::size_t size() const { return json_->size(); }  // of a list or an object
  JsonSpot element(std::size_t index) const { return at(std::to_string(index), (*json_)[index]); }
  std::string text() const;  // "" after an error
  bool boolean() const;
  double number(const NumberRange& range = {}) const;
  std::uint32_t whole(std::uint32_t least, std::uint32_t most) const;
  void wrong_type(std::string_view expected) const;

  const Json& json() const { return *json_; }
  const std::string& pointer() const { return pointer_; }
  std::size_t offset() const;         // offset in the text, if the document has positions
  std::string_view written() const {  // empty if the document has no positions
    return errors_->places() == nullptr ? std::string_view() : errors_->places()->written(*json_);
  }
  std::size_t error_count() const {
    return errors_->all().size();
  }  // number of errors in the document so
     // far

 private:
  JsonSpot at(std::string_view key, const Json& value) const;

  const Json* json_;
  std::string pointer_;
  JsonErrors* errors_;
};

// Parses a document, which may contain comments. Returns nothing after an error; every duplicate key is an
// error. The errors have offsets and lines even without JsonErrors::use.
std::optional<Json> parse_json(std::string_view text, JsonErrors& errors);

}  // namespace skelter::compile
