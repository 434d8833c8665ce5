// Crowds and skinning link into a game as it is; what they compute is tested where they live.
#include <skelter/crowd/crowd_job.h>
#include <skelter/skinning/linear_skinning_job.h>
#include <skelter/version.h>

#include <cstdio>

int main() {
  const skelter::Status crowd = skelter::CrowdJob().run();
  const skelter::Status skin = skelter::LinearSkinningJob().run();
  std::printf("Skelter %d.%d: nobody is posed: %s; no mesh is skinned: %s\n", SKELTER_VERSION_MAJOR,
              SKELTER_VERSION_MINOR, crowd == skelter::Status::ok ? "fine" : "refused",
              skin == skelter::Status::ok ? "fine" : "refused");
  return 0;
}
