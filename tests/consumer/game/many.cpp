// Links characters, crowds and skinning into a game; their results are tested in their own modules.
#include <skelter/crowd/crowd_job.h>
#include <skelter/play/character_data.h>
#include <skelter/skinning/linear_skinning_job.h>
#include <skelter/version.h>

#include <cstdio>

int main() {
  const skelter::Status crowd = skelter::CrowdJob().run();
  const skelter::Status skin = skelter::LinearSkinningJob().run();
  const bool data = skelter::CharacterData::create(skelter::Pack()).ok();
  std::printf("Skelter %d.%d: no pack is played: %s; nobody is posed: %s; no mesh is skinned: %s\n",
              SKELTER_VERSION_MAJOR, SKELTER_VERSION_MINOR, data ? "fine" : "refused",
              crowd == skelter::Status::ok ? "fine" : "refused",
              skin == skelter::Status::ok ? "fine" : "refused");
  return 0;
}
