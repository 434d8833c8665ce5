#ifdef __EMSCRIPTEN__

#include "system/internal/side_module.h"

#include <emscripten/emscripten.h>

namespace skelter {
namespace {

EM_JS(bool, side_module_is_there, (const char* name), { return !!Module[UTF8ToString(name)]; });

// Returns the size of the result, or 0 if the module terminated. The next call then uses a new module.
EM_JS(int, side_module_answer,
      (const char* name, const void* bytes, int size, const void* wanted, int wanted_size), {
        const answer = Module[UTF8ToString(name)](HEAPU8.subarray(bytes, bytes + size),
                                                  HEAPU8.subarray(wanted, wanted + wanted_size));
        Module["sideAnswer"] = answer;
        return answer ? answer.length : 0;
      });

EM_JS(void, side_module_take, (void* out), {
  HEAPU8.set(Module["sideAnswer"], out);
  Module["sideAnswer"] = null;
});

}  // namespace

bool has_side_module(const char* name) {
  return side_module_is_there(name);
}

std::vector<std::byte> ask_side_module(const char* name, ByteSpan bytes, ByteSpan wanted) {
  const int size = side_module_answer(name, bytes.data(), static_cast<int>(bytes.size()), wanted.data(),
                                      static_cast<int>(wanted.size()));
  std::vector<std::byte> answer(static_cast<std::size_t>(size));
  if (size > 0) side_module_take(answer.data());
  return answer;
}

}  // namespace skelter

#endif
