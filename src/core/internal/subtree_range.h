#pragma once
// The children of an entry in a tree that is stored as one list: entries come before their children, and
// `subtree_end` is the index after the last descendant.

#include <cstdint>
#include <vector>

namespace skelter {

// Visits the children in list order: for (std::uint32_t child : SubtreeRange(entries, begin, end)).
template <class Entry>
class SubtreeRange {
 public:
  SubtreeRange(const std::vector<Entry>& entries, std::uint32_t begin, std::uint32_t end)
      : entries_(&entries), begin_(begin), end_(end) {}

  class Iterator {
   public:
    Iterator(const std::vector<Entry>& entries, std::uint32_t entry) : entries_(&entries), entry_(entry) {}
    std::uint32_t operator*() const { return entry_; }
    Iterator& operator++() {
      entry_ = (*entries_)[entry_].subtree_end;
      return *this;
    }
    friend bool operator!=(const Iterator& a, const Iterator& b) { return a.entry_ != b.entry_; }

   private:
    const std::vector<Entry>* entries_;
    std::uint32_t entry_;
  };
  Iterator begin() const { return {*entries_, begin_}; }
  Iterator end() const { return {*entries_, end_}; }

 private:
  const std::vector<Entry>* entries_;
  std::uint32_t begin_, end_;
};

}  // namespace skelter
