#include "core/internal/close_name.h"

#include <gtest/gtest.h>

#include <vector>

namespace skelter {
namespace {

using Names = std::vector<std::string>;

TEST(CloseName, finds_the_name_that_was_probably_meant) {
  const struct {
    const char* word;
    Names names;
    const char* close;
  } table[] = {
      {"WALK", {"wake", "walk"}, "walk"},                         // different case
      {"wlak", {"run", "walk"}, "walk"},                          // swapped letters
      {"wal", {"walking", "walk"}, "walk"},                       // one letter is missing
      {"wal", {"walking_fast", "walking"}, "walking"},            // the shortest name with this beginning
      {"walking_a", {"Idle", "Rig|Walking_A"}, "Rig|Walking_A"},  // the name is contained
      {"lft_hnd", {"right_hand", "left_hand"}, "left_hand"},      // two of nine letters differ
      {"left_hand", {"right_hand", "left_foot"}, ""},             // four different letters are too many
      {"jump", {"walk", "run"}, ""},
      {"a", {"b", "c"}, ""},
      {"b", {"Ball", "Bend"}, "Ball"},
      {"al", {"Ball"}, ""},  // two letters in the middle of a name are no evidence
      {"", {"walk"}, ""},
      {"walk", {}, ""},
  };
  for (const auto& one : table) EXPECT_EQ(close_name(one.word, one.names), one.close) << one.word;
}

TEST(CloseName, long_words_and_many_names_are_fast) {
  EXPECT_EQ(close_name(std::string(100'000, 'a'), Names{std::string(100'000, 'b')}), "");
  Names many(200'000, "another_name");
  many.emplace_back("Exact");
  EXPECT_EQ(close_name("exact", many), "Exact");
}

TEST(CloseName, known_names_are_the_close_one_or_the_first_eight_and_the_count) {
  Names names{"one", "two"};
  EXPECT_EQ(known_names("tow", names, "clips"), "did you mean \"two\"?");
  EXPECT_EQ(known_names("seven", names, "clips"), "the clips are \"one\", \"two\"");
  names = {"a", "b", "c", "d", "e", "f", "g", "h"};
  EXPECT_EQ(known_names("xyz", names, "nodes"), R"(the nodes are "a", "b", "c", "d", "e", "f", "g", "h")");
  names.insert(names.end(), {"i", "#9"});
  EXPECT_EQ(known_names("xyz", names, "nodes"),
            R"(the 10 nodes are "a", "b", "c", "d", "e", "f", "g", "h" and 2 more)");
  EXPECT_EQ(known_names("#8", names, "nodes"), listed_names(names, "nodes"))
      << "an index is no misspelt name";
  names = {"hop"};
  EXPECT_EQ(known_names("fly", names, "triggers"), "the only one is \"hop\"");
}

}  // namespace
}  // namespace skelter
