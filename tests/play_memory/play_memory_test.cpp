// What the heap gives while characters play: nothing.
#include <gtest/gtest.h>

#include "play/data_of.h"
#include "support/pack_parts.h"
#include "support/peak_heap.h"

namespace skelter::test {
namespace {

TEST(PlayMemory, the_counter_counts) {
  std::vector<char> kept;
  EXPECT_GE(peak_heap_bytes([&] { kept.resize(1000); }), 1000u);
}

TEST(PlayMemory, looking_up_and_asking_for_what_is_prepared_takes_nothing) {
  const CharacterData data = must(CharacterData::create(pack_of(small_pack())));
  std::uint32_t sum = 0;
  EXPECT_EQ(peak_heap_bytes([&] {
              sum += data.find_clip("bend") + data.find_joint("Tip") + data.find_mask("tip") +
                     data.find_skin("strip");
              if (data.prepare(0).ok() && data.is_prepared(0)) ++sum;
            }),
            0u);
  EXPECT_EQ(sum, 2u);
}

}  // namespace
}  // namespace skelter::test
