#pragma once
// ArrayView: a pointer and a count, like std::span, but also for incomplete types. Public structures use it
// for records with an internal layout.

#include <concepts>
#include <cstddef>
#include <iterator>
#include <span>
#include <type_traits>

namespace skelter {

template <class T>
class ArrayView {
 public:
  constexpr ArrayView() = default;
  constexpr ArrayView(const T* data, std::size_t size) : data_(data), size_(size) {}
  // Converts from a span, a vector or an array.
  template <class Range>
  requires(!std::is_same_v<Range, ArrayView> &&
           requires(const Range& range) {
             { std::data(range) } -> std::convertible_to<const T*>;
           }) constexpr ArrayView(const Range& range)  // NOLINT(google-explicit-constructor)
      : data_(std::data(range)), size_(std::size(range)) {}

  constexpr const T* data() const { return data_; }
  constexpr std::size_t size() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }
  constexpr const T* begin() const { return data_; }
  constexpr const T* end() const { return data_ + size_; }
  // Precondition: the index or range is inside the view.
  constexpr const T& operator[](std::size_t index) const { return data_[index]; }
  constexpr const T& back() const { return data_[size_ - 1]; }
  constexpr std::span<const T> subspan(std::size_t first, std::size_t count) const {
    return {data_ + first, count};
  }

 private:
  const T* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace skelter
