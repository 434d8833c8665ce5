// Animation graphs: the update cost per instance of a character that walks, runs, jumps, falls, waves and
// leans (docs/graph.md), with the rig and clips of the crowd benchmarks. Parameters change at random, so that
// each instance makes about one transition per second of 60 frames. Contenders of a row take turns in one
// process.
//
//   bench_graph [--csv FILE] [--assets FOLDER] [--rows NAME]    (NAME: part of a row's name)

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "compile/compile_graph/internal/graph_source.h"
#include "crowd_rig.h"
#include "measured_row.h"
#include "skelter/crowd/crowd_job.h"
#include "skelter/play/graph_update_job.h"
#include "skelter/runtime/clip.h"
#include "taken.h"

namespace skelter::bench {
namespace {

constexpr double kStep_s = 1.0 / 60;

// Clip names are those of crowd_scene(). Markers are set on both feet in walk and run.
std::string hero_text(double walk_s, double run_s) {
  return fmt::format(R"j({{ "skelter_graph": 1,
  "parameters": {{
    "speed": {{ "type": "float", "min": 0, "max": 6, "max_rate": 8 }},
    "turn": {{ "type": "float", "min": -1, "max": 1, "max_rate": 4 }},
    "grounded": {{ "type": "bool", "default": true }},
    "waving": {{ "type": "bool" }},
    "jump": {{ "type": "trigger", "buffer_s": 0.15 }} }},
  "clips": {{ "walk0": {{ "markers": [["L", 0], ["R", {}]] }}, "run1": {{ "markers": [["L", 0], ["R", {}]] }} }},
  "sync": {{ "feet": ["L", "R"] }},
  "events": {{ "footstep": {{ "min_weight": 0.2 }} }},
  "profiles": {{ "legs_first": {{ "default": 1, "joints": {{ "left_thigh": 3, "right_thigh": 3 }} }} }},
  "layers": [
    {{ "name": "body", "motion": {{ "machine": {{ "entry": "ground", "states": {{
      "ground": {{ "motion": {{ "blend": "speed", "sync": "feet", "match_speed": true,
                              "points": [[0, "idle2"], [1.4, "walk0"], [4, "run1"]] }},
        "transitions": [ {{ "to": "jump", "when": "jump and grounded", "fade_s": 0.1 }},
                         {{ "to": "fall", "when": "not grounded", "fade_s": 0.25 }} ] }},
      "jump": {{ "motion": {{ "clip": "jump4", "loop": false }},
        "transitions": [ {{ "to": "ground", "when": "grounded and time >= 0.3", "fade_s": 0.15, "interrupt": "both" }},
                         {{ "to": "fall", "when": "left <= 0.2", "fade_s": 0.2 }} ] }},
      "fall": {{ "motion": "sit5",
        "transitions": [ {{ "to": "ground", "when": "grounded", "fade_s": 0.2, "kind": "inertialize", "profile": "legs_first" }} ] }}
    }} }} }} }},
    {{ "name": "upper", "mode": "override", "mask": "upper_body", "motion": {{ "machine": {{ "entry": "off", "states": {{
      "off": {{ "motion": "none", "transitions": [ {{ "to": "wave", "when": "waving", "fade_s": 0.3 }} ] }},
      "wave": {{ "motion": "wave3", "transitions": [ {{ "to": "off", "when": "not waving and passed(0.9)", "fade_s": 0.3 }} ] }}
    }} }} }} }},
    {{ "name": "lean", "mode": "additive", "motion": {{ "blend": "turn", "points": [[-1, "walk6"], [0, "none"], [1, "run7"]] }} }},
    {{ "name": "act", "mode": "override", "mask": "upper_body", "slot": {{ "fade_in_s": 0.1, "fade_out_s": 0.2 }} }} ] }})j",
                     walk_s / 2, run_s / 2);
}

// The rig with the clips that the graph needs, and the graph.
class Hero {
 public:
  explicit Hero(const Scene& scene) : text_(hero_text(scene.clips[0].duration_s, scene.clips[1].duration_s)) {
    const GraphSource names = good(read_graph_source(text_, "hero"));
    SkeletonSettings skeleton;
    skeleton.masks = {{"upper_body", 0, {{"spine2", 1, true}, {"spine1", 0.5f, false}}}};
    skeleton.masks.insert(skeleton.masks.end(), names.profile_masks.begin(), names.profile_masks.end());
    skeleton_ = taken(build_skeleton(scene, skeleton));
    GraphCharacter character;
    character.masks = {{"upper_body", {}}};
    for (std::uint32_t i = 0; i < scene.clips.size(); ++i) {
      clips_.push_back(taken(build_clip(scene, i, skeleton_, settings_of(scene, i))));
      views_.push_back(clips_.back().clip.view);
      character.clips.push_back(graph_clip_facts(*scene.clips[i].name, views_.back()));
    }
    GraphSource source = good(read_graph_source(text_, "hero", {&character, {}}));
    blob_ = build_graph(source.graph);
    if (!read_graph(blob_.span(), graph_).ok()) std::abort();
    events_.resize(views_.size());
    for (std::size_t i = 0; i < views_.size(); ++i) {
      events_[i].resize(views_[i].events.size());
      graph_clips_.push_back(graph_clip(graph_, views_[i], events_[i]));
    }
    if (!check_clips(graph_, graph_clips_).ok()) std::abort();
    rig_.skeleton = &skeleton_.skeleton.view;
    rig_.clips = views_;
  }
  const GraphRecords& graph() const { return graph_; }
  std::span<const GraphClip> clips() const { return graph_clips_; }
  const CrowdRig& rig() const { return rig_; }

