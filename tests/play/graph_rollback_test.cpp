// Many states handled by the game: rollback and replay, and reduced update rates.
#include <cstring>
#include <functional>
#include <set>

#include "play/graph_example.h"
#include "play/internal/format/graph_records.h"
#include "skelter/play/graph_state.h"

namespace skelter::test::graphs {
namespace {

constexpr std::size_t kFigures = 60;
constexpr int kFrames = 600, kBack = 8;
constexpr double kFrame_s = 1.0 / 60;

// The state and the output of a frame.
struct Frame {
  std::vector<double> states;  // after the frame
  std::vector<PoseListEntry> lines;
  std::vector<std::uint8_t> counts;
  std::vector<RigidMotion> roots;
  std::vector<GraphEvent> events;
  std::uint32_t event_count = 0;
};

bool same_bytes(const void* a, const void* b, std::size_t size) {
  return std::memcmp(a, b, size) == 0;
}
template <class T>
bool same(const std::vector<T>& a, const std::vector<T>& b) {
  return a.size() == b.size() && same_bytes(a.data(), b.data(), a.size() * sizeof(T));
}

class Game {
 public:
  explicit Game(const TestGraph& graph) : graph_(graph) {}

  Frame first() const {
    Frame frame = empty();
    for (std::size_t i = 0; i < kFigures; ++i) start(graph_.view(), state(frame, i));
    return frame;
  }
  // The inputs of a frame are random but reproducible. With `guess`, they are different.
  Frame after(const Frame& before, int number, bool guess = false) const {
    Frame frame = empty();
    frame.states = before.states;
    std::minstd_rand random(static_cast<unsigned>(1 + number + (guess ? 100000 : 0)));
    for (std::size_t i = 0; i < kFigures; ++i) play_at_random(graph_, state(frame, i), random, 2);
    GraphEvents reported{frame.events};
    GraphUpdateJob job;
    job.graph = &graph_.view();
    job.clips = graph_.clips();
    job.dt_s = kFrame_s;
    job.states = std::as_writable_bytes(std::span(frame.states));
    job.out_lists = frame.lines;
    job.out_entry_counts = frame.counts;
    job.out_root_motion = frame.roots;
    job.out_events = {&reported, 1};
    EXPECT_EQ(job.run(), Status::ok);
    EXPECT_EQ(reported.dropped, 0u);
    frame.event_count = reported.count;
    return frame;
  }

 private:
  Frame empty() const {
    const GraphRecords& view = graph_.view();
    Frame frame;
    frame.states.resize(kFigures * view.state_bytes / 8);
    frame.lines.resize(kFigures * view.max_entries);
    frame.counts.resize(kFigures);
    frame.roots.resize(kFigures);
    frame.events.resize(2000);
    return frame;
  }
  std::span<std::byte> state(Frame& frame, std::size_t i) const {
    const std::size_t bytes = graph_.view().state_bytes;
    return std::as_writable_bytes(std::span(frame.states)).subspan(i * bytes, bytes);
  }

