#include <cmath>
#include <limits>

#include "formats/gltf/container/uri.h"
#include "formats/gltf/gltf_document.h"

namespace skelter::test {
namespace {

using gltf::percent_decoded;
using gltf::stays_below;

// A mesh that uses accessor 0 as POSITION; positions() returns its vertices.
const char* const kMesh = R"("nodes":[{"mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}])";
std::vector<Vec3> positions(const Document& d) {
  return load(d, kMesh).meshes.at(0).primitives.at(0).positions;
}

TEST(accessors, integers_become_numbers_as_the_specification_says) {
  Document d;
  d.add<std::int8_t>("VEC3", 5120, 3, {127, -127, -128, 64, 0, 1});
  EXPECT_EQ(positions(d), (std::vector<Vec3>{{127, -127, -128}, {64, 0, 1}}));
  Document n;
  n.add<std::int8_t>("VEC3", 5120, 3, {127, -127, -128}, ",\"normalized\":true");
  EXPECT_EQ(positions(n), (std::vector<Vec3>{{1, -1, -1}}));
  Document u;
  u.add<std::uint16_t>("VEC3", 5123, 3, {65535, 0, 13107}, ",\"normalized\":true");
  EXPECT_EQ(positions(u), (std::vector<Vec3>{{1, 0, 13107 / 65535.0f}}));
  Document s;
  s.add<std::int16_t>("VEC3", 5122, 3, {32767, -32768, 0}, ",\"normalized\":true");
  EXPECT_EQ(positions(s), (std::vector<Vec3>{{1, -1, 0}}));
}

TEST(accessors, strides_and_offsets_are_followed) {
  Document d;
  const std::vector<float> numbers{9, 1, 2, 3, 9, 4, 5, 6};
  const auto* begin = reinterpret_cast<const std::byte*>(numbers.data());
  d.data.assign(begin, begin + 32);
  d.add_view(R"({"buffer":0,"byteLength":32,"byteStride":16})");
  d.add_accessor(R"({"bufferView":0,"byteOffset":4,"componentType":5126,"count":2,"type":"VEC3"})");
  EXPECT_EQ(positions(d), (std::vector<Vec3>{{1, 2, 3}, {4, 5, 6}}));
}

// Plain members are read in one pass and others one at a time, with the same result.
TEST(accessors, members_in_any_order_and_form_mean_the_same) {
  const std::string plain = R"("bufferView":0,"byteOffset":4,"componentType":5126,"count":2,"type":"VEC3")";
  for (const std::string view :
       {R"("buffer":0,"byteLength":32,"byteStride":16)", R"("byteStride":16.0,"byteLength":32,"buffer":0)",
        R"("name":"v","target":34962,"byteStride":16,"buffer":0,"byteLength":32,"extras":{"buffer":7})",
        R"("buffer":0,"byteLength":32,"byteStride":16,"byteStride":12)"})
    for (
        const std::string& accessor :
        {plain, std::string(R"("type":"VEC3","count":2,"componentType":5126,"byteOffset":4,"bufferView":0)"),
         std::string(
             R"("bufferView":0,"byteOffset":4e0,"componentType":5126,"count":2.0,"type":"VEC3","extras":[1])"),
         plain + R"(,"count":1,"byteOffset":0)", plain + R"(,"normalized":false,"odd":{})"}) {
      Document d;
      const std::vector<float> numbers{9, 1, 2, 3, 9, 4, 5, 6};
      const auto* begin = reinterpret_cast<const std::byte*>(numbers.data());
      d.data.assign(begin, begin + 32);
      d.add_view("{" + view + "}");
      d.add_accessor("{" + accessor + "}");
      EXPECT_EQ(positions(d), (std::vector<Vec3>{{1, 2, 3}, {4, 5, 6}})) << view << "\n" << accessor;
    }
}

