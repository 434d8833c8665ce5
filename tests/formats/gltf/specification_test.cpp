// Violations of the specification that the reader tolerates: one per file, each with its code and location.
// The rules are those of glTF 2.0 (Khronos, 2021) and of the extensions' own specifications.

#include "formats/gltf/gltf_document.h"

namespace skelter::test {
namespace {

Diagnostics faults_of(const Bytes& bytes) {
  return load(bytes, no_files(), {.check_all = true}).diagnostics;
}

// The "code location" of every warning.
std::string warned(const Diagnostics& diagnostics) {
  std::string text;
  for (const Diagnostic& entry : diagnostics.entries())
    if (entry.severity == Severity::warning)
      text.append(text.empty() ? "" : "; ").append(entry.code).append(" ").append(entry.spot.object);
  return text;
}

struct FaultCase {
  const char* members;
  const char* expected;
};

// Checks the warnings for JSON texts. Without the option, reading them must give no warning.
void expect_faults(const std::vector<FaultCase>& cases) {
  for (const FaultCase& one : cases) {
    const Bytes file = bytes_of(Document().json(one.members));
    EXPECT_EQ(warned(faults_of(file)), one.expected) << one.members;
    EXPECT_EQ(warned(load(file).diagnostics), "") << one.members;
  }
}

TEST(specification, empty_lists_are_reported) {
  for (const char* list :
       {"accessors", "animations", "buffers", "bufferViews", "cameras", "images", "materials", "meshes",
        "nodes", "samplers", "scenes", "skins", "textures", "extensionsUsed"})
    EXPECT_EQ(warned(faults_of(bytes_of(Document().json(std::string("\"") + list + "\":[]")))),
              std::string("gltf.schema /") + list);
  expect_faults({{R"("nodes":[{"children":[]}])", "gltf.schema /nodes/0/children"},
                 {R"("scenes":[{"nodes":[]}])", "gltf.schema /scenes/0/nodes"}});
}

TEST(specification, values_out_of_range_or_of_another_type_are_reported) {
  expect_faults({
      {R"("materials":[{"pbrMetallicRoughness":{"metallicFactor":1.5}}])",
       "gltf.schema /materials/0/pbrMetallicRoughness/metallicFactor"},
      {R"("materials":[{"emissiveFactor":[0,-1,0]}])", "gltf.schema /materials/0/emissiveFactor/1"},
      {R"("nodes":[{"rotation":[0,0,0,1.0001]}])", "gltf.schema /nodes/0/rotation/3"},
      {R"("extensionsUsed":["A","A"])", "gltf.schema /extensionsUsed/1"},
      {R"("bufferViews":[{"buffer":0,"byteLength":8,"byteStride":260}],"buffers":[{"byteLength":8}])",
       "gltf.schema /bufferViews/0/byteStride"},
      {R"("bufferViews":[{"buffer":0,"byteLength":8,"target":1}],"buffers":[{"byteLength":8}])",
       "gltf.schema /bufferViews/0/target"},
      {R"("accessors":[{"componentType":5126,"count":0,"type":"VEC3"}])", "gltf.schema /accessors/0/count"},
      {R"("accessors":[{"componentType":5126,"count":1,"type":"VEC3","byteOffset":4}])",
       "gltf.schema /accessors/0/byteOffset"},
      {R"("materials":[{"extensions":{"A":3}}],"extensionsUsed":["A"])",
       "gltf.schema /materials/0/extensions/A"},
      {R"("nodes":[{}],"scenes":[{"nodes":[0,0]}])", "gltf.schema /scenes/0/nodes/1"},
  });
}

TEST(specification, missing_members_are_reported) {
  expect_faults({
      {R"("accessors":[{"componentType":5126,"type":"VEC3"}])", "gltf.missing /accessors/0/count"},
      {R"("cameras":[{"type":"perspective","perspective":{"yfov":1}}])",
       "gltf.missing /cameras/0/perspective/znear"},
      {R"("extensions":{"KHR_lights_punctual":{}},"extensionsUsed":["KHR_lights_punctual"])",
       "gltf.missing /extensions/KHR_lights_punctual/lights"},
      {R"("extensions":{"KHR_lights_punctual":{"lights":[{"type":"spot"}]}},"extensionsUsed":["KHR_lights_punctual"])",
       "gltf.missing /extensions/KHR_lights_punctual/lights/0/spot"},
  });
}

TEST(specification, unknown_members_are_a_note) {
  const Diagnostics said = faults_of(bytes_of(Document().json(R"("nodes":[{"scaling":[1,1,1]}])")));
  ASSERT_EQ(said.entries().size(), 1u);
  EXPECT_EQ(said.entries()[0].code, "gltf.unknown-member");
  EXPECT_EQ(said.entries()[0].severity, Severity::note);
  EXPECT_EQ(said.entries()[0].spot.object, "/nodes/0/scaling");
  EXPECT_TRUE(faults_of(bytes_of(Document().json(R"("nodes":[{"extras":{"a":1}}])"))).empty());
}

TEST(specification, extensions_are_declared_and_in_their_place) {
  expect_faults({
      {R"("nodes":[{"extensions":{"A":{}}}])", "gltf.extension-undeclared /nodes/0/extensions/A"},
      {R"("nodes":[{"extensions":{"KHR_materials_unlit":{}}}],"extensionsUsed":["KHR_materials_unlit"])",
       "gltf.extension-place /nodes/0/extensions/KHR_materials_unlit"},
      {R"("extensionsUsed":["KHR_mesh_quantization"])", "gltf.extension-optional /extensionsUsed/0"},
      {R"("extensionsUsed":["A"],"extensionsRequired":["KHR_materials_unlit"])",
       "gltf.extension-undeclared /extensionsRequired/0"},
      {R"("materials":[{"extensions":{"KHR_materials_ior":{"ior":0.5}}}],"extensionsUsed":["KHR_materials_ior"])",
       "gltf.schema /materials/0/extensions/KHR_materials_ior/ior"},
      {R"("materials":[{"extensions":{"KHR_materials_ior":{"ior":0}}}],"extensionsUsed":["KHR_materials_ior"])",
       ""},
  });
}

TEST(specification, accessors_are_aligned_and_wide_enough) {
  const auto file = [](const std::string& view, const std::string& accessor) {
    return R"("buffers":[{"byteLength":64,"uri":"data:application/octet-stream;base64,)" +
           std::string(86, 'A') + R"(=="}],"bufferViews":[{"buffer":0,)" + view +
           R"(}],"accessors":[{"bufferView":0,)" + accessor + "}]";
  };
  struct Case {
    std::string members, expected;
  };
  for (const Case& one : {
           Case{file(R"("byteLength":32)", R"("byteOffset":1,"componentType":5126,"count":1,"type":"VEC3")"),
                "gltf.alignment /accessors/0/byteOffset"},
           Case{file(R"("byteOffset":2,"byteLength":32)", R"("componentType":5126,"count":1,"type":"VEC3")"),
                "gltf.alignment /accessors/0"},
           Case{file(R"("byteLength":32)", R"("byteOffset":2,"componentType":5121,"count":1,"type":"MAT3")"),
                "gltf.alignment /accessors/0/byteOffset"},
           Case{file(R"("byteLength":32,"byteStride":8)", R"("componentType":5126,"count":1,"type":"VEC3")"),
                "gltf.stride /bufferViews/0/byteStride"},
           Case{file(R"("byteLength":32,"byteStride":6)", R"("componentType":5123,"count":1,"type":"VEC3")"),
                "gltf.stride /bufferViews/0/byteStride"},
           Case{file(R"("byteLength":8,"byteStride":12)", R"("componentType":5123,"count":1,"type":"VEC3")"),
                "gltf.stride /bufferViews/0/byteStride"},
           Case{file(R"("byteLength":32,"byteStride":12,"target":34963)",
                     R"("componentType":5123,"count":1,"type":"SCALAR")"),
                "gltf.stride /bufferViews/0/byteStride"},
           Case{file(R"("byteLength":32)",
                     R"("componentType":5126,"normalized":true,"count":1,"type":"VEC3")"),
                "gltf.normalized /accessors/0/normalized"},
           Case{file(R"("byteLength":32)",
                     R"("componentType":5121,"count":2,"type":"VEC2","min":[0,1],"max":[0,0])"),
                "gltf.bounds /accessors/0"},
           Case{file(R"("byteLength":32)", R"("componentType":5121,"count":2,"type":"VEC2","min":[0])"),
                "gltf.size /accessors/0/min"},
       })
    EXPECT_EQ(warned(faults_of(bytes_of(Document().json(one.members)))), one.expected) << one.members;

