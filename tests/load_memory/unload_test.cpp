// Loading must leave nothing on the heap once the result is destroyed, even if it fails halfway. The
// sanitizers replace operator new, so in their builds the leak check of the address sanitizer tests this.
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "skelter/load.h"
#include "skelter/play/character.h"
#include "skelter/system/file.h"
#include "support/assets.h"
#if defined(__SANITIZE_ADDRESS__)
#define SKELTER_LEAK_CHECK 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SKELTER_LEAK_CHECK 1
#endif
#endif
#ifdef SKELTER_LEAK_CHECK
#include <sanitizer/lsan_interface.h>
#else
#include "support/peak_heap.h"
#endif

namespace skelter::test {
namespace {

// The first run may fill tables that exist as long as the process.
template <class Work>
void expect_nothing_stays(Work work) {
  work();
#ifdef SKELTER_LEAK_CHECK
  work();
  EXPECT_EQ(__lsan_do_recoverable_leak_check(), 0);
#else
  EXPECT_EQ(kept_heap_bytes(work), 0u);
#endif
}

#ifndef SKELTER_LEAK_CHECK
TEST(LoadMemory, the_counter_counts) {
  std::unique_ptr<char[]> kept;
  EXPECT_GE(kept_heap_bytes([&] { kept = std::make_unique<char[]>(1000); }), 1000u);
}
#endif

TEST(LoadMemory, a_scene_leaves_nothing_once_it_is_dropped) {
  expect_nothing_stays([] {
    const auto scene = load_scene(asset_path("mannequin.x"));
    ASSERT_TRUE(scene.ok());
    EXPECT_FALSE(scene->meshes.empty());
  });
}

TEST(LoadMemory, a_character_leaves_nothing_once_it_is_dropped) {
  expect_nothing_stays([] {
    const auto data = load_character(asset_path("mannequin.x"));
    ASSERT_TRUE(data.ok());
    Character hero(*data);
    EXPECT_EQ(hero.clips()->play(data->find_clip("walk")), Status::ok);
    EXPECT_EQ(hero.update(0.1), Status::ok);
    hero.finish();
  });
}

// A text file that ends within its keys, after the mesh has been read.
TEST(LoadMemory, a_load_that_fails_halfway_leaves_nothing) {
  const auto whole = read_file(asset_path("tower.x"));
  ASSERT_TRUE(whole.ok());
  for (const std::size_t parts : {4, 2}) {
    const ByteSpan half{whole->data(), whole->size() * (parts - 1) / parts};
    expect_nothing_stays([&] { EXPECT_FALSE(load_scene(half, "cut.x").ok()); });
    expect_nothing_stays([&] { EXPECT_FALSE(load_character(half, "cut.x").ok()); });
  }
}

}  // namespace
}  // namespace skelter::test
