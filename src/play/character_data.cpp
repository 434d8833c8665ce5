#include "skelter/play/character_data.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "core/internal/memory_budget.h"
#include "play/internal/format/graph_records.h"
#include "runtime/internal/format/pack_records.h"
#include "runtime/pack/internal/checksum.h"
#include "skelter/runtime/clip.h"

namespace skelter {
namespace {

constexpr std::uint32_t kMaxClips = 0xFFFE;  // the maximum for the 16-bit indices of a pose list

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

// Publishes the result of preparing a clip, even after an exception, so that no thread waits forever.
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

namespace play_state {

struct ClipSlot {
  enum State : std::uint32_t { fresh, working, ready, failed };
  std::string_view name;
  ByteSpan stored;  // empty: the clip is already in playing form, or comes from the maker
  std::atomic<std::uint32_t> state = fresh;
  AlignedBytes playing;
  Error error;
};

// The data behind CharacterData::shape().
struct ModelParts {
  std::vector<SkinView> skins;
  std::vector<std::string_view> skin_names;
  std::vector<ModelJoint> joints;
  std::vector<ModelSkin> model_skins;  // for each of `skins`
  std::vector<ModelMesh> meshes;
  std::uint32_t matrix_count = 0;
  std::vector<float> rest_morph_weights;
  std::vector<ByteSpan> images;
};

struct LinkedGraph {
  std::string name;
  AlignedBytes own;  // bytes of a graph from add_graph()
  GraphRecords view;
  std::vector<GraphClip> clips;
  std::vector<GraphClipEvent> events;  // events of all clips
};

// The skeleton of the pack, with the masks of the graphs' profiles.
struct MaskedSkeleton {
  Skeleton view;
  std::vector<float> weights;
  std::vector<std::uint32_t> name_begin;
  std::vector<char> names;
};

// Everything except the graphs, shared with the data that with_graph() returns.
struct SharedData {
  SharedData(Pack of, ClipMaker made_by, std::string path, std::uint64_t limit)
      : pack(std::move(of)), maker(std::move(made_by)), file(std::move(path)), memory_limit(limit) {}

  std::uint32_t clip_count() const { return static_cast<std::uint32_t>(views.size()); }
  Error error(Status status, std::string_view code, std::string message, std::string object) const {
    return {status, code, std::move(message), {file, 0, {}, std::move(object)}};
  }
  void read_sections();
  void read_shape();
  void place_palettes();
  bool take_memory(std::size_t bytes);
  Result<void> make_clip(std::uint32_t clip);
  Result<void> prepare(std::uint32_t clip);
  std::uint64_t hash_of_names() const;

  Pack pack;
  ClipMaker maker;
  std::string file;
  std::uint64_t memory_limit;
  std::atomic<std::uint64_t> memory_left = memory_limit;  // for decoded clips
  std::uint32_t pack_clips = 0;                           // the clips after these come from the maker
  std::unique_ptr<ClipSlot[]> slots;                      // one per clip
  std::vector<ClipView> views;
  ModelParts model;
  std::uint64_t hash = 0;
};

struct DataParts {
  std::shared_ptr<SharedData> shared;
  MaskedSkeleton skeleton;
  std::vector<std::unique_ptr<LinkedGraph>> graphs;  // characters point to them

