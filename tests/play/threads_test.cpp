// Characters that share data, and state machines that share a graph, on several threads.

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <thread>
#include <utility>

#include "play/data_of.h"
#include "play/graph_example.h"
#include "play/internal/format/graph_records.h"
#include "skelter/play/character.h"
#include "skelter/play/character_data.h"
#include "skelter/play/graph_update_job.h"
#include "skelter/runtime/clip.h"
#include "support/pack_parts.h"
#include "support/thread_tasks.h"

namespace skelter::test {
namespace {

TEST(CharacterData, many_threads_prepare_each_clip_once_and_wait_for_it) {
  constexpr std::uint32_t kMadeClips = 8, kThreads = 8;
  std::atomic<int> calls = 0, ready = 0, asking = 0;
  std::vector<std::string> names;
  for (std::uint32_t i = 0; i < kMadeClips; ++i) names.push_back("clip" + std::to_string(i));
  const CharacterData data = must(
      CharacterData::create(pack_of(small_pack()), ClipMaker{std::move(names), [&](std::uint32_t) {
                                                               ++calls;
                                                               while (asking < static_cast<int>(kThreads))
                                                                 std::this_thread::yield();
                                                               return Result<AlignedBytes>(bend_clip());
                                                             }}));
  std::vector<std::thread> threads;
  for (std::uint32_t t = 0; t < kThreads; ++t)
    threads.emplace_back([&] {
      ++asking;  // the first clip is made while all other threads wait for it
      for (std::uint32_t clip = 1; clip <= kMadeClips; ++clip) {
        if (data.prepare(clip).ok() && data.is_prepared(clip) && data.clips()[clip].frame_count == 3) ++ready;
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(calls, static_cast<int>(kMadeClips));
  EXPECT_EQ(ready, static_cast<int>(kMadeClips * kThreads));
}

// Each character decodes the clips that it is the first to play. They share data, skeleton and clips.
TEST(CharacterData, characters_on_several_threads_share_it) {
  const auto play_bend = [](const CharacterData& data) {
    Character hero(data);
    PlayOptions options;
    std::vector<Affine> matrices;
    for (std::uint32_t clip = 0; clip < data.clips().size(); ++clip) {
      EXPECT_EQ(hero.clips()->play(clip, options), Status::ok);
      EXPECT_EQ(hero.update(0.1), Status::ok);
      hero.finish();
      const auto model = hero.model_from_joint();
      matrices.insert(matrices.end(), model.begin(), model.end());
    }
    return matrices;
  };
  const auto fresh = [] {
    return must(CharacterData::create(
        pack_of(small_pack()),
        ClipMaker{{"wave", "nod"}, [](std::uint32_t) { return Result<AlignedBytes>(bend_clip()); }}));
  };
  const CharacterData alone = fresh(), shared = fresh();
  const std::vector<Affine> want = play_bend(alone);
  at_once(6, [&](std::uint32_t) {
    const std::vector<Affine> got = play_bend(shared);
    ASSERT_EQ(got.size(), want.size());
    EXPECT_EQ(std::memcmp(got.data(), want.data(), want.size() * sizeof(Affine)), 0);
  });
}

// The states after a second of a game, computed with `tasks`. There are enough states for several tasks.
std::vector<double> states_after_a_game(const graphs::TestGraph& graph, TaskRunner tasks) {
  constexpr std::size_t kMachines = 1200;
  const GraphRecords& view = graph.view();
  std::vector<double> memory(kMachines * view.state_bytes / sizeof(double));
  const std::span<std::byte> states = std::as_writable_bytes(std::span(memory));
  const auto state = [&](std::size_t i) { return states.subspan(i * view.state_bytes, view.state_bytes); };
  for (std::size_t i = 0; i < kMachines; ++i) start(view, state(i));
  std::vector<PoseListEntry> lines(kMachines * view.max_entries);
  std::vector<std::uint8_t> counts(kMachines);
  std::vector<RigidMotion> roots(kMachines);
  std::vector<std::vector<GraphEvent>> events(tasks.workers, std::vector<GraphEvent>(10000));
  std::vector<GraphEvents> reported(events.begin(), events.end());
  GraphUpdateJob job;
  job.graph = &view;
  job.clips = graph.clips();
  job.states = states;
  job.out_lists = lines;
  job.out_entry_counts = counts;
  job.out_root_motion = roots;
  job.out_events = reported;
  job.tasks = tasks;
  job.dt_s = 1.0 / 12;
  std::minstd_rand random(5);
  for (int update = 0; update < 12; ++update) {
    for (std::size_t i = 0; i < kMachines; ++i) graphs::play_at_random(graph, state(i), random, 4);
    EXPECT_EQ(job.run(), Status::ok);
  }
  return memory;
}

TEST(Graph, threads_share_a_graph_and_write_only_their_own_data) {
  const graphs::TestGraph graph(graphs::everything_graph());
  ThreadTasks threads(8);
  const std::vector<double> alone = states_after_a_game(graph, serial_tasks());
  const std::vector<double> shared = states_after_a_game(graph, threads.runner());
  EXPECT_EQ(std::memcmp(alone.data(), shared.data(), alone.size() * sizeof(double)), 0);
}

}  // namespace
}  // namespace skelter::test
