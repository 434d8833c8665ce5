#include "skelter/runtime/skinned_mesh.h"
#include "runtime/internal/format/blob_headers.h"
#include "runtime/internal/format/mesh_records.h"

#include <gtest/gtest.h>

#include "compile/build_pack/internal/blob_writer.h"
#include "support/numbers.h"
#include "support/skinning_scenes.h"

namespace skelter::test {
namespace {

// The arrays of a mesh, which tests change one by one and write as a blob again.
struct MeshSource {
  template <class List>
  static auto copy(const List& elements) {
    return std::vector(elements.begin(), elements.end());
  }
  explicit MeshSource(const SkinnedMesh& mesh)
      : vertex_count(mesh.vertex_count),
        palette_size(mesh.palette_size),
        has_normals(mesh.has_normals),
        sections(copy(mesh.sections)),
        vertices(copy(mesh.vertices)),
        tangents(copy(mesh.tangents)),
        joints(copy(mesh.joints)),
        weights(copy(mesh.weights)),
        indices(copy(mesh.indices)),
        parts(copy(mesh.parts)),
        source_vertex(copy(mesh.source_vertex)),
        joint_bounds(copy(mesh.joint_bounds)),
        morphs(copy(mesh.morphs)),
        morph_blocks(copy(mesh.morph_blocks)),
        morph_offsets(copy(mesh.morph_offsets)),
        morph_name_begin(copy(mesh.morph_name_begin)),
        morph_names(copy(mesh.morph_names)),
        streams(copy(mesh.streams)),
        stream_floats(copy(mesh.stream_floats)),
        file_vertex(copy(mesh.file_vertex)) {}

  AlignedBytes write() const {
    BlobWriter writer(sizeof(SkinnedMeshHeader));
    SkinnedMeshHeader header;
    header.vertex_count = vertex_count;
    header.palette_size = palette_size;
    header.has_normals = has_normals;
    header.sections = writer.add(sections);
    header.vertices = writer.add(vertices);
    header.tangents = writer.add(tangents);
    header.joints = writer.add(joints);
    header.weights = writer.add(weights);
    header.indices = writer.add(indices);
    header.parts = writer.add(parts);
    header.source_vertex = writer.add(source_vertex);
    header.joint_bounds = writer.add(joint_bounds);
    header.morphs = writer.add(morphs);
    header.morph_blocks = writer.add(morph_blocks);
    header.morph_offsets = writer.add(morph_offsets);
    header.morph_name_begin = writer.add(morph_name_begin);
    header.morph_names = writer.add(morph_names);
    header.streams = writer.add(streams);
    header.stream_floats = writer.add(stream_floats);
    header.file_vertices = vertex_count;
    header.file_vertex = writer.add(file_vertex);
    return writer.finish(header);
  }

