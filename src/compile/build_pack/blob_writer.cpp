#include "compile/build_pack/internal/blob_writer.h"

#include "runtime/internal/format/blob.h"

namespace skelter {

BlobArray BlobWriter::append(const void* data, std::size_t size, std::uint32_t count) {
  const std::size_t offset = (bytes_.size() + kBlobAlignment - 1) / kBlobAlignment * kBlobAlignment;
  bytes_.resize(offset + size);
  std::memcpy(bytes_.data() + offset, data, size);
  return {static_cast<std::uint32_t>(offset), count};
}

}  // namespace skelter
