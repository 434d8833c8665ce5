// Reading, writing and reading again must give the same scene, in every encoding.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "skelter/formats/x/read.h"
#include "skelter/formats/x/write.h"
#include "skelter/scene/evaluate.h"
#include "skelter/scene/validate.h"
#include "skelter/system/file.h"
#include "support/corpus.h"

namespace skelter {
namespace {

constexpr XEncoding kEncodings[] = {XEncoding::text, XEncoding::binary, XEncoding::text_compressed,
                                    XEncoding::binary_compressed};

std::vector<std::string> corpus_files() {
  std::vector<std::string> files;
  for (const char* folder : {"/x", "/x-made"}) {
    const std::string root = test::corpus_folder() + folder;
    if (!std::filesystem::exists(root)) continue;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root))
      if (const std::string path = entry.path().string(); extension(path) == ".x") files.push_back(path);
  }
  std::sort(files.begin(), files.end());
  return files;
}

// Names the first part that differs, for the message of a failing test.
std::string difference(const Scene& a, const Scene& b) {
  const auto in = [](const std::string& what, const auto& x, const auto& y) -> std::string {
    if (x.size() != y.size())
      return what + ": " + std::to_string(x.size()) + " and " + std::to_string(y.size());
    for (std::size_t i = 0; i < x.size(); ++i)
      if (!(x[i] == y[i])) return what + " " + std::to_string(i);
    return {};
  };
  std::string text = in("nodes", a.nodes, b.nodes);
  if (text.empty()) text = in("meshes", a.meshes, b.meshes);
  if (text.empty()) text = in("skins", a.skins, b.skins);
  if (text.empty()) text = in("materials", a.materials, b.materials);
  if (text.empty()) text = in("textures", a.textures, b.textures);
  if (text.empty()) text = in("clips", a.clips, b.clips);
  return text;
}

void expect_same_poses(const Scene& a, const Scene& b) {
  for (std::uint32_t clip = 0; clip < a.clips.size(); ++clip)
    for (int i = 0; i < 5; ++i) {
      const double time_s = a.clips[clip].duration_s * i / 4;
      EXPECT_EQ(evaluate(a, clip, time_s).world, evaluate(b, clip, time_s).world)
          << "clip " << clip << " at " << time_s;
    }
}

TEST(RoundTrip, every_file_of_the_corpus_stays_the_same_in_every_encoding) {
  SKELTER_REQUIRE_CORPUS();
  int scenes = 0;
  for (const std::string& path : corpus_files()) {
    const Result<Scene> original = read_x_file(path);
    if (!original) continue;
    ++scenes;
    for (const XEncoding encoding : kEncodings) {
      SCOPED_TRACE(path + " as " + std::string(to_text(encoding)));
      const auto written = write_x(*original, {encoding, true});
      ASSERT_TRUE(written) << to_string(written.error());
      for (const Diagnostic& loss : written->losses.entries())
        EXPECT_EQ(loss.severity, Severity::note) << to_string(loss);
      const Result<Scene> again = read_x(written->bytes, "again.x");
      ASSERT_TRUE(again) << to_string(again.error());
      EXPECT_EQ(again->encoding, to_text(encoding));
      EXPECT_TRUE(same_content(*original, *again)) << difference(*original, *again);
      const auto valid = validate(*again);
      EXPECT_TRUE(valid.ok()) << to_string(valid.error());
      expect_same_poses(*original, *again);
    }
  }
  EXPECT_GE(scenes, 50);
}

}  // namespace
}  // namespace skelter
