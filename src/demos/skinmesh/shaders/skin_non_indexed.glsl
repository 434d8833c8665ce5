// Blended mesh without indices. Weight i belongs to bone i of the group, and the matrices are set for each
// draw call. The last weight is not stored, because it is 1 minus the sum of the others. INFLUENCES: number
// of bones of the largest group, up to 12.
layout(location = 4) in vec4 a_weights0;
#if INFLUENCES > 5
layout(location = 5) in vec4 a_weights1;
#endif
#if INFLUENCES > 9
layout(location = 6) in vec4 a_weights2;
#endif
uniform mat4 u_bones[INFLUENCES];
uniform mat3 u_bone_normals[INFLUENCES];

float stored_weight(int i) {
#if INFLUENCES > 9
  if (i >= 8) return a_weights2[i - 8];
#endif
#if INFLUENCES > 5
  if (i >= 4) return a_weights1[i - 4];
#endif
  return a_weights0[i];
}

void skin(inout vec3 position, inout vec3 normal) {
  vec3 moved = vec3(0.0), turned = vec3(0.0);
  float last = 1.0;
  for (int i = 0; i < INFLUENCES; ++i) {
    float weight = i < INFLUENCES - 1 ? stored_weight(i) : last;
    last -= weight;
    moved += weight * (u_bones[i] * vec4(position, 1.0)).xyz;
    turned += weight * (u_bone_normals[i] * normal);
  }
  position = moved;
  normal = turned;
}
