// Thousands of random instances: invariants of every list, and equal bytes on every run.
#include <cinttypes>
#include <cstdio>

#include "play/graph/block.h"
#include "play/graph/step.h"
#include "play/graph_example.h"
#include "play/internal/graph_probe.h"
#include "support/thread_tasks.h"

namespace skelter::test::graphs {
namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr std::size_t kInstances = 300;
constexpr int kUpdates = 200;
#else
constexpr std::size_t kInstances = 10000;
constexpr int kUpdates = 1000;
#endif

class Fnv {
 public:
  void add(const void* data, std::size_t size) {
    const auto* words = static_cast<const std::byte*>(data);
    for (std::size_t i = 0; i + 8 <= size; i += 8) {
      std::uint64_t word = 0;
      std::memcpy(&word, words + i, 8);
      hash_ = (hash_ ^ word) * 1099511628211u;
    }
  }
  std::uint64_t hash() const { return hash_; }

 private:
  std::uint64_t hash_ = 1469598103934665603u;
};

// Sum of the override weights, ignoring masks. A stage replaces the entries below it by the part that it
// adds.
double sum_of(std::span<const PoseListEntry> list, std::span<const GraphClip> clips) {
  double weights[kMaxPoseListEntries] = {};
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (list[i].clip != kPoseListStage) {
      weights[i] = clips[list[i].clip].additive ? 0 : list[i].weight;
      continue;
    }
    const double f = std::min(1.0f, list[i].weight);
    for (std::size_t k = list[i].begin; k < i; ++k) weights[k] *= k < list[i].split ? 1 - f : f;
  }
  return std::accumulate(weights, weights + list.size(), 0.0);
}

// The update reports events while it steps. A probe derives them separately.
bool probes_the_same(const TestGraph& graph, ByteSpan state, std::span<const PoseListEntry> list) {
  PoseListEntry lines[kMaxPoseListEntries];
  GraphLine origins[kMaxPoseListEntries];
  const std::uint32_t count = GraphProbe{&graph.view(), graph.clips(), state}.list(lines, origins);
  return count == list.size() && std::memcmp(lines, list.data(), list.size_bytes()) == 0;
}

// Plays one game and checks each update. Returns a hash of all outputs.
std::uint64_t play(const TestGraph& graph, TaskRunner tasks, std::size_t instances, int updates, double often,
                   bool checked) {
  const GraphRecords& view = graph.view();
  std::vector<double> memory(instances * view.state_bytes / 8);
  const std::span<std::byte> states = std::as_writable_bytes(std::span(memory));
  const auto state = [&](std::size_t i) { return states.subspan(i * view.state_bytes, view.state_bytes); };
  for (std::size_t i = 0; i < instances; ++i) start(view, state(i));
  std::vector<PoseListEntry> lines(instances * view.max_entries);
  std::vector<std::uint8_t> counts(instances);
  std::vector<RigidMotion> roots(instances);
  std::vector<std::vector<GraphEvent>> events(tasks.workers, std::vector<GraphEvent>(100000));
  std::vector<GraphEvents> reported;
  for (auto& of : events) reported.push_back({of});
  GraphUpdateJob job;
  job.graph = &view;
  job.clips = graph.clips();
  job.states = states;
  job.out_lists = lines;
  job.out_entry_counts = counts;
  job.out_root_motion = roots;
  job.out_events = reported;
  job.tasks = tasks;
  std::minstd_rand random(20261125);
  Fnv hash;
  std::size_t wrong = 0, events_reported = 0;
  for (int update = 0; update < updates && wrong == 0; ++update) {
    for (std::size_t i = 0; i < instances; ++i) play_at_random(graph, state(i), random, often);
    job.dt_s = static_cast<double>(random() % 1000) / 20000;  // up to 50 ms
    for (GraphEvents& of : reported) of.count = 0;
    if (job.run() != Status::ok) return 0;
    for (std::size_t i = 0; i < instances; ++i) {
      const std::span list(lines.data() + i * view.max_entries, counts[i]);
      hash.add(list.data(), list.size_bytes());
      if (!checked) continue;
      wrong += !(std::abs(sum_of(list, graph.clips()) - 1) < 1e-5) || list.size() > view.max_entries;
      for (const PoseListEntry& line : list)
        wrong += !std::isfinite(line.weight) || line.weight <= 0 || !std::isfinite(line.time_s);
      wrong += !std::isfinite(roots[i].translation.z);
      if ((i + static_cast<std::size_t>(update)) % 7 == 0) wrong += !probes_the_same(graph, state(i), list);
    }
    for (const GraphEvents& of : reported) {
      events_reported += of.count;
      // Events that have the same time, within the tolerance of rule "parameter values", are in the order of
      // the list.
      for (std::uint32_t i = 1; i < of.count && checked; ++i)
        wrong += of.events[i].instance == of.events[i - 1].instance &&
                 of.events[i].at_s < of.events[i - 1].at_s - 1e-9;
      for (std::uint32_t i = 0; i < of.count && checked; ++i)
        wrong += !(of.events[i].weight > 0 && of.events[i].weight < 1.001f);
    }
    if (update % 100 == 99) {
      hash.add(states.data(), states.size());
      if (checked)
        for (std::size_t i = 0; i < instances; i += 97) wrong += check_state(view, state(i)).ok() ? 0 : 1;
    }
  }
  EXPECT_EQ(wrong, 0u);
  EXPECT_GT(events_reported, instances);
  for (const GraphEvents& of : reported) EXPECT_EQ(of.dropped, 0u);
  const std::uint64_t count = events_reported;
  hash.add(&count, 8);
  return hash.hash();
}

