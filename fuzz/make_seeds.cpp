// fuzz_make_seeds FOLDER: writes the seeds of the fuzz targets with Skelter itself and the encoders of Draco
// and meshoptimizer. Files are intentionally small, because libFuzzer mutates them byte by byte.

#include <draco/compression/encode.h>
#include <fmt/format.h>
#include <meshoptimizer.h>

#include <cstring>

#include "fuzz/fuzz.h"
#include "fuzz/glb.h"
#include "skelter/compile/compile.h"
#include "skelter/formats/gltf/read.h"
#include "skelter/formats/gltf/write.h"
#include "skelter/image/encode.h"
#include "skelter/system/file.h"
#include "viewer/figures.h"

namespace {

using namespace skelter;

std::string g_folder;

void save(const std::string& name, ByteSpan bytes) {
  fuzz::expect_ok(write_file(g_folder + "/" + name, bytes, true), "the seed is written");
}
void save(const std::string& name, std::string_view text) {
  save(name, ByteSpan(reinterpret_cast<const std::byte*>(text.data()), text.size()));
}

// --- glTF --------------------------------------------------------------------------------------------------

// The test model with additional glTF features: a morph target, a texture, a camera, a light, and cubic and
// stepped keys.
Scene rich_figure() {
  Scene scene = test::figure();
  scene.nodes[0].name = "Lower \xC3\xA9";
  Primitive& p = scene.meshes[0].primitives[0];
  p.uvs = {std::vector<Vec2>(6, {0.5f, 0.25f})};
  p.colors.assign(6, {1, 0.5f, 0, 1});
  MorphTarget smile;
  smile.name = "smile";
  smile.position_offsets.assign(6, {0, 0.1f, 0});
  p.morphs = {smile};
  p.materials = {0};
  const auto png = encode_png(Image(2, 2));
  fuzz::expect_ok(png, "a picture is made");
  SceneImage image;
  image.mime_type = "image/png";
  image.bytes = *png;
  scene.images = {image};
  Texture texture;
  texture.image = 0;
  scene.textures = {texture};
  Material paint;
  paint.name = "paint";
  paint.base_color = {0.8f, 0.2f, 0.2f, 1};
  paint.base_color_texture = 0;
  PbrMaterial pbr;
  pbr.base_color.texture = 0;
  pbr.alpha_mode = AlphaMode::mask;
  paint.pbr = pbr;
  scene.materials = {paint};
  Clip step;
  step.name = "step";
  step.duration_s = 1;
  step.targets.push_back({"Upper", 1, {}});
  step.channels.push_back(
      test::make_channel(0, ChannelPath::translation, {0, 1}, {0, 1, 0, 0, 2, 0}, Interpolation::step));
  step.channels.push_back(test::make_channel(
      0, ChannelPath::rotation, {0, 1},
      {0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0}, Interpolation::cubic));
  scene.clips.push_back(step);
  return scene;
}

void save_gltf(const std::string& name, const Scene& scene, const GltfWriteOptions& options) {
  const auto written = write_gltf(scene, options);
  fuzz::expect_ok(written, "the figure is written");
  save("gltf/" + name, written->bytes);
}

void make_gltf() {
  GltfWriteOptions options;
  save_gltf("figure.glb", test::figure(), options);
  save_gltf("rich.glb", rich_figure(), options);
  options.quantize = true;
  save_gltf("quantized.glb", rich_figure(), options);
  options.meshopt = true;
  save_gltf("meshopt.glb", rich_figure(), options);
  options = {};
  options.glb = false;
  save_gltf("figure.gltf", test::figure(), options);
  save_gltf("rich.gltf", rich_figure(), options);
}

// --- Draco -------------------------------------------------------------------------------------------------

// A grid of 3 by 3 vertices, compressed as in glTF.
void make_grid(bool more, draco::Mesh& mesh) {
  constexpr std::uint32_t kSide = 3;
  mesh.set_num_points(kSide * kSide);
  const auto add = [&](draco::GeometryAttribute::Type type, draco::DataType data, std::int8_t components,
                       std::size_t component_bytes, auto value) {
    draco::GeometryAttribute attribute;
    attribute.Init(type, nullptr, components, data, false,
                   static_cast<std::int64_t>(component_bytes * static_cast<std::size_t>(components)), 0);
    const int id = mesh.AddAttribute(attribute, true, kSide * kSide);
    for (std::uint32_t i = 0; i < kSide * kSide; ++i) {
      const auto values = value(i);
      mesh.attribute(id)->SetAttributeValue(draco::AttributeValueIndex(i), values.data());
    }
  };
  add(draco::GeometryAttribute::POSITION, draco::DT_FLOAT32, 3, 4, [](std::uint32_t i) {
    return std::array<float, 3>{static_cast<float>(i % kSide) / 2, static_cast<float>(i / kSide) / 2, 0};
  });
  if (more) {
    add(draco::GeometryAttribute::NORMAL, draco::DT_FLOAT32, 3, 4, [](std::uint32_t) {
      return std::array<float, 3>{0, 0, 1};
    });
    add(draco::GeometryAttribute::TEX_COORD, draco::DT_FLOAT32, 2, 4, [](std::uint32_t i) {
      return std::array<float, 2>{static_cast<float>(i % kSide), static_cast<float>(i / kSide)};
    });
    add(draco::GeometryAttribute::GENERIC, draco::DT_UINT8, 4, 1, [](std::uint32_t) {
      return std::array<std::uint8_t, 4>{0, 0, 0, 0};
    });
    add(draco::GeometryAttribute::GENERIC, draco::DT_FLOAT32, 4, 4, [](std::uint32_t) {
      return std::array<float, 4>{1, 0, 0, 0};
    });
  }
  for (std::uint32_t y = 0; y + 1 < kSide; ++y)
    for (std::uint32_t x = 0; x + 1 < kSide; ++x) {
      const std::uint32_t at = y * kSide + x;
      mesh.AddFace({draco::PointIndex(at), draco::PointIndex(at + 1), draco::PointIndex(at + kSide)});
      mesh.AddFace(
          {draco::PointIndex(at + 1), draco::PointIndex(at + kSide + 1), draco::PointIndex(at + kSide)});
    }
}

void make_draco() {
  for (const bool more : {false, true})
    for (const int method : {draco::MESH_SEQUENTIAL_ENCODING, draco::MESH_EDGEBREAKER_ENCODING})
      for (const int speed : {0, 5, 10}) {
        draco::Mesh mesh;
        make_grid(more, mesh);
        draco::Encoder encoder;
        encoder.SetEncodingMethod(method);
        encoder.SetSpeedOptions(speed, speed);
        encoder.SetTrackEncodedProperties(true);
        for (const auto type : {draco::GeometryAttribute::POSITION, draco::GeometryAttribute::NORMAL,
                                draco::GeometryAttribute::TEX_COORD})
          encoder.SetAttributeQuantization(type, 10);
        draco::EncoderBuffer buffer;
        fuzz::expect(encoder.EncodeMeshToBuffer(mesh, &buffer).ok(), "Draco encodes the grid");
        const auto points = static_cast<unsigned>(encoder.num_encoded_points()),
                   corners = static_cast<unsigned>(3 * encoder.num_encoded_faces());
        std::string seed = {static_cast<char>(points), 0, static_cast<char>(corners), 0,
                            static_cast<char>(more ? 7 : 0)};
        seed.append(buffer.data(), buffer.size());
        save(fmt::format("draco/{}{}{}",
                         method == draco::MESH_SEQUENTIAL_ENCODING ? "sequential" : "edgebreaker", speed,
                         more ? "-more" : ""),
             seed);
      }
}

// --- meshopt -----------------------------------------------------------------------------------------------

std::string with_claim(int mode, int filter, int stride_code, std::size_t count,
                       const std::vector<unsigned char>& data) {
  std::string seed = {static_cast<char>(mode), static_cast<char>(filter), static_cast<char>(stride_code),
                      static_cast<char>(count & 255), static_cast<char>(count >> 8)};
  return seed.append(reinterpret_cast<const char*>(data.data()), data.size());
}

std::vector<unsigned char> encoded_vertices(const void* vertices, std::size_t count, std::size_t stride) {
  std::vector<unsigned char> data(meshopt_encodeVertexBufferBound(count, stride));
  data.resize(meshopt_encodeVertexBuffer(data.data(), data.size(), vertices, count, stride));
  return data;
}

void make_meshopt() {
  std::vector<float> waves;
  for (std::size_t i = 0; i < 40; ++i)
    for (const float scale : {1.0f, 0.5f, 0.25f, 0.0f})
      waves.push_back(static_cast<float>(i * i % 17) * scale);
  save("meshopt/positions12", with_claim(0, 0, 2, 40, encoded_vertices(waves.data(), 40, 12)));
  save("meshopt/positions16", with_claim(0, 0, 3, 40, encoded_vertices(waves.data(), 40, 16)));
  std::vector<unsigned char> filtered(40 * 16);
  meshopt_encodeFilterOct(filtered.data(), 40, 4, 8, waves.data());
  save("meshopt/octahedral4", with_claim(0, 1, 0, 40, encoded_vertices(filtered.data(), 40, 4)));
  meshopt_encodeFilterOct(filtered.data(), 40, 8, 12, waves.data());
  save("meshopt/octahedral8", with_claim(0, 1, 1, 40, encoded_vertices(filtered.data(), 40, 8)));
  std::vector<float> turns;
  for (int i = 0; i < 40; ++i)
    for (const float part : {0.0f, 0.6f, 0.0f, 0.8f}) turns.push_back(part);
  meshopt_encodeFilterQuat(filtered.data(), 40, 8, 12, turns.data());
  save("meshopt/quaternion", with_claim(0, 2, 1, 40, encoded_vertices(filtered.data(), 40, 8)));
  meshopt_encodeFilterExp(filtered.data(), 40, 16, 12, waves.data());
  save("meshopt/exponential", with_claim(0, 3, 3, 40, encoded_vertices(filtered.data(), 40, 16)));
  save("meshopt/color", with_claim(0, 4, 0, 40, encoded_vertices(filtered.data(), 40, 4)));
  std::vector<unsigned> indices;
  for (unsigned i = 0; i < 20; ++i) indices.insert(indices.end(), {i, i + 1, i + 2});
  std::vector<unsigned char> data(meshopt_encodeIndexBufferBound(indices.size(), 22));
  data.resize(meshopt_encodeIndexBuffer(data.data(), data.size(), indices.data(), indices.size()));
  save("meshopt/triangles", with_claim(1, 0, 1, indices.size(), data));
  data.resize(meshopt_encodeIndexSequenceBound(indices.size(), 22));
  data.resize(meshopt_encodeIndexSequence(data.data(), data.size(), indices.data(), indices.size()));
  save("meshopt/sequence", with_claim(2, 0, 0, indices.size(), data));
}

// --- text --------------------------------------------------------------------------------------------------

void make_config() {
  save("config/all.json", R"({"skeleton": {
  "masks": [{"name": "top", "base_weight": 0.25, "entries": [{"joint": "Upper", "weight": 1, "subtree": true}]}],
  "lods": [{"dropped_subtrees": ["Upper"]}], "error_bound": 0.001, "shell_distance": 0.1, "max_influences": 4},
"clips": {"*": {"loop": true, "sample_rate_hz": 30},
  "bend": {"events": [{"name": "click", "time_s": 0.5}], "root_motion": {"joint": "Lower", "translation": "xz", "rotation": "y"}},
  "rise": {"loop": false, "additive_reference": {"clip": "bend", "time_s": 0.25}}}}
)");
  save("config/rest.json", "{ // a comment\n\"clips\": {\"#1\": {\"additive_reference\": \"rest\"}}}\n");
}

