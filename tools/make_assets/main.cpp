// Creates the files of assets/, with the same bytes each time: make_assets FOLDER. With --report, measures
// them.

#include <cstdio>
#include <string>
#include <vector>

#include "clips.h"
#include "mannequin.h"
#include "report.h"
#include "skelter/formats/x/write.h"
#include "skelter/scene/validate.h"
#include "skelter/system/file.h"
#include "texture.h"
#include "tower.h"

namespace skelter::assets {
namespace {

bool write_scene(const Scene& scene, const std::string& path, XEncoding encoding) {
  XWriteOptions options;
  options.encoding = encoding;
  const Result<WriteResult> written = write_x(scene, options);
  if (!written) {
    std::fprintf(stderr, "%s: %s\n", path.c_str(), written.error().message.c_str());
    return false;
  }
  const Result<void> saved = write_file(path, written->bytes, true);
  if (!saved) std::fprintf(stderr, "%s\n", saved.error().message.c_str());
  return static_cast<bool>(saved);
}

bool write_made(const Result<Scene>& scene, const std::string& path, XEncoding encoding) {
  if (scene) return write_scene(*scene, path, encoding);
  std::fprintf(stderr, "%s: %s\n", path.c_str(), to_string(scene.error()).c_str());
  return false;
}

int make_all(const std::string& folder) {
  const Skeleton skeleton;
  Result<Scene> mannequin = make_mannequin(skeleton);
  if (mannequin) mannequin->clips = make_clips(skeleton);
  const bool written = write_made(make_tower(), folder + "/tower.x", XEncoding::text) &&
                       write_made(make_matrix_keys(), folder + "/matrix_keys.x", XEncoding::text) &&
                       write_texture(folder + "/" + kTextureName) &&
                       write_made(mannequin, folder + "/mannequin.x", XEncoding::binary_compressed);
  return written ? 0 : 1;
}

}  // namespace
}  // namespace skelter::assets

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  if (arguments.size() == 1 && arguments[0] != "--report") return skelter::assets::make_all(arguments[0]);
  if (arguments.size() == 2 && arguments[0] == "--report")
    return skelter::assets::report(arguments[1]) ? 0 : 1;
  std::fprintf(stderr, "usage: make_assets FOLDER, or make_assets --report FOLDER\n");
  return 2;
}
