#include "runtime/internal/format/pack_records.h"
#include "skelter/compile/compile.h"

#include <algorithm>
#include <map>
#include <utility>

#include "compile/build_pack/pack_fields.h"
#include "compile/unpack/unpack.h"
#include "core/internal/memory_budget.h"
#include "skelter/core/aligned_bytes.h"
#include "skelter/runtime/clip.h"
#include "skelter/scene/validate.h"

namespace skelter {
namespace {

struct LossText {
  PackLosses loss;
  const char* object;
  const char* what;
};
constexpr LossText kLossTexts[] = {
    {kPackLostEffects, "effects", "effect files and their parameters are left out"},
    {kPackLostExtensions, "extensions", "extras, further scenes and unknown glTF extensions are left out"},
    {kPackLostProperties, "properties", "keys of materials, lights and cameras are left out"},
    {kPackLostAttributes, "attributes", "vertex attributes that are not drawn are left out"},
    {kPackLostPolygons, "polygons", "faces with more than three corners are triangulated"},
    {kPackLostTargets, "targets", "keys for nodes that do not exist are left out"},
    {kPackLostUnused, "unused", "unused meshes and skins are left out"},
    {kPackLostInfluences, "influences", "some vertices lost their smallest weights"},
    {kPackLostLines, "lines", "lines and points are left out"},
};

class PackReader {
 public:
  PackReader(const PackView& pack, const std::string& file, const Limits& limits, std::uint64_t bytes)
      : pack_(pack), source_(pack.scene()), take_(source_.texts), budget_(limits, bytes) {
    scene_.file = file;
    scene_.format = std::string("pack");
  }

  Result<Scene> run() {
    if (pack_.count(SectionKind::scene) == 0)
      return Error{Status::unsupported,
                   "pack.no-scene",
                   "a pack without nodes; expected a pack made by `skelter compile`",
                   {scene_.file, 0, {}, {}}};
    source_fields(take_, scene_, source_);
    for (const PackLight& light : source_.lights) light_fields(take_, scene_.lights.emplace_back(), light);
    for (const PackCamera& camera : source_.cameras)
      camera_fields(take_, scene_.cameras.emplace_back(), camera);
    read_nodes();
    read_joints();
    read_look();
    if (auto read = read_sections(); !read) return read.error();
    for (const LossText& text : kLossTexts)
      if ((source_.losses & text.loss) != 0) note("pack.left-out", text.object, text.what);
    if (auto valid = validate(scene_); !valid) return valid.error();
    return std::move(scene_);
  }

 private:
  void note(std::string_view code, const std::string& object, const char* what) {
    scene_.diagnostics.add(Severity::note, code, {scene_.file, 0, {}, object}, what);
  }

  Error error_in(std::uint32_t section, Status status, std::string what) const {
    return {status, "pack.bad", std::move(what), {scene_.file, 0, {}, "section " + std::to_string(section)}};
  }

  void read_nodes() {
    for (const PackNode& record : source_.nodes) {
      Node& node = scene_.nodes.emplace_back();
      node_fields(take_, node, record);
      copy_number(record.rest, node.rest.m);
      if ((record.flags & kPackNodeParts) == 0) continue;
      Transform parts;
      std::memcpy(static_cast<void*>(&parts), record.rest, sizeof(parts));
      set_rest(node, parts);
    }
  }

  static void set_rest(Node& node, const Transform& rest) {
    node.rest_trs = rest;
    node.rest = to_mat4(rest);
  }

