#pragma once
// Pack: a pack that owns its bytes, wherever they came from: a file that was read, a download, an archive of
// the game. PackView is for those who keep the bytes themselves.
//
//   Pack pack;
//   Problem problem = Pack::open(std::move(bytes), pack);
//   if (!problem.ok()) puts(problem.what);
//   pack.view().skeleton();

#include <cstddef>
#include <vector>

#include "skelter/core/aligned_bytes.h"
#include "skelter/runtime/pack_view.h"

namespace skelter {

// Moving keeps the bytes where they are, so that views into them stay good. One that was not opened, or was
// moved from, has no sections.
class Pack {
 public:
  Pack() = default;
  Pack(Pack&& other) noexcept { *this = std::move(other); }
  Pack& operator=(Pack&& other) noexcept;

  // Takes or copies the bytes, then checks all of them as PackView::open does; but bytes may start anywhere:
  // those that do not start at a multiple of kBlobAlignment are copied, once. On a problem `out` is left as
  // it was.
  [[nodiscard]] static Problem open(AlignedBytes&& bytes, Pack& out);  // no copy
  [[nodiscard]] static Problem open(std::vector<std::byte>&& bytes,
                                    Pack& out);                  // no copy where it starts well
  [[nodiscard]] static Problem open(ByteSpan bytes, Pack& out);  // always a copy

  const PackView& view() const { return view_; }
  ByteSpan bytes() const { return aligned_.size() != 0 ? aligned_.span() : ByteSpan(taken_); }

 private:
  AlignedBytes aligned_;
  std::vector<std::byte> taken_;  // one of the two holds the bytes
  PackView view_;
};

}  // namespace skelter