  const TestGraph& graph_;
};

void expect_rollback(const TestGraph& graph) {
  const Game game(graph);
  std::vector<Frame> played = {game.first()};
  std::uint32_t events = 0;
  for (int number = 1; number <= kFrames; ++number) {
    played.push_back(game.after(played.back(), number));
    events += played.back().event_count;
    const int back = std::max(number - kBack, 0);
    // A wrong guess must leave no trace.
    Frame again = game.after(played[static_cast<std::size_t>(back)], back + 1, true);
    EXPECT_FALSE(same(again.states, played[static_cast<std::size_t>(back + 1)].states));
    again = played[static_cast<std::size_t>(back)];
    for (int n = back + 1; n <= number; ++n) {
      again = game.after(again, n);
      const Frame& first = played[static_cast<std::size_t>(n)];
      ASSERT_TRUE(same(again.states, first.states)) << n;
      ASSERT_TRUE(same(again.counts, first.counts) && same(again.lines, first.lines)) << n;
      ASSERT_TRUE(same(again.roots, first.roots)) << n;
      ASSERT_EQ(again.event_count, first.event_count) << n;
      ASSERT_TRUE(same(again.events, first.events)) << n;
    }
  }
  EXPECT_GT(events, 10 * kFigures);
}

TEST(GraphRollback, sixty_characters_replay_ten_seconds_from_eight_frames_back) {
  expect_rollback(TestGraph(example_graph()));
}

TEST(GraphRollback, replays_a_graph_with_everything) {
  expect_rollback(TestGraph(everything_graph()));
}

// --- reduced rates -----------------------------------------------------------------------------------------

// All reported events, with their game times.
struct Reported {
  std::vector<std::string> what;
  std::vector<double> at_s;
  RigidMotion root;
};

// Updates only every n-th frame (`every`), by n steps at once. Inputs come before updates.
Reported play_every(const TestGraph& graph, int every, int frames,
                    const std::function<void(Played&, int)>& game) {
  Played hero(graph);
  Reported reported;
  for (int frame = 0; frame < frames; frame += every) {
    game(hero, frame);
    hero.update(every * kFrame_s);
    for (const std::string& text : hero.reported()) reported.what.push_back(text);
    for (const GraphEvent& event : hero.events()) reported.at_s.push_back(frame * kFrame_s + event.at_s);
    reported.root = reported.root * hero.root();
  }
  return reported;
}

// No weight changes while a different value depends on it, because the graph splits steps. A few large steps
// therefore give exactly the same sum as many small ones.
TestGraph exact_graph() {
  MadeGraph made;
  made.clips = {{"walk", 1, true, 1.4, {}, {{"step", 0.1}, {"step", 0.6}}},
                {"run", 0.6, true, 4, {}, {{"step", 0.05}, {"step", 0.35}}},
                {"jump", 0.81, false, 2, {}, {{"land", 0.7}}}};
  made.parameters = {flag("runs")};
  made.layers = {
      layer("body", machine({{"walk", clip("walk"), {{"run", is("runs"), 0.27}}},
                             {"run", clip("run"), {{"jump", passed(0.4) && time_from(1.13), 0.13}}},
                             {"jump", clip("jump"), {{"walk", left_to(0.21), 0.21}}}}))};
  return TestGraph(std::move(made));
}

TEST(GraphRates, every_second_or_fourth_frame_reports_and_moves_the_same) {
  const TestGraph graph = exact_graph();
  const auto game = [](Played& hero, int frame) { hero.set("runs", frame / 120 % 2 == 1); };
  const Reported full = play_every(graph, 1, kFrames, game);
  EXPECT_GT(full.what.size(), 25u);
  for (const int every : {2, 4}) {
    const Reported rare = play_every(graph, every, kFrames, game);
    EXPECT_EQ(rare.what, full.what) << every;
    ASSERT_EQ(rare.at_s.size(), full.at_s.size());
    for (std::size_t i = 0; i < full.at_s.size(); ++i) EXPECT_NEAR(rare.at_s[i], full.at_s[i], 1e-9) << every;
    EXPECT_NEAR(rare.root.translation.z, full.root.translation.z, 1e-9) << every;
  }
}

// In the example, weights, groups and the speed change at the same time. The rules "group speed" and "root
// motion" evaluate them in the middle of a step, so the sums differ by the square of the step length.
TEST(GraphRates, in_the_example_results_stay_close) {
  const TestGraph graph(example_graph());
  const auto game = [](Played& hero, int frame) {
    std::minstd_rand random(static_cast<unsigned>(frame / 4 + 1));
    (void)random();
    if (frame % 40 == 0) hero.set("speed", static_cast<float>(random() % 600) / 100);
    if (frame % 60 == 20) hero.set("waving", random() % 2);
    if (frame % 100 == 40) hero.fire("jump");
    if (frame % 120 == 80) hero.play("act", "punch");
  };
  const Reported full = play_every(graph, 1, kFrames, game);
  for (const int every : {2, 4}) {
    const Reported rare = play_every(graph, every, kFrames, game);
    std::multiset<std::string> a(full.what.begin(), full.what.end()), b(rare.what.begin(), rare.what.end());
    EXPECT_EQ(a, b) << every;
    EXPECT_NEAR(rare.root.translation.z / full.root.translation.z, 1, 1.5e-4 * every * every) << every;
  }
}

// `rates` scale the time: half the rate gives half the step, and double the rate gives the same as two steps.
TEST(GraphRates, a_rate_scales_the_step) {
  const TestGraph graph(example_graph());
  Played at_rate(graph), at_step(graph);
  for (int frame = 0; frame < 300; ++frame) {
    const float rate = frame < 150 ? 0.5f : 2;
    for (Played* hero : {&at_rate, &at_step})
      if (frame % 60 == 0) hero->set("speed", 1 + static_cast<float>(frame) / 100).fire("jump");
    GraphUpdateJob job = at_rate.job(kFrame_s);
    job.rates = {&rate, 1};
    ASSERT_EQ(job.run(), Status::ok);
    at_step.update(kFrame_s * rate);
    ASSERT_TRUE(same_bytes(at_rate.state().data(), at_step.state().data(), at_step.state().size())) << frame;
    ASSERT_EQ(at_rate.root_z(), at_step.root_z());
    ASSERT_EQ(at_rate.reported(), at_step.reported());
  }
}

}  // namespace
}  // namespace skelter::test::graphs
