// Calls for scenes.

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>

#include "skelter/formats/fbx/read.h"
#include "skelter/load.h"
#include "skelter/scene/evaluate.h"
#include "skelter/skinning/gpu.h"
#include "web/answer.h"
#include "web/bridge.h"
#include "web/digest.h"
#include "web/files.h"
#include "web/held_scenes.h"
#include "web/local_numbers.h"
#include "web/reading.h"
#include "web/scene_json.h"

namespace skelter::web {
namespace {

std::map<std::uint32_t, std::shared_ptr<HeldScene>> held_scenes;  // actors keep their scene alive
std::uint32_t last_number = 0;

// Describes an array that JavaScript reads in place.
template <class T>
Json view_of(const std::vector<T>& values, std::size_t numbers_each) {
  if (values.empty()) return nullptr;
  return {{"pointer", reinterpret_cast<std::uintptr_t>(values.data())},
          {"count", values.size() * numbers_each}};
}

PackedInfluences packed(const Primitive& part) {
  PackedInfluences out;
  if (part.influence_begin.empty()) return out;
  for (std::size_t v = 0; v < part.positions.size(); ++v) {
    const std::span of_vertex =
        std::span(part.influences)
            .subspan(part.influence_begin[v], part.influence_begin[v + 1] - part.influence_begin[v]);
    GpuInfluences<4> four{};
    if (pack_influences(of_vertex, four) != Status::ok) four = {};  // on error, the vertex follows its node
    out.joints.insert(out.joints.end(), std::begin(four.entries), std::end(four.entries));
    out.weights.insert(out.weights.end(), std::begin(four.weights), std::end(four.weights));
  }
  return out;
}

Json morphs_json(const Primitive& part) {
  Json list = Json::array();
  for (const MorphTarget& morph : part.morphs)
    list.push_back({{"name", morph.name},
                    {"positions", view_of(morph.position_offsets, 3)},
                    {"normals", view_of(morph.normal_offsets, 3)}});
  return list;
}

// Caches the pose of the last call, because local transforms, world transforms and morph weights at one time
// are usually requested in sequence.
const Pose* pose_of(std::uint32_t scene, std::int32_t clip, double time_s) {
  note_error(std::nullopt);
  const std::shared_ptr<HeldScene> found = held_scene(scene);
  if (found == nullptr || clip < -1 ||
      (clip >= 0 && static_cast<std::size_t>(clip) >= found->scene.clips.size()) || !std::isfinite(time_s)) {
    note_error(found == nullptr ? no_such("scene", scene)
                                : wrong_call("web.no-such", "no clip " + std::to_string(clip) +
                                                                ", or the time is not finite"));
    return nullptr;
  }
  if (!found->pose || found->clip != clip || found->time_s != time_s) {
    found->pose =
        clip < 0 ? rest_pose(found->scene) : evaluate(found->scene, static_cast<std::uint32_t>(clip), time_s);
    found->clip = clip;
    found->time_s = time_s;
  }
  return &*found->pose;
}

}  // namespace

std::shared_ptr<HeldScene> held_scene(std::uint32_t number) {
  const auto found = held_scenes.find(number);
  return found == held_scenes.end() ? nullptr : found->second;
}

}  // namespace skelter::web

using namespace skelter;
using namespace skelter::web;