  const float nan = std::numeric_limits<float>::quiet_NaN();
  Document d;
  d.floats("VEC3", 3, {0, nan, 0});
  EXPECT_EQ(warned(faults_of(d.file(""))), "gltf.not-finite /accessors/0");
}

// The columns of small matrices begin at multiples of 4 bytes. There need not be any bytes after the last
// one.
TEST(specification, last_column_of_a_matrix_may_end_with_the_view) {
  for (const auto& [components, type, bytes] :
       {std::tuple{5120, "MAT2", 14}, {5121, "MAT3", 23}, {5123, "MAT3", 46}}) {
    Document d;
    d.data.resize(static_cast<std::size_t>(bytes));
    d.add_view(R"({"buffer":0,"byteLength":)" + std::to_string(bytes) + "}");
    d.add_accessor(R"({"bufferView":0,"componentType":)" + std::to_string(components) +
                   R"(,"count":2,"type":")" + type + "\"}");
    EXPECT_EQ(warned(faults_of(d.file(""))), "") << type;
    Document cut;
    cut.data.resize(static_cast<std::size_t>(bytes) - 1);
    cut.add_view(R"({"buffer":0,"byteLength":)" + std::to_string(bytes - 1) + "}");
    cut.accessors = d.accessors;
    EXPECT_EQ(warned(faults_of(cut.file(""))), "gltf.accessor-bounds /accessors/0") << type;
  }
}

