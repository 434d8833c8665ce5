#include "skelter/play/character_data.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <utility>

#include "runtime/internal/checksum.h"
#include "skelter/runtime/clip.h"

namespace skelter {
namespace {

constexpr std::uint32_t kMostClips = 0xFFFE;  // what a line of a pose list can name

std::string clip_object(std::string_view name) {
  return "clip " + std::string(name);
}

bool is_clip(const PackSection& section) {
  return section.kind == SectionKind::clip || section.kind == SectionKind::stored_clip;
}

template <class Names>
std::uint32_t index_of(const Names& names, std::string_view name) {
  const auto found = std::find(names.begin(), names.end(), name);
  return found == names.end() ? kNone : static_cast<std::uint32_t>(found - names.begin());
}

bool is_equal(const SkinView& a, const SkinView& b) {
  if (!std::equal(a.joints.begin(), a.joints.end(), b.joints.begin(), b.joints.end())) return false;
  return a.joints.empty() ||
         std::memcmp(a.joint_from_mesh.data(), b.joint_from_mesh.data(), a.joint_from_mesh.size_bytes()) == 0;
}

// Publishes the result of a clip, also after an exception, so that no thread waits forever.
class Outcome {
 public:
  explicit Outcome(std::atomic<std::uint32_t>& state, std::uint32_t failed) : state_(state), to_(failed) {}
  Outcome(const Outcome&) = delete;
  Outcome& operator=(const Outcome&) = delete;
  ~Outcome() {
    state_.store(to_, std::memory_order_release);
    state_.notify_all();
  }
  void set(std::uint32_t to) { to_ = to; }

