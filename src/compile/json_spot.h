#pragma once
// JsonSpot: a value of a JSON document together with its pointer, for errors that say where. Reading goes on
// after an error, with defaults; the first error is the one that counts.

#include <fmt/format.h>

#include <initializer_list>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "skelter/core/error.h"

namespace skelter::compile {

using Json = nlohmann::ordered_json;

// Collects the first error of a document.
class JsonErrors {
 public:
  explicit JsonErrors(std::string file) : file_(std::move(file)) {}
  void add(const std::string& pointer, std::string message);
  bool empty() const { return !first_.has_value(); }
  const Error& first() const { return *first_; }

 private:
  std::string file_;
  std::optional<Error> first_;
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

  bool is_text() const { return json_->is_string(); }
  std::string text() const;  // "" after an error
  bool boolean() const;
  // A number from `least` to `most`, both allowed.
  double number(double least, double most) const;
  double positive() const;
  std::uint32_t whole(std::uint32_t least, std::uint32_t most) const;

 private:
  JsonSpot at(std::string_view key, const Json& value) const;
  void wrong_type(std::string_view expected) const;

  const Json* json_;
  std::string pointer_;
  JsonErrors* errors_;
};

// The document, comments allowed, or the error with its line.
std::optional<Json> parse_json(std::string_view text, const std::string& file, std::optional<Error>& error);

}  // namespace skelter::compile
