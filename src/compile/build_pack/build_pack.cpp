#include "compile/build_pack/internal/build_pack.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <deque>
#include <limits>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <utility>

#include "compile/build_clip/clip_error.h"
#include "compile/build_pack/internal/pack_writer.h"
#include "compile/build_pack/pack_sections.h"
#include "compile/compile_graph/internal/graph_source.h"
#include "compile/compile_graph/profile_rates.h"
#include "runtime/internal/format/pack_header.h"
#include "runtime/internal/format/pack_records.h"
#include "skelter/scene/edit.h"

namespace skelter {
namespace {

// These limits bound the memory: a file of a few kilobytes can draw one mesh with a million skins.
constexpr std::uint64_t kMinMeshBytes = std::uint64_t{256} << 20;
constexpr std::uint64_t kMaxInstanceBytesPerMeshByte = 40;
constexpr std::uint64_t kVertexBytes = 48;  // position, normal, tangent, texture coordinates, influences

using ClipDone = std::function<void(std::string_view)>;

constexpr float kMaxOfWeight = 0.5f;

VertexReach find_reach(const Scene& scene, const SkeletonBuild& skeleton) {
  VertexReach reach;
  const Pose rest = rest_pose(scene);
  const auto add = [&](std::uint32_t node, const Mat4d& joint_from_mesh, const Vec3& position) {
    const Vec3d inside = transform_point(joint_from_mesh, to_double(position));
    const double distance =
        length(transform_point(rest.world[node], inside) - translation_part(rest.world[node]));
    if (distance > reach.distance) reach = {distance, skeleton.joint_of_node[node]};
  };
  for (std::uint32_t node = 0; node < scene.nodes.size(); ++node)
    for (const MeshInstance& instance : scene.nodes[node].meshes)
      for (const Primitive& primitive : scene.meshes[instance.mesh].primitives) {
        const bool skinned = instance.skin != kNone && !primitive.influence_begin.empty();
        for (std::size_t v = 0; v < primitive.positions.size(); ++v) {
          if (!skinned) add(node, Mat4d{}, primitive.positions[v]);
          for (std::uint32_t i = skinned ? primitive.influence_begin[v] : 0;
               skinned && i < primitive.influence_begin[v + 1]; ++i) {
            const Influence& influence = primitive.influences[i];
            const Joint& joint = scene.skins[instance.skin].joints[influence.joint];
            if (influence.weight >= kMaxOfWeight)
              add(joint.node, to_double(joint.joint_from_mesh), primitive.positions[v]);
          }
        }
      }
  return reach;
}

// Owns the data that sections point to until the pack is written.
class Compiler {
 public:
  Compiler(const Scene& scene, const CompileSettings& settings, double (*thread_cpu_s)())
      : scene_(scene), settings_(settings), thread_cpu_s_(thread_cpu_s) {}

  Result<PackBuild> run(const ClipDone& clip_done) {
    if (settings_.add_meshes && settings_.add_vertices)
      if (auto fits = expect_meshes_fit(); !fits) return fits.error();
    if (auto done = read_graphs(); !done) return done.error();
    if (auto done = add_skeleton(); !done) return done.error();
    if (settings_.add_clips)
      if (auto done = add_clips(clip_done); !done) return done.error();
    if (auto done = add_graphs(); !done) return done.error();
    if (settings_.add_meshes)
      if (auto done = add_meshes(); !done) return done.error();
    pack_.bytes = write_pack(sections_);
    pack_.skeleton = std::move(skeleton_);
    return std::move(pack_);
  }

 private:
  Result<void> add_skeleton() {
    SkeletonSettings settings{settings_.masks, settings_.lods, settings_.source, {}};
    if (settings_.origin_apart) settings.origin = far_origin(scene_, least_bound(), settings.source);
    auto built = build_skeleton(scene_, settings);
    if (!built) return built.error();
    skeleton_ = std::move(*built);
    const Skeleton& skeleton = skeleton_.skeleton.view;
    for (std::uint32_t joint = 0; joint < skeleton.joint_count(); ++joint)
      pack_.joint_names.emplace_back(skeleton.name(joint));
    pack_.extent = scene_size(scene_);
    pack_.reach = find_reach(scene_, skeleton_);
    add(SectionKind::skeleton, "", skeleton_.skeleton.bytes.span());
    if (skeleton_.origin != Vec3d{}) add_blob(SectionKind::origin, "origin", origin_bytes());
    return {};
  }

