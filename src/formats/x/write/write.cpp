#include "skelter/formats/x/write.h"
#include "scene/internal/uses.h"
#include "scene/internal/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "formats/x/axes.h"
#include "formats/x/bytes/deflate.h"
#include "formats/x/write/prepare.h"
#include "formats/x/write/scene_writer.h"
#include "skelter/core/limits.h"

namespace skelter {
namespace x {
namespace {

// Depth limit of the reader, minus the levels inside a frame: mesh, list of materials, material, texture.
constexpr std::uint32_t kMaxFrameLevels = Limits().max_depth - 4;

}  // namespace

std::string SceneWriter::spelled(std::string_view name, std::string_view type) {
  std::string changed(name.substr(0, name.find('\0')));
  if (text) std::replace(changed.begin(), changed.end(), '"', '\'');
  if (changed != name)
    lose("x.name-changed", fmt::format("{} {}", type, changed),
         text ? "the name holds a quote or a NUL, which text cannot write; quotes become ', a NUL ends it"
              : "the name holds a NUL, which ends it in a file");
  return changed;
}

std::string SceneWriter::object_name(std::string_view name, std::string_view type) {
  std::string changed = spelled(name, type);
  if (!text || keep_names || text_fit(changed) != NameFit::quoted) return changed;
  const std::string before = changed;
  for (char& c : changed)
    if (text_fit({&c, 1}) != NameFit::plain) c = '_';
  lose("x.name-changed", fmt::format("{} {}", type, before),
       fmt::format("a text file can hold such a name only in quotes; written as {}", changed));
  return changed;
}

std::string SceneWriter::own_name(const std::string& name, std::string_view type,
                                  std::unordered_map<std::string, std::uint32_t>& uses) {
  std::string own;
  for (std::uint32_t number = 1; own.empty() || uses.contains(own); ++number)
    own = fmt::format("{}{}{}_{}", name, name.empty() ? "" : "_", type, number);
  uses[own] = 1;
  lose("x.name-changed", fmt::format("{} {}", type, name.empty() ? own : name),
       fmt::format("{}, and is referred to; written as {}",
                   name.empty() ? "has no name" : "has a name that others have", own));
  return own;
}

// Synthetic nodes become frames if something needs them: a rest transform, a clip, a skin, or an instance of
// a mesh below a frame, since a frame can contain a mesh only once. A joint that had no frame has a synthetic
// node below its mesh, and gets no frame here either.
void SceneWriter::find_frames() {
  const std::vector<bool> is_joint = skin_joints(scene);
  std::vector<bool> is_moved(scene.nodes.size(), false);
  for (const Clip& clip : scene.clips)
    for (const ClipTarget& target : clip.targets)
      if (target.node != kNone) is_moved[target.node] = true;
  const auto holds_skin = [&](std::uint32_t node) {
    if (node == kNone) return false;
    const auto& meshes = scene.nodes[node].meshes;
    return std::any_of(meshes.begin(), meshes.end(), [](const MeshInstance& m) { return m.skin != kNone; });
  };
  for (std::uint32_t i = 0; i < scene.nodes.size(); ++i) {
    const Node& node = scene.nodes[i];
    const bool instance = !node.meshes.empty() && node.parent != kNone && !scene.nodes[node.parent].synthetic;
    const bool needed = is_joint[i] ? !holds_skin(node.parent) : node.rest != Mat4{};
    is_frame_.push_back(!node.synthetic || instance || is_moved[i] || needed);
  }
  frames_below_.resize(scene.nodes.size() + 1);
  for (std::uint32_t i = 0; i < scene.nodes.size(); ++i) {
    if (!is_frame_[i]) continue;
    std::uint32_t parent = scene.nodes[i].parent;
    while (parent != kNone && !is_frame_[parent]) parent = scene.nodes[parent].parent;
    frames_below_[parent == kNone ? scene.nodes.size() : parent].push_back(i);
  }
}

// The order is depth first. If two frames have the same name, readers use the first in this order.
std::vector<std::uint32_t> SceneWriter::frames_in_file_order() const {
  std::vector<std::uint32_t> order;
  std::vector<std::uint32_t> open(frames_below(kNone).rbegin(), frames_below(kNone).rend());
  while (!open.empty()) {
    order.push_back(open.back());
    open.pop_back();
    const std::vector<std::uint32_t>& below = frames_below(order.back());
    open.insert(open.end(), below.rbegin(), below.rend());
  }
  return order;
}

Result<void> SceneWriter::expect_readable_depth() const {
  std::vector<std::uint32_t> depth(scene.nodes.size(), 1);
  for (const std::uint32_t node : frames_in_file_order()) {
    if (depth[node] > kMaxFrameLevels)
      return Error{Status::unsupported,
                   "x.too-deep",
                   fmt::format("frames nest deeper than {} levels, which readers of .x refuse; expected a "
                               "flatter hierarchy",
                               kMaxFrameLevels),
                   {scene.file, 0, std::nullopt, "Frame " + frame_names_[node]}};
    for (const std::uint32_t child : frames_below(node)) depth[child] = depth[node] + 1;
  }
  return {};
}

std::vector<bool> SceneWriter::frames_referred_to() const {
  std::vector<bool> referred = skin_joints(scene);
  for (const Clip& clip : scene.clips)
    for (const ClipTarget& target : clip.targets)
      if (target.node != kNone) referred[target.node] = true;
  return referred;
}

void SceneWriter::name_frames() {
  find_frames();
  const std::vector<std::uint32_t> order = frames_in_file_order();
  const std::vector<bool> referred = frames_referred_to();

  frame_names_.resize(scene.nodes.size());
  std::unordered_map<std::string, std::uint32_t> first_of_name;
  std::unordered_set<std::string> taken;
  for (const std::uint32_t node : order) {
    frame_names_[node] = object_name(scene.nodes[node].name, "Frame");
    first_of_name.emplace(frame_names_[node], node);
    taken.insert(frame_names_[node]);
  }
  for (const Skin& skin : scene.skins)
    for (const Joint& joint : skin.joints) taken.insert(joint.name);
  for (const Clip& clip : scene.clips)
    for (const ClipTarget& target : clip.targets) taken.insert(target.name);

  for (const std::uint32_t node : order) {
    std::string& name = frame_names_[node];
    if (!referred[node] || (!name.empty() && first_of_name[name] == node)) continue;
    const std::string base = name.empty() ? "node" : name;
    std::string unique = fmt::format("{}_{}", base, node);
    while (!taken.insert(unique).second) unique += '_';
    lose("x.frame-renamed", fmt::format("Frame {}", name),
         name.empty()
             ? fmt::format("bones and animations refer to frames by name; this one had none and is now {}",
                           unique)
             : fmt::format(
                   "bones and animations refer to frames by name; another has this one, so it is now {}",
                   unique));
    name = std::move(unique);
  }
  for (const std::uint32_t node : order)
    if (text && text_fit(frame_names_[node]) == NameFit::quoted)
      mention("x.name-quoted", "Frame " + frame_names_[node],
              "the name needs quotes in a text file, which D3DX cannot read");
}

XGuid numbered_guid(std::uint16_t kind, std::uint32_t index) {
  // The last bytes spell "SKELTER", to make the origin recognisable.
  return {index, kind, 0x4000, {0x80, 0x53, 0x4B, 0x45, 0x4C, 0x54, 0x45, 0x52}};
}

void write_matrix(Sink& sink, const Mat4& canonical, std::string_view last_separator) {
  const Mat4 matrix = mirrored(canonical);
  for (std::size_t i = 0; i < 16; ++i)
    sink.real(matrix.m[i], i == 15      ? last_separator
                           : i % 4 == 3 ? std::string_view(",\n")
                                        : std::string_view(","));
}

}  // namespace x

namespace {

bool is_text(XEncoding encoding) {
  return encoding == XEncoding::text || encoding == XEncoding::text_compressed;
}

std::string_view file_header(XEncoding encoding) {
  constexpr std::string_view kHeaders[] = {"xof 0303txt 0032", "xof 0303bin 0032", "xof 0303tzip0032",
                                           "xof 0303bzip0032"};
  return kHeaders[static_cast<std::size_t>(encoding)];
}

}  // namespace

Result<WriteResult> write_x(const Scene& given, const XWriteOptions& options) {
  Diagnostics losses;
  std::optional<Scene> changed;
  if (x::needs_preparing(given)) changed = x::prepared(given, losses);
  const Scene& scene = changed ? *changed : given;
  const bool text = is_text(options.encoding);
  const std::unique_ptr<x::Sink> sink = text ? x::make_text_sink() : x::make_binary_sink();
  x::SceneWriter writer(scene, *sink, text, options.keep_names);
  writer.losses = std::move(losses);
  for (std::size_t s = 0; s < scene.skins.size(); ++s)
    if (scene.skins[s].dual_quaternions)
      writer.lose("x.dual-quaternion", label_of("Skin", scene.skins[s].name, s),
                  "blends with dual quaternions, which .x cannot hold; Direct3D blends linearly");
  writer.name_frames();
  if (const auto fits = writer.expect_readable_depth(); !fits) return fits.error();
  x::declare_templates(writer);
  x::MaterialWriter materials(writer);
  materials.write_in_front();
  x::write_frames(writer, materials);
  x::write_clips(writer);

  std::vector<std::byte> body = sink->finish();
  if (options.encoding == XEncoding::text_compressed || options.encoding == XEncoding::binary_compressed) {
    if (body.size() > std::numeric_limits<std::uint32_t>::max() - 16)
      return Error{Status::unsupported,
                   "x.too-large",
                   fmt::format("{} bytes; a compressed .x file holds at most 4294967279", body.size()),
                   {scene.file, 0, std::nullopt, ""}};
    body = x::packed_body(body);
  }
  const std::string_view header = file_header(options.encoding);
  const auto* header_bytes = reinterpret_cast<const std::byte*>(header.data());
  WriteResult result;
  result.bytes.assign(header_bytes, header_bytes + header.size());
  result.bytes.insert(result.bytes.end(), body.begin(), body.end());
  result.losses = std::move(writer.losses);
  return result;
}

}  // namespace skelter
