// Reads SkinWeights: bones by frame name, and the influences of every vertex.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "formats/x/axes.h"
#include "formats/x/read/mesh_builder.h"

namespace skelter::x {
namespace {

// D3DX expects one header, before all weights, with the number of bones. Skelter counts the bones itself.
Result<void> check_headers(SceneBuilder& b, const MeshBuilder& mesh,
                           const std::vector<std::uint32_t>& objects) {
  std::uint32_t headers = 0, weights = 0, late = 0, declared = 0, header = kNone;
  for (const std::uint32_t object : objects) {
    if (b.kind(object) == Kind::skin_weights) {
      ++weights;
      continue;
    }
    WordsCursor words(b.words(object));
    words.take(2);  // maximum numbers of weights; not used
    declared = words.next();
    header = object;
    if (headers++ == 0 && weights > 0) ++late;
  }
  std::string message;
  if (headers == 0)
    message = "weights without XSkinMeshHeader; expected one before them";
  else if (headers > 1)
    message = std::to_string(headers) + " XSkinMeshHeader; expected one";
  else if (late > 0)
    message = "XSkinMeshHeader after weights; expected it before them";
  else if (declared != weights)
    message = "XSkinMeshHeader counts " + counted(declared, "bone", "bones") + "; expected " +
              std::to_string(weights);
  else
    return {};
  const std::uint32_t where = header != kNone ? header : mesh.object;
  if (b.options.strict) return b.error("x.skin-header", where, message);
  b.warn("x.skin-header", where, message);
  return {};
}

bool nearly_equal(const Mat4& a, const Mat4& b) {
  for (std::size_t i = 0; i < a.m.size(); ++i)
    if (!(std::abs(a.m[i] - b.m[i]) <= 1e-4f)) return false;
  return true;
}

// Users identify weights by their bone, as in "SkinWeights Hip".
void warn_bone(SceneBuilder& b, std::uint32_t object, std::string_view code, std::string message,
               std::uint64_t count = 1) {
  SourceSpot spot = b.tree.spot(object);
  spot.object = "SkinWeights " + b.string_at(WordsCursor(b.words(object)).next());
  b.scene.diagnostics.add(Severity::warning, code, std::move(spot), std::move(message), count);
}

// The weights of one SkinWeights object.
struct BoneWeights {
  std::uint32_t object = kNone;
  std::uint32_t bone = 0;
  Words vertices;
  Words weights;
};

BoneWeights read_bone(SceneBuilder& b, std::uint32_t object, MeshSkin& skin,
                      std::unordered_map<std::string, std::uint32_t>& bone_by_name) {
  BoneWeights read;
  read.object = object;
  WordsCursor words(b.words(object));
  const std::string& name = b.string_at(words.next());
  const std::uint32_t count = words.next();
  read.vertices = words.take(count);
  read.weights = words.take(count);

  MeshSkin::Bone bone;
  bone.name = name;
  bone.node = b.node_named(name);
  if (copy_finite(words.take(16), bone.joint_from_mesh.m.data()) > 0) {
    warn_bone(b, object, "x.bad-offset", "offset with elements that are not finite; taken as identity");
    bone.joint_from_mesh = {};
  }
  bone.joint_from_mesh = mirrored(bone.joint_from_mesh);

  const auto [known, is_new] = bone_by_name.emplace(name, static_cast<std::uint32_t>(skin.bones.size()));
  if (!is_new) {
    const bool same = nearly_equal(skin.bones[known->second].joint_from_mesh, bone.joint_from_mesh);
    warn_bone(b, object, "x.duplicate-bone",
              std::string("bone is listed twice; ") +
                  (same ? "the lists are joined" : "the offsets differ, so both are kept"));
    if (same) {
      read.bone = known->second;
      return read;
    }
  }
  if (is_new && bone.node == kNone)
    warn_bone(b, object, "x.bone-without-frame", "no frame has this name; the bone does not move");
  read.bone = static_cast<std::uint32_t>(skin.bones.size());
  skin.bones.push_back(std::move(bone));
  return read;
}

// Influences of the source vertices, gathered in two passes: count, then fill.
class InfluenceTable {
 public:
  explicit InfluenceTable(std::uint32_t vertices) : begin_(std::size_t{vertices} + 1, 0) {}

