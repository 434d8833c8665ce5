// Calls for memory and files.

#include <cstdlib>

#include "skelter/load.h"
#include "skelter/system/file.h"
#include "skelter/version.h"
#include "web/answer.h"
#include "web/bridge.h"
#include "web/files.h"

using namespace skelter;
using namespace skelter::web;

extern "C" {

void* sk_alloc(std::size_t size) {
  note_error(std::nullopt);
  if (auto room = expect_writable_target(size); !room) {
    note_error(room.error());
    return nullptr;
  }
  void* memory = std::malloc(size == 0 ? 1 : size);
  if (memory == nullptr)
    note_error(Error{Status::limit_exceeded, "web.memory", "the page does not have enough memory left", {}});
  return memory;
}

void sk_free(void* memory) {
  std::free(memory);
}

const char* sk_last_error() {
  return noted_error() ? answer(*noted_error()) : answer(Json::object());
}

const char* sk_about() {
#ifdef SKELTER_WEB_PLAYER
  const Json writes = Json::array();
#else
  const Json writes = {".x", ".gltf", ".glb"};
#endif
  return answer(Json{{"version", kVersion},
                     {"player", writes.empty()},
                     {"reads", model_extensions()},
                     {"writes", writes},
                     {"most_file_bytes", kMaxFileBytes},
                     {"most_bytes", kMaxBytes}});
}

const char* sk_file_put(const char* path, const std::uint8_t* bytes, std::size_t size) {
  if (auto put = put_file(path, {reinterpret_cast<const std::byte*>(bytes), size}); !put)
    return answer(put.error());
  return answer(Json{{"path", path}, {"size", size}});
}

const std::uint8_t* sk_file_get(const char* path, std::size_t* out_size) {
  static std::vector<std::byte> bytes;
  *out_size = 0;
  note_error(std::nullopt);
  const auto checked = checked_path(path);
  auto read = checked ? read_file(*checked) : checked.error();
  if (!read) {
    note_error(read.error());
    return nullptr;
  }
  bytes = std::move(*read);
  bytes.reserve(1);  // so that even an empty file has a non-null pointer
  *out_size = bytes.size();
  return reinterpret_cast<const std::uint8_t*>(bytes.data());
}

const char* sk_file_remove(const char* path) {
  return answer(remove_file(path));
}

const char* sk_file_list() {
  Json files = Json::array();
  for (const auto& [path, size] : all_files()) files.push_back({{"path", path}, {"size", size}});
  return answer(Json{{"files", files}});
}

}  // extern "C"
