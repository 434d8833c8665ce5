#include "formats/gltf/gltf_document.h"

namespace skelter::test {
namespace {

const std::string kNothing = R"({"asset":{"version":"2.0"}})";

// Replaces a 32-bit number in the bytes of a GLB. `word` is the index of the number.
Bytes patched(Bytes bytes, std::size_t word, std::uint32_t value) {
  std::memcpy(bytes.data() + 4 * word, &value, 4);
  return bytes;
}

TEST(container, text_and_binary_files_load_alike) {
  EXPECT_EQ(load(bytes_of(kNothing)).format, "gltf");
  EXPECT_EQ(load(glb(kNothing)).format, "glb");
  EXPECT_EQ(load(glb(kNothing, {}, false)).format, "glb");
}

TEST(container, neither_json_nor_glb_is_reported) {
  EXPECT_EQ(error_of({}), "a.gltf: byte 0: neither JSON nor GLB; expected `{` or `glTF`");
  EXPECT_EQ(error_of(bytes_of("xof 0303txt 0032")),
            "a.gltf: byte 0: neither JSON nor GLB; expected `{` or `glTF`");
  EXPECT_EQ(error_of(bytes_of("[]")), "a.gltf: byte 0: neither JSON nor GLB; expected `{` or `glTF`");
}

TEST(container, every_fault_of_a_glb_names_its_byte) {
  const Bytes good = glb(kNothing);
  EXPECT_EQ(error_of(Bytes(good.begin(), good.begin() + 7)),
            "a.gltf: byte 7: the file ends inside the 12-byte header");
  EXPECT_EQ(error_of(patched(good, 1, 1)), "a.gltf: byte 4: GLB version 1; expected 2");
  EXPECT_EQ(error_of(patched(good, 2, 1000)), "a.gltf: byte 8: length 1000 in a file of " +
                                                  std::to_string(good.size()) +
                                                  " bytes; the file is truncated");
  EXPECT_EQ(error_of(patched(good, 2, 4)), "a.gltf: byte 8: length 4; expected at least 12");
  EXPECT_EQ(error_of(patched(patched(good, 2, 12), 0, 0x46546C67)),
            "a.gltf: byte 12: no chunk; expected JSON");
  EXPECT_EQ(error_of(patched(good, 2, 15)), "a.gltf: byte 12: 3 bytes left; expected a chunk");
  EXPECT_EQ(error_of(patched(good, 3, 1000)), "a.gltf: byte 12: a chunk of 1000 bytes, but only 36 are left");
  EXPECT_EQ(error_of(patched(good, 4, 0x004E4942)), "a.gltf: byte 16: the first chunk is not JSON");
}

TEST(container, harmless_faults_are_warnings) {
  Bytes longer = glb(kNothing);
  longer.push_back(std::byte{0});
  EXPECT_EQ(said(load(longer), "gltf.trailing-bytes"),
            "warning: a.gltf: byte 56: 1 bytes after the end; ignored");
  EXPECT_EQ(said(load(bytes_of("\xEF\xBB\xBF" + kNothing)), "gltf.byte-order-mark"),
            "warning: a.gltf: byte 0: a byte order mark, which glTF forbids; skipped");

  Bytes twice = glb(kNothing, Bytes(4));
  append_u32(twice, 0);
  append_u32(twice, 0x004E4942);
  twice = patched(twice, 2, static_cast<std::uint32_t>(twice.size()));
  EXPECT_EQ(said(load(twice), "gltf.second-chunk"),
            "warning: a.gltf: byte 60: a second chunk of this type; ignored");
}

TEST(container, json_faults_name_the_line) {
  EXPECT_EQ(
      error_of(bytes_of("{\n\"asset\": {\n")),
      "a.gltf:3: syntax error while parsing object key - unexpected end of input; expected string literal");
  EXPECT_EQ(error_of(bytes_of("{\"a\":1e999}")), "a.gltf:1: number overflow parsing '1e999'");
  EXPECT_EQ(error_of(bytes_of("{\"a\":\"\xFF\"}")).substr(0, 60),
            "a.gltf:1: syntax error while parsing value - invalid string:");
}

TEST(container, nesting_and_memory_have_limits) {
  const std::string deep = "{\"a\":" + std::string(2000, '[');
  EXPECT_EQ(error_of(bytes_of(deep)), "a.gltf: values nest deeper than the limit of 1024 levels");
  ReadOptions options = no_files();
  options.limits.max_memory_bytes = 1000;
  EXPECT_EQ(error_of(bytes_of(kNothing), options), "a.gltf: reading needs more than the limit of 1000 bytes");
  options.limits.max_memory_bytes = 0;
  options.limits.max_nodes = 1;
  EXPECT_EQ(error_of(bytes_of(Document().json(R"("nodes":[{},{}])")), options),
            "a.gltf: /nodes: 2 nodes; more than the limit of 1");
}

TEST(container, versions_are_checked) {
  EXPECT_EQ(error_of(bytes_of(R"({"asset":{"version":"1.0"}})")),
            "a.gltf: /asset/version: glTF 1.0; expected 2");
  EXPECT_EQ(error_of(bytes_of(R"({"asset":{"version":1.0}})")),
            "a.gltf: /asset/version: glTF 1.0; expected 2");
  EXPECT_EQ(error_of(bytes_of(R"({"asset":{"version":1.1}})")),
            "a.gltf: /asset/version: glTF 1.1; expected 2");
  EXPECT_EQ(error_of(bytes_of(R"({"asset":{"version":2.0}})")),
            "a.gltf: /asset/version: a number; expected a string");
  EXPECT_EQ(error_of(bytes_of(R"({"asset":{"version":"x"}})")),
            "a.gltf: /asset/version: \"x\"; expected a version such as \"2.0\"");
  EXPECT_EQ(error_of(bytes_of(R"({"asset":{"version":"2.0","minVersion":"2.1"}})")),
            "a.gltf: /asset/minVersion: needs glTF 2.1; expected at most 2.0");
  EXPECT_EQ(said(load(bytes_of("{}")), "gltf.no-asset"),
            "warning: a.gltf: no `asset`, so no version; treated as glTF 2.0");
  EXPECT_EQ(said(load(bytes_of(R"({"asset":{}})")), "gltf.no-version"),
            "warning: a.gltf: /asset: no `version`; treated as 2.0");
  const Scene scene = load(bytes_of(R"({"asset":{"version":"2.0","generator":"g","copyright":"c"}})"));
  EXPECT_EQ(scene.generator, "g");
  EXPECT_EQ(scene.copyright, "c");
}

TEST(container, extensions_that_are_needed_and_unknown_stop_others_are_noted) {
  for (const char* shape : {"ACME_x", "ACME_mesh_lights", "materials", "KHR_xmpx"})
    EXPECT_EQ(
        error_of_json(R"("extensionsRequired":[")" + std::string(shape) + "\"]"),
        "a.gltf: /extensionsRequired/0: the file requires the unsupported extension " + std::string(shape));
  EXPECT_EQ(error_of_json(R"("extensionsRequired":["KHR_mesh_quantization","ACME_x"])"),
            "a.gltf: /extensionsRequired/1: the file requires the unsupported extension ACME_x");
  EXPECT_EQ(error_of_json(R"("extensionsUsed":[1])"),
            "a.gltf: /extensionsUsed/0: a number; expected a string");
  const Scene scene = load_json(
      R"("extensionsUsed":["ACME_x"],"extensions":{"ACME_x":{"a":[1,2.5,null,true,"\n\""]}},"extras":{"b":1})");
  EXPECT_EQ(said(scene, "gltf.extension"),
            "note: a.gltf: /extensionsUsed/0: the extension ACME_x is unknown; kept unchanged");
  EXPECT_EQ(scene.carried.extensions, R"({"ACME_x":{"a":[1,2.5,null,true,"\u000a\""]}})");
  EXPECT_EQ(scene.carried.extras, R"({"b":1})");
  EXPECT_EQ(scene.extensions_used, std::vector<std::string>{"ACME_x"});
}

