#include "skelter/core/name_match.h"

#include <gtest/gtest.h>

namespace skelter {
namespace {

TEST(NameMatch, exact_names_tell_case_apart) {
  EXPECT_TRUE(same_name("walk", "walk", NameMatch::exact));
  EXPECT_FALSE(same_name("walk", "Walk", NameMatch::exact));
}

// B-05: "LEFT_ARM" equals "left_arm". Only the letters A to Z have a case here.
TEST(NameMatch, ignoring_case_only_letters_a_to_z_are_alike) {
  EXPECT_TRUE(same_name("LEFT_ARM", "left_arm", NameMatch::ignore_case));
  EXPECT_FALSE(same_name("left_arm", "left_arms", NameMatch::ignore_case));
  EXPECT_FALSE(same_name("[", "{", NameMatch::ignore_case));
  EXPECT_FALSE(same_name("\xC3\x84", "\xC3\xA4", NameMatch::ignore_case));
  EXPECT_TRUE(same_name("", "", NameMatch::ignore_case));
}

}  // namespace
}  // namespace skelter
