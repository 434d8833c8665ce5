#include "skelter/version.h"

#include <gtest/gtest.h>

#include <string>

namespace skelter {
namespace {

TEST(Version, text_and_numbers_agree) {
  EXPECT_EQ(kVersion, std::to_string(SKELTER_VERSION_MAJOR) + "." + std::to_string(SKELTER_VERSION_MINOR) +
                          "." + std::to_string(SKELTER_VERSION_PATCH));
}

TEST(Version, equals_the_package_version) {
  EXPECT_EQ(kVersion, SKELTER_PROJECT_VERSION);
}

}  // namespace
}  // namespace skelter
