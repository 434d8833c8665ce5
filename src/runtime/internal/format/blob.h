#pragma once
// Blobs: flat, relocatable data. A blob is a plain header structure at offset 0, followed by arrays that the
// header references by offset and count. `compile` writes blobs and packs store them. The views of this
// module (Skeleton, Clip, ...) point into them without copying, after BlobReader has checked every reference.
// Little-endian; blobs start at a multiple of kBlobAlignment in memory and in files.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>

#include "skelter/core/aligned_bytes.h"
#include "skelter/core/bytes.h"
#include "skelter/core/status.h"

namespace skelter {

// Reference from a header to an array of the same blob: byte offset from the blob's start, and element count.
struct BlobArray {
  std::uint32_t offset = 0;
  std::uint32_t count = 0;
};

// Reads a blob, keeps the first problem, and returns empty spans after that.
class BlobReader {
 public:
  explicit BlobReader(ByteSpan blob) : blob_(blob) {
    if (reinterpret_cast<std::uintptr_t>(blob.data()) % kBlobAlignment != 0)
      refuse("data is not aligned to 64 bytes", Status::invalid_argument);
  }

  // Copies the header; zeros if the blob is too short.
  template <class Header>
  Header header() {
    static_assert(std::is_trivially_copyable_v<Header>);
    Header h{};
    if (!problem_.ok()) return h;
    if (blob_.size() < sizeof(Header)) {
      refuse("data ends inside its header");
      return h;
    }
    std::memcpy(&h, blob_.data(), sizeof(Header));
    return h;
  }

  // The array inside the blob. Fails for an offset that is not aligned for T, and for an array that passes
  // the end.
  template <class T>
  std::span<const T> array(BlobArray reference) {
    static_assert(std::is_trivially_copyable_v<T>);
    if (!problem_.ok() || reference.count == 0) return {};
    const std::uint64_t end = std::uint64_t{reference.offset} + std::uint64_t{reference.count} * sizeof(T);
    if (end > blob_.size()) refuse("an array runs past the end of its data");
    if (reference.offset % alignof(T) != 0) refuse("an array is not aligned");
    if (!problem_.ok()) return {};
    return {reinterpret_cast<const T*>(blob_.data() + reference.offset), reference.count};
  }

  // Records the problem if `condition` is the first that fails; returns `condition`.
  bool require(bool condition, const char* what) {
    if (!condition) refuse(what);
    return condition;
  }

  bool ok() const { return problem_.ok(); }
  const Problem& problem() const { return problem_; }

 private:
  void refuse(const char* what, Status status = Status::bad_data) {
    if (problem_.ok()) problem_ = {status, what};
  }

  ByteSpan blob_;
  Problem problem_;
};

}  // namespace skelter
