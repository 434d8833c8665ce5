// Reads meshes (vertices, faces and everything else inside a Mesh object) and places them in the hierarchy.

#include <algorithm>
#include <cmath>
#include <utility>

#include "formats/x/axes.h"
#include "formats/x/read/mesh_builder.h"
#include "scene/internal/vertex_colors.h"

namespace skelter::x {
namespace {

// If a mesh contains several objects of the same kind, the last is used, as in D3DX.
void set_part(SceneBuilder& b, std::uint32_t& part, std::uint32_t object) {
  if (part != kNone)
    b.warn("x.several-parts", object,
           "another " + std::string(b.tree.type_name(b.resolved(object))) +
               " in this mesh; expected one: the last is used");
  part = object;
}

// Vertex duplication indices are a hint for welding, which a scene does not store. A wrong size means that
// the file is broken.
void check_vertex_duplication(SceneBuilder& b, const MeshBuilder& mesh, std::uint32_t object) {
  const std::uint32_t count = WordsCursor(b.words(object)).next();
  if (count != mesh.source_vertices)
    b.warn("x.bad-vertex-duplication", object,
           counted(count, "index", "indices") + "; expected " + std::to_string(mesh.source_vertices) +
               ": ignored");
}

Result<MeshParts> gather_parts(SceneBuilder& b, const MeshBuilder& mesh) {
  MeshParts parts;
  for (const std::uint32_t child : b.children(mesh.object)) {
    if (auto counted = b.count_reference(child); !counted) return counted.error();
    switch (b.kind(child)) {
      case Kind::mesh_normals:
        set_part(b, parts.normals, child);
        break;
      case Kind::mesh_texture_coords:
        set_part(b, parts.texture_coords, child);
        break;
      case Kind::mesh_vertex_colors:
        set_part(b, parts.colors, child);
        break;
      case Kind::mesh_material_list:
        set_part(b, parts.materials, child);
        break;
      case Kind::decl_data:
      case Kind::fvf_data:
        parts.declarations.push_back(child);
        break;
      case Kind::skin_mesh_header:
      case Kind::skin_weights:
        parts.skin.push_back(child);
        break;
      case Kind::vertex_duplication:
        check_vertex_duplication(b, mesh, child);
        break;
      default:
        break;
    }
  }
  return parts;
}

Result<void> read_texture_coords(SceneBuilder& b, MeshBuilder& mesh, std::uint32_t object) {
  WordsCursor words(b.words(object));
  const std::uint32_t count = words.next();
  if (count != mesh.source_vertices)
    return b.error("x.bad-count", object,
                   counted(count, "texture coordinate", "texture coordinates") + "; expected " +
                       std::to_string(mesh.source_vertices));
  if (auto taken = b.take_memory<Vec2>(object, mesh.vertices()); !taken) return taken;
  std::vector<Vec2> uvs;
  uvs.reserve(mesh.vertices());
  uvs.resize(count);
  static_assert(sizeof(Vec2) == 2 * sizeof(float));
  warn_not_finite(b, object, copy_finite(words.take(std::uint64_t{count} * 2), &uvs.data()->x));
  extend_for_copies(mesh, uvs);
  mesh.primitive.uvs.push_back(std::move(uvs));
  return {};
}

// Vertices missing from the list are white.
Result<void> read_colors(SceneBuilder& b, MeshBuilder& mesh, std::uint32_t object) {
  if (auto taken = b.take_memory<Vec4>(object, mesh.vertices()); !taken) return taken;
  std::vector<Vec4> colors;
  colors.reserve(mesh.vertices());
  colors.assign(mesh.source_vertices, Vec4{1, 1, 1, 1});
  WordsCursor words(b.words(object));
  const std::uint32_t count = words.next();
  std::uint64_t bad = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t vertex = words.next();
    if (vertex >= mesh.source_vertices)
      return b.error("x.bad-index", object,
                     "color of vertex " + std::to_string(vertex) + "; expected less than " +
                         std::to_string(mesh.source_vertices));
    float rgba[4];
    bad += copy_finite(words.take(4), rgba);
    for (float& c : rgba) c = std::clamp(c, 0.0f, 1.0f);
    colors[vertex] = {rgba[0], rgba[1], rgba[2], rgba[3]};
  }
  warn_not_finite(b, object, bad);
  if (all_black(colors)) {
    b.note("x.black-colors", object,
           "vertex colours that are 0 everywhere would paint the mesh black; left out");
    return {};
  }
  extend_for_copies(mesh, colors);
  mesh.primitive.colors = std::move(colors);
  return {};
}

Result<void> read_faces(SceneBuilder& b, MeshBuilder& mesh, Words words, std::uint32_t count) {
  if (auto taken = b.take_memory<std::uint32_t>(mesh.object, words.size() * 2); !taken) return taken;
  Result<FaceList> faces = read_face_list(b, mesh.object, words, count, mesh.source_vertices, "vertex index");
  if (!faces) return faces.error();
  mesh.faces = *std::move(faces);
  return {};
}

Result<void> read_positions(SceneBuilder& b, MeshBuilder& mesh) {
  if (auto taken = b.take_memory(mesh.object, mesh.vertices(), sizeof(Vec3) * 2); !taken) return taken;
  mesh.primitive.positions.reserve(mesh.vertices());
  warn_not_finite(b, mesh.object, read_mirrored(mesh.positions, mesh.primitive.positions));
  extend_for_copies(mesh, mesh.primitive.positions);
  return {};
}

// Normals determine which vertices are split, so they are read before all other vertex data. A declaration
// with normals replaces MeshNormals and does not split vertices.
Result<void> read_vertices(SceneBuilder& b, MeshBuilder& mesh, const MeshParts& parts) {
  std::vector<VertexDeclaration> declarations;
  bool declares_normals = false;
  for (const std::uint32_t object : parts.declarations) {
    if (auto declaration = read_declaration(b, mesh, object)) {
      declares_normals = declares_normals || declaration->has_normals();
      declarations.push_back(*std::move(declaration));
    }
  }
  if (!declares_normals) {
    auto done = parts.normals != kNone ? read_normals(b, mesh, parts.normals) : generate_normals(b, mesh);
    if (!done) return done;
  }
  if (auto done = read_positions(b, mesh); !done) return done;
  if (parts.texture_coords != kNone)
    if (auto done = read_texture_coords(b, mesh, parts.texture_coords); !done) return done;
  if (parts.colors != kNone)
    if (auto done = read_colors(b, mesh, parts.colors); !done) return done;
  for (const VertexDeclaration& declaration : declarations)
    if (auto done = apply_declaration(b, mesh, declaration); !done) return done;
  return {};
}

bool repeats_a_corner(const std::uint32_t* triangle) {
  return triangle[0] == triangle[1] || triangle[1] == triangle[2] || triangle[2] == triangle[0];
}

// Triangulates polygons as fans around the first corner, in our winding order.
void make_triangles(SceneBuilder& b, MeshBuilder& mesh) {
  Primitive& primitive = mesh.primitive;
  FaceList& faces = mesh.faces;
  if (faces.sizes.empty()) {
    primitive.indices = std::move(faces.corners);
    for (std::size_t i = 0; i < primitive.indices.size(); i += 3) reverse_winding(&primitive.indices[i]);
  } else {
    primitive.indices.reserve((faces.corners.size() - std::size_t{2} * faces.count) * 3);
    const std::uint32_t* corners = faces.corners.data();
    for (const std::uint32_t size : faces.sizes) {
      for (std::uint32_t i = 2; i < size; ++i) {
        std::uint32_t triangle[3] = {corners[0], corners[i - 1], corners[i]};
        reverse_winding(triangle);
        primitive.indices.insert(primitive.indices.end(), triangle, triangle + 3);
      }
      corners += size;
    }
    primitive.face_corners = faces.sizes;
  }
  std::uint64_t repeated = 0;
  for (std::size_t i = 0; i < primitive.indices.size(); i += 3)
    repeated += repeats_a_corner(&primitive.indices[i]) ? 1 : 0;
  if (repeated > 0)
    b.note("x.repeated-corner", mesh.object, "triangle that has one vertex twice; kept as it is", repeated);
}

// Stores the source of every vertex if the mesh has copied vertices.
Result<void> name_sources(SceneBuilder& b, MeshBuilder& mesh) {
  Primitive& primitive = mesh.primitive;
  primitive.source_vertices = mesh.source_vertices;
  primitive.source_faces = mesh.faces.count;
  if (mesh.copies.empty()) return {};
  if (auto taken = b.take_memory<std::uint32_t>(mesh.object, mesh.vertices()); !taken) return taken;
  primitive.source_vertex.resize(mesh.source_vertices);
  for (std::uint32_t v = 0; v < mesh.source_vertices; ++v) primitive.source_vertex[v] = v;
  primitive.source_vertex.insert(primitive.source_vertex.end(), mesh.copies.begin(), mesh.copies.end());
  return {};
}

// Returns nullopt if the mesh has no vertices.
Result<std::optional<MeshBuilder>> read_mesh(SceneBuilder& b, std::uint32_t object) {
  MeshBuilder mesh;
  mesh.object = object;
  WordsCursor words(b.words(object));
  mesh.source_vertices = words.next();
  if (mesh.source_vertices == 0) return std::optional<MeshBuilder>();
  mesh.positions = words.take(std::uint64_t{mesh.source_vertices} * 3);
  const std::uint32_t faces = words.next();
  if (auto done = read_faces(b, mesh, words.rest(), faces); !done) return done.error();
  Result<MeshParts> parts = gather_parts(b, mesh);
  if (!parts) return parts.error();
  if (auto done = read_vertices(b, mesh, *parts); !done) return done.error();
  if (parts->materials != kNone)
    if (auto done = read_material_list(b, mesh, parts->materials); !done) return done.error();
  if (auto done = read_skin(b, mesh, parts->skin); !done) return done.error();
  make_triangles(b, mesh);
  if (auto done = name_sources(b, mesh); !done) return done.error();
  return std::optional<MeshBuilder>(std::move(mesh));
}

// Rest matrix of a bone that has no frame. The bone never moves, so its node gets the inverse of the offset
// matrix.
Mat4 still_rest(const Mat4& joint_from_mesh) {
  const Mat4d offset = to_double(joint_from_mesh);
  if (determinant(linear_part(offset)) == 0) return {};
  const Mat4 rest = to_float(inverse_affine(offset));
  return std::all_of(rest.m.begin(), rest.m.end(), [](float e) { return std::isfinite(e); }) ? rest : Mat4{};
}

// Creates the instances of a mesh, and the skin and meshes that they share.
class MeshHanger {
 public:
  MeshHanger(SceneBuilder& b, const MeshBuilder& builder, std::uint32_t mesh)
      : b_(b), builder_(builder), mesh_(mesh) {}