  // Counts the entries that add() will accept: an existing vertex and a weight above 0.
  void count(SceneBuilder& b, const BoneWeights& bone) {
    std::uint64_t bad_vertices = 0, bad_weights = 0;
    std::uint32_t bad_vertex = 0;
    float bad_weight = 0;
    const std::size_t vertices = begin_.size() - 1;
    for (std::size_t i = 0; i < bone.weights.size(); ++i) {
      const float weight = as_float(bone.weights[i]);
      if (bone.vertices[i] >= vertices) {
        if (bad_vertices++ == 0) bad_vertex = bone.vertices[i];
      } else if (is_not_finite(bone.weights[i]) || weight < 0) {
        if (bad_weights++ == 0) bad_weight = weight;
      } else if (weight > 0) {
        ++begin_[bone.vertices[i] + 1];
      }
    }
    if (bad_vertices > 0)
      warn_bone(b, bone.object, "x.weight-of-no-vertex",
                "weight of vertex " + std::to_string(bad_vertex) + "; expected less than " +
                    std::to_string(vertices) + ": dropped",
                bad_vertices);
    if (bad_weights > 0)
      warn_bone(b, bone.object, "x.bad-weight",
                std::isfinite(bad_weight) ? "weight below 0; dropped" : "weight that is not finite; dropped",
                bad_weights);
  }

  // Call between counting and adding. Returns the number of influences of all vertices, including copies.
  std::uint64_t total(const MeshBuilder& mesh) const {
    std::uint64_t sum = 0;
    for (const std::uint32_t count : begin_) sum += count;
    for (const std::uint32_t source : mesh.copies) sum += begin_[std::size_t{source} + 1];
    return sum;
  }
  void make_room() {
    for (std::size_t v = 1; v < begin_.size(); ++v) begin_[v] += begin_[v - 1];
    influences_.resize(begin_.back());
    end_.assign(begin_.begin(), begin_.end() - 1);
  }

  // Bones come in order, so if a bone lists a vertex twice, the vertex's last entry is from the same bone.
  void add(const BoneWeights& bone) {
    const std::size_t vertices = begin_.size() - 1;
    for (std::size_t i = 0; i < bone.weights.size(); ++i) {
      const std::uint32_t v = bone.vertices[i];
      const float weight = as_float(bone.weights[i]);
      if (v >= vertices || is_not_finite(bone.weights[i]) || !(weight > 0)) continue;
      if (end_[v] > begin_[v] && influences_[end_[v] - 1].joint == bone.bone)
        influences_[end_[v] - 1].weight += weight;
      else
        influences_[end_[v]++] = {bone.bone, weight};
    }
  }

  // Normalises and sorts the influences of each vertex. Returns how many vertices have none and how many did
  // not sum to 1.
  struct Repairs {
    std::uint64_t without_weight = 0, not_normalised = 0;
    std::uint32_t most = 0;  // maximum influences of one vertex
    double first_sum = 1;
  };
  Repairs finish() {
    Repairs repairs;
    for (std::size_t v = 0; v + 1 < begin_.size(); ++v) {
      Influence* first = influences_.data() + begin_[v];
      Influence* last = influences_.data() + end_[v];
      double sum = 0;
      for (const Influence* i = first; i != last; ++i) sum += static_cast<double>(i->weight);
      if (first == last) {
        ++repairs.without_weight;
      } else if (std::abs(sum - 1) > 1e-4) {
        if (repairs.not_normalised++ == 0) repairs.first_sum = sum;
        last = normalise(first, last, sum);
        end_[v] = static_cast<std::uint32_t>(last - influences_.data());
      }
      const auto larger_first = [](const Influence& x, const Influence& y) {
        return x.weight != y.weight ? x.weight > y.weight : x.joint < y.joint;
      };
      if (last - first > 1) std::sort(first, last, larger_first);
      repairs.most = std::max(repairs.most, static_cast<std::uint32_t>(last - first));
    }
    return repairs;
  }