TEST(accessors, sparse_values_replace_those_of_the_view_or_zeros) {
  Document d;
  d.floats("VEC3", 3, {1, 1, 1, 2, 2, 2, 3, 3, 3});
  d.add<std::uint8_t>("SCALAR", 5121, 1, {0, 2});
  d.floats("VEC3", 3, {7, 8, 9, 4, 5, 6});
  const std::string sparse =
      R"("sparse":{"count":2,"indices":{"bufferView":1,"componentType":5121},"values":{"bufferView":2}}})";
  d.accessors = R"({"bufferView":0,"componentType":5126,"count":3,"type":"VEC3",)" + sparse;
  EXPECT_EQ(positions(d), (std::vector<Vec3>{{7, 8, 9}, {2, 2, 2}, {4, 5, 6}}));
  d.accessors = R"({"componentType":5126,"count":3,"type":"VEC3",)" + sparse;
  EXPECT_EQ(positions(d), (std::vector<Vec3>{{7, 8, 9}, {0, 0, 0}, {4, 5, 6}}));
  d.accessors = R"({"componentType":5126,"count":2,"type":"VEC3",)" + sparse;
  EXPECT_EQ(error_of(d, kMesh), "a.gltf: /accessors/0/sparse/indices: element index 2; expected less than 2");
  d.accessors = R"({"componentType":5126,"count":1,"type":"VEC3",)" + sparse;
  EXPECT_EQ(error_of(d, kMesh),
            "a.gltf: /accessors/0/sparse: 2 sparse elements, but the accessor has only 1");
}

TEST(accessors, sparse_indices_must_increase) {
  const auto error_with = [](const std::vector<std::uint8_t>& indices) {
    Document d;
    d.add<std::uint8_t>("SCALAR", 5121, 1, indices);
    d.floats("VEC3", 3, {7, 8, 9, 4, 5, 6});
    d.accessors =
        R"({"componentType":5126,"count":3,"type":"VEC3","sparse":{"count":2,"indices":{"bufferView":0,"componentType":5121},"values":{"bufferView":1}}})";
    return error_of(d, kMesh);
  };
  const std::string place = "a.gltf: /accessors/0/sparse/indices: ";
  EXPECT_EQ(error_with({1, 1}), place + "index 1 after 1; indices must increase");
  EXPECT_EQ(error_with({0, 0}), place + "index 0 after 0; indices must increase");
  EXPECT_EQ(error_with({2, 1}), place + "index 1 after 2; indices must increase");
}

// 141733920740 + 268435454 * 68719476720 + 12 is 2^64 + 16, so in 64 bits the accessor would end inside the
// view.
TEST(accessors, sizes_that_overflow_64_bits_end_beyond_the_view) {
  Document d;
  d.data.resize(64);
  d.add_view(R"({"buffer":0,"byteLength":64,"byteStride":68719476720})");
  d.add_accessor(
      R"({"bufferView":0,"byteOffset":141733920740,"componentType":5126,"count":268435455,"type":"VEC3"})");
  EXPECT_EQ(error_of(d, kMesh),
            "a.gltf: /accessors/0: 268435455 elements of 12 bytes from byte 141733920740 end beyond the view "
            "of 64 bytes");
}

