// Reads face lists.

#include <fmt/format.h>

#include <algorithm>

#include "formats/x/read/mesh_builder.h"

namespace skelter::x {
namespace {

// Error for the first corner with an index that is not below the limit.
Error bad_corner(const SceneBuilder& b, std::uint32_t object, const FaceList& list, std::uint32_t limit,
                 const char* index_name) {
  const auto bad =
      std::find_if(list.corners.begin(), list.corners.end(), [&](std::uint32_t c) { return c >= limit; });
  std::uint32_t face = 0;
  for (std::ptrdiff_t corner = bad - list.corners.begin();
       corner >= static_cast<std::ptrdiff_t>(list.size(face)); ++face)
    corner -= static_cast<std::ptrdiff_t>(list.size(face));
  return b.error("x.bad-index", object,
                 fmt::format("face {}: {} {}; expected less than {}", face, index_name, *bad, limit));
}

// True if every face has three corners, as in most meshes.
bool all_triangles(Words words, std::uint32_t faces) {
  if (words.size() != std::size_t{faces} * 4) return false;
  std::uint32_t different = 0;
  for (std::size_t i = 0; i < words.size(); i += 4) different |= words[i] ^ 3u;
  return different == 0;
}

}  // namespace

Result<FaceList> read_face_list(const SceneBuilder& b, std::uint32_t object, Words words, std::uint32_t faces,
                                std::uint32_t limit, const char* index_name) {
  FaceList list;
  list.count = faces;
  list.corners.reserve(words.size() - std::min<std::size_t>(faces, words.size()));
  std::uint32_t largest = 0;
  if (all_triangles(words, faces)) {
    list.corners.resize(std::size_t{faces} * 3);
    std::uint32_t* out = list.corners.data();
    for (std::size_t i = 0; i < words.size(); i += 4, out += 3) {
      out[0] = words[i + 1];
      out[1] = words[i + 2];
      out[2] = words[i + 3];
      largest = std::max({largest, out[0], out[1], out[2]});
    }
  } else {
    list.sizes.reserve(faces);
    WordsCursor cursor(words);
    for (std::uint32_t face = 0; face < faces; ++face) {
      const std::uint32_t size = cursor.next();
      if (size < 3)
        return b.error("x.small-face", object,
                       "face " + std::to_string(face) + " has " + counted(size, "corner", "corners") +
                           "; expected at least 3");
      const Words corners = cursor.take(size);
      list.sizes.push_back(static_cast<std::uint32_t>(corners.size()));
      list.corners.insert(list.corners.end(), corners.begin(), corners.end());
      for (const std::uint32_t corner : corners) largest = std::max(largest, corner);
    }
  }
  if (faces > 0 && largest >= limit) return bad_corner(b, object, list, limit, index_name);
  return list;
}

}  // namespace skelter::x
