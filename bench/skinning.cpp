// CPU skinning of positions and normals, in nanoseconds per vertex. The kernels run with unit normals and
// with unnormalised ones ("bare"). Compared with a plain loop over an array of vertices (same flags,
// normalising), with ozz-animation's job (bare; if its sources are available), and with a triad that moves
// the same number of bytes. Contenders of a row take turns in one process and are timed with the thread
// clock; ratios are of the least times. "spread" covers the fastest to the slowest round.
//
//   bench_skinning [--csv FILE]

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "cli/internal/measure.h"
#include "compile/build_mesh/internal/skinned_mesh.h"
#include "one_thread.h"
#include "peers/ozz_skinning.h"
#include "result_file.h"
#include "skelter/load.h"
#include "skelter/scene/evaluate.h"
#include "skelter/skinning/dual_quaternion_skinning_job.h"
#include "skelter/skinning/linear_skinning_job.h"

namespace {

using namespace skelter;

template <class T>
class Aligned {
 public:
  explicit Aligned(std::size_t count) : bytes_(count * sizeof(T)), count_(count) {}
  std::span<T> span() { return {reinterpret_cast<T*>(bytes_.data()), count_}; }

 private:
  AlignedBytes bytes_;
  std::size_t count_;
};

// --- the plain loop --------------------------------------------------------------------------------------

template <std::size_t kInfluences>
struct PlainVertex {
  Vec3 position, normal;
  std::array<float, kInfluences> weights{};
  std::array<std::uint16_t, kInfluences> joints{};
};

template <std::size_t kInfluences>
void skin_plainly(std::span<const PlainVertex<kInfluences>> vertices, std::span<const Affine> palette,
                  float* positions, float* normals) {
  for (const PlainVertex<kInfluences>& v : vertices) {
    float m[3][4];
    const Affine& first = palette[v.joints[0]];
    for (std::size_t r = 0; r < 3; ++r)
      for (std::size_t c = 0; c < 4; ++c) m[r][c] = v.weights[0] * first.m[r][c];
    for (std::size_t i = 1; i < kInfluences; ++i) {
      const Affine& entry = palette[v.joints[i]];
      for (std::size_t r = 0; r < 3; ++r)
        for (std::size_t c = 0; c < 4; ++c) m[r][c] += v.weights[i] * entry.m[r][c];
    }
    const Vec3 &p = v.position, &n = v.normal;
    float turned[3];
    for (std::size_t r = 0; r < 3; ++r) {
      positions[r] = m[r][0] * p.x + m[r][1] * p.y + m[r][2] * p.z + m[r][3];
      turned[r] = m[r][0] * n.x + m[r][1] * n.y + m[r][2] * n.z;
    }
    const float squared = turned[0] * turned[0] + turned[1] * turned[1] + turned[2] * turned[2];
    const float scale = squared > 0 ? 1 / std::sqrt(squared) : 0;
    for (std::size_t r = 0; r < 3; ++r) normals[r] = turned[r] * scale;
    positions += 3;
    normals += 3;
  }
}

template <std::size_t kInfluences>
std::vector<PlainVertex<kInfluences>> plain_vertices(const Primitive& p) {
  std::vector<PlainVertex<kInfluences>> vertices(p.positions.size());
  for (std::size_t v = 0; v < vertices.size(); ++v) {
    vertices[v].position = p.positions[v];
    vertices[v].normal = p.normals[v];
    const std::size_t begin = p.influence_begin[v];
    const std::size_t count = std::min<std::size_t>(p.influence_begin[v + 1] - begin, kInfluences);
    for (std::size_t i = 0; i < count; ++i) {
      vertices[v].weights[i] = p.influences[begin + i].weight;
      vertices[v].joints[i] = static_cast<std::uint16_t>(p.influences[begin + i].joint);
    }
  }
  return vertices;
}

// --- the triad -------------------------------------------------------------------------------------------

// Computes out = a + 3 b with stores that bypass the caches.
void streaming_triad(std::span<const float> a, std::span<const float> b, std::span<float> out) {
#if defined(__SSE2__)
  const __m128 three = _mm_set1_ps(3);
  for (std::size_t i = 0; i + 4 <= out.size(); i += 4)
    _mm_stream_ps(&out[i], _mm_add_ps(_mm_load_ps(&a[i]), _mm_mul_ps(three, _mm_load_ps(&b[i]))));
  _mm_sfence();
#else
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = a[i] + 3 * b[i];
#endif
}

void plain_triad(std::span<const float> a, std::span<const float> b, std::span<float> out) {
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = a[i] + 3 * b[i];
}

// --- meshes ----------------------------------------------------------------------------------------------

// A tube made of rings of 100 vertices along 64 joints. Each vertex is influenced by neighbouring joints.
Scene tube(std::uint32_t vertices, std::uint32_t influences) {
  constexpr std::uint32_t kJoints = 64, kRing = 100;
  std::mt19937 random(1);
  Scene scene;
  Skin skin;
  for (std::uint32_t j = 0; j < kJoints; ++j) {
    scene.nodes.emplace_back();
    scene.nodes.back().name = "joint" + std::to_string(j);
    skin.joints.push_back({scene.nodes.back().name, j, {}});
  }
  scene.skins.push_back(std::move(skin));
  scene.nodes.emplace_back();
  scene.nodes.back().meshes.push_back({0, 0});
  Primitive p;
  p.influence_begin.push_back(0);
  for (std::uint32_t v = 0; v < vertices; ++v) {
    const double angle_rad = 6.283185307 * (v % kRing) / kRing, height = 10.0 * v / vertices;
    const Vec3d normal{std::cos(angle_rad), 0, std::sin(angle_rad)};
    p.positions.push_back(to_float(Vec3d{normal.x, height, normal.z}));
    p.normals.push_back(to_float(normal));
    const auto middle = static_cast<std::uint32_t>(std::uint64_t{v} * (kJoints - 8) / vertices);
    for (std::uint32_t i = 0; i < influences; ++i) {
      const double weight = 2.0 * (influences - i) / (influences * (influences + 1.0));
      p.influences.push_back({middle + (i + v) % 8, static_cast<float>(weight)});
    }
    p.influence_begin.push_back(static_cast<std::uint32_t>(p.influences.size()));
    if (v >= kRing && v % kRing != 0)
      p.indices.insert(p.indices.end(), {v - kRing - 1, v - kRing, v, v - kRing - 1, v, v - 1});
  }
  scene.meshes.push_back({"tube", {std::move(p)}});
  return scene;
}

std::vector<Affine> turning_palette(std::size_t size) {
  std::vector<Affine> palette;
  for (std::size_t i = 0; i < size; ++i) {
    const double along = static_cast<double>(i);
    palette.push_back(to_affine(translation_matrix(Vec3d{0, 0.1 * along, 0.2}) *
                                rotation_matrix(from_axis_angle(Vec3d{1, 0.3, 0}, 0.05 * along))));
  }
  return palette;
}

// --- one row ---------------------------------------------------------------------------------------------

struct Row {
  std::string name;
  std::size_t vertices = 0;
  double bytes_per_vertex = 0;
  bench::Timing ours, bare, dual, plain, stream, triad;
  std::optional<bench::Timing> ozz;
};

double ns_per_vertex(double seconds, const Row& row) {
  return seconds * 1e9 / static_cast<double>(row.vertices);
}

void print_header(bool ozz) {
  std::printf("%-26s %8s %6s | %7s %-15s %7s | %7s %7s | %7s %7s %7s |%s %7s\n", "mesh", "vertices", "bytes",
              "linear", "(spread)", "bare", "plain", "/linear", "triad", "linear/", "bare/",
              ozz ? "     ozz /linear   /bare |" : "", "dual q.");
}

void print_row(const Row& row) {
  const auto ns = [&](const bench::Timing& t) { return ns_per_vertex(t.min_s, row); };
  char spread[32], ozz[64] = "";
  std::snprintf(spread, sizeof(spread), "(%.2f-%.2f)", ns(row.ours), ns_per_vertex(row.ours.max_s, row));
  if (row.ozz)
    std::snprintf(ozz, sizeof(ozz), " %7.2f %6.2fx %6.2fx |", ns(*row.ozz), ns(*row.ozz) / ns(row.ours),
                  ns(*row.ozz) / ns(row.bare));
  std::printf("%-26s %8zu %6.1f | %7.2f %-15s %7.2f | %7.2f %6.2fx | %7.2f %6.2fx %6.2fx |%s %7.2f\n",
              row.name.c_str(), row.vertices, row.bytes_per_vertex, ns_per_vertex(row.ours.median_s, row),
              spread, ns(row.bare), ns(row.plain), ns(row.plain) / ns(row.ours), ns(row.stream),
              ns(row.ours) / ns(row.stream), ns(row.bare) / ns(row.stream), ozz, ns(row.dual));
  std::fflush(stdout);
}

double bytes_moved(const SkinnedMesh& mesh) {
  const std::size_t read = mesh.vertices.size_bytes() + mesh.joints.size_bytes() + mesh.weights.size_bytes();
  return static_cast<double>(read) / mesh.vertex_count + 24;
}

// Prints the differences between the two results, or nothing if they agree.
void print_differences(std::span<const float> positions, std::span<const float> normals,
                       const bench::OzzSkinning& ozz) {
  float most = 0;
  for (std::size_t i = 0; i < positions.size(); ++i)
    most = std::max(
        {most, std::abs(positions[i] - ozz.positions()[i]), std::abs(normals[i] - ozz.normals()[i])});
  if (!(most < 1e-4f)) std::printf("ozz differs by up to %g\n", static_cast<double>(most));
}

template <std::size_t kInfluences>
Row run_mesh(const std::string& name, const Primitive& p, const SkinnedMesh& mesh,
             const std::vector<Affine>& palette) {
  Row row{name, mesh.vertex_count, bytes_moved(mesh), {}, {}, {}, {}, {}, {}, {}};
  const std::size_t n = mesh.vertex_count;
  Aligned<float> positions(n * 3), normals(n * 3);
  Aligned<std::byte> scratch(DualQuaternionSkinningJob::scratch_bytes(mesh.palette_size) +
                             LinearSkinningJob::scratch_bytes(mesh.palette_size));
  LinearSkinningJob linear;
  linear.mesh = &mesh;
  linear.palette = palette;
  linear.scratch = scratch.span();
  linear.out.positions = positions.span();
  linear.out.normals = normals.span();
  LinearSkinningJob bare = linear;
  bare.normalize = false;
  const auto ozz = bench::make_ozz_skinning(mesh, palette);
  DualQuaternionSkinningJob dual;
  dual.mesh = &mesh;
  dual.palette = palette;
  dual.scratch = scratch.span();
  dual.out = linear.out;
  const auto plain = plain_vertices<kInfluences>(p);
  const auto third = static_cast<std::size_t>(row.bytes_per_vertex * static_cast<double>(n) / 12) / 4 * 4;
  Aligned<float> a(third), b(third), c(third);
  // Small meshes run several times per round, so that a round is long enough to measure.
  const std::size_t repeats = std::max<std::size_t>(1, 100000 / n);
  const auto repeated = [&](auto work) {
    return [=] {
      for (std::size_t i = 0; i < repeats; ++i) work();
    };
  };
  bool ran = true;
  float* out_positions = positions.span().data();
  float* out_normals = normals.span().data();
  std::vector<bench::Contender> contenders{
      {"linear", repeated([&] { ran = linear.run() == Status::ok && ran; })},
      {"bare", repeated([&] { ran = bare.run() == Status::ok && ran; })},
      {"plain", repeated([&] { skin_plainly<kInfluences>(plain, palette, out_positions, out_normals); })},
      {"stream", repeated([&] { streaming_triad(a.span(), b.span(), c.span()); })},
      {"triad", repeated([&] { plain_triad(a.span(), b.span(), c.span()); })},
      {"dual", repeated([&] { ran = dual.run() == Status::ok && ran; })}};
  if (ozz) contenders.push_back({"ozz", repeated([&] { ran = ozz->run() && ran; })});
  std::vector<bench::Timing> t = bench::measure_one_thread(contenders, 25, 0.5);
  for (bench::Timing& timing : t) {
    const auto count = static_cast<double>(repeats);
    timing = {timing.min_s / count, timing.median_s / count, timing.max_s / count};
  }
  ran = bare.run() == Status::ok && ran;
  if (!ran) std::printf("a job rejected its input\n");
  if (ozz) print_differences(positions.span(), normals.span(), *ozz);
  row.ours = t[0];
  row.bare = t[1];
  row.plain = t[2];
  row.stream = t[3];
  row.triad = t[4];
  row.dual = t[5];
  if (ozz) row.ozz = t[6];
  return row;
}

template <std::size_t kInfluences>
Row run_tube(std::uint32_t vertices) {
  const Scene scene = tube(vertices, kInfluences);
  const auto built = build_skinned_mesh(scene, static_cast<std::uint32_t>(scene.nodes.size()) - 1, 0, 0);
  const Primitive& p = scene.meshes[0].primitives[0];
  return run_mesh<kInfluences>("tube, " + std::to_string(kInfluences) + " influences", p, built->mesh.view,
                               turning_palette(built->mesh.view.palette_size));
}

// Skins the largest skinned mesh of a file, in the rest pose. The plain loop always uses four influences, as
// is common.
std::optional<Row> run_file(const std::string& path) {
  const auto scene = load_scene(path);
  if (!scene) return std::nullopt;
  std::uint32_t best = kNone;
  const auto primitive_of = [&](std::uint32_t n) -> const Primitive& {
    return scene->meshes[scene->nodes[n].meshes[0].mesh].primitives[0];
  };
  for (std::uint32_t n = 0; n < scene->nodes.size(); ++n) {
    const auto& drawn = scene->nodes[n].meshes;
    if (drawn.empty() || drawn[0].skin == kNone) continue;
    if (best == kNone || primitive_of(n).positions.size() > primitive_of(best).positions.size()) best = n;
  }
  if (best == kNone) return std::nullopt;
  const auto built = build_skinned_mesh(*scene, best, 0, 0, {4});
  if (!built) return std::nullopt;
  const SkinnedMesh& mesh = built->mesh.view;
  double influences = 0;
  for (const InfluenceSection& s : mesh.sections) influences += 1.0 * s.influences * s.vertex_count;
  char mean[16];
  std::snprintf(mean, sizeof(mean), ", mean %.2f", influences / mesh.vertex_count);
  return run_mesh<4>(std::filesystem::path(path).filename().string() + mean, primitive_of(best), mesh,
                     turning_palette(mesh.palette_size));
}

void add_results(bench::ResultFile& results, const Row& row) {
  const std::string name = row.name + "; " + std::to_string(row.vertices) + " vertices";
  const double units = 1e9 / static_cast<double>(row.vertices);
  results.add(name, "skelter: linear", "ns per vertex", row.ours, units);
  results.add(name, "skelter: linear, not normalised", "ns per vertex", row.bare, units);
  if (row.ozz) results.add(name, "ozz", "ns per vertex", *row.ozz, units);
  results.add(name, "skelter: dual quaternion", "ns per vertex", row.dual, units);
  results.add(name, "plain", "ns per vertex", row.plain, units);
  results.add(name, "streaming triad", "ns per vertex", row.stream, units);
  results.add(name, "triad", "ns per vertex", row.triad, units);
}

}  // namespace

int main(int argc, char** argv) {
  bench::ResultFile results("skinning", argc, argv);
  std::string corpus = SKELTER_CORPUS_DEFAULT;
  if (const char* named = std::getenv("SKELTER_CORPUS")) corpus = named;

  const auto add = [&](const Row& row) {
    print_row(row);
    add_results(results, row);
  };
  const SkinnedMesh none;
  const bool with_ozz = bench::make_ozz_skinning(none, {}) != nullptr;
  print_header(with_ozz);
  for (const std::uint32_t vertices : {2000u, 20000u, 1000000u}) {
    add(run_tube<1>(vertices));
    add(run_tube<2>(vertices));
    add(run_tube<3>(vertices));
    add(run_tube<4>(vertices));
    add(run_tube<8>(vertices));
  }
  for (const std::string& path :
       {std::string(SKELTER_SOURCE_DIR "/assets/mannequin.x"), corpus + "/x/sdk_legacy/tiny_4anim.x"})
    if (const auto row = run_file(path)) add(*row);
  if (!with_ozz) std::printf("\nozz is not in this build: set SKELTER_OZZ to the folder of its sources\n");
}
