// Draco for a page: by the module that the page loads when a file needs it (src/web/draco, web/src/draco.ts).

#include <emscripten/emscripten.h>

#include <cstring>
#include <string_view>

#include "formats/gltf/internal/draco_decode.h"

namespace skelter::gltf {
namespace {

EM_JS(bool, page_has_draco, (), { return !!Module["draco"]; });

// The size of the answer; 0: the module stopped, in which case it is as good as new for the next call.
EM_JS(int, page_decode_draco, (const void* compressed, int size, const void* wanted, int wanted_size), {
  const answer = Module["draco"](HEAPU8.subarray(compressed, compressed + size),
                                 HEAPU8.subarray(wanted, wanted + wanted_size));
  Module["dracoAnswer"] = answer;
  return answer ? answer.length : 0;
});

EM_JS(void, page_take_draco, (void* out), {
  HEAPU8.set(Module["dracoAnswer"], out);
  Module["dracoAnswer"] = null;
});

std::vector<std::byte> stopped() {
  constexpr std::string_view kWhy = "the decoder stopped, most likely for want of memory";
  const DracoAnswer answer{DracoAnswer::Is::no_mesh, 0, 0, 0};
  std::vector<std::byte> bytes(sizeof(answer) + kWhy.size());
  std::memcpy(bytes.data(), &answer, sizeof(answer));
  std::memcpy(bytes.data() + sizeof(answer), kWhy.data(), kWhy.size());
  return bytes;
}

}  // namespace

bool has_draco() {
  return page_has_draco();
}

std::vector<std::byte> decode_draco(ByteSpan compressed, std::span<const DracoWanted> wanted) {
  const int size = page_decode_draco(compressed.data(), static_cast<int>(compressed.size()), wanted.data(),
                                     static_cast<int>(wanted.size_bytes()));
  if (size < static_cast<int>(sizeof(DracoAnswer))) return stopped();
  std::vector<std::byte> answer(static_cast<std::size_t>(size));
  page_take_draco(answer.data());
  return answer;
}

}  // namespace skelter::gltf
