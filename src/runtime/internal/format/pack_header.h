#pragma once
// The beginning of a pack: the header, one PackEntry per section, all names one after another, then the
// sections in the order of their entries, each at a multiple of kBlobAlignment. All bytes between them are
// zero. A mesh may share the bytes of one of the kMeshSharedWithin sections before it.

#include <cstddef>
#include <cstdint>

#include "skelter/runtime/pack_view.h"

namespace skelter {

struct PackHeader {
  char magic[8] = {};            // kPackMagic
  std::uint32_t byte_order = 0;  // kPackByteOrder, in the byte order of the machine that wrote the pack
  std::uint32_t version = 0;     // kPackVersion
  std::uint64_t size = 0;        // bytes of the whole pack
  std::uint64_t checksum = 0;    // pack_checksum of all bytes after this number
  std::uint32_t section_count = 0;
  std::uint32_t reserved[7] = {};  // zero
};
struct PackEntry {
  std::uint32_t kind = 0;       // SectionKind
  std::uint32_t name_size = 0;  // bytes; UTF-8, not terminated
  std::uint64_t name = 0;       // offsets from the start of the pack
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
};
inline constexpr std::uint32_t kMeshSharedWithin = 256;
inline constexpr std::uint32_t kPackByteOrder = 0x01020304;
inline constexpr std::size_t kPackChecksumBegin = offsetof(PackHeader, checksum) + sizeof(std::uint64_t);

}  // namespace skelter
