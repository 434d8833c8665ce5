#pragma once
// PackView: opens a pack (`.skelter`) in memory. It checks everything once: header, version, byte order,
// size, checksum, section table, and the counts, indices and numbers of every section. After that the views
// point into the bytes and no later code checks them. Layout: docs/pack-format.md.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "skelter/core/aligned_bytes.h"
#include "skelter/core/bytes.h"
#include "skelter/core/status.h"
#include "skelter/math/vec.h"
#include "skelter/runtime/pack_scene.h"
#include "skelter/runtime/skeleton.h"
#include "skelter/runtime/skin.h"

namespace skelter {

inline constexpr std::uint32_t kPackVersion = 6;
inline constexpr char kPackMagic[8] = {'S', 'K', 'E', 'L', 'T', 'E', 'R', '\0'};  // the first bytes of a pack

enum class SectionKind : std::uint32_t {
  skeleton = 1,
  clip = 2,         // playing form
  stored_clip = 3,  // needs decode_clip
  skin = 4,
  mesh = 5,       // SkinnedMesh; uses the last skin section before it
  materials = 6,  // PackLook: at most one
  images = 7,     // a complete image file; section i is PackLook::images[i]
  scene = 8,      // PackScene: at most one
  origin = 9,     // three doubles, not all 0: at most one
  graph = 10,     // an animation graph; checked by CharacterData, not here
};

struct PackSection {
  SectionKind kind = SectionKind::scene;
  std::string_view name;
  ByteSpan bytes;  // aligned to kBlobAlignment
};

// Whether the bytes are a pack of an older version. PackView::open rejects it; it must be compiled again.
bool is_older_pack(ByteSpan bytes);

// One skeleton per pack; skins and clips are checked against it, meshes against their skins. An unopened view
// has no sections.
class PackView {
 public:
  // `bytes` must stay alive and unchanged while the view is used, and start at a multiple of kBlobAlignment.
  // On a problem `out` is unchanged.
  static Problem open(ByteSpan bytes, PackView& out);

  std::uint32_t version() const { return version_; }
  const Skeleton& skeleton() const { return skeleton_; }
  // Origin of model space in the source's world: 0, except for a model so far away that float precision is
  // too coarse there. The skeleton, the clips and their bounds are then relative to this origin. To restore
  // the position, add it in double: world = model + origin.
  const Vec3d& origin() const { return origin_; }
  std::uint32_t section_count() const { return section_count_; }
  PackSection section(std::uint32_t index) const;  // precondition: index < section_count()
  // Section `index` of that kind; sections of a kind keep the scene's order. If there is none, returns kind
  // `scene` with empty bytes.
  PackSection find(SectionKind kind, std::uint32_t index) const;
  std::uint32_t count(SectionKind kind) const;
  // The skin of a mesh: the last skin section before it. Precondition: that section is a mesh.
  PackSection skin_of(std::uint32_t mesh_section) const;
  const PackLook& look() const { return look_; }     // empty if the pack has no materials section
  const PackScene& scene() const { return scene_; }  // empty if the pack has no scene section

 private:
  ByteSpan bytes_;
  Skeleton skeleton_;
  PackLook look_;
  PackScene scene_;
  Vec3d origin_;
  std::uint32_t version_ = kPackVersion;
  std::uint32_t section_count_ = 0;
};

// Pack: a pack that owns its bytes, from a file, a download or an archive of the game. With PackView the
// caller owns the bytes.
//
//   Pack pack;
//   Problem problem = Pack::open(std::move(bytes), pack);
//   if (!problem.ok()) puts(problem.what);
//   pack.view().skeleton();

// Moving keeps the address of the bytes, so views into them stay valid. An unopened or moved-from pack has no
// sections.
class Pack {
 public:
  Pack() = default;
  Pack(Pack&& other) noexcept { *this = std::move(other); }
  Pack& operator=(Pack&& other) noexcept;

  // Takes ownership of the bytes and checks them like PackView::open. They may start at any address: bytes
  // that do not start at a multiple of kBlobAlignment are copied once. On a problem `out` is unchanged.
  [[nodiscard]] static Problem open(AlignedBytes&& bytes, Pack& out);  // no copy
  [[nodiscard]] static Problem open(std::vector<std::byte>&& bytes,
                                    Pack& out);                  // no copy if aligned
  [[nodiscard]] static Problem open(ByteSpan bytes, Pack& out);  // always a copy

  bool is_open() const { return view_.section_count() != 0; }  // false: never opened, or moved from
  const PackView& view() const { return view_; }
  ByteSpan bytes() const { return aligned_.size() != 0 ? aligned_.span() : ByteSpan(taken_); }

 private:
  AlignedBytes aligned_;
  std::vector<std::byte> taken_;  // holds the bytes if aligned_ is empty
  PackView view_;
};

}  // namespace skelter
