#include "render/crowd/posed_crowd.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <string>

#include "render/crowd/crowd_texture.h"
#include "skelter/runtime/clip.h"
#include "skelter/skinning/gpu.h"

namespace skelter {
namespace {

constexpr int kOldestContext = 43;
constexpr GLuint kGroupsInARow = 65535;           // per dimension, guaranteed by OpenGL 4.3
constexpr std::uint32_t kMembersPerCheck = 1024;  // per task
enum Binding : GLuint { kRig, kRigRows, kRigParts, kInstances, kLines, kPlaces, kTints };

Error bad_rig(Status status, std::string message) {
  return {status, "render.crowd-rig", std::move(message), {}};
}
Error bad_lists(std::string message) {
  return {Status::invalid_argument, "render.crowd", std::move(message), {}};
}

// Reallocates the buffer every time, so that it does not wait for frames that still read the old bytes.
void stream(const gl::Buffer& buffer, GLuint binding, std::span<const std::byte> bytes) {
  static constexpr std::byte kNothing[64] = {};
  if (bytes.empty()) bytes = kNothing;  // shaders must not read from an empty buffer
  glBindBuffer(GL_SHADER_STORAGE_BUFFER, buffer.get());
  glBufferData(GL_SHADER_STORAGE_BUFFER, static_cast<GLsizeiptr>(bytes.size()), bytes.data(), GL_STREAM_DRAW);
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, binding, buffer.get());
}

std::size_t largest_buffer() {
  GLint64 largest = 0;
  glGetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &largest);
  return static_cast<std::size_t>(std::max<GLint64>(largest, 0));
}

// Checks the members' lists, serially or in parallel.
struct ListCheck {
  const CrowdLists& lists;
  const Skeleton& skeleton;
  std::span<const ClipView> clips;
  std::atomic<std::uint32_t> first_wrong = kNone;

  const char* wrong(std::uint32_t member) const {
    const CrowdInstance& instance = lists.instances[member];
    if (instance.rig != 0) return "its rig does not exist";
    if (instance.lod >= skeleton.lod_joint_counts.size()) return "the skeleton has no such level of detail";
    if (std::uint64_t{instance.first_layer} + instance.layer_count > lists.layers.size())
      return "it refers to entries that do not exist";
    const Problem problem =
        check_list(skeleton, clips, lists.layers.subspan(instance.first_layer, instance.layer_count));
    return problem.ok() ? nullptr : problem.what;
  }

  static void run(void* self, std::uint32_t item, std::uint32_t) {
    auto& check = *static_cast<ListCheck*>(self);
    const auto count = static_cast<std::uint32_t>(check.lists.instances.size());
    const std::uint32_t end = std::min((item + 1) * kMembersPerCheck, count);
    for (std::uint32_t member = item * kMembersPerCheck; member < end; ++member) {
      if (check.wrong(member) == nullptr) continue;
      std::uint32_t before = check.first_wrong.load();
      while (member < before && !check.first_wrong.compare_exchange_weak(before, member)) {
      }
      return;
    }
  }
};

}  // namespace

Result<PosedCrowd> PosedCrowd::create(gl::ShaderLibrary& library, const CrowdRig& rig,
                                      std::span<const CrowdSkin> skins) {
  const int version = epoxy_gl_version();
  if (!epoxy_is_desktop_gl() || version < kOldestContext)
    return Error{Status::unsupported,
                 "render.old-context",
                 "OpenGL " + std::to_string(version / 10) + "." + std::to_string(version % 10) +
                     "; expected 4.3 or later for a crowd that is posed on the graphics card",
                 {}};
  PosedCrowd made;
  std::vector<SkinView> views;
  for (const CrowdSkin& skin : skins) {
    if (skin.skin == nullptr) return bad_rig(Status::invalid_argument, "a mesh instance has no skin");
    views.push_back(*skin.skin);
    made.skins_.push_back({skin.node, skin.instance, {}, skin.skin->size()});
  }
  if (const Result<void> uploaded = made.upload(rig, views); !uploaded) return uploaded.error();
  for (const SkinView& view : views) {
    const bool rigid = std::none_of(view.joints.begin(), view.joints.end(),
                                    [&](std::uint16_t joint) { return made.rig_.scaled[joint]; });
    made.plain_normals_.push_back(rigid && skelter::has_plain_normals(view.joint_from_mesh));
  }
  gl::ProgramRequest request;
  request.compute = {"crowd_pose.glsl"};
  request.defines = made.rig_.defines();
  const Result<const gl::ShaderProgram*> program = library.program(request);
  if (!program) return program.error();
  made.program_ = *program;
  return made;
}

