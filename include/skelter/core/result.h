#pragma once
// Result<T>: a value or an Error. C++20 has no std::expected; this is the part that we need.

#include <cassert>
#include <type_traits>
#include <utility>
#include <variant>

#include "skelter/core/error.h"

namespace skelter {

template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  // Preconditions: ok() for the value accessors, !ok() for error().
  T& operator*() & {
    assert(ok());
    return *std::get_if<0>(&state_);
  }
  const T& operator*() const& {
    assert(ok());
    return *std::get_if<0>(&state_);
  }
  T&& operator*() && {
    assert(ok());
    return std::move(*std::get_if<0>(&state_));
  }
  T* operator->() { return &**this; }
  const T* operator->() const { return &**this; }
  const Error& error() const {
    assert(!ok());
    return *std::get_if<1>(&state_);
  }

  // Applies `f` to the value; an error passes through.
  template <class F>
  auto map(F&& f) && -> Result<std::invoke_result_t<F, T&&>> {
    if (!ok()) return error();
    return std::forward<F>(f)(std::move(**this));
  }
  // Like map, for functions that can fail.
  template <class F>
  auto and_then(F&& f) && -> std::invoke_result_t<F, T&&> {
    if (!ok()) return error();
    return std::forward<F>(f)(std::move(**this));
  }

 private:
  std::variant<T, Error> state_;
};

// Success without a value, or an Error.
template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : error_(std::move(error)) {}
  bool ok() const { return !error_.has_value(); }
  explicit operator bool() const { return ok(); }
  const Error& error() const {
    assert(!ok());
    return *error_;
  }

 private:
  std::optional<Error> error_;
};

}  // namespace skelter