  Result<MeshInstance> hang(std::uint32_t node) {
    MeshInstance instance{mesh_, kNone};
    auto done = builder_.skin ? find_skin(node, instance.skin) : find_turned(node, instance.mesh);
    if (!done) return done.error();
    return instance;
  }

 private:
  // All instances share one skin, unless the mesh has bones without a frame.
  Result<void> find_skin(std::uint32_t node, std::uint32_t& skin_index) {
    const auto& bones = builder_.skin->bones;
    const bool all_have_frames = std::all_of(bones.begin(), bones.end(),
                                             [](const MeshSkin::Bone& bone) { return bone.node != kNone; });
    if (skin_ == kNone || !all_have_frames) {
      if (auto taken = b_.take_memory<Joint>(builder_.object, bones.size()); !taken) return taken;
      if (auto room = b_.make_room(builder_.object, b_.scene.skins); !room) return room;
      Skin skin;
      skin.joints.reserve(bones.size());
      for (const MeshSkin::Bone& bone : bones) {
        if (auto room = b_.make_room(builder_.object, b_.scene.nodes); !room) return room;
        skin.joints.push_back(
            {bone.name, bone.node != kNone ? bone.node : stand_in(bone, node), bone.joint_from_mesh});
      }
      skin_ = static_cast<std::uint32_t>(b_.scene.skins.size());
      b_.scene.skins.push_back(std::move(skin));
    }
    skin_index = skin_;
    return {};
  }
  std::uint32_t stand_in(const MeshSkin::Bone& bone, std::uint32_t mesh_node) {
    Node node;
    node.name = bone.name;
    node.parent = mesh_node;
    node.rest = still_rest(bone.joint_from_mesh);
    node.synthetic = true;
    b_.scene.nodes.push_back(std::move(node));
    return static_cast<std::uint32_t>(b_.scene.nodes.size() - 1);
  }

