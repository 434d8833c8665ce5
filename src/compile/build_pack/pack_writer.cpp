#include "compile/build_pack/internal/pack_writer.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "runtime/internal/format/pack_header.h"
#include "runtime/pack/internal/checksum.h"

namespace skelter {
namespace {

std::size_t aligned(std::size_t offset) {
  return (offset + kBlobAlignment - 1) / kBlobAlignment * kBlobAlignment;
}

// Returns a recent earlier mesh section that has the same bytes, or kNone. The two sections can share them.
std::size_t shared_with(std::span<const PackSection> sections, std::size_t index) {
  if (sections[index].kind != SectionKind::mesh || sections[index].bytes.empty()) return kNone;
  for (std::size_t i = index; i-- > index - std::min<std::size_t>(index, kMeshSharedWithin);)
    if (sections[i].kind == SectionKind::mesh && sections[i].bytes.data() == sections[index].bytes.data() &&
        sections[i].bytes.size() == sections[index].bytes.size())
      return i;
  return kNone;
}

// Assigns the offsets of all names and sections. Returns the total size.
std::size_t lay_out(std::span<const PackSection> sections, std::vector<PackEntry>& entries) {
  std::size_t end = sizeof(PackHeader) + sections.size() * sizeof(PackEntry);
  for (std::size_t i = 0; i < sections.size(); ++i) {
    entries[i].kind = static_cast<std::uint32_t>(sections[i].kind);
    entries[i].name = end;
    entries[i].name_size = static_cast<std::uint32_t>(sections[i].name.size());
    end += sections[i].name.size();
  }
  for (std::size_t i = 0; i < sections.size(); ++i) {
    entries[i].size = sections[i].bytes.size();
    if (const std::size_t shared = shared_with(sections, i); shared != kNone) {
      entries[i].offset = entries[shared].offset;
      continue;
    }
    entries[i].offset = aligned(end);
    end = aligned(end) + sections[i].bytes.size();
  }
  return end;
}

void put(std::vector<std::byte>& pack, std::uint64_t offset, ByteSpan bytes) {
  std::copy(bytes.begin(), bytes.end(), pack.begin() + static_cast<std::ptrdiff_t>(offset));
}

}  // namespace

AlignedBytes write_pack(std::span<const PackSection> sections) {
  std::vector<PackEntry> entries(sections.size());
  std::vector<std::byte> pack(lay_out(sections, entries));
  put(pack, sizeof(PackHeader), std::as_bytes(std::span(entries)));
  for (std::size_t i = 0; i < sections.size(); ++i) {
    put(pack, entries[i].name, std::as_bytes(std::span(sections[i].name)));
    if (shared_with(sections, i) == kNone) put(pack, entries[i].offset, sections[i].bytes);
  }
  PackHeader header;
  std::memcpy(header.magic, kPackMagic, sizeof(kPackMagic));
  header.byte_order = kPackByteOrder;
  header.version = kPackVersion;
  header.size = pack.size();
  header.section_count = static_cast<std::uint32_t>(sections.size());
  put(pack, 0, std::as_bytes(std::span(&header, 1)));
  header.checksum = pack_checksum(ByteSpan(pack).subspan(kPackChecksumBegin));
  put(pack, 0, std::as_bytes(std::span(&header, 1)));
  AlignedBytes bytes(pack.size());
  std::copy(pack.begin(), pack.end(), bytes.data());
  return bytes;
}

}  // namespace skelter
