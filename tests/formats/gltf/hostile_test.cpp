// Truncated and damaged files. Whatever happens to the bytes, the reader must return an error or a valid
// scene, and never crash or hang. (The sanitizer suites also run these tests.)

#include "formats/gltf/gltf_document.h"
#include "skelter/scene/evaluate.h"

namespace skelter::test {
namespace {

// A minimal file with one of nearly everything that the reader supports.
Bytes everything() {
  Document d;
  d.floats("VEC3", 3, {0, 0, 0, 1, 0, 0, 0, 1, 0}, R"(,"min":[0,0,0],"max":[1,1,0])");
  d.add<std::uint16_t>("SCALAR", 5123, 1, {0, 1, 2});
  d.add<std::uint8_t>("VEC4", 5121, 4, {0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0});
  d.add<std::uint8_t>("VEC4", 5121, 4, {128, 127, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0}, ",\"normalized\":true");
  d.times({0, 1});
  d.floats("VEC4", 4, {0, 0, 0, 1, 0, 0, 1, 0});
  d.floats("SCALAR", 1, {0, 0, 0, 1, 0, 0});
  d.floats("VEC3", 3, {1, 1, 1});
  d.add<std::uint8_t>("SCALAR", 5121, 1, {2});
  d.add_accessor(
      R"({"componentType":5126,"count":3,"type":"VEC3","sparse":{"count":1,"indices":{"bufferView":8,"componentType":5121},"values":{"bufferView":7}}})");
  return d.file(
      R"("scene":0,"scenes":[{"name":"s","nodes":[0,2]}],"nodes":[{"name":"root","children":[1],"translation":[1,2,3]},
    {"rotation":[0,0,0,1],"camera":0},{"mesh":0,"skin":0,"weights":[0.5]}],"cameras":[{"type":"perspective","perspective":{"yfov":1,"znear":0.1}}],
    "skins":[{"joints":[0,1],"skeleton":0}],"images":[{"uri":"data:image/png;base64,AAAA"}],"samplers":[{"wrapS":33071}],
    "textures":[{"source":0,"sampler":0}],"materials":[{"pbrMetallicRoughness":{"baseColorTexture":{"index":0}},"alphaMode":"BLEND"}],
    "meshes":[{"primitives":[{"attributes":{"POSITION":0,"JOINTS_0":2,"WEIGHTS_0":3},"indices":1,"material":0,"targets":[{"POSITION":9}]}]}],
    "animations":[{"name":"wave","samplers":[{"input":4,"output":5},{"input":4,"output":6,"interpolation":"CUBICSPLINE"}],
    "channels":[{"sampler":0,"target":{"node":1,"path":"rotation"}},{"sampler":1,"target":{"node":2,"path":"weights"}}]}],"extras":{"a":[1]})");
}

// Reads the bytes and checks that a returned scene is valid. Returns true if there is a scene.
bool keeps_its_promise(ByteSpan bytes) {
  const auto scene = read_gltf(bytes, "damaged.gltf", no_files());
  if (!scene) {
    EXPECT_FALSE(scene.error().message.empty());
    EXPECT_EQ(scene.error().where.file, "damaged.gltf");
    return false;
  }
  const auto valid = validate(*scene);
  EXPECT_TRUE(valid) << to_string(valid.error());
  for (std::uint32_t clip = 0; clip < scene->clips.size(); ++clip)
    pose_bounds(*scene, evaluate(*scene, clip, 0.3));
  return true;
}

TEST(hostile, the_whole_file_loads_without_warnings) {
  const Scene scene = load(everything());
  EXPECT_EQ(scene.diagnostics.count(Severity::warning), 0u);
  EXPECT_EQ(scene.clips.at(0).channels.size(), 2u);
}

TEST(hostile, a_cut_at_every_byte_is_an_error) {
  const Bytes whole = everything();
  for (std::size_t size = 0; size < whole.size(); ++size)
    EXPECT_FALSE(keeps_its_promise(ByteSpan(whole).first(size)));
  // A truncated file with a matching length in its header.
  for (std::size_t size = 20; size < whole.size(); ++size) {
    Bytes cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
    const auto length = static_cast<std::uint32_t>(size);
    std::memcpy(cut.data() + 8, &length, 4);
    EXPECT_FALSE(keeps_its_promise(cut));
  }
}

TEST(hostile, one_damaged_byte_gives_an_error_or_a_valid_scene) {
  const Bytes whole = everything();
  std::size_t loaded = 0;
  for (std::size_t at = 0; at < whole.size(); ++at)
    for (const unsigned char value : {0x00, 0x22, 0x2C, 0x2D, 0x39, 0x5D, 0x7D, 0x80, 0xFF}) {
      Bytes damaged = whole;
      damaged[at] = static_cast<std::byte>(value);
      loaded += keeps_its_promise(damaged) ? 1 : 0;
    }
  EXPECT_GT(loaded, 0u);
}

TEST(hostile, numbers_replaced_by_extreme_ones) {
  const Bytes whole = everything();
  std::uint32_t json_size = 0;
  std::memcpy(&json_size, whole.data() + 12, 4);
  const std::string json(reinterpret_cast<const char*>(whole.data()) + 20, json_size);
  const Bytes binary(whole.begin() + 28 + json_size, whole.end());
  for (std::size_t at = 0; at < json.size(); ++at) {
    if (json[at] < '0' || json[at] > '9' || (json[at - 1] >= '0' && json[at - 1] <= '9')) continue;
    const std::size_t end = json.find_first_not_of("0123456789.", at);
    for (const char* value : {"-1", "0", "1", "255", "65536", "4294967295", "4294967296", "9007199254740991",
                              "18446744073709551616", "1e300", "0.5"})
      keeps_its_promise(glb(json.substr(0, at) + value + json.substr(end), binary));
  }
}

TEST(hostile, members_of_every_kind_of_value) {
  const Bytes whole = everything();
  std::uint32_t json_size = 0;
  std::memcpy(&json_size, whole.data() + 12, 4);
  const std::string json(reinterpret_cast<const char*>(whole.data()) + 20, json_size);
  const Bytes binary(whole.begin() + 28 + json_size, whole.end());
  for (std::size_t at = json.find(':'); at != std::string::npos; at = json.find(':', at + 1))
    for (const char* value : {"null,\"x\":", "{},\"x\":", "[],\"x\":", "\"\",\"x\":", "true,\"x\":",
                              "-0.0,\"x\":", "[[]],\"x\":"})
      keeps_its_promise(glb(json.substr(0, at + 1) + value + json.substr(at + 1), binary));
}

TEST(hostile, deep_nodes_and_many_references_come_to_an_end) {
  std::string nodes = "\"nodes\":[";
  for (int n = 0; n < 50000; ++n) nodes += "{\"children\":[" + std::to_string(n + 1) + "]},";
  EXPECT_EQ(load_json(nodes + "{}]").nodes.size(), 50001u);
  // Many primitives that use one large accessor must reach the memory limit, not the machine's.
  std::string meshes =
      "\"accessors\":[{\"componentType\":5126,\"count\":1000000,\"type\":\"VEC3\"}],\"meshes\":[{"
      "\"primitives\":[";
  for (int p = 0; p < 5000; ++p) meshes += "{\"attributes\":{\"POSITION\":0}},";
  meshes.back() = ']';
  const auto scene = read_gltf(bytes_of(Document().json(meshes + "}]")), "a.gltf", no_files());
  ASSERT_FALSE(scene);
  EXPECT_EQ(scene.error().status, Status::limit_exceeded);
}

}  // namespace
}  // namespace skelter::test
