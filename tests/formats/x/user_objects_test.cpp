// Objects with a file's own templates, as a program receives them: C-18.

#include <map>

#include "formats/x/read_support.h"
#include "skelter/formats/x/object_tree.h"

namespace skelter::test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

const std::string kLoot =
    "template Loot { <F8569BED-53B6-4923-AF0B-59A09271D556> STRING item; DWORD coins; [...] }\n";

// The objects passed to the hook, one per line: type, name, and the frame and mesh that contain it. "->"
// marks a reference.
struct Seen {
  std::vector<std::string> lines;

  XReadOptions options() {
    XReadOptions all;
    all.on_user_object = [this](const XUserObject& found) -> Result<void> {
      std::string line = found.place == found.object ? "" : "-> ";
      line += found.tree.label(found.object);
      if (found.node != kNone) line += " in " + found.scene.nodes.at(found.node).name;
      if (found.mesh != kNone) line += " in mesh " + found.scene.meshes.at(found.mesh).name;
      lines.push_back(line);
      return {};
    };
    return all;
  }
};

TEST(UserObjects, are_seen_once_each_in_the_order_of_the_file_with_frame_and_mesh) {
  Seen seen;
  const Scene scene =
      load(kLoot + "Loot Top { \"a\"; 1; }\n" +
               "Frame Chest { Loot Prize { \"b\"; 2; Loot Inner { \"c\"; 3; } }\n" + " Mesh Lid { " +
               kTriangle + "Loot Hinge { \"d\"; 4; } }\n" + " Frame Drawer { Loot Deep { \"e\"; 5; } } }\n",
           seen.options());
  EXPECT_THAT(seen.lines, ElementsAre("Loot Top", "Loot Prize in Chest", "Loot Inner in Chest",
                                      "Loot Hinge in Chest in mesh Lid", "Loot Deep in Drawer"));
  EXPECT_EQ(scene.meshes.size(), 1u);
}

TEST(UserObjects, of_references_are_seen_where_they_are_referred_to) {
  Seen seen;
  load(kLoot + "Loot Prize { \"b\"; 2; }\nFrame Chest { {Prize} }\nFrame Box { {Prize} {Nobody} }\n",
       seen.options());
  EXPECT_THAT(seen.lines, ElementsAre("Loot Prize", "-> Loot Prize in Chest", "-> Loot Prize in Box"));
}

TEST(UserObjects, have_their_type_name_guid_and_fields) {
  XReadOptions options;
  std::map<std::string, std::string> reported;
  options.on_user_object = [&](const XUserObject& found) -> Result<void> {
    reported["type"] = found.tree.type_name(found.object);
    reported["guid"] = to_string(found.tree.type_guid(found.object).value());
    reported["name"] = found.tree.objects[found.object].name;
    const auto fields = found.tree.fields(found.object);
    EXPECT_EQ(fields.size(), 2u);
    reported[fields.at(0).name] = std::get<std::string>(fields.at(0).value);
    reported[fields.at(1).name] = std::to_string(std::get<std::int64_t>(fields.at(1).value));
    return {};
  };
  load(kLoot + "Frame Chest { Loot Prize { \"ring\"; 250; } }", options);
  EXPECT_EQ(reported, (std::map<std::string, std::string>{{"type", "Loot"},
                                                          {"guid", "f8569bed-53b6-4923-af0b-59a09271d556"},
                                                          {"name", "Prize"},
                                                          {"item", "ring"},
                                                          {"coins", "250"}}));
}

TEST(UserObjects, are_seen_with_the_finished_scene) {
  XReadOptions options;
  std::size_t channels = 0, vertices = 0;
  options.on_user_object = [&](const XUserObject& found) -> Result<void> {
    EXPECT_TRUE(validate(found.scene));
    channels = found.scene.clips.at(0).channels.size();
    vertices = primitive(found.scene).positions.size();
    return {};
  };
  load(kLoot + "Frame Chest { Loot Prize { \"b\"; 2; } " + triangle_mesh() + " }\n" +
           "AnimationSet Open { Animation { {Chest} AnimationKey { 2; 1; 0;3;0,1,0;;; } } }",
       options);
  EXPECT_EQ(channels, 1u);
  EXPECT_EQ(vertices, 3u);
}

// The hook receives neither incomplete objects nor objects of a file that is rejected later.
TEST(UserObjects, of_a_file_that_is_refused_are_never_seen) {
  Seen seen;
  EXPECT_FALSE(read_text(kLoot + "Frame F { Loot A { \"b\"; 2; } }\nLoot B { \"cut", seen.options()));
  EXPECT_FALSE(
      read_text(kLoot + "Frame F { Loot A { \"b\"; 2; } Mesh { 1; 0;0;0;; 1; 3;0,1,2;; } }", seen.options()));
  EXPECT_THAT(seen.lines, IsEmpty());
}

TEST(UserObjects, standard_and_undeclared_ones_are_not_among_them) {
  Seen seen;
  load("Frame F { Stranger S { 1; 2; } EffectString { \"a\"; } }", seen.options());
  EXPECT_THAT(seen.lines, IsEmpty());
}

TEST(UserObjects, an_error_of_the_hook_is_the_error_of_the_reading) {
  XReadOptions options;
  std::size_t calls = 0;
  options.on_user_object = [&](const XUserObject& found) -> Result<void> {
    ++calls;
    return Error{Status::bad_data, "game.coins", "no coins; expected some", found.tree.spot(found.object)};
  };
  const Result<Scene> scene =
      read_text(kLoot + "Frame F { Loot A { \"b\"; 0; } Loot B { \"b\"; 0; } }", options);
  ASSERT_FALSE(scene);
  EXPECT_EQ(to_string(scene.error()), "t.x:3: Loot A: no coins; expected some");
  EXPECT_EQ(scene.error().code, "game.coins");
  EXPECT_EQ(calls, 1u);
}

// Two indices for each of the 502 objects, in addition to the memory for frames.
TEST(UserObjects, knowing_their_places_counts_against_the_memory_limit) {
  std::string text = kLoot + "Frame F { Loot { \"\"; 1; }\n";
  for (int i = 0; i < 500; ++i) text += "Frame {}\n";
  text += "}";
  const auto least = [&](const XReadOptions& options) {
    ReadOptions shared;
    std::uint64_t low = 1, high = std::uint64_t{1} << 30;
    while (low + 1 < high) {
      shared.limits.max_memory_bytes = (low + high) / 2;
      (read_text(text, shared, options) ? high : low) = shared.limits.max_memory_bytes;
    }
    return high;
  };
  Seen seen;
  const std::uint64_t without = least({}), with = least(seen.options());
  EXPECT_EQ(with, without + 502 * 8);
  ReadOptions tight;
  tight.limits.max_memory_bytes = with - 1;
  seen.lines.clear();
  const Result<Scene> scene = read_text(text, tight, seen.options());
  ASSERT_FALSE(scene);
  EXPECT_EQ(scene.error().code, "x.memory-limit");
  EXPECT_THAT(seen.lines, IsEmpty());
}

}  // namespace
}  // namespace skelter::test
