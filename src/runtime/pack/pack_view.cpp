#include "skelter/runtime/pack_view.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "runtime/internal/clip_codec/layout.h"
#include "runtime/internal/format/blob_headers.h"
#include "runtime/internal/format/pack_header.h"
#include "runtime/pack/checks.h"
#include "runtime/pack/internal/checksum.h"
#include "skelter/runtime/clip.h"
#include "skelter/runtime/skinned_mesh.h"

namespace skelter {
namespace {

static_assert(sizeof(PackHeader) == 64 && sizeof(PackEntry) == 32);

constexpr std::uint32_t swap_bytes(std::uint32_t value) {
  return (value >> 24) | ((value >> 8) & 0xFF00) | ((value << 8) & 0xFF0000) | (value << 24);
}

PackEntry entry_at(ByteSpan bytes, std::uint32_t index) {
  return load_le<PackEntry>(bytes, sizeof(PackHeader) + std::size_t{index} * sizeof(PackEntry));
}

// Whether the section is a mesh that shares its offset with one of the sections shortly before it.
// Precondition: the table was checked.
bool shares_a_mesh(ByteSpan bytes, std::uint32_t index) {
  const PackEntry entry = entry_at(bytes, index);
  if (entry.kind != static_cast<std::uint32_t>(SectionKind::mesh) || entry.size == 0) return false;
  for (std::uint32_t i = index; i-- > index - std::min(index, kMeshSharedWithin);) {
    const PackEntry other = entry_at(bytes, i);
    if (other.offset == entry.offset && other.size == entry.size && other.kind == entry.kind) return true;
  }
  return false;
}

// Precondition: begin <= end <= bytes.size().
bool all_zero(ByteSpan bytes, std::uint64_t begin, std::uint64_t end) {
  std::uint64_t seen = 0;
  std::uint64_t i = begin;
  for (; end - i >= sizeof seen; i += sizeof seen)
    seen |= load_le<std::uint64_t>(bytes, static_cast<std::size_t>(i));
  for (; i < end; ++i) seen |= std::to_integer<std::uint64_t>(bytes[static_cast<std::size_t>(i)]);
  return seen == 0;
}

// Checks that the bytes are a complete pack of a supported version.
Problem check_header(ByteSpan bytes) {
  const auto bad = [](const char* what) { return Problem{Status::bad_data, what}; };
  const auto foreign = [](const char* what) { return Problem{Status::unsupported, what}; };
  if (reinterpret_cast<std::uintptr_t>(bytes.data()) % kBlobAlignment != 0)
    return {Status::invalid_argument, "the pack is not aligned to 64 bytes in memory"};
  if (bytes.size() < sizeof(kPackMagic) || std::memcmp(bytes.data(), kPackMagic, sizeof(kPackMagic)) != 0)
    return bad("not a pack: it does not start with SKELTER");
  if (bytes.size() < sizeof(PackHeader)) return bad("the pack ends inside its header");
  const auto header = load_le<PackHeader>(bytes, 0);
  if (header.byte_order == swap_bytes(kPackByteOrder))
    return foreign("the pack is big-endian; expected little-endian");
  if (header.byte_order != kPackByteOrder) return bad("the byte order mark is damaged");
  if (header.version > kPackVersion)
    return foreign("the pack has a newer version than this program reads; expected version 6");
  if (header.version == 0) return bad("the pack has no version; expected version 6");
  if (header.version == 5)
    return foreign("the pack has version 5, and this program reads version 6: compile it again");
  if (header.version < kPackVersion)
    return foreign("the pack is older than the first release: compile it again; expected version 6");
  if (header.size > bytes.size()) return bad("the pack is cut off: it is shorter than its header says");
  if (header.size < bytes.size()) return bad("bytes follow the end of the pack");
  if (header.checksum != pack_checksum(bytes.subspan(kPackChecksumBegin)))
    return bad("the checksum does not match: the pack is damaged");
  for (const std::uint32_t reserved : header.reserved)
    if (reserved != 0) return bad("reserved fields of the header are not zero");
  return {};
}

// Walks the section table. Each section must come after its predecessor, so sections do not overlap, except
// for meshes that share their bytes.
class TableCheck {
 public:
  TableCheck(ByteSpan bytes, std::uint32_t section_count) : bytes_(bytes), section_count_(section_count) {}

