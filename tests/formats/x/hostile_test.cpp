// Truncated and damaged files. Whatever happens to the bytes, the reader must return an error or a valid
// scene, and never crash or hang. (The sanitizer suites also run these tests.)

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "read_support.h"
#include "skelter/formats/x/write.h"
#include "skelter/scene/evaluate.h"
#include "x_bytes.h"

namespace skelter::test {
namespace {

using Bytes = std::vector<std::byte>;

// A minimal file with one of everything that the reader supports.
const char* const kEverything = R"(
template Tool { <11111111-2222-3333-4444-555555555555> DWORD n; array FLOAT values[n]; STRING text; [...] }
Header { 1; 0; 1; }
AnimTicksPerSecond { 24; }
Material Red { 1;0;0;1;; 8; 1;1;1;; 0;0;0;; TextureFilename { "a\\b.png"; } }
Frame Root { FrameTransformMatrix { 1,0,0,0,0,1,0,0,0,0,1,0,0,1,0,1;; }
 Tool t { 2; 1.5; -2.5e-3; "x;y"; }
 Frame Tip { FrameTransformMatrix { 1,0,0,0,0,1,0,0,0,0,1,0,0,2,0,1;; } }
 Mesh Body { 5; 0;0;0;, 1;0;0;, 1;1;0;, 0;1;0;, 0;2;1;; 2; 4;0,1,2,3;, 3;3,2,4;;
  MeshNormals { 2; 0;0;-1;, 0;1;0;; 2; 4;0,0,0,0;, 3;1,1,0;; }
  MeshTextureCoords { 5; 0;0;, 1;0;, 1;1;, 0;1;, .5;.5;; }
  MeshVertexColors { 1; 2; 1;0;0;.5;; }
  MeshMaterialList { 2; 2; 0, 1; { Red } Material { 0;1;0;1;; 0; 0;0;0;; 0;0;0;; EffectInstance { "e.fx";
    EffectParamFloats { "f"; 2; 1; 2; } EffectParamDWord { "d"; 7; } EffectParamString { "s"; "t"; } } } }
  DeclData { 1; 2;0;6;0;; 15; 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15; }
  XSkinMeshHeader { 2; 3; 2; }
  SkinWeights { "Root"; 3; 0,1,2; 1,1,.5; 1,0,0,0,0,1,0,0,0,0,1,0,0,-1,0,1;; }
  SkinWeights { "Tip"; 3; 2,3,4; .5,1,1; 1,0,0,0,0,1,0,0,0,0,1,0,0,-3,0,1;; } } }
AnimationSet Wave { Animation { { Tip } AnimationOptions { 1; 0; }
  AnimationKey { 0; 2; 0;4;1,0,0,0;;, 24;4;.7071068,.7071068,0,0;;; }
  AnimationKey { 1; 1; 0;3;1,1,1;;; } AnimationKey { 2; 2; 0;3;0,2,0;;, 12;3;0,3,0;;; } }
 Animation { { Root } AnimationKey { 4; 1; 0;16;1,0,0,0,0,1,0,0,0,0,1,0,0,1,0,1;;; } } }
)";

Bytes encoded(XEncoding encoding) {
  const Scene scene = load(kEverything);
  XWriteOptions options;
  options.encoding = encoding;
  Result<WriteResult> written = write_x(scene, options);
  EXPECT_TRUE(written);
  return std::move(written->bytes);
}

Bytes text_bytes() {
  const std::string text = "xof 0303txt 0032\n" + std::string(kEverything);
  const ByteSpan bytes = bytes_of(text);
  return {bytes.begin(), bytes.end()};
}

// Reads the bytes and checks that a returned scene is valid. Returns true if there is a scene.
bool keeps_its_promise(ByteSpan bytes, const XReadOptions& options = {}) {
  const Result<Scene> scene = read_x(bytes, "damaged.x", {}, options);
  if (!scene) {
    EXPECT_FALSE(scene.error().message.empty());
    EXPECT_EQ(scene.error().where.file, "damaged.x");
    return false;
  }
  const Result<void> valid = validate(*scene);
  EXPECT_TRUE(valid) << to_string(valid.error());
  return true;
}

TEST(hostile, a_cut_at_every_byte_of_a_text_file_gives_an_error_or_a_valid_scene) {
  const Bytes whole = text_bytes();
  int loaded = 0;
  for (std::size_t size = 0; size < whole.size(); ++size)
    loaded += keeps_its_promise(ByteSpan(whole).first(size)) ? 1 : 0;
  EXPECT_TRUE(keeps_its_promise(whole));
  EXPECT_GT(loaded, 0) << "a cut between two top-level objects leaves a file that loads";
  EXPECT_LT(loaded, static_cast<int>(whole.size()) / 2) << "a cut inside counted data must be an error";
}

TEST(hostile, a_cut_at_every_byte_of_a_binary_file_gives_an_error_or_a_valid_scene) {
  const Bytes whole = encoded(XEncoding::binary);
  for (std::size_t size = 0; size < whole.size(); ++size) keeps_its_promise(ByteSpan(whole).first(size));
  EXPECT_TRUE(keeps_its_promise(whole));
}

TEST(hostile, a_cut_at_every_byte_of_a_compressed_file_is_an_error) {
  for (const XEncoding encoding : {XEncoding::text_compressed, XEncoding::binary_compressed}) {
    const Bytes whole = encoded(encoding);
    for (std::size_t size = 0; size < whole.size(); ++size)
      EXPECT_FALSE(keeps_its_promise(ByteSpan(whole).first(size))) << size << " of " << whole.size();
    EXPECT_TRUE(keeps_its_promise(whole));
  }
}

// splitmix64. Source: Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }
  std::size_t below(std::size_t limit) { return static_cast<std::size_t>(next() % limit); }