 private:
  std::atomic<std::uint32_t>& state_;
  std::uint32_t to_;
};

}  // namespace

Error CharacterData::error(Status status, std::string_view code, std::string message,
                           std::string object) const {
  return {status, code, std::move(message), {file_, 0, {}, std::move(object)}};
}

Result<CharacterData> CharacterData::create(Pack pack, ClipMaker maker, std::string file,
                                            const Limits& limits) {
  CharacterData data;
  data.file_ = std::move(file);
  const PackView& opened = pack.view();
  if (!pack.is_open())
    return data.error(Status::invalid_argument, "play.no-pack", "the pack was not opened", "");
  const std::size_t in_pack = opened.count(SectionKind::clip) + opened.count(SectionKind::stored_clip);
  const std::size_t clips = in_pack + maker.names.size();
  if (clips > kMostClips)
    return data.error(Status::limit_exceeded, "play.too-many-clips",
                      std::to_string(clips) + " clips; expected at most 65534", "");
  data.memory_limit_ = MemoryBudget(limits, pack.bytes().size()).limit();
  data.memory_left_ = std::make_shared<std::atomic<std::uint64_t>>(data.memory_limit_);
  data.pack_ = std::make_shared<const Pack>(std::move(pack));
  data.skeleton_ = data.pack().skeleton();
  data.maker_ = std::make_shared<const ClipMaker>(std::move(maker));
  data.pack_clips_ = static_cast<std::uint32_t>(in_pack);
  data.slots_ = std::shared_ptr<Slot[]>(new Slot[clips]);
  data.views_ = std::make_shared<std::vector<ClipView>>(clips);
  data.read_sections();
  for (std::size_t i = in_pack; i < clips; ++i) data.slots_[i].name = data.maker_->names[i - in_pack];
  data.hash_ = data.hash_of_names();
  if (const Result<void> graphs = data.read_graphs(); !graphs) return graphs.error();
  return data;
}

// Everything was checked when the pack was opened.
void CharacterData::read_sections() {
  const PackView& view = pack();
  std::uint32_t clip = 0;
  for (std::uint32_t i = 0; i < view.section_count(); ++i) {
    const PackSection section = view.section(i);
    if (is_clip(section)) {
      slots_[clip].name = section.name;
      if (section.kind == SectionKind::stored_clip) {
        slots_[clip].stored = section.bytes;
      } else {
        (void)read_clip(section.bytes, (*views_)[clip]);
        slots_[clip].state.store(Slot::ready, std::memory_order_relaxed);
      }
      ++clip;
    } else if (section.kind == SectionKind::skin) {
      skin_names_.push_back(section.name);
      (void)read_skin(section.bytes, skeleton(), skins_.emplace_back());
    } else if (section.kind == SectionKind::mesh) {
      ModelMesh& mesh = meshes_.emplace_back();
      mesh.name = section.name;
      mesh.skin = static_cast<std::uint32_t>(skins_.size() - 1);
      const bool first_of_skin = meshes_.size() == 1 || meshes_[meshes_.size() - 2].skin != mesh.skin;
      mesh.primitive = first_of_skin ? 0 : meshes_[meshes_.size() - 2].primitive + 1;
      (void)read_skinned_mesh(section.bytes, mesh.mesh);
    } else if (section.kind == SectionKind::images) {
      images_.push_back(section.bytes);
    }
  }
  read_shape();
}

// --- shape ------------------------------------------------------------------------------------------------

void CharacterData::read_shape() {
  const PackScene& scene = pack().scene();
  const bool described =
      scene.instances.size() == skins_.size();  // else nothing says which nodes have meshes
  std::vector<std::uint32_t> first_morph;       // per node
  for (const PackNode& node : scene.nodes) {
    const auto weights = scene.weights.subspan(node.first_weight, node.weight_count);
    first_morph.push_back(static_cast<std::uint32_t>(rest_morph_weights_.size()));
    rest_morph_weights_.insert(rest_morph_weights_.end(), weights.begin(), weights.end());
  }
  bool any_bone = false;
  std::vector<bool> is_bone(skeleton().joint_count());
  for (std::uint32_t i = 0; i < skins_.size(); ++i) {
    ModelSkin& skin = model_skins_.emplace_back();
    skin.size = skins_[i].size();
    std::uint32_t bones = skin.size;
    if (described) {
      const PackInstance& instance = scene.instances[i];
      const PackNode& node = scene.nodes[instance.node];
      const bool again = i > 0 && scene.instances[i - 1].node == instance.node;
      bones = std::min(instance.joint_count, skin.size);
      skin.node = instance.node;
      skin.instance = again ? model_skins_[i - 1].instance + 1 : 0;
      if (bones < skin.size) skin.node_entry = bones;
      skin.first_morph = first_morph[instance.node];
      skin.morph_count = node.weight_count;
      skin.shown = (node.flags & kPackNodeShown) != 0;
    }
    for (const std::uint16_t joint : skins_[i].joints.first(bones)) any_bone = is_bone[joint] = true;
  }
  place_palettes();
  for (std::uint32_t j = 0; j < skeleton().joint_count(); ++j) {
    const std::uint16_t parent = skeleton().parents[j];
    joints_.push_back({skeleton().name(j), parent == kNone16 ? kNone : parent, skeleton().nodes[j],
                       !any_bone || is_bone[j]});
  }
}

// Meshes of one model often have skins of their own with the same bones: their palettes are one.
void CharacterData::place_palettes() {
  std::multimap<std::pair<std::uint32_t, std::uint16_t>, std::uint32_t> known;  // by size and first joint
  for (std::uint32_t i = 0; i < skins_.size(); ++i) {
    const std::pair key{skins_[i].size(), skins_[i].joints.empty() ? kNone16 : skins_[i].joints[0]};
    const auto [begin, end] = known.equal_range(key);
    const auto same =
        std::find_if(begin, end, [&](const auto& skin) { return is_equal(skins_[skin.second], skins_[i]); });
    if (same != end) {
      model_skins_[i].first = model_skins_[same->second].first;
      continue;
    }
    known.emplace(key, i);
    model_skins_[i].first = matrix_count_;
    matrix_count_ += model_skins_[i].size;
  }
}

ModelShape CharacterData::shape() const {
  const PackView& view = pack();
  ModelShape shape;
  shape.file = file_;
  shape.skeleton = &skeleton();
  shape.joints = joints_;
  shape.skins = model_skins_;
  shape.meshes = meshes_;
  shape.matrix_count = matrix_count_;
  shape.rest_morph_weights = rest_morph_weights_;
  shape.look = view.look();
  shape.images = images_;
  shape.origin = view.origin();
  shape.extent = view.scene().extent > 0 ? view.scene().extent : 1;
  shape.linear_colors = view.scene().linear_colors != 0;
  return shape;
}

// --- graphs -----------------------------------------------------------------------------------------------

Result<void> CharacterData::read_graphs() {
  const PackView& view = pack();
  for (std::uint32_t i = 0; i < view.section_count(); ++i) {
    const PackSection section = view.section(i);
    if (section.kind != SectionKind::graph) continue;
    auto graph = std::make_unique<Graph>();
    graph->name = section.name;
    if (Result<void> linked = link_graph(std::move(graph), section.bytes, pack_clips_); !linked)
      return linked;
  }
  return {};
}

Result<void> CharacterData::add_graph(std::string name, AlignedBytes blob) {
  auto graph = std::make_unique<Graph>();
  graph->name = std::move(name);
  graph->own = std::move(blob);
  const ByteSpan bytes = graph->own.span();
  return link_graph(std::move(graph), bytes, clip_count());
}

Result<CharacterData> CharacterData::with_graph(std::string name, AlignedBytes blob) const {
  CharacterData data;
  data.pack_ = pack_;
  data.maker_ = maker_;
  data.file_ = file_;
  data.memory_limit_ = memory_limit_;
  data.memory_left_ = memory_left_;
  data.pack_clips_ = pack_clips_;
  data.slots_ = slots_;
  data.views_ = views_;
  data.skins_ = skins_;
  data.skin_names_ = skin_names_;
  data.joints_ = joints_;
  data.model_skins_ = model_skins_;
  data.meshes_ = meshes_;
  data.matrix_count_ = matrix_count_;
  data.rest_morph_weights_ = rest_morph_weights_;
  data.images_ = images_;
  data.hash_ = hash_;
  data.skeleton_ = pack().skeleton();
  if (Result<void> added = data.add_graph(std::move(name), std::move(blob)); !added) return added.error();
  return data;
}

// With the first `count` clips, those that it was made for.
Result<void> CharacterData::link_graph(std::unique_ptr<Graph> graph, ByteSpan blob, std::uint32_t count) {
  Problem problem = read_graph(blob, graph->view);
  if (problem.ok()) problem = check_masks(graph->view);
  if (problem.ok()) {
    std::size_t events = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
      if (Result<void> ready = prepare(i); !ready) return ready;
      events += clips()[i].events.size();
    }
    graph->events.resize(events);
    std::span<GraphClipEvent> left = graph->events;
    for (const ClipView& clip : clips().first(count)) {
      graph->clips.push_back(graph_clip(graph->view, clip, left.first(clip.events.size())));
      left = left.subspan(clip.events.size());
    }
    problem = check_clips(graph->view, graph->clips);
  }
  if (!problem.ok()) return error(problem.status, "play.bad-graph", problem.what, "graph " + graph->name);
  add_masks(*graph);
  graphs_.push_back(std::move(graph));
  return {};
}

