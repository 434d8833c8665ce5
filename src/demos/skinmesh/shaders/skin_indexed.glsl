// Indexed blended mesh with a palette of PALETTE 4 x 4 matrices. Needs byte_influences.glsl.
uniform mat4 u_bones[PALETTE];
uniform mat3 u_bone_normals[PALETTE];

void skin(inout vec3 position, inout vec3 normal) {
  vec3 moved = vec3(0.0), turned = vec3(0.0);
  float last = 1.0;
  for (int i = 0; i < INFLUENCES; ++i) {
    float weight = i < INFLUENCES - 1 ? stored_weight(i) : last;
    last -= weight;
    moved += weight * (u_bones[bone_of(i)] * vec4(position, 1.0)).xyz;
    turned += weight * (u_bone_normals[bone_of(i)] * normal);
  }
  position = moved;
  normal = turned;
}