// A triangle. `attributes` are added to its position, and `rest` to the primitive.
Document triangle() {
  Document d;
  d.floats("VEC3", 3, {0, 0, 0, 1, 0, 0, 0, 1, 0}, R"(,"min":[0,0,0],"max":[1,1,0])");
  return d;
}
std::string with_triangle(const std::string& attributes, const std::string& rest,
                          const std::string& more = {}) {
  return R"("meshes":[{"primitives":[{"attributes":{"POSITION":0)" + attributes + "}" + rest + "}]}]" + more;
}

TEST(specification, attributes_have_names_and_values_that_are_allowed) {
  Document d = triangle();
  d.floats("VEC3", 3, {0, 0, 0, 1, 2, 0, 0, 1, 0});
  d.floats("VEC4", 4, {1, 0, 0, 1, 1, 0, 0, 0, 1, 0, 0, -1});
  d.add<std::uint8_t>("SCALAR", 5121, 1, {0, 1, 255});
  const std::string at = " /meshes/0/primitives/0/";
  EXPECT_EQ(warned(faults_of(d.file(with_triangle("", "")))), "");
  for (const char* name : {"COLOUR", "TEXCOORD", "JOINTS_"})
    EXPECT_EQ(warned(faults_of(d.file(with_triangle(std::string(",\"") + name + "\":1", "")))),
              "gltf.attribute-name" + at + "attributes/" + name);
  EXPECT_EQ(warned(faults_of(d.file(with_triangle(",\"_OWN\":1", "")))), "");
  EXPECT_EQ(warned(faults_of(d.file(with_triangle(",\"COLOR_0\":1", "")))),
            "gltf.color-range" + at + "attributes/COLOR_0");
  EXPECT_EQ(warned(faults_of(d.file(with_triangle(",\"TANGENT\":2", "")))),
            "gltf.tangent-sign" + at + "attributes/TANGENT");
  EXPECT_EQ(warned(faults_of(d.file(with_triangle("", R"(,"targets":[{"NORMAL":1}])")))),
            "gltf.morph-base" + at + "targets/0/NORMAL");
  EXPECT_EQ(warned(faults_of(d.file(with_triangle("", R"(,"targets":[{"TEXCOORD_01":1}])")))),
            "gltf.attribute-name" + at + "targets/0/TEXCOORD_01");
  EXPECT_EQ(warned(faults_of(d.file(with_triangle("", R"(,"targets":[{"POSITION":1}])")))),
            "gltf.bounds" + at + "targets/0/POSITION");
}

TEST(specification, views_of_vertices_and_indices_are_apart) {
  const std::string at = " /meshes/0/primitives/0/";
  Document shared = triangle();
  shared.add_accessor(R"({"bufferView":0,"componentType":5121,"count":3,"type":"VEC4","normalized":true})");
  EXPECT_EQ(warned(faults_of(shared.file(with_triangle(",\"COLOR_0\":1", "")))),
            "gltf.stride" + at + "attributes/COLOR_0");
  Document mixed = triangle();
  mixed.add_accessor(R"({"bufferView":0,"componentType":5121,"count":3,"type":"SCALAR"})");
  EXPECT_EQ(warned(faults_of(mixed.file(with_triangle("", ",\"indices\":1")))),
            "gltf.view-use" + at + "indices");
  Document odd = triangle();
  odd.data.resize(odd.data.size() + 16);
  odd.add_view(R"({"buffer":0,"byteOffset":36,"byteLength":16})");
  odd.add_accessor(
      R"({"bufferView":1,"byteOffset":2,"componentType":5121,"count":3,"type":"VEC4","normalized":true})");
  EXPECT_EQ(warned(faults_of(odd.file(with_triangle(",\"COLOR_0\":1", "")))),
            "gltf.alignment" + at + "attributes/COLOR_0");
}