// read_graph checked that the rates, if there are any, are in range.
Problem CharacterData::check_masks(const GraphView& graph) const {
  if (graph.mask_count != pack().skeleton().mask_count())
    return {Status::bad_data, "the graph was made for another number of masks"};
  const std::size_t joints = skeleton().joint_count(), lanes = std::size_t{kLanes} * skeleton().block_count();
  if (graph.profile_rates.size() != graph.profiles.size() * lanes)
    return {Status::bad_data, graph.profile_rates.empty() ? "the graph was made without a skeleton"
                                                          : "the graph was made for another skeleton"};
  for (std::size_t i = 0; i < graph.profile_rates.size(); ++i)
    if (i % lanes < joints && graph.profile_rates[i] == 0)
      return {Status::bad_data, "a profile of the graph has no rate for some joint"};
  if (skeleton().mask_count() + graph.profiles.size() >= kNone16)
    return {Status::limit_exceeded, "the graphs have more masks than 16 bits can number"};
  return {};
}

// Those of its profiles, after those that are there.
void CharacterData::add_masks(Graph& graph) {
  graph.view.first_profile_mask = skeleton_.mask_count();
  if (graph.view.profiles.empty()) return;
  if (mask_name_begin_.empty()) {
    mask_weights_.assign(skeleton_.mask_weights.begin(), skeleton_.mask_weights.end());
    mask_name_begin_.assign(skeleton_.mask_name_begin.begin(), skeleton_.mask_name_begin.end());
    mask_names_.assign(skeleton_.mask_names.begin(), skeleton_.mask_names.end());
    if (mask_name_begin_.empty()) mask_name_begin_.push_back(0);
  }
  const std::span<const float> rates = graph.view.profile_rates;
  mask_weights_.insert(mask_weights_.end(), rates.begin(), rates.end());
  for (const GraphProfile& profile : graph.view.profiles) {
    const std::string name = graph.name + ":" + std::string(graph.view.string(profile.name));
    mask_names_.insert(mask_names_.end(), name.begin(), name.end());
    mask_name_begin_.push_back(static_cast<std::uint32_t>(mask_names_.size()));
  }
  skeleton_.mask_weights = mask_weights_;
  skeleton_.mask_name_begin = mask_name_begin_;
  skeleton_.mask_names = mask_names_;
}

// --- names -------------------------------------------------------------------------------------------------