 private:
  static GraphSource good(GraphSource source) {
    for (const Diagnostic& d : source.diagnostics) std::fprintf(stderr, "%s\n", to_string(d).c_str());
    if (!source.ok()) std::exit(1);
    return source;
  }
  static ClipSettings settings_of(const Scene& scene, std::uint32_t index) {
    ClipSettings settings;
    settings.loop = true;
    if (index < 2) {  // walk and run
      settings.root_motion.emplace().joint = "pelvis";
      settings.events = {{"footstep", 0}, {"footstep", scene.clips[index].duration_s / 2}};
    }
    settings.additive = index == 6 || index == 7;
    settings.additive_from = index;  // leaning clips
    return settings;
  }

  std::string text_;
  SkeletonBuild skeleton_;
  std::vector<ClipBuild> clips_;
  std::vector<ClipView> views_;
  AlignedBytes blob_;
  GraphRecords graph_;
  std::vector<std::vector<GraphClipEvent>> events_;
  std::vector<GraphClip> graph_clips_;
  CrowdRig rig_;
};

struct Wanted {
  bool lists = true, events = true, root = false, poses = false;
};

// Many instances of the hero, which behave identically in every contender of a row.
class Crowd {
 public:
  Crowd(const Hero& hero, std::uint32_t count, bool idle, Wanted wanted)
      : hero_(hero), count_(count), idle_(idle), memory_(count * hero.graph().state_bytes / 8) {
    const GraphRecords& graph = hero.graph();
    for (const char* name : {"speed", "turn", "grounded", "waving", "jump"})
      parameters_.push_back(find_parameter(graph, name));
    job_.graph = &graph;
    job_.clips = hero.clips();
    job_.dt_s = kStep_s;
    job_.states = std::as_writable_bytes(std::span(memory_));
    lines_.resize(count * graph.max_entries);
    line_counts_.resize(count);
    roots_.resize(count);
    events_.resize(count * 4);
    told_.events = events_;
    if (wanted.lists) job_.out_lists = lines_, job_.out_entry_counts = line_counts_;
    if (wanted.events) job_.out_events = {&told_, 1};
    if (wanted.root) job_.out_root_motion = roots_;
    for (std::uint32_t i = 0; i < count; ++i) start(graph, state(i));
    if (wanted.poses) add_poses();
    for (int i = 0; i < 120; ++i) prepare(), update();  // until the number of fades is stable
    transitions_ = 0;
    frames_ = 0;
  }

  // Game logic, which is not measured. It causes about one transition per second and instance.
  void prepare() {
    for (std::uint32_t i = 0; i < told_.count; ++i)
      transitions_ += events_[i].kind == GraphEventKind::entered;
    ++frames_;
    told_.count = 0;
    if (idle_) return;
    for (std::uint32_t i = 0; i < count_; ++i) {
      const auto happens = [&](unsigned in_frames) { return random_() % in_frames == 0; };
      const auto from_to = [&](float low, float high) {
        return low + (high - low) * static_cast<float>(random_() % 1024) / 1023;
      };
      if (happens(60)) set(kSpeed, i, from_to(0, 5));
      if (happens(60)) set(kTurn, i, from_to(-1, 1));
      if (happens(160)) fire(hero_.graph(), state(i), parameters_[kJump]);
      if (happens(80)) set(kGrounded, i, from_to(0, 1) < 0.8f ? 1.0f : 0.0f);
      if (happens(130)) set(kWaving, i, from_to(0, 1) < 0.5f ? 1.0f : 0.0f);
    }
  }
  void update() {
    if (job_.run() != Status::ok) std::abort();
  }
  // Computes the model matrices of all instances.
  void pose() {
    for (std::uint32_t i = 0; i < count_; ++i) instances_[i].layer_count = line_counts_[i];
    if (poses_.run() != Status::ok) std::abort();
  }

  double transitions_per_s() const {
    return transitions_ / (static_cast<double>(count_) * frames_ * kStep_s);
  }
  double lines_per_list() const {
    double sum = 0;
    for (const std::uint8_t lines : line_counts_) sum += lines;
    return sum / count_;
  }