  Error error(Status status, std::string_view code, std::string message, std::string object) const {
    return shared->error(status, code, std::move(message), std::move(object));
  }
  Result<void> read_graphs();
  Result<void> link(std::unique_ptr<LinkedGraph> graph, ByteSpan blob, std::uint32_t clips);
  Problem check_masks(const GraphRecords& graph) const;
  void add_masks(LinkedGraph& graph);
};

// Pack::open has checked everything.
void SharedData::read_sections() {
  const PackView& view = pack.view();
  std::uint32_t clip = 0;
  for (std::uint32_t i = 0; i < view.section_count(); ++i) {
    const PackSection section = view.section(i);
    if (is_clip(section)) {
      slots[clip].name = section.name;
      if (section.kind == SectionKind::stored_clip) {
        slots[clip].stored = section.bytes;
      } else {
        (void)read_clip(section.bytes, views[clip]);
        slots[clip].state.store(ClipSlot::ready, std::memory_order_relaxed);
      }
      ++clip;
    } else if (section.kind == SectionKind::skin) {
      model.skin_names.push_back(section.name);
      (void)read_skin(section.bytes, view.skeleton(), model.skins.emplace_back());
    } else if (section.kind == SectionKind::mesh) {
      ModelMesh& mesh = model.meshes.emplace_back();
      mesh.name = section.name;
      mesh.skin = static_cast<std::uint32_t>(model.skins.size() - 1);
      const bool first_of_skin =
          model.meshes.size() == 1 || model.meshes[model.meshes.size() - 2].skin != mesh.skin;
      mesh.primitive = first_of_skin ? 0 : model.meshes[model.meshes.size() - 2].primitive + 1;
      (void)read_skinned_mesh(section.bytes, mesh.mesh);
    } else if (section.kind == SectionKind::images) {
      model.images.push_back(section.bytes);
    }
  }
  read_shape();
}

// --- shape ------------------------------------------------------------------------------------------------

void SharedData::read_shape() {
  const PackScene& scene = pack.view().scene();
  const bool described = scene.instances.size() == model.skins.size();  // else mesh nodes are unknown
  std::vector<std::uint32_t> first_morph;                               // for each node
  for (const PackNode& node : scene.nodes) {
    const auto weights = scene.weights.subspan(node.first_weight, node.weight_count);
    first_morph.push_back(static_cast<std::uint32_t>(model.rest_morph_weights.size()));
    model.rest_morph_weights.insert(model.rest_morph_weights.end(), weights.begin(), weights.end());
  }
  bool any_bone = false;
  std::vector<bool> is_bone(pack.view().skeleton().joint_count());
  for (std::uint32_t i = 0; i < model.skins.size(); ++i) {
    ModelSkin& skin = model.model_skins.emplace_back();
    skin.size = model.skins[i].size();
    std::uint32_t bones = skin.size;
    if (described) {
      const PackInstance& instance = scene.instances[i];
      const PackNode& node = scene.nodes[instance.node];
      const bool again = i > 0 && scene.instances[i - 1].node == instance.node;
      bones = std::min(instance.joint_count, skin.size);
      skin.node = instance.node;
      skin.instance = again ? model.model_skins[i - 1].instance + 1 : 0;
      if (bones < skin.size) skin.node_entry = bones;
      skin.first_morph = first_morph[instance.node];
      skin.morph_count = node.weight_count;
      skin.shown = (node.flags & kPackNodeShown) != 0;
    }
    for (const std::uint16_t joint : model.skins[i].joints.first(bones)) any_bone = is_bone[joint] = true;
  }
  place_palettes();
  for (std::uint32_t j = 0; j < pack.view().skeleton().joint_count(); ++j) {
    const std::uint16_t parent = pack.view().skeleton().parents[j];
    model.joints.push_back({pack.view().skeleton().name(j), parent == kNone16 ? kNone : parent,
                            pack.view().skeleton().nodes[j], !any_bone || is_bone[j]});
  }
}

// Meshes of one model often have separate skins with the same bones; such skins share one palette.
void SharedData::place_palettes() {
  std::multimap<std::pair<std::uint32_t, std::uint16_t>, std::uint32_t> known;  // by size and first joint
  for (std::uint32_t i = 0; i < model.skins.size(); ++i) {
    const std::pair key{model.skins[i].size(),
                        model.skins[i].joints.empty() ? kNone16 : model.skins[i].joints[0]};
    const auto [begin, end] = known.equal_range(key);
    const auto same = std::find_if(
        begin, end, [&](const auto& skin) { return is_equal(model.skins[skin.second], model.skins[i]); });
    if (same != end) {
      model.model_skins[i].first = model.model_skins[same->second].first;
      continue;
    }
    known.emplace(key, i);
    model.model_skins[i].first = model.matrix_count;
    model.matrix_count += model.model_skins[i].size;
  }
}

// --- clips ------------------------------------------------------------------------------------------------

Result<void> SharedData::prepare(std::uint32_t clip) {
  if (clip >= clip_count())
    return error(Status::invalid_argument, "play.no-clip",
                 "there is no such clip; expected an index below " + std::to_string(clip_count()), "");
  ClipSlot& slot = slots[clip];
  std::uint32_t state = ClipSlot::fresh;
  if (slot.state.compare_exchange_strong(state, ClipSlot::working, std::memory_order_acq_rel)) {
    Outcome outcome(slot.state, ClipSlot::failed);
    slot.error = error(Status::unsupported, "play.no-clip-made", "its maker failed", clip_object(slot.name));
    if (const Result<void> made = make_clip(clip); !made)
      slot.error = made.error();
    else
      slot.error = {}, outcome.set(ClipSlot::ready);
  }
  while ((state = slot.state.load(std::memory_order_acquire)) == ClipSlot::working)
    slot.state.wait(ClipSlot::working, std::memory_order_acquire);
  if (state == ClipSlot::ready) return {};
  return slot.error;
}

// Returns false, and takes nothing, if the memory limit would be exceeded.
bool SharedData::take_memory(std::size_t bytes) {
  std::uint64_t left = memory_left.load(std::memory_order_relaxed);
  while (bytes <= left)
    if (memory_left.compare_exchange_weak(left, left - bytes, std::memory_order_relaxed)) return true;
  return false;
}

Result<void> SharedData::make_clip(std::uint32_t clip) {
  ClipSlot& slot = slots[clip];
  ByteSpan bytes = slot.stored;
  AlignedBytes made;
  if (clip >= pack_clips) {
    Result<AlignedBytes> result = maker.make(clip - pack_clips);
    if (!result) return result.error();
    made = *std::move(result);
    bytes = made.span();
  }
  ClipView view;
  Problem problem;
  if (const std::size_t size = decoded_size(bytes); size != 0) {
    problem = check_decoded_size(bytes);
    if (problem.ok() && clip < pack_clips && !take_memory(size))
      return error(Status::limit_exceeded, "play.memory",
                   std::to_string(size) + " decoded bytes exceed the memory limit of " +
                       std::to_string(memory_limit) + " bytes for all clips",
                   clip_object(slot.name));
    if (problem.ok()) {
      slot.playing = AlignedBytes(size);
      problem = decode_clip(bytes, {slot.playing.data(), size}, view);
    }
  } else {
    slot.playing = std::move(made);
    problem = read_clip(slot.playing.span(), view);
  }
  if (problem.ok() && !view.made_for(pack.view().skeleton()))
    problem = {Status::bad_data, "the clip was made for a different skeleton"};
  if (!problem.ok()) {
    if (clip < pack_clips) memory_left.fetch_add(slot.playing.size(), std::memory_order_relaxed);
    slot.playing = {};
    return error(problem.status, "play.bad-clip", problem.what, clip_object(slot.name));
  }
  views[clip] = view;
  return {};
}

std::uint64_t SharedData::hash_of_names() const {
  const Skeleton& skeleton = pack.view().skeleton();
  std::string text(skeleton.names.data(), skeleton.names.size());
  const auto add = [&](std::string_view name) { text += '\n', text += name; };
  for (const std::uint16_t parent : skeleton.parents) add(std::to_string(parent));
  for (std::uint32_t i = 0; i < clip_count(); ++i) add(slots[i].name);
  for (std::uint32_t i = 0; i < skeleton.mask_count(); ++i) add(skeleton.mask_name(i));
  return pack_checksum(std::as_bytes(std::span(text)));
}

// --- graphs -----------------------------------------------------------------------------------------------

Result<void> DataParts::read_graphs() {
  const PackView& view = shared->pack.view();
  for (std::uint32_t i = 0; i < view.section_count(); ++i) {
    const PackSection section = view.section(i);
    if (section.kind != SectionKind::graph) continue;
    auto graph = std::make_unique<LinkedGraph>();
    graph->name = section.name;
    if (Result<void> linked = link(std::move(graph), section.bytes, shared->pack_clips); !linked)
      return linked;
  }
  return {};
}

// Links the graph with the first `count` clips, those for which it was compiled.
Result<void> DataParts::link(std::unique_ptr<LinkedGraph> graph, ByteSpan blob, std::uint32_t count) {
  Problem problem = read_graph(blob, graph->view);
  if (problem.ok()) problem = check_masks(graph->view);
  if (problem.ok()) {
    std::size_t events = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
      if (Result<void> ready = shared->prepare(i); !ready) return ready;
      events += shared->views[i].events.size();
    }
    graph->events.resize(events);
    std::span<GraphClipEvent> left = graph->events;
    for (const ClipView& clip : std::span(shared->views).first(count)) {
      graph->clips.push_back(graph_clip(graph->view, clip, left.first(clip.events.size())));
      left = left.subspan(clip.events.size());
    }
    problem = check_clips(graph->view, graph->clips);
  }
  if (!problem.ok()) return error(problem.status, "play.bad-graph", problem.what, "graph " + graph->name);
  add_masks(*graph);
  graphs.push_back(std::move(graph));
  return {};
}

// Checks the masks of a graph. read_graph has already checked that the rates are in range.
Problem DataParts::check_masks(const GraphRecords& graph) const {
  if (graph.mask_count != shared->pack.view().skeleton().mask_count())
    return {Status::bad_data, "the graph was made for a different number of masks"};
  const std::size_t joints = skeleton.view.joint_count(),
                    lanes = std::size_t{kLanes} * skeleton.view.block_count();
  if (graph.profile_rates.size() != graph.profiles.size() * lanes)
    return {Status::bad_data, graph.profile_rates.empty() ? "the graph was made without a skeleton"
                                                          : "the graph was made for a different skeleton"};
  for (std::size_t i = 0; i < graph.profile_rates.size(); ++i)
    if (i % lanes < joints && graph.profile_rates[i] == 0)
      return {Status::bad_data, "a profile of the graph lacks the rate of a joint"};
  if (skeleton.view.mask_count() + graph.profiles.size() >= kNone16)
    return {Status::limit_exceeded, "the graphs have more than 65534 masks"};
  return {};
}

// Adds the masks of the graph's profiles after the existing masks.
void DataParts::add_masks(LinkedGraph& graph) {
  graph.view.first_profile_mask = skeleton.view.mask_count();
  if (graph.view.profiles.empty()) return;
  if (skeleton.name_begin.empty()) {
    skeleton.weights.assign(skeleton.view.mask_weights.begin(), skeleton.view.mask_weights.end());
    skeleton.name_begin.assign(skeleton.view.mask_name_begin.begin(), skeleton.view.mask_name_begin.end());
    skeleton.names.assign(skeleton.view.mask_names.begin(), skeleton.view.mask_names.end());
    if (skeleton.name_begin.empty()) skeleton.name_begin.push_back(0);
  }
  const std::span<const float> rates = graph.view.profile_rates;
  skeleton.weights.insert(skeleton.weights.end(), rates.begin(), rates.end());
  for (const GraphProfile& profile : graph.view.profiles) {
    const std::string name = graph.name + ":" + std::string(graph.view.string(profile.name));
    skeleton.names.insert(skeleton.names.end(), name.begin(), name.end());
    skeleton.name_begin.push_back(static_cast<std::uint32_t>(skeleton.names.size()));
  }
  skeleton.view.mask_weights = skeleton.weights;
  skeleton.view.mask_name_begin = skeleton.name_begin;
  skeleton.view.mask_names = skeleton.names;
}

}  // namespace play_state

struct CharacterData::Parts : play_state::DataParts {};

// --- CharacterData ----------------------------------------------------------------------------------------

void CharacterData::Delete::operator()(Parts* parts) const {
  delete parts;
}

Result<CharacterData> CharacterData::create(Pack pack, ClipMaker maker, std::string file,
                                            const Limits& limits) {
  const PackView& opened = pack.view();
  const auto error = [&](Status status, std::string_view code, std::string message) {
    return Error{status, code, std::move(message), {file, 0, {}, {}}};
  };
  if (!pack.is_open()) return error(Status::invalid_argument, "play.no-pack", "the pack was not opened");
  const std::size_t in_pack = opened.count(SectionKind::clip) + opened.count(SectionKind::stored_clip);
  const std::size_t clips = in_pack + maker.names.size();
  if (clips > kMaxClips)
    return error(Status::limit_exceeded, "play.too-many-clips",
                 std::to_string(clips) + " clips; expected at most 65534");
  const std::uint64_t memory = MemoryBudget(limits, pack.bytes().size()).limit();
  CharacterData data;
  data.parts_.reset(new Parts);
  data.parts_->shared =
      std::make_shared<play_state::SharedData>(std::move(pack), std::move(maker), std::move(file), memory);
  play_state::SharedData& shared = *data.parts_->shared;
  data.parts_->skeleton.view = shared.pack.view().skeleton();
  shared.pack_clips = static_cast<std::uint32_t>(in_pack);
  shared.slots = std::make_unique<play_state::ClipSlot[]>(clips);
  shared.views.resize(clips);
  shared.read_sections();
  for (std::size_t i = in_pack; i < clips; ++i) shared.slots[i].name = shared.maker.names[i - in_pack];
  shared.hash = shared.hash_of_names();
  if (const Result<void> graphs = data.parts_->read_graphs(); !graphs) return graphs.error();
  return data;
}

Result<void> CharacterData::add_graph(std::string name, AlignedBytes blob) {
  auto graph = std::make_unique<play_state::LinkedGraph>();
  graph->name = std::move(name);
  graph->own = std::move(blob);
  const ByteSpan bytes = graph->own.span();
  return parts_->link(std::move(graph), bytes, clip_count());
}

Result<CharacterData> CharacterData::with_graph(std::string name, AlignedBytes blob) const {
  CharacterData data;
  data.parts_.reset(new Parts);
  data.parts_->shared = parts_->shared;
  data.parts_->skeleton.view = pack().skeleton();
  if (Result<void> added = data.add_graph(std::move(name), std::move(blob)); !added) return added.error();
  return data;
}

std::uint32_t CharacterData::find_clip(std::string_view name) const {
  for (std::uint32_t i = 0; i < clip_count(); ++i)
    if (parts_->shared->slots[i].name == name) return i;
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
  return index_of(parts_->shared->model.skin_names, name);
}
std::uint32_t CharacterData::find_graph(std::string_view name) const {
  for (std::uint32_t i = 0; i < graph_count(); ++i)
    if (parts_->graphs[i]->name == name) return i;
  return kNone;
}

bool CharacterData::is_prepared(std::uint32_t clip) const {
  return clip < clip_count() &&
         parts_->shared->slots[clip].state.load(std::memory_order_acquire) == play_state::ClipSlot::ready;
}

Result<void> CharacterData::prepare(std::uint32_t clip) const {
  return parts_->shared->prepare(clip);
}

Result<void> CharacterData::prepare_all() const {
  for (std::uint32_t i = 0; i < clip_count(); ++i)
    if (const Result<void> done = prepare(i); !done) return done;
  return {};
}

std::uint32_t CharacterData::clip_count() const {
  return parts_->shared->clip_count();
}
std::string_view CharacterData::clip_name(std::uint32_t clip) const {
  return clip < clip_count() ? parts_->shared->slots[clip].name : std::string_view();
}
ArrayView<ClipView> CharacterData::clips() const {
  return parts_->shared->views;
}

std::uint32_t CharacterData::graph_count() const {
  return static_cast<std::uint32_t>(parts_->graphs.size());
}
std::string_view CharacterData::graph_name(std::uint32_t graph) const {
  return graph < graph_count() ? std::string_view(parts_->graphs[graph]->name) : std::string_view();
}
const GraphView& CharacterData::graph(std::uint32_t index) const {
  static const GraphRecords none;
  return index < graph_count() ? parts_->graphs[index]->view : none;
}
ArrayView<GraphClip> CharacterData::graph_clips(std::uint32_t graph) const {
  return graph < graph_count() ? ArrayView<GraphClip>(parts_->graphs[graph]->clips) : ArrayView<GraphClip>();
}

const Skeleton& CharacterData::skeleton() const {
  return parts_->skeleton.view;
}
std::span<const SkinView> CharacterData::skins() const {
  return parts_->shared->model.skins;
}
std::span<const ModelMesh> CharacterData::meshes() const {
  return parts_->shared->model.meshes;
}
const PackView& CharacterData::pack() const {
  return parts_->shared->pack.view();
}
std::uint64_t CharacterData::hash() const {
  return parts_->shared->hash;
}

ModelShape CharacterData::shape() const {
  const PackView& view = pack();
  const play_state::ModelParts& model = parts_->shared->model;
  ModelShape shape;
  shape.file = parts_->shared->file;
  shape.skeleton = &skeleton();
  shape.joints = model.joints;
  shape.skins = model.model_skins;
  shape.meshes = model.meshes;
  shape.matrix_count = model.matrix_count;
  shape.rest_morph_weights = model.rest_morph_weights;
  shape.look = view.look();
  shape.images = model.images;
  shape.origin = view.origin();
  shape.extent = view.scene().extent > 0 ? view.scene().extent : 1;
  shape.linear_colors = view.scene().linear_colors != 0;
  return shape;
}

}  // namespace skelter
