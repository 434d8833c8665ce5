#include "skelter/core/error.h"

#include <gtest/gtest.h>

namespace skelter {
namespace {

TEST(error, prints_where_what_object_what_is_wrong) {
  const Error error{Status::bad_data,
                    "x.key-type",
                    "key type 7; expected 0 to 4",
                    {"walk.x", 412, {}, "Animation Bip01_Spine"}};
  EXPECT_EQ(to_string(error), "walk.x:412: Animation Bip01_Spine: key type 7; expected 0 to 4");
}

TEST(error, prints_only_the_parts_that_are_known) {
  EXPECT_EQ(to_string(Error{Status::io, "a", "cannot be read", {"", 0, {}, ""}}), "cannot be read");
  EXPECT_EQ(to_string(Error{Status::io, "a", "cannot be read", {"fox.glb", 0, {}, ""}}),
            "fox.glb: cannot be read");
  EXPECT_EQ(to_string(Error{Status::io, "a", "", {"fox.glb", 0, {}, "/skins/0"}}), "fox.glb: /skins/0");
  EXPECT_EQ(to_string(Error{Status::io, "a", "odd", {"", 0, {}, "Frame Hip"}}), "Frame Hip: odd");
}

TEST(error, a_spot_is_a_line_or_a_byte) {
  EXPECT_EQ(to_string(SourceSpot{"walk.x", 412, {}, "ignored"}), "walk.x:412");
  EXPECT_EQ(to_string(SourceSpot{"a.json", 25, {}, "ignored", 38}), "a.json:25:38");
  EXPECT_EQ(to_string(SourceSpot{"walk.x", 0, 97, ""}), "walk.x: byte 97");
  EXPECT_EQ(to_string(SourceSpot{"walk.x", 0, 0, ""}), "walk.x: byte 0");
  EXPECT_EQ(to_string(SourceSpot{"walk.x", 0, {}, ""}), "walk.x");
  EXPECT_EQ(to_string(SourceSpot{"", 3, {}, ""}), "line 3");
  EXPECT_EQ(to_string(SourceSpot{"", 0, 97, ""}), "byte 97");
  EXPECT_EQ(to_string(SourceSpot{}), "");
}

TEST(status, every_value_has_its_text) {
  EXPECT_EQ(to_text(Status::ok), "ok");
  EXPECT_EQ(to_text(Status::invalid_argument), "invalid argument");
  EXPECT_EQ(to_text(Status::not_found), "not found");
  EXPECT_EQ(to_text(Status::io), "input or output failed");
  EXPECT_EQ(to_text(Status::bad_data), "bad data");
  EXPECT_EQ(to_text(Status::unsupported), "not supported");
  EXPECT_EQ(to_text(Status::limit_exceeded), "limit exceeded");
  EXPECT_EQ(to_text(static_cast<Status>(200)), "unknown status");
}

TEST(status, every_value_has_a_sentence_of_its_own) {
  EXPECT_EQ(why(Status::ok), "no error");
  EXPECT_EQ(why(Status::invalid_argument),
            "an argument refers to something that does not exist, or arguments do not match");
  EXPECT_EQ(why(Status::io), "reading or writing failed: no permission, or no space");
  EXPECT_EQ(why(Status::bad_data), "the data is malformed or damaged");
  EXPECT_EQ(why(Status::limit_exceeded), "a memory, depth or count limit was exceeded");
  EXPECT_EQ(why(Status::not_ready), "not ready yet: try again later");
  EXPECT_EQ(why(static_cast<Status>(8)), "unknown status");
}

}  // namespace
}  // namespace skelter