  std::uint32_t vertex_count, palette_size, has_normals;
  std::vector<InfluenceSection> sections;
  std::vector<float> vertices, tangents;
  std::vector<std::uint16_t> joints;
  std::vector<float> weights;
  std::vector<std::uint32_t> indices;
  std::vector<MeshPart> parts;
  std::vector<std::uint32_t> source_vertex;
  std::vector<JointBounds> joint_bounds;
  std::vector<MorphRange> morphs;
  std::vector<std::uint32_t> morph_blocks;
  std::vector<float> morph_offsets;
  std::vector<std::uint32_t> morph_name_begin;
  std::vector<char> morph_names;
  std::vector<VertexStream> streams;
  std::vector<float> stream_floats;
  std::vector<std::uint32_t> file_vertex;
};

SkinnedMeshBuild rich_mesh() {
  MeshShape shape;
  shape.vertices = 45;
  shape.max_influences = 3;
  shape.morphs = 2;
  Scene scene = skinned_scene(shape);
  Primitive& p = scene.meshes[0].primitives[0];
  p.uvs = {std::vector<Vec2>(shape.vertices)};
  p.colors.resize(shape.vertices);
  return built_mesh(scene);
}

// Returns why a good mesh is refused after `change`; "" if it is accepted.
template <class Change>
std::string problem_after(Change change) {
  const SkinnedMeshBuild built = rich_mesh();
  MeshSource source(built.mesh.view);
  change(source);
  SkinnedMesh mesh;
  mesh.vertex_count = 77;
  const Problem problem = read_skinned_mesh(source.write().span(), mesh);
  EXPECT_EQ(problem.ok(), mesh.vertex_count != 77);  // invalid data leave the output unchanged
  EXPECT_EQ(problem.status, problem.ok() ? Status::ok : Status::bad_data);
  return problem.what;
}

TEST(ReadSkinnedMesh, a_good_mesh_is_read_where_it_lies) {
  const SkinnedMeshBuild built = rich_mesh();
  const AlignedBytes bytes = MeshSource(built.mesh.view).write();
  SkinnedMesh mesh;
  ASSERT_TRUE(read_skinned_mesh(bytes.span(), mesh).ok());
  EXPECT_EQ(mesh.vertex_count, 45u);
  EXPECT_EQ(mesh.sections.size(), 3u);
  EXPECT_EQ(mesh.morph_name(1), "morph1");
  EXPECT_GE(static_cast<const void*>(mesh.weights.data()), bytes.data());
}

TEST(ReadSkinnedMesh, a_mesh_without_vertices_is_a_mesh) {
  EXPECT_EQ(problem_after([](MeshSource& m) {
              const std::uint32_t palette = m.palette_size;
              m = MeshSource(SkinnedMesh{});
              m.palette_size = palette;
              m.joint_bounds.resize(palette);
            }),
            "");
}

TEST(ReadSkinnedMesh, cut_and_shifted_data_is_refused) {
  const SkinnedMeshBuild built = rich_mesh();
  const ByteSpan bytes = built.mesh.bytes.span();
  for (std::size_t size = 0; size < bytes.size(); size += 16) {
    AlignedBytes cut(size);
    if (size > 0) std::memcpy(cut.data(), bytes.data(), size);
    SkinnedMesh mesh;
    const Problem problem = read_skinned_mesh(cut.span(), mesh);
    ASSERT_STREQ(problem.what, size < sizeof(SkinnedMeshHeader) ? "data ends inside its header"
                                                                : "an array runs past the end of its data")
        << size;
  }
  SkinnedMesh mesh;
  const Problem problem = read_skinned_mesh(bytes.subspan(4), mesh);
  EXPECT_EQ(problem.status, Status::invalid_argument);
  EXPECT_STREQ(problem.what, "data is not aligned to 64 bytes");
}

TEST(ReadSkinnedMesh, an_array_at_an_odd_offset_is_refused) {
  const SkinnedMeshBuild built = rich_mesh();
  AlignedBytes bytes(built.mesh.bytes.size());
  std::memcpy(bytes.data(), built.mesh.bytes.data(), bytes.size());
  SkinnedMeshHeader header;
  std::memcpy(&header, bytes.data(), sizeof(header));
  header.weights.offset += 2;
  std::memcpy(bytes.data(), &header, sizeof(header));
  SkinnedMesh mesh;
  EXPECT_STREQ(read_skinned_mesh(bytes.span(), mesh).what, "an array is not aligned");
}

TEST(ReadSkinnedMesh, numbers_of_the_header_are_checked) {
  EXPECT_EQ(problem_after([](MeshSource&) {}), "");
  EXPECT_EQ(problem_after([](MeshSource& m) { m.has_normals = 2; }), "");
  EXPECT_EQ(problem_after([](MeshSource& m) { m.has_normals = 3; }), "the normals flag is not 0, 1 or 2");
  const char* palette = "the palette is empty or has more than 65535 entries";
  EXPECT_EQ(problem_after([](MeshSource& m) { m.palette_size = 0; }), palette);
  EXPECT_EQ(problem_after([](MeshSource& m) { m.palette_size = 0x10000; }), palette);
}

TEST(ReadSkinnedMesh, arrays_that_do_not_belong_together_are_refused) {
  const char* sizes = "arrays of a mesh differ in size";
  EXPECT_EQ(problem_after([](MeshSource& m) { m.has_normals = 0; }), sizes);
  EXPECT_EQ(problem_after([](MeshSource& m) { m.vertex_count += 4; }), sizes);
  EXPECT_EQ(problem_after([](MeshSource& m) { m.vertex_count = 0xFFFFFFFF; }), sizes);
  EXPECT_EQ(problem_after([](MeshSource& m) { m.vertices.pop_back(); }), sizes);
  EXPECT_EQ(problem_after([](MeshSource& m) { m.source_vertex.push_back(0); }), sizes);
  EXPECT_EQ(problem_after([](MeshSource& m) { m.tangents.resize(16); }), sizes);
  EXPECT_EQ(problem_after([](MeshSource& m) { m.file_vertex = {0}; }), sizes);
  EXPECT_EQ(problem_after([](MeshSource& m) { m.joint_bounds.pop_back(); }), "a palette entry has no bounds");
}

TEST(ReadSkinnedMesh, sections_that_do_not_cover_all_vertices_are_refused) {
  const char* sections = "influence sections do not cover all vertices in order";
  EXPECT_EQ(problem_after([](MeshSource& m) { m.sections.clear(); }), sections);
  EXPECT_EQ(problem_after([](MeshSource& m) { m.sections.pop_back(); }), sections);
  EXPECT_EQ(problem_after([](MeshSource& m) { m.sections[0].influences = 0; }), sections);
  EXPECT_EQ(problem_after([](MeshSource& m) { m.sections[2].influences = 9; }), sections);
  EXPECT_EQ(problem_after([](MeshSource& m) { m.sections[1].influences = 1; }), sections);
  EXPECT_EQ(problem_after([](MeshSource& m) { m.sections[1].first_vertex += 4; }), sections);
  EXPECT_EQ(problem_after([](MeshSource& m) { m.sections[2].vertex_count += 1; }), sections);
  EXPECT_EQ(problem_after([](MeshSource& m) { m.sections[2].vertex_count = 0xFFFFFFFF; }), sections);
  EXPECT_EQ(problem_after([](MeshSource& m) { m.sections[1].first_joint = 0; }), sections);
  EXPECT_EQ(problem_after([](MeshSource& m) { m.sections[2].first_weight += 4; }), sections);
  EXPECT_EQ(problem_after([](MeshSource& m) { m.joints.push_back(0); }), sections);
  EXPECT_EQ(problem_after([](MeshSource& m) { m.weights.push_back(0); }), sections);
  // A section that begins inside a block.
  EXPECT_EQ(problem_after([](MeshSource& m) {
              m.sections[0].vertex_count -= 2;
              m.sections[1].first_vertex -= 2;
              m.sections[1].vertex_count += 2;
            }),
            sections);
}

TEST(ReadSkinnedMesh, influences_outside_the_palette_or_off_sum_are_refused) {
  EXPECT_EQ(problem_after([](MeshSource& m) { m.joints.back() = 12; }),
            "an influence refers to an entry outside the palette");
  const char* weights = "the weights of a vertex are not from 0 to 1 with sum 1";
  EXPECT_EQ(problem_after([](MeshSource& m) { m.weights[0] += 0.01f; }), weights);
  EXPECT_EQ(problem_after([](MeshSource& m) { m.weights[0] = -0.5f, m.weights[4] = 1.5f; }), weights);
  EXPECT_EQ(problem_after([](MeshSource& m) { m.weights[0] = kNan; }), weights);
  // In a lane past the last vertex, which kernels still multiply.
  EXPECT_EQ(problem_after([](MeshSource& m) { m.weights.back() = kInfinity; }), weights);
}

TEST(ReadSkinnedMesh, numbers_that_are_not_finite_are_refused) {
  EXPECT_EQ(problem_after([](MeshSource& m) { m.vertices[3] = kNan; }), "a vertex is not finite");
  EXPECT_EQ(problem_after([](MeshSource& m) { m.tangents.back() = kInfinity; }), "a vertex is not finite");
  EXPECT_EQ(problem_after([](MeshSource& m) { m.stream_floats[7] = kNan; }), "a vertex is not finite");
  EXPECT_EQ(problem_after([](MeshSource& m) { m.joint_bounds[2].min[1] = kNan; }),
            "the bounds of a joint are not finite");
  EXPECT_EQ(problem_after([](MeshSource& m) { m.joint_bounds[2].max[1] = kInfinity; }),
            "the bounds of a joint are not finite");
  EXPECT_EQ(problem_after([](MeshSource& m) { m.morph_offsets[0] = kNan; }), "a morph offset is not finite");
}

TEST(ReadSkinnedMesh, triangles_that_do_not_exist_are_refused) {
  EXPECT_EQ(problem_after([](MeshSource& m) { m.indices[5] = 45; }),
            "an index refers to a vertex that does not exist");
  const char* parts = "parts do not cover whole triangles in order";
  EXPECT_EQ(problem_after([](MeshSource& m) { m.parts.clear(); }), parts);
  EXPECT_EQ(problem_after([](MeshSource& m) { m.parts[0].first_index = 3; }), parts);
  EXPECT_EQ(problem_after([](MeshSource& m) { m.parts[0].index_count += 3; }), parts);
  EXPECT_EQ(problem_after([](MeshSource& m) {
              m.indices.pop_back();
              m.parts[0].index_count -= 1;
            }),
            parts);
}

TEST(ReadSkinnedMesh, sources_that_do_not_exist_are_refused) {
  const char* none = "the source vertex of a vertex does not exist";
  EXPECT_EQ(problem_after([](MeshSource& m) { m.source_vertex[3] = 45; }), none);
  EXPECT_EQ(problem_after([](MeshSource& m) { m.file_vertex.assign(45, 45); }), none);
  EXPECT_EQ(problem_after([](MeshSource& m) { m.file_vertex.assign(45, 44); }), "");
}

TEST(ReadSkinnedMesh, morph_targets_that_do_not_fit_are_refused) {
  const char* morphs = "morph targets do not cover existing blocks in order";
  EXPECT_EQ(problem_after([](MeshSource& m) { m.morphs[1].first_block += 1; }), morphs);
  EXPECT_EQ(problem_after([](MeshSource& m) { m.morphs[1].block_count += 1; }), morphs);
  EXPECT_EQ(problem_after([](MeshSource& m) { m.morphs[1].block_count = 0xFFFFFFFF; }), morphs);
  EXPECT_EQ(problem_after([](MeshSource& m) { m.morphs[1].block_count -= 1; }), morphs);
  EXPECT_EQ(problem_after([](MeshSource& m) { m.morph_blocks.back() = 12; }), morphs);
  EXPECT_EQ(problem_after([](MeshSource& m) { m.morph_blocks[1] = m.morph_blocks[0]; }), morphs);
  EXPECT_EQ(problem_after([](MeshSource& m) { m.morph_offsets.pop_back(); }), morphs);
  const char* names = "morph names are out of order";
  EXPECT_EQ(problem_after([](MeshSource& m) { m.morph_name_begin.clear(); }), names);
  EXPECT_EQ(problem_after([](MeshSource& m) { m.morph_name_begin.push_back(12); }), names);
  EXPECT_EQ(problem_after([](MeshSource& m) { m.morph_name_begin[0] = 1; }), names);
  EXPECT_EQ(problem_after([](MeshSource& m) { m.morph_name_begin[1] = 13; }), names);
  EXPECT_EQ(problem_after([](MeshSource& m) { m.morph_names.pop_back(); }), names);
}

TEST(ReadSkinnedMesh, streams_that_do_not_fit_are_refused) {
  const char* streams = "vertex streams are not contiguous or have an unknown kind";
  EXPECT_EQ(problem_after([](MeshSource& m) { m.streams[0].kind = static_cast<StreamKind>(2); }), streams);
  EXPECT_EQ(problem_after([](MeshSource& m) { m.streams[0].components = 0; }), streams);
  EXPECT_EQ(problem_after([](MeshSource& m) { m.streams[1].components = 5; }), streams);
  EXPECT_EQ(problem_after([](MeshSource& m) { m.streams[1].first_float += 1; }), streams);
  EXPECT_EQ(problem_after([](MeshSource& m) { m.streams[0].set = 256; }), streams);
  EXPECT_EQ(problem_after([](MeshSource& m) { m.stream_floats.pop_back(); }), streams);
}

}  // namespace
}  // namespace skelter::test
