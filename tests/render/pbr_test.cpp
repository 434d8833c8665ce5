// Surfaces with glTF materials: light, maps, transparency, sides. Expected numbers are computed by hand or,
// for light, in double precision with the formulas of the specification (pbr_scenes.h).

#include <gtest/gtest.h>

#include "render/pbr_scenes.h"
#include "render/skinned_scenes.h"
#include "support/drawn_scene.h"

namespace skelter::test {
namespace {

class Pbr : public ::testing::Test {
 protected:
  // Returns one pixel, by default the one in the middle.
  std::array<int, 3> pixel(const DrawOptions& options = plain_options(), std::uint32_t x = 32,
                           std::uint32_t y = 32) {
    DrawnScene uploaded = taken(DrawnScene::create(stage_.renderer, scene_, images_));
    const Image image = stage_.picture(uploaded, scene_, rest_pose(scene_), options, camera_);
    const std::uint8_t* p = image.at(x, y);
    return {p[0], p[1], p[2]};
  }
  void expect_pixel(const Vec3d& expected, double tolerance = 1.01) {
    const std::array<int, 3> seen = pixel();
    EXPECT_NEAR(seen[0], expected.x, tolerance);
    EXPECT_NEAR(seen[1], expected.y, tolerance);
    EXPECT_NEAR(seen[2], expected.z, tolerance);
  }
  Material& material() { return scene_.materials[0]; }
  PbrMaterial& pbr() { return *scene_.materials[0].pbr; }
  Primitive& primitive() { return scene_.meshes[0].primitives[0]; }
  void use(TextureUse& slot, const Image& image, const TextureSampler& sampler = {}) {
    slot.texture = add_texture(scene_, images_, image, sampler);
    if (&slot == &pbr().base_color) material().base_color_texture = slot.texture;
  }
  void make_matt() {
    pbr().metallic = 0;
    pbr().roughness = 1;
  }

