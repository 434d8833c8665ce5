#include "formats/assimp/files.h"

#include <algorithm>
#include <cstring>

#include "skelter/system/file.h"

namespace skelter::assimp {
namespace {

class MemoryStream : public Assimp::IOStream {
 public:
  explicit MemoryStream(std::vector<std::byte> owned) : owned_(std::move(owned)), bytes_(owned_) {}

  std::size_t Read(void* buffer, std::size_t size, std::size_t count) override {
    if (size == 0 || count == 0) return 0;
    const std::size_t items = std::min(count, (bytes_.size() - at_) / size);
    if (items != 0) std::memcpy(buffer, bytes_.data() + at_, items * size);
    at_ += items * size;
    return items;
  }
  std::size_t Write(const void*, std::size_t, std::size_t) override { return 0; }
  aiReturn Seek(std::size_t offset, aiOrigin origin) override {
    const std::size_t base = origin == aiOrigin_SET ? 0 : origin == aiOrigin_CUR ? at_ : bytes_.size();
    const std::size_t place = origin == aiOrigin_END ? base - offset : base + offset;
    if (place > bytes_.size()) return aiReturn_FAILURE;
    at_ = place;
    return aiReturn_SUCCESS;
  }
  std::size_t Tell() const override { return at_; }
  std::size_t FileSize() const override { return bytes_.size(); }
  void Flush() override {}

 private:
  std::vector<std::byte> owned_;
  ByteSpan bytes_;
  std::size_t at_ = 0;
};

std::string with_slashes(std::string path) {
  std::replace(path.begin(), path.end(), '\\', '/');
  while (path.starts_with("./")) path.erase(0, 2);
  return path;
}

// Assimp 5.2.5 reads the lines after "frameRate 24" as more values of frameRate, up to an empty line or a
// carriage return. It then plays everything at 24 frames per second and misses sections. "\r\n" avoids both.
std::vector<std::byte> with_carriage_returns(ByteSpan bytes) {
  std::vector<std::byte> text;
  text.reserve(bytes.size() + bytes.size() / 16);
  for (const std::byte b : bytes) {
    if (b == std::byte{'\n'} && (text.empty() || text.back() != std::byte{'\r'}))
      text.push_back(std::byte{'\r'});
    text.push_back(b);
  }
  return text;
}

Assimp::IOStream* open_bytes(const std::string& path, std::vector<std::byte> bytes) {
  if (extension(path).starts_with(".md5")) bytes = with_carriage_returns(bytes);
  return new MemoryStream(std::move(bytes));
}

// Whether importers look for this file even if the model does not refer to it.
bool is_guess(const std::string& name) {
  return name.ends_with(".md5anim") || name.ends_with(".md5camera") || name.ends_with("_animation.txt");
}

}  // namespace

Files::Files(const std::string& path, ByteSpan bytes, const ReadOptions& options)
    : path_(path),
      folder_(options.neighbour_folder.empty() ? parent_folder(path) : options.neighbour_folder),
      bytes_(bytes),
      options_(options) {
  if (folder_.empty()) folder_ = ".";
}

bool Files::is_main(const std::string& path) const {
  return path == path_ || path == with_slashes(path_);
}

std::string Files::below_folder(const std::string& path) const {
  std::string below = with_slashes(path);
  // Importers prepend the main file's folder in one of these forms.
  for (const std::string& folder : {folder_ + "/", parent_folder(with_slashes(path_)) + "/"})
    if (folder.size() > 1 && below.starts_with(folder)) below.erase(0, folder.size());
  while (below.starts_with("./")) below.erase(0, 2);
  return below;
}

std::string Files::find(const std::string& path) const {
  const std::string below = below_folder(path);
  if (const auto found = find_below(folder_, below)) return *found;
  const std::string outside = below.starts_with("/") ? below : folder_ + "/" + below;
  if (options_.allow_outside && file_exists(outside)) return outside;
  return find_below(folder_, file_name(below)).value_or("");
}

const std::vector<std::byte>* Files::given(const std::string& path) const {
  const std::string below = below_folder(path);
  auto known = given_.find(below);
  if (known == given_.end()) {
    auto bytes = options_.read_neighbour(below);
    known = given_.emplace(below, std::nullopt).first;
    if (bytes) known->second = std::move(*bytes);
  }
  return known->second ? &*known->second : nullptr;
}

bool Files::Exists(const char* path) const {
  if (is_main(path)) return true;
  return options_.read_neighbour ? given(path) != nullptr : !find(path).empty();
}

Assimp::IOStream* Files::Open(const char* path, const char* mode) {
  if (std::strpbrk(mode, "wa+") != nullptr) return nullptr;
  if (is_main(path)) return open_bytes(path, {bytes_.begin(), bytes_.end()});
  if (options_.read_neighbour) {
    if (const auto* bytes = given(path)) return open_bytes(path, *bytes);
  } else if (const std::string found = find(path); !found.empty()) {
    if (auto bytes = read_file(found)) return open_bytes(found, std::move(*bytes));
  }
  std::string name = file_name(with_slashes(path));
  if (!is_guess(name) && std::find(missing_.begin(), missing_.end(), name) == missing_.end())
    missing_.push_back(std::move(name));
  return nullptr;
}

void Files::Close(Assimp::IOStream* stream) {
  delete stream;
}

}  // namespace skelter::assimp