 private:
  std::uint64_t state_;
};

void overwrite(Bytes& bytes, std::size_t at, const void* data, std::size_t size) {
  size = std::min(size, bytes.size() - at);
  std::memcpy(bytes.data() + at, data, size);
}

// Makes one random change after the header: a flipped bit, a changed byte, a problematic number, or a piece
// that is removed, duplicated or moved.
void damage(Bytes& bytes, Random& random) {
  static const char* const kTexts[] = {"4294967295", "-1",    "1e999", "nan",     "}",      "{", ";",
                                       "0",          "99999", "\"",    "1.#QNAN", "{Root}", "<", "16384"};
  static const std::uint32_t kNumbers[] = {0,          1,          0x7FFFFFFF, 0x80000000,
                                           0xFFFFFFFF, 0x40000001, 0x7FC00000, 0xFF800000};
  if (bytes.size() <= 20) return;
  const std::size_t at = 16 + random.below(bytes.size() - 16);
  const std::size_t size = std::min<std::size_t>(1 + random.below(40), bytes.size() - at);
  const auto position = bytes.begin() + static_cast<std::ptrdiff_t>(at);
  switch (random.below(7)) {
    case 0:
      bytes[at] ^= static_cast<std::byte>(1u << random.below(8));
      break;
    case 1:
      bytes[at] = static_cast<std::byte>(random.below(256));
      break;
    case 2: {
      const char* text = kTexts[random.below(std::size(kTexts))];
      overwrite(bytes, at, text, std::strlen(text));
      break;
    }
    case 3:
      overwrite(bytes, at, &kNumbers[random.below(std::size(kNumbers))], 4);
      break;
    case 4:
      bytes.erase(position, position + static_cast<std::ptrdiff_t>(size));
      break;
    case 5: {
      const Bytes piece(position, position + static_cast<std::ptrdiff_t>(size));
      bytes.insert(bytes.begin() + static_cast<std::ptrdiff_t>(16 + random.below(bytes.size() - 16)),
                   piece.begin(), piece.end());
      break;
    }
    default: {
      const Bytes piece(position, position + static_cast<std::ptrdiff_t>(size));
      overwrite(bytes, 16 + random.below(bytes.size() - 16), piece.data(), piece.size());
    }
  }
}

// Debug builds with sanitizers run a tenth of the changes. The seeds are the same, so the release suite runs
// every change.
#ifdef NDEBUG
constexpr int kMutations = 25'000;
#else
constexpr int kMutations = 2'500;
#endif