TEST(specification, index_that_restarts_is_reported) {
  Document d;
  std::vector<float> positions(256 * 3, 0);
  positions[3] = positions[7] = 1;
  d.floats("VEC3", 3, positions, R"(,"min":[0,0,0],"max":[1,1,0])");
  d.add<std::uint8_t>("SCALAR", 5121, 1, {0, 1, 255});
  EXPECT_EQ(warned(faults_of(d.file(with_triangle("", ",\"indices\":1")))),
            "gltf.restart-index /meshes/0/primitives/0/indices");
}

TEST(specification, textures_have_the_coordinates_they_ask_for) {
  Document d = triangle();
  d.floats("VEC2", 2, {0, 0, 1, 0, 0, 1});
  const std::string material = R"(,"materials":[{"normalTexture":{"index":0,"texCoord":1}}],"textures":[{}])";
  EXPECT_EQ(warned(faults_of(d.file(with_triangle(",\"TEXCOORD_0\":1", ",\"material\":0", material)))),
            "gltf.no-coordinates /meshes/0/primitives/0/material");
  EXPECT_EQ(warned(faults_of(
                d.file(with_triangle(",\"TEXCOORD_0\":1,\"TEXCOORD_1\":1", ",\"material\":0", material)))),
            "");
}

TEST(specification, joints_of_a_skin_have_a_common_root) {
  expect_faults({
      {R"("nodes":[{},{}],"skins":[{"joints":[0,1]}])", "gltf.joint-roots /skins/0/joints"},
      {R"("nodes":[{"children":[1]},{"children":[2]},{}],"skins":[{"joints":[1,2],"skeleton":2}])",
       "gltf.skeleton /skins/0/skeleton"},
      {R"("nodes":[{"children":[1]},{"children":[2]},{}],"skins":[{"joints":[1,2],"skeleton":0}])", ""},
  });
}

TEST(specification, skin_and_joints_are_in_one_scene) {
  const std::string rest =
      R"(,"nodes":[{"mesh":0,"skin":0},{}],"skins":[{"joints":[1]}],"scenes":[{"nodes":[)";
  const Document d = triangle();
  const std::string rigid = "gltf.skin-without-weights /nodes/0/skin";  // reported by the reader
  EXPECT_EQ(warned(faults_of(d.file(with_triangle("", "", rest + "0]}]")))),
            rigid + "; gltf.joint-scene /nodes/0");
  EXPECT_EQ(warned(faults_of(d.file(with_triangle("", "", rest + "0,1]}]")))), rigid);
}

TEST(specification, animations_have_keys_and_pointers_that_are_allowed) {
  Document d;
  d.times({0});
  d.floats("VEC3", 3, {0, 0, 0, 1, 2, 3, 0, 0, 0});
  const auto animation = [](const std::string& sampler, const std::string& target) {
    return R"("nodes":[{}],"extensionsUsed":["KHR_animation_pointer"],"animations":[{"samplers":[{"input":0,"output":)" +
           sampler + R"(}],"channels":[{"sampler":0,"target":{)" + target + "}}]}]";
  };
  EXPECT_EQ(warned(faults_of(
                d.file(animation(R"(1,"interpolation":"CUBICSPLINE")", R"("node":0,"path":"translation")")))),
            "gltf.key-count /animations/0/samplers/0/input");
  Document linear;
  linear.times({0});
  linear.floats("VEC3", 3, {1, 2, 3});
  const std::string pointer = R"(,"extensions":{"KHR_animation_pointer":{"pointer":"/nodes/0/translation"}})";
  const std::string at = "gltf.pointer /animations/0/channels/0/target/";
  EXPECT_EQ(warned(faults_of(linear.file(animation("1", R"("path":"pointer")" + pointer)))), "");
  EXPECT_EQ(warned(faults_of(linear.file(animation("1", R"("node":0,"path":"pointer")" + pointer)))),
            at + "node");
  EXPECT_EQ(warned(faults_of(linear.file(animation("1", R"("path":"scale")" + pointer)))), at + "path");
}

