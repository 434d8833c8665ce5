#include "formats/x/tree/layout.h"

#include <algorithm>

#include "formats/x/bytes/characters.h"

namespace skelter::x {
namespace {

// Returns the step if the layout is one fixed run of one scalar type, as for Vector, Matrix4x4 and Boolean2d;
// otherwise null.
const LayoutStep* uniform_run(const Layout& layout) {
  if (layout.steps.size() != 1) return nullptr;
  const LayoutStep& step = layout.steps[0];
  return step.kind == LayoutStep::Kind::scalars && step.registers.empty() && !step.tick ? &step : nullptr;
}

class Compiler {
 public:
  Compiler(const XTemplate& declared, const std::vector<Layout>& layouts)
      : declared_(declared), layouts_(layouts) {
    register_of_.assign(declared.members.size(), kNone);
    for (const XMember& member : declared.members)
      for (const XDimension& dimension : member.dimensions)
        if (dimension.member && register_of_[*dimension.member] == kNone)
          register_of_[*dimension.member] = layout_.registers++;
  }

  Layout compile() {
    for (std::size_t i = 0; i < declared_.members.size(); ++i) add_member(i);
    return std::move(layout_);
  }

 private:
  void add_member(std::size_t index) {
    const XMember& member = declared_.members[index];
    LayoutStep step;
    for (const XDimension& dimension : member.dimensions) {
      if (dimension.member)
        step.registers.push_back(register_of_[*dimension.member]);
      else
        step.literal = capped_product(step.literal, dimension.literal);
    }
    std::uint64_t scalars_each = 1;
    if (member.nested) {
      const Layout& inner = layouts_[*member.nested];
      layout_.depth = std::max(layout_.depth, inner.depth + 1);
      scalars_each = inner.min_scalars;
      if (inner.steps.empty()) return;
      if (const LayoutStep* run = uniform_run(inner)) {
        step.scalar = run->scalar;
        step.literal = capped_product(step.literal, run->literal);
        scalars_each = 1;
      } else if (member.dimensions.empty() && layout_.steps.size() + inner.steps.size() <= 16) {
        inline_steps(inner);
        return;
      } else {
        step.kind = LayoutStep::Kind::structs;
        step.nested = *member.nested;
      }
    } else if (register_of_[index] != kNone) {
      step.kind = LayoutStep::Kind::size;
      step.store = register_of_[index];
    } else {
      step.scalar = member.scalar;
    }
    if (step.registers.empty()) {
      const std::uint64_t more = capped_product(step.literal, scalars_each);
      if (more == 0) return;
      layout_.min_scalars = std::min(kCountCap, layout_.min_scalars + more);
    } else if (step.literal == 0 || scalars_each == 0) {
      return;
    }
    // Only TimedFloatKeys has a time that is declared as an integer but written with a fraction.
    step.tick = declared_.standard && equal_ignoring_case(declared_.name, "TimedFloatKeys") && index == 0;
    append(std::move(step));
  }

  void inline_steps(const Layout& inner) {
    for (LayoutStep step : inner.steps) {
      step.store += layout_.registers;
      for (std::uint32_t& index : step.registers) index += layout_.registers;
      append(std::move(step));
    }
    layout_.registers += inner.registers;
    layout_.min_scalars = std::min(kCountCap, layout_.min_scalars + inner.min_scalars);
  }

  // Appends a step. Merges runs of the same scalar, and merges a size with the array right after it.
  void append(LayoutStep step) {
    if (!layout_.steps.empty() && step.kind == LayoutStep::Kind::scalars && !step.tick) {
      LayoutStep& last = layout_.steps.back();
      if (last.kind == LayoutStep::Kind::scalars && !last.tick && last.scalar == step.scalar &&
          last.registers.empty() && step.registers.empty()) {
        last.literal = std::min(kCountCap, last.literal + step.literal);
        return;
      }
      if (last.kind == LayoutStep::Kind::size && step.registers == std::vector<std::uint32_t>{last.store}) {
        const std::uint32_t store = last.store;
        last = std::move(step);
        last.kind = LayoutStep::Kind::sized_scalars;
        last.store = store;
        return;
      }
    }
    layout_.steps.push_back(std::move(step));
  }

  const XTemplate& declared_;
  const std::vector<Layout>& layouts_;
  std::vector<std::uint32_t> register_of_;  // indexed by member
  Layout layout_;
};

}  // namespace

Layout compile_layout(const XTemplate& declared, const std::vector<Layout>& layouts) {
  return Compiler(declared, layouts).compile();
}

}  // namespace skelter::x
