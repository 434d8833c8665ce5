// Makes the bundled assets: make_assets FOLDER writes them, make_assets --report FOLDER/mannequin.x measures
// them.

#include <cstdio>
#include <cstring>
#include <string>

#include "mannequin.h"
#include "report.h"
#include "skelter/core/file.h"
#include "skelter/formats/x/read.h"
#include "skelter/formats/x/write.h"
#include "skelter/image/encode.h"
#include "skelter/model/validate.h"
#include "texture.h"
#include "tower_asset.h"

namespace {

using skelter::Result;

int fail(const skelter::Error& error) {
  std::fprintf(stderr, "%s\n", to_string(error).c_str());
  return 1;
}

Result<void> write_scene(const skelter::Scene& scene, const std::string& path) {
  if (const Result<void> valid = validate(scene); !valid) return valid.error();
  const Result<skelter::XWriteResult> written = write_x(scene);
  if (!written) return written.error();
  for (const skelter::Diagnostic& loss : written->losses.entries())
    std::fprintf(stderr, "%s\n", to_string(loss).c_str());
  return skelter::write_file(path, written->bytes, true);
}

int make(const std::string& folder) {
  if (const Result<void> tower = write_scene(skelter::assets::make_tower(), folder + "/tower.x"); !tower)
    return fail(tower.error());
  const Result<std::vector<std::byte>> texture = encode_png(skelter::assets::paint_texture());
  if (!texture) return fail(texture.error());
  const std::string texture_path = folder + "/" + skelter::assets::kMannequinTexture;
  if (const Result<void> written = skelter::write_file(texture_path, *texture, true); !written)
    return fail(written.error());
  const Result<skelter::Scene> mannequin = skelter::assets::make_mannequin();
  if (!mannequin) return fail(mannequin.error());
  if (const Result<void> written = write_scene(*mannequin, folder + "/mannequin.x"); !written)
    return fail(written.error());
  return 0;
}

int measure(const std::string& path) {
  const Result<skelter::Scene> scene = skelter::read_x_file(path);
  if (!scene) return fail(scene.error());
  return skelter::assets::report(*scene) ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 3 && std::strcmp(argv[1], "--report") == 0) return measure(argv[2]);
  if (argc == 2 && argv[1][0] != '-') return make(argv[1]);
  std::fprintf(stderr, "usage: make_assets FOLDER | make_assets --report FOLDER/mannequin.x\n");
  return 2;
}
