// skelter bench: the list of workloads. No test checks durations.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/command_runner.h"

namespace skelter::test {
namespace {

TEST(Bench, lists_the_workloads_that_match_the_filter) {
  const CommandFolder folder;
  const Ran ran = folder.run({"bench", "--filter", "^(palette|skin)", "--json"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const cli::Json workloads = ran.json()["workloads"];
  ASSERT_EQ(workloads.size(), 3u);
  EXPECT_EQ(workloads[0]["name"], "palette");
  EXPECT_EQ(workloads[0]["unit"], "ns per joint");
  EXPECT_EQ(workloads[1]["name"], "skin, linear");
  EXPECT_EQ(workloads[2]["unit"], "ns per vertex");
  for (const cli::Json& workload : workloads) {
    EXPECT_GT(workload["least"].get<double>(), 0);
    EXPECT_LE(workload["least"].get<double>(), workload["median"].get<double>());
    EXPECT_LE(workload["median"].get<double>(), workload["most"].get<double>());
  }
}

TEST(Bench, filter_must_be_a_regular_expression) {
  const CommandFolder folder;
  const Ran ran = folder.run({"bench", "--filter", "("});
  EXPECT_EQ(ran.code, 2);
  EXPECT_EQ(ran.err, "--filter: not a regular expression\n");
}

}  // namespace
}  // namespace skelter::test