Result<void> PosedCrowd::upload(const CrowdRig& rig, std::span<const SkinView> skins) {
  if (const Problem problem = pack_gpu_rig(rig, skins, rig_); !problem.ok())
    return bad_rig(problem.status, problem.what);
  const auto bytes = std::as_bytes(std::span<const std::uint32_t>(rig_.words));
  while (glGetError() != GL_NO_ERROR) {
  }
  rig_buffer_ = gl::make_buffer();
  glBindBuffer(GL_SHADER_STORAGE_BUFFER, rig_buffer_.get());
  glBufferData(GL_SHADER_STORAGE_BUFFER, static_cast<GLsizeiptr>(bytes.size()), bytes.data(), GL_STATIC_DRAW);
  if (bytes.size() > largest_buffer() || glGetError() != GL_NO_ERROR)
    return bad_rig(Status::limit_exceeded, "the rig's clips need " + std::to_string(bytes.size()) +
                                               " bytes, for which the graphics card has no space");
  rig_.words = {};
  for (gl::Buffer* buffer : {&instances_, &lines_, &places_, &tints_}) *buffer = gl::make_buffer();
  skeleton_ = *rig.skeleton;
  clips_.assign(rig.clips.begin(), rig.clips.end());
  return {};
}

Result<void> PosedCrowd::check(const CrowdLists& lists) const {
  const std::size_t members = lists.instances.size();
  if (lists.world_from_model.size() != members)
    return bad_lists(std::to_string(lists.world_from_model.size()) +
                     " world_from_model matrices; expected one for each of " + std::to_string(members) +
                     " members");
  if (!lists.tints.empty() && lists.tints.size() != members)
    return bad_lists(std::to_string(lists.tints.size()) + " tints; expected one for each of " +
                     std::to_string(members) + " members");
  if (!(std::isnormal(lists.blend_threshold) && lists.blend_threshold > 0))
    return bad_lists("blend_threshold is not above 0");
  if (lists.tasks.run == nullptr || lists.tasks.workers == 0)
    return bad_lists("tasks has no run function or no workers");
  ListCheck look{lists, skeleton_, clips_};
  const auto parts = static_cast<std::uint32_t>((members + kMembersPerCheck - 1) / kMembersPerCheck);
  if (parts > 0) lists.tasks.run(lists.tasks.self, parts, ListCheck::run, &look);
  if (const std::uint32_t wrong = look.first_wrong.load(); wrong != kNone)
    return bad_lists("member " + std::to_string(wrong) + ": " + look.wrong(wrong));
  return {};
}

Result<void> PosedCrowd::pose(const CrowdLists& lists) {
  if (Result<void> good = check(lists); !good) return good;
  const std::size_t members = lists.instances.size();
  const std::size_t largest = std::max({lists.instances.size_bytes(), lists.layers.size_bytes(),
                                        lists.world_from_model.size_bytes(), lists.tints.size_bytes()});
  if (largest > largest_buffer() ||
      !palettes_.begin(members * (kRowsOfMember + std::size_t{kLinearRows} * rig_.entries)))
    return too_many_members(members);
  members_ = static_cast<std::uint32_t>(members);
  if (members_ > 0) dispatch(lists);
  return {};
}

void PosedCrowd::dispatch(const CrowdLists& lists) {
  for (const Binding binding : {kRig, kRigRows, kRigParts})
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, binding, rig_buffer_.get());
  stream(instances_, kInstances, std::as_bytes(lists.instances));
  stream(lines_, kLines, std::as_bytes(lists.layers));
  stream(places_, kPlaces, std::as_bytes(lists.world_from_model));
  stream(tints_, kTints, std::as_bytes(lists.tints));
  glBindImageTexture(0, palettes_.get(), 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_RGBA32F);
  program_->use();
  program_->set("u_members", static_cast<int>(members_));
  program_->set("u_group", static_cast<int>(rig_.members_per_group));
  program_->set("u_joints", static_cast<int>(rig_.joints));
  program_->set("u_levels", static_cast<int>(rig_.levels));
  program_->set("u_entries", static_cast<int>(rig_.entries));
  program_->set("u_tinted", !lists.tints.empty());
  program_->set("u_threshold", lists.blend_threshold);
  const GLuint groups = (members_ + rig_.members_per_group - 1) / rig_.members_per_group;
  const GLuint columns = std::min(groups, kGroupsInARow);
  glDispatchCompute(columns, (groups + columns - 1) / columns, 1);
  // Makes the output visible to vertex shaders and to read().
  glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT | GL_TEXTURE_UPDATE_BARRIER_BIT);
  glUseProgram(0);
}

std::uint32_t PosedCrowd::first_row(std::size_t skin) const {
  std::uint32_t entries = 0;
  for (std::size_t s = 0; s < skin; ++s) entries += skins_[s].stride;
  return kRowsOfMember * members_ + kLinearRows * entries;
}

std::uint32_t PosedCrowd::rows_per_member() const {
  return kLinearRows * rig_.entries;
}

std::vector<Affine> PosedCrowd::read() const {
  std::vector<Affine> matrices(std::size_t{members_} * rig_.entries);
  if (matrices.empty()) return matrices;
  std::vector<Vec4> texels(static_cast<std::size_t>(kFloatTextureWidth) *
                           static_cast<std::size_t>(palettes_.rows()));
  glBindTexture(GL_TEXTURE_2D, palettes_.get());
  glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_FLOAT, texels.data());
  const Vec4* row = texels.data() + std::size_t{kRowsOfMember} * members_;
  for (Affine& matrix : matrices)
    for (auto& out : matrix.m) {
      out[0] = row->x;
      out[1] = row->y;
      out[2] = row->z;
      out[3] = row->w;
      ++row;
    }
  return matrices;
}

}  // namespace skelter