  // Joints keep the runtime's rest pose. The first half of a sheared joint becomes a separate node.
  void read_joints() {
    const Skeleton& skeleton = pack_.skeleton();
    node_of_joint_.assign(skeleton.nodes.begin(), skeleton.nodes.end());
    for (std::uint32_t joint = 0; joint < skeleton.joint_count(); ++joint) {
      const std::uint16_t outer = skeleton.parents[joint];
      if (skeleton.helpers[joint] == 0 || outer == kNone16) continue;
      Node node;
      node.name = skeleton.name(outer);
      node.parent = std::exchange(scene_.nodes[skeleton.nodes[joint]].parent,
                                  static_cast<std::uint32_t>(scene_.nodes.size()));
      node.synthetic = true;
      node_of_joint_[outer] = static_cast<std::uint32_t>(scene_.nodes.size());
      scene_.nodes.push_back(std::move(node));
    }
    for (std::uint32_t joint = 0; joint < skeleton.joint_count(); ++joint) {
      Node& node = scene_.nodes[node_of_joint_[joint]];
      Transform rest = get(skeleton.rest_pose[joint / kLanes], joint % kLanes);
      if (pack_.origin() != Vec3d{} && skeleton.parents[joint] == kNone16) {
        if (!node.synthetic || node_of_joint_[joint] < source_.nodes.size()) continue;  // as in the source
        rest.translation = to_float(to_double(rest.translation) + pack_.origin());
      }
      set_rest(node, rest);
    }
  }

  void read_look() {
    const PackLook& look = pack_.look();
    Take take(look.texts);
    for (const PackMaterial& m : look.materials) material_fields(take, scene_.materials.emplace_back(), m);
    for (const PackTexture& t : look.textures) texture_fields(take, scene_.textures.emplace_back(), t);
    for (const PackSampler& s : look.samplers) sampler_fields(take, scene_.samplers.emplace_back(), s);
    for (std::uint32_t i = 0; i < look.images.size(); ++i)
      image_fields(take, scene_.images.emplace_back(), look.images[i]);
  }

  Result<void> read_sections() {
    std::uint32_t skin = kNone, image = 0;
    for (std::uint32_t i = 1; i < pack_.section_count(); ++i) {
      const PackSection section = pack_.section(i);
      Result<void> read;
      if (section.kind == SectionKind::skin) {
        read_skin_of(section, ++skin);
      } else if (section.kind == SectionKind::mesh) {
        read = read_mesh(section, i, skin);
      } else if (section.kind == SectionKind::images && image < scene_.images.size()) {
        scene_.images[image++].bytes.assign(section.bytes.begin(), section.bytes.end());
      }
      if (!read) return read;
    }
    hang_morph_weights();
    for (std::uint32_t i = 1; i < pack_.section_count(); ++i) {
      const SectionKind kind = pack_.section(i).kind;
      if (kind == SectionKind::clip || kind == SectionKind::stored_clip)
        if (auto read = read_clip_of(pack_.section(i), i); !read) return read;
    }
    return {};
  }

  // Instances that shared a mesh in the source share it again, unless only one of them is skinned.
  void read_skin_of(const PackSection& section, std::uint32_t index) {
    const PackInstance& instance = source_.instances[index];
    MeshInstance hung;
    const auto [mesh, is_new_mesh] =
        meshes_.emplace(std::pair(instance.mesh, instance.skin == kNone), scene_.meshes.size());
    if (is_new_mesh) take_(scene_.meshes.emplace_back().name, instance.mesh_name);
    fills_mesh_ = is_new_mesh;
    hung.mesh = mesh_ = mesh->second;
    if (instance.skin != kNone) {
      const auto [skin, is_new] = skins_.emplace(instance.skin, scene_.skins.size());
      if (is_new) scene_.skins.push_back(skin_of(section, instance));
      hung.skin = skin->second;
    }
    scene_.nodes[instance.node].meshes.push_back(hung);
  }

  Skin skin_of(const PackSection& section, const PackInstance& instance) const {
    Skin skin;
    take_(skin.name, instance.skin_name);
    SkinView view;
    (void)read_skin(section.bytes, pack_.skeleton(), view);  // cannot fail, because open() validated the skin
    for (std::uint32_t j = 0; j < std::min(instance.joint_count, view.size()); ++j) {
      const std::uint32_t node = node_of_joint_[view.joints[j]];
      skin.joints.push_back({scene_.nodes[node].name, node, to_mat4(view.joint_from_mesh[j])});
    }
    return skin;
  }

