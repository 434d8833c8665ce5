// Reads arbitrary bytes as the records of an FBX file, in either container. Indices must be in range,
// children must be inside their parents, and every list of numbers must be readable.

#include "core/internal/memory_budget.h"
#include "formats/fbx/records/records.h"
#include "fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace skelter;
  MemoryBudget budget(Limits{}, size);
  Diagnostics diagnostics;
  const auto tree = fbx::read_records(fuzz::bytes_of(data, size), "fuzz.fbx", budget, diagnostics);
  if (!tree) {
    fuzz::expect(!tree.error().message.empty(), "an error has a message");
    return 0;
  }
  const fbx::ListReader lists{*tree, budget, diagnostics};
  for (std::uint32_t r = 0; r < tree->records.size(); ++r) {
    const fbx::Record& record = tree->records[r];
    fuzz::expect(record.subtree_end > r && record.subtree_end <= tree->records.size(),
                 "a subtree ends in the list");
    fuzz::expect(r == 0 || record.parent < r, "parents come first");
    fuzz::expect(r == 0 || record.subtree_end <= tree->records[record.parent].subtree_end,
                 "children lie in their parent");
    for (const fbx::Value& value : tree->values_of(r)) (void)tree->text_of(value);
    std::vector<double> numbers;
    if (lists.read(r, numbers))
      fuzz::expect(numbers.size() == lists.count(r), "a list has as many as it says");
    budget.give_back(numbers.capacity() * sizeof(double));
    std::vector<std::int32_t> integers;
    (void)lists.read(r, integers).ok();
    budget.give_back(integers.capacity() * sizeof(std::int32_t));
  }
  return 0;
}
