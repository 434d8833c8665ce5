#pragma once
// Compiles conditions of transitions from text to operations for a stack of truth values (GraphOp). Every
// error is reported at the word that is wrong.

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

// The names that a condition may use, and where it stores its numbers and names.
struct ConditionNames {
  struct Parameter {
    std::uint16_t index = 0;
    GraphParameterType type = GraphParameterType::number;
  };
  std::function<std::optional<Parameter>(std::string_view)> parameter;
  std::function<bool(std::string_view)> is_unread;            // a parameter with an error in its definition
  std::function<std::vector<std::string_view>()> parameters;  // for messages
  std::function<std::uint16_t(double)> constant;
  std::function<std::uint16_t(std::string_view)> event;
};

// A word that is checked later, once motions and states are known.
struct ConditionWord {
  enum Kind : std::uint8_t { done, left, passed, in, event };
  Kind kind = done;
  std::uint32_t op = 0;   // in: the operation that receives the state
  std::size_t index = 0;  // its byte in the text
  std::string path;       // in: path of the state; event: its name
};

struct Condition {
  std::vector<GraphOp> ops;
  std::vector<ConditionWord> words;
};

// Nothing, with errors at `spot`, if the text is not a valid condition.
std::optional<Condition> parse_condition(const JsonSpot& spot, const ConditionNames& names);

// Reserved words of conditions, which parameters must not use as names.
bool is_condition_word(std::string_view name);

std::string_view type_name(GraphParameterType type);  // "a float", "an int", ...

}  // namespace skelter::compile
