// An actor that compiles clips on a second thread. Heights are worked out by hand: clip 1, "rise", moves node
// Upper from 1 to 3 within half a second.

#include <gtest/gtest.h>

#include <memory>

#include "load/internal/actor.h"
#include "viewer/figures.h"

namespace skelter::test {
namespace {

// During this time, the calling thread shows and draws the pose of the reference evaluator.
TEST(Actor, compiles_in_the_background_one_clip_at_a_time) {
  const Scene scene = figure();
  auto made = Actor::create(scene, {}, {.source = {}, .meshes = true});
  ASSERT_TRUE(made.ok()) << to_string(made.error());
  const std::unique_ptr<Actor> actor = std::move(*made);
  for (const std::uint32_t clip : {0u, 1u}) {
    actor->show_clip(clip, 0.25, Prepare::in_background);
    ASSERT_TRUE(actor->why_reference().has_value());
    EXPECT_EQ(actor->why_reference()->status, Status::not_ready);
    EXPECT_TRUE(actor->is_preparing());
    EXPECT_EQ(actor->pose().palettes.size(), actor->shape().matrix_count);
    actor->show_clip(1 - clip, 0.25, Prepare::later);
    EXPECT_EQ(actor->node_pose().world.size(), scene.nodes.size());
    ASSERT_TRUE(actor->prepare({clip, false}).ok()) << "waits for the background";
    EXPECT_FALSE(actor->is_preparing());
    actor->show_clip(clip, 0.25, Prepare::in_background);
    EXPECT_FALSE(actor->why_reference().has_value());
    EXPECT_EQ(actor->pose().palettes.size(), actor->shape().matrix_count);
  }
  EXPECT_NEAR(actor->node_pose().local[1].m[13], 2, 2.0 / 18000);
  EXPECT_TRUE(actor->prepare_all(Prepare::later).error().status == Status::not_ready);
  EXPECT_TRUE(actor->prepare_all().ok());
  EXPECT_TRUE(actor->prepare_all(Prepare::later).ok());
}

}  // namespace
}  // namespace skelter::test
