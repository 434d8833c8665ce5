#include "skelter/runtime/pack_view.h"

#include <cstdint>
#include <utility>

namespace skelter {

Pack& Pack::operator=(Pack&& other) noexcept {
  aligned_ = std::move(other.aligned_);
  taken_ = std::exchange(other.taken_, {});
  view_ = std::exchange(other.view_, {});
  return *this;
}

Problem Pack::open(AlignedBytes&& bytes, Pack& out) {
  PackView view;
  if (const Problem problem = PackView::open(bytes.span(), view); !problem.ok()) return problem;
  out.aligned_ = std::move(bytes);
  out.taken_ = {};
  out.view_ = view;
  return {};
}

Problem Pack::open(std::vector<std::byte>&& bytes, Pack& out) {
  if (reinterpret_cast<std::uintptr_t>(bytes.data()) % kBlobAlignment != 0) return open(ByteSpan(bytes), out);
  PackView view;
  if (const Problem problem = PackView::open(bytes, view); !problem.ok()) return problem;
  out.aligned_ = AlignedBytes();
  out.taken_ = std::move(bytes);
  out.view_ = view;
  return {};
}

Problem Pack::open(ByteSpan bytes, Pack& out) {
  return open(AlignedBytes::copy_of(bytes), out);
}

}  // namespace skelter