  Stage stage_{64, 64};
  Scene scene_ = pbr_square();
  std::vector<std::optional<Image>> images_;
  Camera camera_ = square_camera();
  // Centre of pixel (32, 32), where 4 units are 64 pixels.
  const Vec3d point_{0.03125, -0.03125, 0};
  const Vec3d front_{0, 0, 1};
};

constexpr std::array<int, 3> kBlack{0, 0, 0};

TEST_F(Pbr, light_levels_multiply_what_they_are_of) {
  const Paint paint{{0.6, 0.3, 0.1}, 0.5, 0.5, 1};
  material().base_color = {0.6f, 0.3f, 0.1f, 1};
  pbr().metallic = pbr().roughness = 0.5f;
  material().emissive = {0.05f, 0.02f, 0.1f};
  for (const LightLevels& levels : {LightLevels{2.5f, 1, 1, {}}, LightLevels{1, 0.2f, 1, {}},
                                    LightLevels{1, 1, 0, {}}, LightLevels{0.5f, 3, 0.25f, {}}}) {
    SCOPED_TRACE(levels.exposure);
    DrawOptions options = plain_options();
    options.levels = levels;
    const std::array<int, 3> seen = pixel(options);
    const Vec3d wanted = test::expected_pixel(paint, point_, front_, {0.05, 0.02, 0.1}, levels);
    EXPECT_NEAR(seen[0], wanted.x, 1.01);
    EXPECT_NEAR(seen[1], wanted.y, 1.01);
    EXPECT_NEAR(seen[2], wanted.z, 1.01);
  }
}

// (1, 0, 0) is horizontally from the right of the eye. (0, 1/2, 0.866) is from directly behind the eye, 30
// degrees up.
TEST_F(Pbr, the_key_light_comes_from_where_it_is_put) {
  const Paint paint{{0.6, 0.6, 0.6}, 0, 0.7, 1};
  material().base_color = {0.6f, 0.6f, 0.6f, 1};
  pbr().metallic = 0;
  pbr().roughness = 0.7f;
  for (const Vec3d& from : {Vec3d{1, 0, 0}, Vec3d{0, 0.5, 0.8660254037844386}}) {
    DrawOptions options = plain_options();
    options.levels.key = from;
    EXPECT_NEAR(pixel(options)[0], test::expected_pixel(paint, point_, front_, {}, {}, from).x, 1.01)
        << from.x;
  }
}

TEST_F(Pbr, light_on_a_surface_is_that_of_the_specification) {
  for (const double metallic : {0.0, 0.5, 1.0})
    for (const double roughness : {0.2, 0.5, 1.0})
      for (const Vec3d& base : {Vec3d{1, 1, 1}, Vec3d{0.8, 0.3, 0.05}}) {
        SCOPED_TRACE(testing::Message()
                     << "metallic " << metallic << ", roughness " << roughness << ", base " << base.x);
        material().base_color = {static_cast<float>(base.x), static_cast<float>(base.y),
                                 static_cast<float>(base.z), 1};
        pbr().metallic = static_cast<float>(metallic);
        pbr().roughness = static_cast<float>(roughness);
        expect_pixel(expected_pixel({base, metallic, roughness}, point_, front_));
      }
}

// The surface is turned halfway towards the key light, where the highlight is.
TEST_F(Pbr, a_highlight_stands_where_the_light_is_mirrored) {
  const Vec3d to_key = normalized(Vec3d{-0.55, 0.85, 0.75});
  const Vec3d n = normalized(to_key + normalized(Vec3d{0, 0, 4} - point_));
  primitive().normals.assign(4, to_float(n));
  pbr().metallic = 1;
  pbr().roughness = 0.4f;
  material().base_color = {0.2f, 0.2f, 0.2f, 1};
  expect_pixel(expected_pixel({{0.2, 0.2, 0.2}, 1, 0.4}, point_, n));
}

// The surface is turned halfway towards the light from behind, which arrives at 65 degrees. The Fresnel term
// is 2.6 times that at 0 degrees.
TEST_F(Pbr, light_that_grazes_is_mirrored_more) {
  const Vec3d to_rim = normalized(Vec3d{0.75, 0.35, -0.8});
  const Vec3d n = normalized(to_rim + normalized(Vec3d{0, 0, 4} - point_));
  primitive().normals.assign(4, to_float(n));
  pbr().metallic = 0;
  pbr().roughness = 0.5f;
  material().base_color = {0.1f, 0.1f, 0.1f, 1};
  expect_pixel(expected_pixel({{0.1, 0.1, 0.1}, 0, 0.5}, point_, n));
}

TEST_F(Pbr, maps_multiply_their_factors) {
  use(pbr().base_color, filled(2, 2, {255, 128, 64, 255}));
  use(pbr().metallic_roughness, filled(2, 2, {7, 102, 204, 255}));  // roughness 0.4, metallic 0.8
  use(pbr().occlusion, filled(2, 2, {51, 0, 0, 255}));              // 0.2
  use(pbr().emissive, filled(2, 2, {0, 255, 128, 255}));
  material().base_color = {0.5f, 1, 1, 1};
  material().emissive = {1, 0.05f, 0.1f};
  pbr().emissive_strength = 2;
  pbr().metallic = 0.5f;
  pbr().roughness = 0.75f;
  pbr().occlusion_strength = 0.5f;
  const Paint paint{{0.5, linear(128 / 255.0), linear(64 / 255.0)}, 0.4, 0.3, 1 + 0.5 * (0.2 - 1)};
  expect_pixel(expected_pixel(paint, point_, front_, {0, 0.1, 0.2 * linear(128 / 255.0)}));
}

TEST_F(Pbr, a_normal_map_bends_normals_with_tangents_of_the_file_and_without) {
  make_matt();
  use(pbr().normal, filled(2, 2, {200, 170, 210, 255}));
  pbr().normal_scale = 0.7f;
  const auto part = [](int v) { return v / 255.0 * 2 - 1; };
  const Vec3d bent{part(200) * 0.7, part(170) * 0.7, part(210)};
  const Paint matt;
  const Vec3d right_up = normalized(bent);
  expect_pixel(expected_pixel(matt, point_, right_up));
  primitive().tangents.assign(4, {1, 0, 0, 1});
  expect_pixel(expected_pixel(matt, point_, right_up));
  primitive().tangents.assign(4, {0, 1, 0, 1});  // u points up, and the bitangent to the left
  expect_pixel(expected_pixel(matt, point_, normalized(Vec3d{-bent.y, bent.x, bent.z})));
  primitive().tangents.assign(4, {0, 1, 0, -1});
  expect_pixel(expected_pixel(matt, point_, normalized(Vec3d{bent.y, bent.x, bent.z})));
}

TEST_F(Pbr, a_normal_map_on_mirrored_texture_coordinates_is_mirrored) {
  make_matt();
  use(pbr().normal, filled(2, 2, {200, 170, 210, 255}));
  primitive().uvs = {{{1, 1}, {0, 1}, {0, 0}, {1, 0}}};  // u points to the left
  const auto part = [](int v) { return v / 255.0 * 2 - 1; };
  expect_pixel(expected_pixel({}, point_, normalized(Vec3d{-part(200), part(170), part(210)})));
}

TEST_F(Pbr, tangents_of_the_file_are_mirrored_with_their_node) {
  make_matt();
  use(pbr().normal, filled(2, 2, {200, 170, 210, 255}));
  primitive().tangents.assign(4, {1, 0, 0, 1});
  scene_.nodes[0].rest.m[0] = -1;  // u points to the left, and the bitangent still points up
  const auto part = [](int v) { return v / 255.0 * 2 - 1; };
  expect_pixel(expected_pixel({}, point_, normalized(Vec3d{-part(200), part(170), part(210)})));
}

// A joint and a node that turn or mirror the square in the same way must give the same image.
TEST_F(Pbr, tangents_follow_joints_as_they_follow_nodes) {
  make_matt();
  use(pbr().normal, filled(2, 2, {200, 170, 210, 255}));
  primitive().tangents.assign(4, {1, 0, 0, 1});
  material().double_sided = true;
  Mat4 turned = to_float(rotation_matrix(from_axis_angle(normalized(Vec3d{0.2, 0.3, 1}), 0.9)));
  for (const float side : {1.0f, -1.0f}) {
    for (std::size_t i = 0; i < 3; ++i) turned.m[i] *= side;
    scene_.nodes.resize(1);
    scene_.nodes[0].rest = turned;
    scene_.skins.clear();
    scene_.nodes[0].meshes[0].skin = kNone;
    primitive().influences.clear();
    primitive().influence_begin.clear();
    const std::array<int, 3> by_node = pixel();
    scene_.nodes.push_back({});
    std::swap(scene_.nodes[0].rest, scene_.nodes[1].rest);
    scene_.skins.push_back({"", {{"bone", 1, {}}}, kNone, {}});
    scene_.nodes[0].meshes[0].skin = 0;
    primitive().influences.assign(4, {0, 1});
    primitive().influence_begin = {0, 1, 2, 3, 4};
    const std::array<int, 3> by_joint = pixel();
    EXPECT_NE(by_node, kBlack);
    for (std::size_t c = 0; c < 3; ++c) EXPECT_NEAR(by_joint[c], by_node[c], 1) << "side " << side;
  }
}

// --- without light -----------------------------------------------------------------------------------------

TEST_F(Pbr, an_unlit_material_shows_its_color_exactly) {
  pbr().unlit = true;
  material().base_color = {0.5f, 0.2f, 0.8f, 1};
  material().emissive = {1, 1, 1};
  const std::array<int, 3> plain{188, 124, 231};  // 255 times the sRGB values of 0.5, 0.2 and 0.8
  EXPECT_EQ(pixel(), plain);
  primitive().colors.assign(4, {1, 0.5f, 0, 1});
  const std::array<int, 3> times_vertex{188, 89, 0};  // 0.1 becomes 89
  EXPECT_EQ(pixel(), times_vertex);
  primitive().colors.clear();
  material().base_color = {1, 1, 1, 1};
  use(pbr().base_color, filled(2, 2, {12, 34, 200, 255}));
  const std::array<int, 3> picture{12, 34, 200};
  EXPECT_EQ(pixel(), picture);
}

TEST_F(Pbr, a_picture_without_light_shows_colors_of_any_material) {
  material().base_color = {0.5f, 0.2f, 0.8f, 1};
  DrawOptions options = plain_options();
  options.unlit = true;
  const std::array<int, 3> plain{188, 124, 231};
  EXPECT_EQ(pixel(options), plain);
}

// --- transparency ------------------------------------------------------------------------------------------

TEST_F(Pbr, a_mask_cuts_below_its_cutoff) {
  pbr().unlit = true;
  pbr().alpha_mode = AlphaMode::mask;
  for (const auto& [alpha, cutoff, is_seen] :
       {std::tuple{0.5f, 0.5f, true}, std::tuple{0.49f, 0.5f, false}, std::tuple{0.49f, 0.3f, true},
        std::tuple{0.0f, 0.0f, true}, std::tuple{1.0f, 1.5f, false}}) {
    material().base_color.w = alpha;
    pbr().alpha_cutoff = cutoff;
    EXPECT_EQ(pixel() != kBlack, is_seen) << alpha << " against " << cutoff;
  }
}

TEST_F(Pbr, an_opaque_material_ignores_alpha) {
  pbr().unlit = true;
  material().base_color = {1, 1, 1, 0};
  const std::array<int, 3> white{255, 255, 255};
  EXPECT_EQ(pixel(), white);
  use(pbr().base_color, filled(2, 2, {255, 255, 255, 0}));
  EXPECT_EQ(pixel(), white);
}

TEST_F(Pbr, a_blended_material_is_mixed_with_what_lies_behind) {
  pbr().unlit = true;
  pbr().alpha_mode = AlphaMode::blend;
  material().base_color = {1, 0, 0, 0.25f};
  DrawOptions options = plain_options();
  options.background = Vec3{0, 0.4f, 0.8f};  // 0, 102, 204
  // A quarter of (255, 0, 0) and three quarters of the background.
  const std::array<int, 3> mixed{64, 77, 153};
  const std::array<int, 3> seen = pixel(options);
  for (std::size_t c = 0; c < 3; ++c) EXPECT_NEAR(seen[c], mixed[c], 1);
}

// Like the blended material above. The light that alpha does not absorb passes through, and an opaque
// material's own alpha does not count.
TEST_F(Pbr, transmission_is_plain_alpha) {
  pbr().unlit = true;
  pbr().transmission = 0.75f;
  material().base_color = {1, 0, 0, 0.5f};
  DrawOptions options = plain_options();
  options.background = Vec3{0, 0.4f, 0.8f};
  const std::array<int, 3> mixed{64, 77, 153};
  std::array<int, 3> seen = pixel(options);
  for (std::size_t c = 0; c < 3; ++c) EXPECT_NEAR(seen[c], mixed[c], 1);
  // Clear glass must still be visible: a fifth of (255, 0, 0) and four fifths of the background.
  pbr().transmission = 1;
  seen = pixel(options);
  const std::array<int, 3> glass{51, 82, 163};
  for (std::size_t c = 0; c < 3; ++c) EXPECT_NEAR(seen[c], glass[c], 1);
  pbr().alpha_mode = AlphaMode::mask;
  const std::array<int, 3> solid{255, 0, 0};
  EXPECT_EQ(pixel(options), solid);
}

// Blended green in front, blended red behind it, opaque blue behind both, in the most difficult order in the
// file.
TEST_F(Pbr, blended_surfaces_come_last_and_the_farthest_of_them_first) {
  const auto add = [&](const Vec4& color, AlphaMode mode, float z) {
    Material made = material();
    made.base_color = color;
    made.pbr->unlit = true;
    made.pbr->alpha_mode = mode;
    Node node = scene_.nodes[0];
    node.rest = translation_matrix(Vec3{0, 0, z});
    node.meshes[0].mesh = static_cast<std::uint32_t>(scene_.meshes.size());
    Mesh mesh = scene_.meshes[0];
    mesh.primitives[0].materials = {static_cast<std::uint32_t>(scene_.materials.size())};
    scene_.meshes.push_back(mesh);
    scene_.materials.push_back(made);
    scene_.nodes.push_back(node);
  };
  add({0, 1, 0, 0.5f}, AlphaMode::blend, 0.5f);
  add({1, 0, 0, 0.5f}, AlphaMode::blend, 0.25f);
  add({0, 0, 1, 1}, AlphaMode::opaque, 0.1f);
  scene_.nodes.erase(scene_.nodes.begin());
  // Blue, with half red over it: (127, 0, 127), and half green over that: (64, 127, 64).
  const std::array<int, 3> seen = pixel();
  EXPECT_NEAR(seen[0], 64, 1);
  EXPECT_NEAR(seen[1], 128, 1);
  EXPECT_NEAR(seen[2], 64, 1);
}

// Two squares in one mesh, with the nearer one first. Only depth writes can keep the farther one from
// covering it.
TEST_F(Pbr, an_opaque_blended_material_is_drawn_as_opaque) {
  pbr().unlit = true;
  pbr().alpha_mode = AlphaMode::blend;
  Primitive& p = primitive();
  for (std::uint32_t v = 0; v < 4; ++v) {
    p.positions.push_back(p.positions[v] + Vec3{0, 0, -0.5f});
    p.normals.push_back(p.normals[v]);
    p.uvs[0].push_back(p.uvs[0][v]);
  }
  for (std::uint32_t i = 0; i < 6; ++i) p.indices.push_back(p.indices[i] + 4);
  p.colors.assign(8, {1, 0, 0, 1});
  for (std::size_t v = 4; v < 8; ++v) p.colors[v] = {0, 1, 0, 1};
  const std::array<int, 3> near{255, 0, 0}, far{0, 255, 0};
  EXPECT_EQ(pixel(), near);
  use(pbr().base_color, filled(2, 2, {255, 255, 255, 255}));
  EXPECT_EQ(pixel(), near);
  // One translucent corner makes it blended, so its triangles are drawn in order.
  p.colors[0].w = 0.99f;
  EXPECT_EQ(pixel(), far);
  p.colors[0].w = 1;
  images_[0]->rgba[3] = 254;
  EXPECT_NE(pixel(), near);
}

// --- sides -------------------------------------------------------------------------------------------------

TEST_F(Pbr, the_back_of_a_single_sided_surface_is_not_seen) {
  camera_ = square_camera(-1);
  EXPECT_EQ(pixel(), kBlack);
  scene_.nodes[0].rest.m[0] = -1;  // after mirroring, the former back is the front
  scene_.nodes[0].rest.m[10] = -1;
  EXPECT_NE(pixel(), kBlack);
  scene_.nodes[0].rest.m[10] = 1;
  EXPECT_EQ(pixel(), kBlack);
}

// The lights move with the camera, so both sides are equally bright.
TEST_F(Pbr, the_back_of_a_double_sided_surface_is_lit_like_its_front) {
  material().double_sided = true;
  make_matt();
  const std::array<int, 3> front = pixel();
  camera_ = square_camera(-1);
  const std::array<int, 3> back = pixel();
  for (std::size_t c = 0; c < 3; ++c) EXPECT_NEAR(back[c], front[c], 1);
  EXPECT_GT(back[0], 200);
}

TEST_F(Pbr, both_sides_of_a_blended_surface_are_drawn_once) {
  pbr().unlit = true;
  pbr().alpha_mode = AlphaMode::blend;
  material().double_sided = true;
  material().base_color = {1, 1, 1, 0.5f};
  EXPECT_NEAR(pixel()[0], 128, 1);
  camera_ = square_camera(-1);
  EXPECT_NEAR(pixel()[0], 128, 1);
}

// Mirroring joints flip their triangles. The mesh's node does not count.
TEST_F(Pbr, sides_of_a_skin_are_those_of_its_joints) {
  scene_.nodes.push_back({});
  scene_.nodes[0].rest.m[0] = -1;
  scene_.skins.push_back({"", {{"bone", 1, {}}}, kNone, {}});
  scene_.nodes[0].meshes[0].skin = 0;
  primitive().influences.assign(4, {0, 1});
  primitive().influence_begin = {0, 1, 2, 3, 4};
  EXPECT_NE(pixel(), kBlack);
  scene_.nodes[1].rest.m[0] = -1;
  EXPECT_NE(pixel(), kBlack);
  camera_ = square_camera(-1);
  EXPECT_EQ(pixel(), kBlack);
}

// --- texture lookup ----------------------------------------------------------------------------------------

// Red and green in the upper row, blue and white in the lower one.
Image four_texels() {
  Image image(2, 2);
  image.rgba = {255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 255};
  return image;
}

class PbrTexture : public Pbr {
 protected:
  PbrTexture() {
    pbr().unlit = true;
    TextureSampler sampler;
    sampler.magnify = sampler.minify = TextureFilter::nearest;
    use(pbr().base_color, four_texels(), sampler);
  }
  // The point (0.25, 0.25) of the square, which is the centre of the upper left texel.
  char upper_left() {
    const std::array<int, 3> seen = pixel(plain_options(), 24, 24);
    if (seen[0] == 255 && seen[1] == 255) return 'w';
    return seen[0] == 255 ? 'r' : seen[1] == 255 ? 'g' : seen[2] == 255 ? 'b' : '?';
  }
  TextureUse& slot() { return pbr().base_color; }
};

TEST_F(PbrTexture, a_transform_scales_turns_and_moves) {
  EXPECT_EQ(upper_left(), 'r');
  slot().offset = {0.5f, 0};
  EXPECT_EQ(upper_left(), 'g');
  slot().offset = {0, 0.5f};
  EXPECT_EQ(upper_left(), 'b');
  slot().offset = {};
  slot().scale = {3, 1};  // gives (0.75, 0.25)
  EXPECT_EQ(upper_left(), 'g');
  slot().scale = {1, 1};
  // A quarter turn takes (u, v) to (v, -u), so (0.25, 0.25) becomes (0.25, -0.25), which repeats to (0.25,
  // 0.75).
  slot().rotation_rad = static_cast<float>(std::numbers::pi / 2);
  EXPECT_EQ(upper_left(), 'b');
  slot().scale = {1, 3};  // scaled first: (0.25, 0.75) becomes (0.75, -0.25), which repeats to (0.75, 0.75)
  EXPECT_EQ(upper_left(), 'w');
  slot().offset = {0.5f, 0};  // moved last, to (1.25, -0.25)
  EXPECT_EQ(upper_left(), 'b');
}

TEST_F(PbrTexture, the_second_set_of_coordinates_is_taken_where_a_map_asks_for_it) {
  slot().uv_set = 1;
  EXPECT_EQ(upper_left(), 'r') << "the first set where there is no second one";
  primitive().uvs.push_back({{1, 1}, {0, 1}, {0, 0}, {1, 0}});  // mirrored, which gives (0.75, 0.25)
  EXPECT_EQ(upper_left(), 'g');
  slot().uv_set = 0;
  EXPECT_EQ(upper_left(), 'r');
}

TEST_F(PbrTexture, edges_are_repeated_mirrored_or_held) {
  slot().offset = {1, 0};  // gives (1.25, 0.25)
  TextureSampler& sampler = scene_.samplers[0];
  EXPECT_EQ(upper_left(), 'r');
  sampler.wrap_u = TextureWrap::mirrored_repeat;
  EXPECT_EQ(upper_left(), 'g');
  sampler.wrap_u = TextureWrap::clamp_to_edge;
  EXPECT_EQ(upper_left(), 'g');
  slot().offset = {0, 1};
  sampler.wrap_v = TextureWrap::clamp_to_edge;
  EXPECT_EQ(upper_left(), 'b');
}

TEST_F(PbrTexture, texels_are_mixed_or_not_as_the_sampler_says) {
  // The pixel is at (0.466, 0.266), where nearest is red and linear has some green.
  slot().offset = {0.2f, 0};
  EXPECT_EQ(upper_left(), 'r');
  scene_.samplers[0].magnify = TextureFilter::linear;
  const std::array<int, 3> mixed = pixel(plain_options(), 24, 24);
  // Texel centres are at 0.25 and 0.75, so the point is 0.431 of the way to the right and 0.031 down. In
  // linear numbers, red is 0.569 * 0.969 plus some white, green is 0.431 * 0.969 plus the same white, and
  // white is 0.431 * 0.031.
  EXPECT_NEAR(mixed[0], 255 * srgb(0.565), 3);
  EXPECT_NEAR(mixed[1], 255 * srgb(0.431), 3);
}

// --- maps without picture ----------------------------------------------------------------------------------

TEST_F(Pbr, without_their_pictures_maps_do_not_count_and_the_base_is_light_grey) {
  for (TextureUse* slot :
       {&pbr().base_color, &pbr().metallic_roughness, &pbr().normal, &pbr().occlusion, &pbr().emissive})
    use(*slot, filled(1, 1, {0, 0, 0, 255}));
  for (std::optional<Image>& image : images_) image.reset();
  material().emissive = {1, 1, 1};
  const double grey = linear(0.76);
  expect_pixel(expected_pixel({{grey, grey, grey}, 0, 1}, point_, front_));
}

}  // namespace
}  // namespace skelter::test
