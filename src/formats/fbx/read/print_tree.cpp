// Prints the records of a file as text.

#include <fmt/format.h>

#include <algorithm>

#include "core/internal/memory_budget.h"
#include "formats/fbx/records/records.h"
#include "skelter/formats/fbx/read.h"
#include "system/internal/text.h"

namespace skelter {
namespace {

using fbx::RecordTree;
using fbx::Value;

std::string shown_value(const RecordTree& tree, const Value& value) {
  if (value.code == 'R') return fmt::format("<{} bytes>", value.size);
  if (fbx::is_text(value)) {
    const std::string_view text = tree.text_of(value);
    return fmt::format("\"{}\"", printable(text.substr(0, 200)));
  }
  if (fbx::is_integer(value)) return std::to_string(fbx::integer_of(value));
  if (fbx::is_number(value)) return fmt::format("{}", fbx::number_of(value));
  return "?";
}

}  // namespace

Result<std::string> print_fbx_tree(ByteSpan bytes, const std::string& file, const ReadOptions& options,
                                   std::size_t longest_list) {
  MemoryBudget budget(options.limits, bytes.size());
  Diagnostics diagnostics;
  const auto tree = fbx::read_records(bytes, file, budget, diagnostics);
  if (!tree) return tree.error();
  const fbx::ListReader lists{*tree, budget, diagnostics};
  std::string out;
  std::vector<std::uint32_t> open;  // ends of the enclosing records
  for (std::uint32_t r = 1; r < tree->records.size(); ++r) {
    while (!open.empty() && open.back() <= r) open.pop_back();
    const fbx::Record& record = tree->records[r];
    out.append(2 * open.size(), ' ');
    out += printable(record.name);
    std::string separator = ": ";
    const auto add = [&](std::string text) {
      out += separator + text;
      separator = ", ";
    };
    const auto values = tree->values_of(r);
    if (std::any_of(values.begin(), values.end(), fbx::is_array)) {
      std::vector<double> numbers;
      const auto read = lists.read(r, numbers);
      if (!read) return read.error();
      for (std::size_t i = 0; i < std::min(numbers.size(), longest_list); ++i)
        add(fmt::format("{}", numbers[i]));
      if (numbers.size() > longest_list) add(fmt::format("... {} in all", numbers.size()));
      budget.give_back(numbers.capacity() * sizeof(double));
    } else {
      for (std::size_t i = 0; i < std::min(values.size(), longest_list); ++i)
        add(shown_value(*tree, values[i]));
      if (values.size() > longest_list) add(fmt::format("... {} in all", values.size()));
    }
    out += "\n";
    if (record.subtree_end > r + 1) open.push_back(record.subtree_end);
  }
  return out;
}

}  // namespace skelter
