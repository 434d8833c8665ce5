#include <meshoptimizer.h>

#include <cmath>
#include <random>

#include "formats/gltf/gltf_document.h"
#include "formats/gltf/read/meshes/meshopt_octahedral.h"
#include "formats/gltf/read/meshes/meshopt_vertices.h"

namespace skelter::test {
namespace {

using gltf::decode_meshopt_vertices;

// Bytes for which the library's encoder uses all its widths: constant, slowly changing, and random.
Bytes vertices(std::size_t count, std::size_t size) {
  std::mt19937 random(7);
  Bytes bytes(count * size);
  for (std::size_t v = 0; v < count; ++v)
    for (std::size_t k = 0; k < size; ++k) {
      const unsigned kind = k % 4;
      const auto value = kind == 0   ? 5u
                         : kind == 1 ? static_cast<unsigned>(v / 3)
                         : kind == 2 ? random() % 5
                                     : random();
      bytes[v * size + k] = static_cast<std::byte>(value);
    }
  return bytes;
}

Bytes encoded(const Bytes& bytes, std::size_t count, std::size_t size) {
  std::vector<unsigned char> out(meshopt_encodeVertexBufferBound(count, size));
  out.resize(meshopt_encodeVertexBuffer(out.data(), out.size(), bytes.data(), count, size));
  const auto* data = reinterpret_cast<const std::byte*>(out.data());
  return {data, data + out.size()};
}

// The golden poses of MeshoptCubeTest.gltf in the corpus test version 1.
TEST(meshopt, our_decoder_undoes_the_librarys_encoder) {
  for (const std::size_t size : {4u, 12u, 16u, 48u, 256u})
    for (const std::size_t count : {1u, 15u, 16u, 17u, 255u, 300u, 1000u}) {
      const Bytes plain = vertices(count, size), packed = encoded(plain, count, size);
      Bytes out(plain.size());
      EXPECT_TRUE(decode_meshopt_vertices(packed, count, size, out.data()));
      EXPECT_EQ(out, plain) << count << " of " << size;
    }
}

TEST(meshopt, cut_or_damaged_data_is_refused_or_decoded_within_bounds) {
  const Bytes plain = vertices(100, 12), packed = encoded(plain, 100, 12);
  Bytes out(plain.size());
  for (std::size_t size = 0; size < packed.size(); ++size)
    EXPECT_FALSE(decode_meshopt_vertices(ByteSpan(packed).first(size), 100, 12, out.data())) << size;
  for (std::size_t at = 0; at < packed.size(); ++at)
    for (const unsigned value : {0x00, 0x55, 0xA1, 0xFF}) {
      Bytes damaged = packed;
      damaged[at] = static_cast<std::byte>(value);
      decode_meshopt_vertices(damaged, 100, 12, out.data());
      damaged[0] = std::byte{0xA1};
      decode_meshopt_vertices(damaged, 100, 12, out.data());
    }
}

// The formula of the specification, in double precision. The tolerance of half a unit is the rounding; single
// precision adds much less.
template <class T>
void expect_unit_normals(int step) {
  constexpr int kOne = std::numeric_limits<T>::max();
  for (int x = -kOne; x <= kOne; x += step)
    for (int y = -kOne; y <= kOne; y += step) {
      T n[4] = {static_cast<T>(x), static_cast<T>(y), kOne, 7};
      gltf::decode_meshopt_octahedral(std::as_writable_bytes(std::span(n)), sizeof(n));
      double u = x / static_cast<double>(kOne), v = y / static_cast<double>(kOne);
      const double w = 1 - std::abs(u) - std::abs(v), t = std::max(-w, 0.0);
      u -= u >= 0 ? t : -t;
      v -= v >= 0 ? t : -t;
      const double length = std::sqrt(u * u + v * v + w * w);
      EXPECT_NEAR(n[0], u / length * kOne, 0.51) << x << " " << y;
      EXPECT_NEAR(n[1], v / length * kOne, 0.51) << x << " " << y;
      EXPECT_NEAR(n[2], w / length * kOne, 0.51) << x << " " << y;
      EXPECT_EQ(n[3], 7);
    }
}
TEST(meshopt, octahedral_normals_are_those_of_the_formula) {
  expect_unit_normals<std::int8_t>(1);
  expect_unit_normals<std::int16_t>(509);
}

TEST(meshopt, octahedral_takes_any_bytes) {
  for (const std::size_t stride : {4u, 8u})
    for (const unsigned value : {0x00, 0x7F, 0x80, 0xFF}) {
      Bytes bytes(40, static_cast<std::byte>(value));
      gltf::decode_meshopt_octahedral(bytes, stride);
      EXPECT_EQ(bytes[3 * stride / 4], static_cast<std::byte>(value));
    }
}

TEST(meshopt, faults_name_the_extension) {
  struct Case {
    const char* members;
    const char* message;
  };
  const Case cases[] = {
      {R"("count":3,"byteStride":12,"mode":"ODD")",
       "mode \"ODD\"; expected ATTRIBUTES, TRIANGLES or INDICES"},
      {R"("count":3,"byteStride":13,"mode":"ATTRIBUTES")",
       "byteStride 13; expected a multiple of 4 up to 256"},
      {R"("count":3,"byteStride":8,"mode":"INDICES")", "byteStride 8; expected 2 or 4"},
      {R"("count":4,"byteStride":4,"mode":"TRIANGLES")", "count 4; expected three per triangle"},
      {R"("count":3,"byteStride":12,"mode":"ATTRIBUTES")",
       "cannot be decoded as 3 elements of 12 bytes in mode ATTRIBUTES"},
      {R"("count":9007199254740991,"byteStride":12,"mode":"ATTRIBUTES")",
       "needs more memory than the limit of "},
      {R"("count":0,"byteStride":12,"mode":"ATTRIBUTES","filter":"QUATERNION")",
       "filter QUATERNION with mode ATTRIBUTES and byteStride 12; expected ATTRIBUTES and 8"},
  };
  for (const Case& c : cases) {
    Document d;
    d.floats("VEC3", 3, {0, 0, 0});
    d.views =
        R"({"buffer":0,"byteLength":0,"extensions":{"EXT_meshopt_compression":{"buffer":0,"byteLength":12,)" +
        std::string(c.members) + "}}}";
    const std::string message =
        "a.gltf: /bufferViews/0/extensions/EXT_meshopt_compression: " + std::string(c.message);
    EXPECT_EQ(error_of(d, R"("nodes":[{"mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}])")
                  .substr(0, message.size()),
              message);
  }
  Document d;
  d.floats("VEC3", 3, {0, 0, 0});
  d.views =
      R"({"buffer":0,"byteLength":0,"extensions":{"EXT_meshopt_compression":{"buffer":0,"byteLength":12,"count":0,"byteStride":8,"mode":"ATTRIBUTES","filter":"ODD"}}})";
  EXPECT_EQ(error_of(d, R"("nodes":[{"mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}])"),
            "a.gltf: /bufferViews/0/extensions/EXT_meshopt_compression/filter: \"ODD\"; expected NONE, "
            "OCTAHEDRAL, QUATERNION, EXPONENTIAL or COLOR");
}

}  // namespace
}  // namespace skelter::test
