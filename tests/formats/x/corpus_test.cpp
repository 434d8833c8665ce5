// Every real file of the corpus, compared with the counts of an independent reader (corpus/x/expected.json).

#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "formats/x/read_support.h"
#include "scene/internal/statistics.h"
#include "support/corpus.h"

namespace skelter::test {
namespace {

using nlohmann::json;
using ::testing::IsEmpty;

json expected_of_all() {
  std::ifstream file(corpus_folder() + "/x/expected.json");
  return json::parse(file);
}
constexpr std::size_t kFiles = 68;  // minimum number of files in expected.json

// Without the corpus, returns a file that does not exist, so that each test is still listed, but skipped.
std::vector<std::string> corpus_files() {
  if (corpus_folder().empty()) return {"corpus not found"};
  std::vector<std::string> files;
  const json all = expected_of_all();
  for (auto file = all.begin(); file != all.end(); ++file) files.push_back(file.key());
  return files;
}

Result<Scene> read_corpus(const std::string& name) {
  return read_x_file(corpus_folder() + "/x/" + name);
}
Scene load_corpus(const std::string& name) {
  Result<Scene> scene = read_corpus(name);
  if (!scene) {
    ADD_FAILURE() << to_string(scene.error());
    return {};
  }
  return *std::move(scene);
}

// "maps\\\\skin.png" in the file becomes "maps/skin.png".
std::string with_slashes(std::string name) {
  std::string out;
  for (const char c : name)
    if (c != '\\')
      out += c;
    else if (out.empty() || out.back() != '/')
      out += '/';
  return out;
}

class Corpus : public ::testing::TestWithParam<std::string> {
 protected:
  void SetUp() override { SKELTER_REQUIRE_CORPUS_OF(kFiles); }
};

TEST_P(Corpus, row_70_file_loads_or_fails_as_expected) {
  const json expected = expected_of_all()[GetParam()];
  const Result<Scene> scene = read_corpus(GetParam());
  if (expected["expect"] == "error") {
    ASSERT_FALSE(scene);
    EXPECT_THAT(to_string(scene.error()), ::testing::StartsWith(corpus_folder() + "/x/" + GetParam()));
    return;
  }
  ASSERT_TRUE(scene) << to_string(scene.error());
  const Result<void> valid = validate(*scene);
  EXPECT_TRUE(valid) << to_string(valid.error());
  if (expected["expect"] == "warning") {
    EXPECT_FALSE(warnings(*scene).empty()) << expected["what"];
  } else if (!expected.contains("may_warn")) {
    EXPECT_THAT(warnings(*scene), IsEmpty());
  }
}

void check_clip(const Clip& clip, const json& expected) {
  EXPECT_EQ(clip.name.value_or(""), expected["name"].get<std::string>());
  EXPECT_EQ(clip.targets.size(), expected["channels"].get<std::size_t>());
  EXPECT_NEAR(clip.duration_s, expected["duration_s"].get<double>(), 5e-7);  // expected.json has six digits
  std::size_t keys = 0, key_objects = 0;
  double first_s = clip.duration_s;
  for (const Channel& channel : clip.channels) {
    keys += channel.times_s.size();
    first_s = std::min(first_s, channel.times_s.front());
  }
  for (const json& count : expected["key_objects"]) key_objects += count.get<std::size_t>();
  EXPECT_EQ(keys, expected["keys"].get<std::size_t>());
  EXPECT_EQ(clip.channels.size(), key_objects);
  if (expected.contains("first_tick")) {
    EXPECT_DOUBLE_EQ(first_s * *clip.ticks_per_second, expected["first_tick"].get<double>());
  }
  EXPECT_DOUBLE_EQ(clip.duration_s * *clip.ticks_per_second, expected["last_tick"].get<double>());
}

// `expected` contains the names in TextureFilename objects. If a material has none, its effect may contain
// one.
void check_textures(const Scene& scene, const json& expected) {
  std::set<std::string> textures, listed, of_effects;
  for (const Texture& texture : scene.textures) textures.insert(texture.name);
  EXPECT_EQ(textures.size(), scene.textures.size()) << "a name stands there twice";
  for (const json& name : expected)
    if (name != "") listed.insert(with_slashes(name));
  for (const Material& material : scene.materials) {
    if (!material.effect) continue;
    for (const EffectParameter& parameter : material.effect->parameters)
      if (parameter.name == "Texture0@Name") of_effects.insert(std::get<std::string>(parameter.value));
  }
  for (const std::string& name : listed) EXPECT_EQ(textures.count(name), 1u) << name;
  for (const std::string& name : textures)
    EXPECT_TRUE(listed.count(name) == 1 || of_effects.count(name) == 1) << name;
}

TEST_P(Corpus, file_has_the_expected_counts) {
  const json expected = expected_of_all()[GetParam()];
  if (expected["expect"] == "error") return;
  const Scene scene = load_corpus(GetParam());
  const SceneTotals sum = totals(scene);
  EXPECT_EQ(sum.nodes, expected["frames"].get<std::uint64_t>());
  EXPECT_EQ(sum.meshes, expected["meshes"].get<std::uint64_t>());
  EXPECT_EQ(sum.source_vertices, expected["vertices"].get<std::uint64_t>());
  EXPECT_EQ(sum.source_faces, expected["faces"].get<std::uint64_t>());
  EXPECT_EQ(sum.triangles, expected["triangles"].get<std::uint64_t>());
  EXPECT_EQ(sum.materials, expected["material_objects"].get<std::uint64_t>());
  EXPECT_EQ(sum.joints, expected["bone_names"].get<std::uint64_t>());
  std::size_t slots = 0, bones = 0;
  for (const Mesh& mesh : scene.meshes) slots += mesh.primitives.at(0).materials.size();
  for (const Skin& skin : scene.skins) bones += skin.joints.size();
  EXPECT_EQ(slots, expected["materials"].get<std::size_t>());
  EXPECT_EQ(bones, expected["bones"].get<std::size_t>());
  check_textures(scene, expected["textures"]);

  EXPECT_EQ(scene.ticks_in_file, expected["ticks_per_second_in_file"].get<bool>());
  const std::size_t sets = expected["animation_sets"].size();
  ASSERT_EQ(scene.clips.size(), sets + (expected["animations_outside_sets"] > 0 ? 1 : 0));
  for (std::size_t i = 0; i < sets; ++i) {
    check_clip(scene.clips[i], expected["animation_sets"][i]);
    EXPECT_EQ(scene.clips[i].ticks_per_second, expected["ticks_per_second"].get<double>());
  }
}

TEST_P(Corpus, file_has_the_expected_faces_and_influences) {
  const json expected = expected_of_all()[GetParam()];
  if (expected["expect"] == "error") return;
  const Scene scene = load_corpus(GetParam());
  std::map<std::string, std::size_t> face_sizes;
  std::size_t most = 0, without = 0;
  for (const Mesh& mesh : scene.meshes) {
    const Primitive& p = mesh.primitives.at(0);
    if (p.face_corners.empty() && p.source_faces > 0) face_sizes["3"] += p.source_faces;
    for (const std::uint32_t corners : p.face_corners) ++face_sizes[std::to_string(corners)];
    for (std::size_t v = 0; !p.influence_begin.empty() && v < p.source_vertices; ++v) {
      const std::size_t count = p.influence_begin[v + 1] - p.influence_begin[v];
      most = std::max(most, count);
      without += count == 0 ? 1 : 0;
    }
  }
  EXPECT_EQ(json(face_sizes), expected.value("face_sizes", json::object()));
  EXPECT_EQ(most, expected.value("max_influences_nonzero", std::size_t{0}));
  EXPECT_EQ(without, expected.value("skinned_meshes_vertices_without_weight", std::size_t{0}));
}

// A truncated or damaged file must give an error or a valid scene, whatever is damaged. The damaged positions
// are spread over the file.
TEST_P(Corpus, cut_and_broken_files_do_no_harm) {
  std::ifstream file(corpus_folder() + "/x/" + GetParam(), std::ios::binary);
  const std::string whole((std::istreambuf_iterator<char>(file)), {});
  // Small files contain the same kinds of objects.
  const std::size_t places = whole.size() > 100'000 ? 2 : 40;
  for (std::size_t i = 0; i < places; ++i) {
    const std::size_t place = whole.size() * i / places;
    const Result<Scene> cut = read_x(bytes_of(std::string_view(whole).substr(0, place)), "cut.x");
    EXPECT_TRUE(!cut || validate(*cut)) << "cut at " << place;
    for (const unsigned char byte : {0x00, 0x7F, 0x80, 0xFF, 0x7D, 0x39}) {
      std::string broken = whole;
      if (place < broken.size()) broken[place] = static_cast<char>(byte);
      const Result<Scene> read = read_x(bytes_of(broken), "broken.x");
      EXPECT_TRUE(!read || validate(*read)) << "byte " << place << " is " << int{byte};
    }
  }
}

INSTANTIATE_TEST_SUITE_P(files, Corpus, ::testing::ValuesIn(corpus_files()), [](const auto& test) {
  std::string name = test.param;
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  return name;
});

TEST(corpus, has_every_file_that_is_counted_as_missing_without_it) {
  SKELTER_REQUIRE_CORPUS();
  EXPECT_GE(corpus_files().size(), kFiles);
}

// The text version has six decimals, which makes a difference only in its material.
TEST(corpus, row_66_cube_is_the_same_in_text_binary_and_compressed) {
  SKELTER_REQUIRE_CORPUS();
  const Scene binary = load_corpus("assimp/test_cube_binary.x");
  EXPECT_TRUE(same_content(binary, load_corpus("assimp/test_cube_compressed.x")));
  Scene text = load_corpus("assimp/test_cube_text.x");
  ASSERT_EQ(text.materials.size(), 1u);
  const Material &a = text.materials[0], &b = binary.materials.at(0);
  EXPECT_EQ(a.name, b.name);
  EXPECT_NEAR(a.base_color.x, b.base_color.x, 1e-6);
  EXPECT_NEAR(a.specular.x, b.specular.x, 1e-6);
  EXPECT_NEAR(a.specular_power, b.specular_power, 1e-6);
  text.materials = binary.materials;
  EXPECT_TRUE(same_content(text, binary));
}

TEST(corpus, row_63_64_bar_is_the_same_in_every_encoding) {
  SKELTER_REQUIRE_CORPUS();
  const Scene text = load_corpus("derived/bar_text.x");
  EXPECT_EQ(text.encoding, "text");
  const std::pair<const char*, const char*> twins[] = {{"bar_bin32", "binary"},
                                                       {"bar_bin64", "binary"},
                                                       {"bar_tzip", "text-compressed"},
                                                       {"bar_tzip_blocks", "text-compressed"},
                                                       {"bar_bzip", "binary-compressed"}};
  for (const auto& [name, encoding] : twins) {
    const Scene twin = load_corpus("derived/" + std::string(name) + ".x");
    EXPECT_TRUE(same_content(text, twin)) << name;
    EXPECT_EQ(twin.encoding, encoding);
  }
}

TEST(corpus, bar_that_only_differs_in_writing_is_the_same) {
  SKELTER_REQUIRE_CORPUS();
  const Scene bar = load_corpus("derived/bar_text.x");
  for (const char* name : {"comments_crlf", "stray_brace_at_end", "unknown_objects"})
    EXPECT_TRUE(same_content(bar, load_corpus("derived/" + std::string(name) + ".x"))) << name;
}

TEST(corpus, row_65_dwarf_is_the_same_with_effects) {
  SKELTER_REQUIRE_CORPUS();
  const Scene plain = load_corpus("sdk_legacy/Dwarf.x"),
              effects = load_corpus("sdk_legacy/DwarfWithEffectInstance.x");
  ASSERT_EQ(plain.meshes.size(), effects.meshes.size());
  for (std::size_t m = 0; m < plain.meshes.size(); ++m) {
    const Primitive &a = primitive(plain, m), &b = primitive(effects, m);
    EXPECT_EQ(a.indices, b.indices);
    ASSERT_EQ(a.positions.size(), b.positions.size());
    // The text version has six decimals.
    for (std::size_t v = 0; v < a.positions.size(); ++v)
      ASSERT_NEAR(length(to_double(a.positions[v]) - to_double(b.positions[v])), 0, 2e-6) << m << " " << v;
  }
  EXPECT_EQ(totals(plain).source_vertices, 15806u);
  EXPECT_EQ(totals(plain).source_faces, 5270u);
}

// Exporters write faces for Direct3D, so with the file's own normals, the front faces are where the normals
// point.
TEST(corpus, fronts_face_where_normals_point) {
  SKELTER_REQUIRE_CORPUS();
  for (const char* name : {"assimp/anim_test.x", "sdk_legacy/car.x", "sdk_legacy/heli.x",
                           "sdk_legacy/shapes1.x", "blitz3d/crate.x"}) {
    const Scene scene = load_corpus(name);
    for (const Mesh& mesh : scene.meshes) {
      const Primitive& p = mesh.primitives.at(0);
      for (std::size_t i = 0; i < p.indices.size(); i += 3) {
        const auto corner = [&](std::size_t k) { return to_double(p.positions[p.indices[i + k]]); };
        const Vec3d front = cross(corner(1) - corner(0), corner(2) - corner(0));
        EXPECT_GE(dot(front, to_double(p.normals[p.indices[i]])), 0)
            << name << " " << mesh.name << " " << i / 3;
      }
    }
  }
}

// Its second material has no TextureFilename, but an effect with "Texture0@Name".
TEST(corpus, rock_has_a_texture_that_only_an_effect_names) {
  SKELTER_REQUIRE_CORPUS();
  const Scene scene = load_corpus("sdk_legacy/rock.x");
  ASSERT_EQ(scene.materials.size(), 2u);
  ASSERT_EQ(scene.textures.size(), 2u);
  EXPECT_EQ(scene.textures.at(scene.materials[0].base_color_texture).name, "Rock01.jpg");
  EXPECT_EQ(scene.textures.at(scene.materials[1].base_color_texture).name, "ripples.dds");
}

TEST(corpus, row_68_cube_on_plane_has_a_weight_and_six_sets_of_four) {
  SKELTER_REQUIRE_CORPUS();
  const Scene scene = load_corpus("sdk_legacy/cube_on_plane.x");
  const Primitive& p = primitive(scene);
  ASSERT_EQ(p.extra.size(), 7u);
  EXPECT_EQ(p.extra[0].semantic, "blendweight");
  EXPECT_EQ(p.extra[0].components, 1u);
  for (std::size_t i = 1; i < 7; ++i) {
    EXPECT_EQ(p.extra[i].semantic, "blendweight");
    EXPECT_EQ(p.extra[i].set, i);
    EXPECT_EQ(p.extra[i].components, 4u);
  }
}

// Blender's exporter with its option for y up. In the file, the root swaps y and z, which with mirrored z
// takes y to -z and z to -y. A model that was tall along z is then tall along y.
TEST(corpus, a_root_of_the_exporters_y_up_option_is_kept) {
  SKELTER_REQUIRE_CORPUS();
  const Scene scene = load_corpus("luanti/testentities_lava_flan.x");
  ASSERT_FALSE(scene.nodes.empty());
  EXPECT_EQ(scene.nodes[0].name, "Root");
  ASSERT_EQ(scene.clips.size(), 1u);
  EXPECT_EQ(scene.clips[0].name, "Global");
  const Mat4 root = scene.nodes[0].rest;
  EXPECT_EQ(transform_point(root, {1, 2, 3}), (Vec3{1, -3, -2}));
}

TEST(corpus, unconjugated_family_is_not_suspected_in_ordinary_files) {
  SKELTER_REQUIRE_CORPUS();
  for (const char* name :
       {"assimp/Testwuson.X", "sdk_legacy/tiny_4anim.x", "luanti/testentities_lava_flan.x"})
    EXPECT_EQ(load_corpus(name).diagnostics.find("x.rotation-keys"), nullptr) << name;
}

}  // namespace
}  // namespace skelter::test
