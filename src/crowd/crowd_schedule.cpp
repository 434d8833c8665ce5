#include "skelter/crowd/crowd_schedule.h"

namespace skelter {
namespace {

// Writes the lists of one frame.
class Frame {
 public:
  explicit Frame(const CrowdScheduleJob& job) : job_(job) {}

  void schedule(std::uint32_t index) {
    CrowdPace& pace = job_.paces[index];
    const bool goes_on = pace.slot != kNone && pace.last_frame + 1 == job_.frame;
    pace.last_frame = job_.frame;
    // True while the later pose is still ahead. The difference is signed, because frame numbers wrap around.
    if (goes_on && static_cast<std::int32_t>(pace.to_frame - job_.frame) > 0) {
      mix(index);
      return;
    }
    const std::uint32_t interval = level_of(index).update_interval;
    if (interval == 1)
      evaluate_at_full_rate(index);
    else if (goes_on)
      evaluate_ahead(index, interval);
    else
      start(index);
  }

  const CrowdCounters& counters() const { return counters_; }

 private:
  const CrowdLevel& level_of(std::uint32_t index) const { return job_.levels[job_.instance_levels[index]]; }

  std::uint32_t first_matrix(const CrowdPace& pace, bool second) const {
    return job_.first_slot_matrix + (2 * pace.slot + (second ? 1 : 0)) * job_.slot_size;
  }

  void evaluate(std::uint32_t index, std::uint32_t lead_frames, std::uint32_t first_output) {
    CrowdInstance& due = job_.out_due[counters_.due];
    due = job_.instances[index];
    due.lod = level_of(index).lod;
    due.first_output = first_output;
    job_.out_due_indices[counters_.due] = index;
    job_.out_lead_frames[counters_.due] = lead_frames;
    ++counters_.due;
    counters_.units += static_cast<double>(level_of(index).cost);
  }

  void evaluate_at_full_rate(std::uint32_t index) {
    job_.slots->release(job_.paces[index]);
    evaluate(index, 0, job_.instances[index].first_output);
  }

  // Evaluates the pose of the next turn, starting from the pose just reached. In the frame
  // after an instance starts, the pose just reached is already in the past. If the turn of the instance falls
  // in that frame, its pose is evaluated for the current frame, so that no span is longer than the interval.
  void evaluate_ahead(std::uint32_t index, std::uint32_t interval) {
    CrowdPace& pace = job_.paces[index];
    const std::uint32_t past_turn = (job_.frame + index) % interval;
    const bool at_start = pace.to_frame != job_.frame;
    const std::uint32_t lead = past_turn == 0 && at_start ? 0 : interval - past_turn;
    pace.from_frame = pace.to_frame;
    pace.to_frame = job_.frame + lead;
    pace.to_is_second = !pace.to_is_second;
    evaluate(index, lead, first_matrix(pace, pace.to_is_second));
    mix(index);
  }

  // Evaluates the current pose into a slot; the next frame continues from there.
  void start(std::uint32_t index) {
    CrowdPace& pace = job_.paces[index];
    CrowdSlots& slots = *job_.slots;
    if (pace.slot == kNone) {
      if (slots.free_count == 0) {
        ++counters_.without_slot;
        evaluate(index, 0, job_.instances[index].first_output);
        return;
      }
      pace.slot = slots.numbers[--slots.free_count];
    }
    pace.from_frame = pace.to_frame = job_.frame;
    evaluate(index, 0, first_matrix(pace, pace.to_is_second));
    mix(index);
  }

  void mix(std::uint32_t index) {
    const CrowdPace& pace = job_.paces[index];
    const CrowdInstance& instance = job_.instances[index];
    const std::uint32_t span = pace.to_frame - pace.from_frame;
    CrowdMix& m = job_.out_mixes[counters_.interpolated++];
    counters_.units += static_cast<double>(level_of(index).mix_cost);
    // If the instance has just started, both poses are the current pose.
    m.first_from = first_matrix(pace, span == 0 ? pace.to_is_second : !pace.to_is_second);
    m.first_to = first_matrix(pace, pace.to_is_second);
    m.first_output = instance.first_output;
    m.count = job_.rigs[instance.rig].output_size();
    m.ratio = span == 0 ? 0 : static_cast<float>(job_.frame - pace.from_frame) / static_cast<float>(span);
  }

  const CrowdScheduleJob& job_;
  CrowdCounters counters_;
};

bool valid_instance(const CrowdScheduleJob& job, std::size_t index) {
  const CrowdInstance& instance = job.instances[index];
  return instance.rig < job.rigs.size() && job.instance_levels[index] < job.levels.size() &&
         (job.paces[index].slot == kNone || job.paces[index].slot < job.slots->numbers.size());
}

}  // namespace

void CrowdSlots::reset() {
  free_count = static_cast<std::uint32_t>(numbers.size());
  // Slots are used in ascending order.
  for (std::uint32_t i = 0; i < free_count; ++i) numbers[i] = free_count - 1 - i;
}

void CrowdSlots::release(CrowdPace& pace) {
  if (pace.slot == kNone) return;
  numbers[free_count++] = pace.slot;
  pace.slot = kNone;
}

Status CrowdScheduleJob::validate() const {
  if (validate_levels(levels) != Status::ok) return Status::invalid_argument;
  if (slots == nullptr || counters == nullptr) return Status::invalid_argument;
  const std::size_t count = instances.size();
  if (instance_levels.size() != count || paces.size() != count) return Status::invalid_argument;
  if (out_due.size() < count || out_due_indices.size() < count || out_lead_frames.size() < count ||
      out_mixes.size() < count)
    return Status::invalid_argument;
  if (slots->free_count > slots->numbers.size()) return Status::invalid_argument;
  const std::uint64_t end = first_slot_matrix + std::uint64_t{2} * slots->numbers.size() * slot_size;
  if (end > 0xFFFFFFFF) return Status::invalid_argument;
  for (const CrowdRig& rig : rigs)
    if (rig.skeleton == nullptr || rig.output_size() > slot_size) return Status::invalid_argument;
  for (std::size_t i = 0; i < count; ++i)
    if (!valid_instance(*this, i)) return Status::invalid_argument;
  return Status::ok;
}

Status CrowdScheduleJob::run() const {
  if (const Status status = validate(); status != Status::ok) return status;
  Frame work(*this);
  for (std::uint32_t i = 0; i < instances.size(); ++i) work.schedule(i);
  counters->due = work.counters().due;
  counters->interpolated = work.counters().interpolated;
  counters->without_slot = work.counters().without_slot;
  counters->units = work.counters().units;
  counters->slots_held = static_cast<std::uint32_t>(slots->numbers.size()) - slots->free_count;
  return Status::ok;
}

}  // namespace skelter