  // Compacts the influences, and copies those of the source vertex to each duplicated vertex.
  void store(const MeshBuilder& mesh, std::vector<std::uint32_t>& begin, std::vector<Influence>& influences) {
    std::uint64_t total = 0;
    for (std::size_t v = 0; v + 1 < begin_.size(); ++v) total += end_[v] - begin_[v];
    const bool has_gaps = total != influences_.size();
    for (const std::uint32_t source : mesh.copies) total += end_[source] - begin_[source];
    begin.reserve(std::size_t{mesh.vertices()} + 1);
    if (!has_gaps) {
      begin = std::move(begin_);
      influences = std::move(influences_);
      influences.reserve(static_cast<std::size_t>(total));
    } else {
      influences.reserve(static_cast<std::size_t>(total));
      begin.push_back(0);
      for (std::size_t v = 0; v + 1 < begin_.size(); ++v) {
        influences.insert(influences.end(), influences_.begin() + begin_[v], influences_.begin() + end_[v]);
        begin.push_back(static_cast<std::uint32_t>(influences.size()));
      }
    }
    begin.reserve(std::size_t{mesh.vertices()} + 1);
    for (const std::uint32_t source : mesh.copies) {
      for (std::uint32_t i = begin[source]; i < begin[source + 1]; ++i) influences.push_back(influences[i]);
      begin.push_back(static_cast<std::uint32_t>(influences.size()));
    }
  }

 private:
  // Drops weights that become 0. Returns the new end.
  static Influence* normalise(Influence* first, Influence* last, double sum) {
    for (Influence* i = first; i != last; ++i)
      i->weight = static_cast<float>(static_cast<double>(i->weight) / sum);
    return std::remove_if(first, last, [](const Influence& i) { return !(i.weight > 0); });
  }

  std::vector<std::uint32_t> begin_;  // one per vertex, plus one
  std::vector<std::uint32_t> end_;
  std::vector<Influence> influences_;
};

// Counts in headers are only hints: they are compared with the data, but not used.
void compare_header(SceneBuilder& b, const std::vector<std::uint32_t>& objects, std::uint32_t most) {
  for (const std::uint32_t object : objects) {
    if (b.kind(object) == Kind::skin_weights) continue;
    const std::uint32_t declared = WordsCursor(b.words(object)).next();
    if (declared < most)
      b.note("x.skin-header", object,
             fmt::format("XSkinMeshHeader says at most {} per vertex; vertices have up to {}",
                         counted(declared, "weight", "weights"), most));
  }
}

void report_repairs(SceneBuilder& b, const MeshBuilder& mesh, const InfluenceTable::Repairs& repairs) {
  if (repairs.not_normalised > 0)
    b.warn("x.weights-not-normalised", mesh.object,
           fmt::format("weights of a vertex sum to {:.6g}; expected 1: normalised", repairs.first_sum),
           repairs.not_normalised);
  if (repairs.without_weight > 0)
    b.warn("x.vertex-without-weight", mesh.object, "vertex without weights; it moves with the mesh's frame",
           repairs.without_weight);
}

}  // namespace

Result<void> read_skin(SceneBuilder& b, MeshBuilder& mesh, const std::vector<std::uint32_t>& objects) {
  if (objects.empty()) return {};
  if (auto checked = check_headers(b, mesh, objects); !checked) return checked;
  MeshSkin skin;
  std::vector<BoneWeights> bones;
  std::unordered_map<std::string, std::uint32_t> bone_by_name;
  for (const std::uint32_t object : objects)
    if (b.kind(object) == Kind::skin_weights) bones.push_back(read_bone(b, object, skin, bone_by_name));
  if (bones.empty()) return {};
  if (std::all_of(skin.bones.begin(), skin.bones.end(),
                  [](const MeshSkin::Bone& bone) { return bone.node == kNone; }))
    b.warn("x.no-bone-has-frame", mesh.object, "no bone of the skin has a frame: the figure will not move");
  std::stable_sort(bones.begin(), bones.end(),
                   [](const BoneWeights& x, const BoneWeights& y) { return x.bone < y.bone; });

  if (auto taken = b.take_memory<std::uint32_t>(mesh.object, std::uint64_t{mesh.vertices()} * 2); !taken)
    return taken;
  InfluenceTable table(mesh.source_vertices);
  for (const BoneWeights& bone : bones) table.count(b, bone);
  const std::uint64_t influences = table.total(mesh);
  if (auto taken = b.take_memory<Influence>(mesh.object, influences); !taken) return taken;
  if (influences >= kNone) return b.error("x.too-many-weights", mesh.object, "more than 4294967294 weights");
  table.make_room();
  for (const BoneWeights& bone : bones) table.add(bone);
  const InfluenceTable::Repairs repairs = table.finish();
  report_repairs(b, mesh, repairs);
  compare_header(b, objects, repairs.most);
  table.store(mesh, mesh.primitive.influence_begin, mesh.primitive.influences);
  mesh.skin = std::move(skin);
  return {};
}

}  // namespace skelter::x
