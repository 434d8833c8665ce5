// Tests every message about packs with a single error, with its status and section.

#include "skelter/runtime/pack_view.h"
#include "runtime/internal/format/blob_headers.h"
#include "runtime/internal/format/pack_header.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "compile/build_pack/internal/pack_writer.h"
#include "support/pack_bytes.h"
#include "support/pack_parts.h"

namespace skelter::test {
namespace {

Problem open(const AlignedBytes& bytes) {
  PackView pack;
  return PackView::open(bytes.span(), pack);
}

TEST(PackView, sections_are_found_by_index_and_kind) {
  const PackParts parts;
  std::vector<PackSection> sections = parts.sections();
  sections.push_back({SectionKind::clip, "again", parts.clip.span()});
  const AlignedBytes bytes = write_pack(sections);
  PackView pack;
  const Problem problem = PackView::open(bytes.span(), pack);
  ASSERT_TRUE(problem.ok()) << problem.what;
  ASSERT_EQ(pack.section_count(), 8u);
  for (std::uint32_t i = 0; i < 8; ++i) {
    EXPECT_EQ(pack.section(i).kind, sections[i].kind);
    EXPECT_EQ(pack.section(i).name, sections[i].name);
    ASSERT_EQ(pack.section(i).bytes.size(), sections[i].bytes.size());
    EXPECT_EQ(std::memcmp(pack.section(i).bytes.data(), sections[i].bytes.data(), sections[i].bytes.size()),
              0);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(pack.section(i).bytes.data()) % kBlobAlignment, 0u);
  }
  EXPECT_EQ(pack.count(SectionKind::clip), 2u);
  EXPECT_EQ(pack.count(SectionKind::images), 1u);
  EXPECT_EQ(pack.count(SectionKind::stored_clip), 0u);
  EXPECT_EQ(pack.find(SectionKind::clip, 0).name, "bend");
  EXPECT_EQ(pack.find(SectionKind::clip, 1).name, "again");
  EXPECT_EQ(pack.find(SectionKind::skin, 0).name, "strip");
  for (const PackSection& none : {pack.find(SectionKind::clip, 2), pack.find(SectionKind::images, 1)}) {
    EXPECT_EQ(none.kind, SectionKind::scene);
    EXPECT_TRUE(none.bytes.empty());
  }
  EXPECT_EQ(pack.skeleton().joint_count(), 2u);
  EXPECT_EQ(pack.skeleton().name(1), "Tip");
}

TEST(PackView, view_that_was_not_opened_is_empty) {
  const PackView pack;
  EXPECT_EQ(pack.section_count(), 0u);
  EXPECT_EQ(pack.count(SectionKind::skeleton), 0u);
  EXPECT_TRUE(pack.find(SectionKind::skeleton, 0).bytes.empty());
}

TEST(PackView, problem_leaves_the_view_as_it_was) {
  const AlignedBytes good = small_pack();
  PackView pack;
  ASSERT_TRUE(PackView::open(good.span(), pack).ok());
  EXPECT_FALSE(PackView::open(good.span().first(good.size() - 1), pack).ok());
  EXPECT_EQ(pack.section_count(), 7u);
  EXPECT_EQ(pack.skeleton().name(0), "Root");
}

struct Damage {
  const char* name;
  std::function<void(AlignedBytes&)> apply;
  Status status;
  const char* what;
  std::uint32_t section;
};

template <class T>
std::function<void(AlignedBytes&)> set_to(std::size_t offset, T value) {
  return [=](AlignedBytes& pack) { store(pack, offset, value); };
}
template <class T>
std::function<void(AlignedBytes&)> set_in_entry(std::size_t section, std::size_t member, T value) {
  return set_to(entry_offset(section) + member, value);
}
std::function<void(AlignedBytes&)> resized(std::ptrdiff_t by) {
  return [=](AlignedBytes& pack) {
    pack = copy_of(pack.span(), static_cast<std::size_t>(static_cast<std::ptrdiff_t>(pack.size()) + by));
  };
}

// Damage that the checksum would detect first is made before the pack is sealed, and other damage after that.
void expect_damage_is_refused(const std::vector<Damage>& table, bool sealed) {
  for (const Damage& damage : table) {
    AlignedBytes pack = small_pack();
    damage.apply(pack);
    if (sealed) seal(pack);
    const Problem problem = open(pack);
    EXPECT_EQ(problem.status, damage.status) << damage.name;
    EXPECT_STREQ(problem.what, damage.what) << damage.name;
    EXPECT_EQ(problem.section, damage.section) << damage.name;
  }
}

TEST(PackView, wrong_headers_are_refused) {
  const std::size_t kOrder = offsetof(PackHeader, byte_order), kVersion = offsetof(PackHeader, version);
  expect_damage_is_refused(
      {{"empty", [](AlignedBytes& pack) { pack = AlignedBytes(); }, Status::bad_data,
        "not a pack: it does not start with SKELTER", kNone},
       {"magic", set_to(1, 'k'), Status::bad_data, "not a pack: it does not start with SKELTER", kNone},
       {"63 bytes", [](AlignedBytes& pack) { pack = copy_of(pack.span(), 63); }, Status::bad_data,
        "the pack ends inside its header", kNone},
       {"big-endian", set_to(kOrder, std::uint32_t{0x04030201}), Status::unsupported,
        "the pack is big-endian; expected little-endian", kNone},
       {"byte order", set_to(kOrder, std::uint32_t{0x01020305}), Status::bad_data,
        "the byte order mark is damaged", kNone},
       {"version 7", set_to(kVersion, std::uint32_t{7}), Status::unsupported,
        "the pack has a newer version than this program reads; expected version 6", kNone},
       {"version 5", set_to(kVersion, std::uint32_t{5}), Status::unsupported,
        "the pack has version 5, and this program reads version 6: compile it again", kNone},
       {"version 4", set_to(kVersion, std::uint32_t{4}), Status::unsupported,
        "the pack is older than the first release: compile it again; expected version 6", kNone},
       {"version 0", set_to(kVersion, std::uint32_t{0}), Status::bad_data,
        "the pack has no version; expected version 6", kNone},
       {"cut off", resized(-1), Status::bad_data, "the pack is cut off: it is shorter than its header says",
        kNone},
       {"longer", resized(1), Status::bad_data, "bytes follow the end of the pack", kNone},
       {"one bit", [](AlignedBytes& pack) { pack.data()[pack.size() - 1] ^= std::byte{1}; }, Status::bad_data,
        "the checksum does not match: the pack is damaged", kNone},
       {"checksum", set_to(offsetof(PackHeader, checksum), std::uint64_t{0}), Status::bad_data,
        "the checksum does not match: the pack is damaged", kNone}},
      false);
  for (std::size_t i = 0; i < 7; ++i)
    expect_damage_is_refused({{"reserved", set_to(offsetof(PackHeader, reserved) + 4 * i, std::uint32_t{1}),
                               Status::bad_data, "reserved fields of the header are not zero", kNone}},
                             true);
}

// A machine with the other byte order stores every number of the header with its bytes reversed.
TEST(PackView, pack_of_a_big_endian_machine_is_reported) {
  AlignedBytes pack = small_pack();
  const auto swap_at = [&](std::size_t offset, std::size_t size) {
    std::reverse(pack.data() + offset, pack.data() + offset + size);
  };
  for (const std::size_t offset : {8u, 12u, 32u}) swap_at(offset, 4);
  for (const std::size_t offset : {16u, 24u}) swap_at(offset, 8);
  const Problem problem = open(pack);
  EXPECT_EQ(problem.status, Status::unsupported);
  EXPECT_STREQ(problem.what, "the pack is big-endian; expected little-endian");
}

TEST(PackView, address_that_is_not_a_multiple_of_64_is_refused) {
  const AlignedBytes pack = small_pack();
  for (const std::size_t shift : {1u, 2u, 4u, 8u, 16u, 32u, 63u}) {
    AlignedBytes room(pack.size() + shift);
    std::memcpy(room.data() + shift, pack.data(), pack.size());
    PackView view;
    const Problem problem = PackView::open(room.span().subspan(shift), view);
    EXPECT_EQ(problem.status, Status::invalid_argument) << shift;
    EXPECT_STREQ(problem.what, "the pack is not aligned to 64 bytes in memory") << shift;
  }
}

TEST(PackView, wrong_section_tables_are_refused) {
  const std::size_t kCount = offsetof(PackHeader, section_count), kKind = offsetof(PackEntry, kind),
                    kName = offsetof(PackEntry, name), kNameSize = offsetof(PackEntry, name_size),
                    kOffset = offsetof(PackEntry, offset), kSize = offsetof(PackEntry, size);
  const AlignedBytes good = small_pack();
  const auto entry = [&](std::size_t i) { return load_le<PackEntry>(good.span(), entry_offset(i)); };
  const char* const kPassesEnd = "a section runs past the end of the pack";
  const char* const kOverlap = "sections overlap or are out of order";
  const char* const kKindWrong = "a section has an unknown kind";
  const char* const kSkeleton = "the skeleton is not the first section, or not the only one";
  const std::uint64_t huge = 0xFFFFFFFFFFFFFFC0u;
  expect_damage_is_refused(
      {{"count", set_to(kCount, std::uint32_t{0xFFFFFFFF}), Status::bad_data,
        "the section table runs past the end of the pack", kNone},
       {"name place", set_in_entry(1, kName, std::uint64_t{64}), Status::bad_data,
        "section names are not contiguous", 1},
       {"name size", set_in_entry(6, kNameSize, std::uint32_t{0xFFFFFFFF}), Status::bad_data,
        "a section name runs past the end of the pack", 6},
       {"odd offset", set_in_entry(1, kOffset, entry(1).offset + 32), Status::bad_data,
        "a section is not aligned to 64 bytes", 1},
       {"offset behind the end", set_in_entry(2, kOffset, huge), Status::bad_data, kPassesEnd, 2},
       {"size behind the end", set_in_entry(6, kSize, entry(6).size + 1), Status::bad_data, kPassesEnd, 6},
       {"size that wraps around", set_in_entry(2, kSize, huge), Status::bad_data, kPassesEnd, 2},
       {"the same place twice", set_in_entry(2, kOffset, entry(1).offset), Status::bad_data, kOverlap, 2},
       {"one byte in common", set_in_entry(1, kSize, entry(2).offset - entry(1).offset + 1), Status::bad_data,
        kOverlap, 2},
       {"over the table", set_in_entry(0, kOffset, std::uint64_t{0}), Status::bad_data, kOverlap, 0},
       {"byte before a section", set_to(entry(2).offset - 1, 'x'), Status::bad_data,
        "bytes between sections are not zero", 2},
       {"byte before the first section", set_to(entry(0).offset - 1, 'x'), Status::bad_data,
        "bytes between sections are not zero", 0},
       {"byte after the last section", set_in_entry(6, kSize, entry(6).size - 1), Status::bad_data,
        "bytes after the sections are not zero", kNone},
       {"kind 0", set_in_entry(4, kKind, std::uint32_t{0}), Status::bad_data, kKindWrong, 4},
       {"kind 11", set_in_entry(4, kKind, std::uint32_t{11}), Status::bad_data, kKindWrong, 4},
       {"no skeleton", set_in_entry(0, kKind, std::uint32_t{2}), Status::bad_data, kSkeleton, 0},
       {"two skeletons", set_in_entry(4, kKind, std::uint32_t{1}), Status::bad_data, kSkeleton, 4}},
      true);
}

TEST(PackView, pack_without_sections_has_no_skeleton) {
  const Problem problem = open(write_pack({}));
  EXPECT_EQ(problem.status, Status::bad_data);
  EXPECT_STREQ(problem.what, "the pack has no skeleton");
}

TEST(PackView, zero_bytes_after_the_last_section_are_padding) {
  AlignedBytes pack = copy_of(small_pack().span(), small_pack().size() + 17);
  seal(pack);
  EXPECT_TRUE(open(pack).ok());
}

// Each section is checked by its own validator, and the message of the validator is passed on.
TEST(PackView, wrong_content_names_its_section) {
  const AlignedBytes good = small_pack();
  const auto content = [&](std::size_t section) {
    return load_le<PackEntry>(good.span(), entry_offset(section)).offset;
  };
  expect_damage_is_refused(
      {{"skeleton", set_to(content(0) + offsetof(SkeletonHeader, has_scale), std::uint32_t{7}),
        Status::bad_data, "the scale flag is not 0 or 1", 0},
       {"skin", set_to(content(2) + offsetof(SkinHeader, joints), std::uint32_t{0xFFFFFFC0}),
        Status::bad_data, "an array runs past the end of its data", 2},
       {"mesh", set_to(content(3) + offsetof(SkinnedMeshHeader, has_normals), std::uint32_t{3}),
        Status::bad_data, "the normals flag is not 0, 1 or 2", 3},
       {"materials", set_to(content(4) + offsetof(PackLookHeader, images), std::uint32_t{0xFFFFFFC0}),
        Status::bad_data, "an array runs past the end of its data", 4},
       {"scene", set_to(content(6) + offsetof(PackSceneHeader, linear_colors), std::uint32_t{2}),
        Status::bad_data, "the flag of linear colours is not 0 or 1", 6},
       {"clip", set_to(content(1) + offsetof(ClipHeader, frames), std::uint32_t{0xFFFFFFC0}),
        Status::bad_data, "an array runs past the end of its data", 1}},
      true);
}

TEST(PackView, clip_of_another_skeleton_is_refused) {
  PackParts parts;
  store(parts.clip, offsetof(ClipHeader, joint_count), std::uint32_t{3});
  const Problem problem = open(write_pack(parts.sections()));
  EXPECT_EQ(problem.status, Status::bad_data);
  EXPECT_STREQ(problem.what, "the clip was made for a different skeleton");
  EXPECT_EQ(problem.section, 1u);
}

TEST(PackView, mesh_belongs_to_the_last_skin_before_it) {
  const PackParts parts;
  BlobWriter writer(sizeof(SkinHeader));
  SkinHeader header;
  header.joints = writer.add(std::vector<std::uint16_t>{1});
  header.joint_from_mesh = writer.add(std::vector<Affine>{Affine{}});
  const AlignedBytes small_skin = writer.finish(header);
  const PackSection skeleton{SectionKind::skeleton, "", parts.skeleton.span()};
  const PackSection skin{SectionKind::skin, "two", parts.skin.span()};
  const PackSection other{SectionKind::skin, "one", small_skin.span()};
  const PackSection mesh{SectionKind::mesh, "triangle", parts.mesh.span()};
  const auto open_sections = [](const std::vector<PackSection>& sections) {
    const AlignedBytes bytes = write_pack(sections);
    PackView pack;
    return PackView::open(bytes.span(), pack);
  };

  EXPECT_STREQ(open_sections({skeleton, mesh, skin}).what, "the mesh has no skin before it");
  EXPECT_STREQ(open_sections({skeleton, skin, other, mesh}).what,
               "the mesh was made for a skin of a different size");
  const AlignedBytes bytes = write_pack(std::vector<PackSection>{skeleton, other, skin, mesh, mesh});
  PackView pack;
  ASSERT_TRUE(PackView::open(bytes.span(), pack).ok());
  EXPECT_EQ(pack.skin_of(3).name, "two");
  EXPECT_EQ(pack.skin_of(4).name, "two");
}

TEST(PackView, invalid_stored_clip_is_refused) {
  const PackParts parts;
  std::vector<PackSection> sections = parts.sections();
  sections[1].kind = SectionKind::stored_clip;
  const Problem problem = open(write_pack(sections));
  EXPECT_EQ(problem.status, Status::bad_data);
  EXPECT_STREQ(problem.what, "not a stored clip");
  EXPECT_EQ(problem.section, 1u);
}

TEST(PackView, images_may_hold_any_bytes) {
  PackParts parts;
  parts.picture = "\x01\x02 not a picture";
  EXPECT_TRUE(open(write_pack(parts.sections())).ok());
  parts.picture.clear();
  EXPECT_TRUE(open(write_pack(parts.sections())).ok());
}

TEST(PackView, look_and_scene_are_empty_where_there_is_none) {
  const PackParts parts;
  std::vector<PackSection> sections = parts.sections();
  sections.resize(4);
  const AlignedBytes bytes = write_pack(sections);
  PackView pack;
  ASSERT_TRUE(PackView::open(bytes.span(), pack).ok());
  EXPECT_TRUE(pack.look().materials.empty());
  EXPECT_TRUE(pack.scene().nodes.empty());
}

// Errors that involve more than one section.
TEST(PackView, sections_that_do_not_fit_each_other_are_refused) {
  const PackParts parts;
  const std::vector<PackSection> good = parts.sections();
  const auto problem_after = [&](auto change) {
    std::vector<PackSection> sections = good;
    change(sections);
    const Problem problem = open(write_pack(sections));
    return std::pair(std::string(problem.what), problem.section);
  };
  const auto at = [](std::string what, std::uint32_t section) { return std::pair(std::move(what), section); };
  using Sections = std::vector<PackSection>;
  EXPECT_EQ(problem_after([&](Sections& s) { s.push_back(good[4]); }),
            at("the pack has a second materials section", 7));
  EXPECT_EQ(problem_after([&](Sections& s) { s.push_back(good[6]); }),
            at("the pack has a second scene section", 7));
  EXPECT_EQ(problem_after([&](Sections& s) { s.push_back(good[5]); }),
            at("the materials and the pack have different numbers of images", kNone));
  EXPECT_EQ(problem_after([&](Sections& s) { s.push_back(good[2]); }),
            at("the numbers of meshes and skins differ", kNone));
  AlignedBytes skeleton = two_joint_skeleton();
  store(skeleton, load_le<SkeletonHeader>(skeleton.span(), 0).nodes.offset, std::uint32_t{2});
  EXPECT_EQ(problem_after([&](Sections& s) { s[0].bytes = skeleton.span(); }),
            at("a joint comes from a node that does not exist", kNone));
}

}  // namespace
}  // namespace skelter::test