TEST(accessors, every_fault_names_its_place) {
  struct Case {
    const char* accessor;
    const char* message;
  };
  const Case cases[] = {
      {R"({"componentType":5126,"count":1})",
       "/accessors/0/type: missing; expected SCALAR, VEC2, VEC3, VEC4, MAT2, MAT3 or MAT4"},
      {R"({"componentType":5126,"type":"VEC3"})",
       "/accessors/0/count: missing; expected the number of elements"},
      {R"({"count":1,"type":"VEC3"})", "/accessors/0/componentType: missing; expected 5120 to 5126"},
      {R"({"componentType":5124,"count":1,"type":"VEC3"})",
       "/accessors/0/componentType: 5124; expected 5120, 5121, 5122, 5123, 5125 or 5126"},
      {R"({"componentType":5126,"count":1,"type":"VEC9"})",
       "/accessors/0/type: \"VEC9\"; expected SCALAR, VEC2, VEC3, VEC4, MAT2, MAT3 or MAT4"},
      {R"({"componentType":5126,"count":-1,"type":"VEC3"})",
       "/accessors/0/count: -1; expected an integer from 0"},
      {R"({"componentType":5126,"count":9007199254740991,"type":"VEC3"})",
       "/accessors/0/count: 9007199254740991 elements; expected at most 268435455"},
      {R"({"componentType":5126,"count":268435455,"type":"VEC3"})",
       "/accessors/0: needs more memory than the limit of "},
      {R"({"bufferView":1,"componentType":5126,"count":1,"type":"VEC3"})",
       "/accessors/0/bufferView: buffer view index 1; the file has 1"},
      {R"({"bufferView":0,"componentType":5126,"count":2,"type":"VEC3"})",
       "/accessors/0: 2 elements of 12 bytes from byte 0 end beyond the view of 16 bytes"},
      {R"({"bufferView":0,"byteOffset":9007199254740991,"componentType":5126,"count":1,"type":"VEC3"})",
       "/accessors/0: 1 elements of 12 bytes from byte 9007199254740991 end beyond the view of 16 bytes"},
      {R"({"bufferView":0,"componentType":5126,"count":1,"type":"VEC4"})",
       "/accessors/0: VEC4 of FLOAT; expected VEC3 of FLOAT or small integers"},
      {R"({"componentType":5126,"count":1,"type":"VEC3","sparse":{"count":1,"values":{}}})",
       "/accessors/0/sparse/indices: missing; expected an object"},
      {R"({"componentType":5126,"count":1,"type":"VEC3","sparse":{"count":1,"indices":{}}})",
       "/accessors/0/sparse/values: missing; expected an object"},
      {R"({"componentType":5126,"count":1,"type":"VEC3","sparse":{"count":1,"indices":{"componentType":5126},"values":{}}})",
       "/accessors/0/sparse/indices/componentType: signed or float type; expected 5121, 5123 or 5125"},
      {R"({"componentType":5126,"count":1,"type":"VEC3","sparse":{"count":1,"indices":{"componentType":5121},"values":{}}})",
       "/accessors/0/sparse/indices/bufferView: missing; expected the buffer view index"},
  };
  for (const Case& c : cases) {
    Document d;
    d.floats("VEC4", 4, {1, 2, 3, 4});
    d.accessors = c.accessor;
    const std::string message = "a.gltf: " + std::string(c.message);
    EXPECT_EQ(error_of(d, kMesh).substr(0, message.size()), message);
  }
}