// Shapes and motion are the same without these extensions.
TEST(container, required_extensions_about_looks_are_a_warning) {
  for (const char* name :
       {"KHR_lights", "KHR_materials_common", "EXT_lights_image_based", "KHR_techniques_webgl",
        "KHR_texture_procedurals", "KHR_xmp", "MSFT_lod", "KHR_audio"}) {
    const std::string list = std::string("[\"") + name + "\"]";
    const Scene scene = load_json(R"("extensionsRequired":)" + list + R"(,"extensionsUsed":)" + list);
    EXPECT_EQ(
        said(scene, "gltf.extension-required"),
        std::string("warning: a.gltf: /extensionsRequired/0: the file requires the unsupported extension ") +
            name + "; ignored, because shapes and motion do not depend on it");
    EXPECT_EQ(scene.diagnostics.entries().size(), 1u) << name;
  }
}

TEST(container, vrm_is_known_and_not_played) {
  for (const char* name :
       {"VRM", "VRMC_vrm", "VRMC_springBone", "VRMC_node_constraint", "VRMC_vrm_animation"}) {
    const std::string list = std::string("[\"") + name + "\"]";
    const Scene scene = load_json(R"("extensionsRequired":)" + list + R"(,"extensionsUsed":)" + list);
    EXPECT_NE(said(scene, "gltf.not-played").find("kept unchanged, not played"), std::string::npos) << name;
    EXPECT_EQ(scene.diagnostics.entries().size(), 1u) << name;
  }
  EXPECT_EQ(said(load_json(R"("extensionsUsed":["VRM"])"), "gltf.not-played"),
            "note: a.gltf: /extensionsUsed/0: VRM: expressions, springs and settings of VRM; kept unchanged, "
            "not played");
}