  // Direct3D culls by the winding in the file, but in our space a mirrored node flips faces. The winding of
  // rigid meshes below a mirroring rest pose is therefore reversed once more. A mesh with both kinds of
  // instances is stored in both windings.
  Result<void> find_turned(std::uint32_t node, std::uint32_t& mesh_index) {
    const bool turn = b_.node_mirrors[node];
    std::uint32_t& known = turn ? turned_ : plain_;
    if (known == kNone) {
      known = mesh_;
      if ((turn ? plain_ : turned_) != kNone) {
        const auto words = builder_.faces.count + b_.scene.meshes[mesh_].primitives[0].indices.size();
        if (auto taken = b_.take_memory(builder_.object, words + builder_.vertices() * std::uint64_t{16}, 8);
            !taken)
          return taken;
        if (auto room = b_.make_room(builder_.object, b_.scene.meshes); !room) return room;
        known = static_cast<std::uint32_t>(b_.scene.meshes.size());
        Mesh turned = b_.scene.meshes[mesh_];
        b_.scene.meshes.push_back(std::move(turned));
        turn_over(known);
      } else if (turn) {
        turn_over(known);
      }
    }
    mesh_index = known;
    return {};
  }
  // Reverses the winding of all faces, and negates normals that were generated from it. Exporters that mirror
  // with a matrix also reverse the winding.
  void turn_over(std::uint32_t mesh) {
    Primitive& primitive = b_.scene.meshes[mesh].primitives[0];
    for (std::size_t i = 0; i < primitive.indices.size(); i += 3) reverse_winding(&primitive.indices[i]);
    if (!primitive.normals_generated) return;
    for (Vec3& normal : primitive.normals) normal = -normal;
  }

