// Replaces the tests of formats/assimp in builds without it.

#include <gtest/gtest.h>

TEST(AssimpAbsent, tests_of_formats_assimp_need_libassimp_dev) {
  GTEST_SKIP() << "built without SKELTER_WITH_ASSIMP; its package is libassimp-dev";
}