void make_viewer() {
  save("viewer/time.txt",
       "clip bend\nseek 0.5\nspeed 2\nloop pingpong\nkey space\nkey shift+right\nkey b\nwait 0.1 # a "
       "while\nskip 0.5\npause\n");
  save("viewer/look.txt",
       "toggle skeleton\nshading weights\nselect Upper\nup -z\nfit\nkey pad_1\nkey i\nwheel 2\ndrag 10 20 30 "
       "40\nshift-drag 1 2 3 4\nclick 320 240\ntab tracks\n");
  save("viewer/mix.txt",
       "mix on\ntrack 1 weight 0.5\ntrack 1 clip rise\ntrack 0 additive on\ntrack 0 mask Upper\ntrack 1 "
       "priority high\nfade 1 1 0.5 linear\ncrossfade rise 0.25\nwait 0.2\nmix off\n");
  save("viewer/compare.txt",
       "compare compiled\nworst\nworst at 0.5\ncompare clip rise\nworst joint\ncompare side-by-side\nfilter "
       "clips b\nmatrix \"scale(2) * rotate_x(30)\" point 1 0 0 rows show\n");
  save("viewer/view.json", R"json({"files": ["a.x", "b.x"], "active_file": 1, "clip": 1, "up": "z",
"timeline": {"time_s": 0.25, "playing": false, "speed": 0.5, "loop": "once", "from_s": 0.1, "to_s": 0.4},
"camera": {"target": [0, 1, 0], "distance": 4, "azimuth_deg": 90, "elevation_deg": -10, "fov_y_deg": 45, "parallel": true},
"shown": {"skeleton": true, "shading": "unlit"}, "selection": {"node": 1, "isolated": true,
"vertex": {"node": 2, "instance": 0, "primitive": 0, "vertex": 3}},
"mix": {"on": true, "time_s": 1, "tracks": [{"clip": 0, "weight": 0.5, "mask": 1, "fade": {"from": 0, "to": 1, "begin_s": 0.5, "duration_s": 1}}]},
"compare": {"with": "file", "file": 0, "clip": 0}, "matrix": {"expression": "scale(2)", "shown": true},
"panels": {"tab": 3}, "morph_weights": [0.5]}
)json");
}

