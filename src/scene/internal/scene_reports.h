#pragma once
// Base of the classes that fill a scene from a file. It reports messages about an object and counts
// allocations.

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "skelter/core/result.h"
#include "skelter/scene/scene.h"

namespace skelter {

// `Builder` must derive from this class and have `SourceSpot spot(Object) const` and `Result<void>
// take_memory(Object, std::uint64_t count, std::uint64_t size)`.
template <class Builder, class Object>
class SceneReports {
 public:
  Scene scene;

  void report(Severity severity, std::string_view code, Object object, std::string message,
              std::uint64_t count = 1) {
    scene.diagnostics.add(severity, code, builder().spot(object), std::move(message), count);
  }
  void note(std::string_view code, Object object, std::string message, std::uint64_t count = 1) {
    report(Severity::note, code, object, std::move(message), count);
  }
  void warn(std::string_view code, Object object, std::string message, std::uint64_t count = 1) {
    report(Severity::warning, code, object, std::move(message), count);
  }
  Error error(std::string_view code, Object object, std::string message,
              Status status = Status::bad_data) const {
    return {status, code, std::move(message), builder().spot(object)};
  }
  // Counts `count` entries that are about to be allocated for the object.
  template <class T>
  Result<void> take_memory(Object object, std::uint64_t count) {
    return static_cast<Builder*>(this)->take_memory(object, count, sizeof(T));
  }

 private:
  const Builder& builder() const { return static_cast<const Builder&>(*this); }
};

}  // namespace skelter