void mutate(const Bytes& whole, std::uint64_t seed, bool compress) {
  Random random(seed);
  int loaded = 0;
  for (int i = 0; i < kMutations && !testing::Test::HasFailure(); ++i) {
    Bytes bytes = whole;
    for (std::size_t changes = 1 + random.below(4); changes > 0; --changes) damage(bytes, random);
    XReadOptions options;
    options.strict = i % 8 == 7;
    loaded += keeps_its_promise(compress ? packed_file(bytes) : bytes, options) ? 1 : 0;
    if (testing::Test::HasFailure()) ADD_FAILURE() << "mutation " << i << " of seed " << seed;
  }
  EXPECT_GT(loaded, kMutations / 100) << "mutations that always fail test only the first check";
}

TEST(hostile, mutations_of_a_text_file) {
  mutate(text_bytes(), 1, false);
}
TEST(hostile, mutations_of_a_binary_file) {
  mutate(encoded(XEncoding::binary), 2, false);
}
TEST(hostile, mutations_inside_a_compressed_file) {
  mutate(encoded(XEncoding::binary), 3, true);
}
TEST(hostile, mutations_of_a_compressed_file) {
  // With damaged blocks, little loads. Each file must only give an error or a valid scene.
  Random random(4);
  const Bytes whole = encoded(XEncoding::text_compressed);
  for (int i = 0; i < kMutations; ++i) {
    Bytes bytes = whole;
    damage(bytes, random);
    keeps_its_promise(bytes);
  }
}

TEST(hostile, bomb_is_refused_at_the_block_that_passes_the_limit) {
  const Bytes file = packed_file(text_file(std::string(4'000'000, ' ')));
  ReadOptions options;
  options.limits.max_memory_bytes = 1'000'000;
  std::size_t block = 20;  // 30 blocks of 32768 bytes fit
  for (int i = 0; i < 30; ++i) block += 4 + load_le<std::uint16_t>(file, block + 2);
  const Result<Scene> scene = read_x(file, "bomb.x", options);
  ASSERT_FALSE(scene);
  EXPECT_EQ(scene.error().status, Status::limit_exceeded);
  EXPECT_EQ(to_string(scene.error()),
            "bomb.x: byte " + std::to_string(block) + ": reading needs more than the limit of 1000000 bytes");
}

// --- found by fuzzing: files that loaded but failed after writing ---

// Reads, writes and reads again. Everything that the writer does not report as lost must be the same.
void expect_round_trip(std::string_view body, const XReadOptions& options = {}) {
  SCOPED_TRACE(body);
  const Scene scene = load(body, options);
  const Result<WriteResult> written = write_x(scene);
  ASSERT_TRUE(written) << to_string(written.error());
  EXPECT_EQ(written->losses.count(Severity::warning), 0u);
  const Result<Scene> again = read_x(written->bytes, "again.x");
  ASSERT_TRUE(again) << to_string(again.error());
  EXPECT_TRUE(same_content(scene, *again));
}

TEST(hostile, file_of_nothing_but_an_empty_mesh_survives_writing) {
  expect_round_trip("Mesh{0;0;}");
  expect_round_trip("Mesh{0;0;} Mesh{0;0;} Material Red { 1;0;0;1;; 8; 1;1;1;; 0;0;0;; }");
}

TEST(hostile, list_of_default_materials_alone_survives_writing) {
  expect_round_trip("Mesh { " + kTriangle + "MeshMaterialList { 1; 1; 0; {Nobody} } }");
  expect_round_trip("Mesh { " + kTriangle + "MeshMaterialList { 2; 1; 1; } }");
}

TEST(hostile, meshes_without_frame_behind_frames_with_meshes_survive_writing) {
  const std::string mesh = "{ " + kTriangle + " }";
  expect_round_trip("Frame Empty {} Frame F { Mesh A " + mesh + " } Mesh B " + mesh);
  expect_round_trip("Frame F { Frame Empty {} Frame G { Mesh A " + mesh + " } Mesh B " + mesh + " }");
}

// The sanitizer suites would report a copy of zero numbers to a null pointer.
TEST(hostile, effect_parameter_without_numbers_survives_writing) {
  expect_round_trip("Mesh { " + kTriangle +
                    "MeshMaterialList { 1; 1; 0; Material { 1;1;1;1;; 0; 0;0;0;; 0;0;0;; "
                    "EffectInstance { \"e.fx\"; EffectParamFloats { \"f\"; 0; } } } } }");
}

}  // namespace
}  // namespace skelter::test
