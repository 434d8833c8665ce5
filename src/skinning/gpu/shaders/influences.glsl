// Up to INFLUENCES (1 to 8) bones per vertex. Weights sum to 1; unused weights are 0.
layout(location = 4) in uvec4 a_bones;
layout(location = 5) in vec4 a_weights;
#if INFLUENCES > 4
layout(location = 6) in uvec4 a_more_bones;
layout(location = 7) in vec4 a_more_weights;
#endif

uniform int u_first_row;         // first row of this mesh's palette
uniform bool u_plain_normals;    // linear parts transform normals like their inverse transposes
#ifdef MEMBERS
uniform int u_rows_per_member;   // the members' palettes are stored one after another
int first_row() { return u_first_row + gl_InstanceID * u_rows_per_member; }
#else
int first_row() { return u_first_row; }
#endif

int bone_of(int i) {
#if INFLUENCES > 4
  if (i >= 4) return int(a_more_bones[i - 4]);
#endif
  return int(a_bones[i]);
}

float weight_of(int i) {
#if INFLUENCES > 4
  if (i >= 4) return a_more_weights[i - 4];
#endif
  return a_weights[i];
}

// The inverse transpose of the matrix with these rows, times v. Singular matrices use the cofactors, which
// still give the normal of a flattened surface.
vec3 times_inverse_transpose(vec3 x, vec3 y, vec3 z, vec3 v) {
  vec3 yz = cross(y, z), zx = cross(z, x), xy = cross(x, y);
  float size = max(max(dot(x, x), dot(y, y)), dot(z, z));
  float determinant = dot(x, yz);
  vec3 turned = vec3(dot(yz, v), dot(zx, v), dot(xy, v));
  return abs(determinant) > 1e-6 * size * sqrt(size) ? turned / determinant : turned;
}
