// Indexed blended mesh as in Direct3D 9 effect files: an array of PALETTE 4 x 3 matrices. Each bone
// transforms the vertex separately. Needs byte_influences.glsl.
uniform mat4x3 u_bones[PALETTE];
uniform mat3 u_bone_normals[PALETTE];

void skin(inout vec3 position, inout vec3 normal) {
  vec3 moved = vec3(0.0), turned = vec3(0.0);
  float last = 1.0;
  for (int i = 0; i < INFLUENCES - 1; ++i) {
    float weight = stored_weight(i);
    last -= weight;
    moved += weight * (u_bones[bone_of(i)] * vec4(position, 1.0));
    turned += weight * (u_bone_normals[bone_of(i)] * normal);
  }
  int bone = bone_of(INFLUENCES - 1);
  position = moved + last * (u_bones[bone] * vec4(position, 1.0));
  normal = turned + last * (u_bone_normals[bone] * normal);
}