std::uint64_t CharacterData::hash_of_names() const {
  std::string text(skeleton().names.data(), skeleton().names.size());
  const auto add = [&](std::string_view name) { text += '\n', text += name; };
  for (const std::uint16_t parent : skeleton().parents) add(std::to_string(parent));
  for (std::uint32_t i = 0; i < clip_count(); ++i) add(clip_name(i));
  for (std::uint32_t i = 0; i < skeleton().mask_count(); ++i) add(skeleton().mask_name(i));
  return pack_checksum(std::as_bytes(std::span(text)));
}

std::uint32_t CharacterData::find_clip(std::string_view name) const {
  for (std::uint32_t i = 0; i < clip_count(); ++i)
    if (slots_[i].name == name) return i;
  return kNone;
}
std::uint32_t CharacterData::find_mask(std::string_view name) const {
  return skeleton().find_mask(name);
}
std::uint32_t CharacterData::find_joint(std::string_view name) const {
  const std::uint16_t joint = skeleton().find(name);
  return joint == kNone16 ? kNone : joint;
}
std::uint32_t CharacterData::find_skin(std::string_view name) const {
  return index_of(skin_names_, name);
}
std::uint32_t CharacterData::find_graph(std::string_view name) const {
  for (std::uint32_t i = 0; i < graph_count(); ++i)
    if (graphs_[i]->name == name) return i;
  return kNone;
}

bool CharacterData::is_prepared(std::uint32_t clip) const {
  return clip < clip_count() && slots_[clip].state.load(std::memory_order_acquire) == Slot::ready;
}

Result<void> CharacterData::prepare(std::uint32_t clip) const {
  if (clip >= clip_count())
    return error(Status::invalid_argument, "play.no-clip",
                 "there is no such clip; expected an index below " + std::to_string(clip_count()), "");
  Slot& slot = slots_[clip];
  std::uint32_t state = Slot::fresh;
  if (slot.state.compare_exchange_strong(state, Slot::working, std::memory_order_acq_rel)) {
    Outcome outcome(slot.state, Slot::failed);
    slot.error = error(Status::unsupported, "play.no-clip-made", "its maker gave up", clip_object(slot.name));
    if (const Result<void> made = make_clip(clip); !made)
      slot.error = made.error();
    else
      slot.error = {}, outcome.set(Slot::ready);
  }
  while ((state = slot.state.load(std::memory_order_acquire)) == Slot::working)
    slot.state.wait(Slot::working, std::memory_order_acquire);
  if (state == Slot::ready) return {};
  return slot.error;
}

// False if they pass the limit; then nothing is taken.
bool CharacterData::take_memory(std::size_t bytes) const {
  std::uint64_t left = memory_left_->load(std::memory_order_relaxed);
  while (bytes <= left)
    if (memory_left_->compare_exchange_weak(left, left - bytes, std::memory_order_relaxed)) return true;
  return false;
}

Result<void> CharacterData::make_clip(std::uint32_t clip) const {
  Slot& slot = slots_[clip];
  ByteSpan bytes = slot.stored;
  AlignedBytes made;
  if (clip >= pack_clips_) {
    Result<AlignedBytes> result = maker_->make(clip - pack_clips_);
    if (!result) return result.error();
    made = *std::move(result);
    bytes = made.span();
  }
  ClipView view;
  Problem problem;
  if (const std::size_t size = hot_size(bytes); size != 0) {
    problem = check_hot_size(bytes);
    if (problem.ok() && clip < pack_clips_ && !take_memory(size))
      return error(Status::limit_exceeded, "play.memory",
                   std::to_string(size) + " bytes decoded pass the memory limit of " +
                       std::to_string(memory_limit_) + " bytes for all clips",
                   clip_object(slot.name));
    if (problem.ok()) {
      slot.hot = AlignedBytes(size);
      problem = decode_clip(bytes, {slot.hot.data(), size}, view);
    }
  } else {
    slot.hot = std::move(made);
    problem = read_clip(slot.hot.span(), view);
  }
  if (problem.ok() && !view.made_for(skeleton()))
    problem = {Status::bad_data, "the clip was made for another skeleton"};
  if (!problem.ok()) {
    if (clip < pack_clips_) memory_left_->fetch_add(slot.hot.size(), std::memory_order_relaxed);
    slot.hot = {};
    return error(problem.status, "play.bad-clip", problem.what, clip_object(slot.name));
  }
  (*views_)[clip] = view;
  return {};
}

Result<void> CharacterData::prepare_all() const {
  for (std::uint32_t i = 0; i < clip_count(); ++i)
    if (const Result<void> done = prepare(i); !done) return done;
  return {};
}

}  // namespace skelter