  AlignedBytes origin_bytes() const {
    const double numbers[3] = {skeleton_.origin.x, skeleton_.origin.y, skeleton_.origin.z};
    AlignedBytes bytes(sizeof(numbers));
    std::memcpy(bytes.data(), numbers, sizeof(numbers));
    return bytes;
  }

  double least_bound() const {
    if (settings_.clips.empty()) return error_bound(scene_, {});
    double least = std::numeric_limits<double>::infinity();
    for (const ClipSettings& clip : settings_.clips) least = std::min(least, error_bound(scene_, clip));
    return least;
  }

  struct BuiltClip {
    SectionKind kind = SectionKind::clip;
    AlignedBytes bytes;
    ClipReport report;
    GraphCharacter::Clip facts;  // data for graphs
  };

  // Builds clips in parallel and adds them to the pack in scene order.
  Result<void> add_clips(const ClipDone& clip_done) {
    struct Work {
      Compiler& compiler;
      const ClipDone& clip_done;
      std::vector<std::optional<Result<BuiltClip>>> built;
      std::mutex telling;
    };
    const auto count = static_cast<std::uint32_t>(scene_.clips.size());
    Work work{*this, clip_done, {}, {}};
    work.built.resize(count);
    const auto build_one = [](void* context, std::uint32_t clip, std::uint32_t) {
      Work& to = *static_cast<Work*>(context);
      to.built[clip] = to.compiler.build(clip);
      if (!to.clip_done) return;
      const std::lock_guard lock(to.telling);
      to.clip_done(clip_label(to.compiler.scene_, clip));
    };
    const TaskRunner& tasks = settings_.tasks;
    tasks.run(tasks.self, count, build_one, &work);
    for (std::uint32_t clip = 0; clip < count; ++clip) {
      if (!*work.built[clip]) return work.built[clip]->error();
      BuiltClip& built = **work.built[clip];
      pack_.clips.push_back(std::move(built.report));
      character_.clips.push_back(std::move(built.facts));
      add_blob(built.kind, clip_label(scene_, clip), std::move(built.bytes));
    }
    return {};
  }

  // Builds a clip, and uses the stored form if it is smaller. For some very short or unusual clips it is not.
  Result<BuiltClip> build(std::uint32_t clip) const {
    const double begin_s = thread_cpu_s_ != nullptr ? thread_cpu_s_() : 0;
    ClipSettings settings = settings_.clips.empty() ? ClipSettings() : settings_.clips[clip];
    if (settings.max_memory_bytes == 0) settings.max_memory_bytes = settings_.max_memory_bytes;
    auto hot = build_clip(scene_, clip, skeleton_, settings);
    if (!hot) return hot.error();
    BuiltClip built{
        SectionKind::clip, {}, hot->report, graph_clip_facts(clip_label(scene_, clip), hot->clip.view)};
    if (settings_.store_clips && settings.effort != Effort::quick) {
      StoredClipBuild stored = store_clip(scene_, clip, skeleton_, *hot, settings);
      if (stored.stored.size() < hot->clip.bytes.size())
        built = {SectionKind::stored_clip, std::move(stored.stored), std::move(stored.report),
                 std::move(built.facts)};
    }
    if (built.kind == SectionKind::clip) built.bytes = std::move(hot->clip.bytes);
    if (thread_cpu_s_ != nullptr) built.report.cpu_seconds = thread_cpu_s_() - begin_s;
    return built;
  }

  // --- graphs ----------------------------------------------------------------------------------------------

  // Reads graphs before the clips are compiled, so that errors that do not depend on clips are reported
  // immediately.
  Result<void> read_graphs() {
    if (settings_.graphs.empty() || !settings_.add_clips) return {};
    for (const std::string& file : settings_.graphs) {
      if (!settings_.read_text)
        return Error{Status::invalid_argument,
                     "build.no-files",
                     "cannot be read: no reader was given",
                     {file, 0, {}, {}}};
      auto text = settings_.read_text(file);
      if (!text) return text.error();
      const GraphSource source = read_graph_source(*text, file, {nullptr, settings_.read_text});
      if (auto good = expect_good(source); !good) return good;
      graph_texts_.push_back(std::move(*text));
      pack_.graph_files.insert(pack_.graph_files.end(), source.files.begin(), source.files.end());
    }
    return {};
  }

  static Result<void> expect_good(const GraphSource& source) {
    for (const Diagnostic& d : source.diagnostics)
      if (d.severity == Severity::error) return Error{Status::bad_data, d.code, d.message, d.spot};
    return {};
  }

