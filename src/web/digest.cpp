#include "web/digest.h"

#include <fmt/format.h>

#include <algorithm>

#include "skelter/scene/edit.h"
#include "skelter/scene/evaluate.h"
#include "web/bit_hash.h"

namespace skelter::web {
namespace {

std::uint64_t hash_of(const Pose& pose) {
  BitHash hash;
  for (const Mat4d& matrix : pose.world)
    for (const double element : matrix.m) hash.add(element);
  for (const std::vector<double>& weights : pose.morph_weights)
    for (const double weight : weights) hash.add(weight);
  return hash.value();
}

std::string counts(const Scene& scene) {
  std::size_t primitives = 0, vertices = 0, triangles = 0, influences = 0, joints = 0, channels = 0, keys = 0;
  BitHash positions, normals;
  for (const Mesh& mesh : scene.meshes)
    for (const Primitive& primitive : mesh.primitives) {
      ++primitives;
      vertices += primitive.positions.size();
      triangles += primitive.indices.size() / 3;
      influences += primitive.influences.size();
      for (const Vec3& v : primitive.positions)
        for (const float number : {v.x, v.y, v.z}) positions.add(number);
      for (const Vec3& v : primitive.normals)
        for (const float number : {v.x, v.y, v.z}) normals.add(number);
    }
  for (const Skin& skin : scene.skins) joints += skin.joints.size();
  for (const Clip& clip : scene.clips) {
    channels += clip.channels.size();
    for (const Channel& channel : clip.channels) keys += channel.times_s.size();
  }
  return fmt::format(
      "  {} {}: {} nodes, {} meshes, {} parts, {} vertices, {} triangles, {} influences, {} skins, {} "
      "joints, "
      "{} materials, {} textures, {} images, {} clips, {} channels, {} keys, positions {:016x}, normals "
      "{:016x}\n",
      scene.format, scene.encoding, scene.nodes.size(), scene.meshes.size(), primitives, vertices, triangles,
      influences, scene.skins.size(), joints, scene.materials.size(), scene.textures.size(),
      scene.images.size(), scene.clips.size(), channels, keys, positions.value(), normals.value());
}

}  // namespace

std::string digest(const std::string& path, const Result<Scene>& scene) {
  std::string text = path + "\n";
  if (!scene) return text + fmt::format("  error {}: {}\n", scene.error().code, to_string(scene.error()));
  text += counts(*scene);
  for (const Diagnostic& entry : scene->diagnostics.entries())
    text += fmt::format("  {} {} {}\n", to_text(entry.severity), entry.code, to_string(entry));
  text += fmt::format("  rest {:016x}\n", hash_of(rest_pose(*scene)));
  const std::size_t clips = std::min(scene->clips.size(), kDigestClips);
  for (std::uint32_t c = 0; c < clips; ++c) {
    text += fmt::format("  clip {} {:a} s:", clip_label(*scene, c), scene->clips[c].duration_s);
    for (const double moment : kDigestMoments)
      text += fmt::format(" {:016x}", hash_of(evaluate(*scene, c, moment * scene->clips[c].duration_s)));
    text += "\n";
  }
  return text;
}

}  // namespace skelter::web
