// The exports of a side module: memory for the caller, and its only function.

#include "web/side/side.h"

#include <emscripten/emscripten.h>

#include <cstdlib>

namespace {
std::vector<std::byte> answer;
}

extern "C" {

EMSCRIPTEN_KEEPALIVE void* side_alloc(std::size_t size) {
  return std::malloc(size);
}
EMSCRIPTEN_KEEPALIVE void side_free(void* memory) {
  std::free(memory);
}

// Returns the size of the result, which is valid until the next call.
EMSCRIPTEN_KEEPALIVE std::size_t side_run(const std::byte* bytes, std::size_t size, const std::byte* wanted,
                                          std::size_t wanted_size) {
  answer.clear();
  answer = skelter::web::run_side_module({bytes, size}, {wanted, wanted_size});
  return answer.size();
}
EMSCRIPTEN_KEEPALIVE const std::byte* side_answer() {
  return answer.data();
}

// Called by the C++ library before it terminates the program. The library's own version prints a message, and
// printing would be a tenth of a small module.
[[noreturn]] void abort_message(const char*, ...) {
  std::abort();
}

}  // extern "C"