void make_expression() {
  save("expression/both.txt",
       "translate(4,-3,8) * rotate_z(45)\nbend:weight=0.75,time=0.2;rise:weight=0.25,speed=2\n");
  save("expression/more.txt",
       "(scale(2) * scale(1,2,3)) * rotate(1,0,1,30) * rotate_x(-90)\n#1:priority=high;bend");
  save("expression/matrix.txt", "matrix(1,0,0,0,0,1,0,0,0,0,1,0,1e-3,2,3,1)");
}

void make_controller() {
  save("controller/fade", std::string_view("\x00\x00\x00\x00\x00\x00\x04\x00\x01\x17\x00\x03\x08\x00\x01\x01"
                                           "\x01\x00\x00\x00\x01\x02\x01\x17\x00\x02\x01\x17\x00\x01",
                                           30));
  save("controller/events",
       std::string_view("\x01\x01\x01\x04\x00\x01\x0c\x00\x02\x02\x01\x01\x02\x0d\x01\x02\x00\x01\x00\x03\x10"
                        "\x02\x02\x01\x00\x14\x00\x17\x00\x05\x01\x17\x00\x01\x02",
                        35));
}

void make_image() {
  Image image(5, 3);
  for (std::size_t i = 0; i < image.rgba.size(); ++i) image.rgba[i] = static_cast<std::uint8_t>(40 * i);
  const auto png = encode_png(image), webp = encode_webp(image);
  fuzz::expect_ok(png, "a picture is made");
  fuzz::expect_ok(webp, "a picture is made");
  save("image/small.png", *png);
  save("image/small.webp", *webp);
  // An image of 2 x 2 pixels in true colour with alpha. Source: the TGA specification, "Image type 2".
  save("image/small.tga", std::string_view("\0\0\2\0\0\0\0\0\0\0\0\0\2\0\2\0\x20\x08"
                                           "0123456789abcdef",
                                           34));
}

// Packs that are below the fuzzer's length limit, unlike the packs of the tests.
void make_packs() {
  for (const char* name : {"figure", "rich"})
    for (const bool hot : {false, true}) {
      const auto scene = read_gltf_file(g_folder + "/gltf/" + name + ".glb");
      fuzz::expect_ok(scene, "the seed of glTF loads");
      CompileSettings settings;
      settings.store_clips = !hot;
      const auto pack = compile_scene(*scene, settings);
      fuzz::expect_ok(pack, "a pack is made");
      save(std::string("pack/") + name + (hot ? "_hot.skelter" : ".skelter"), pack->bytes.span());
    }
}

}  // namespace

int main(int count, char** arguments) {
  fuzz::expect(count == 2, "usage: fuzz_make_seeds FOLDER");
  g_folder = arguments[1];
  make_gltf();
  make_draco();
  make_meshopt();
  make_config();
  make_viewer();
  make_expression();
  make_controller();
  make_image();
  make_packs();
  return 0;
}
