// Calls for crowds: many members of one model, posed by one CrowdJob.

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "skelter/core/aligned_bytes.h"
#include "skelter/crowd/crowd_job.h"
#include "skelter/math/transform.h"
#include "skelter/play/character.h"
#include "skelter/runtime/skin.h"
#include "web/bridge.h"
#include "web/models.h"

namespace skelter::web {
namespace {

constexpr std::uint32_t kMaxMembers = 65536;
constexpr std::uint32_t kMatricesPerLine = 256;  // determines the width of the texture

struct HeldCrowd {
  std::shared_ptr<HeldScene> scene;  // must outlive the model
  const Actor* model = nullptr;
  std::vector<Character> members;
  std::vector<float> worlds;  // 16 numbers per member, column-major
  bool moves = false;         // whether root motion moves the members
  // If the page needs the matrices of joints, or if there is only one palette, CrowdJob writes them to
  // `rows`. Otherwise it writes joint matrices to `joints`, from which the palettes of `skins` are computed.
  std::uint32_t matrices = 0;  // number of matrices per member
  std::vector<std::uint32_t> skins;
  std::unique_ptr<CharacterCrowd> lists;
  AlignedBytes scratch;
  std::vector<Affine> joints, rows;
};

std::map<std::uint32_t, HeldCrowd> crowds;
std::uint32_t last_crowd = 0;

HeldCrowd* held_crowd(std::uint32_t number) {
  const auto found = crowds.find(number);
  return found == crowds.end() ? nullptr : &found->second;
}

Result<Character*> member_of(std::uint32_t crowd, std::uint32_t member) {
  HeldCrowd* const held = held_crowd(crowd);
  if (held == nullptr) return no_such("crowd", crowd);
  if (member < held->members.size()) return &held->members[member];
  return refused("no member " + std::to_string(static_cast<std::int32_t>(member)) + "; the crowd has " +
                 std::to_string(held->members.size()));
}

Result<HeldCrowd> make_crowd(std::shared_ptr<HeldScene> scene, const Json& json) {
  const double count = number_of(json, "count").value_or(0);
  if (!(count >= 1 && count <= kMaxMembers) || count != std::floor(count))
    return refused("a crowd of " + (json.contains("count") ? json["count"].dump() : "no") +
                   " members; expected 1 to " + std::to_string(kMaxMembers));
  auto model = model_of(*scene, text_of(json, "config").value_or(""));
  if (!model) return model.error();
  if (!(*model)->is_compiled()) return *(*model)->why_reference();
  if ((*model)->shape().skeleton == nullptr)
    return refused("crowds need a model in which every bone is a joint");
  if (auto done = (*model)->prepare_all(); !done) return done.error();
  const CharacterData& data = (*model)->data();
  const ModelShape shape = data.shape();
  HeldCrowd crowd;
  crowd.scene = std::move(scene);
  crowd.model = *model;
  crowd.moves = flag_of(json, "moves");
  const auto members = static_cast<std::uint32_t>(count);
  CharacterOptions options;
  options.posed = false;
  options.layers = 1;
  options.events = 1;
  crowd.members.reserve(members);
  for (std::uint32_t i = 0; i < members; ++i) {
    crowd.members.emplace_back(data, options);
    for (std::size_t k = 0; k < 16; ++k) crowd.worlds.push_back(k % 5 == 0 ? 1.0f : 0.0f);
  }
  std::uint32_t skin = kNone;
  if (!flag_of(json, "joints")) {
    crowd.skins = skins_with_palettes(shape);
    if (crowd.skins.empty()) return refused("the model has no meshes; set \"joints\"");
    if (crowd.skins.size() == 1) skin = std::exchange(crowd.skins, {})[0];
  }
  crowd.lists = std::make_unique<CharacterCrowd>(data, skin, members);
  const std::uint32_t made = crowd.lists->rig().output_size();
  crowd.matrices = crowd.skins.empty() ? made : shape.matrix_count;
  if (!crowd.skins.empty()) crowd.joints.resize(std::size_t{members} * made);
  const std::size_t rows = std::size_t{members} * crowd.matrices;
  crowd.rows.resize((rows + kMatricesPerLine - 1) / kMatricesPerLine * kMatricesPerLine);
  crowd.scratch = AlignedBytes(crowd_scratch_bytes({&crowd.lists->rig(), 1}));
  return crowd;
}

// Moves a member by its root motion, which is in the member's own space.
void move_by(const RigidMotion& motion, float* world) {
  Mat4d from;
  for (std::size_t i = 0; i < 16; ++i) from(i % 4, i / 4) = double{world[i]};
  const Mat4d to = from * to_mat4(to_mat3(motion.rotation), motion.translation);
  for (std::size_t i = 0; i < 16; ++i) world[i] = static_cast<float>(to(i % 4, i / 4));
}

void make_palettes(HeldCrowd& crowd) {
  const CharacterData& data = crowd.model->data();
  const std::size_t joints = data.skeleton().joint_count();
  const std::span<const ModelSkin> skins = data.shape().skins;
  for (std::size_t i = 0; i < crowd.members.size(); ++i)
    for (const std::uint32_t skin : crowd.skins) {
      PaletteJob job;
      job.skin = &data.skins()[skin];
      job.skeleton = &data.skeleton();
      job.model_from_joint = std::span(crowd.joints).subspan(i * joints, joints);
      job.out_palette =
          std::span(crowd.rows).subspan(i * crowd.matrices + skins[skin].first, skins[skin].size);
      (void)job.run();
    }
}

Status update(HeldCrowd& crowd, double dt_s) {
  crowd.lists->clear();
  float* world = crowd.worlds.data();
  for (Character& member : crowd.members) {
    if (const Status status = member.update(dt_s); status != Status::ok) return status;
    if (crowd.moves) move_by(member.root_motion(), world);
    if (const Status status = crowd.lists->add(member); status != Status::ok) return status;
    world += 16;
  }
  const CrowdJob job = crowd.lists->job(crowd.skins.empty() ? crowd.rows : crowd.joints,
                                        {crowd.scratch.data(), crowd.scratch.size()});
  if (const Status status = job.run(); status != Status::ok) return status;
  make_palettes(crowd);
  return Status::ok;
}

Json crowd_json(const HeldCrowd& crowd) {
  const ModelShape shape = crowd.model->shape();
  Json json = {{"crowd", last_crowd},
               {"count", crowd.members.size()},
               {"matrices", crowd.matrices},
               {"width", 3 * kMatricesPerLine},
               {"height", crowd.rows.size() / kMatricesPerLine},
               {"origin", {shape.origin.x, shape.origin.y, shape.origin.z}}};
  add_shape(json, shape);
  return json;
}

}  // namespace
}  // namespace skelter::web

