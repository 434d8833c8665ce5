// Dual-quaternion blend. Five rows per bone: the unit quaternion of its rotation, the dual part, and the
// three rows of the stretch that applies before. Each bone gets the sign that is closer to the first
// (largest) influence. Source: Kavan et al., "Geometric Skinning with Approximate Dual Quaternion Blending",
// 2008. Needs influences.glsl and one of palette_*.glsl.
vec3 turned_by(vec4 q, vec3 v) {
  return v + cross(q.xyz, cross(q.xyz, v) + v * q.w) * (2.0 / dot(q, q));
}

void skin(inout vec3 position, inout vec3 normal) {
  int first = first_row();
  vec4 side = palette_row(first + 5 * bone_of(0));
  vec4 real = vec4(0.0), dual = vec4(0.0);
  vec3 stretched = vec3(0.0), turned = vec3(0.0);
  for (int i = 0; i < INFLUENCES; ++i) {
    float weight = weight_of(i);
    if (weight == 0.0) continue;
    int row = first + 5 * bone_of(i);
    vec4 bone_real = palette_row(row);
    float signed_weight = dot(bone_real, side) < 0.0 ? -weight : weight;
    real += signed_weight * bone_real;
    dual += signed_weight * palette_row(row + 1);
    vec3 x = palette_row(row + 2).xyz, y = palette_row(row + 3).xyz, z = palette_row(row + 4).xyz;
    stretched += weight * vec3(dot(x, position), dot(y, position), dot(z, position));
    turned += weight * (u_plain_normals ? vec3(dot(x, normal), dot(y, normal), dot(z, normal))
                                        : times_inverse_transpose(x, y, z, normal));
  }
  position = turned_by(real, stretched) +
             (dual.xyz * real.w - real.xyz * dual.w + cross(real.xyz, dual.xyz)) * (2.0 / dot(real, real));
  normal = turned_by(real, turned);
}