extern "C" {

int sk_is_fbx(const std::uint8_t* bytes, std::size_t size) {
  return is_fbx({reinterpret_cast<const std::byte*>(bytes), size});
}

const char* sk_scene_read(const char* path, const char* options) {
  const auto json = parse_object(options);
  if (!json) return answer(json.error());
  const auto reading = reading_of(*json);
  if (!reading) return answer(reading.error());
  auto entry = std::make_shared<HeldScene>();
  auto scene = read_scene(path, *reading, &entry->pack);
  if (!scene) return answer(scene.error());
  entry->scene = std::move(*scene);
  Json out = {{"scene", ++last_number}};
  out.update(scene_json(entry->scene));
  held_scenes.emplace(last_number, std::move(entry));
  return answer(out);
}

void sk_scene_free(std::uint32_t scene) {
  held_scenes.erase(scene);
}

int sk_scene_evaluate(std::uint32_t scene, std::int32_t clip, double time_s, float* out) {
  const Pose* pose = pose_of(scene, clip, time_s);
  if (pose == nullptr) return -1;
  for (const Mat4d& local : pose->local) out = write_local(local, out);
  return static_cast<int>(pose->local.size());
}

int sk_scene_world(std::uint32_t scene, std::int32_t clip, double time_s, float* out) {
  const Pose* pose = pose_of(scene, clip, time_s);
  if (pose == nullptr) return -1;
  for (const Mat4d& world : pose->world)
    for (const double number : world.m) *out++ = static_cast<float>(number);
  return static_cast<int>(pose->world.size());
}

int sk_scene_morph_weights(std::uint32_t scene, std::int32_t clip, double time_s, std::uint32_t node,
                           float* out, std::uint32_t room) {
  const Pose* pose = pose_of(scene, clip, time_s);
  if (pose == nullptr) return -1;
  const Scene& of = held_scene(scene)->scene;
  if (node >= of.nodes.size()) {
    note_error(no_such("node", node));
    return -1;
  }
  std::vector<float> weights = rest_morph_weights(of, node);
  if (node < pose->morph_weights.size() && !pose->morph_weights[node].empty())
    for (std::size_t i = 0; i < weights.size() && i < pose->morph_weights[node].size(); ++i)
      weights[i] = static_cast<float>(pose->morph_weights[node][i]);
  std::copy_n(weights.begin(), std::min<std::size_t>(weights.size(), room), out);
  return static_cast<int>(weights.size());
}

const char* sk_scene_mesh(std::uint32_t scene, std::uint32_t mesh, std::uint32_t part) {
  const std::shared_ptr<HeldScene> found = held_scene(scene);
  if (found == nullptr) return answer(no_such("scene", scene));
  if (mesh >= found->scene.meshes.size()) return answer(no_such("mesh", mesh));
  const std::vector<Primitive>& parts = found->scene.meshes[mesh].primitives;
  if (part >= parts.size()) return answer(no_such("part", part));
  const Primitive& of = parts[part];
  const auto [influences, is_new] = found->influences.try_emplace({mesh, part});
  if (is_new) influences->second = packed(of);
  Json uvs = Json::array();
  for (const std::vector<Vec2>& set : of.uvs) uvs.push_back(view_of(set, 2));
  return answer(Json{{"vertices", of.positions.size()},
                     {"positions", view_of(of.positions, 3)},
                     {"normals", view_of(of.normals, 3)},
                     {"tangents", view_of(of.tangents, 4)},
                     {"uvs", uvs},
                     {"colors", view_of(of.colors, 4)},
                     {"joints", view_of(influences->second.joints, 1)},
                     {"weights", view_of(influences->second.weights, 1)},
                     {"indices", view_of(of.indices, 1)},
                     {"lines", view_of(of.lines, 1)},
                     {"points", view_of(of.points, 1)},
                     {"triangle_slots", view_of(of.triangle_slots, 1)},
                     {"materials", of.materials},
                     {"morphs", morphs_json(of)}});
}

const char* sk_scene_skin(std::uint32_t scene, std::uint32_t skin) {
  const std::shared_ptr<HeldScene> found = held_scene(scene);
  if (found == nullptr) return answer(no_such("scene", scene));
  if (skin >= found->scene.skins.size()) return answer(no_such("skin", skin));
  const auto [matrices, is_new] = found->bind_matrices.try_emplace(skin);
  Json joints = Json::array();
  for (const Joint& joint : found->scene.skins[skin].joints) {
    joints.push_back(joint.node);
    if (is_new)
      matrices->second.insert(matrices->second.end(), std::begin(joint.joint_from_mesh.m),
                              std::end(joint.joint_from_mesh.m));
  }
  return answer(Json{{"joints", joints}, {"joint_from_mesh", view_of(matrices->second, 1)}});
}

const std::uint8_t* sk_scene_image(std::uint32_t scene, std::uint32_t image, std::size_t* out_size) {
  note_error(std::nullopt);
  const std::shared_ptr<HeldScene> found = held_scene(scene);
  if (found == nullptr || image >= found->scene.images.size()) {
    note_error(found == nullptr ? no_such("scene", scene) : no_such("image", image));
    return nullptr;
  }
  const auto& bytes = found->scene.images[image].bytes;
  *out_size = bytes.size();
  return reinterpret_cast<const std::uint8_t*>(bytes.data());
}

const char* sk_digest(const char* path) {
  const auto checked = checked_path(path);
  if (!checked) return answer(checked.error());
  return answer_text(digest(*checked, load_scene(*checked)));
}

}  // extern "C"