  Result<void> add_graphs() {
    if (graph_texts_.empty()) return {};
    const Skeleton& skeleton = skeleton_.skeleton.view;
    for (std::uint32_t i = 0; i < skeleton.mask_count(); ++i)
      character_.masks.push_back({std::string(skeleton.mask_name(i)), {}});
    character_.joints = pack_.joint_names;
    const std::vector<std::uint16_t> parents = parents_in_scene();
    for (std::size_t i = 0; i < graph_texts_.size(); ++i) {
      GraphSource source =
          read_graph_source(graph_texts_[i], settings_.graphs[i], {&character_, settings_.read_text});
      if (auto good = expect_good(source); !good) return good;
      source.graph.profile_rates = compile::profile_rates(source.profile_masks, skeleton, parents);
      pack_.graph_warnings.insert(pack_.graph_warnings.end(), source.diagnostics.begin(),
                                  source.diagnostics.end());
      add_blob(SectionKind::graph, source.graph.name, build_graph(source.graph));
    }
    return {};
  }

  // Returns the joints' parents in the scene, also for joints that were detached from distant ancestors.
  std::vector<std::uint16_t> parents_in_scene() const {
    const Skeleton& skeleton = skeleton_.skeleton.view;
    std::vector<std::uint16_t> parents(skeleton.parents.begin(), skeleton.parents.end());
    for (std::size_t joint = 0; joint < parents.size(); ++joint) {
      const std::uint32_t above = scene_.nodes[skeleton.nodes[joint]].parent;
      if (parents[joint] == kNone16 && above != kNone) parents[joint] = skeleton_.joint_of_node[above];
    }
    return parents;
  }

  // Checks the memory limit. Instances with the same mesh and skin have the same bytes, and share them where
  // the pack format allows it.
  Result<void> expect_meshes_fit() const {
    std::vector<std::uint64_t> bytes;
    std::uint64_t of_all_meshes = 0, stored = 0, instances = 0, section = 0;
    for (const Mesh& mesh : scene_.meshes) {
      std::uint64_t sum = 0;
      for (const Primitive& primitive : mesh.primitives)
        sum += primitive.positions.size() * kVertexBytes + primitive.indices.size() * sizeof(std::uint32_t);
      bytes.push_back(sum);
      of_all_meshes += sum;
    }
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> last_section;
    for (const Node& node : scene_.nodes)
      for (const MeshInstance& instance : node.meshes) {
        ++instances;
        section += 1 + scene_.meshes[instance.mesh].primitives.size();
        const auto [last, is_new] = last_section.emplace(std::pair{instance.mesh, instance.skin}, section);
        if (is_new || section - last->second > kMeshSharedWithin) stored += bytes[instance.mesh];
        last->second = section;
      }
    const std::uint64_t most = settings_.max_memory_bytes != 0
                                   ? settings_.max_memory_bytes
                                   : kMinMeshBytes + kMaxInstanceBytesPerMeshByte * of_all_meshes;
    if (stored <= most) return {};
    return Error{Status::limit_exceeded,
                 "build.too-many-instances",
                 fmt::format("{} instances of {} meshes need {} bytes; expected at most {}, because each "
                             "mesh is stored once per skin",
                             instances, scene_.meshes.size(), stored, most),
                 {scene_.file, 0, {}, {}}};
  }

  // Adds meshes and all other data needed for rendering.
  Result<void> add_meshes() {
    for (std::uint32_t node = 0; node < scene_.nodes.size(); ++node)
      for (std::uint32_t instance = 0; instance < scene_.nodes[node].meshes.size(); ++instance)
        if (auto done = add_instance(node, instance); !done) return done.error();
    if (settings_.add_vertices) add_look();
    add_blob(SectionKind::scene, "scene", build_pack_scene(scene_, pack_.clips, pack_.extent, losses()));
    return {};
  }

  // Adds the skin of an instance, and one mesh section per primitive. Each combination of mesh and skin is
  // built only once.
  Result<void> add_instance(std::uint32_t node, std::uint32_t instance) {
    auto skin = build_skin(scene_, node, instance, skeleton_);
    if (!skin) return skin.error();
    add_blob(SectionKind::skin, scene_.nodes[node].name, std::move(skin->bytes));
    if (!settings_.add_vertices) return expect_skins_fit();
    const MeshInstance& drawn = scene_.nodes[node].meshes[instance];
    const Mesh& mesh = scene_.meshes[drawn.mesh];
    const auto [known, is_new] = built_meshes_.try_emplace({drawn.mesh, drawn.skin});
    for (std::uint32_t primitive = 0; primitive < mesh.primitives.size(); ++primitive) {
      if (is_new) {
        auto built = build_skinned_mesh(scene_, node, instance, primitive, {settings_.max_influences});
        if (!built) return built.error();
        blobs_.push_back(std::move(built->mesh.bytes));
        known->second.push_back({built->report, blobs_.back().span()});
      }
      pack_.meshes.push_back({mesh.name, known->second[primitive].report});
      add(SectionKind::mesh, mesh.name, known->second[primitive].bytes);
    }
    return {};
  }

