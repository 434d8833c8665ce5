#include "formats/gltf/gltf_document.h"

namespace skelter::test {
namespace {

TEST(materials, everything_that_viewers_show) {
  const Scene scene =
      load_json(R"("images":[{"uri":"a%20b.png","name":"i"},{"uri":"data:image/png;base64,Zm9v"},{}],
    "samplers":[{"magFilter":9728,"minFilter":9987,"wrapS":33071,"wrapT":33648},{"wrapS":1}],
    "textures":[{"source":0,"sampler":0},{"source":1},{"extensions":{"EXT_texture_webp":{"source":1}}}],
    "materials":[{"name":"m","pbrMetallicRoughness":{"baseColorFactor":[0.1,0.2,0.3,0.4],"metallicFactor":0.5,"roughnessFactor":0.25,
      "baseColorTexture":{"index":0,"texCoord":1,"extensions":{"KHR_texture_transform":{"offset":[1,2],"rotation":0.5,"scale":[3,4],"texCoord":2}}},
      "metallicRoughnessTexture":{"index":1}},"normalTexture":{"index":1,"scale":2},"occlusionTexture":{"index":1,"strength":0.5},
      "emissiveTexture":{"index":2},"emissiveFactor":[1,0.5,0],"alphaMode":"MASK","alphaCutoff":0.75,"doubleSided":true,
      "extensions":{"KHR_materials_unlit":{},"KHR_materials_emissive_strength":{"emissiveStrength":4},"ACME":{"x":1}},"extras":1},
      {"alphaMode":"ODD"},{"alphaMode":"BLEND","extensions":{"KHR_materials_pbrSpecularGlossiness":{"diffuseFactor":[1,0,0,1],"glossinessFactor":0.25}}}])");
  EXPECT_EQ(scene.images[0].uri, "a b.png");
  EXPECT_EQ(scene.images[1].bytes, bytes_of("foo"));
  EXPECT_EQ(scene.images[1].mime_type, "image/png");
  EXPECT_EQ(said(scene, "gltf.image-without-data"),
            "warning: a.gltf: /images/2: neither `uri` nor `bufferView`; the image is empty");
  EXPECT_EQ(scene.samplers[0].magnify, TextureFilter::nearest);
  EXPECT_EQ(scene.samplers[0].minify, TextureFilter::linear_mipmap_linear);
  EXPECT_EQ(scene.samplers[0].wrap_u, TextureWrap::clamp_to_edge);
  EXPECT_EQ(scene.samplers[0].wrap_v, TextureWrap::mirrored_repeat);
  EXPECT_EQ(said(scene, "gltf.sampler"),
            "warning: a.gltf: /samplers/1/wrapS: 1 is unknown; the default is used");
  EXPECT_EQ(scene.textures[0].name, "a b.png");
  EXPECT_EQ(scene.textures[2].image, 1u);

  const Material& m = scene.materials[0];
  ASSERT_TRUE(m.pbr);
  EXPECT_EQ(m.base_color, (Vec4{0.1f, 0.2f, 0.3f, 0.4f}));
  EXPECT_EQ(m.base_color_texture, 0u);
  EXPECT_EQ(m.pbr->base_color, (TextureUse{0, 2, {1, 2}, 0.5f, {3, 4}}));
  EXPECT_EQ(m.pbr->metallic, 0.5f);
  EXPECT_EQ(m.pbr->roughness, 0.25f);
  EXPECT_EQ(m.pbr->metallic_roughness.texture, 1u);
  EXPECT_EQ(m.pbr->normal_scale, 2);
  EXPECT_EQ(m.pbr->occlusion_strength, 0.5f);
  EXPECT_EQ(m.pbr->emissive.texture, 2u);
  EXPECT_EQ(m.emissive, (Vec3{1, 0.5f, 0}));
  EXPECT_EQ(m.pbr->emissive_strength, 4);
  EXPECT_EQ(m.pbr->alpha_mode, AlphaMode::mask);
  EXPECT_EQ(m.pbr->alpha_cutoff, 0.75f);
  EXPECT_TRUE(m.double_sided);
  EXPECT_TRUE(m.pbr->unlit);
  EXPECT_EQ(m.carried.extensions, R"({"ACME":{"x":1}})");
  EXPECT_EQ(m.carried.extras, "1");
  EXPECT_EQ(
      said(scene, "gltf.alpha-mode"),
      "warning: a.gltf: /materials/1/alphaMode: \"ODD\"; expected OPAQUE, MASK or BLEND, treated as OPAQUE");
  EXPECT_EQ(scene.materials[1].pbr->alpha_mode, AlphaMode::opaque);
  EXPECT_EQ(scene.materials[1].pbr->metallic, 1);
  EXPECT_EQ(scene.materials[2].base_color, (Vec4{1, 0, 0, 1}));
  EXPECT_EQ(scene.materials[2].pbr->roughness, 0.75f);
  EXPECT_EQ(scene.materials[2].pbr->metallic, 0);
  EXPECT_EQ(said(scene, "gltf.specular-glossiness"),
            "note: a.gltf: /materials/2/extensions/KHR_materials_pbrSpecularGlossiness: converted to a "
            "metallic-roughness material without metal");
}

TEST(materials, an_empty_surface_next_to_the_older_extension_does_not_count) {
  const Scene scene = load_json(R"("materials":[
      {"pbrMetallicRoughness":{},"extensions":{"KHR_materials_pbrSpecularGlossiness":{"diffuseFactor":[1,0,0,1]}}},
      {"pbrMetallicRoughness":{"metallicFactor":0.5},"extensions":{"KHR_materials_pbrSpecularGlossiness":{"diffuseFactor":[1,0,0,1]}}}])");
  EXPECT_EQ(scene.materials[0].base_color, (Vec4{1, 0, 0, 1}));
  EXPECT_EQ(scene.materials[0].pbr->metallic, 0);
  EXPECT_EQ(scene.materials[1].base_color, (Vec4{1, 1, 1, 1}));
  EXPECT_EQ(scene.materials[1].pbr->metallic, 0.5f);
}

TEST(materials, pictures_in_views_are_copied) {
  Document d;
  d.add<std::uint8_t>("SCALAR", 5121, 1, {1, 2, 3});
  const Scene scene = load(
      d, R"("images":[{"bufferView":0,"mimeType":"image/jpeg","name":"skin"}],"textures":[{"source":0}])");
  EXPECT_EQ(scene.images[0].bytes, (Bytes{std::byte{1}, std::byte{2}, std::byte{3}}));
  EXPECT_EQ(scene.images[0].mime_type, "image/jpeg");
  EXPECT_EQ(scene.textures[0].name, "skin");
}

// Motion needs no images.
TEST(materials, files_that_ask_for_pictures_we_cannot_decode_stay_plain) {
  const Scene scene = load_json(
      R"("extensionsUsed":["KHR_texture_basisu"],"extensionsRequired":["KHR_texture_basisu"],
    "images":[{"uri":"a.ktx2"}],"textures":[{"extensions":{"KHR_texture_basisu":{"source":0}}}],
    "materials":[{"pbrMetallicRoughness":{"baseColorTexture":{"index":0}}}])");
  EXPECT_EQ(said(scene, "gltf.picture-extension"),
            "warning: a.gltf: /extensionsRequired/0: KHR_texture_basisu images cannot be decoded; their "
            "materials have no texture");
  EXPECT_EQ(scene.textures[0].image, kNone);
}

TEST(materials, indices_are_checked) {
  EXPECT_EQ(error_of_json(R"("textures":[{"source":0}])"),
            "a.gltf: /textures/0/source: image index 0; the file has 0");
  EXPECT_EQ(error_of_json(R"("textures":[{"sampler":0}])"),
            "a.gltf: /textures/0/sampler: sampler index 0; the file has 0");
  EXPECT_EQ(error_of_json(R"("materials":[{"normalTexture":{"index":0}}])"),
            "a.gltf: /materials/0/normalTexture/index: texture index 0; the file has 0");
  EXPECT_EQ(error_of_json(R"("materials":[{"normalTexture":{}}])"),
            "a.gltf: /materials/0/normalTexture/index: missing; expected the texture index");
  Document d;
  d.floats("VEC3", 3, {0, 0, 0});
  EXPECT_EQ(
      error_of(
          d,
          R"("nodes":[{"mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":0},"material":0}]}])"),
      "a.gltf: /meshes/0/primitives/0/material: material index 0; the file has 0");
}

}  // namespace
}  // namespace skelter::test