using namespace skelter;
using namespace skelter::web;

extern "C" {

const char* sk_crowd_open(std::uint32_t scene, const char* options) {
  const std::shared_ptr<HeldScene> of = held_scene(scene);
  if (of == nullptr) return answer(no_such("scene", scene));
  const auto json = parse_object(options);
  if (!json) return answer(json.error());
  auto made = make_crowd(of, *json);
  if (!made) return answer(made.error());
  const HeldCrowd& crowd = crowds.emplace(++last_crowd, std::move(*made)).first->second;
  (void)update(crowds.at(last_crowd), 0);
  return answer(crowd_json(crowd));
}

void sk_crowd_free(std::uint32_t crowd) {
  crowds.erase(crowd);
}

const char* sk_crowd_play(std::uint32_t crowd, std::uint32_t member, std::uint32_t clip,
                          const char* options) {
  const auto who = member_of(crowd, member);
  if (!who) return answer(who.error());
  const auto json = parse_object(options);
  if (!json) return answer(json.error());
  const auto how = play_options(*held_crowd(crowd)->model, *json);
  if (!how) return answer(how.error());
  const bool plays = (*who)->clips()->play(clip, *how) == Status::ok;
  return plays ? answer(Json::object()) : answer(refused((*who)->why()));
}

const char* sk_crowd_speed(std::uint32_t crowd, std::uint32_t member, double speed) {
  const auto who = member_of(crowd, member);
  if (!who) return answer(who.error());
  const bool set = (*who)->set_speed(speed) == Status::ok;
  return set ? answer(Json::object()) : answer(refused((*who)->why()));
}

const char* sk_crowd_now(std::uint32_t crowd, std::uint32_t member) {
  const auto who = member_of(crowd, member);
  if (!who) return answer(who.error());
  const Character& character = **who;
  const std::uint32_t clip = character.clips()->clip();
  return answer(Json{{"clip", clip == kNone ? Json(nullptr) : Json(character.data().clip_name(clip))},
                     {"position_s", character.clips()->position_s()},
                     {"in_transition", character.clips()->in_transition()},
                     {"finished", character.clips()->finished()}});
}

int sk_crowd_update(std::uint32_t crowd, double dt_s) {
  note_error(std::nullopt);
  HeldCrowd* const held = held_crowd(crowd);
  if (held == nullptr) return note_error(no_such("crowd", crowd)), -1;
  if (!std::isfinite(dt_s) || dt_s < 0)
    return note_error(refused("a step of " + std::to_string(dt_s) + " s; expected 0 or more")), -1;
  if (update(*held, dt_s) == Status::ok) return 0;
  return note_error(refused("the crowd cannot be posed")), -1;
}

const float* sk_crowd_rows(std::uint32_t crowd) {
  const HeldCrowd* const held = held_crowd(crowd);
  return held == nullptr ? nullptr : held->rows.data()->m[0];
}

float* sk_crowd_worlds(std::uint32_t crowd) {
  HeldCrowd* const held = held_crowd(crowd);
  return held == nullptr ? nullptr : held->worlds.data();
}

}  // extern "C"
