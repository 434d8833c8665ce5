#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "system/internal/filesystem.h"

namespace skelter {
namespace {

TEST(Environment, the_config_folder_is_the_one_that_the_environment_names) {
  const char* const before = std::getenv("XDG_CONFIG_HOME");
  const std::string kept = before == nullptr ? "" : before;
  setenv("XDG_CONFIG_HOME", "/somewhere", 1);
  EXPECT_EQ(config_folder(), "/somewhere");
  unsetenv("XDG_CONFIG_HOME");
  EXPECT_THAT(config_folder(), ::testing::AnyOf("", ::testing::EndsWith(".config")));
  if (before != nullptr) setenv("XDG_CONFIG_HOME", kept.c_str(), 1);
}

}  // namespace
}  // namespace skelter
