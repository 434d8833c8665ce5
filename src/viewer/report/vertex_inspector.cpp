#include "viewer/report/internal/vertex_inspector.h"

#include "viewer/image/internal/picking.h"

namespace skelter {

bool exists(const Scene& scene, const VertexLocation& place) {
  if (place.node >= scene.nodes.size() || place.instance >= scene.nodes[place.node].meshes.size())
    return false;
  const Mesh& mesh = scene.meshes[scene.nodes[place.node].meshes[place.instance].mesh];
  return place.primitive < mesh.primitives.size() &&
         place.vertex < mesh.primitives[place.primitive].positions.size();
}

VertexInspection inspect_vertex(const Scene& scene, const Pose& pose, const VertexLocation& place) {
  const Primitive& primitive = primitive_of(scene, place.node, place.instance, place.primitive);
  const MeshInstance& instance = scene.nodes[place.node].meshes[place.instance];
  VertexInspection truth;
  truth.source = primitive.source_of(place.vertex);
  truth.rest = to_double(primitive.positions[place.vertex]);
  if (instance.skin != kNone && !primitive.influence_begin.empty())
    for (std::uint32_t i = primitive.influence_begin[place.vertex];
         i < primitive.influence_begin[place.vertex + 1]; ++i) {
      const Influence& influence = primitive.influences[i];
      const Joint& joint = scene.skins[instance.skin].joints[influence.joint];
      truth.influences.push_back({joint.node,
                                  joint.name,
                                  double{influence.weight},
                                  pose.world[joint.node] * to_double(joint.joint_from_mesh),
                                  {}});
    }
  if (truth.influences.empty())
    truth.influences.push_back({place.node, scene.nodes[place.node].name, 1, pose.world[place.node], {}});
  for (InspectedInfluence& influence : truth.influences) {
    influence.moved = transform_point(influence.world_from_mesh, truth.rest);
    truth.weight_sum += influence.weight;
    truth.position += influence.moved * influence.weight;
  }
  return truth;
}

}  // namespace skelter