TEST(Graph, thousands_at_random_keep_the_invariants_with_any_number_of_workers) {
  const TestGraph graph(example_graph());
  EXPECT_LE(graph.view().state_bytes, 512u);
  ThreadTasks two(2), eight(8);
  const std::uint64_t one = play(graph, serial_tasks(), kInstances, kUpdates, 1, true);
  EXPECT_NE(one, 0u);
  EXPECT_EQ(one, play(graph, two.runner(), kInstances, kUpdates, 1, false));
  EXPECT_EQ(one, play(graph, eight.runner(), kInstances, kUpdates, 1, false));
}

TEST(Graph, a_graph_with_everything_at_random) {
  const TestGraph graph(everything_graph());
  ThreadTasks three(3);
  const std::size_t instances = kInstances / 10;
  const std::uint64_t one = play(graph, serial_tasks(), instances, kUpdates, 4, true);
  EXPECT_EQ(one, play(graph, three.runner(), instances, kUpdates, 4, false));
}

// Plays one instance in one of two ways: with the general code and all conditions evaluated after each step,
// or, if possible, with the plain code, which evaluates only conditions that may have changed.
class OneWay {
 public:
  OneWay(const TestGraph& graph, bool plainly)
      : graph_(graph), plainly_(plainly), memory_(graph.view().state_bytes / 8) {
    job_.graph = &graph.view();
    job_.clips = graph.clips();
    start(graph.view(), state());
  }
  std::span<std::byte> state() { return std::as_writable_bytes(std::span(memory_)); }
  void update(double dt_s, bool wants_root, bool keeps_poses) {
    reported_ = {events_};
    graph_state::Step step(job_, state().data(), &reported_, scratch_);
    step.wanted.always_generally = !plainly_;
    step.wanted.keeps_poses = keeps_poses;
    root_ = {};
    graph_state::update(step, dt_s, 0, wants_root ? &root_ : nullptr, lines_);
    count_ = graph_state::write_list(step, lines_);
  }
  bool operator==(const OneWay& other) const {
    const auto same = [](const auto& a, const auto& b, std::size_t count) {
      return std::memcmp(&a[0], &b[0], count * sizeof(a[0])) == 0;
    };
    return count_ == other.count_ && reported_.count == other.reported_.count &&
           same(memory_, other.memory_, memory_.size()) && same(lines_, other.lines_, count_) &&
           same(events_, other.events_, reported_.count) &&
           std::memcmp(&root_, &other.root_, sizeof(root_)) == 0;
  }

 private:
  const TestGraph& graph_;
  bool plainly_;
  std::vector<double> memory_;
  GraphUpdateJob job_;
  graph_state::Scratch scratch_;
  GraphEvent events_[1000];
  GraphEvents reported_;
  PoseListEntry lines_[kMaxPoseListEntries];
  std::uint32_t count_ = 0;
  RigidMotion root_;
};

