#pragma once
// Writes a JSON document in order. Numbers have the shortest form that round-trips. raw() copies text that is
// already JSON.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "formats/gltf/container/json_tree.h"

namespace skelter::gltf {

class JsonText {
 public:
  // `indented`: one line per member of an object and per object in a list; otherwise no white space.
  explicit JsonText(bool indented) : indented_(indented) {}

  void begin_object() { open('{', false); }
  void end_object() { close('}'); }
  // `in_line`: all elements are on one line.
  void begin_array(bool in_line = false) { open('[', in_line); }
  void end_array() { close(']'); }
  void key(std::string_view name);

  void text(std::string_view value) { raw(json_quoted(value)); }
  void number(float value);
  void integer(std::uint64_t value) { raw(std::to_string(value)); }
  void boolean(bool value) { raw(value ? "true" : "false"); }
  void raw(std::string_view json);  // a whole JSON value

  // Members of an object.
  void member(std::string_view name, std::string_view value) { key(name), text(value); }
  void member(std::string_view name, const char* value) { key(name), text(value); }
  void member(std::string_view name, float value) { key(name), number(value); }
  void member(std::string_view name, std::uint32_t value) { key(name), integer(value); }
  void member(std::string_view name, std::uint64_t value) { key(name), integer(value); }
  void member(std::string_view name, bool value) { key(name), boolean(value); }
  void numbers(std::string_view name, const float* values, std::size_t count);

  // Writes a list of objects and calls fill(thing) for each. Omits the member if the list is empty.
  template <class Things, class Fill>
  void objects(std::string_view name, const Things& things, Fill fill) {
    if (things.empty()) return;
    key(name);
    begin_array();
    for (const auto& thing : things) {
      begin_object();
      fill(thing);
      end_object();
    }
    end_array();
  }

  std::string take() { return std::move(out_); }

 private:
  struct Level {
    bool in_line = false;
    bool empty = true;
  };
  void open(char bracket, bool in_line);
  void close(char bracket);
  void before_value();
  void new_line();

  bool indented_;
  bool after_key_ = false;
  std::vector<Level> levels_;
  std::string out_;
};

}  // namespace skelter::gltf