  SceneBuilder& b_;
  const MeshBuilder& builder_;
  std::uint32_t mesh_;
  std::uint32_t skin_ = kNone;
  std::uint32_t plain_ = kNone, turned_ = kNone;  // mesh with the file's winding, and the flipped mesh
};

// Reads the mesh of `object` once and creates all its instances.
Result<void> read_instances(SceneBuilder& b, std::uint32_t object, std::span<const std::size_t> places,
                            std::vector<std::optional<MeshInstance>>& instances) {
  Result<std::optional<MeshBuilder>> read = read_mesh(b, object);
  if (!read) return read.error();
  if (!*read) return {};
  MeshBuilder& builder = **read;
  if (auto room = b.make_room(object, b.scene.meshes); !room) return room;
  if (auto taken = b.take_memory(object, 1, sizeof(Primitive) + b.tree.objects[object].name.size()); !taken)
    return taken;
  Mesh mesh;
  mesh.name = b.tree.objects[object].name;
  mesh.primitives.push_back(std::move(builder.primitive));
  const auto index = static_cast<std::uint32_t>(b.scene.meshes.size());
  b.scene.meshes.push_back(std::move(mesh));
  b.index_of_object[object] = index;
  MeshHanger hanger(b, builder, index);
  for (const std::size_t place : places) {
    Result<MeshInstance> instance = hanger.hang(b.mesh_locations[place].node);
    if (!instance) return instance.error();
    instances[place] = *instance;
  }
  return {};
}

// Adding flags is branchless; a chain of || is not.
std::uint32_t as_flag(bool value) {
  return value ? 1 : 0;
}

}  // namespace

std::uint64_t read_mirrored(Words words, std::vector<Vec3>& out) {
  const std::size_t count = words.size() / 3;
  const std::size_t begin = out.size();
  out.resize(begin + count);
  std::uint32_t any = 0;
  const std::uint32_t* w = words.data();
  for (std::size_t i = 0; i < count; ++i, w += 3) {
    any |= as_flag(is_not_finite(w[0])) | as_flag(is_not_finite(w[1])) | as_flag(is_not_finite(w[2]));
    out[begin + i] = mirrored(Vec3{as_float(w[0]), as_float(w[1]), as_float(w[2])});
  }
  if (any == 0) return 0;
  std::uint64_t replaced = 0;
  for (std::size_t i = 0; i < count; ++i)
    for (float* c : {&out[begin + i].x, &out[begin + i].y, &out[begin + i].z})
      if (!std::isfinite(*c)) {
        *c = 0;
        ++replaced;
      }
  return replaced;
}

// Meshes keep the order of the file's Mesh objects. The instances of a node keep the order of the node's
// children.
Result<void> read_meshes(SceneBuilder& b) {
  const std::vector<MeshLocation>& places = b.mesh_locations;
  std::vector<std::size_t> order(places.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t x, std::size_t y) { return places[x].object < places[y].object; });
  std::vector<std::optional<MeshInstance>> instances(places.size());
  for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
    const std::uint32_t object = places[order[begin]].object;
    while (end < order.size() && places[order[end]].object == object) ++end;
    if (auto done = read_instances(b, object, std::span(order).subspan(begin, end - begin), instances); !done)
      return done;
  }
  for (std::size_t i = 0; i < places.size(); ++i)
    if (instances[i]) b.scene.nodes[places[i].node].meshes.push_back(*instances[i]);
  return {};
}

}  // namespace skelter::x
