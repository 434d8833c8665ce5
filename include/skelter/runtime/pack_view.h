#pragma once
// PackView: opens a pack (`.skelter`) in memory. Everything is checked once: header, version, byte order,
// size, checksum, section table, and every section's own counts, indices and numbers; after that the views
// point into the bytes and later code checks nothing. Layout: docs/pack-format.md.

#include <cstdint>
#include <span>
#include <string_view>

#include "skelter/core/bytes.h"
#include "skelter/runtime/blob.h"
#include "skelter/runtime/clip.h"
#include "skelter/runtime/skeleton.h"
#include "skelter/runtime/skin.h"

namespace skelter {

inline constexpr std::uint32_t kPackVersion = 1;

enum class SectionKind : std::uint32_t {
  skeleton = 1,
  clip = 2,         // hot form
  stored_clip = 3,  // needs decode_clip
  skin = 4,
  mesh = 5,       // SkinnedMesh
  materials = 6,  // opaque here; render reads it
  images = 7,     // opaque here
  info = 8,       // UTF-8 JSON for tools: source file, settings
};

struct PackSection {
  SectionKind kind = SectionKind::info;
  std::string_view name;
  ByteSpan bytes;  // aligned to kBlobAlignment
};

// What is wrong with a pack, and where in it.
struct PackProblem {
  Status status = Status::ok;
  const char* what = "";               // static text
  std::uint32_t section = 0xFFFFFFFF;  // index, or none
  bool ok() const { return status == Status::ok; }
};

// One skeleton per pack; skins and clips are checked against it.
class PackView {
 public:
  // `bytes` must stay alive and unchanged while the view is used, and start at a multiple of kBlobAlignment.
  static PackProblem open(ByteSpan bytes, PackView& out);

  const Skeleton& skeleton() const { return skeleton_; }
  std::uint32_t section_count() const { return section_count_; }
  PackSection section(std::uint32_t index) const;
  // The index-th section of that kind; sections of a kind keep the order of the scene. Kind `info` with empty
  // bytes when there is none.
  PackSection find(SectionKind kind, std::uint32_t index) const;
  std::uint32_t count(SectionKind kind) const;

 private:
  ByteSpan bytes_;
  Skeleton skeleton_;
  std::uint32_t section_count_ = 0;
};

}  // namespace skelter
