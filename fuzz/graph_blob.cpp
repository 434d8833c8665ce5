// Reads arbitrary bytes as a compiled graph. If the graph opens and fits a character, it must run without
// out-of-bounds reads and produce valid pose lists.

#include <array>
#include <cmath>
#include <vector>

#include "fuzz/fuzz.h"
#include "play/internal/format/graph_records.h"
#include "skelter/play/graph_update_job.h"
#include "support/pack_bytes.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace skelter;
  if (size == 0) return 0;
  const AlignedBytes bytes = test::copy_of(fuzz::bytes_of(data, size));
  GraphRecords graph;
  if (!read_graph(bytes.span(), graph).ok()) return 0;
  fuzz::expect(graph.max_entries <= kMaxGraphLines, "lists are bounded");
  if (graph.state_bytes > 1 << 20 || graph.clip_count > 256) return 0;
  // Clips of different lengths; some do not loop, and some are additive.
  static const std::array<GraphClipEvent, 2> kEvents = {{{0, kNone16, {}}, {0.25, kNone16, {}}}};
  std::vector<GraphClip> clips;
  for (std::uint32_t i = 0; i < graph.clip_count; ++i)
    clips.push_back(straight_graph_clip(0.3 + 0.2 * (i % 5), i % 3, i % 6 != 5, i >= 6, kEvents));
  if (!check_clips(graph, clips).ok()) return 0;
  std::vector<double> block(graph.state_bytes / sizeof(double));
  const std::span<std::byte> state = std::as_writable_bytes(std::span(block));
  start(graph, state);
  std::vector<PoseListEntry> lines(graph.max_entries);
  std::array<std::uint8_t, 1> count{};
  std::array<GraphEvent, 8> reported{};
  GraphEvents events{reported, 0, 0};
  std::array<RigidMotion, 1> root{};
  for (int step = 0; step < 24; ++step) {
    for (std::uint32_t p = 0; p < graph.parameters.size() && p < 64; ++p) {
      const auto word = static_cast<std::uint32_t>(data[(step * 7 + p * 13) % size]);
      if (graph.parameters[p].type == GraphParameterType::trigger) {
        if (word % 4 == 0) fire(graph, state, p);
      } else {
        set(graph, state, p, static_cast<float>(word) / 32 - 2);
      }
    }
    GraphUpdateJob job;
    job.graph = &graph;
    job.clips = clips;
    job.dt_s = step % 5 * 0.11;
    job.states = state;
    job.out_lists = lines;
    job.out_entry_counts = count;
    job.out_root_motion = root;
    events.count = 0;
    job.out_events = {&events, 1};
    fuzz::expect(job.run() == Status::ok, "what fits runs");
    fuzz::expect(count[0] <= graph.max_entries, "a list is no longer than the worst case");
    for (std::size_t i = 0; i < count[0]; ++i)
      fuzz::expect(std::isfinite(lines[i].weight) &&
                       (lines[i].clip == kPoseListStage || lines[i].clip < graph.clip_count),
                   "a line is a clip or a stage");
    fuzz::expect(check_state(graph, state).ok(), "a state that was made is one");
  }
  return 0;
}
