#include "skelter/core/result.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace skelter {
namespace {

const Error kNoFile{Status::not_found, "file.not-found", "no such file", {"walk.x", 0, {}, ""}};

Result<int> half(int x) {
  if (x % 2 != 0)
    return Error{Status::bad_data, "odd", std::to_string(x) + " is odd; expected an even number", {}};
  return x / 2;
}

TEST(result, holds_a_value_or_an_error) {
  const Result<int> good = 7, bad = kNoFile;
  EXPECT_TRUE(good.ok());
  EXPECT_TRUE(static_cast<bool>(good));
  EXPECT_EQ(*good, 7);
  EXPECT_FALSE(bad.ok());
  EXPECT_EQ(bad.error().message, "no such file");
}

TEST(result, moves_what_cannot_be_copied) {
  Result<std::unique_ptr<std::string>> result = std::make_unique<std::string>("walk");
  EXPECT_EQ(**result, "walk");
  EXPECT_EQ(result->get()->size(), 4u);
  const std::unique_ptr<std::string> taken = *std::move(result);
  EXPECT_EQ(*taken, "walk");
}

TEST(result, members_are_reached_by_arrow) {
  Result<std::string> result = std::string("walk");
  result->push_back('s');
  const Result<std::string>& fixed = result;
  EXPECT_EQ(fixed->size(), 5u);
}

TEST(result, map_changes_the_value_and_passes_an_error_through) {
  const auto length = [](std::string&& s) { return s.size(); };
  EXPECT_EQ(*Result<std::string>("walk").map(length), 4u);
  EXPECT_EQ(Result<std::string>(kNoFile).map(length).error().code, "file.not-found");
}

TEST(result, and_then_may_fail_itself) {
  EXPECT_EQ(*half(12).and_then(half), 3);
  EXPECT_EQ(half(6).and_then(half).error().message, "3 is odd; expected an even number");
  EXPECT_EQ(half(7).and_then(half).error().message, "7 is odd; expected an even number");
}

TEST(result, without_a_value_is_success_or_an_error) {
  const Result<void> good, bad = kNoFile;
  EXPECT_TRUE(good.ok() && static_cast<bool>(good));
  EXPECT_FALSE(bad.ok());
  EXPECT_EQ(bad.error().status, Status::not_found);
}

}  // namespace
}  // namespace skelter
