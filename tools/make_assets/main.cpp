// Makes the files of assets/, the same bytes each time: make_assets FOLDER. With --report, measures them.

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
  const Result<XWriteResult> written = write_x(scene, options);
  if (!written) {
    std::fprintf(stderr, "%s: %s\n", path.c_str(), written.error().message.c_str());
    return false;
  }
  const Result<void> saved = write_file(path, written->bytes, true);
  if (!saved) std::fprintf(stderr, "%s\n", saved.error().message.c_str());
  return static_cast<bool>(saved);
}

int make_all(const std::string& folder) {
  const Skeleton skeleton;
  Scene mannequin = make_mannequin(skeleton);
  mannequin.clips = make_clips(skeleton);
  const bool written = write_scene(make_tower(), folder + "/tower.x", XEncoding::text) &&
                       write_texture(folder + "/" + kTextureName) &&
                       write_scene(mannequin, folder + "/mannequin.x", XEncoding::binary_compressed);
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