TEST(container, optional_texts_of_another_type_are_ignored_with_a_warning) {
  const auto warned = [](const std::string& json, const std::string& place) {
    EXPECT_EQ(said(load_json(json), "gltf.type"),
              "warning: a.gltf: " + place + ": a number; expected a string, ignored");
  };
  warned(R"("nodes":[{"name":5}])", "/nodes/0/name");
  warned(R"("materials":[{"alphaMode":0}])", "/materials/0/alphaMode");
  warned(R"("materials":[{"name":1}])", "/materials/0/name");
  warned(R"("images":[{"uri":"a.png","mimeType":1}])", "/images/0/mimeType");
  warned(R"("animations":[{"name":0,"samplers":[],"channels":[]}])", "/animations/0/name");
  EXPECT_EQ(said(load(bytes_of(R"({"asset":{"version":"2.0","generator":7}})")), "gltf.type"),
            "warning: a.gltf: /asset/generator: a number; expected a string, ignored");
}

TEST(container, extensions_kept_but_not_drawn_report_what_is_missing) {
  const Scene scene = load_json(
      R"("extensionsRequired":["KHR_materials_transmission"],
    "extensionsUsed":["KHR_materials_clearcoat","KHR_materials_transmission","KHR_materials_emissive_strength"])");
  ASSERT_EQ(scene.diagnostics.entries().size(), 2u);
  EXPECT_EQ(
      said(scene, "gltf.not-drawn"),
      "note: a.gltf: /extensionsUsed/0: KHR_materials_clearcoat: drawn without clearcoat; kept unchanged");
  EXPECT_EQ(scene.diagnostics.entries()[1].message,
            "KHR_materials_transmission: drawn without refraction, as plain alpha; kept unchanged");
}

TEST(container, wrong_kinds_of_values_name_their_place) {
  EXPECT_EQ(error_of_json(R"("nodes":{})"), "a.gltf: /nodes: an object; expected an array");
  EXPECT_EQ(error_of_json(R"("nodes":[1])"), "a.gltf: /nodes/0: a number; expected an object");
  EXPECT_EQ(error_of_json(R"("images":[{"uri":1}])"), "a.gltf: /images/0/uri: a number; expected a string");
  EXPECT_EQ(error_of_json(R"("nodes":[{"mesh":"x"}])"),
            "a.gltf: /nodes/0/mesh: a string; expected the mesh index");
  EXPECT_EQ(error_of_json(R"("nodes":[{"mesh":0.5}])"),
            "a.gltf: /nodes/0/mesh: mesh index 0.5; the file has 0");
  EXPECT_EQ(error_of_json(R"("nodes":[{"scale":[1,2]}])"), "a.gltf: /nodes/0/scale: 2 elements; expected 3");
  EXPECT_EQ(error_of_json(R"("nodes":[{"scale":[1,2,null]}])"),
            "a.gltf: /nodes/0/scale/2: null; expected a number");
  EXPECT_EQ(error_of_json(R"("nodes":[{"scale":[1,2,1e300]}])"),
            "a.gltf: /nodes/0/scale/2: too large for a float; expected at most 3.4e38");
  EXPECT_EQ(error_of_json(R"("scenes":[{"nodes":true}])"),
            "a.gltf: /scenes/0/nodes: true or false; expected an array");
  EXPECT_EQ(error_of_json(R"("materials":[{"doubleSided":1}])"),
            "a.gltf: /materials/0/doubleSided: a number; expected true or false");
  EXPECT_EQ(error_of_json(R"("materials":[{"alphaCutoff":"x"}])"),
            "a.gltf: /materials/0/alphaCutoff: a string; expected a number");
  ReadOptions options = no_files();
  options.metres_per_unit = -1;
  EXPECT_EQ(error_of(bytes_of(kNothing), options), "a.gltf: metres per unit; expected above 0");
}

}  // namespace
}  // namespace skelter::test
