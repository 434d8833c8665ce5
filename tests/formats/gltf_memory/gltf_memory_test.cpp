// Peak heap use while reading, counted in operator new. It must not exceed the limit, whatever the file
// claims.

#include <gtest/gtest.h>

#include "formats/gltf/gltf_corpus.h"
#include "formats/gltf/gltf_document.h"
#include "skelter/system/file.h"
#include "support/peak_heap.h"

namespace skelter::test {
namespace {

struct Reading {
  std::size_t peak = 0;
  std::string message;  // "" if the file loads
};

Reading read(const Bytes& bytes, std::uint64_t limit = 0, const std::string& folder = "/no/such/folder") {
  ReadOptions options;
  options.neighbour_folder = folder;
  options.limits.max_memory_bytes = limit;
  Reading reading;
  std::string message;
  reading.peak = peak_heap_bytes([&] {
    const auto scene = read_gltf(bytes, "a.gltf", options);
    if (!scene) message = scene.error().message;
  });
  reading.message = std::move(message);
  return reading;
}

constexpr std::size_t kSmallThings = 100'000;  // texts of an error, which are not counted

// Returns the error's message, and fails the test if reading uses more memory than Limits promises.
std::string within_promise(const Bytes& bytes) {
  const Reading reading = read(bytes);
  EXPECT_LE(reading.peak, std::size_t{64} * 1024 * 1024 + 40 * bytes.size() + kSmallThings)
      << bytes.size() << " bytes: " << reading.message;
  return reading.message;
}
// The same with a limit set by the caller.
std::string under_small_limit(const Bytes& bytes) {
  constexpr std::uint64_t kLimit = 1'000'000;
  const Reading reading = read(bytes, kLimit);
  EXPECT_LE(reading.peak, kLimit + kSmallThings) << reading.message;
  return reading.message;
}

std::string repeated(std::string_view text, std::size_t count) {
  std::string all;
  for (std::size_t i = 0; i < count; ++i) all += text;
  return all;
}
Bytes json_file(const std::string& rest) {
  return bytes_of(Document().json(rest));
}

TEST(gltf_memory, small_values_by_the_million) {
  for (const char* value : {"0,", "{},", "[],", "\"\",", "{\"a\":0},"}) {
    const Bytes file = json_file("\"extras\":[" + repeated(value, 1'000'000) + "0]");
    within_promise(file);
    EXPECT_EQ(under_small_limit(file), "reading needs more than the limit of 1000000 bytes");
  }
}

TEST(gltf_memory, huge_counts_take_nothing) {
  const std::string mesh = R"(,"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}])";
  EXPECT_EQ(within_promise(
                json_file(R"("accessors":[{"componentType":5126,"count":200000000,"type":"VEC3"}])" + mesh))
                .substr(0, 34),
            "needs more memory than the limit o");
  EXPECT_EQ(
      within_promise(json_file(
          R"("buffers":[{"byteLength":12}],"bufferViews":[{"buffer":0,"byteLength":1,"extensions":{"EXT_meshopt_compression":
    {"buffer":0,"byteLength":1,"count":4000000000,"byteStride":256,"mode":"ATTRIBUTES"}}}],"accessors":[{"bufferView":0,"componentType":5126,"count":1,"type":"VEC3"}])" +
          mesh)),
      "neither `uri` nor a binary chunk");
}

TEST(gltf_memory, one_accessor_used_by_everything) {
  const std::string accessor =
      R"("accessors":[{"componentType":5126,"count":100000,"type":"VEC3"},{"componentType":5126,"count":100000,"type":"SCALAR"}])";
  const std::string primitive = R"({"attributes":{"POSITION":0},"targets":[{"POSITION":0},{"NORMAL":0}]},)";
  within_promise(json_file(accessor + ",\"meshes\":[{\"primitives\":[" + repeated(primitive, 10'000) +
                           R"({"attributes":{"POSITION":0}}]}])"));
  const std::string channel = R"({"sampler":0,"target":{"node":0,"path":"scale"}},)";
  within_promise(json_file(
      accessor + R"(,"nodes":[{}],"animations":[{"samplers":[{"input":1,"output":0}],"channels":[)" +
      repeated(channel, 10'000) + R"({"sampler":0,"target":{"node":0,"path":"translation"}}]}])"));
}

TEST(gltf_memory, many_of_one_thing) {
  const std::string many[] = {
      "\"nodes\":[" + repeated("{},", 999'999) + "{}]",
      "\"meshes\":[" + repeated("{\"primitives\":[]},", 400'000) + "{\"primitives\":[]}]",
      "\"materials\":[" + repeated("{},", 400'000) + "{}]",
      "\"animations\":[" + repeated("{},", 400'000) + "{}]",
      "\"images\":[" + repeated("{\"uri\":\"a\"},", 300'000) + "{}]",
      "\"nodes\":[{}],\"skins\":[" + repeated("{\"joints\":[0]},", 300'000) + "{\"joints\":[0]}]",
      "\"nodes\":[{\"name\":\"" + std::string(10'000, 'n') + "\"}],\"skins\":[{\"joints\":[" +
          repeated("0,", 500'000) + "0]}]",
      "\"meshes\":[{\"extras\":{\"targetNames\":[\"" + std::string(20'000, 'n') + "\"]},\"primitives\":[" +
          repeated(R"({"attributes":{"POSITION":0},"targets":[{}]},)", 50'000) +
          R"({"attributes":{"POSITION":0}}]}],"accessors":[{"componentType":5126,"count":1,"type":"VEC3"}])",
  };
  for (const std::string& rest : many) {
    SCOPED_TRACE(rest.substr(0, 30));
    within_promise(json_file(rest));
    EXPECT_NE(under_small_limit(json_file(rest)), "");
  }
}

TEST(gltf_memory, every_file_of_the_corpus) {
  SKELTER_REQUIRE_CORPUS();
  int files = 0;
  for (const std::string& file : corpus_gltf_files()) {
    SCOPED_TRACE(file);
    const std::string path = corpus_folder() + "/gltf/" + file;
    const auto bytes = read_file(path);
    ASSERT_TRUE(bytes);
    ++files;
    std::uint64_t together = bytes->size();  // including the files next to it, which it may refer to
    for (const auto& entry : std::filesystem::directory_iterator(parent_folder(path)))
      if (entry.path().extension() == ".bin") together += entry.file_size();
    const Reading reading = read(*bytes, 0, parent_folder(path));
    EXPECT_LE(reading.peak, std::size_t{64} * 1024 * 1024 + 40 * together) << reading.message;
    if (reading.message.empty() && bytes->size() > 1000) {
      EXPECT_NE(read(*bytes, 1000, parent_folder(path)).message, "");
    }
  }
  EXPECT_GE(files, 200);
}

}  // namespace
}  // namespace skelter::test