  Result<void> expect_skins_fit() {
    skin_bytes_ += blobs_.back().size();
    const std::uint64_t most = settings_.max_memory_bytes != 0 ? settings_.max_memory_bytes : kMinMeshBytes;
    if (skin_bytes_ <= most) return {};
    return Error{Status::limit_exceeded,
                 "build.too-many-instances",
                 fmt::format("the skins of its meshes need more than {} bytes", most),
                 {scene_.file, 0, {}, {}}};
  }

  // Adds the look. Images stored in the scene are copied unchanged. For a texture without image data, only
  // the name is stored.
  void add_look() {
    std::vector<std::uint32_t> section(scene_.images.size(), kNone);
    std::uint32_t count = 0;
    for (std::size_t i = 0; i < section.size(); ++i)
      if (!scene_.images[i].bytes.empty()) section[i] = count++;
    if (count == 0 && scene_.materials.empty() && scene_.textures.empty()) return;
    add_blob(SectionKind::materials, "materials", build_look(scene_, section));
    for (const SceneImage& image : scene_.images)
      if (!image.bytes.empty()) add(SectionKind::images, image.name, image.bytes);
  }

  std::uint32_t losses() const {
    std::uint32_t losses = 0;
    for (const MeshReport& mesh : pack_.meshes)
      if (mesh.primitive.reduced_vertices != 0) losses |= kPackLostInfluences;
    return losses;
  }

  void add_blob(SectionKind kind, std::string name, AlignedBytes bytes) {
    blobs_.push_back(std::move(bytes));
    add(kind, std::move(name), blobs_.back().span());
  }

  void add(SectionKind kind, std::string name, ByteSpan bytes) {
    pack_.sections.push_back({kind, std::move(name), bytes.size()});
    names_.push_back(pack_.sections.back().name);
    sections_.push_back({kind, names_.back(), bytes});
  }

  struct BuiltPrimitive {
    SkinnedMeshReport report;
    ByteSpan bytes;  // points into blobs_
  };

  const Scene& scene_;
  const CompileSettings& settings_;
  double (*thread_cpu_s_)();  // may be null
  SkeletonBuild skeleton_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<BuiltPrimitive>> built_meshes_;  // mesh, skin
  std::vector<std::string> graph_texts_;
  GraphCharacter character_;  // data for graphs
  std::vector<AlignedBytes> blobs_;
  std::deque<std::string> names_;  // a deque, because its elements never move
  std::vector<PackSection> sections_;
  std::uint64_t skin_bytes_ = 0;
  PackBuild pack_;
};

}  // namespace

Result<PackBuild> build_pack(const Scene& scene, const CompileSettings& settings,
                             const std::function<void(std::string_view)>& clip_done,
                             double (*thread_cpu_s)()) {
  return Compiler(scene, settings, thread_cpu_s).run(clip_done);
}

Result<CompiledPack> compile_scene(const Scene& scene, const CompileSettings& settings,
                                   const std::function<void(std::string_view)>& clip_done) {
  auto built = build_pack(scene, settings, clip_done);
  if (!built) return built.error();
  CompiledPack pack{std::move(built->bytes), missed_bounds(scene, *built)};
  for (const Diagnostic& d : built->graph_warnings)
    pack.diagnostics.add(d.severity, d.code, d.spot, d.message, d.count);
  return pack;
}

Diagnostics missed_bounds(const Scene& scene, const PackBuild& pack) {
  Diagnostics missed;
  for (std::size_t i = 0; i < pack.clips.size(); ++i)
    if (const ClipReport& clip = pack.clips[i]; !clip.keeps_bound())
      missed.add(
          Severity::warning, "build.error-bound",
          {scene.file, 0, std::nullopt, "Clip " + (clip.name.empty() ? fmt::format("#{}", i) : clip.name)},
          fmt::format("error {:.3g} of joint \"{}\" at {:.6g} s is the smallest that was found; "
                      "expected at most {:.3g}",
                      clip.largest_error,
                      clip.largest_error_joint < pack.joint_names.size()
                          ? pack.joint_names[clip.largest_error_joint]
                          : std::string(),
                      clip.largest_error_time_s, clip.error_bound));
  return missed;
}

}  // namespace skelter
