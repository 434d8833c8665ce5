#include "skelter/core/diagnostics.h"

#include <gtest/gtest.h>

namespace skelter {
namespace {

SourceSpot at(std::string object, std::uint32_t line = 0) {
  return {"walk.x", line, {}, std::move(object)};
}

TEST(diagnostics, ten_thousand_repeats_are_one_entry_with_a_count) {
  Diagnostics diagnostics;
  for (std::uint32_t i = 0; i < 10'000; ++i)
    diagnostics.add(Severity::warning, "x.weights", at("SkinWeights Hip", 412 + i),
                    "weights sum to 0.9; expected 1");
  ASSERT_EQ(diagnostics.entries().size(), 1u);
  EXPECT_EQ(to_string(diagnostics.entries()[0]),
            "walk.x:412: SkinWeights Hip: weights sum to 0.9; expected 1 (10000 times)");
  EXPECT_EQ(diagnostics.count(Severity::warning), 10'000u);
}

TEST(diagnostics, one_occurrence_prints_without_a_count) {
  Diagnostics diagnostics;
  diagnostics.add(Severity::note, "x.note", at("Mesh Body", 7), "odd");
  EXPECT_EQ(to_string(diagnostics.entries()[0]), "walk.x:7: Mesh Body: odd");
}

TEST(diagnostics, other_objects_codes_and_severities_are_entries_of_their_own) {
  Diagnostics diagnostics;
  diagnostics.add(Severity::warning, "x.a", at("A"), "1");
  diagnostics.add(Severity::warning, "x.a", at("B"), "2");
  diagnostics.add(Severity::warning, "x.b", at("A"), "3");
  diagnostics.add(Severity::note, "x.a", at("A"), "4");
  diagnostics.add(Severity::note, "x.a", {"other.x", 0, {}, "A"}, "5");
  ASSERT_EQ(diagnostics.entries().size(), 5u);
  EXPECT_EQ(diagnostics.entries()[3].message, "4");
  EXPECT_EQ(diagnostics.count(Severity::warning), 3u);
  EXPECT_EQ(diagnostics.count(Severity::note), 2u);
  EXPECT_EQ(diagnostics.count(Severity::error), 0u);
}

TEST(diagnostics, objects_beyond_the_cap_share_one_more_entry) {
  Diagnostics diagnostics;
  diagnostics.add(Severity::note, "x.other", at("A"), "other");
  for (int i = 0; i < 100; ++i)
    diagnostics.add(Severity::warning, "x.a", at("Mesh " + std::to_string(i)), "odd", 2);
  ASSERT_EQ(diagnostics.entries().size(), 1 + Diagnostics::kMaxEntriesPerCode + 1);
  EXPECT_EQ(diagnostics.entries()[1].count, 2u);
  EXPECT_EQ(diagnostics.entries()[24].spot.object, "Mesh 23");
  EXPECT_EQ(diagnostics.entries()[24].count, 2u);
  EXPECT_EQ(to_string(diagnostics.entries().back()), "walk.x: others: odd (152 times)");
  EXPECT_EQ(diagnostics.count(Severity::warning), 200u);
}

TEST(diagnostics, find_gives_the_first_entry_of_a_code_or_nothing) {
  Diagnostics diagnostics;
  EXPECT_TRUE(diagnostics.empty());
  EXPECT_EQ(diagnostics.find("x.a"), nullptr);
  diagnostics.add(Severity::note, "x.a", at("A"), "first");
  diagnostics.add(Severity::note, "x.a", at("B"), "second");
  ASSERT_NE(diagnostics.find("x.a"), nullptr);
  EXPECT_EQ(diagnostics.find("x.a")->message, "first");
  EXPECT_FALSE(diagnostics.empty());
}

TEST(diagnostics, appending_keeps_counts_and_merges_equal_objects) {
  Diagnostics first, second;
  first.add(Severity::note, "x.a", at("A"), "odd", 3);
  second.add(Severity::note, "x.a", at("A"), "odd", 4);
  second.add(Severity::error, "x.b", at("B"), "bad");
  first.append(second);
  ASSERT_EQ(first.entries().size(), 2u);
  EXPECT_EQ(first.entries()[0].count, 7u);
  EXPECT_EQ(first.count(Severity::error), 1u);
}

TEST(diagnostics, every_severity_has_its_text) {
  EXPECT_EQ(to_text(Severity::note), "note");
  EXPECT_EQ(to_text(Severity::warning), "warning");
  EXPECT_EQ(to_text(Severity::error), "error");
  EXPECT_EQ(to_text(static_cast<Severity>(9)), "unknown severity");
}

}  // namespace
}  // namespace skelter
