#include "skelter/compile/compile.h"

#include <deque>
#include <nlohmann/json.hpp>
#include <span>
#include <utility>

#include "compile/internal/pack_writer.h"
#include "skelter/compile/clip.h"
#include "skelter/scene/edit.h"
#include "skelter/system/file.h"

namespace skelter {
namespace {

using Json = nlohmann::ordered_json;

ByteSpan bytes_of(const std::string& text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

// Names in files need not be UTF-8; what is not becomes U+FFFD.
std::string to_text(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json list_of(const Vec3& v) {
  return {v.x, v.y, v.z};
}

std::string materials_text(const Scene& scene) {
  Json list = Json::array();
  for (const Material& material : scene.materials) {
    const std::uint32_t texture = material.base_color_texture;
    const Vec4& c = material.base_color;
    list.push_back({{"name", material.name},
                    {"base_color", {c.x, c.y, c.z, c.w}},
                    {"texture", texture == kNone ? Json(nullptr) : Json(scene.textures[texture].name)},
                    {"specular", list_of(material.specular)},
                    {"specular_power", material.specular_power},
                    {"emissive", list_of(material.emissive)},
                    {"double_sided", material.double_sided}});
  }
  return to_text({{"materials", list}});
}

// The name of the source only: packs shall not depend on where they were made. No measured errors either:
// their last digits differ between compilers.
std::string info_text(const Scene& scene, const CompiledPack& pack) {
  Json clips = Json::array();
  for (const ClipReport& clip : pack.clips)
    clips.push_back({{"name", clip.name}, {"error_bound", clip.error_bound}});
  return to_text({{"source", file_name(scene.file)},
                  {"format", scene.format},
                  {"metres_per_unit", scene.metres_per_unit ? Json(*scene.metres_per_unit) : Json(nullptr)},
                  {"extent", pack.extent},
                  {"clips", clips}});
}

// Keeps what sections point to until the pack is written.
class Compiler {
 public:
  Compiler(const Scene& scene, const CompileSettings& settings) : scene_(scene), settings_(settings) {}

  Result<CompiledPack> run(const std::function<void()>& clip_done) {
    if (auto done = add_skeleton(); !done) return done.error();
    for (std::uint32_t clip = 0; clip < scene_.clips.size(); ++clip) {
      if (auto done = add_clip(clip); !done) return done.error();
      if (clip_done) clip_done();
    }
    for (std::uint32_t node = 0; node < scene_.nodes.size(); ++node)
      for (std::uint32_t instance = 0; instance < scene_.nodes[node].meshes.size(); ++instance)
        if (auto done = add_instance(node, instance); !done) return done.error();
    materials_ = materials_text(scene_);
    info_ = info_text(scene_, pack_);
    if (!scene_.materials.empty()) add(SectionKind::materials, "materials", bytes_of(materials_));
    for (const ImageFile& image : settings_.image_files) add(SectionKind::images, image.name, image.bytes);
    add(SectionKind::info, "info", bytes_of(info_));
    pack_.bytes = write_pack(sections_);
    return std::move(pack_);
  }

 private:
  Result<void> add_skeleton() {
    auto built = build_skeleton(scene_, settings_.skeleton);
    if (!built) return built.error();
    skeleton_ = std::move(*built);
    const Skeleton& skeleton = skeleton_.skeleton.view;
    for (std::uint32_t joint = 0; joint < skeleton.joint_count(); ++joint)
      pack_.joint_names.emplace_back(skeleton.name(joint));
    pack_.extent = scene_size(scene_);
    add(SectionKind::skeleton, "", skeleton_.skeleton.bytes.span());
    return {};
  }

  // Stored where that is smaller and keeps the bound, which very short or very strange clips may not do.
  Result<void> add_clip(std::uint32_t clip) {
    const ClipSettings settings = settings_.clips.empty() ? ClipSettings() : settings_.clips[clip];
    auto hot = build_clip(scene_, clip, skeleton_, settings);
    if (!hot) return hot.error();
    if (settings_.store_clips) {
      auto stored = store_clip(scene_, clip, skeleton_, *hot, settings);
      if (stored && stored->stored.size() < hot->clip.bytes.size()) {
        pack_.clips.push_back(stored->report);
        add_blob(SectionKind::stored_clip, clip_label(scene_, clip), std::move(stored->stored));
        return {};
      }
    }
    pack_.clips.push_back(hot->report);
    add_blob(SectionKind::clip, clip_label(scene_, clip), std::move(hot->clip.bytes));
    return {};
  }

  // A skin, and behind it the meshes that it moves: one per primitive.
  Result<void> add_instance(std::uint32_t node, std::uint32_t instance) {
    auto skin = build_skin(scene_, node, instance, skeleton_);
    if (!skin) return skin.error();
    add_blob(SectionKind::skin, scene_.nodes[node].name, std::move(skin->bytes));
    const Mesh& mesh = scene_.meshes[scene_.nodes[node].meshes[instance].mesh];
    for (std::uint32_t primitive = 0; primitive < mesh.primitives.size(); ++primitive) {
      auto built = build_skinned_mesh(scene_, node, instance, primitive, {settings_.max_influences});
      if (!built) return built.error();
      pack_.meshes.push_back({mesh.name, built->report});
      add_blob(SectionKind::mesh, mesh.name, std::move(built->mesh.bytes));
    }
    return {};
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

  const Scene& scene_;
  const CompileSettings& settings_;
  SkeletonBuild skeleton_;
  std::vector<AlignedBytes> blobs_;
  std::string materials_, info_;
  std::deque<std::string> names_;  // a deque: its elements stay where they are
  std::vector<PackSection> sections_;
  CompiledPack pack_;
};

}  // namespace

Result<CompiledPack> compile_scene(const Scene& scene, const CompileSettings& settings,
                                   const std::function<void()>& clip_done) {
  return Compiler(scene, settings).run(clip_done);
}

}  // namespace skelter
