#pragma once
// Reads the data of one object into the words of the tree, following the layout of its template.

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <vector>

#include "core/internal/memory_budget.h"
#include "formats/x/bytes/value.h"
#include "formats/x/tokens/token.h"
#include "formats/x/tokens/word_sink.h"
#include "formats/x/tree/template_table.h"
#include "system/internal/text.h"

namespace skelter::x {

template <class Lexer>
class DataReader {
 public:
  DataReader(Lexer& lexer, const TemplateTable& templates, XTree& tree, MemoryBudget& budget,
             CodePage code_page)
      : lexer_(lexer),
        templates_(templates),
        tree_(tree),
        budget_(budget),
        sink_(tree.words, budget),
        code_page_(code_page) {}

  WordSink& sink() { return sink_; }
  const Error& problem() const { return problem_; }

  // Returns false on error; see problem().
  bool read(std::uint32_t type) {
    used_registers_ = 0;
    return read_layout(templates_.layout(type));
  }

 private:
  bool lexer_failed() {
    problem_ = lexer_.problem();
    return false;
  }
  bool out_of_memory() {
    problem_ = {Status::limit_exceeded, "x.memory-limit",
                fmt::format("reading needs more than the limit of {} bytes", budget_.limit()),
                at_byte(lexer_.offset())};
    return false;
  }

  // Compares counts with what the rest of the file can hold before anything is allocated for them.
  bool fits(std::uint64_t scalars, bool counted) {
    if (capped_product(scalars, Lexer::kMinScalarBytes) <= lexer_.bytes_left()) return true;
    if (counted)
      problem_ = {Status::bad_data, "x.count-too-large",
                  fmt::format("the count requires {} values; the {} bytes left in the file cannot hold them",
                              scalars, lexer_.bytes_left()),
                  at_byte(lexer_.offset())};
    else
      problem_ = {Status::bad_data, "x.end-of-file", "the file ends inside the data of an object",
                  at_byte(lexer_.offset())};
    return false;
  }

  std::uint64_t count_of(const LayoutStep& step, std::size_t base) const {
    std::uint64_t count = step.literal;
    for (const std::uint32_t index : step.registers) count = capped_product(count, registers_[base + index]);
    return count;
  }

  bool read_scalars(XScalar scalar, bool tick, std::uint64_t count, bool counted) {
    if (!fits(count, counted)) return false;
    if (scalar == XScalar::string) return read_strings(count);
    const std::uint64_t words = count * words_per_scalar(scalar);
    std::uint32_t* const out = sink_.make_room(words);
    if (out == nullptr) return out_of_memory();
    const bool one = scalar == XScalar::dword && count == 1;
    if (!(one ? lexer_.read_dword(tick, out) : lexer_.read(scalar, tick, count, out))) return lexer_failed();
    sink_.advance(words);
    return true;
  }

  bool read_strings(std::uint64_t count) {
    for (; count != 0; --count) {
      std::string_view content;
      if (!lexer_.read_string(content)) return lexer_failed();
      std::uint32_t* const out = sink_.make_room(1);
      if (out == nullptr || !budget_.take(2 * sizeof(std::string) + 3 * content.size()))
        return out_of_memory();
      *out = static_cast<std::uint32_t>(tree_.strings.size());
      sink_.advance(1);
      tree_.strings.push_back(to_utf8(content, code_page_));
    }
    return true;
  }

  bool read_size(std::uint32_t& size) {
    std::uint32_t* const out = sink_.make_room(1);
    if (out == nullptr) return out_of_memory();
    if (!lexer_.read_dword(false, out)) return lexer_failed();
    size = *out;
    sink_.advance(1);
    return true;
  }

  bool read_layout(const Layout& layout) {
    const std::size_t base = used_registers_;
    used_registers_ += layout.registers;
    if (used_registers_ > registers_.size()) registers_.resize(used_registers_);
    for (const LayoutStep& step : layout.steps)
      if (!read_step(step, base)) return false;
    used_registers_ = base;
    return true;
  }

  bool read_step(const LayoutStep& step, std::size_t base) {
    const bool counted = !step.registers.empty();
    switch (step.kind) {
      case LayoutStep::Kind::scalars:
        return read_scalars(step.scalar, step.tick, count_of(step, base), counted);
      case LayoutStep::Kind::size:
        return read_size(registers_[base + step.store]);
      case LayoutStep::Kind::sized_scalars:
        return read_size(registers_[base + step.store]) &&
               read_scalars(step.scalar, false, count_of(step, base), true);
      case LayoutStep::Kind::structs:
        break;
    }
    const Layout& nested = templates_.layout(step.nested);
    const std::uint64_t count = count_of(step, base);
    if (!fits(capped_product(count, nested.min_scalars), counted)) return false;
    for (std::uint64_t i = 0; i < count; ++i)
      if (!read_layout(nested)) return false;
    return true;
  }

  Lexer& lexer_;
  const TemplateTable& templates_;
  XTree& tree_;
  MemoryBudget& budget_;
  WordSink sink_;
  CodePage code_page_;
  Error problem_;
  std::vector<std::uint32_t> registers_;  // a stack: one frame per layout being read
  std::size_t used_registers_ = 0;
};

}  // namespace skelter::x
