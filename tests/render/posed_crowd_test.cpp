// Compares crowds that are posed on the GPU with CrowdJob. Most machines run this on Mesa's software driver.

#include "render/crowd/posed_crowd.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <memory>

#include "compile/build_clip/internal/clip.h"
#include "compile/build_mesh/internal/skinned_mesh.h"
#include "core/internal/packed.h"
#include "crowd/crowd_parts.h"
#include "render/skinned_scenes.h"
#include "render/stage.h"
#include "skelter/formats/x/read.h"
#include "skelter/runtime/clip.h"
#include "support/corpus_scenes.h"
#include "support/drawn_scene.h"
#include "support/gltf_scenes.h"
#include "support/pose_lists.h"

namespace skelter::test {
namespace {

using testing::HasSubstr;

bool poses_on_card() {
  return epoxy_gl_version() >= 43;
}
#define REQUIRE_COMPUTE() \
  if (!poses_on_card()) GTEST_SKIP() << "OpenGL " << epoxy_gl_version() / 10.0 << " has no compute shaders"

// All joints without offsets, so that the palette equals model_from_joint.
struct AllJoints {
  std::vector<std::uint16_t> joints;
  std::vector<Affine> binds;
  SkinView view;
  explicit AllJoints(const Skeleton& skeleton) : binds(skeleton.joint_count()) {
    for (std::uint32_t j = 0; j < skeleton.joint_count(); ++j)
      joints.push_back(static_cast<std::uint16_t>(j));
    view = {joints, binds, skeleton.hash};
  }
};

std::vector<Affine> matrices_of_job(const CrowdRig& rig, std::span<const CrowdInstance> instances,
                                    std::span<const PoseListEntry> layers, float threshold = 0.1f) {
  std::vector<CrowdInstance> placed(instances.begin(), instances.end());
  for (std::uint32_t m = 0; m < placed.size(); ++m) {
    placed[m].rig = 0;
    placed[m].first_output = m * rig.output_size();
  }
  std::vector<Affine> out(placed.size() * rig.output_size());
  AlignedBytes scratch(crowd_scratch_bytes({&rig, 1}));
  CrowdJob job;
  job.rigs = {&rig, 1};
  job.instances = placed;
  job.layers = layers;
  job.out_matrices = out;
  job.scratch = {scratch.data(), scratch.size()};
  job.blend_threshold = threshold;
  EXPECT_EQ(job.run(), Status::ok) << job.validate().what;
  return out;
}

// Largest distance between the positions of points within `reach` of the joints.
double deviation(std::span<const Affine> a, std::span<const Affine> b, double reach) {
  EXPECT_EQ(a.size(), b.size());
  double largest = 0;
  for (std::size_t i = 0; i < a.size() && i < b.size(); ++i)
    for (int r = 0; r < 3; ++r) {
      double off = std::abs(double{a[i].m[r][3]} - b[i].m[r][3]);
      for (int c = 0; c < 3; ++c) off += reach * std::abs(double{a[i].m[r][c]} - b[i].m[r][c]);
      largest = std::max(largest, std::isfinite(off) ? off : INFINITY);
    }
  return largest;
}

double largest_side(const std::vector<Affine>& matrices) {
  Bounds bounds;
  for (const Affine& m : matrices) bounds.add(Vec3d{m.m[0][3], m.m[1][3], m.m[2][3]});
  return std::max({bounds.size().x, bounds.size().y, bounds.size().z});
}

// Poses the same lists on the GPU and on the CPU, and returns the largest deviation.
double card_against_job(Stage& stage, const CrowdRig& rig, std::span<const CrowdInstance> instances,
                        std::span<const PoseListEntry> layers, double reach, float threshold = 0.1f) {
  const AllJoints all(*rig.skeleton);
  CrowdRig whole = rig;
  whole.skin = &all.view;
  const CrowdSkin skin{0, 0, &all.view};
  UploadedRig uploaded = taken(stage.renderer.upload(rig, {&skin, 1}));
  const std::vector<Affine> places(instances.size());
  CrowdLists lists;
  lists.instances = instances;
  lists.layers = layers;
  lists.world_from_model = places;
  lists.blend_threshold = threshold;
  const Result<void> posed = stage.renderer.pose_crowd(uploaded, lists);
  EXPECT_TRUE(posed) << to_string(posed.error());
  EXPECT_EQ(glGetError(), GLenum{GL_NO_ERROR});
  return deviation(stage.renderer.read_palettes(uploaded),
                   matrices_of_job(whole, instances, layers, threshold), reach);
}

// Every format of parts, every kind of clip, levels of detail, masks, and nested stages, complete and
// partial. The rigs fill a work group many times, once, or alone.
TEST(PosedCrowd, lists_of_every_kind_pose_as_crowd_job_does) {
  Stage stage(16, 16);
  REQUIRE_COMPUTE();
  for (const std::uint32_t joints : {1u, 30u, 67u, 300u}) {
    SCOPED_TRACE(joints);
    MadeCrowd crowd;
    crowd.add_rig(joints, false, joints + 1);
    Random random(joints);
    crowd.add_instances(0, 40, random);
    for (CrowdInstance& instance : crowd.instances) {
      if (random.below(3) == 0) continue;
      std::vector<PoseListEntry> lines;
      add_group(crowd.views[0].clips, lines, 2, random);
      instance.first_layer = static_cast<std::uint32_t>(crowd.layers.size());
      instance.layer_count = static_cast<std::uint16_t>(lines.size());
      crowd.layers.insert(crowd.layers.end(), lines.begin(), lines.end());
    }
    const double height = largest_side(matrices_of_job(crowd.views[0], crowd.instances, crowd.layers));
    for (const float threshold : {0.1f, 0.75f})
      EXPECT_LT(card_against_job(stage, crowd.views[0], crowd.instances, crowd.layers, height / 2, threshold),
                height / 18'000)
          << threshold;
  }
}

// A model of the corpus with masks and levels of detail, and some lists for it, posed in both ways.
class CorpusFigures {
 public:
  explicit CorpusFigures(Stage& stage) : stage_(stage) {}
  std::size_t figures = 0, clips = 0, too_large = 0;
  double largest = 0;  // largest deviation, in heights of the model
  std::string largest_in;

  void compare(const std::string& file, const Scene& scene) {
    if (scene.clips.empty()) return;
    SCOPED_TRACE(file);
    const auto skeleton = build_skeleton(scene);
    if (!skeleton.ok()) return;
    std::vector<ClipBuild> builds;
    std::vector<ClipView> views;
    for (std::uint32_t c = 0; c < scene.clips.size(); ++c) {
      ClipSettings settings;
      settings.effort = Effort::quick;
      settings.loop = c % 2 == 1;
      if (c % 4 == 3) settings.additive = true;
      auto built = build_clip(scene, c, *skeleton, settings);
      if (built.ok()) builds.push_back(std::move(*built));
    }
    for (const ClipBuild& build : builds) views.push_back(build.clip.view);
    if (views.empty()) return;
    Skeleton figure = skeleton->skeleton.view;
    const std::uint32_t joints = figure.joint_count();
    Random random(joints);
    const std::vector<std::uint32_t> lods{joints, (2 * joints + 2) / 3, (joints + 3) / 4}, names{0, 1, 2};
    std::vector<float> masks;
    for (std::size_t i = 0; i < 2 * kLanes * figure.block_count(); ++i)
      masks.push_back(i % 5 == 0 ? 0 : i % 5 == 1 ? 1 : random.number(0, 1));
    figure.lod_joint_counts = lods;
    figure.mask_weights = masks;
    figure.mask_name_begin = names;
    figure.mask_names = {"ab", 2};
    const CrowdRig rig{&figure, views, nullptr};
    if (joints > kMaxGpuJoints) {
      ++too_large;
      return;
    }
    add_lists(views, random);
    // Some models are a single joint.
    const double extent = extent_of(scene), height = extent > 0 ? extent : 1;
    const double off = card_against_job(stage_, rig, instances_, lines_, height / 4) / height;
    EXPECT_LT(off, 1.0 / 18'000);
    if (off > largest) {
      largest = off;
      largest_in = file;
    }
    ++figures;
    clips += views.size();
  }

 private:
  // Adds every clip alone at some time, and lists of all kinds.
  void add_lists(std::span<const ClipView> views, Random& random) {
    instances_.clear();
    lines_.clear();
    const auto add = [&](const std::vector<PoseListEntry>& list) {
      CrowdInstance instance;
      instance.first_layer = static_cast<std::uint32_t>(lines_.size());
      instance.layer_count = static_cast<std::uint16_t>(list.size());
      instance.lod = static_cast<std::uint16_t>(random.below(2) == 0 ? 0 : random.below(3));
      instances_.push_back(instance);
      for (PoseListEntry line : list) {
        // Times inside the clip and up to several cycles away from it.
        if (line.clip != kPoseListStage) line.time_s = random.number(-1, 3) * views[line.clip].duration_s;
        lines_.push_back(line);
      }
    };
    for (std::uint16_t c = 0; c < views.size(); ++c) add({item(c)});
    for (int i = 0; i < 6; ++i) {
      std::vector<PoseListEntry> list;
      add_group(views, list, 2, random);
      add(list);
    }
  }

  Stage& stage_;
  std::vector<CrowdInstance> instances_;
  std::vector<PoseListEntry> lines_;
};

TEST(PosedCrowdCorpus, every_clip_of_every_figure_poses_as_crowd_job_does) {
  SKELTER_REQUIRE_CORPUS();
  Stage stage(16, 16);
  REQUIRE_COMPUTE();
  CorpusFigures corpus(stage);
  const auto compare = [&](const std::string& file, const Scene& scene) { corpus.compare(file, scene); };
  for_each_corpus_scene(compare);
  for_each_gltf_scene(compare);
  std::printf("%s: %zu figures, %zu clips, %zu too large; at most H/%.0f apart, in %s\n",
              reinterpret_cast<const char*>(glGetString(GL_RENDERER)), corpus.figures, corpus.clips,
              corpus.too_large, 1 / corpus.largest, corpus.largest_in.c_str());
  EXPECT_GE(corpus.figures, 100u);
  EXPECT_EQ(corpus.too_large, 1u);
}

// --- the bundled figure ----------------------------------------------------------------------------------

// The mannequin with two of its clips and the skins of all its mesh instances.
struct Figure {
  Scene scene = taken(read_x_file(std::string(SKELTER_SOURCE_DIR) + "/assets/mannequin.x"));
  SkeletonBuild skeleton = taken(build_skeleton(scene));
  std::vector<ClipBuild> builds;
  std::vector<ClipView> clips;
  std::vector<Packed<SkinView>> skins;
  std::vector<CrowdSkin> meshes;
  CrowdRig rig;

  Figure() {
    ClipSettings settings;
    settings.effort = Effort::quick;
    for (std::uint32_t c = 0; c < 2; ++c) builds.push_back(taken(build_clip(scene, c, skeleton, settings)));
    for (const ClipBuild& build : builds) clips.push_back(build.clip.view);
    for (std::uint32_t n = 0; n < scene.nodes.size(); ++n)
      for (std::uint32_t i = 0; i < scene.nodes[n].meshes.size(); ++i) {
        skins.push_back(taken(build_skin(scene, n, i, skeleton)));
        meshes.push_back({n, i, nullptr});
      }
    for (std::size_t m = 0; m < meshes.size(); ++m) meshes[m].skin = &skins[m].view;
    rig = {&skeleton.skeleton.view, clips, nullptr};
  }
};

// A row of members with different mixes of the two clips.
struct Row {
  std::vector<CrowdInstance> instances;
  std::vector<PoseListEntry> lines;
  std::vector<Affine> places;
  std::vector<Vec4> tints;

  explicit Row(std::uint32_t members) {
    for (std::uint32_t m = 0; m < members; ++m) {
      CrowdInstance instance;
      instance.first_layer = 2 * m;
      instance.layer_count = 2;
      instances.push_back(instance);
      for (std::uint16_t c = 0; c < 2; ++c) {
        lines.push_back(item(c, c == 0 ? 0.25f + 0.1f * static_cast<float>(m) : 0.5f));
        lines.back().time_s = 0.17f * static_cast<float>(m + c);
      }
      const Vec3d at{1.2 * m - 0.6 * (members - 1), 0, 0};
      const Quatd turn = from_axis_angle(Vec3d{0, 1, 0}, 0.7 * m);
      places.push_back(to_affine(translation_matrix(at) * rotation_matrix(turn)));
      tints.push_back({1, m % 2 == 0 ? 1.0f : 0.5f, 1, 1});
    }
  }
  CrowdLists lists() const { return {instances, lines, places, tints}; }
};

Camera row_camera() {
  Camera camera;
  camera.eye = {0, 1.2, 5};
  camera.target = {0, 0.9, 0};
  camera.far_distance = 100;
  return camera;
}

Image picture_of(Stage& stage, DrawnScene& uploaded, const CrowdFrame& crowd) {
  stage.target.bind();
  const auto drawn = stage.renderer.draw_crowd(uploaded.model(), crowd, row_camera(), stage.target.width(),
                                               stage.target.height(), plain_options());
  EXPECT_TRUE(drawn) << to_string(drawn.error());
  return stage.target.read_pixels();
}

// Each mesh must use its own skin, which follows the skins of the others, and each member must get its tint
// and position.
TEST(PosedCrowd, pictures_are_those_of_palettes_from_crowd_job) {
  Stage stage(320, 200, 4);
  REQUIRE_COMPUTE();
  Figure figure;
  ASSERT_GT(figure.meshes.size(), 1u);
  const Row row(4);
  DrawnScene uploaded = stage.upload(figure.scene);
  std::vector<std::vector<Affine>> matrices;
  std::vector<CrowdPalettes> palettes;
  for (const CrowdSkin& mesh : figure.meshes) {
    CrowdRig rig = figure.rig;
    rig.skin = mesh.skin;
    matrices.push_back(matrices_of_job(rig, row.instances, row.lines));
    palettes.push_back({mesh.node, mesh.instance, matrices.back(), rig.output_size()});
  }
  const Image expected = picture_of(stage, uploaded, {row.places, palettes, row.tints, nullptr});
  const std::uint32_t calls = stage.renderer.counters().draw_calls;
  EXPECT_GT(stage.renderer.counters().matrices_uploaded, 0u);

  UploadedRig rig = taken(stage.renderer.upload(figure.rig, figure.meshes));
  ASSERT_TRUE(stage.renderer.pose_crowd(rig, row.lists()).ok());
  EXPECT_EQ(rig.members(), 4u);
  const Image posed = picture_of(stage, uploaded, {row.places, {}, {}, &rig});
  EXPECT_EQ(stage.renderer.counters().draw_calls, calls);
  EXPECT_EQ(stage.renderer.counters().matrices_uploaded, 0u) << "palettes never leave the card";
  const PictureDifference d = difference(expected, posed);
  EXPECT_GT(d.foreground, 5000u);
  EXPECT_LE(d.pixels, 8u) << d.largest;

  // A crowd with palettes that is drawn afterwards must use its own data again.
  EXPECT_EQ(
      difference(expected, picture_of(stage, uploaded, {row.places, palettes, row.tints, nullptr})).largest,
      0);
}

TEST(PosedCrowd, is_not_both_posed_and_drawn_as_palettes) {
  Stage stage;
  REQUIRE_COMPUTE();
  const Figure figure;
  DrawnScene uploaded = stage.upload(figure.scene);
  UploadedRig rig = taken(stage.renderer.upload(figure.rig, figure.meshes));
  ASSERT_TRUE(stage.renderer.pose_crowd(rig, {}).ok());
  const Image empty = picture_of(stage, uploaded, {{}, {}, {}, &rig});
  EXPECT_EQ(difference(empty, empty).foreground, 0u);
  EXPECT_TRUE(stage.renderer.read_palettes(rig).empty());
}

// --- errors ----------------------------------------------------------------------------------------------

std::string code_of(const Result<void>& result) {
  return result ? "no error" : std::string(result.error().code) + ": " + result.error().message;
}

TEST(PosedCrowdRefuses, rigs_that_it_cannot_pose) {
  Stage stage;
  REQUIRE_COMPUTE();
  const MadeRig small(30, true, 1), other(31, true, 2), large(641, false, 3);
  const auto refusal = [&](const CrowdRig& rig, const SkinView* skin, Status status) {
    const CrowdSkin mesh{0, 0, skin};
    const auto uploaded = stage.renderer.upload(rig, {&mesh, 1});
    if (uploaded) return std::string("no error");
    EXPECT_EQ(uploaded.error().status, status);
    return std::string(uploaded.error().code) + ": " + uploaded.error().message;
  };
  EXPECT_EQ(refusal({}, &small.skin, Status::invalid_argument), "render.crowd-rig: a rig has no skeleton");
  EXPECT_EQ(refusal(small.rig, nullptr, Status::invalid_argument),
            "render.crowd-rig: a mesh instance has no skin");
  EXPECT_EQ(refusal({&small.skeleton, other.views, nullptr}, &small.skin, Status::invalid_argument),
            "render.crowd-rig: a clip was made for a different skeleton");
  SkinView foreign = small.skin;
  foreign.skeleton_hash = 17;
  EXPECT_EQ(refusal(small.rig, &foreign, Status::invalid_argument),
            "render.crowd-rig: a skin was made for a different skeleton");
  const std::uint16_t nowhere[] = {30};
  const Affine bind;
  const SkinView outside{nowhere, {&bind, 1}, small.skeleton.hash};
  EXPECT_EQ(refusal(small.rig, &outside, Status::invalid_argument),
            "render.crowd-rig: a skin refers to a joint that does not exist");
  EXPECT_EQ(refusal(large.rig, &small.skin, Status::limit_exceeded),
            "render.crowd-rig: a skeleton has more than 640 joints");
}

TEST(PosedCrowdRefuses, lists_that_it_cannot_play_and_keeps_the_last_pose) {
  Stage stage;
  REQUIRE_COMPUTE();
  const MadeRig made(30, true, 1);
  const CrowdSkin mesh{0, 0, &made.skin};
  UploadedRig rig = taken(stage.renderer.upload(made.rig, {&mesh, 1}));
  const std::vector<Affine> places(3);
  const std::vector<Vec4> tints(2);
  std::vector<PoseListEntry> lines(3, item(0));
  std::vector<CrowdInstance> instances(3);
  for (std::uint32_t m = 0; m < 3; ++m) instances[m].first_layer = m, instances[m].layer_count = 1;
  const auto refusal = [&](const auto& change) {
    CrowdLists lists{instances, lines, places, {}};
    auto bad_instances = instances;
    auto bad_lines = lines;
    change(lists, bad_instances[1], bad_lines[1]);
    if (lists.instances.size() == 3) lists.instances = bad_instances;
    lists.layers = bad_lines;
    const Result<void> posed = stage.renderer.pose_crowd(rig, lists);
    EXPECT_TRUE(posed.ok() || posed.error().status == Status::invalid_argument);
    return code_of(posed);
  };
  const auto line = [&](const auto& change) {
    return refusal([&](CrowdLists&, CrowdInstance&, PoseListEntry& l) { change(l); });
  };
  const auto instance = [&](const auto& change) {
    return refusal([&](CrowdLists&, CrowdInstance& i, PoseListEntry&) { change(i); });
  };
  const auto list = [&](const auto& change) {
    return refusal([&](CrowdLists& l, CrowdInstance&, PoseListEntry&) { change(l); });
  };
  EXPECT_EQ(line([](PoseListEntry&) {}), "no error");
  const std::vector<Affine> before = stage.renderer.read_palettes(rig);
  EXPECT_EQ(line([](PoseListEntry& l) { l.clip = 99; }),
            "render.crowd: member 1: an entry refers to a clip that does not exist");
  EXPECT_EQ(line([](PoseListEntry& l) { l.mask = 2; }),
            "render.crowd: member 1: an entry refers to a mask that does not exist");
  EXPECT_EQ(line([](PoseListEntry& l) { l.weight = NAN; }),
            "render.crowd: member 1: the weight of an entry is not a number");
  EXPECT_EQ(instance([](CrowdInstance& i) { i.rig = 1; }), "render.crowd: member 1: its rig does not exist");
  EXPECT_EQ(instance([](CrowdInstance& i) { i.lod = 3; }),
            "render.crowd: member 1: the skeleton has no such level of detail");
  EXPECT_EQ(instance([](CrowdInstance& i) { i.first_layer = 3; }),
            "render.crowd: member 1: it refers to entries that do not exist");
  EXPECT_EQ(instance([](CrowdInstance& i) { i.layer_count = 65535; }),
            "render.crowd: member 1: it refers to entries that do not exist");
  EXPECT_EQ(list([&](CrowdLists& l) {
              l.instances = {instances.data(), 2};
            }),
            "render.crowd: 3 world_from_model matrices; expected one for each of 2 members");
  EXPECT_EQ(list([&](CrowdLists& l) { l.tints = tints; }),
            "render.crowd: 2 tints; expected one for each of 3 members");
  EXPECT_EQ(list([](CrowdLists& l) { l.blend_threshold = 0; }),
            "render.crowd: blend_threshold is not above 0");
  EXPECT_EQ(list([](CrowdLists& l) { l.tasks = {}; }),
            "render.crowd: tasks has no run function or no workers");
  EXPECT_EQ(deviation(before, stage.renderer.read_palettes(rig), 1), 0);
}

TEST(PosedCrowdRefuses, crowds_that_a_texture_does_not_hold) {
  Stage stage;
  REQUIRE_COMPUTE();
  GLint side = 0;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &side);
  const MadeRig made(30, true, 1);
  std::vector<SkinView> parts(400, made.skin);  // a member needs 50,000 rows
  std::vector<CrowdSkin> meshes;
  for (const SkinView& part : parts) meshes.push_back({0, 0, &part});
  UploadedRig rig = taken(stage.renderer.upload(made.rig, meshes));
  const std::size_t rows = 4 + 3 * std::size_t{rig.output_size()};
  const std::size_t members = std::size_t{2048} * static_cast<std::size_t>(side) / rows + 1;
  const std::vector<CrowdInstance> instances(members);
  const std::vector<Affine> places(members);
  const Result<void> posed = stage.renderer.pose_crowd(rig, {instances, {}, places, {}});
  ASSERT_FALSE(posed.ok());
  EXPECT_EQ(posed.error().status, Status::limit_exceeded);
  EXPECT_EQ(code_of(posed), "render.palette: the palettes of " + std::to_string(members) +
                                " members do not fit into a texture on this machine; draw fewer in one call");
}

TEST(PosedCrowdRefuses, to_draw_what_it_did_not_pose) {
  Stage stage;
  REQUIRE_COMPUTE();
  const Figure figure;
  const Row row(2);
  DrawnScene uploaded = stage.upload(figure.scene);
  std::vector<CrowdSkin> meshes = figure.meshes;
  UploadedRig rig = taken(stage.renderer.upload(figure.rig, meshes));
  ASSERT_TRUE(stage.renderer.pose_crowd(rig, row.lists()).ok());
  const auto refusal = [&](const UploadedRig& posed, std::span<const Affine> places, bool dual_quaternions) {
    DrawOptions options = plain_options();
    options.skinning.dual_quaternions = dual_quaternions;
    CrowdFrame crowd;
    crowd.world_from_model = places;
    crowd.posed = &posed;
    return code_of(stage.renderer.draw_crowd(uploaded.model(), crowd, row_camera(), 160, 120, options));
  };
  EXPECT_EQ(refusal(rig, row.places, false), "no error");
  EXPECT_EQ(refusal(rig, {row.places.data(), 1}, false),
            "render.crowd: 1 members; expected 2, as many as were posed");
  EXPECT_EQ(refusal(rig, row.places, true),
            "render.crowd: a crowd that is posed on the graphics card does not support dual quaternions");
  const auto posed = [&] {
    UploadedRig other = taken(stage.renderer.upload(figure.rig, meshes));
    EXPECT_TRUE(stage.renderer.pose_crowd(other, row.lists()).ok());
    return other;
  };
  const auto largest = std::max_element(meshes.begin(), meshes.end(), [](const auto& a, const auto& b) {
    return a.skin->size() < b.skin->size();
  });
  SkinView shorter = *largest->skin;
  shorter.joints = shorter.joints.first(1);
  shorter.joint_from_mesh = shorter.joint_from_mesh.first(1);
  largest->skin = &shorter;
  EXPECT_THAT(refusal(posed(), row.places, false),
              HasSubstr("render.crowd: a skin of 1 joints for a mesh that needs "));
  meshes = figure.meshes;
  meshes[0].instance = 7;
  EXPECT_EQ(refusal(posed(), row.places, false), "render.crowd: a skin for mesh instance 7 of node " +
                                                     std::to_string(meshes[0].node) +
                                                     ", which the scene does not have");
}

// Everything else in the renderer works without compute shaders.
TEST(PosedCrowdRefuses, contexts_older_than_4_3) {
  ::setenv("MESA_GL_VERSION_OVERRIDE", "3.3", 1);
  {
    Stage stage;
    if (epoxy_gl_version() < 43) {
      const MadeRig made(30, true, 1);
      const CrowdSkin mesh{0, 0, &made.skin};
      const auto uploaded = stage.renderer.upload(made.rig, {&mesh, 1});
      EXPECT_FALSE(uploaded.ok());
      if (!uploaded) {
        EXPECT_EQ(uploaded.error().status, Status::unsupported);
        EXPECT_EQ(uploaded.error().code, "render.old-context");
        EXPECT_EQ(uploaded.error().message,
                  "OpenGL 3.3; expected 4.3 or later for a crowd that is posed on the graphics card");
      }
    }
  }
  ::unsetenv("MESA_GL_VERSION_OVERRIDE");
}

}  // namespace
}  // namespace skelter::test
