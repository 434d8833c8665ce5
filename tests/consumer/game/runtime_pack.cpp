// Plays a pack as a game does: bytes in memory, one check, poses. Uses only the runtime and Highway, without
// exceptions and RTTI.
#include <skelter/runtime/clip.h>
#include <skelter/runtime/local_to_model_job.h>
#include <skelter/runtime/pack_view.h>
#include <skelter/runtime/sample_job.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#if defined(__cpp_exceptions) || defined(__cpp_rtti)
#error "compile with -fno-exceptions -fno-rtti"
#endif

namespace {

constexpr std::size_t kMaxBytes = 1 << 20;
constexpr std::uint32_t kMaxRigJoints = 64;

std::vector<std::byte> read(const char* path) {
  std::FILE* file = std::fopen(path, "rb");
  if (file == nullptr) return {};
  std::vector<std::byte> bytes(kMaxBytes);
  bytes.resize(std::fread(bytes.data(), 1, kMaxBytes, file));
  std::fclose(file);
  return bytes;
}

bool pose(const skelter::Skeleton& skeleton, const skelter::ClipView& clip, float time_s) {
  static skelter::SoaTransform local[skelter::blocks_for(kMaxRigJoints)];
  static skelter::Affine model[kMaxRigJoints];
  skelter::SampleJob sample;
  sample.skeleton = &skeleton;
  sample.clip = &clip;
  sample.time_s = time_s;
  sample.out_local_pose = local;
  skelter::LocalToModelJob to_model;
  to_model.skeleton = &skeleton;
  to_model.local_pose = local;
  to_model.out_model_from_joint = model;
  if (sample.run() != skelter::Status::ok || to_model.run() != skelter::Status::ok) return false;
  const std::uint16_t tip = skeleton.find("bone3");
  if (tip == skelter::kNone16) return false;
  std::printf("bone3 at %.2f s: %.3f %.3f\n", time_s, model[tip].m[0][3], model[tip].m[1][3]);
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  skelter::Pack pack;
  const skelter::Problem problem = skelter::Pack::open(read(argv[1]), pack);
  if (!problem.ok()) {
    std::fprintf(stderr, "%s\n", problem.what);
    return 1;
  }
  skelter::ClipView clip;
  if (!skelter::read_clip(pack.view().find(skelter::SectionKind::clip, 0).bytes, clip).ok()) return 1;
  return pose(pack.view().skeleton(), clip, 0.75f) ? 0 : 1;
}
