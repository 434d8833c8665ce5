#include "skelter/play/graph_update_job.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "play/graph/step.h"

namespace skelter {

namespace {

constexpr std::uint32_t kInstancesPerTask = 256;

void run_task(void* context, std::uint32_t item, std::uint32_t worker) {
  const auto& job = *static_cast<const GraphUpdateJob*>(context);
  const std::size_t bytes = job.graph->state_bytes;
  const std::size_t count = job.states.size() / bytes, first = std::size_t{item} * kInstancesPerTask;
  GraphEvents* const events = job.out_events.empty() ? nullptr : &job.out_events[worker];
  graph_state::Scratch scratch;
  graph_state::Step step(job, job.states.data() + first * bytes, events, scratch);
  step.wanted.keeps_poses = !job.out_switches.empty();
  for (std::size_t i = first; i < std::min(first + kInstancesPerTask, count); ++i, go_to_next(step)) {
    const double rate = job.rates.empty() ? 1 : std::max(0.0f, job.rates[i]);
    if (step.wanted.keeps_poses) {
      job.out_switches[i] = {};
      step.wanted.switched = &job.out_switches[i];
      step.wanted.left = &job.out_left_lists[i * job.graph->max_entries];
    }
    PoseListEntry* const lines = job.out_lists.empty() ? nullptr : &job.out_lists[i * job.graph->max_entries];
    update(step, job.dt_s * rate, static_cast<std::uint32_t>(i),
           job.out_root_motion.empty() ? nullptr : &job.out_root_motion[i], lines);
    if (lines != nullptr) job.out_entry_counts[i] = static_cast<std::uint8_t>(write_list(step, lines));
  }
}

}  // namespace

Status GraphUpdateJob::validate() const {
  if (graph == nullptr || graph->state_bytes == 0 || tasks.run == nullptr || tasks.workers == 0)
    return Status::invalid_argument;
  if (!(dt_s >= 0) || !std::isfinite(dt_s) || clips.size() != records(*graph).clip_count)
    return Status::invalid_argument;
  if (states.size() % graph->state_bytes != 0 ||
      reinterpret_cast<std::uintptr_t>(states.data()) % alignof(double) != 0)
    return Status::invalid_argument;
  const std::size_t count = states.size() / graph->state_bytes;
  if (!out_lists.empty() &&
      (out_lists.size() < count * graph->max_entries || out_entry_counts.size() < count))
    return Status::invalid_argument;
  if (!out_switches.empty() &&
      (out_switches.size() < count || out_left_lists.size() < count * graph->max_entries))
    return Status::invalid_argument;
  if (!rates.empty() && rates.size() < count) return Status::invalid_argument;
  if (!out_root_motion.empty() && out_root_motion.size() < count) return Status::invalid_argument;
  if (!out_events.empty() && out_events.size() < tasks.workers) return Status::invalid_argument;
  for (std::size_t i = 0; i < count; ++i) {
    std::uint64_t hash = 0;
    std::memcpy(&hash, states.data() + i * graph->state_bytes, sizeof(hash));
    if (hash != records(*graph).hash) return Status::invalid_argument;
    if (!rates.empty() && !std::isfinite(rates[i])) return Status::invalid_argument;
  }
  return Status::ok;
}

Status GraphUpdateJob::run() const {
  if (const Status status = validate(); status != Status::ok) return status;
  GraphUpdateJob job = *this;
  const std::size_t count = states.size() / graph->state_bytes;
  tasks.run(tasks.self, static_cast<std::uint32_t>((count + kInstancesPerTask - 1) / kInstancesPerTask),
            run_task, &job);
  return Status::ok;
}

}  // namespace skelter
