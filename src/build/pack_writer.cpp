#include "skelter/build/pack_writer.h"

#include <cstring>
#include <vector>

#include "skelter/runtime/checksum.h"

namespace skelter {
namespace {

std::size_t aligned(std::size_t offset) {
  return (offset + kBlobAlignment - 1) / kBlobAlignment * kBlobAlignment;
}

// The places of all names and sections; returns the size of the whole.
std::size_t lay_out(std::span<const PackSection> sections, std::vector<PackEntry>& entries) {
  std::size_t end = sizeof(PackHeader) + sections.size() * sizeof(PackEntry);
  for (std::size_t i = 0; i < sections.size(); ++i) {
    entries[i].kind = static_cast<std::uint32_t>(sections[i].kind);
    entries[i].name = end;
    entries[i].name_size = static_cast<std::uint32_t>(sections[i].name.size());
    end += sections[i].name.size();
  }
  for (std::size_t i = 0; i < sections.size(); ++i) {
    entries[i].offset = aligned(end);
    entries[i].size = sections[i].bytes.size();
    end = aligned(end) + sections[i].bytes.size();
  }
  return end;
}

void copy(std::byte* to, const void* from, std::size_t size) {
  if (size != 0) std::memcpy(to, from, size);  // memcpy of nothing still wants addresses
}

}  // namespace

AlignedBytes write_pack(std::span<const PackSection> sections) {
  std::vector<PackEntry> entries(sections.size());
  AlignedBytes pack(lay_out(sections, entries));
  copy(pack.data() + sizeof(PackHeader), entries.data(), entries.size() * sizeof(PackEntry));
  for (std::size_t i = 0; i < sections.size(); ++i) {
    copy(pack.data() + entries[i].name, sections[i].name.data(), sections[i].name.size());
    copy(pack.data() + entries[i].offset, sections[i].bytes.data(), sections[i].bytes.size());
  }
  PackHeader header;
  std::memcpy(header.magic, kPackMagic, sizeof(kPackMagic));
  header.byte_order = kPackByteOrder;
  header.version = kPackVersion;
  header.size = pack.size();
  header.section_count = static_cast<std::uint32_t>(sections.size());
  std::memcpy(pack.data(), &header, sizeof(header));
  header.checksum = checksum64(pack.span().subspan(kPackChecksumBegin));
  std::memcpy(pack.data(), &header, sizeof(header));
  return pack;
}

}  // namespace skelter
