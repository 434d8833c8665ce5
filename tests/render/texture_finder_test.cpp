// The file found for the path in a model. Expected files follow from the tree that the test creates.

#include <unistd.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <span>

#include "render/image/internal/texture_finder.h"
#include "render/image/written_path.h"
#include "skelter/image/encode.h"
#include "skelter/render/textures.h"
#include "skelter/system/file.h"

namespace skelter {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;

// Creates a separate tree for each test. The model is only a name.
class FindTexture : public testing::Test {
 protected:
  void SetUp() override {
    tree_ =
        fs::canonical(testing::TempDir()) / ("skelter-find-" + std::to_string(::getpid()) + "-" +
                                             testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::remove_all(tree_);
    model_at("game/meshes/hero/hero.x");
    options_.folders_above = kMaxTextureFoldersAbove;
  }
  void TearDown() override { fs::remove_all(tree_); }

  void model_at(const std::string& path) {
    scene_.file = (tree_ / path).string();
    fs::create_directories((tree_ / path).parent_path());
  }
  // The format of an image is known from its content, so one format works for all file extensions.
  void picture(const std::string& path) {
    Image image(1, 1);
    fs::create_directories((tree_ / path).parent_path());
    ASSERT_TRUE(write_file((tree_ / path).string(), *encode_png(image), true));
  }
  void words(const std::string& path) {
    const std::string text = "no picture at all, just words";
    fs::create_directories((tree_ / path).parent_path());
    ASSERT_TRUE(write_file((tree_ / path).string(), std::as_bytes(std::span(text)), true));
  }
  void search(const std::string& folder) { options_.search_folders.push_back((tree_ / folder).string()); }

  // The chosen file, as a path in the tree, or the code of the error.
  std::string taken(const std::string& written) {
    diagnostics_ = {};
    TextureFinder finder(scene_.file, scene_.format == "gltf" || scene_.format == "glb", options_);
    const auto found = finder.find(written, {scene_.file, 0, {}, "Texture"}, diagnostics_,
                                   [this](const std::string& path) -> Result<void> {
                                     opened_.push_back(fs::path(path).lexically_relative(tree_).string());
                                     const auto image = decode_image_file(path, options_.max_image_bytes);
                                     return image ? Result<void>() : Result<void>(image.error());
                                   });
    if (!found) {
      message_ = found.error().message;
      return std::string(found.error().code);
    }
    return fs::path(*found).lexically_relative(tree_).string();
  }
  // The text of the note after "is used: ", or "" if there is none.
  std::string why() const {
    const Diagnostic* note = diagnostics_.find("texture.found-elsewhere");
    if (note == nullptr) return "";
    EXPECT_EQ(note->severity, Severity::note);
    const std::string_view mark = " is used: ";
    return note->message.substr(note->message.find(mark) + mark.size());
  }

  fs::path tree_;
  Scene scene_;
  TextureOptions options_;
  Diagnostics diagnostics_;
  std::string message_;
  std::vector<std::string> opened_;
};

TEST_F(FindTexture, a_tail_of_two_parts_is_found_above_the_nearest_first) {
  picture("game/art/skin.png");
  EXPECT_EQ(taken("D:/old/art/skin.png"), "game/art/skin.png");
  EXPECT_EQ(why(), "the last 2 parts of the path match, 2 folders above the model");
  picture("game/meshes/art/skin.png");
  EXPECT_EQ(taken("D:/old/art/skin.png"), "game/meshes/art/skin.png");
  EXPECT_EQ(why(), "the last 2 parts of the path match, 1 folder above the model");
  picture("game/meshes/hero/art/skin.png");
  EXPECT_EQ(taken("D:/old/art/skin.png"), "game/meshes/hero/art/skin.png");
  EXPECT_EQ(why(), "the last 2 parts of the path match, in the model's folder");
}

TEST_F(FindTexture, in_a_folder_the_longest_tail_comes_first) {
  picture("game/art/skin.png");
  picture("game/maps/art/skin.dds");
  EXPECT_EQ(taken("C:/work/maps/art/skin.png"), "game/maps/art/skin.dds");
  EXPECT_EQ(why(),
            "the last 3 parts of the path match, 2 folders above the model, with a different extension");
}

TEST_F(FindTexture, a_bare_name_is_looked_for_in_the_models_folder_only) {
  picture("game/meshes/skin.png");
  picture("skin.png");
  EXPECT_EQ(taken("skin.png"), "texture.missing");
  EXPECT_EQ(message_, "no such file next to the model");
  EXPECT_EQ(taken("C:/old/skin.png"), "texture.missing");
  EXPECT_EQ(message_, "no such file next to the model or in the folders above it");
  picture("game/meshes/hero/skin.png");
  EXPECT_EQ(taken("C:/old/skin.png"), "game/meshes/hero/skin.png");
  EXPECT_TRUE(diagnostics_.empty());
}

TEST_F(FindTexture, parents_in_the_path_are_never_followed) {
  picture("game/meshes/skin.png");
  EXPECT_EQ(taken("../skin.png"), "texture.missing");
  EXPECT_EQ(taken("art/../../skin.png"), "texture.missing");
  EXPECT_EQ(taken("..\\skin.png"), "texture.missing");
  picture("game/maps/skin.png");
  EXPECT_EQ(taken("maps/../skin.png"), "texture.missing");
  picture("game/art/skin.png");
  // Found by the end of its path, not by going up.
  EXPECT_EQ(taken("hero/../../art/skin.png"), "game/art/skin.png");
  EXPECT_EQ(why(), "the last 2 parts of the path match, 2 folders above the model");
}

TEST_F(FindTexture, absolute_paths_are_never_opened_where_they_point) {
  picture("elsewhere/secret.png");
  // Found by the end of its path.
  EXPECT_EQ(taken((tree_ / "elsewhere/secret.png").string()), "elsewhere/secret.png");
  model_at("a/b/c/d/e/f/g/h/i/hero.x");
  EXPECT_EQ(taken((tree_ / "elsewhere/secret.png").string()), "texture.missing");
  EXPECT_EQ(taken("file:///" + (tree_ / "elsewhere/secret.png").string()), "texture.missing");
}

TEST_F(FindTexture, drive_letters_backslashes_and_case_do_not_matter) {
  picture("game/Art/Metal/W_k_01.TGA");
  for (const char* written : {"C:\\WORK\\FPS Creator\\art\\METAL\\w_K_01.tga", "c:art/metal/W_K_01.TGA",
                              "\\\\server\\share\\Art\\Metal\\W_k_01.tga", "//server/art//metal/./w_k_01.tga",
                              "/art/metal/w_k_01.Tga"})
    EXPECT_EQ(taken(written), "game/Art/Metal/W_k_01.TGA") << written;
}

TEST_F(FindTexture, folders_that_differ_in_case_are_all_looked_into) {
  words("game/art/readme.txt");
  picture("game/ART/skin.png");
  EXPECT_EQ(taken("old/art/skin.png"), "game/ART/skin.png");
  picture("game/art/skin.png");
  EXPECT_EQ(taken("old/art/skin.png"), "game/art/skin.png");
}

TEST_F(FindTexture, other_endings_come_in_turn_after_the_written_one) {
  for (const char* ending : {"WEBP", "bmp", "jpeg", "jpg", "png", "tga", "DDS"}) {
    picture(std::string("game/meshes/hero/Skin.") + ending);
    EXPECT_EQ(taken("skin.psd"), std::string("game/meshes/hero/Skin.") + ending);
    EXPECT_EQ(why(), "next to the model, with a different extension");
  }
  EXPECT_EQ(taken("SKIN.jpg"), "game/meshes/hero/Skin.jpg");
  EXPECT_TRUE(diagnostics_.empty());
  EXPECT_EQ(taken("skin"), "game/meshes/hero/Skin.DDS");
}

TEST_F(FindTexture, only_files_that_decode_as_an_image_are_used) {
  words("game/meshes/hero/art/skin.png");
  picture("game/meshes/art/skin.bmp");
  EXPECT_EQ(taken("old/art/skin.png"), "game/meshes/art/skin.bmp");
  EXPECT_THAT(why(),
              EndsWith("1 folder above the model, with a different extension; skipped: unknown image format; "
                       "expected PNG, JPEG, BMP, TGA, DDS or WebP (" +
                       (tree_ / "game/meshes/hero/art/skin.png").string() + ")"));
  words("game/meshes/art/skin.bmp");
  EXPECT_EQ(taken("old/art/skin.png"), "texture.missing");
  EXPECT_THAT(message_, HasSubstr("skipped: unknown image format"));
  EXPECT_EQ(taken("art/skin.png"), "texture.unreadable");  // the named file exists
}

TEST_F(FindTexture, names_that_are_no_pictures_are_not_opened) {
  words("game/etc/passwd");
  words("game/etc/skin.txt");
  EXPECT_EQ(taken("/etc/passwd"), "texture.missing");
  EXPECT_EQ(taken("/etc/skin.txt"), "texture.missing");
  search("game");
  EXPECT_EQ(taken("/etc/passwd"), "texture.missing");
  EXPECT_THAT(opened_, ElementsAre());
}

TEST_F(FindTexture, several_matches_are_reported) {
  picture("game/meshes/hero/art/skin.dds");
  EXPECT_EQ(taken("old/art/skin.tga"), "game/meshes/hero/art/skin.dds");
  EXPECT_EQ(diagnostics_.find("texture.several"), nullptr);
  picture("game/meshes/hero/art/skin.bmp");
  picture("game/art/skin.tga");
  EXPECT_EQ(taken("old/art/skin.tga"), "game/meshes/hero/art/skin.dds");
  const Diagnostic* several = diagnostics_.find("texture.several");
  ASSERT_NE(several, nullptr);
  EXPECT_EQ(several->severity, Severity::note);
  EXPECT_EQ(several->message,
            "2 other files also match: " + (tree_ / "game/meshes/hero/art/skin.bmp").string() + ", " +
                (tree_ / "game/art/skin.tga").string());
}

TEST_F(FindTexture, eight_folders_above_are_looked_into_and_no_more) {
  model_at("0/1/2/3/4/5/6/7/8/hero.x");
  picture("art/skin.png");  // nine folders above
  EXPECT_EQ(taken("old/art/skin.png"), "texture.missing");
  picture("0/art/skin.png");
  EXPECT_EQ(taken("old/art/skin.png"), "0/art/skin.png");
  EXPECT_EQ(why(), "the last 2 parts of the path match, 8 folders above the model");
  options_.folders_above = 1000;
  fs::remove(tree_ / "0/art/skin.png");
  EXPECT_EQ(taken("old/art/skin.png"), "texture.missing");
}

TEST_F(FindTexture, nothing_is_looked_for_above_unless_asked) {
  picture("game/art/skin.png");
  options_ = {};
  EXPECT_EQ(taken("old/art/skin.png"), "texture.missing");
  EXPECT_EQ(message_, "no such file next to the model");
  picture("game/meshes/hero/art/skin.dds");
  EXPECT_EQ(taken("old/art/skin.png"), "game/meshes/hero/art/skin.dds");
}

TEST_F(FindTexture, the_highest_folder_is_not_left) {
  picture("game/art/skin.png");
  options_.highest_folder = (tree_ / "game/meshes").string();
  EXPECT_EQ(taken("old/art/skin.png"), "texture.missing");
  options_.highest_folder = (tree_ / "game").string();
  EXPECT_EQ(taken("old/art/skin.png"), "game/art/skin.png");
  options_.highest_folder = (tree_ / "other").string();
  EXPECT_EQ(taken("old/art/skin.png"), "texture.missing");
  fs::create_directories(tree_ / "gam");  // a name with the same beginning
  options_.highest_folder = (tree_ / "gam").string();
  EXPECT_EQ(taken("old/art/skin.png"), "texture.missing");
}

TEST_F(FindTexture, search_folders_are_looked_through_by_tail_and_by_name) {
  picture("shared/ww2/concrete/Wall.dds");
  search("shared");
  EXPECT_EQ(taken("wall.tga"), "shared/ww2/concrete/Wall.dds");
  EXPECT_THAT(why(), EndsWith("shared, with a different extension"));
  EXPECT_THAT(why(), testing::StartsWith("its name matches, below "));
  picture("shared/scifi/metal/wall.dds");
  EXPECT_EQ(taken("C:/bank/scifi/metal/Wall.tga"), "shared/scifi/metal/wall.dds");
  EXPECT_EQ(diagnostics_.find("texture.several"), nullptr);
  // A file above the model comes after a longer match below `shared`, but before a match by name only.
  picture("game/metal/wall.dds");
  EXPECT_EQ(taken("C:/bank/scifi/metal/Wall.tga"), "shared/scifi/metal/wall.dds");
  EXPECT_EQ(taken("C:/bank/metal/Wall.tga"), "shared/scifi/metal/wall.dds");
  fs::remove_all(tree_ / "shared/scifi");
  EXPECT_EQ(taken("C:/bank/scifi/metal/Wall.tga"), "game/metal/wall.dds");
}

TEST_F(FindTexture, of_equal_names_the_one_in_folders_like_the_models_is_taken) {
  model_at("game/meshes/scifi/furniture/cylinderC/a.x");
  picture("shared/ww2/furniture/cylinderc/cylinder.dds");
  picture("shared/zz/scifi/furniture/cylinderC/cylinder.dds");
  search("shared");
  EXPECT_EQ(taken("cylinder.tga"), "shared/zz/scifi/furniture/cylinderC/cylinder.dds");
  EXPECT_THAT(why(), EndsWith(", in the folders most similar to the model's"));
  EXPECT_EQ(diagnostics_.find("texture.several")->message,
            "another file also matches: " + (tree_ / "shared/ww2/furniture/cylinderc/cylinder.dds").string());
}

TEST_F(FindTexture, gltf_paths_mean_what_they_say) {
  scene_.format = "gltf";
  picture("game/art/skin.png");
  picture("game/meshes/hero/art/skin.dds");
  EXPECT_EQ(taken("art/skin.png"), "texture.missing");
  EXPECT_EQ(message_, "no such file next to the model");
  picture("game/meshes/hero/art/skin.png");
  EXPECT_EQ(taken("art/skin.png"), "game/meshes/hero/art/skin.png");
}

TEST_F(FindTexture, links_do_not_lead_out_of_the_folders) {
  picture("outside/skin.png");
  fs::create_directories(tree_ / "game/art");
  fs::create_symlink(tree_ / "outside/skin.png", tree_ / "game/art/skin.png");
  options_.highest_folder = (tree_ / "game").string();
  EXPECT_EQ(taken("old/art/skin.png"), "texture.missing");
  search("game/art");
  EXPECT_EQ(taken("skin.png"), "texture.missing");
  EXPECT_THAT(opened_, ElementsAre());
  options_.highest_folder.clear();  // the target is now in a folder that is searched
  EXPECT_EQ(taken("old/art/skin.png"), "game/art/skin.png");
}

TEST_F(FindTexture, a_picture_beyond_the_limit_ends_the_search) {
  picture("game/meshes/hero/skin.png");
  picture("game/meshes/hero/skin.dds");
  options_.max_image_bytes = 3;
  EXPECT_EQ(taken("skin.png"), "texture.unreadable");
  EXPECT_THAT(message_, HasSubstr("more than the limit of 3 bytes"));
  EXPECT_THAT(opened_, ElementsAre("game/meshes/hero/skin.png"));
}

TEST_F(FindTexture, an_unreadable_search_folder_is_reported_once) {
  search("gone");
  TextureFinder finder(scene_.file, scene_.format == "gltf" || scene_.format == "glb", options_);
  const auto nothing = [](const std::string&) { return Result<void>(); };
  for (const char* name : {"a.png", "b.png"})
    EXPECT_FALSE(finder.find(name, {scene_.file, 0, {}, name}, diagnostics_, nothing));
  ASSERT_NE(diagnostics_.find("texture.search-cut"), nullptr);
  EXPECT_EQ(diagnostics_.find("texture.search-cut")->message, "no such folder");
  EXPECT_EQ(diagnostics_.find("texture.search-cut")->count, 1u);
}

TEST(WrittenPathParts, are_what_is_left_of_any_path) {
  const WrittenPath path = written_path("C:\\Work\\..\\Maps/./Art\\\\Skin.v2.TGA");
  EXPECT_THAT(path.folders, ElementsAre("Maps", "Art"));
  EXPECT_EQ(path.name, "Skin.v2.TGA");
  EXPECT_EQ(path.stem, "skin.v2");
  EXPECT_EQ(path.ending, ".tga");
  for (const char* nothing : {"", "/", "..", "a/..", "C:", "art/", "art\\", "."})
    EXPECT_EQ(written_path(nothing).name, "") << nothing;
  EXPECT_EQ(written_path(std::string("a/b\0.png", 8)).name, "");
  std::string deep = "first/";
  for (int i = 0; i < 1000; ++i) deep += "x/";
  EXPECT_EQ(written_path(deep + "skin.png").folders.size(), 15u);
}

TEST(WrittenPathParts, in_common_are_counted_in_order) {
  EXPECT_EQ(common_parts({"a", "B", "c"}, {"b", "x", "C"}), 2u);
  EXPECT_EQ(common_parts({"a", "b"}, {"b", "a"}), 1u);
  EXPECT_EQ(common_parts({}, {"b"}), 0u);
}

}  // namespace
}  // namespace skelter