TEST(Graph, plain_steps_give_the_same_bytes_as_general_ones) {
  for (const TestGraph& graph : {TestGraph(example_graph()), TestGraph(everything_graph())})
    for (unsigned instance = 0; instance < 40; ++instance) {
      auto plain = std::make_unique<OneWay>(graph, true), general = std::make_unique<OneWay>(graph, false);
      for (unsigned update = 0; update < 500; ++update) {
        std::minstd_rand random(1 + instance * 1000 + update), again = random;
        play_at_random(graph, plain->state(), random, 1);
        play_at_random(graph, general->state(), again, 1);
        const double dt_s = static_cast<double>(random() % 1000) / 20000;
        plain->update(dt_s, instance % 2 == 0, instance % 3 == 0);
        general->update(dt_s, instance % 2 == 0, instance % 3 == 0);
        ASSERT_TRUE(*plain == *general) << "instance " << instance << ", update " << update;
      }
    }
}

// Four instances of one state, which no transition of this graph can create. They would need eight entries,
// but the capacity is three.
TEST(Graph, a_foreign_state_writes_no_more_entries_than_the_capacity) {
  MadeGraph made;
  made.clips = {{"idle", 2, true, 0}, {"walk", 1, true, 1.4}, {"jump", 0.8, false, 0}};
  made.parameters = {real("speed", 0.7f), trigger("jump")};
  made.layers = {layer("body", machine({{"ground",
                                         blend("speed", {{0, clip("idle")}, {1.4f, clip("walk")}}),
                                         {MadeTransition{"jump", is("jump"), 0.1}}},
                                        {"jump", clip("jump"), {}}}))};
  const TestGraph graph(made);
  const GraphRecords& view = graph.view();
  ASSERT_EQ(view.max_entries, 3u);
  std::vector<double> memory(view.state_bytes / 8);
  const std::span<std::byte> state = std::as_writable_bytes(std::span(memory));
  start(view, state);
  graph_state::Machine& body = graph_state::Block(view, state.data()).machines[0];
  body.count = kMaxStackEntries;
  for (std::uint8_t k = 0; k < kMaxStackEntries; ++k) {
    body.instances[k].state = view.machines[0].first_state;
    body.entries[k].instance = k;
    body.entries[k].transition = kReloadFade;
    body.entries[k].elapsed_s = 0.1;
  }
  ASSERT_TRUE(check_state(view, state).ok());

  PoseListEntry untouched;
  untouched.mask = 0xABCD;
  std::vector<PoseListEntry> lines(kMaxPoseListEntries, untouched);
  const auto written = [&] {
    return std::count_if(lines.begin(), lines.end(),
                         [](const PoseListEntry& line) { return line.mask != 0xABCD; });
  };
  std::vector<GraphLine> what(kMaxPoseListEntries);
  EXPECT_EQ((GraphProbe{&view, graph.clips(), state}.list(lines, what)), 3u);
  EXPECT_EQ(written(), 3);
  std::fill(lines.begin(), lines.end(), untouched);
  std::uint8_t count = 0;
  GraphUpdateJob job;
  job.graph = &view;
  job.clips = graph.clips();
  job.states = state;
  job.dt_s = 0.01;
  job.out_lists = lines;
  job.out_entry_counts = {&count, 1};
  ASSERT_EQ(job.run(), Status::ok);
  EXPECT_EQ(count, 3);
  EXPECT_EQ(written(), 3);
}

// Hashes of lists, reported events and state bytes. They are equal with g++ 12 and clang 14 and on every
// instruction set, because the update has no vector code. They change with the output of a graph. In that
// case, run this test with both compilers, and if they print the same, copy it.
TEST(Graph, bytes_are_the_same_with_every_compiler) {
  const std::uint64_t example = play(TestGraph(example_graph()), serial_tasks(), 100, 300, 1, true);
  const std::uint64_t everything = play(TestGraph(everything_graph()), serial_tasks(), 100, 300, 4, true);
  std::printf("example 0x%016" PRIX64 " everything 0x%016" PRIX64 "\n", example, everything);
  EXPECT_EQ(example, 0x5A642EEA02BBE716u);
  EXPECT_EQ(everything, 0xE8E32260A96EAE99u);
}

}  // namespace
}  // namespace skelter::test::graphs