  Result<void> read_mesh(const PackSection& section, std::uint32_t index, std::uint32_t skin) {
    if (!fills_mesh_) return {};
    SkinnedMesh mesh;
    (void)read_skinned_mesh(section.bytes, mesh);  // cannot fail, because open() validated the mesh
    auto primitive = unpack_mesh(mesh, source_.instances[skin].joint_count, budget_);
    if (!primitive) return error_in(index, primitive.error().status, primitive.error().message);
    scene_.meshes[mesh_].primitives.push_back(std::move(*primitive));
    return {};
  }

  void hang_morph_weights() {
    for (std::uint32_t n = 0; n < source_.nodes.size(); ++n) {
      const PackNode& record = source_.nodes[n];
      const auto weights = source_.weights.subspan(record.first_weight, record.weight_count);
      if (std::any_of(weights.begin(), weights.end(), [](float weight) { return weight != 0; }))
        scene_.nodes[n].morph_weights.assign(weights.begin(), weights.end());
    }
  }

  Result<void> read_clip_of(const PackSection& section, std::uint32_t index) {
    ClipView view;
    AlignedBytes decoded;
    Problem problem;
    if (section.kind == SectionKind::stored_clip) {
      if (problem = check_decoded_size(section.bytes); !problem.ok())
        return error_in(index, problem.status, problem.what);
      if (!budget_.take(decoded_size(section.bytes)))
        return error_in(
            index, Status::limit_exceeded,
            "the clip takes more memory than the limit of " + std::to_string(budget_.limit()) + " bytes");
      decoded = AlignedBytes(decoded_size(section.bytes));
      problem = decode_clip(section.bytes, {decoded.data(), decoded.size()}, view);
      if (problem.ok() && !view.made_for(pack_.skeleton()))
        problem = {Status::bad_data, "the clip was made for a different skeleton"};
    } else {
      problem = read_clip(section.bytes, view);
    }
    if (!problem.ok()) return error_in(index, problem.status, problem.what);
    const std::size_t at = scene_.clips.size();
    Clip clip = unpack_clip(scene_, pack_.skeleton(), view, node_of_joint_, pack_.origin());
    const std::string object = "clip " + std::string(section.name);
    if (section.name != "#" + std::to_string(at)) clip.name = std::string(section.name);
    if (at < source_.clips.size() && source_.clips[at].ticks_per_second > 0)
      clip.ticks_per_second = source_.clips[at].ticks_per_second;
    scene_.clips.push_back(std::move(clip));
    if (view.additive()) note("pack.additive", object, "is additive; shown on the rest pose");
    if (!view.root_motion.empty())
      note("pack.root-motion", object, "plays in place: its keys do not contain the root motion");
    budget_.give_back(decoded.size());
    return {};
  }

  const PackView& pack_;
  const PackScene& source_;
  Take take_;
  MemoryBudget budget_;
  Scene scene_;
  std::vector<std::uint32_t> node_of_joint_;
  std::map<std::pair<std::uint32_t, bool>, std::uint32_t> meshes_;  // keyed by the source's mesh and whether
                                                                    // it is skinned
  std::map<std::uint32_t, std::uint32_t> skins_;
  std::uint32_t mesh_ = 0;   // the mesh that the current mesh sections belong to
  bool fills_mesh_ = false;  // false if the mesh already has its primitives
};

}  // namespace

Result<Scene> scene_from_pack(const PackView& pack, const std::string& file, const Limits& limits) {
  std::uint64_t bytes = 0;
  const std::byte* end = nullptr;  // meshes that share bytes count once
  for (std::uint32_t i = 0; i < pack.section_count(); ++i) {
    const ByteSpan section = pack.section(i).bytes;
    if (section.data() < end) continue;
    bytes += section.size();
    end = section.data() + section.size();
  }
  return PackReader(pack, file, limits, bytes).run();
}

}  // namespace skelter
