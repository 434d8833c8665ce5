#pragma once
// Compiles the text of a transition's condition to operations on a stack of truth values (GraphOp). Every
// error is reported at the position of the wrong word.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "compile/json/internal/json_spot.h"
#include "play/internal/format/graph_records.h"

namespace skelter::compile {

// The names that a condition may use, and functions that store its numbers and names.
struct ConditionNames {
  struct Parameter {
    std::uint16_t index = 0;
    GraphParameterType type = GraphParameterType::number;
  };
  std::function<std::optional<Parameter>(std::string_view)> parameter;
  std::function<bool(std::string_view)> is_unread;            // whether the parameter's definition has an
                                                              // error
  std::function<std::vector<std::string_view>()> parameters;  // for messages
  std::function<std::uint16_t(double)> constant;
  std::function<std::uint16_t(std::string_view)> event;
};

// A word that is checked later, when motions and states are known.
struct ConditionWord {
  enum Kind : std::uint8_t { done, left, passed, in, event };
  Kind kind = done;
  std::uint32_t op = 0;   // in: index of the operation that receives the state
  std::size_t index = 0;  // byte offset of the word in the text
  std::string path;       // in: path of the state; event: its name
};

struct Condition {
  std::vector<GraphOp> ops;
  std::vector<ConditionWord> words;
};

// Returns nothing, and reports errors at `spot`, if the text is not a valid condition.
std::optional<Condition> parse_condition(const JsonSpot& spot, const ConditionNames& names);

// Whether the name is a reserved word of conditions, which parameters must not use.
bool is_condition_word(std::string_view name);

std::string_view type_name(GraphParameterType type);  // "a float", "an int", ...

}  // namespace skelter::compile