TEST(specification, cameras_and_lights_have_a_volume) {
  expect_faults({
      {R"("cameras":[{"type":"orthographic","orthographic":{"xmag":0,"ymag":1,"znear":0,"zfar":1}}])",
       "gltf.camera /cameras/0/orthographic/xmag"},
      {R"("cameras":[{"type":"perspective","perspective":{"yfov":1,"znear":2,"zfar":1}}])",
       "gltf.camera /cameras/0/perspective"},
      {R"("cameras":[{"type":"perspective","perspective":{"yfov":1,"znear":1},"orthographic":{"xmag":1,"ymag":1,"znear":0,"zfar":1}}])",
       "gltf.camera /cameras/0"},
      {R"("extensionsUsed":["KHR_lights_punctual"],"extensions":{"KHR_lights_punctual":{"lights":[{"type":"spot","spot":{"innerConeAngle":0.2,"outerConeAngle":0.1}}]}})",
       "gltf.light /extensions/KHR_lights_punctual/lights/0/spot/outerConeAngle"},
  });
}

TEST(specification, data_have_the_type_that_is_stated) {
  const std::string png = "iVBORw0KGgo=";  // the first eight bytes of a PNG
  struct Case {
    std::string members, expected;
  };
  for (const Case& one : {
           Case{R"("buffers":[{"byteLength":1,"uri":"data:text/plain;base64,AA=="}])",
                "gltf.media-type /buffers/0/uri"},
           Case{R"("buffers":[{"byteLength":1,"uri":"data:application/octet-stream;;base64,AA=="}])",
                "gltf.uri /buffers/0/uri"},
           Case{R"("images":[{"uri":"data:image/gif;base64,)" + png + R"("}])",
                "gltf.media-type /images/0/uri"},
           Case{R"("images":[{"mimeType":"image/jpeg","uri":"data:image/png;base64,)" + png + R"("}])",
                "gltf.media-type /images/0/mimeType"},
           Case{R"("images":[{"mimeType":"image/png","uri":"data:image/png;base64,)" + png + R"("}])", ""},
       })
    EXPECT_EQ(warned(faults_of(bytes_of(Document().json(one.members)))), one.expected) << one.members;
}

TEST(specification, chunks_of_a_glb_are_in_order_and_whole_words) {
  const auto chunk = [](Bytes& file, std::uint32_t type, const Bytes& data) {
    append_u32(file, static_cast<std::uint32_t>(data.size()));
    append_u32(file, type);
    file.insert(file.end(), data.begin(), data.end());
  };
  const auto container = [&](const std::vector<std::pair<std::uint32_t, Bytes>>& chunks) {
    Bytes all, file;
    for (const auto& [type, data] : chunks) chunk(all, type, data);
    for (const std::size_t word : {std::size_t{0x46546C67}, std::size_t{2}, all.size() + 12})
      append_u32(file, static_cast<std::uint32_t>(word));
    file.insert(file.end(), all.begin(), all.end());
    return file;
  };
  constexpr std::uint32_t kJson = 0x4E4F534A, kBinary = 0x004E4942, kOwn = 0x314E574F;
  const Bytes json = bytes_of(R"({"asset":{"version":"2.0"}} )"), four(4);
  EXPECT_EQ(warned(faults_of(container({{kJson, json}, {kBinary, four}, {kOwn, four}}))), "");
  const Diagnostics order = faults_of(container({{kJson, json}, {kOwn, four}, {kBinary, four}}));
  ASSERT_NE(order.find("gltf.chunk-order"), nullptr);
  EXPECT_EQ(order.find("gltf.chunk-order")->spot.byte, 12 + 8 + json.size() + 12);
  const Diagnostics length = faults_of(container({{kJson, bytes_of(R"({"asset":{"version":"2.0"}})")}}));
  ASSERT_NE(length.find("gltf.chunk-length"), nullptr);
  EXPECT_EQ(length.find("gltf.chunk-length")->spot.byte, 12u);
  // If the first buffer of a GLB has no uri, its bytes are those of the binary chunk.
  EXPECT_EQ(warned(faults_of(glb(R"({"asset":{"version":"2.0"},"buffers":[{"byteLength":4}]})", {}, false))),
            "gltf.no-data /buffers/0");
}

}  // namespace
}  // namespace skelter::test