 private:
  enum { kSpeed, kTurn, kGrounded, kWaving, kJump };
  std::span<std::byte> state(std::uint32_t i) {
    return job_.states.subspan(i * hero_.graph().state_bytes, hero_.graph().state_bytes);
  }
  void set(int parameter, std::uint32_t i, float value) {
    skelter::set(hero_.graph(), state(i), parameters_[static_cast<std::size_t>(parameter)], value);
  }
  void add_poses() {
    const std::uint32_t size = hero_.rig().output_size();
    instances_.resize(count_);
    for (std::uint32_t i = 0; i < count_; ++i) {
      instances_[i].first_layer = i * hero_.graph().max_entries;
      instances_[i].first_output = i * size;
    }
    out_.resize(std::size_t{count_} * size);
    scratch_ = AlignedBytes(crowd_scratch_bytes({&hero_.rig(), 1}));
    poses_.rigs = {&hero_.rig(), 1};
    poses_.instances = instances_;
    poses_.layers = lines_;
    poses_.out_matrices = out_;
    poses_.scratch = {scratch_.data(), scratch_.size()};
  }

  const Hero& hero_;
  std::uint32_t count_;
  bool idle_;
  std::vector<double> memory_;
  std::vector<std::uint32_t> parameters_;
  std::vector<PoseListEntry> lines_;
  std::vector<std::uint8_t> line_counts_;
  std::vector<RigidMotion> roots_;
  std::vector<GraphEvent> events_;
  GraphEvents told_;
  GraphUpdateJob job_;
  std::vector<CrowdInstance> instances_;
  std::vector<Affine> out_;
  AlignedBytes scratch_;
  CrowdJob poses_;
  std::minstd_rand random_{20261125};
  double transitions_ = 0, frames_ = 0;
};

Contender updates(const char* name, const std::shared_ptr<Crowd>& crowd) {
  return {name, [crowd] { crowd->update(); }, [crowd] { crowd->prepare(); }};
}

void run_size(const Hero& hero, ResultFile& results, const std::string& wanted, std::uint32_t count) {
  const std::string name = fmt::format("{} instances", count);
  const double units = 1e9 / count;
  const Rounds rounds{60, 1.5};
  const auto crowd = [&](bool idle, Wanted what) { return std::make_shared<Crowd>(hero, count, idle, what); };
  if (name.find(wanted) != name.npos) {
    const auto whole = crowd(false, {});
    measure_row(results, name,
                {updates("update", whole), updates("machines alone", crowd(false, {false, false})),
                 updates("with lists", crowd(false, {true, false})),
                 updates("with root motion", crowd(false, {true, true, true}))},
                "ns each", units, rounds);
    const double lines = whole->lines_per_list(), transitions = whole->transitions_per_s();
    std::printf("%-44s  %.2f lines per list, %.2f transitions a second\n", "", lines, transitions);
    results.add(name, "lines", "per list", lines);
    results.add(name, "transitions", "per second", transitions);
  }
  const std::string idle = name + "; idle";
  if (idle.find(wanted) != idle.npos)
    measure_row(results, idle, {updates("update", crowd(true, {}))}, "ns each", units, rounds);
}

// Measures the whole frame, including all poses, and CrowdJob alone on the lists of the same frame.
void run_poses(const Hero& hero, ResultFile& results, const std::string& wanted, std::uint32_t count) {
  const std::string name = fmt::format("{} instances; posed", count);
  if (name.find(wanted) == name.npos) return;
  const auto crowd = std::make_shared<Crowd>(hero, count, false, Wanted{true, true, false, true});
  measure_row(
      results, name,
      {{"CrowdJob alone", [crowd] { crowd->pose(); }},
       {"graph and CrowdJob", [crowd] { crowd->update(), crowd->pose(); }, [crowd] { crowd->prepare(); }}},
      "ns each", 1e9 / count, {30, 3});
}

int run(int argc, char** argv) {
  std::string assets = argument(argc, argv, "--assets");
  const std::string wanted = argument(argc, argv, "--rows");
  if (assets.empty()) assets = SKELTER_ASSETS;
  ResultFile results("graph", argc, argv);
  const Hero hero(crowd_scene(assets + "/mannequin.x"));
  std::printf("%u joints; %u bytes of state, lists of at most %u lines; medians (least) and ratios\n",
              hero.rig().skeleton->joint_count(), static_cast<unsigned>(hero.graph().state_bytes),
              static_cast<unsigned>(hero.graph().max_entries));
  results.add("state", "bytes of an instance", "bytes", static_cast<double>(hero.graph().state_bytes));
  for (const std::uint32_t count : {96u, 1000u, 10'000u}) run_size(hero, results, wanted, count);
  for (const std::uint32_t count : {96u, 10'000u}) run_poses(hero, results, wanted, count);
  return 0;
}

}  // namespace
}  // namespace skelter::bench

int main(int argc, char** argv) {
  return skelter::bench::run(argc, argv);
}
