#pragma once
// JsonSpot: a value of a JSON document together with its pointer, for errors that say where. Reading goes on
// after an error, with defaults; the first error is the one that counts. Configurations and saved views are
// read with it. glTF has a reader of its own (formats/gltf/container): its files are large and hostile, so
// that it counts memory and builds no tree.

#include <fmt/format.h>

#include <cstdint>
#include <initializer_list>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "skelter/core/error.h"

namespace skelter::compile {

using Json = nlohmann::ordered_json;

// Keeps the first error of a document, under one code (static text).
class JsonErrors {
 public:
  JsonErrors(std::string file, std::string_view code) : file_(std::move(file)), code_(code) {}
  void add(const std::string& pointer, std::string message, std::uint32_t line = 0);
  bool empty() const { return !first_.has_value(); }
  const Error& first() const { return *first_; }

 private:
  std::string file_;
  std::string_view code_;
  std::optional<Error> first_;
};

// Both ends are allowed, unless it is open.
struct NumberRange {
  static constexpr double kAny = std::numeric_limits<double>::max();
  double least = -kAny, most = kAny;
  bool open = false;
};

class JsonSpot {
 public:
  JsonSpot(const Json& json, std::string pointer, JsonErrors& errors)
      : json_(&json), pointer_(std::move(pointer)), errors_(&errors) {}

  void fail(std::string message) const { errors_->add(pointer_, std::move(message)); }

  // An object with keys of this list only; else an error that names them, and false.
  bool is_object(std::initializer_list<std::string_view> keys) const;
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
  std::string text() const;  // "" after an error
  bool boolean() const;
  double number(const NumberRange& range = {}) const;
  std::uint32_t whole(std::uint32_t least, std::uint32_t most) const;

 private:
  JsonSpot at(std::string_view key, const Json& value) const;
  void wrong_type(std::string_view expected) const;

  const Json* json_;
  std::string pointer_;
  JsonErrors* errors_;
};

// The document, comments allowed, or nothing and the error with its line.
std::optional<Json> parse_json(std::string_view text, JsonErrors& errors);

}  // namespace skelter::compile