  Problem run() {
    const std::uint64_t table_end = sizeof(PackHeader) + std::uint64_t{section_count_} * sizeof(PackEntry);
    if (!require(table_end <= bytes_.size(), "the section table runs past the end of the pack"))
      return problem_;
    end_ = table_end;
    for (std::uint32_t i = 0; i < section_count_ && problem_.ok(); ++i) check_name(i);
    for (std::uint32_t i = 0; i < section_count_ && problem_.ok(); ++i) check_place(i);
    section_ = kNone;
    if (problem_.ok())
      require(all_zero(bytes_, end_, bytes_.size()), "bytes after the sections are not zero");
    for (std::uint32_t i = 0; i < section_count_ && problem_.ok(); ++i) check_kind(i);
    section_ = kNone;
    require(section_count_ != 0, "the pack has no skeleton");
    return problem_;
  }

 private:
  // Names are stored without gaps, so each has only one possible offset.
  void check_name(std::uint32_t index) {
    const PackEntry entry = begin(index);
    if (require(entry.name == end_, "section names are not contiguous") &&
        require(entry.name_size <= bytes_.size() - end_, "a section name runs past the end of the pack"))
      end_ += entry.name_size;
  }

  void check_place(std::uint32_t index) {
    const PackEntry entry = begin(index);
    if (shares_a_mesh(bytes_, index)) return;
    if (!require(entry.offset % kBlobAlignment == 0, "a section is not aligned to 64 bytes") ||
        !require(entry.offset <= bytes_.size() && entry.size <= bytes_.size() - entry.offset,
                 "a section runs past the end of the pack") ||
        !require(entry.offset >= end_, "sections overlap or are out of order") ||
        !require(all_zero(bytes_, end_, entry.offset), "bytes between sections are not zero"))
      return;
    end_ = entry.offset + entry.size;
  }

  void check_kind(std::uint32_t index) {
    const PackEntry entry = begin(index);
    const auto skeleton = static_cast<std::uint32_t>(SectionKind::skeleton);
    const auto last = static_cast<std::uint32_t>(SectionKind::graph);
    if (require(entry.kind >= skeleton && entry.kind <= last, "a section has an unknown kind"))
      require((entry.kind == skeleton) == (index == 0),
              "the skeleton is not the first section, or not the only one");
  }

  PackEntry begin(std::uint32_t index) {
    section_ = index;
    return entry_at(bytes_, index);
  }

  bool require(bool condition, const char* what) {
    if (!condition && problem_.ok()) problem_ = {Status::bad_data, what, section_};
    return condition;
  }

  ByteSpan bytes_;
  std::uint32_t section_count_;
  std::uint64_t end_ = 0;          // end of everything seen so far
  std::uint32_t section_ = kNone;  // current section
  Problem problem_;
};

constexpr const char* kOtherSkeleton = "the clip was made for a different skeleton";

// Checks the contents of the sections after the skeleton, in order. Images are checked when they are decoded.
class ContentCheck {
 public:
  ContentCheck(const Skeleton& skeleton, PackLook& look, PackScene& scene, Vec3d& origin)
      : skeleton_(skeleton), look_(look), scene_(scene), origin_(origin) {}

  // `shared`: the section is a mesh, and its bytes were already checked.
  Problem run(const PackSection& section, bool shared) {
    switch (section.kind) {
      case SectionKind::clip: {
        ClipView clip;
        const Problem problem = read_clip(section.bytes, clip);
        return problem.ok() && !clip.made_for(skeleton_) ? bad(kOtherSkeleton) : problem;
      }
      case SectionKind::stored_clip:
        // A stored clip is checked completely when it is decoded; there is no memory for that here.
        if (decoded_size(section.bytes) == 0) return bad("not a stored clip");
        return load_le<std::uint64_t>(section.bytes, clip_codec::kHashAt) == skeleton_.hash
                   ? Problem{}
                   : bad(kOtherSkeleton);
      case SectionKind::skin:
        ++skins_;
        return read_skin(section.bytes, skeleton_, skin_);
      case SectionKind::mesh:
        return check_mesh(section.bytes, shared);
      case SectionKind::materials:
        if (has_look_) return bad("the pack has a second materials section");
        has_look_ = true;
        return read_pack_look(section.bytes, look_);
      case SectionKind::scene:
        if (has_scene_) return bad("the pack has a second scene section");
        has_scene_ = true;
        return read_pack_scene(section.bytes, scene_);
      case SectionKind::origin:
        if (origin_ != Vec3d{}) return bad("a second origin");
        return read_origin(section.bytes);
      case SectionKind::graph:
        return {};
      default:
        ++images_;
        return {};
    }
  }

