// Loads a small .x file from memory with the public headers only, and prints its contents.
#include <skelter/formats/x/read.h>

#include <cstdio>
#include <span>
#include <string_view>

constexpr std::string_view kSquare = R"(xof 0303txt 0032
Frame Root {
  Mesh Square {
    4;
    0.0;0.0;0.0;, 1.0;0.0;0.0;, 1.0;1.0;0.0;, 0.0;1.0;0.0;;
    2;
    3;0,1,2;, 3;0,2,3;;
  }
}
)";

int main() {
  const auto scene = skelter::read_x(std::as_bytes(std::span(kSquare)), "square.x");
  if (!scene) {
    std::fprintf(stderr, "%s\n", scene.error().message.c_str());
    return 1;
  }
  const skelter::Primitive& square = scene->meshes.at(0).primitives.at(0);
  std::printf("square.x: %u source vertices, %u triangles\n", square.source_vertices,
              static_cast<unsigned>(square.indices.size() / 3));
  return 0;
}