TEST(accessors, views_and_buffers_must_hold_what_they_say) {
  Document d;
  d.floats("VEC3", 3, {1, 2, 3});
  const std::string accessor = d.accessors;
  const auto with_view = [&](const std::string& view) {
    d.views = view;
    return error_of(d, kMesh);
  };
  EXPECT_EQ(with_view(R"({"buffer":0})"),
            "a.gltf: /bufferViews/0/byteLength: missing; expected the size of the view");
  EXPECT_EQ(with_view(R"({"byteLength":1})"),
            "a.gltf: /bufferViews/0/buffer: missing; expected the buffer index");
  EXPECT_EQ(with_view(R"({"buffer":3,"byteLength":1})"),
            "a.gltf: /bufferViews/0/buffer: buffer index 3; the file has 1");
  EXPECT_EQ(with_view(R"({"buffer":0,"byteOffset":1,"byteLength":12})"),
            "a.gltf: /bufferViews/0: bytes 1 to 13 are outside the buffer of 12 bytes");
  d.floats("VEC3", 3, {1, 2, 3});
  d.accessors = R"({"bufferView":0,"componentType":5126,"count":2,"type":"VEC3"})";
  EXPECT_EQ(
      with_view(R"({"buffer":0,"byteLength":24,"byteStride":4})"),
      "a.gltf: /bufferViews/0/byteStride: stride of 4 bytes; expected at least 12, the size of an element");

  const auto with_buffer = [&](const std::string& buffer) {
    return error_of(bytes_of(R"({"asset":{"version":"2.0"},"buffers":[)" + buffer +
                             R"(],"bufferViews":[{"buffer":0,"byteLength":12}],"accessors":[)" + accessor +
                             "]," + kMesh + "}"));
  };
  EXPECT_EQ(with_buffer("{}"), "a.gltf: /buffers/0/byteLength: missing; expected the size of the buffer");
  EXPECT_EQ(with_buffer(R"({"byteLength":12})"), "a.gltf: /buffers/0: neither `uri` nor a binary chunk");
  EXPECT_EQ(with_buffer(R"({"byteLength":12,"uri":"data:;base64,AAAA"})"),
            "a.gltf: /buffers/0: 3 bytes of data; expected 12");
  EXPECT_EQ(with_buffer(R"({"byteLength":12,"uri":"data:;base64,A*AA"})"),
            "a.gltf: /buffers/0/uri: not base64; expected letters, digits, + and /");
  EXPECT_EQ(with_buffer(R"({"byteLength":12,"uri":"data:;base64"})"),
            "a.gltf: /buffers/0/uri: a data URI without a comma; expected data:TYPE;base64,...");
  EXPECT_EQ(with_buffer(R"({"byteLength":12,"uri":"a%20b.bin"})"),
            "a.gltf: /buffers/0/uri: no file \"a b.bin\" next to this one");
  for (const char* path : {"../a.bin", "/a.bin", "C:a.bin", "http://a/b", "a/..\\\\b", "a/%2e%2E/b"})
    EXPECT_NE(with_buffer(R"({"byteLength":12,"uri":")" + std::string(path) + "\"}")
                  .find("is outside the folder of the file"),
              std::string::npos)
        << path;
}

TEST(accessors, numbers_that_are_none_do_not_get_into_positions) {
  Document d;
  d.floats("VEC3", 3, {1, std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()});
  EXPECT_EQ(error_of(d, kMesh), "a.gltf: /accessors/0: 2 position coordinates are not finite");
}

TEST(uri, base64_with_and_without_padding) {
  // Source: RFC 4648, section 10.
  for (const auto& [text, plain] : {std::pair{"Zg==", "f"},
                                    {"Zg", "f"},
                                    {"Zm8=", "fo"},
                                    {"Zm9v", "foo"},
                                    {"Zm9vYmFy", "foobar"},
                                    {"", ""}}) {
    std::vector<std::byte> bytes;
    const std::string uri = std::string("data:a/b;base64,") + text;
    ASSERT_TRUE(gltf::decode_data(*gltf::parse_data_uri(uri), bytes));
    EXPECT_EQ(bytes, bytes_of(plain));
  }
  std::vector<std::byte> bytes;
  EXPECT_FALSE(gltf::decode_data(*gltf::parse_data_uri("data:;base64,A"), bytes));
  ASSERT_TRUE(gltf::decode_data(*gltf::parse_data_uri("data:,a%20b"), bytes));
  EXPECT_EQ(bytes, bytes_of("a b"));
  ASSERT_TRUE(gltf::decode_data(*gltf::parse_data_uri("data:;base64,%5Am8="), bytes));
  EXPECT_EQ(bytes, bytes_of("fo"));
  EXPECT_EQ(gltf::parse_data_uri("data:image/png;base64,AA==")->media_type, "image/png");
}

TEST(uri, percent_codes_and_paths) {
  EXPECT_EQ(percent_decoded("a%20b%C3%A4+%zz%"), "a b\xC3\xA4+%zz%");
  EXPECT_TRUE(stays_below("textures/a..b/c.png"));
  for (const char* path : {"", "/a", "\\a", "..", "a/../b", "a\\..\\b", "c:\\a", "file:a"})
    EXPECT_FALSE(stays_below(path)) << path;
}

}  // namespace
}  // namespace skelter::test