  // Checks across sections.
  Problem finish() const {
    if (has_look_ && look_.images.size() != images_)
      return bad("the materials and the pack have different numbers of images");
    if (!has_scene_) return {};
    if (scene_.instances.size() != skins_) return bad("the numbers of meshes and skins differ");
    return all_below(skeleton_.nodes, static_cast<std::uint32_t>(scene_.nodes.size()))
               ? Problem{}
               : bad("a joint comes from a node that does not exist");
  }

 private:
  static Problem bad(const char* what) { return {Status::bad_data, what}; }

  Problem read_origin(ByteSpan bytes) {
    if (bytes.size() != 3 * sizeof(double)) return bad("the origin does not have three numbers");
    const auto number = [&](std::size_t i) { return load_le<double>(bytes, i * sizeof(double)); };
    const Vec3d read{number(0), number(1), number(2)};
    if (!std::isfinite(read.x) || !std::isfinite(read.y) || !std::isfinite(read.z))
      return bad("a number of the origin is not finite");
    if (read == Vec3d{}) return bad("the origin is zero");
    origin_ = read;
    return {};
  }

  Problem check_mesh(ByteSpan bytes, bool shared) const {
    SkinnedMesh mesh;
    if (skins_ == 0) return bad("the mesh has no skin before it");
    const Problem problem = shared ? Problem{} : read_skinned_mesh(bytes, mesh);
    if (problem.ok() && load_le<SkinnedMeshHeader>(bytes, 0).palette_size != skin_.size())
      return bad("the mesh was made for a skin of a different size");
    return problem;
  }

  const Skeleton& skeleton_;
  PackLook& look_;
  PackScene& scene_;
  Vec3d& origin_;
  SkinView skin_;  // the last skin seen; it belongs to the meshes after it
  std::size_t skins_ = 0, images_ = 0;
  bool has_look_ = false, has_scene_ = false;
};

}  // namespace

bool is_older_pack(ByteSpan bytes) {
  if (bytes.size() < sizeof(PackHeader) || std::memcmp(bytes.data(), kPackMagic, sizeof(kPackMagic)) != 0)
    return false;
  const auto header = load_le<PackHeader>(bytes, 0);
  return header.byte_order == kPackByteOrder && header.version != 0 && header.version < kPackVersion;
}

Problem PackView::open(ByteSpan bytes, PackView& out) {
  if (const Problem problem = check_header(bytes); !problem.ok()) return problem;
  PackView pack;
  pack.bytes_ = bytes;
  const auto header = load_le<PackHeader>(bytes, 0);
  pack.version_ = header.version;
  pack.section_count_ = header.section_count;
  if (const Problem problem = TableCheck(bytes, pack.section_count_).run(); !problem.ok()) return problem;
  if (const Problem problem = read_skeleton(pack.section(0).bytes, pack.skeleton_); !problem.ok())
    return {problem.status, problem.what, 0};
  ContentCheck content(pack.skeleton_, pack.look_, pack.scene_, pack.origin_);
  for (std::uint32_t i = 1; i < pack.section_count_; ++i)
    if (const Problem problem = content.run(pack.section(i), shares_a_mesh(bytes, i)); !problem.ok())
      return {problem.status, problem.what, i};
  if (const Problem problem = content.finish(); !problem.ok()) return {problem.status, problem.what, kNone};
  out = pack;
  return {};
}

PackSection PackView::section(std::uint32_t index) const {
  const PackEntry entry = entry_at(bytes_, index);
  const ByteSpan name = bytes_.subspan(static_cast<std::size_t>(entry.name), entry.name_size);
  return {static_cast<SectionKind>(entry.kind),
          {reinterpret_cast<const char*>(name.data()), name.size()},
          bytes_.subspan(static_cast<std::size_t>(entry.offset), static_cast<std::size_t>(entry.size))};
}

PackSection PackView::find(SectionKind kind, std::uint32_t index) const {
  for (std::uint32_t i = 0; i < section_count_; ++i) {
    if (entry_at(bytes_, i).kind != static_cast<std::uint32_t>(kind)) continue;
    if (index == 0) return section(i);
    --index;
  }
  return {};
}

PackSection PackView::skin_of(std::uint32_t mesh_section) const {
  for (std::uint32_t i = mesh_section; i-- > 0;)
    if (entry_at(bytes_, i).kind == static_cast<std::uint32_t>(SectionKind::skin)) return section(i);
  return {};
}

std::uint32_t PackView::count(SectionKind kind) const {
  std::uint32_t found = 0;
  for (std::uint32_t i = 0; i < section_count_; ++i)
    if (entry_at(bytes_, i).kind == static_cast<std::uint32_t>(kind)) ++found;
  return found;
}

}  // namespace skelter
